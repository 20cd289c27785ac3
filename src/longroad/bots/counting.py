"""Card counting: what everybody could have seen go into and out of the hands, from the log that a seat may know.

Of each kind a hand holds at least so many cards and at most so many; they differ where cards were stolen unseen. What
a log does not tell, since the game was taken up in the middle, is taken for cards of any kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from longroad.core import actions as a
from longroad.core.actions import (
    action_first,
    action_kind,
    action_number,
    action_second,
    bundle_count,
    ply_action,
    ply_seat,
)
from longroad.core.island import HEX_SITES, ISLAND_SITE_COUNT, SITE_HEXES
from longroad.core.layout import (
    CITY_CODE,
    FOUNDING,
    HAND_SIZE,
    HEXES_OF,
    ISLAND,
    PLAYERS,
    RESOURCES,
    SHORTAGE,
    SITE,
    TERRAIN,
)
from longroad.core.material import BANK_CARDS, BEGINNER_SITES, CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from longroad.core.ruleset import FOUNDED_BEFORE, SHORTAGE_SINGLE
from longroad.core.state import View as CoreView
from longroad.core.words import DESERT
from longroad.view import View

SEVEN: Final = 7
FREE_ROADS: Final = 2  # that a card brings
NOT_SINCE: Final = -1  # the number of a ply before the first


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of a hand: its size, how many cards of each kind at least and at most, and when which came last."""

    size: int
    least: tuple[int, ...]
    most: tuple[int, ...]
    came: tuple[int, ...]  # by resource: the number of the ply that last brought one, or may have

    @property
    def is_known(self) -> bool:
        """Whether more of the cards are known than not."""
        return 2 * sum(self.least) > self.size

    def guess(self) -> tuple[int, ...]:
        """Guess the hand: what is certain, and for the rest what there may be most of."""
        hand = list(self.least)
        for _ in range(self.size - sum(hand)):
            likely = max(range(RESOURCES), key=lambda resource: self.most[resource] - hand[resource])
            hand[likely] += 1
        return tuple(hand)


def count_cards(view: View) -> list[Holding]:
    """Count the cards of every seat.

    >>> from longroad import Game
    >>> game = Game("beginner")
    >>> count_cards(game.view(0))[1].least == tuple(game.view(1).hand(1))
    True
    """
    return _Count(view).holdings()


class _Count:
    """A walk through the log, with what every hand holds at the ply that it has come to."""

    def __init__(self, view: View) -> None:
        self._seen = view.seen
        players = self._seen.s[PLAYERS]
        self._least = [[0] * RESOURCES for _ in range(players)]
        self._most = [[0] * RESOURCES for _ in range(players)]
        self._came = [[NOT_SINCE] * RESOURCES for _ in range(players)]
        self._buildings = _placed(self._seen, view.log)  # by site: whose it is, and how much it yields
        self._bank = [BANK_CARDS[self._seen.s[ISLAND]]] * RESOURCES
        self._founded = [0] * players
        self._robber = NOT_SINCE  # the desert yields nothing with or without it
        self._open: dict[int, int] = {}  # by seat: its offer, counter-offer or proposal
        self._free = 0  # roads
        self._is_founding = True
        self._number = 0
        if self._seen.s[FOUNDING] == FOUNDED_BEFORE:
            for seat in range(players):
                self._take_income(seat, BEGINNER_SITES[2 * seat + 1])
        for self._number, entry in enumerate(view.log):
            code = ply_action(entry)
            step = _STEPS.get(action_kind(code))
            if step is not None:
                step(self, ply_seat(entry), code)

    def holdings(self) -> list[Holding]:
        """Tell what is known of each hand, whose size everybody sees."""
        return [self._holding(seat, self._seen.s[HAND_SIZE + seat]) for seat in range(len(self._least))]

    def _holding(self, seat: int, size: int) -> Holding:
        least, most = self._least[seat], self._most[seat]
        if sum(least) > size or sum(most) < size:  # the log does not tell everything
            least, most = [0] * RESOURCES, [size] * RESOURCES
        rest = size - sum(least)
        bounds = (min(at_most, at_least + rest) for at_least, at_most in zip(least, most, strict=True))
        return Holding(size, tuple(least), tuple(bounds), tuple(self._came[seat]))

    # --- cards come and go --------------------------------------------------------------------------------------------

    def _add(self, seat: int, resource: int, count: int) -> None:
        self._least[seat][resource] += count
        self._most[seat][resource] += count
        self._came[seat][resource] = self._number

    def _remove(self, seat: int, resource: int, count: int) -> None:
        self._least[seat][resource] = max(self._least[seat][resource] - count, 0)
        self._most[seat][resource] = max(self._most[seat][resource] - count, 0)

    def _get(self, seat: int, resource: int, count: int = 1) -> None:
        self._bank[resource] -= count
        self._add(seat, resource, count)

    def _pay(self, seat: int, cost: Sequence[int]) -> None:
        for resource, count in enumerate(cost):
            if count:
                self._bank[resource] += count
                self._remove(seat, resource, count)

    def _exchange(self, giver: int, taker: int, code: int) -> None:
        counts = _counts(code)
        self._hand_over(giver, taker, [max(count, 0) for count in counts])
        self._hand_over(taker, giver, [max(-count, 0) for count in counts])

    def _hand_over(self, giver: int, taker: int, cards: Sequence[int]) -> None:
        for resource, count in enumerate(cards):
            if count:
                self._remove(giver, resource, count)
                self._add(taker, resource, count)

    def _take_income(self, seat: int, site: int) -> None:
        for hex_ in SITE_HEXES[3 * site : 3 * site + 3]:
            if hex_ >= 0 and self._seen.s[TERRAIN + hex_] < DESERT:
                self._get(seat, self._seen.s[TERRAIN + hex_])

    # --- plies --------------------------------------------------------------------------------------------------------

    def _roll(self, seat: int, code: int) -> None:
        """Let the hexes yield that have the sum's token (PRO-1 to PRO-4)."""
        self._is_founding = False
        total = action_number(code)
        if total == SEVEN:
            return
        first = HEXES_OF + 3 * (total - 2)
        claims: dict[int, dict[int, int]] = {}  # by resource and seat
        for hex_ in self._seen.s[first : first + 3]:
            if hex_ >= 0 and hex_ != self._robber:
                of_resource = claims.setdefault(self._seen.s[TERRAIN + hex_], {})
                for site in HEX_SITES[6 * hex_ : 6 * hex_ + 6]:
                    if site in self._buildings:
                        owner, count = self._buildings[site]
                        of_resource[owner] = of_resource.get(owner, 0) + count
        for resource, of_resource in claims.items():
            self._pay_out(resource, of_resource)

    def _pay_out(self, resource: int, claims: dict[int, int]) -> None:
        """Pay all claims on a resource, or what the rule of shortages says (PRO-4)."""
        if sum(claims.values()) <= self._bank[resource]:
            for seat, count in claims.items():
                self._get(seat, resource, count)
        elif self._seen.s[SHORTAGE] == SHORTAGE_SINGLE and len(claims) == 1:
            self._get(min(claims), resource, self._bank[resource])

    def _settle(self, seat: int, code: int) -> None:
        site = action_number(code)
        self._buildings[site] = (seat, 1)
        if not self._is_founding:
            self._pay(seat, SETTLEMENT_COST)
            return
        self._founded[seat] += 1
        if self._founded[seat] == 2:
            self._take_income(seat, site)

    def _raise_city(self, seat: int, code: int) -> None:
        self._buildings[action_number(code)] = (seat, 2)
        self._pay(seat, CITY_COST)

    def _pave(self, seat: int, code: int) -> None:
        if self._free:
            self._free -= 1
        elif not self._is_founding:
            self._pay(seat, ROAD_COST)

    def _get_roads(self, seat: int, code: int) -> None:
        self._free = FREE_ROADS

    def _stop_roads(self, seat: int, code: int) -> None:
        self._free = 0

    def _buy(self, seat: int, code: int) -> None:
        self._free = 0
        self._pay(seat, CARD_COST)

    def _end(self, seat: int, code: int) -> None:
        self._free = 0
        self._open.clear()

    def _move_robber(self, seat: int, code: int) -> None:
        self._robber = action_number(code)

    def _calm_robber(self, seat: int, code: int) -> None:
        self._robber = NOT_SINCE

    def _steal(self, seat: int, code: int) -> None:
        """Move a card; whoever did not see it knows of no kind whether the victim still has as many."""
        resource, thief, victim = action_number(code), action_first(code), action_second(code)
        if resource < RESOURCES:
            self._hand_over(victim, thief, [int(kind == resource) for kind in range(RESOURCES)])
            return
        for kind in range(RESOURCES):
            if self._most[victim][kind]:
                self._most[thief][kind] += 1
                self._came[thief][kind] = self._number
            self._least[victim][kind] = max(self._least[victim][kind] - 1, 0)

    def _trade_with_bank(self, seat: int, code: int) -> None:
        rate, pair = divmod(action_number(code), RESOURCES * RESOURCES)
        give, take = divmod(pair, RESOURCES)
        self._pay(seat, [rate * (kind == give) for kind in range(RESOURCES)])
        self._get(seat, take)

    def _discard(self, seat: int, code: int) -> None:
        self._pay(seat, _counts(code))

    def _give(self, seat: int, code: int) -> None:
        self._hand_over(seat, 1 - seat, _counts(code))

    def _get_plenty(self, seat: int, code: int) -> None:
        for resource in (a.PLENTY_FIRST[action_number(code)], a.PLENTY_SECOND[action_number(code)]):
            if resource >= 0:
                self._get(seat, resource)

    def _monopolize(self, seat: int, code: int) -> None:
        resource = action_number(code)
        for bounds in (self._least, self._most):
            total = sum(hand[resource] for hand in bounds)
            for hand in bounds:
                hand[resource] = 0
            bounds[seat][resource] = total
        self._came[seat][resource] = self._number

    def _say(self, seat: int, code: int) -> None:
        self._open[seat] = code

    def _close_deal(self, seat: int, code: int) -> None:
        if seat in self._open:
            self._exchange(seat, action_number(code), self._open[seat])

    def _take_proposal(self, seat: int, code: int) -> None:
        maker = action_number(code)
        if maker in self._open:
            self._exchange(maker, seat, self._open[maker])


_STEPS: Final[dict[int, Callable[[_Count, int, int], None]]] = {
    a.DICE_ROLLED: _Count._roll,
    a.BUILD_SETTLEMENT: _Count._settle,
    a.BUILD_CITY: _Count._raise_city,
    a.BUILD_ROAD: _Count._pave,
    a.PLAY_ROADS: _Count._get_roads,
    a.STOP_ROADS: _Count._stop_roads,
    a.BUY_CARD: _Count._buy,
    a.END_TURN: _Count._end,
    a.MOVE_ROBBER: _Count._move_robber,
    a.CALM_ROBBER: _Count._calm_robber,
    a.CARD_STOLEN: _Count._steal,
    a.CARD_TAKEN: _Count._steal,
    a.TRADE_BANK: _Count._trade_with_bank,
    a.DISCARD: _Count._discard,
    a.GIVE_CARDS: _Count._give,
    a.PLAY_PLENTY: _Count._get_plenty,
    a.PLAY_MONOPOLY: _Count._monopolize,
    a.OFFER_TRADE: _Count._say,
    a.COUNTER_OFFER: _Count._say,
    a.PROPOSE_TRADE: _Count._say,
    a.CLOSE_DEAL: _Count._close_deal,
    a.TAKE_PROPOSAL: _Count._take_proposal,
}


def _counts(code: int) -> list[int]:
    return [bundle_count(code, resource) for resource in range(RESOURCES)]


def _placed(seen: CoreView, log: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Give the buildings that stood before the first ply: those that stand now and that no ply built."""
    kinds = {a.BUILD_SETTLEMENT, a.NEUTRAL_SETTLEMENT}
    built = {action_number(ply_action(entry)) for entry in log if action_kind(ply_action(entry)) in kinds}
    owners = enumerate(seen.s[SITE : SITE + ISLAND_SITE_COUNT[seen.s[ISLAND]]])
    placed = {site: ((code - 1) % CITY_CODE, 1) for site, code in owners if code and site not in built}
    return {site: (owner, count) for site, (owner, count) in placed.items() if owner < seen.s[PLAYERS]}
