"""Samples full states that fit a view: what is hidden is dealt according to the beliefs."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import Any

from longroad.bots.beliefs.cards import CardOdds
from longroad.bots.beliefs.hands import Beliefs
from longroad.core.check.view import sure_to_hold
from longroad.core.island.material import BANK_CARDS
from longroad.core.layout import (
    BANK,
    CARDS,
    CARDS_SIZE,
    DECK,
    DECK_SIZE,
    DISCARDS,
    HAND,
    HAND_SIZE,
    ISLAND,
    NOBODY,
    OWES,
    PHASE,
    PLAYERS,
    RESOURCES,
    SEATS,
    VIEWER,
)
from longroad.core.phases import DISCARDING, OVER
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

    Where the log does not explain the hands, the cards that are nowhere else are dealt to them at random.
    """

    def __init__(self, view: View, beliefs: Beliefs | None = None) -> None:
        self._beliefs = (Beliefs() if beliefs is None else beliefs).follow(view)
        self._s = view.seen.s.copy()
        self._s[VIEWER] = NOBODY
        self._m = view.seen.m.copy()
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
        s = self._s
        hands = s[HAND:HAND_SIZE]
        left = [BANK_CARDS[s[ISLAND]] - s[BANK + resource] - sum(hands[resource::RESOURCES]) for resource in range(5)]
        for seat in self._hidden:
            for resource, count in enumerate(sure_to_hold(s, seat)):
                hands[RESOURCES * seat + resource] = count
                left[resource] -= count
        cards = [resource for resource in range(RESOURCES) for _ in range(left[resource])]
        chance.shuffle(cards)
        for seat in self._hidden:
            for _ in range(s[HAND_SIZE + seat] - sum(hands[RESOURCES * seat : RESOURCES * (seat + 1)])):
                hands[RESOURCES * seat + cards.pop()] += 1
        return hands

    def _deal_discards(self, hands: list[int], chance: Random) -> list[int]:
        """Choose the hidden cards that seats have discarded."""
        discards = self._s[DISCARDS:CARDS]
        for seat in self._laid:
            hand = hands[RESOURCES * seat : RESOURCES * (seat + 1)]
            for kind in chance.sample(range(RESOURCES), discard_due(self._s, seat), counts=hand):
                discards[RESOURCES * seat + kind] += 1
        return discards
