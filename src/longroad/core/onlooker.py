"""Follows a game without seeing all cards: the rules play every ply on a state of the onlooker's own.

What is hidden is filled in so that everything public is right. Hidden hands hold any cards in the right number, cards
that were drawn unseen are knights, and nobody has victory point cards until they are shown. Only the yield of a
monopoly depends on hidden hands: after one, the sizes of hands are upper bounds until later plies say more. So card
counting needs no rules of its own: `play` returns how the hands change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from longroad.core.actions import (
    CARD_DRAWN,
    CARD_STOLEN,
    CARD_TAKEN,
    DISCARD,
    END_TURN,
    GIVE_CARDS,
    PLAY_MONOPOLY,
    UNKNOWN,
    action_first,
    action_kind,
    action_number,
    action_second,
    bundle,
    hidden_number,
    spread,
    with_number,
)
from longroad.core.island.setup import place_robber
from longroad.core.layout import (
    ACTOR,
    BANK,
    CARD_KINDS,
    CARDS,
    CARDS_SIZE,
    CHANCE,
    DECK,
    DECK_SIZE,
    DISCARD_LIMIT,
    FRESH,
    HAND,
    HAND_SIZE,
    PHASE,
    PLAYERS,
    QUEUE,
    RESOURCES,
    SEATS,
    TURN,
    VICTIM,
)
from longroad.core.legality.codes import REFUSALS, Refusal
from longroad.core.legality.refusal import refusal
from longroad.core.phases import PHASE_TABLE, SPECIAL_BUILDING, THEFT
from longroad.core.rules.apply import apply
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.hands import UNLIMITED_STACK, is_unlimited
from longroad.core.rules.robber import discard_due
from longroad.core.rules.start import start_game
from longroad.core.state import State, View
from longroad.core.words import POINT_CARD


class Change(NamedTuple):
    """Cards that a hand gains (positive) or loses (negative); `UNKNOWN` is a resource that the onlooker cannot see."""

    seat: int
    resource: int
    gain: int


class Onlooker:
    """A game as a seat or the public follows it.

    >>> from longroad.core.actions import DICE_ROLLED, ROLL, action
    >>> from longroad.core.ruleset import Ruleset
    >>> onlooker = Onlooker(State.new(Ruleset.preset("beginner")), viewer=0)
    >>> onlooker.play(0, ROLL)
    []
    >>> onlooker.play(CHANCE, action(DICE_ROLLED, 9))
    [Change(seat=1, resource=1, gain=1), Change(seat=3, resource=3, gain=1)]
    """

    def __init__(self, beginning: State, viewer: int) -> None:
        self.state = beginning
        self.viewer = viewer
        self._unseen: set[int] = set()  # seats whose discards after the last 7 are hidden
        self._is_unlimited = is_unlimited(beginning.s)

    def play(self, seat: int, action: int) -> list[Change]:
        """Play a ply as the viewer may know it; return how the hands change.

        What a monopoly takes from hidden hands is not among the changes.
        """
        s = self.state.s
        kind = action_kind(action)
        if s[PHASE] == SPECIAL_BUILDING and seat != CHANCE:
            self._pass_until(seat, kind)
        if kind == PLAY_MONOPOLY:
            self._hide_yield(seat, action_number(action))
        elif kind == CARD_STOLEN:  # the sizes of hands may not show who could be robbed
            s[PHASE], s[TURN], s[VICTIM] = THEFT, action_first(action), action_second(action)
        changes = self._play_kind(seat, action)
        if self._is_unlimited:
            _keep_unlimited(s)
        return changes

    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Return the rule that forbids a ply, as far as the viewer can see; None if no rule does."""
        self._fill_hands()
        return REFUSALS[refusal(self.state.s, self.state.m, seat, self.filled(seat, action))]

    def revealed(self, action: int) -> int:
        """Return an action with its card if everybody knows that: one drawn from the queue under the stack (DEV-6)."""
        s = self.state.s
        if action_kind(action) != CARD_DRAWN or s[DECK_SIZE] > 0 or s[QUEUE] < 0:
            return action
        return with_number(action, s[QUEUE])

    def filled(self, seat: int, action: int) -> int:
        """Return an action with some card in the place of one that is hidden."""
        kind, s = action_kind(action), self.state.s
        if not is_hidden(action):
            return action
        if kind in (DISCARD, GIVE_CARDS):
            due = FORCED_CARDS if kind == GIVE_CARDS else discard_due(s, seat)
            return bundle(kind, spread(hidden_number(action) or due))
        known = self.revealed(action)
        return with_number(known, 0) if is_hidden(known) else known

    def expect_discards(self, sizes: Mapping[int, int | None]) -> None:
        """Before a 7, set the sizes of hands from the discards after it, by seat: a monopoly may have hidden them.

        A size is None where not even the number of cards is known.
        """
        s = self.state.s
        for seat in range(s[PLAYERS]):
            size = sizes.get(seat, 0)
            if size is not None and discard_due(s, seat) != size:
                s[HAND_SIZE + seat] = 2 * size + 1 if size else s[DISCARD_LIMIT]

    def _play_kind(self, seat: int, action: int) -> list[Change]:
        """Play a ply as the rules can: with some cards in the place of hidden ones."""
        if action_kind(action) == DISCARD:
            return self._discard(seat, action)
        if is_hidden(action):
            return self._play_hidden(seat, action)
        return self._play_open(seat, action)

    def _play_open(self, seat: int, action: int) -> list[Change]:
        """Play a ply whose cards are known."""
        s = self.state.s
        before = s[HAND:HAND_SIZE]
        apply(s, self.state.m, seat, action)
        after = s[HAND:HAND_SIZE]
        if before == after:
            return []
        return [
            Change(at // RESOURCES, at % RESOURCES, new - old)
            for at, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]

    # --- what is hidden -----------------------------------------------------------------------------------------------

    def _discard(self, seat: int, action: int) -> list[Change]:
        """Play a discard; all hands change with the last one (ROB-4)."""
        if is_hidden(action):
            self._unseen.add(seat)
        changes = self._play_open(seat, self.filled(seat, action))
        if changes and self._unseen:
            changes = self._hide_kinds(changes)
            self._unseen.clear()
        return changes

    def _hide_kinds(self, changes: list[Change]) -> list[Change]:
        """Return changes without the kinds of hidden discards."""
        numbers = dict.fromkeys(sorted(self._unseen), 0)
        for seat, _, gain in changes:
            if seat in numbers:
                numbers[seat] += gain
        if not self._is_unlimited:  # of an unlimited bank only the sum of its stacks matters
            self._raise_bank(-sum(numbers.values()), [change for change in changes if change.seat in numbers])
        known = [change for change in changes if change.seat not in numbers]
        return known + [Change(seat, UNKNOWN, gain) for seat, gain in numbers.items() if gain]

    def _raise_bank(self, number: int, changes: list[Change]) -> None:
        """Set the bank to as many cards of each resource as it may have after `number` hidden discards."""
        s = self.state.s
        for _, resource, gain in changes:
            s[BANK + resource] += gain
        for resource in range(RESOURCES):
            s[BANK + resource] += number

    def _play_hidden(self, seat: int, action: int) -> list[Change]:
        """Play a ply whose cards are hidden."""
        s = self.state.s
        before = s[HAND_SIZE : HAND_SIZE + SEATS]
        apply(s, self.state.m, seat, self.filled(seat, action))
        sizes = zip(before, s[HAND_SIZE : HAND_SIZE + SEATS], strict=True)
        return [Change(seat, UNKNOWN, new - old) for seat, (old, new) in enumerate(sizes) if old != new]

    def _fill_hands(self) -> None:
        """Fill every hidden hand with any cards, in the right number; nobody has point cards until they are shown."""
        s = self.state.s
        for seat in range(s[PLAYERS]):
            if seat == self.viewer:
                continue
            for resource in range(RESOURCES):
                s[HAND + RESOURCES * seat + resource] = s[HAND_SIZE + seat]
            for kind in range(CARD_KINDS):
                s[CARDS + CARD_KINDS * seat + kind] = 0 if kind == POINT_CARD else s[CARDS_SIZE + seat]
                s[FRESH + CARD_KINDS * seat + kind] = 0
        for kind in range(CARD_KINDS):
            s[DECK + kind] = s[DECK_SIZE]

    def _hide_yield(self, seat: int, resource: int) -> None:
        """Before a monopoly, remove the resource from hidden hands, and add the most that it can take to the hand."""
        s = self.state.s
        others = [other for other in range(s[PLAYERS]) if other != seat]
        for other in others:
            s[HAND + RESOURCES * other + resource] = 0
        s[HAND_SIZE + seat] += sum(s[HAND_SIZE + other] for other in others)

    def _pass_until(self, seat: int, kind: int) -> None:
        """Pass for seats that get to build only because their hands are counted at their largest (EXT-1).

        The next player, who may be one of them, also passes before the turn begins.
        """
        s, m = self.state.s, self.state.m
        is_building = kind in PHASE_TABLE[SPECIAL_BUILDING].kinds
        while s[PHASE] == SPECIAL_BUILDING and not (is_building and s[ACTOR] == seat):
            apply(s, m, s[ACTOR], END_TURN)


def beginning_of(view: View) -> State:
    """Return the state before the first ply of the game that a view shows."""
    state = State(view.s.copy(), view.m.copy())
    place_robber(state.s, 0, 0)  # with two deserts it does not matter on which it is (BRD-11)
    start_game(state.s, state.m)
    return state


def _keep_unlimited(s: list[int]) -> None:
    """Keep the stacks of an unlimited bank below zero, and their sum, after discards and payments of unknown kinds."""
    stacks = s[BANK : BANK + RESOURCES]
    if max(stacks) <= UNLIMITED_STACK:
        return
    if sum(stacks) > RESOURCES * UNLIMITED_STACK:  # a log with more payments than cards
        stacks = [UNLIMITED_STACK] * RESOURCES
    while max(stacks) > UNLIMITED_STACK:
        stacks[stacks.index(max(stacks))] -= 1
        stacks[stacks.index(min(stacks))] += 1
    s[BANK : BANK + RESOURCES] = stacks


def is_hidden(action: int) -> bool:
    """Whether the cards of an action are hidden."""
    kind = action_kind(action)
    if kind in (DISCARD, GIVE_CARDS):
        return hidden_number(action) is not None
    return kind in (CARD_DRAWN, CARD_STOLEN, CARD_TAKEN) and action_number(action) == UNKNOWN
