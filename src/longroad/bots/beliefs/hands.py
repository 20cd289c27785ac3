"""Exact card counting: all hands that fit the log a seat may know, each with its probability.

Hands are public but for thefts between two others. Where one happens, every possibility branches into the kinds that
the victim may have lost, in proportion to its hand; whatever a player later pays, offers, accepts or discards rules out
the possibilities in which it could not. What players choose is taken for no sign of what else they hold. A monopoly
brings as much as each possibility says; the sizes of the hands that the view shows then tell which of them are true.
Beyond so many possibilities the least likely are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from longroad.bots.beliefs.cards import Stack
from longroad.bots.beliefs.pieces import Pieces
from longroad.bots.beliefs.worlds import (
    CARD,
    SIZE_AT,
    Hand,
    Worlds,
    given,
    pack,
    pack_all,
    pack_sizes,
    taken,
    unpack,
    unpack_all,
)
from longroad.bots.protocol import seat_of
from longroad.core import actions as a
from longroad.core.actions import (
    ACTION_MASK,
    SEAT_BITS,
    action_first,
    action_kind,
    action_number,
    action_second,
    ply_action,
)
from longroad.core.island.material import BANK_CARDS, CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from longroad.core.island.topology import SITE_HEXES
from longroad.core.layout import (
    BANK,
    FOUNDING,
    FRIENDLY_ROBBER,
    HAND,
    HAND_SIZE,
    HEXES,
    HEXES_OF,
    ISLAND,
    PHASE,
    PLAYERS,
    RESOURCES,
    ROBBER,
    ROBBER_START,
    SEATS,
    SHORTAGE,
    SITE,
    SITES,
    TERRAIN,
)
from longroad.core.phases import DISCARDING, OVER
from longroad.core.rules.start import start_game
from longroad.core.ruleset import FOUNDED_BEFORE, SHORTAGE_SINGLE
from longroad.core.state import View as CoreView
from longroad.core.words import DESERT
from longroad.game.view import View

SEVEN: Final = 7
NOT_SINCE: Final = -1  # the number of a ply before the first

_ROAD, _SETTLEMENT, _CITY, _CARD = map(pack, (ROAD_COST, SETTLEMENT_COST, CITY_COST, CARD_COST))


class Beliefs:
    """What a seat believes about the hands, from the log that it may know.

    >>> from longroad import Game
    >>> game = Game("beginner", seed=7)
    >>> beliefs = Beliefs().follow(game.view(0))
    >>> [hands[1] for hands, _ in beliefs.possibilities()] == [tuple(game.view(1).hand(1))]
    True
    """

    def __init__(self) -> None:
        self._log: tuple[int, ...] = ()
        self._header: list[int] = []

    def follow(self, view: View) -> Beliefs:
        """Go on to the view's ply; anew if its log is not the one that was followed so far.

        Raises `ValueError` for the public's view.
        """
        seen, log = view.seen, view.log
        end = _settled(seen, log)
        header = [seat_of(view), *seen.s[:ROBBER]]
        if header != self._header or log[: len(self._log)] != self._log or len(self._log) > end:
            self._begin(seen)
            self._header, self._log = header, ()
        for number in range(len(self._log), end):
            entry = log[number]
            step = _STEPS[entry & 63]
            if step is not None:
                self._number = number
                step(self, entry >> SEAT_BITS & 7, entry & ACTION_MASK)
        self._log = log[:end]
        self._fitting = self._fit(seen.s)
        return self

    @property
    def is_known(self) -> bool:
        """Whether the log tells where the cards came from; it does not in a game that was taken up in the middle."""
        return bool(self._fitting)

    @property
    def is_exact(self) -> bool:
        """Whether no possibility was left out."""
        return self.is_known and not self._worlds.is_cut

    @property
    def stack(self) -> Stack:
        """What the log tells about development cards."""
        return self._stack

    @property
    def worlds(self) -> dict[int, float]:
        """The packed worlds that fit the view, with their weights; none if the log does not tell."""
        return self._fitting

    def possibilities(self) -> Iterator[tuple[tuple[Hand, ...], float]]:
        """Give all possible hands by seat, with their probabilities; none if the log does not tell."""
        total = sum(self._fitting.values())
        for world, weight in self._fitting.items():
            yield self.hands(world), weight / total

    def hands(self, world: int) -> tuple[Hand, ...]:
        """Give the hands of a world by seat."""
        return unpack_all(world, self._players)

    def came(self, seat: int) -> Hand:
        """Give by resource the number of the ply that last brought a seat one, or may have."""
        return tuple(self._came[RESOURCES * seat : RESOURCES * (seat + 1)])

    # --- beginning and end --------------------------------------------------------------------------------------------

    def _begin(self, seen: CoreView) -> None:
        s = seen.s
        self._viewer = seen.viewer
        self._players = s[PLAYERS]
        self._terrain = s[TERRAIN : TERRAIN + HEXES]
        self._hexes_of = s[HEXES_OF:ROBBER]
        self._single = s[SHORTAGE] == SHORTAGE_SINGLE
        self._friendly = bool(s[FRIENDLY_ROBBER])
        self._robber = _first_robber(s)
        self._bank = [BANK_CARDS[s[ISLAND]]] * RESOURCES
        self._worlds = Worlds(self._viewer, self._players)
        self._came = [NOT_SINCE] * (RESOURCES * SEATS)
        self._claims: list[dict[int, int]] = [{} for _ in range(HEXES)]  # by hex and seat: what the buildings yield
        self._founded = [0] * SEATS
        self._offer = 0
        self._said = [0] * SEATS  # by seat: its counter-offer or proposal
        self._free = 0  # roads
        self._is_founding = True
        self._number = NOT_SINCE
        self._pieces = Pieces(seen)
        self._stack = Stack(seen)
        if s[FOUNDING] == FOUNDED_BEFORE:
            self._found_before(s.copy(), seen.m.copy())

    def _found_before(self, s: list[int], m: list[int]) -> None:
        """Take over what stands on the board before the first ply, and what it gave (BRD-9)."""
        start_game(s, m)
        for site, code in enumerate(s[SITE : SITE + SITES]):
            if code:
                self._claim(code - 1, site)
        for seat in range(self._players):
            for resource, count in enumerate(_hand(s, seat)):
                self._get(seat, resource, count)

    def _fit(self, s: list[int]) -> dict[int, float]:
        """Give the worlds that fit a view; none if the log has told something else."""
        seats = range(self._players)
        if s[PHASE] == OVER:
            return {pack_all([_hand(s, seat) for seat in seats]): 1.0}
        own = _hand(s, self._viewer)
        bank = s[BANK : BANK + RESOURCES]
        if self._players == 2:  # the other has what neither bank nor viewer has
            left = [BANK_CARDS[s[ISLAND]] - count - held for count, held in zip(bank, own, strict=True)]
            return {pack_all([own, left] if self._viewer == 0 else [left, own]): 1.0}
        sizes = s[HAND_SIZE : HAND_SIZE + self._players]
        fitting = self._worlds.fitting(pack_sizes(sizes))
        if not fitting or self._bank != bank:
            return {}
        hands = self.hands(next(iter(fitting)))
        return fitting if hands[self._viewer] == tuple(own) and [sum(hand) for hand in hands] == sizes else {}

    # --- cards come and go --------------------------------------------------------------------------------------------

    def _get(self, seat: int, resource: int, count: int = 1) -> None:
        self._bank[resource] -= count
        self._worlds.add(seat, count * CARD[resource])
        self._came[RESOURCES * seat + resource] = self._number

    def _pay(self, seat: int, cards: int) -> None:
        """Move packed cards from a hand to the bank."""
        self._worlds.remove(seat, cards)
        for resource, count in enumerate(unpack(cards)):
            self._bank[resource] += count

    def _hand_over(self, giver: int, taker: int, cards: int) -> None:
        """Move packed cards from hand to hand."""
        self._worlds.remove(giver, cards)
        self._worlds.add(taker, cards)
        for resource, count in enumerate(unpack(cards)):
            if count:
                self._came[RESOURCES * taker + resource] = self._number

    def _exchange(self, maker: int, taker: int, code: int) -> None:
        self._hand_over(maker, taker, given(code))
        self._hand_over(taker, maker, taken(code))

    def _claim(self, seat: int, site: int) -> None:
        """Let a building yield one card more at each of its hexes."""
        for hex_ in SITE_HEXES[3 * site : 3 * site + 3]:
            if hex_ >= 0:
                self._claims[hex_][seat] = self._claims[hex_].get(seat, 0) + 1

    # --- building -----------------------------------------------------------------------------------------------------

    def _settle(self, seat: int, code: int) -> None:
        site = action_number(code)
        self._claim(seat, site)
        self._pieces.note(a.BUILD_SETTLEMENT, seat, site)
        if not self._is_founding:
            self._pay(seat, _SETTLEMENT)
            return
        self._founded[seat] += 1
        if self._founded[seat] == 2:
            for hex_ in SITE_HEXES[3 * site : 3 * site + 3]:
                if hex_ >= 0 and self._terrain[hex_] < DESERT:
                    self._get(seat, self._terrain[hex_])

    def _raise_city(self, seat: int, code: int) -> None:
        self._claim(seat, action_number(code))
        self._pieces.note(a.BUILD_CITY, seat, action_number(code))
        self._pay(seat, _CITY)

    def _pave(self, seat: int, code: int) -> None:
        self._pieces.note(a.BUILD_ROAD, seat, action_number(code))
        if self._free:
            self._free = self._pieces.roads_left(seat, self._free - 1)
        elif not self._is_founding:
            self._pay(seat, _ROAD)

    def _stop_roads(self, seat: int, code: int) -> None:
        self._free = 0

    def _buy(self, seat: int, code: int) -> None:
        self._pay(seat, _CARD)

    # --- dice and robber ----------------------------------------------------------------------------------------------

    def _roll(self, seat: int, code: int) -> None:
        self._stack.begin_turn(seat)

    def _produce(self, seat: int, code: int) -> None:
        """Let the hexes yield that have the sum's token (PRO-1 to PRO-4)."""
        self._is_founding = False
        total = action_number(code)
        if total == SEVEN:
            self._start_robber(self._stack.turn)
            return
        claims: dict[int, dict[int, int]] = {}  # by resource and seat
        for hex_ in self._hexes_of[3 * total - 6 : 3 * total - 3]:
            if hex_ >= 0 and hex_ != self._robber and self._claims[hex_]:
                of_hex, terrain = self._claims[hex_], self._terrain[hex_]
                if terrain in claims:
                    seats = claims[terrain].keys() | of_hex.keys()
                    of_hex = {who: claims[terrain].get(who, 0) + of_hex.get(who, 0) for who in seats}
                claims[terrain] = of_hex
        for resource, of_resource in claims.items():
            self._pay_out(resource, of_resource)

    def _pay_out(self, resource: int, claims: dict[int, int]) -> None:
        """Pay all claims on a resource, or what the rule of shortages says (PRO-4)."""
        if sum(claims.values()) <= self._bank[resource]:
            for seat, count in claims.items():
                self._get(seat, resource, count)
        elif self._single and len(claims) == 1:
            self._get(min(claims), resource, self._bank[resource])

    def _start_robber(self, seat: int) -> None:
        """Move the robber if it has only one hex to go to, which is no ply (ROB-7)."""
        if self._friendly and self._players > 2:
            self._robber = self._pieces.only_hex(seat, self._robber)

    def _move_robber(self, seat: int, code: int) -> None:
        self._robber = action_number(code)

    def _steal(self, seat: int, code: int) -> None:
        resource, thief, victim = action_number(code), action_first(code), action_second(code)
        if resource < RESOURCES:
            self._worlds.steal(thief, victim, resource)
            self._came[RESOURCES * thief + resource] = self._number
        else:
            self._worlds.steal_unseen(thief, victim)
            self._came[RESOURCES * thief : RESOURCES * (thief + 1)] = [self._number] * RESOURCES

    def _discard(self, seat: int, code: int) -> None:
        cards = given(code)
        self._worlds.require_half(seat, cards >> SIZE_AT)  # ROB-1
        self._pay(seat, cards)

    # --- trade --------------------------------------------------------------------------------------------------------

    def _trade_with_bank(self, seat: int, code: int) -> None:
        rate, pair = divmod(action_number(code), RESOURCES * RESOURCES)
        give, take = divmod(pair, RESOURCES)
        self._pay(seat, rate * CARD[give])
        self._get(seat, take)

    def _make_offer(self, seat: int, code: int) -> None:
        self._offer = code
        self._worlds.require(seat, given(code))

    def _propose(self, seat: int, code: int) -> None:
        self._said[seat] = code
        self._worlds.require(seat, given(code))

    def _accept(self, seat: int, code: int) -> None:
        if self._offer:
            self._worlds.require(seat, taken(self._offer))

    def _close_deal(self, seat: int, code: int) -> None:
        if self._offer:
            self._exchange(seat, action_number(code), self._offer)

    def _take_proposal(self, seat: int, code: int) -> None:
        maker = action_number(code)
        if self._said[maker]:
            self._exchange(maker, seat, self._said[maker])

    # --- development cards --------------------------------------------------------------------------------------------

    def _draw(self, seat: int, code: int) -> None:
        self._stack.draw(action_first(code), action_number(code))

    def _play(self, seat: int, code: int) -> None:
        self._stack.play(seat, action_kind(code))

    def _play_knight(self, seat: int, code: int) -> None:
        self._play(seat, code)
        self._pieces.note(a.PLAY_KNIGHT, seat, 0)
        self._start_robber(seat)

    def _play_roads(self, seat: int, code: int) -> None:
        self._play(seat, code)
        self._free = self._pieces.grant_roads(seat)

    def _play_plenty(self, seat: int, code: int) -> None:
        self._play(seat, code)
        for resource in (a.PLENTY_FIRST[action_number(code)], a.PLENTY_SECOND[action_number(code)]):
            if resource >= 0:
                self._get(seat, resource)

    def _play_monopoly(self, seat: int, code: int) -> None:
        self._play(seat, code)
        self._worlds.monopolize(seat, action_number(code))
        self._came[RESOURCES * seat + action_number(code)] = self._number

    def _retire_knight(self, seat: int, code: int) -> None:
        self._stack.retire_knight()


_HANDLERS: Final[dict[int, Callable[[Beliefs, int, int], None]]] = {
    a.ROLL: Beliefs._roll,
    a.DICE_ROLLED: Beliefs._produce,
    a.BUILD_SETTLEMENT: Beliefs._settle,
    a.BUILD_CITY: Beliefs._raise_city,
    a.BUILD_ROAD: Beliefs._pave,
    a.STOP_ROADS: Beliefs._stop_roads,
    a.BUY_CARD: Beliefs._buy,
    a.MOVE_ROBBER: Beliefs._move_robber,
    a.CARD_STOLEN: Beliefs._steal,
    a.DISCARD: Beliefs._discard,
    a.TRADE_BANK: Beliefs._trade_with_bank,
    a.OFFER_TRADE: Beliefs._make_offer,
    a.COUNTER_OFFER: Beliefs._propose,
    a.PROPOSE_TRADE: Beliefs._propose,
    a.ACCEPT: Beliefs._accept,
    a.CLOSE_DEAL: Beliefs._close_deal,
    a.TAKE_PROPOSAL: Beliefs._take_proposal,
    a.CARD_DRAWN: Beliefs._draw,
    a.PLAY_KNIGHT: Beliefs._play_knight,
    a.PLAY_ROADS: Beliefs._play_roads,
    a.PLAY_PLENTY: Beliefs._play_plenty,
    a.PLAY_MONOPOLY: Beliefs._play_monopoly,
    a.RETIRE_KNIGHT: Beliefs._retire_knight,
}
_STEPS: Final = tuple(_HANDLERS.get(kind) for kind in range(64))


def _settled(seen: CoreView, log: tuple[int, ...]) -> int:
    """Tell how many plies of a log have their effect: while some still discard, what others laid down has none."""
    end = len(log)
    while seen.s[PHASE] == DISCARDING and end and action_kind(ply_action(log[end - 1])) == a.DISCARD:
        end -= 1
    return end


def _first_robber(s: list[int]) -> int:
    """Tell where the robber began: where it was told to, or on a desert; which of two does not matter (BRD-11)."""
    deserts = [hex_ for hex_ in range(HEXES) if s[TERRAIN + hex_] == DESERT]
    return s[ROBBER_START] if s[ROBBER_START] >= 0 or not deserts else deserts[0]


def _hand(s: list[int], seat: int) -> list[int]:
    return s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
