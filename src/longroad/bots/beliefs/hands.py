"""Exact card counting: all hands that fit the log as a seat knows it, each with its probability.

Hands are public except for thefts between two others. At a theft, every possibility branches into the kinds that the
victim may have lost, in proportion to its hand; what a player later pays, offers, accepts or discards rules out the
possibilities in which it could not. Choices are not treated as evidence of what else a player holds. A monopoly brings
as much as each possibility says; the sizes of the hands in the view then rule out the others. Above a limit the least
likely possibilities are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from longroad.bots.beliefs.cards import Stack
from longroad.bots.beliefs.worlds import (
    CARD,
    SIZE_AT,
    Hand,
    Worlds,
    given,
    pack_all,
    pack_sizes,
    unpack_all,
)
from longroad.bots.protocol import seat_of
from longroad.core.actions import (
    ACCEPT,
    CARD_STOLEN,
    COUNTER_OFFER,
    DICE_ROLLED,
    DISCARD,
    OFFER_TRADE,
    PLAY_MONOPOLY,
    PROPOSE_TRADE,
    UNKNOWN,
    action_kind,
    action_number,
    ply_action,
    ply_seat,
)
from longroad.core.island.material import BANK_CARDS
from longroad.core.layout import BANK, HAND, HAND_SIZE, ISLAND, OFFER, PHASE, PLAYERS, RESOURCES, ROBBER, SEATS
from longroad.core.onlooker import Change, Onlooker, beginning_of
from longroad.core.phases import DISCARDING, OVER
from longroad.core.state import View as CoreView
from longroad.game.view import View

SEVEN: Final = 7
NOT_SINCE: Final = -1  # the number of a ply before the first
_OFFERING: Final = frozenset((OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE))


class Beliefs:
    """A seat's beliefs about the hands, from the log as it knows it.

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
        """Continue to the view's ply; from the beginning if its log does not continue the one followed so far.

        Raises `ValueError` for the public's view.
        """
        seen, log = view.seen, view.log
        header = [seat_of(view), *seen.s[:ROBBER]]
        settled = log[: _settled(seen, log)]
        if header != self._header or settled[: len(self._log)] != self._log:
            self._begin(seen)
            self._header, self._log = header, ()
        for number in range(len(self._log), len(settled)):
            self._play(settled, number)
        self._log = settled
        self._fitting = self._fit(seen.s)
        return self

    @property
    def is_known(self) -> bool:
        """Whether the log shows where the cards came from; it does not in a game that began from a position."""
        return bool(self._fitting)

    @property
    def is_exact(self) -> bool:
        """Whether no possibility was left out."""
        return self.is_known and not self._worlds.is_cut

    @property
    def stack(self) -> Stack:
        """What the log shows about development cards."""
        return self._stack

    @property
    def worlds(self) -> dict[int, float]:
        """The packed worlds that fit the view, with their weights; empty if the log does not explain the hands."""
        return self._fitting

    def possibilities(self) -> Iterator[tuple[tuple[Hand, ...], float]]:
        """Yield all possible hands by seat, with their probabilities; nothing if the log does not explain the hands."""
        total = sum(self._fitting.values())
        for world, weight in self._fitting.items():
            yield self.hands(world), weight / total

    def hands(self, world: int) -> tuple[Hand, ...]:
        """Return the hands of a world by seat."""
        return unpack_all(world, self._players)

    def came(self, seat: int) -> Hand:
        """Return by resource the number of the last ply that brought a seat one, or may have."""
        return tuple(self._came[RESOURCES * seat : RESOURCES * (seat + 1)])

    # --- beginning and end --------------------------------------------------------------------------------------------

    def _begin(self, seen: CoreView) -> None:
        self._viewer = seen.viewer
        self._players = seen.s[PLAYERS]
        self._onlooker = Onlooker(beginning_of(seen), self._viewer)
        self._worlds = Worlds(self._viewer, self._players)
        self._came = [NOT_SINCE] * (RESOURCES * SEATS)
        self._stack = Stack(seen)
        for at, count in enumerate(self._onlooker.state.s[HAND:HAND_SIZE]):  # BRD-9
            self._worlds.add(at // RESOURCES, count * CARD[at % RESOURCES])

    def _fit(self, s: list[int]) -> dict[int, float]:
        """Return the worlds that fit a view; none if the log contradicts it."""
        seats = range(self._players)
        if s[PHASE] == OVER:
            return {pack_all([_hand(s, seat) for seat in seats]): 1.0}
        own = _hand(s, self._viewer)
        bank = s[BANK : BANK + RESOURCES]
        if self._players == 2:  # with two players, the other has what neither the bank nor the viewer has
            left = [BANK_CARDS[s[ISLAND]] - count - held for count, held in zip(bank, own, strict=True)]
            return {pack_all([own, left] if self._viewer == 0 else [left, own]): 1.0}
        sizes = s[HAND_SIZE : HAND_SIZE + self._players]
        fitting = self._worlds.fitting(pack_sizes(sizes))
        if not fitting or self._onlooker.state.s[BANK : BANK + RESOURCES] != bank:
            return {}
        hands = self.hands(next(iter(fitting)))
        return fitting if hands[self._viewer] == tuple(own) and [sum(hand) for hand in hands] == sizes else {}

    # --- a ply --------------------------------------------------------------------------------------------------------

    def _play(self, log: Sequence[int], number: int) -> None:
        """Play a ply of the log, and update the beliefs."""
        seat, action = ply_seat(log[number]), ply_action(log[number])
        kind = action_kind(action)
        if kind in _OFFERING:
            self._worlds.require(seat, given(action))
        elif kind == ACCEPT:
            self._worlds.require(seat, _asked(self._onlooker.state.s))
        elif kind == DICE_ROLLED and action_number(action) == SEVEN:
            self._onlooker.expect_discards(_discards_after(log, number))
        self._stack.follow(seat, self._onlooker.revealed(action))
        changes = self._onlooker.play(seat, action)
        if kind == CARD_STOLEN:
            self._steal(changes, number)
        elif kind == PLAY_MONOPOLY:
            self._worlds.monopolize(seat, action_number(action))
            self._came[RESOURCES * seat + action_number(action)] = number
        elif changes:
            self._move_cards(changes, number, is_half=kind == DISCARD)

    def _move_cards(self, changes: list[Change], number: int, is_half: bool) -> None:
        """Apply changes of hands; a seat held what it loses, and discards are half of its cards (ROB-1)."""
        losses = [0] * SEATS
        for seat, resource, gain in changes:
            if gain < 0:
                losses[seat] -= gain * CARD[resource]
            else:
                self._worlds.add(seat, gain * CARD[resource])
                self._came[RESOURCES * seat + resource] = number
        for seat, cards in enumerate(losses):
            if cards:
                if is_half:
                    self._worlds.require_half(seat, cards >> SIZE_AT)
                self._worlds.remove(seat, cards)

    def _steal(self, changes: list[Change], number: int) -> None:
        """Move a stolen card, and weigh the possible hands of the victim."""
        victim, thief = sorted(changes, key=lambda change: change.gain)
        if thief.resource == UNKNOWN:
            self._worlds.steal_unseen(thief.seat, victim.seat)
            self._came[RESOURCES * thief.seat : RESOURCES * (thief.seat + 1)] = [number] * RESOURCES
        else:
            self._worlds.steal(thief.seat, victim.seat, thief.resource)
            self._came[RESOURCES * thief.seat + thief.resource] = number


def _settled(seen: CoreView, log: Sequence[int]) -> int:
    """Return how many plies of a log have taken effect: a 7 has not while discards are awaited."""
    end = len(log)
    if seen.s[PHASE] != DISCARDING:
        return end
    while end and action_kind(ply_action(log[end - 1])) == DISCARD:
        end -= 1
    return max(end - 1, 0)


def _discards_after(log: Sequence[int], number: int) -> dict[int, int]:
    """Return by seat how many cards are discarded right after a ply."""
    sizes = {}
    for entry in log[number + 1 : number + 1 + SEATS]:
        action = ply_action(entry)
        if action_kind(action) != DISCARD:
            break
        sizes[ply_seat(entry)] = given(action) >> SIZE_AT
    return sizes


def _asked(s: Sequence[int]) -> int:
    """Pack what the open offer takes."""
    return sum(max(-s[OFFER + resource], 0) * card for resource, card in enumerate(CARD))


def _hand(s: list[int], seat: int) -> list[int]:
    return s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
