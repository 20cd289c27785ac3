"""A cache of responses that take long to compute; whoever asks while one is being computed waits for the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Compute = Callable[[], Coroutine[Any, Any, bytes]]


@dataclass
class Computing:
    """A response that is being computed, and how many wait for it."""

    task: asyncio.Task[bytes]
    waiting: int = 0


class ResponseCache(Generic[Key]):
    """The bodies of responses by key, `most` of them; the least recently used ones are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bodies: OrderedDict[Key, bytes] = OrderedDict()
        self._computing: dict[Key, Computing] = {}

    def __contains__(self, key: Key) -> bool:
        return key in self._bodies

    async def get(self, key: Key, compute: Compute) -> bytes:
        """Return a response. Raises what `compute` raises, which all who wait for it get, and nobody later."""
        if key in self._bodies:
            self._bodies.move_to_end(key)
            return self._bodies[key]
        computing = self._computing.get(key) or self._start(key, compute)
        computing.waiting += 1
        try:
            return await asyncio.shield(computing.task)
        finally:
            computing.waiting -= 1
            if not computing.waiting:
                computing.task.cancel()  # if it is not done: nobody waits for it any more
                if self._computing.get(key) is computing:
                    del self._computing[key]

    def _start(self, key: Key, compute: Compute) -> Computing:
        """Compute a response, and keep it."""

        async def work() -> bytes:
            body = self._bodies[key] = await compute()
            if len(self._bodies) > self._most:
                self._bodies.popitem(last=False)
            return body

        computing = self._computing[key] = Computing(asyncio.ensure_future(work()))
        return computing
