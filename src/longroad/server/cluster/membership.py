"""The membership of this process in the group of those that share a database.

A process is alive as long as it extends its time in the database, every second. It serves the games that it has
claimed; when it dies or leaves, the others may claim them. A process that could not extend its time drops all rooms,
before anybody else may claim them, and joins again under a new id.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from secrets import token_hex
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from longroad.narration import Phrase
from longroad.server.errors import RequestError
from longroad.server.store import Store
from longroad.server.store.errors import reason
from longroad.server.store.processes import Expired, Lifeline, Owner, ProcessTable

LIFETIME_S: Final = 3.0  # that a process lives without a heartbeat
MOST_KNOWN: Final = 10_000  # games whose owner is kept in memory
BEAT_S: Final = 1.0  # between two heartbeats
JOIN_S: Final = 2.0  # that a request waits for a process to join again: a heartbeat that hangs may end a second late
FAILURES: Final = (SQLAlchemyError, OSError, TimeoutError)  # of a database that cannot be reached

_log = logging.getLogger(__name__)


def unavailable() -> RequestError:
    """Return the error for requests that this process cannot serve at the moment."""
    return RequestError("unavailable", Phrase("error.unavailable"))


class Membership:
    """This process among those that share a database."""

    def __init__(self, store: Store, address: str, lifetime: float = LIFETIME_S) -> None:
        self.me = Owner("", address)
        self.secret = ""  # known to all processes of the database
        self.when_expired: Callable[[], None] = lambda: None  # drops all rooms
        self._table = ProcessTable(store.database.engine)
        self._lifeline = Lifeline(store.database.engine, self._heard)
        self._lifetime = lifetime
        self._alive = asyncio.Event()  # set while this process may claim and serve games
        self.hosts: set[str] = set()  # the IP addresses of all processes that were ever alive
        self._living: set[str] = set()
        self._addresses: set[str] = set()
        self._looking: set[asyncio.Task[None]] = set()
        self._owners: dict[str, Owner] = {}  # other processes, by game
        self._changed = asyncio.Event()
        self._expired = asyncio.Event()  # set when this process has to join again
        self._expiry: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None

    @property
    def is_alive(self) -> bool:
        """Whether this process may claim and serve games."""
        return self._alive.is_set()

    # --- lifetime -----------------------------------------------------------------------------------------------------

    async def join(self) -> None:
        """Join the others, and stay alive until `leave`."""
        self.secret = await self._table.secret()
        await self._beat()
        self._beating = asyncio.create_task(self._beat_all(), name="heartbeat")

    async def leave(self) -> None:
        """Release all games; their rooms are closed."""
        if self._beating is not None:
            self._beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beating
        self._stop_living()
        with contextlib.suppress(*FAILURES):  # then its time runs out
            await self._table.leave(self.me.process)
        await self._lifeline.close()

    async def _enter(self) -> None:
        """Join under a new id; what this process had under the last one, others may claim at once."""
        began = asyncio.get_running_loop().time()
        me = Owner(token_hex(8), self.me.address)
        await self._table.join(me, self._lifetime, former=self.me.process)
        self.me = me
        self._alive.set()
        self._live_from(began)

    def _live_from(self, began: float) -> None:
        """Live on from a moment before the database was asked, so that this process expires before its row does."""
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_at(began + self._lifetime, self._expire)

    def _expire(self) -> None:
        """Drop all rooms, because others may serve their games from now on."""
        _log.warning("no heartbeat for %.0f s: this process drops its games", self._lifetime)
        self._stop_living()
        self._expired.set()
        self.when_expired()

    def _stop_living(self) -> None:
        self._alive.clear()
        if self._expiry is not None:
            self._expiry.cancel()

    async def _beat_all(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._expired.wait()
            self._expired.clear()  # it joins again at once, but if that fails only with the next heartbeat
            try:
                async with asyncio.timeout(self._lifetime):
                    await self._beat()
            except Exception as error:  # whatever it is, the next one may succeed
                _log.warning("the heartbeat failed: %s", reason(error))

    async def _beat(self) -> None:
        """Extend the time of this process, or join again, and note who is alive."""
        if not self.is_alive:
            await self._enter()
        began = asyncio.get_running_loop().time()
        living = await self._lifeline.extend(self.me.process, self._lifetime)
        if self.me in living:
            self._live_from(began)
        elif self.is_alive:
            self._expire()
        self._note({owner.process for owner in living})
        for owner in living:
            if owner.address not in self._addresses:
                self._addresses.add(owner.address)
                self._looking.add(task := asyncio.create_task(self._look_up(owner.address)))
                task.add_done_callback(self._looking.discard)

    # --- the others ---------------------------------------------------------------------------------------------------

    async def _look_up(self, address: str) -> None:
        """Note from which IP addresses another process may connect."""
        with contextlib.suppress(OSError, ValueError):  # ValueError: no address
            url = urlsplit(address)
            found = await asyncio.get_running_loop().getaddrinfo(url.hostname, url.port)
            self.hosts |= {str(where[0]) for *_, where in found}

    def _heard(self, process: str) -> None:
        """Note at once that a process has left; the next heartbeat would find it out too."""
        self._note(self._living - {process})

    def _note(self, living: set[str]) -> None:
        """Note who is alive, and wake those who wait for a change."""
        if living != self._living:
            self._living = living
            self._changed.set()
            self._changed = asyncio.Event()

    async def change(self, seconds: float) -> None:
        """Wait until a process has come or gone, but not for longer than some seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def end_of(self, process: str) -> None:
        """Wait until a process is gone."""
        while process in self._living:
            await self._changed.wait()

    # --- games --------------------------------------------------------------------------------------------------------

    async def claim(self, game: str) -> Owner | None:
        """Become the owner of a game unless another living process is; return the owner, None if there is no game.

        Raises `RequestError` while the database cannot be reached.
        """
        await self._wait_until_alive()
        try:
            owner = await self._table.claim(game, self.me.process)
        except (*FAILURES, Expired) as error:
            raise unavailable() from error
        if owner is not None:
            self._living.add(owner.process)
        return owner

    async def _wait_until_alive(self) -> None:
        """Wait until this process is alive, as it soon is if it can reach the database. Raises `RequestError`."""
        try:
            async with asyncio.timeout(JOIN_S):
                await self._alive.wait()
        except TimeoutError:
            raise unavailable() from None

    async def owner_of(self, game: str) -> Owner | None:
        """Return the owner as `claim` does, but from memory if it is another process that is alive.

        It stays right: a process keeps its games as long as it lives. Raises `RequestError`.
        """
        known = self._owners.get(game)
        if known is not None and known.process in self._living:
            return known
        owner = await self.claim(game)
        self.forget_owner(game)
        if owner not in (None, self.me):
            self._owners[game] = owner
            if len(self._owners) > MOST_KNOWN:
                self._owners.pop(next(iter(self._owners)))
        return owner

    def forget_owner(self, game: str) -> None:
        """Forget which process serves a game, because it said that it does not, or did not answer."""
        self._owners.pop(game, None)

    async def own(self, game: str) -> str | None:
        """Become the owner of a game; return the id of this process, None if there is no game.

        Raises `RequestError` if another process is the owner.
        """
        owner = await self.claim(game)
        if owner not in (None, self.me):
            raise unavailable()
        return None if owner is None else owner.process
