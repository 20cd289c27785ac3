"""Exact card counting: all hands that fit the log as a seat knows it, each with its probability.

Hands are public except for thefts between two others. At a theft, every possibility branches into the kinds that the
victim may have lost, in proportion to its hand; what a player later pays, offers, accepts or discards rules out the
possibilities in which it could not. Choices are not treated as evidence of what else a player holds, unless functions
are passed that do (`Evidence`). A monopoly brings as much as each possibility says; the sizes of the hands in the view
then rule out the others. So does the bank where a log tells only the number of discards. Above a limit the least likely
possibilities are dropped.

A log may come from another table, with mistakes. What it does not explain is taken from the view: see `lost_at`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
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
    with_totals,
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
    hidden_number,
    ply_action,
    ply_seat,
)
from longroad.core.layout import BANK, HAND, HAND_SIZE, OFFER, PHASE, PLAYERS, RESOURCES, ROBBER, SEATS
from longroad.core.onlooker import Change, Onlooker, beginning_of
from longroad.core.phases import DISCARDING, OVER
from longroad.core.rules.hands import cards_of_each, is_unlimited, stack_of
from longroad.core.state import View as CoreView
from longroad.game.view import View
from longroad.notation.actions import Ply
from longroad.notation.resources import Resources

# How likely a ply is, given the table before it and the hands of all seats: any number from 0 on, to a common factor.
Evidence = Callable[[Ply, View, tuple[Resources, ...]], float]

SEVEN: Final = 7
NOT_SINCE: Final = -1  # the number of a ply before the first
_OFFERING: Final = frozenset((OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE))


class Beliefs:
    """A seat's beliefs about the hands, from the log as it knows it.

    Functions of `evidence` are called with every ply, the table before it as the seat knew it, and possible hands; each
    returns how likely the ply was if these were the hands. In the view before the ply, the sizes of hands may be too
    large after a monopoly: the log does not tell its yield.

    >>> from longroad import Game
    >>> game = Game("beginner", seed=7)
    >>> beliefs = Beliefs().follow(game.view(0))
    >>> [hands[1] for hands, _ in beliefs.possibilities()] == [tuple(game.view(1).hand(1))]
    True
    """

    def __init__(self, evidence: Iterable[Evidence] = ()) -> None:
        self._evidence = tuple(evidence)
        self._log: tuple[int, ...] = ()
        self._header: list[int] = []

    def follow(self, view: View) -> Beliefs:
        """Continue to the view's ply; from the beginning if its log does not continue the one followed so far.

        A log that contradicts itself or the view never raises. Raises `ValueError` for the public's view, and for a
        likelihood below zero.
        """
        seen, log = view.seen, view.log
        header = [seat_of(view), is_unlimited(seen.s), *seen.s[:ROBBER]]
        settled = log[: _settled(seen, log)]
        followed = len(self._log)
        if header != self._header or settled[:followed] != self._log:
            self._begin(seen)
            followed = 0
        self._header = []  # if evidence raises, the next view starts from the beginning
        for number in range(followed, len(settled)):
            self._play(settled, number)
        self._header, self._log = header, settled
        self._fitting = self._fit(view)
        return self

    @property
    def is_known(self) -> bool:
        """Whether the log explains the hands; it does not in a game that began from a position."""
        return bool(self._fitting)

    @property
    def is_exact(self) -> bool:
        """Whether no possibility was left out."""
        return self.is_known and not self._worlds.is_cut

    @property
    def lost_at(self) -> int | None:
        """The number of the ply with which the log stopped explaining the hands; None if it explains them.

        It is the length of the log if only the view contradicts it: the sizes of the hands, the bank, or known cards.
        """
        return None if self._fitting else len(self._log) if self._lost_at is None else self._lost_at

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
        self._lost_at: int | None = None
        self._is_readable = True  # whether the rules could play the log so far
        self._stack = Stack(seen)
        for at, count in enumerate(self._onlooker.state.s[HAND:HAND_SIZE]):  # BRD-9
            self._worlds.add(at // RESOURCES, count * CARD[at % RESOURCES])

    def _fit(self, view: View) -> dict[int, float]:
        """Return the worlds that fit a view; none if the log contradicts it."""
        s = view.seen.s
        if s[PHASE] == OVER:
            return {pack_all([_hand(s, seat) for seat in range(self._players)]): 1.0}
        fitting = self._of_two(s) if self._players == 2 and view.is_bank_counted else self._of_log(view)
        for seat in range(self._players):
            known = view.at_least(seat)
            if known:
                fitting = {
                    world: odds for world, odds in fitting.items() if Resources(*self.hands(world)[seat]) >= known
                }
        return fitting

    def _of_two(self, s: list[int]) -> dict[int, float]:
        """Return the hands of two players: the other has what neither the bank nor the viewer has."""
        own = _hand(s, self._viewer)
        left = [each - held for each, held in zip(_cards_in_hands(s), own, strict=True)]
        if min(left) < 0 or sum(left) != s[HAND_SIZE + 1 - self._viewer] or sum(own) != s[HAND_SIZE + self._viewer]:
            return {}
        return {pack_all([own, left] if self._viewer == 0 else [left, own]): 1.0}

    def _of_log(self, view: View) -> dict[int, float]:
        """Return the worlds of the log, if they fit a view."""
        s = view.seen.s
        sizes = s[HAND_SIZE : HAND_SIZE + self._players]
        fitting = self._worlds.fitting(pack_sizes(sizes))
        if not fitting:
            return {}
        if self._worlds.totals_differ and view.is_bank_counted:
            fitting = with_totals(fitting, self._players, self._viewer, _cards_in_hands(s))
        elif view.is_bank_counted and self._onlooker.state.s[BANK : BANK + RESOURCES] != s[BANK : BANK + RESOURCES]:
            return {}
        hands = self.hands(next(iter(fitting))) if fitting else ()
        fits = hands and hands[self._viewer] == tuple(_hand(s, self._viewer)) and [*map(sum, hands)] == sizes
        return fitting if fits else {}

    # --- a ply --------------------------------------------------------------------------------------------------------

    def _play(self, log: Sequence[int], number: int) -> None:
        """Play a ply of the log, and update the beliefs; the log may be wrong."""
        if self._evidence and self._worlds:
            self._weigh(log, number)
        if self._is_readable:
            try:
                self._play_readable(log, number)
            except (ArithmeticError, LookupError, ValueError):  # the rules assume that what they play is legal
                self._is_readable = self._stack.is_known = False
                self._worlds.clear()
        if self._lost_at is None and not self._worlds:
            self._lost_at = number

    def _weigh(self, log: Sequence[int], number: int) -> None:
        """Weigh a ply that is about to be played by the evidence."""
        ply = Ply.from_code(log[number])
        before = View(self._onlooker.state.view(self._viewer), log[:number])

        def likelihood(world: int) -> float:
            hands = tuple(Resources(*hand) for hand in self.hands(world))
            odds = [evidence(ply, before, hands) for evidence in self._evidence]
            if min(odds) < 0:
                raise ValueError(f"the likelihood of '{ply}' is {min(odds)}: expected a number from 0 on")
            return prod(odds)

        self._worlds.weigh(likelihood)

    def _play_readable(self, log: Sequence[int], number: int) -> None:
        """Play a ply that the rules can play."""
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
            if resource == UNKNOWN:
                self._worlds.require_half(seat, -gain)
                self._worlds.discard_unseen(seat, -gain)
            elif gain < 0:
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


def _discards_after(log: Sequence[int], number: int) -> dict[int, int | None]:
    """Return by seat how many cards are discarded right after a ply; None where that is unknown."""
    sizes: dict[int, int | None] = {}
    for entry in log[number + 1 : number + 1 + SEATS]:
        action = ply_action(entry)
        if action_kind(action) != DISCARD:
            break
        hidden = hidden_number(action)
        sizes[ply_seat(entry)] = given(action) >> SIZE_AT if hidden is None else hidden or None
    return sizes


def _asked(s: Sequence[int]) -> int:
    """Pack what the open offer takes."""
    return sum(max(-s[OFFER + resource], 0) * card for resource, card in enumerate(CARD))


def _hand(s: list[int], seat: int) -> list[int]:
    return s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]


def _cards_in_hands(s: list[int]) -> list[int]:
    """Return by resource how many cards the bank does not hold."""
    return [cards_of_each(s) - stack_of(s, resource) for resource in range(RESOURCES)]
