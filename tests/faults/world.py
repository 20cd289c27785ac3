"""A world of its own: asyncio runs in virtual time, and everything that is random follows from a seed.

Nothing waits: when all tasks sleep, the clock jumps to the next moment at which one of them wakes. Hours of play take
milliseconds, and a seed repeats a run, whatever happened in it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import selectors
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from longroad.server.cluster import membership
from longroad.server.room import saved, state
from longroad.server.wire import log

Result = TypeVar("Result")

BEGINNING = 1_000_000_000.0  # seconds since 1970
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class Stuck(Exception):
    """Nothing would ever happen again."""


class World:
    """A clock, and a source of chance."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self._chance = Random(self.rng.random())  # of the server, apart from that of the simulation
        self.now = 0.0
        self.wall_offset = 0.0  # by how much the clock on the wall has been set

    def monotonic(self) -> float:
        """Return the seconds since the beginning."""
        return self.now

    def wall(self) -> float:
        """Return the time on the wall, which may jump."""
        return BEGINNING + self.now + self.wall_offset

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run to the end in virtual time."""
        loop = _Loop(self)
        with self._patched():
            try:
                return loop.run_until_complete(work)
            finally:
                _end_all(loop)
                loop.close()

    @contextmanager
    def _patched(self) -> Iterator[None]:
        """Replace the system's clocks and its sources of chance."""
        chance, plain = self._chance, random.Random
        with (
            patch.object(time, "monotonic", self.monotonic),
            patch.object(time, "time", self.wall),
            patch.multiple(saved, EVERY=15, DELAY=10),  # so that short games have snapshots
            patch.multiple(log, KEPT=8, UNPACKED=3),
            patch.object(state, "FOLDED_AT_ONCE", 5),
            patch.object(secrets, "token_hex", lambda size: chance.randbytes(size).hex()),
            patch.object(secrets, "token_urlsafe", lambda size: "".join(chance.choices(_LETTERS, k=size))),
            patch.object(membership, "token_hex", lambda size: chance.randbytes(size).hex()),
            patch.object(secrets, "choice", chance.choice),
            patch.object(random, "SystemRandom", lambda: plain(chance.random())),
            patch.object(random, "Random", lambda seed=None: plain(chance.random() if seed is None else seed)),
        ):
            yield


def _end_all(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel what still runs."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks))


class _Selector(selectors.SelectSelector):
    """Waits for nothing: it sets the clock instead."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("everybody waits for somebody else")
        self._world.now += max(timeout, 0.0)
        return []


class _Loop(asyncio.SelectorEventLoop):
    """A loop in virtual time."""

    def __init__(self, world: World) -> None:
        super().__init__(_Selector(world))
        self._world = world

    def time(self) -> float:
        return self._world.now
