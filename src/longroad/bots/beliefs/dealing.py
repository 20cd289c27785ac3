"""Samples full states that fit a view: what is hidden is dealt according to the beliefs."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import Any

from longroad.bots.beliefs.cards import CardOdds
from longroad.bots.beliefs.hands import Beliefs
from longroad.core.check.view import sure_to_hold
from longroad.core.layout import (
    CARDS,
    CARDS_SIZE,
    DECK,
    DECK_SIZE,
    DISCARDS,
    HAND,
    HAND_SIZE,
    NOBODY,
    OWES,
    PHASE,
    PLAYERS,
    RESOURCES,
    SEATS,
    VIEWER,
)
from longroad.core.phases import DISCARDING, OVER
from longroad.core.rules.hands import MOST_IN_HANDS, cards_of_each, is_unlimited, put_stacks, stack_of
from longroad.core.rules.robber import discard_due
from longroad.core.state import State
from longroad.game.view import View


def sample(view: View, chance: Random) -> State:
    """Return a state that fits a view.

    >>> from longroad import Game
    >>> view = Game("beginner", seed=7).view(0)
    >>> sample(view, Random(1)).view(0).s == view.seen.s
    True
    """
    return Dealer(view).sample(chance)


class Dealer:
    """Deals what a view hides, any number of times.

    Where the log does not explain the hands, the cards that are nowhere else are dealt to them at random. Every hand
    has the number of cards that the view says, even if they do not add up with the bank.
    """

    def __init__(self, view: View, beliefs: Beliefs | None = None) -> None:
        self._view = view
        self._beliefs = (Beliefs() if beliefs is None else beliefs).follow(view)
        self._s = view.seen.s.copy()
        self._s[VIEWER] = NOBODY
        self._m = view.seen.m.copy()
        self._is_unlimited = is_unlimited(self._s)
        self._hidden = [seat for seat in range(self._s[PLAYERS]) if seat != view.seen.viewer]
        self._worlds = list(self._beliefs.worlds)
        self._weights = list(accumulate(self._beliefs.worlds.values()))
        self._rows: dict[int, list[int]] = {}  # by world: the hands as the field holds them
        is_over = self._s[PHASE] == OVER  # nothing is hidden
        self._odds = None if is_over else CardOdds(view.seen, self._beliefs.stack)
        self._laid = [seat for seat in self._hidden if self._s[PHASE] == DISCARDING and self._has_laid(seat)]

    def _has_laid(self, seat: int) -> bool:
        """Return whether a seat has discarded cards that are still hidden."""
        return discard_due(self._s, seat) > 0 and not self._s[OWES] >> seat & 1

    def sample(self, chance: Random) -> State:
        """Deal a state."""
        s = self._s.copy()
        if self._odds is not None:
            s[HAND:HAND_SIZE] = self._deal_hands(chance, 1)[0]
            if self._is_unlimited:
                put_stacks(s, _stacks(s[HAND:HAND_SIZE]))
            if self._laid:
                s[DISCARDS:CARDS] = self._deal_discards(s[HAND:HAND_SIZE], chance)
            s[DECK:DECK_SIZE], s[CARDS:CARDS_SIZE] = self._odds.deal(chance)
        return State(s, self._m.copy())

    def fill_rows(self, small: Any, words: Any, chance: Random, n: int) -> None:
        """Deal `n` states into the first rows of matrices as a `Batch` has them: (row, small integer), (row, word)."""
        small[:n] = 0
        small[:n, : len(self._s)] = self._s
        words[:n] = 0
        words[:n, : len(self._m)] = self._m
        if self._odds is not None:
            hands = self._deal_hands(chance, n)
            small[:n, HAND:HAND_SIZE] = hands
            if self._is_unlimited:
                for row, dealt in zip(small, hands, strict=False):
                    put_stacks(row, _stacks(dealt))
            if self._laid:
                small[:n, DISCARDS:CARDS] = [self._deal_discards(row, chance) for row in hands]
            decks, cards = zip(*(self._odds.deal(chance) for _ in range(n)), strict=True)
            small[:n, DECK:DECK_SIZE] = decks
            small[:n, CARDS:CARDS_SIZE] = cards

    # --- hands --------------------------------------------------------------------------------------------------------

    def _deal_hands(self, chance: Random, n: int) -> list[list[int]]:
        """Deal all hands `n` times."""
        if not self._worlds:
            return [self._deal_anyhow(chance) for _ in range(n)]
        return [self._row(world) for world in chance.choices(self._worlds, cum_weights=self._weights, k=n)]

    def _row(self, world: int) -> list[int]:
        if world not in self._rows:
            hands = [count for hand in self._beliefs.hands(world) for count in hand]
            self._rows[world] = hands + [0] * (RESOURCES * SEATS - len(hands))
        return self._rows[world]

    def _deal_anyhow(self, chance: Random) -> list[int]:
        """Deal the cards that are nowhere else; each seat first gets what it certainly holds."""
        hands = self._s[HAND:HAND_SIZE]
        for seat in self._hidden:
            hands[RESOURCES * seat : RESOURCES * (seat + 1)] = self._sure(seat)
        missing = {seat: self._s[HAND_SIZE + seat] - sum(_row(hands, seat)) for seat in self._hidden}
        cards = self._unseen(hands, sum(missing.values()), chance)
        chance.shuffle(cards)
        for seat, number in missing.items():
            for _ in range(number):
                hands[RESOURCES * seat + cards.pop()] += 1
        return hands

    def _sure(self, seat: int) -> list[int]:
        """Return what a seat certainly holds, no more than its number of cards."""
        left, sure = self._s[HAND_SIZE + seat], []
        for told, offered in zip(self._view.at_least(seat), sure_to_hold(self._s, seat), strict=True):
            sure.append(min(max(told, offered), left))
            left -= sure[-1]
        return sure

    def _unseen(self, hands: list[int], number: int, chance: Random) -> list[int]:
        """Return the cards that are neither in the bank nor in these hands, at least `number`.

        If bank and hands do not add up, the bank is not counted; if there are still too few, any cards are added.
        """
        each = cards_of_each(self._s)
        rest = [each - sum(hands[resource::RESOURCES]) for resource in range(RESOURCES)]
        left = [count - stack_of(self._s, resource) for resource, count in enumerate(rest)]
        if not self._view.is_bank_counted or min(left) < 0 or sum(left) != number:
            left = [max(count, 0) for count in rest]
        cards = [resource for resource in range(RESOURCES) for _ in range(left[resource])]
        return cards + [chance.randrange(RESOURCES) for _ in range(number - len(cards))]

    def _deal_discards(self, hands: list[int], chance: Random) -> list[int]:
        """Choose the hidden cards that seats have discarded."""
        discards = self._s[DISCARDS:CARDS]
        for seat in self._laid:
            hand = _row(hands, seat)
            for kind in chance.sample(range(RESOURCES), discard_due(self._s, seat), counts=hand):
                discards[RESOURCES * seat + kind] += 1
        return discards


def _stacks(hands: list[int]) -> list[int]:
    """Return the stacks of an unlimited bank that add up with hands: no payment can then limit it (PRO-7)."""
    return [MOST_IN_HANDS - sum(hands[resource::RESOURCES]) for resource in range(RESOURCES)]


def _row(hands: list[int], seat: int) -> list[int]:
    return hands[RESOURCES * seat : RESOURCES * (seat + 1)]
