"""A simulated server: a registry of rooms on the store, with bots that are late or fail, which can be killed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any, TypeVar, cast

from longroad.bots.levels import make_bot
from longroad.server.bot_workers import BotWorkers, Question, Readiness, Thought
from longroad.server.room.pace import Timing
from longroad.server.room.registry import RoomRegistry
from longroad.server.store import Store
from tests.faults.leases import Leases, SimulatedMembership
from tests.faults.memory import Data, Faults, MemoryStore

Result = TypeVar("Result")

TIMING = Timing(grace=40.0, sweep=5.0)


class Lost(Exception):
    """The connection to the server is lost; nobody knows what became of the request."""


class Bots:
    """Bots that think for a while, and now and then fail."""

    readiness = Readiness(is_ready=True, is_slow=False)

    def __init__(self, rng: Random, failing: float) -> None:
        self._rng, self._failing = rng, failing

    async def ask(self, question: Question, *_: object) -> Thought | None:
        """Answer a question after some time."""
        await asyncio.sleep(self._rng.choice((0.0, 0.01, 0.3, 4.0)))
        return None if self._rng.random() < self._failing else self.answer_now(question)

    def answer_now(self, question: Question) -> Thought:
        """Answer at once."""
        bot = make_bot("random", self._rng.getrandbits(32))
        return Thought(None if question.is_proposal else bot.choose(question.view))

    async def close(self) -> None:
        """End nothing."""


class Process:
    """One life of a server, from its start until it is killed."""

    def __init__(self, data: Data, faults: Faults, rng: Random, leases: Leases | None = None) -> None:
        """Take the leases of all servers, if several share the data."""
        self._store = MemoryStore(data, faults, Random(rng.random()))
        self._store.owners = None if leases is None else leases.owners
        self._cluster = None if leases is None else SimulatedMembership(leases, self._store)
        bots = cast("BotWorkers", Bots(Random(rng.random()), failing=0.05))
        self._before = asyncio.all_tasks()
        self.registry = RoomRegistry(cast("Store", self._store), bots, TIMING, self._cluster)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.is_killed = False

    async def join(self) -> None:
        """Join the other servers, if there are some."""
        if self._cluster is not None:
            await self._cluster.join()

    def stall(self, seconds: float) -> None:
        """Let it reach the data only after some seconds; what it has sent by then arrives late."""
        self._store.stalled_until = asyncio.get_running_loop().time() + seconds

    async def call(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run a request in the server. Raises `Lost` if it is killed meanwhile, or fails."""
        task = self.start(work)
        await asyncio.wait({task})
        if task.cancelled():
            raise Lost
        error = task.exception()
        if isinstance(error, (OSError, RuntimeError)):  # a real server closes the connection
            raise Lost from error
        return task.result()

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run something as a task of the server."""
        task = asyncio.ensure_future(work)
        if self.is_killed:
            task.cancel()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def kill(self) -> None:
        """End at once: nothing is finished, stored or sent any more."""
        self.is_killed = self._store.is_dead = True
        self.registry._sweeper.cancel()
        if self._cluster is not None:
            self._cluster.kill()
        for room in self.registry.rooms.values():
            room.clock.close()
            room.bots.shut()
            for task in room.commits._tasks:
                task.cancel()
        for task in self._tasks:
            task.cancel()
