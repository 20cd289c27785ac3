"""Rolls candidates out on a GPU, or on the CPU with the same results.

A decision's candidates share the states and the dice: sample k of each begins with the same hidden cards and the same
seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longroad.bots.beliefs.dealing import Dealer
from longroad.core.actions import KIND_MASK, OFFER_TRADE
from longroad.core.compile.launch import Kernel
from longroad.core.compile.registry import backend
from longroad.core.layout import CARDS, CARDS_SIZE, DECK, DECK_SIZE, DISCARDS, HAND, HAND_SIZE, SMALL_ROW, WORDS_ROW
from longroad.core.rng import MOST_SEED
from longroad.game.view import View
from longroad.search.evaluate import CERTAIN, WORKSPACE
from longroad.search.features import BOARD_SIZE
from longroad.search.turns import NOTES
from longroad.search.values import SHARES_ROW
from longroad.search.weights import weights
from scripts.deciding.candidates import WORK_ROWS, roll_candidates
from scripts.deciding.kernel import NODES

HIDDEN: Final = np.r_[HAND:HAND_SIZE, DISCARDS:CARDS, CARDS:CARDS_SIZE, DECK:DECK_SIZE]  # what a deal changes
OFFER_TURNS: Final = 4  # about as long as it takes to find out who agrees
Small = NDArray[np.int8]
Words = NDArray[np.int64]


class Deals(NamedTuple):
    """States that fit a view: what they have in common, and the hidden cards of each."""

    small: Small
    words: Words
    hidden: Small  # (state, place)


def deals_of(view: View, name: str, n: int) -> Deals:
    """Deal the hidden cards of a view `n` times; the name is the seed."""
    small, words = np.zeros((n, SMALL_ROW), np.int8), np.zeros((n, WORDS_ROW), np.int64)
    Dealer(view).fill_rows(small, words, Random(name), n)
    return Deals(small[0].copy(), words[0].copy(), small[:, HIDDEN])


def seed_of(name: str) -> int:
    """Return the seed of a decision's first rollout."""
    return Random(f"dice {name}").randrange(MOST_SEED // 2)


class Items(NamedTuple):
    """Rollouts to be done, one an element: the number of the decision, of the sample, the seat, action and turns."""

    decision: Words
    sample: Words
    seat: Words
    action: Words
    turns: Words
    seed: Words


class Roller:
    """Does rollouts, `most` at a time, with a module for arrays: NumPy or CuPy."""

    def __init__(self, xp: Any, launch: Callable[..., None], deals: Sequence[Deals], most: int) -> None:
        self.most = most
        self._xp, self._launch = xp, launch
        self._small = xp.asarray(np.stack([deal.small for deal in deals]))
        self._words = xp.asarray(np.stack([deal.words for deal in deals]))
        self._hidden = xp.asarray(np.stack([deal.hidden for deal in deals]))  # (decision, state, place)
        self._places = xp.asarray(HIDDEN)
        side_by_side = () if xp is np else (most,)
        self._work = (
            xp.zeros((WORK_ROWS, SMALL_ROW, *side_by_side), np.int8),
            xp.zeros((WORK_ROWS, WORDS_ROW, *side_by_side), np.int64),
            xp.zeros((NOTES, *side_by_side), np.int64),
            xp.zeros((BOARD_SIZE, *side_by_side), np.int64),
            xp.asarray(np.array(weights(), np.int32)),
            xp.zeros((WORKSPACE, *side_by_side), np.int32),
        )

    def roll(self, items: Items) -> NDArray[np.float64]:
        """Return the chance of each rollout's seat; the longest begin first, since a launch waits for the last."""
        is_offer = (items.action & KIND_MASK) == OFFER_TRADE
        order = np.argsort(-items.turns - OFFER_TURNS * is_offer, kind="stable")
        found = np.zeros(len(order))
        for first in range(0, len(order), self.most):
            part = order[first : first + self.most]
            found[part] = self._roll(Items(*(column[part] for column in items)))
        return found

    def _roll(self, items: Items) -> NDArray[np.float64]:
        xp, n = self._xp, len(items.seat)
        decision, sample, seat, action, turns, seed = map(xp.asarray, items)
        small, words = self._small[decision], self._words[decision]
        small[:, self._places] = self._hidden[decision, sample % self._hidden.shape[1]]
        shares = xp.zeros((n, SHARES_ROW), np.int64)
        self._launch(small, words, 0, n, seat, action, turns, seed, *self._work, NODES, shares)
        own = xp.take_along_axis(shares, seat[:, None], 1)[:, 0] / CERTAIN
        return np.asarray(own if xp is np else own.get(), np.float64)


def cpu_roller(deals: Sequence[Deals]) -> Roller:
    """Return a roller for this processor."""
    return Roller(np, backend("compiled").entry(roll_candidates), deals, 1024)


def gpu_roller(kernel: Kernel, deals: Sequence[Deals], most: int) -> Roller:
    """Return a roller for the current device."""
    import cupy

    def launch(*arguments: Any) -> None:
        kernel(*arguments, threads=arguments[3])  # blocks wait for their turn: a thread that is done does nothing more

    return Roller(cupy, launch, deals, most)
