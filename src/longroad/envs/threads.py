"""Calls entry points for the games of a batch, on several threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from numpy.typing import NDArray

from longroad.core.batch import Batch
from longroad.core.compile.registry import backend


class Threads:
    """Calls entry points for all games of a batch, in equal parts on several threads without Python's lock."""

    def __init__(self, batch: Batch, threads: int) -> None:
        self._batch = batch
        self._backend = backend(batch.backend)
        parts = min(threads, batch.n)
        self._bounds = list(itertools.pairwise(batch.n * part // parts for part in range(parts + 1)))
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None

    def held(self, array: NDArray[Any]) -> Any:
        """Return an array as the back end needs it: interpreted rules read lists."""
        return array.tolist() if self._batch.backend == "interpreted" else array

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
