"""What took long to make: the last of it is kept, and whoever asks while it is being made waits for the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Key = TypeVar("Key", bound=Hashable)


class Kept(Generic[Key]):
    """Bodies of responses by key, `most` of them; the least recently used ones are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bodies: OrderedDict[Key, bytes] = OrderedDict()
        self._making: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    def __contains__(self, key: Key) -> bool:
        return key in self._bodies

    async def get(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return what is kept, or make it; what cannot be made is not kept. Raises what `make` raises."""
        async with self._making.setdefault(key, asyncio.Lock()):
            body = self._bodies[key] if key in self._bodies else await make()
        self._bodies[key] = body
        self._bodies.move_to_end(key)
        if len(self._bodies) > self._most:
            self._bodies.popitem(last=False)
        return body
