"""Beliefs about hidden development cards: what the log says about each, and how likely each kind is.

A card that was drawn from the stack may be any that nobody has seen. A knight or a progress card is played sooner or
later, a victory point card never is. So the longer its owner could have played a card, the likelier it is a victory
point card: each turn multiplies the weight of the other kinds by `KEPT`. Nobody holds victory points that would have
won. Cards of the queue under the stack are public, and so are those that were drawn from it (DEV-6).
"""

from __future__ import annotations

from math import perm
from random import Random
from typing import Final, NamedTuple

from longroad.core.actions import (
    CARD_DRAWN,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    RETIRE_KNIGHT,
    ROLL,
    action_first,
    action_kind,
    action_number,
)
from longroad.core.island.material import STACK
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
from longroad.core.rules.cards import card_of
from longroad.core.ruleset import OWN_TURN, POINTS_NEXT_TURN, RECYCLED
from longroad.core.state import View as CoreView
from longroad.core.words import KNIGHT_CARD, POINT_CARD

# The share of playable knights and progress cards that are not played on a turn. Games of novices are predicted best by
# about 0.4 with four players and 0.6 with six; better players keep a knight until it is needed.
KEPT: Final = 0.6
SURPRISE: Final = 0.01  # weight of points that would have won earlier
UNSEEN: Final = -1  # a kind that nobody else has seen
_PLAYS: Final = frozenset((PLAY_KNIGHT, PLAY_ROADS, PLAY_PLENTY, PLAY_MONOPOLY))


class Slot(NamedTuple):
    """A card in hand: the owner's turn on which it was drawn, and its kind if everybody knows it."""

    drawn: int
    kind: int


class Stack:
    """The development cards as far as the log shows them."""

    def __init__(self, seen: CoreView) -> None:
        self.turn = NOBODY  # whose turn it was when somebody last rolled or played a card
        self.slots: list[list[Slot]] = [[] for _ in range(SEATS)]
        self.turns = [0] * SEATS  # of each seat
        self.gone = [0] * CARD_KINDS  # cards that left the game
        self.is_known = True  # whether the log shows where all cards came from
        self.built_since = [False] * SEATS  # who bought a card on another's turn since its own
        self._recycles = seen.s[PROGRESS_CARDS] == RECYCLED

    def follow(self, seat: int, action: int) -> None:
        """Note a ply, if it is about cards or begins a turn."""
        kind = action_kind(action)
        if kind == ROLL:
            self.begin_turn(seat)
        elif kind == CARD_DRAWN:
            self.draw(action_first(action), action_number(action))
        elif kind in _PLAYS:
            self.play(seat, kind)
        elif kind == RETIRE_KNIGHT:
            self.retire_knight()

    def begin_turn(self, seat: int) -> None:
        """Note that a seat is on turn."""
        if seat != self.turn:
            self.turn = seat
            self.turns[seat] += 1
            self.built_since[seat] = False

    def draw(self, seat: int, kind: int) -> None:
        """Draw a card for a seat, of a kind that may be unknown."""
        self.slots[seat].append(Slot(self.turns[seat], kind if kind < CARD_KINDS else UNSEEN))
        self.built_since[seat] = self.built_since[seat] or seat != self.turn

    def play(self, seat: int, kind: int) -> None:
        """Play a card of a seat: one that is known to be in its hand, else the one that it drew last."""
        self.begin_turn(seat)
        card = card_of(kind)
        playable = [slot for slot in self.slots[seat] if slot.drawn < self.turns[seat] and slot.kind in (card, UNSEEN)]
        if not playable:
            self.is_known = False
            return
        self.slots[seat].remove(max(playable, key=lambda slot: (slot.kind, slot.drawn)))
        if card != KNIGHT_CARD and not self._recycles:
            self.gone[card] += 1

    def retire_knight(self) -> None:
        """Take a knight out of the game (DUO-10)."""
        self.gone[KNIGHT_CARD] += 1


class Dealt(NamedTuple):
    """Development cards dealt to the stack and to all hands, as the fields of a state hold them."""

    deck: list[int]
    cards: list[int]  # those in hand, then those of them that are fresh


class _Split(NamedTuple):
    """How many of a seat's older cards, and of its fresh cards, are victory point cards."""

    old: int
    fresh: int
    weight: float


class _Open(NamedTuple):
    """What is unknown about the development cards."""

    cards: list[int]  # what is known of them, as `Dealt` has them
    unseen: list[int]  # by kind: those in the stack and in the slots below, and those that left the game unseen
    ages: dict[int, list[int]]  # by hidden seat: on how many turns it could have played each card, 0 for a fresh one

    def excess(self, s: list[int]) -> int:
        """Return how many unseen cards lie neither in the stack nor in a hand."""
        return sum(self.unseen) - s[DECK_SIZE] - sum(map(len, self.ages.values()))


class CardOdds:
    """The possible places of the hidden development cards, prepared for dealing."""

    def __init__(self, seen: CoreView, stack: Stack) -> None:
        s = seen.s
        self._hidden = [seat for seat in range(s[PLAYERS]) if seat != seen.viewer]
        left = _from_log(s, stack, self._hidden) if stack.is_known else None
        goes = {KNIGHT_CARD: s[DUEL] != 0}  # as progress cards do if they are not recycled (DEV-6, DUO-10)
        self._may_go = [kind for kind in range(POINT_CARD) if goes.get(kind, s[PROGRESS_CARDS] != RECYCLED)]
        cards, unseen, ages = left_open = left or _balanced(_from_view(s, self._hidden), s, self._may_go)
        self._cards = cards
        self._excess = left_open.excess(s)
        self._deck_size = s[DECK_SIZE]
        self._point_cards = unseen[POINT_CARD]
        self._others = [kind for kind in range(POINT_CARD) for _ in range(unseen[kind])]
        self._fresh = {seat: ages[seat].count(0) for seat in self._hidden}
        self._old = {seat: len(ages[seat]) - self._fresh[seat] for seat in self._hidden}
        self._splits = [_splits(s, seat, ages[seat], stack.built_since[seat]) for seat in self._hidden]
        self._totals = self._add_up()
        if self._totals[0][0] == 0:  # whoever holds the cards has won already: the view contradicts itself
            self._splits = [_any_splits(self._old[seat], self._fresh[seat]) for seat in self._hidden]
            self._totals = self._add_up()

    def _add_up(self) -> list[list[float]]:
        """Add up the weights of all ways to finish dealing, by the number of seats and of victory point cards dealt."""
        number = sum(self._old.values()) + sum(self._fresh.values())
        points = range(self._point_cards + 1)
        totals = [[self._ways_to_deal(number, held) for held in points]]
        for splits in reversed(self._splits):
            after = totals[-1] + [0.0] * number  # nobody can hold more
            totals.append([sum(weight * after[held + old + fresh] for old, fresh, weight in splits) for held in points])
        return totals[::-1]

    def _ways_to_deal(self, number: int, held: int) -> float:
        """Count the ways to deal the other cards to the first hidden seats, given their victory point cards."""
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
            _put(cards, seat, POINT_CARD, False, split.old)
            _put(cards, seat, POINT_CARD, True, split.fresh)
            for _ in range(self._old[seat] - split.old):
                _put(cards, seat, others.pop(), False)
            for _ in range(self._fresh[seat] - split.fresh):
                _put(cards, seat, others.pop(), True)
        deck = [others.count(kind) for kind in range(CARD_KINDS)]
        deck[POINT_CARD] = self._point_cards - held
        return Dealt(deck, cards)

    def _split(self, number: int, held: int, chance: Random) -> _Split:
        """Draw the number of victory point cards of a hidden seat, given those of the seats before it."""
        after = self._totals[number + 1]
        left = chance.random() * self._totals[number][held]
        chosen = self._splits[number][0]
        for split in self._splits[number]:
            points = held + split.old + split.fresh
            weight = split.weight * after[points] if points < len(after) else 0.0
            if weight:
                chosen = split
            left -= weight
            if left < 0:
                break
        return chosen

    def _without_gone(self, chance: Random) -> list[int]:
        """Remove as many unseen cards as have left the game, of kinds that can leave it."""
        others = self._others.copy()
        for kind in chance.sample([kind for kind in others if kind in self._may_go], self._excess):
            others.remove(kind)
        return others


def _put(cards: list[int], seat: int, kind: int, is_fresh: bool, count: int = 1) -> None:
    """Put cards into a hand, as `Dealt` has them."""
    cards[CARD_KINDS * seat + kind] += count
    if is_fresh:
        cards[CARD_KINDS * (SEATS + seat) + kind] += count


def _from_log(s: list[int], stack: Stack, hidden: list[int]) -> _Open | None:
    """Return what the log leaves unknown; None if it contradicts the view."""
    known = _Open(_own_cards(s), _unseen(s, stack.gone), {seat: [] for seat in hidden})
    for seat in hidden:
        is_new_turn = seat == s[TURN] == s[ACTOR] and seat != stack.turn
        for drawn, kind in stack.slots[seat]:
            age = stack.turns[seat] + is_new_turn - drawn
            if kind == UNSEEN:
                known.ages[seat].append(age)
            else:
                known.unseen[kind] -= 1
                _put(known.cards, seat, kind, age == 0)
        if len(stack.slots[seat]) != s[CARDS_SIZE + seat]:
            return None
    return None if known.excess(s) or min(known.unseen) < 0 else known


def _from_view(s: list[int], hidden: list[int]) -> _Open:
    """Return what a view leaves unknown if its log does not show where the cards came from."""
    age = int(s[POINT_CARDS] != POINTS_NEXT_TURN)
    return _Open(_own_cards(s), _unseen(s, [0] * CARD_KINDS), {seat: [age] * s[CARDS_SIZE + seat] for seat in hidden})


def _balanced(known: _Open, s: list[int], may_go: list[int]) -> _Open:
    """Return what a view leaves unknown with as many unseen cards as it needs, even if the view contradicts itself."""
    unseen = [max(count, 0) for count in known.unseen]
    excess = known._replace(unseen=unseen).excess(s)
    unseen[KNIGHT_CARD] += max(-excess, 0)
    for kind in range(CARD_KINDS):
        too_many = min(unseen[kind], max(excess - sum(unseen[other] for other in may_go), 0))
        if kind not in may_go:
            unseen[kind] -= too_many
            excess -= too_many
    return known._replace(unseen=unseen)


def _own_cards(s: list[int]) -> list[int]:
    return s[CARDS:CARDS_SIZE]


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


def _any_splits(most_old: int, most_fresh: int) -> list[_Split]:
    """Return every number of victory point cards that a seat can hold, each as likely."""
    return [_Split(old, fresh, 1.0) for old in range(most_old + 1) for fresh in range(most_fresh + 1)]


def _ways(ages: list[int]) -> list[float]:
    """Weigh each number of victory point cards among some cards, given how long the others would have been kept."""
    ways = [1.0]
    for age in ages:
        kept = KEPT**age
        ways = [one * kept + other for one, other in zip([*ways, 0.0], [0.0, *ways], strict=True)]
    return ways
