"""Compares actions by rollouts: each is played out from the same states with the same chance, so that luck cancels out.

The rollouts come in rounds. After each round, actions that are clearly worse than the best get no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import MOST_STATES

CLEARLY: Final = 2.5  # standard errors by which an action must be behind to be dropped
LEAST: Final = 16  # rollouts of an action before it can be dropped

Shares = NDArray[np.int64]  # (state, action, seat)


class Comparison:
    """The rollouts of some actions of a seat so far."""

    def __init__(self, actions: Sequence[int], seat: int, players: int) -> None:
        self.actions = list(actions)
        self.seat = seat
        self._players = players
        self._rolled: list[list[NDArray[np.float64]]] = [[] for _ in actions]  # by action and round: (state, seat)
        self._open = list(range(len(actions)))

    @property
    def open_actions(self) -> list[int]:
        """The actions that are rolled out next."""
        return [self.actions[k] for k in self._open]

    @property
    def rollouts(self) -> int:
        """The number of rollouts so far."""
        return sum(len(part) for parts in self._rolled for part in parts)

    def next_states(self, total: int) -> int:
        """Return in how many states the open actions are rolled out next, so that no more than `total` are used.

        At first half of what is left is used, so that the rest goes to those that are still open then; 0 if nothing is
        left, or only one action.
        """
        each = (total - self.rollouts) // len(self._open)
        if self.rollouts and len(self._open) == 1:
            return 0
        return min(MOST_STATES, each if each < 2 * LEAST else each // 2)

    def add(self, shares: Shares) -> None:
        """Add a round: rollouts of the open actions in the same states."""
        for column, k in enumerate(self._open):
            self._rolled[k].append(shares[:, column, : self._players] / CERTAIN)
        best = self.best
        self._open = [k for k in self._open if not self._is_clearly_worse(k, best)]

    def _is_clearly_worse(self, k: int, best: int) -> bool:
        behind = self._behind(k, best)
        return k != best and self.count(k) >= LEAST and behind.mean() > CLEARLY * standard_error(behind)

    def count(self, k: int) -> int:
        """Return the number of rollouts of an action."""
        return sum(map(len, self._rolled[k]))

    def chances(self, k: int) -> NDArray[np.float64]:
        """Return the mean chances of all seats after an action."""
        mean: NDArray[np.float64] = np.concatenate(self._rolled[k]).mean(0)
        return mean

    def errors(self, k: int) -> NDArray[np.float64]:
        """Return the standard errors of these chances."""
        return standard_error(np.concatenate(self._rolled[k]))

    @property
    def best(self) -> int:
        """The number of the open action with the best chance."""
        return max(self._open, key=lambda k: float(self.chances(k)[self.seat]))

    @property
    def order(self) -> list[int]:
        """The numbers of the actions, best first; those that were dropped come after those that were not."""
        return sorted(range(len(self.actions)), key=lambda k: (self.is_dropped(k), -float(self.chances(k)[self.seat])))

    def is_dropped(self, k: int) -> bool:
        """Whether an action is clearly worse, and gets no more rollouts."""
        return k not in self._open

    def loss(self, k: int) -> tuple[float, float]:
        """Return how much worse an action is than the best one, and the standard error.

        One half of the rollouts names the best, the other half says by how much it is better, and vice versa: so luck
        in the rollouts exaggerates nothing. The loss of an action that is about as good as the best may be below 0.
        """
        behind = [self._behind(k, other) for other in range(len(self.actions))]
        if min(map(len, behind)) < 2:
            return 0.0, 1.0
        losses = [self._half_loss(behind, half) for half in (0, 1)]
        rival = next((other for other in self.order if other != k), k)
        return sum(losses) / 2, float(standard_error(behind[rival]))

    @staticmethod
    def _half_loss(behind: Sequence[NDArray[np.float64]], half: int) -> float:
        """Return how far behind the action is that one half of the rollouts calls best, by the other half."""
        best = max(behind, key=lambda samples: float(samples[half::2].mean()))
        return float(best[1 - half :: 2].mean())

    def _behind(self, k: int, other: int) -> NDArray[np.float64]:
        """Return how far an action is behind another one in each state of the rounds that both have."""
        pairs = zip(self._rolled[other], self._rolled[k], strict=False)
        return np.concatenate([better[:, self.seat] - worse[:, self.seat] for better, worse in pairs])


def standard_error(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of a mean, 1 for a single sample."""
    n = len(samples)
    return np.asarray(samples.std(0, ddof=1) / sqrt(n) if n > 1 else np.ones(samples.shape[1:]))
