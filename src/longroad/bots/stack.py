"""Development cards that are hidden: what the log tells about each, and how likely the rest is.

A card that was drawn from the stack may be any that nobody has seen. A knight or a progress card is played sooner or
later, a victory point card never is: so a card that its owner could have played for so many turns counts for a victory
point card the more, by the factor `KEPT` a turn that the others lose. Nobody holds victory points that would have won.
Cards of the queue under the stack are public, and so are those that were drawn from it (DEV-6).
"""

from __future__ import annotations

from math import perm
from random import Random
from typing import Final, NamedTuple

from longroad.core.cards import card_of
from longroad.core.layout import (
    ACTOR,
    CARD_KINDS,
    CARDS,
    CARDS_SIZE,
    DECK_SIZE,
    DUEL,
    ISLAND,
    KNIGHTS,
    NOBODY,
    PLAYERS,
    POINT_CARDS,
    POINTS,
    PROGRESS_CARDS,
    QUEUE,
    QUEUE_SIZE,
    SEATS,
    TURN,
    VICTORY_POINTS,
    WIN_ON,
)
from longroad.core.material import STACK
from longroad.core.ruleset import OWN_TURN, POINTS_NEXT_TURN, RECYCLED
from longroad.core.state import View as CoreView
from longroad.core.words import KNIGHT_CARD, POINT_CARD

# Of the knights and progress cards that could be played on a turn, those that are not. Games of novices are foretold
# best by about 0.4 with four players and 0.6 with six; whoever plays better keeps a knight for the day it is needed.
KEPT: Final = 0.6
SURPRISE: Final = 0.01  # how much less likely points are that would have won, had all points been there before
UNSEEN: Final = -1  # a kind that nobody else has seen


class Slot(NamedTuple):
    """A card in hand: on which of its owner's turns it was drawn, and its kind, if everybody knows it."""

    drawn: int
    kind: int


class Stack:
    """The development cards as the log tells of them."""

    def __init__(self, seen: CoreView) -> None:
        self.turn = NOBODY  # whose turn it was when somebody last rolled or played a card
        self.slots: list[list[Slot]] = [[] for _ in range(SEATS)]
        self.turns = [0] * SEATS  # of each seat
        self.gone = [0] * CARD_KINDS  # cards that left the game
        self.is_told = True  # whether the log tells where all cards came from
        self.built_since = [False] * SEATS  # who bought a card on another's turn since its own
        self._queue: list[int] = []
        self._left = sum(STACK[CARD_KINDS * seen.s[ISLAND] : CARD_KINDS * (seen.s[ISLAND] + 1)])
        self._recycles = seen.s[PROGRESS_CARDS] == RECYCLED

    def begin_turn(self, seat: int) -> None:
        """Take note that a seat is on turn."""
        if seat != self.turn:
            self.turn = seat
            self.turns[seat] += 1
            self.built_since[seat] = False

    def draw(self, seat: int, kind: int) -> None:
        """Let a seat draw a card, from the stack or the queue under it."""
        if self._left:
            self._left -= 1
            kind = kind if kind < CARD_KINDS else UNSEEN
        else:
            kind = self._queue.pop(0) if self._queue else UNSEEN
        self.slots[seat].append(Slot(self.turns[seat], kind))
        self.built_since[seat] = self.built_since[seat] or seat != self.turn

    def play(self, seat: int, kind: int) -> None:
        """Let a seat play a card: one that is known to be in its hand, else the one that it drew last."""
        self.begin_turn(seat)
        card = card_of(kind)
        playable = [slot for slot in self.slots[seat] if slot.drawn < self.turns[seat] and slot.kind in (card, UNSEEN)]
        if not playable:
            self.is_told = False
            return
        self.slots[seat].remove(max(playable, key=lambda slot: (slot.kind, slot.drawn)))
        if card != KNIGHT_CARD:
            if self._recycles:
                self._queue.append(card)
            else:
                self.gone[card] += 1

    def retire_knight(self) -> None:
        """Take a knight out of the game (DUO-10)."""
        self.gone[KNIGHT_CARD] += 1


class Dealt(NamedTuple):
    """Development cards dealt to the stack and to all hands, as the fields of a state hold them."""

    deck: list[int]
    cards: list[int]  # those in hand, then those of them that are fresh


class _Split(NamedTuple):
    """So many of a seat's cards of earlier turns and of its fresh ones are victory point cards."""

    old: int
    fresh: int
    weight: float


class CardOdds:
    """How the hidden development cards may lie, ready to be dealt."""

    def __init__(self, seen: CoreView, stack: Stack) -> None:
        s = seen.s
        self._hidden = [seat for seat in range(s[PLAYERS]) if seat != seen.viewer]
        self._cards = s[CARDS : CARDS + 2 * CARD_KINDS * SEATS]
        self._deck_size = s[DECK_SIZE]
        slots = _slots_now(s, stack)
        unseen = _unseen(s, stack.gone if stack.is_told else [0] * CARD_KINDS)
        is_told = stack.is_told and all(len(slots[seat]) == s[CARDS_SIZE + seat] for seat in self._hidden)
        if is_told:
            for seat in self._hidden:
                for age, kind in slots[seat]:
                    if kind != UNSEEN:
                        unseen[kind] -= 1
                        self._put(self._cards, seat, kind, is_fresh=age == 0)
        ages = {seat: [age for age, kind in slots[seat] if kind == UNSEEN] for seat in self._hidden}
        self._excess = sum(unseen) - s[DECK_SIZE] - sum(map(len, ages.values()))
        if not is_told or self._excess or min(unseen) < 0:
            self._cards = s[CARDS : CARDS + 2 * CARD_KINDS * SEATS]
            unseen = _unseen(s, [0] * CARD_KINDS)
            age = 0 if s[POINT_CARDS] == POINTS_NEXT_TURN else 1
            ages = {seat: [age] * s[CARDS_SIZE + seat] for seat in self._hidden}
            self._excess = sum(unseen) - s[DECK_SIZE] - sum(s[CARDS_SIZE + seat] for seat in self._hidden)
        self._may_go = [kind for kind in range(POINT_CARD) if kind != KNIGHT_CARD or s[DUEL]]
        self._point_cards = unseen[POINT_CARD]
        self._others = [kind for kind in range(POINT_CARD) for _ in range(unseen[kind])]
        self._old = {seat: sum(age > 0 for age in ages[seat]) for seat in self._hidden}
        self._fresh = {seat: sum(age == 0 for age in ages[seat]) for seat in self._hidden}
        self._splits = [_splits(s, seat, ages[seat], stack.built_since[seat]) for seat in self._hidden]
        self._totals = self._add_up()

    @staticmethod
    def _put(cards: list[int], seat: int, kind: int, is_fresh: bool, count: int = 1) -> None:
        cards[CARD_KINDS * seat + kind] += count
        if is_fresh:
            cards[CARD_KINDS * (SEATS + seat) + kind] += count

    def _add_up(self) -> list[list[float]]:
        """Add up the weights of all ways to go on, by hidden seats dealt to and victory point cards dealt."""
        number = sum(self._old.values()) + sum(self._fresh.values())
        points = range(self._point_cards + 1)
        totals = [[self._ways_to_deal(number, held) for held in points]]
        for splits in reversed(self._splits):
            after = totals[-1] + [0.0] * number  # nobody can hold more
            totals.append([sum(weight * after[held + old + fresh] for old, fresh, weight in splits) for held in points])
        return totals[::-1]

    def _ways_to_deal(self, number: int, held: int) -> float:
        """Count the ways to deal hidden hands of so many cards with so many victory point cards in them."""
        in_deck = self._point_cards - held
        if held > number or in_deck > self._deck_size:
            return 0.0
        return float(perm(self._point_cards, held) * perm(len(self._others) - self._excess, number - held))

    def deal(self, chance: Random) -> Dealt:
        """Deal the hidden cards."""
        cards = self._cards.copy()
        others = self._without_gone(chance) if self._excess else self._others
        others = chance.sample(others, len(others))
        held = 0
        for number, seat in enumerate(self._hidden):
            split = self._split(number, held, chance)
            held += split.old + split.fresh
            self._put(cards, seat, POINT_CARD, False, split.old)
            self._put(cards, seat, POINT_CARD, True, split.fresh)
            for _ in range(self._old[seat] - split.old):
                self._put(cards, seat, others.pop(), False)
            for _ in range(self._fresh[seat] - split.fresh):
                self._put(cards, seat, others.pop(), True)
        deck = [others.count(kind) for kind in range(CARD_KINDS)]
        deck[POINT_CARD] = self._point_cards - held
        return Dealt(deck, cards)

    def _split(self, number: int, held: int, chance: Random) -> _Split:
        """Choose how many victory point cards a hidden seat has, given those of the seats before it."""
        options = self._splits[number]
        if len(options) > 1:
            after = self._totals[number + 1]
            left = chance.random() * self._totals[number][held]
            for split in options:
                points = held + split.old + split.fresh
                weight = split.weight * after[points] if points < len(after) else 0.0
                if left < weight:
                    return split
                left -= weight
        return options[0]

    def _without_gone(self, chance: Random) -> list[int]:
        """Leave out as many cards as have left the game, of kinds that can have."""
        others = self._others.copy()
        for kind in chance.sample([kind for kind in others if kind in self._may_go], self._excess):
            others.remove(kind)
        return others


def _slots_now(s: list[int], stack: Stack) -> list[list[tuple[int, int]]]:
    """Give each seat's cards: on how many turns it could have played each, 0 for a fresh one, and their kinds."""
    begun = [turns + (seat == s[TURN] == s[ACTOR] and seat != stack.turn) for seat, turns in enumerate(stack.turns)]
    return [[(begun[seat] - slot.drawn, slot.kind) for slot in slots] for seat, slots in enumerate(stack.slots)]


def _unseen(s: list[int], gone: list[int]) -> list[int]:
    """Count the cards of each kind that are neither played, nor in the queue, nor the viewer's."""
    unseen = list(STACK[CARD_KINDS * s[ISLAND] : CARD_KINDS * (s[ISLAND] + 1)])
    for kind in s[QUEUE : QUEUE + s[QUEUE_SIZE]]:
        unseen[kind] -= 1
    unseen[KNIGHT_CARD] -= sum(s[KNIGHTS : KNIGHTS + SEATS])
    for kind in range(CARD_KINDS):
        unseen[kind] -= gone[kind] + sum(s[CARDS + CARD_KINDS * seat + kind] for seat in range(SEATS))
    return unseen


def _splits(s: list[int], seat: int, ages: list[int], built_since: bool) -> list[_Split]:
    """Weigh how many of a seat's cards are victory point cards."""
    room = s[VICTORY_POINTS] - 1 - s[POINTS + seat]
    would_have_won = s[WIN_ON] != OWN_TURN or seat == s[TURN] == s[ACTOR]
    surprise = 0.0 if would_have_won else 1.0 if built_since or room < 0 else SURPRISE
    counts_fresh = s[POINT_CARDS] != POINTS_NEXT_TURN
    splits = []
    for old, of_old in enumerate(_ways([age for age in ages if age])):
        for fresh, of_fresh in enumerate(_ways([0] * ages.count(0))):
            points = old + (fresh if counts_fresh else 0)
            weight = of_old * of_fresh * (surprise if points > room else 1.0)
            if weight:
                splits.append(_Split(old, fresh, weight))
    return splits


def _ways(ages: list[int]) -> list[float]:
    """Weigh how many of some cards are victory point cards: all choices, the others having been kept so long."""
    ways = [1.0]
    for age in ages:
        kept = KEPT**age
        ways = [one * kept + other for one, other in zip([*ways, 0.0], [0.0, *ways], strict=True)]
    return ways
