"""The queue of a room's commits: each is built, stored and applied before the next, even if the client has gone."""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from longroad.server import events as e
from longroad.server import metrics
from longroad.server.errors import RequestError
from longroad.server.events import Event
from longroad.server.room.actions import Commit
from longroad.server.room.lobby_limit import LobbyLimit
from longroad.server.room.saved import Saver
from longroad.server.room.state import RoomState
from longroad.server.room.tokens import Tokens
from longroad.server.store import Change, Store, numbered
from longroad.server.store.errors import Overtaken
from longroad.server.store.store import CLOSED

_log = logging.getLogger(__name__)

Result = TypeVar("Result")
Applied = Callable[[Commit, list[Event]], None]


class CommitQueue:
    """Stores the commits of one room, then applies them to its state.

    `applied` is called after each of them. If one fails, `forget` is called and nothing more is stored: the store holds
    the truth, from which the room has to be folded again.
    """

    def __init__(
        self,
        state: RoomState,
        tokens: Tokens,
        store: Store,
        applied: Applied,
        forget: Callable[[], None],
        owner: str | None = None,
    ) -> None:
        self.lock = asyncio.Lock()
        self._state = state
        self._tokens = tokens
        self._store = store
        self._applied = weakref.WeakMethod(applied)  # so that a closed room is freed at once
        self._forget = forget
        self._owner = owner
        self._saver = Saver(state)
        self._has_failed = False
        self.lobby_limit = LobbyLimit(state)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether something is being built or stored."""
        return bool(self._tasks)

    async def submit(self, build: Callable[[], Commit]) -> None:
        """Wait in line, then build a commit and write it."""

        async def work() -> None:
            async with self.lock:
                await self.write(build())

        await self.finish(work())

    async def submit_as(self, viewer: int | None, build: Callable[[int | None], Commit]) -> None:
        """Submit for the person who holds a seat now, even if they have moved by the time the commit is built."""
        hashed = self._tokens.hash_at(viewer)

        async def work() -> None:
            async with self.lock:
                own = self._tokens.seat_now(viewer, hashed)
                await self.write(build(own), own)

        await self.finish(work())

    async def finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something to its end, even if the client has gone by then."""
        task = self.start(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_defect)
            raise

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run something in the background; `close` waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def write(self, commit: Commit, by: int | None = None) -> None:
        """Store a commit of a seat and apply it; the lock is held. Raises `RequestError` if it changes too much."""
        if not commit.events and not commit.tokens:
            return
        if self._has_failed:
            raise Overtaken  # the room has to be folded again
        events = numbered(commit.events, self._state.last_event, time.time())
        kinds = {event.kind for event in events}
        if self._state.status == "lobby" and e.STARTED not in kinds and events:
            self.lobby_limit.check(by, self._hash_of(by, commit), events[-1].number)
        status = "over" if e.OVER in kinds else "playing" if e.STARTED in kinds else None
        try:
            snapshot = self._saver.take_due()
            await self._store.write(Change(self._state.id, events, commit.tokens, status, snapshot, self._owner))
            self._apply(commit, events)
        except Exception:
            self._has_failed = True
            self._forget()
            raise

    def _hash_of(self, by: int | None, commit: Commit) -> str | None:
        """Return the hash of the token of a commit's person, which it may hand out itself."""
        return None if by is None else self._tokens.hash_at(by) or commit.tokens.get(by)

    def _apply(self, commit: Commit, events: list[Event]) -> None:
        _count(events)
        self._state.apply(events, commit.progress)
        self._saver.note()
        self._tokens.update(commit.tokens)
        applied = self._applied()
        if applied is not None:
            applied(commit, events)

    async def close_for_good(self) -> None:
        """Mark the game as closed, which revokes all tokens; nothing more is stored."""
        async with self.lock:
            nobody = dict.fromkeys(self._tokens.hashes)
            await self._store.write(Change(self._state.id, [], nobody, CLOSED, owner=self._owner))
            self._has_failed = True
            self._forget()

    async def close(self) -> None:
        """Wait for everything that has begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _log_defect(task: asyncio.Task[Any]) -> None:
    """Log why something failed that nobody waits for any more, unless it was refused."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, RequestError):
        _log.error("a change failed after its client had gone", exc_info=error)


def _count(events: list[Event]) -> None:
    """Count plies, and games that begin or end."""
    for event in events:
        if event.kind == e.PLY:
            metrics.plies.inc()
        elif event.kind in (e.STARTED, e.OVER):
            metrics.games.labels(event.kind).inc()
