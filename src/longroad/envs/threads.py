"""The games of a vector environment in this machine's memory: calls entry points for them, on several threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from longroad.core.batch import Batch
from longroad.core.compile.registry import backend
from longroad.core.state import State
from longroad.envs.step import step_environments


class Threads:
    """Calls entry points for all games of a batch, in equal parts on several threads without Python's lock."""

    xp: Any = np  # the library of its arrays

    def __init__(self, batch: Batch, threads: int) -> None:
        self._batch = batch
        self._backend = backend(batch.backend)
        self._is_listed = batch.backend == "interpreted"
        parts = min(threads, batch.n)
        self._bounds = list(itertools.pairwise(batch.n * part // parts for part in range(parts + 1)))
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
        """Return an array of zeros."""
        return np.zeros(shape, dtype)

    def held(self, array: NDArray[Any]) -> Any:
        """Return an array as the back end needs it: interpreted rules read lists."""
        return array.tolist() if self._is_listed else array

    def copy_back(self, held: Any, array: NDArray[Any]) -> None:
        """Copy what rules have written into an array, unless it was the array itself."""
        if self._is_listed:
            array[:] = held

    def clear(self, held: Any, games: NDArray[np.int64]) -> None:
        """Set the rows of some games to zero."""
        if not self._is_listed:
            held[games] = 0
            return
        for i in games.tolist():
            held[i][:] = [0] * len(held[i])

    def is_usable(self, array: NDArray[Any]) -> bool:
        """Whether rules can write into an array."""
        return array.flags.c_contiguous and array.flags.writeable

    def taken(self, values: Any) -> NDArray[Any]:
        """Return values that a caller gave as an array."""
        return np.asarray(values)

    def step(self, *arguments: Any) -> None:
        """Take a step in all games; the arguments are those of `step_environments`."""
        self.run(step_environments, *arguments)

    def run(self, body: Callable[..., Any], *others: Any) -> None:
        """Call an entry point for all games."""
        if self._pool is None:
            self.run_alone(body, *others)
            return
        call = self._backend.entry(body)
        s, m = self._batch.s, self._batch.m
        calls = [self._pool.submit(call, s, m, first, last, *others) for first, last in self._bounds]
        for each in calls:
            each.result()

    def run_alone(self, body: Callable[..., Any], *others: Any) -> None:
        """Call an entry point for all games on this thread, as its games share blocks to work in."""
        self._backend.entry(body)(self._batch.s, self._batch.m, 0, self._batch.n, *others)

    def state(self, i: int) -> State:
        """Return a copy of game i."""
        return self._batch.state(i)

    @property
    def nbytes(self) -> int:
        """The memory of the games' blocks; those of interpreted rules are not counted."""
        return 0 if self._is_listed else int(self._batch.s.nbytes + self._batch.m.nbytes)
