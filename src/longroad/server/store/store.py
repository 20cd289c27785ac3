"""The store of a server: reads games, and writes their changes.

All writing goes through one task, which puts everything that waits into one transaction, so that many rooms at full
speed cost few commits, and nobody waits for a lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from longroad.server import metrics
from longroad.server.events import Event
from longroad.server.store.addresses import read_address
from longroad.server.store.changes import Change, Snapshot, Stored
from longroad.server.store.database import Database
from longroad.server.store.errors import DatabaseTrouble, LostDatabase, Overtaken, reason
from longroad.server.store.postgres import PostgresDatabase
from longroad.server.store.schema import events, games, seats, snapshots
from longroad.server.store.sqlite import SqliteFile

_log = logging.getLogger(__name__)

CLOSED: Final = "closed"  # the status of a game that an administrator has closed for good
READ_AT_ONCE: Final = 500  # events
WATCH_S: Final = 1.0  # between two checks that the database is still there

# Classes of PostgreSQL's errors: connections, resources such as the disk, stopping and starting, and the system.
TROUBLE: Final = ("08", "53", "57P", "58")

Writing = tuple[Change, asyncio.Future[None]]  # and the future of its writer


async def open_database(address: str) -> Database:
    """Open a database by the path of a file or its URL. Raises `UnusableDatabase`."""
    place = read_address(address)
    return SqliteFile(place) if isinstance(place, Path) else await PostgresDatabase.open(place)


class Store:
    """The games of a server in a database, SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self.database = database
        loop = asyncio.get_running_loop()
        self._lost: asyncio.Future[LostDatabase] = loop.create_future()
        self._waiting: asyncio.Queue[Writing | None] = asyncio.Queue()
        self._writer = loop.create_task(self._write_all(), name="store")
        self._watcher = loop.create_task(self._watch(), name="store watch")
        self.stored = 0  # changes
        self._is_closed = False

    @classmethod
    async def open(cls, address: str) -> Store:
        """Open a database by the path of a file or its URL; create or upgrade it. Raises `UnusableDatabase`."""
        return cls(await open_database(address))

    async def close(self) -> None:
        """Write what is left, and close the database."""
        if not self._is_closed:
            self._is_closed = True
            self._watcher.cancel()
            self._waiting.put_nowait(None)
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
            await self.database.close()

    # --- a database that is lost --------------------------------------------------------------------------------------

    async def lost(self) -> LostDatabase:
        """Wait until the database is lost; nothing is stored from then on."""
        return await asyncio.shield(self._lost)

    def _check_lost(self) -> None:
        """Check that the database is not known to be lost. Raises `LostDatabase`."""
        if self._lost.done():
            raise self._lost.result()

    def _check(self) -> None:
        """Check that the database is still there. Raises `LostDatabase`."""
        self._check_lost()
        try:
            self.database.check()
        except LostDatabase as error:
            self._lost.set_result(error)
            raise

    async def _watch(self) -> None:
        """Check the database even while nothing is written."""
        with contextlib.suppress(LostDatabase):
            while True:
                self._check()
                await asyncio.sleep(WATCH_S)

    # --- writing ------------------------------------------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        """Store a change; when this returns, it will survive the end of the process.

        Raises `DatabaseTrouble`, `Overtaken`, or `LostDatabase` once nothing can be stored any more.
        """
        if self._is_closed or self._writer.done():
            raise RuntimeError("the store is closed" if self._is_closed else "the store has stopped writing")
        done = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((change, done))
        await done

    async def _write_all(self) -> None:
        """Write everything that waits until the store is closed."""
        taken: list[Writing | None] = []
        try:
            while None not in taken:
                taken = [await self._waiting.get(), *self._take_all()]
                waiting = [entry for entry in taken if entry is not None]
                if waiting:
                    await self._write_together(waiting)
        finally:
            for entry in (*taken, *self._take_all()):
                if entry is not None and not entry[1].done():
                    entry[1].set_exception(RuntimeError("the store has stopped writing"))

    def _take_all(self) -> list[Writing | None]:
        """Take everything that waits now."""
        return [self._waiting.get_nowait() for _ in range(self._waiting.qsize())]

    async def _write_together(self, waiting: list[Writing]) -> None:
        """Write changes in one transaction; if one of them is wrong, each in its own, so that it fails alone."""
        failure: Exception | None = None
        began = time.perf_counter()
        try:
            self._check_lost()
            try:
                await self.database.write([change for change, _ in waiting])
            finally:
                self._check()  # a file that was deleted takes what is written to it along
            metrics.write_seconds.observe(time.perf_counter() - began)
            metrics.changes.inc(len(waiting))
            self.stored += len(waiting)
        except Exception as error:  # whatever it is, the next changes are still written
            metrics.write_failures.inc()
            failure = error
        if failure is not None and not _is_trouble(failure) and len(waiting) > 1:
            for entry in waiting:
                await self._write_together([entry])
            return
        refusal = None if failure is None else _refusal(failure)
        for _, done in waiting:
            if done.done():  # nobody waits for it any more
                continue
            if refusal is None:
                done.set_result(None)
            else:
                done.set_exception(refusal)

    async def is_writable(self, seconds: float) -> bool:
        """Whether something can be written within some seconds; it changes nothing."""
        try:
            self._check()
            async with asyncio.timeout(seconds):
                await self.database.try_write()
        except (SQLAlchemyError, OSError, TimeoutError, LostDatabase):
            return False
        return True

    # --- reading ------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading. Raises `DatabaseTrouble`."""
        try:
            async with self.database.engine.connect() as connection:
                yield connection
        except Exception as error:
            if not _is_trouble(error):
                raise
            _log.error("nothing can be read: %s", reason(error))
            raise DatabaseTrouble from error

    async def read(self, game: str) -> Stored | None:
        """Return a game's snapshot, the events after it, and its tokens; None for no game or a closed one."""
        async with self._reading() as connection:
            status = (await connection.execute(select(games.c.status).where(games.c.id == game))).scalar_one_or_none()
            if status in (None, CLOSED):
                return None
            saved = (await connection.execute(select(snapshots).where(snapshots.c.game == game))).one_or_none()
            after = 0 if saved is None else saved.number
            found = await _events_after(connection, game, after)
            holders = (await connection.execute(select(seats).where(seats.c.game == game))).all()
        if saved is None and not found:
            return None
        tokens = {row.seat: row.token_hash for row in holders}
        return Stored(found, tokens, None if saved is None else Snapshot(saved.number, saved.body))

    async def all_events(self, game: str) -> list[Event]:
        """Return all events of a game, also those before its snapshot."""
        async with self._reading() as connection:
            return await _events_after(connection, game, 0)

    async def tokens(self, game: str) -> dict[int, str]:
        """Return the hashes of the tokens that hold the seats of a game, by seat."""
        async with self._reading() as connection:
            holders = (await connection.execute(select(seats).where(seats.c.game == game))).all()
        return {row.seat: row.token_hash for row in holders}

    async def games(self, status: str, most: int = 100) -> list[str]:
        """List the games with a status, the last changed first."""
        wanted = select(games.c.id).where(games.c.status == status).order_by(games.c.changed_at.desc()).limit(most)
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())


async def _events_after(connection: AsyncConnection, game: str, number: int) -> list[Event]:
    """Return the events of a game after the one with a number."""
    wanted = select(events).where(events.c.game == game, events.c.number > number).order_by(events.c.number)
    found: list[Event] = []
    async for rows in (await connection.stream(wanted)).partitions(READ_AT_ONCE):
        found += [Event(row.number, row.kind, row.at, row.body) for row in rows]
        await asyncio.sleep(0)  # others are served meanwhile
    return found


def _refusal(failure: Exception) -> Exception:
    """Return the error that the writer of a change gets."""
    refusal: Exception = failure
    if isinstance(failure, IntegrityError):
        _log.warning("another process was quicker: %s", reason(failure))
        refusal = Overtaken()
    elif _is_trouble(failure) and not isinstance(failure, LostDatabase):
        _log.error("nothing can be stored: %s", reason(failure))
        refusal = DatabaseTrouble()
    if refusal is not failure:
        refusal.__cause__ = failure
    return refusal


def _is_trouble(failure: Exception) -> bool:
    """Whether a failure is one of the database, which all changes would run into."""
    if isinstance(failure, DBAPIError):
        is_cut, state = failure.connection_invalidated, getattr(failure.orig, "sqlstate", None) or ""
        return is_cut or state.startswith(TROUBLE) or isinstance(failure, (OperationalError, InterfaceError))
    return isinstance(failure, (OSError, LostDatabase))
