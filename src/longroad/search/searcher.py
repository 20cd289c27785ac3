"""The search as bots use it: a workspace, and the queries that it answers.

Everything runs compiled where there is a compiler; without one it runs interpreted, slowly but with the same results.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from longroad.core.compile.registry import Backend, backend, compiled_available
from longroad.core.layout import SEATS, SMALL_ROW, WORDS_ROW
from longroad.search.endings import ROWS
from longroad.search.evaluate import CERTAIN, WORKSPACE
from longroad.search.features import BOARD_SIZE
from longroad.search.queries import DEAL_ROW, IMPOSSIBLE, roll_actions, weigh_actions, weigh_deals
from longroad.search.turns import ACTIONS, NOTES
from longroad.search.values import SHARES_ROW, value_states
from longroad.search.weights import FILE, weights

Numbers = NDArray[np.int64]

SLOW: Final = 'without Numba the search runs interpreted, and very slowly: pip install "longroad[fast]"'
MOST_STATES: Final = 64  # in one query


class Searcher:
    """Searches states that fit what a seat knows: rows of `small` and `words`, filled before each query."""

    def __init__(self, weights_file: str = FILE, backend: Backend | None = None) -> None:
        """Take a file of weights, and a back end; by default the fastest one that there is here."""
        self._weights_file = weights_file
        self._backend = backend or _usual_backend()
        self.small = np.zeros((MOST_STATES, SMALL_ROW), np.int8)
        self.words = np.zeros((MOST_STATES, WORDS_ROW), np.int64)
        self._rows = self._block(np.zeros((2 * ROWS, SMALL_ROW), np.int8))
        self._row_words = self._block(np.zeros((2 * ROWS, WORDS_ROW), np.int64))
        self._notes = self._block(np.zeros(NOTES, np.int64))
        self._board = self._block(np.zeros(BOARD_SIZE, np.int64))
        self._weights = self._block(np.array(weights(weights_file), np.int32))
        self._measures = self._block(np.zeros(WORKSPACE, np.int32))

    def __reduce__(self) -> tuple[type[Searcher], tuple[str]]:
        """Pickle as an empty searcher: another process starts without what was found here."""
        return Searcher, (self._weights_file,)

    def weigh_actions(self, n: int, seat: int, nodes: int) -> tuple[list[int], Numbers]:
        """Weigh a seat's actions in the first `n` states: the actions, and their values (state, action).

        Where there are very many bundles of cards that are due, each state names its own best one, and values it at
        `CERTAIN`.
        """
        actions = self._block(np.zeros((n, 1 + ACTIONS), np.int64))
        worths = self._block(np.zeros((n, 1 + ACTIONS), np.int64))
        self._run(weigh_actions, n, (seat, *self._workspace), nodes, actions, worths)
        count = int(actions[0][0])
        named = [int(row[1]) for row in actions]
        answers = list(dict.fromkeys(named))
        if count == 1 and len(answers) > 1:
            return answers, CERTAIN * np.equal.outer(named, answers)
        return [int(action) for action in actions[0][1 : 1 + count]], np.array(worths, np.int64)[:, 1 : 1 + count]

    def roll_actions(
        self,
        n: int,
        seat: int,
        actions: Sequence[int],
        turns: int,
        nodes: int,
        seed: int,
        strata: int = 1,
        noise: int = 0,
    ) -> Numbers:
        """Evaluate actions of a seat by a rollout of each in each of the first `n` states: (state, action, seat).

        The dice of each group of `strata` rollouts are stratified, so that their mean varies less; only rollouts of
        different groups are independent of each other. In a founding, others choose places that look worse by up
        to a limit, which rises from 0 in the first rollout of a group to `noise` in its last; in a group of one, none.
        """
        asked = self._block(np.array([len(actions), *actions], np.int64))
        shares = self._block(np.zeros((n, SEATS * len(actions)), np.int64))
        how = (turns, nodes, self._seeds(n, seed), strata, noise)
        self._run(roll_actions, n, (seat, *self._workspace), asked, *how, shares)
        return np.array(shares, np.int64).reshape(n, len(actions), SEATS)

    def value_states(self, small: NDArray[np.int8], words: Numbers, nodes: int) -> Numbers:
        """Value any number of states in which chance does not act, if their turns are played well: (state, seat)."""
        n = len(small)
        shares = self._block(np.zeros((n, SHARES_ROW), np.int64))
        blocks = self._block(small), self._block(words)
        self._backend.entry(value_states)(*blocks, 0, n, *self._workspace, nodes, shares)
        return np.array(shares, np.int64)[:, :SEATS]

    def weigh_deals(
        self, n: int, maker: int, deals: Sequence[Sequence[int]], turns: int, nodes: int, seed: int
    ) -> tuple[Numbers, Numbers]:
        """Evaluate deals of a maker in the first `n` states: (state, deal, seat), -1 if impossible.

        Returns their values after this turn, and after `turns` turns in all.
        """
        rows = np.array(deals, np.int64).reshape(len(deals), DEAL_ROW)
        near = self._block(np.zeros((n, SEATS * len(deals)), np.int64))
        far = self._block(np.zeros((n, SEATS * len(deals)), np.int64))
        asked = (self._block(rows), len(deals), turns, nodes, self._seeds(n, seed))
        self._run(weigh_deals, n, (maker, *self._workspace), *asked, near, far)
        near, far = (np.array(shares, np.int64).reshape(n, len(deals), SEATS) for shares in (near, far))
        return near, far

    @property
    def _workspace(self) -> tuple[Any, ...]:
        return self._rows, self._row_words, self._notes, self._board, self._weights, self._measures

    def _run(self, body: Any, n: int, before: tuple[Any, ...], *after: Any) -> None:
        self._backend.entry(body)(self._block(self.small[:n]), self._block(self.words[:n]), 0, n, *before, *after)

    def _seeds(self, n: int, seed: int) -> Any:
        return self._block(seed + np.arange(n, dtype=np.int64))

    def _block(self, values: NDArray[Any]) -> Any:
        """Return a block as the back end takes it: lists, or an array."""
        return values.tolist() if self._backend.kind == "interpreted" else values


def _usual_backend() -> Backend:
    """Return the back end that compiles; without it, warn and return the one that interprets."""
    if compiled_available():
        return backend("compiled")
    warnings.warn(SLOW, RuntimeWarning, stacklevel=3)
    return backend("interpreted")


assert IMPOSSIBLE < 0 < CERTAIN
