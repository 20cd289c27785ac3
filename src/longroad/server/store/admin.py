"""A database as an administrator uses it, also while servers run: lists, deletes and asks the servers to do something.

Changes to a game that a server may have in memory are rows of a table: the server of the game finds them there, does
what they ask for, and answers. So everybody who may write to the database is an administrator, and no port is needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple

from sqlalchemy import URL, Connection, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from longroad.server.events import Event
from longroad.server.store import postgres, sqlite, upgrade
from longroad.server.store.addresses import read_address, shown
from longroad.server.store.database import opening
from longroad.server.store.errors import UnusableDatabase
from longroad.server.store.processes import NOW
from longroad.server.store.schema import admin_requests, events, games, processes, seats, snapshots
from longroad.server.store.store import CLOSED

REVOKE: Final = "revoke"
CLOSE: Final = "close"
KEPT_S: Final = 24 * 3600.0  # for which an answered request is kept
LOOK_S: Final = 0.2  # between two looks for an answer
AT_ONCE: Final = 100  # games that are deleted in one transaction


class GameRow(NamedTuple):
    """A game in a list."""

    id: str
    status: str
    created_at: float
    last_at: float  # when its last event happened
    events: int


class AdminRequest(NamedTuple):
    """Something that an administrator asks for."""

    id: str
    what: str
    game: str
    seat: int | None


class AdminDatabase:
    """An existing database of the newest version."""

    def __init__(self, engine: AsyncEngine, path: Path | None) -> None:
        self.engine, self.path = engine, path  # the path of a file; None for PostgreSQL

    @classmethod
    async def open(cls, address: str) -> AdminDatabase:
        """Open a database by the path of a file or its URL, and change nothing. Raises `UnusableDatabase`."""
        place = read_address(address)
        path = place if isinstance(place, Path) else None
        if path is not None and not path.is_file():
            raise UnusableDatabase(f"{path} does not exist")
        engine = postgres.engine_of(place) if isinstance(place, URL) else sqlite.engine_of(place)
        async with opening(shown(place) if isinstance(place, URL) else str(place), engine):
            async with engine.connect() as connection:
                await connection.run_sync(_check_version)
            return cls(engine, path)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    async def is_served(self) -> bool:
        """Whether a server uses the database."""
        if self.path is not None:
            return sqlite.is_served(self.path)
        living = select(func.count()).select_from(processes).where(processes.c.expires_at > NOW)
        async with self.engine.connect() as connection:
            return bool((await connection.execute(living)).scalar_one())

    # --- reading ------------------------------------------------------------------------------------------------------

    async def games(self, status: str | None = None, before: float | None = None) -> list[GameRow]:
        """List games, the oldest first: those with a status, or whose last event happened before a moment."""
        last, count = func.max(events.c.at), func.count()
        wanted = (
            select(games.c.id, games.c.status, games.c.created_at, last.label("last_at"), count.label("events"))
            .join(events, events.c.game == games.c.id)
            .group_by(games.c.id, games.c.status, games.c.created_at)
            .order_by(last, games.c.id)
        )
        if status is not None:
            wanted = wanted.where(games.c.status == status)
        if before is not None:
            wanted = wanted.having(last < before)
        async with self.engine.connect() as connection:
            return [GameRow(*row) for row in (await connection.execute(wanted)).all()]

    async def has(self, game: str) -> bool:
        """Whether there is a game with an id."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(games.c.id).where(games.c.id == game))
            return found.scalar_one_or_none() is not None

    async def events(self, game: str) -> list[Event]:
        """Return all events of a game."""
        wanted = select(events).where(events.c.game == game).order_by(events.c.number)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [Event(row.number, row.kind, row.at, row.body) for row in rows]

    # --- changing -----------------------------------------------------------------------------------------------------

    async def prune(self, before: float) -> int:
        """Delete games whose last event happened before a moment, with everything that belongs to them.

        Some at a time, so that no server waits for long. Return how many.
        """
        ids = [row.id for row in await self.games(before=before)]
        return sum([await self._delete(ids[start : start + AT_ONCE], before) for start in range(0, len(ids), AT_ONCE)])

    async def _delete(self, ids: Sequence[str], before: float) -> int:
        """Delete games, except those in which something has happened since; return how many."""
        recent = select(events.c.game).where(events.c.game.in_(ids), events.c.at >= before)
        async with self.engine.begin() as connection:
            # PostgreSQL adds no event to these games from here on; SQLite adds none after the first DELETE.
            await connection.execute(select(games.c.id).where(games.c.id.in_(ids)).with_for_update())
            for table in (seats, snapshots, events):
                await connection.execute(delete(table).where(table.c.game.in_(ids), table.c.game.not_in(recent)))
            gone = await connection.execute(delete(games).where(games.c.id.in_(ids), games.c.id.not_in(recent)))
            return gone.rowcount

    async def ask(self, what: str, game: str, seat: int | None, seconds: float) -> str | None:
        """Ask the server of a game to do something; return its answer, None if there was none within some seconds."""
        request = AdminRequest(token_hex(8), what, game, seat)
        async with self.engine.begin() as connection:
            await connection.execute(delete(admin_requests).where(admin_requests.c.asked_at < time.time() - KEPT_S))
            await connection.execute(insert(admin_requests).values(**request._asdict(), asked_at=time.time()))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (answer := await self._answer(request.id)) is None:
                    await asyncio.sleep(LOOK_S)
                return answer
        is_pending = (admin_requests.c.id == request.id) & admin_requests.c.answer.is_(None)
        async with self.engine.begin() as connection:  # so that it is not done later, when nobody expects it
            withdrawn = await connection.execute(delete(admin_requests).where(is_pending))
        return None if withdrawn.rowcount else await self._answer(request.id)

    async def _answer(self, request: str) -> str | None:
        async with self.engine.connect() as connection:
            wanted = select(admin_requests.c.answer).where(admin_requests.c.id == request)
            answer: str | None = (await connection.execute(wanted)).scalar_one()
            return answer

    async def do(self, what: str, game: str, seat: int | None) -> list[int]:
        """Do something that no server runs to do; return the seats whose tokens are revoked."""
        held = seats.c.game == game if seat is None else (seats.c.game == game) & (seats.c.seat == seat)
        async with self.engine.begin() as connection:
            found = list((await connection.execute(select(seats.c.seat).where(held).order_by(seats.c.seat))).scalars())
            await connection.execute(delete(seats).where(held))
            if what == CLOSE:
                await connection.execute(update(games).where(games.c.id == game).values(status=CLOSED))
        return found


# --- for servers ------------------------------------------------------------------------------------------------------


async def pending(engine: AsyncEngine) -> list[AdminRequest]:
    """List the requests that no server has answered."""
    columns = [admin_requests.c[name] for name in AdminRequest._fields]
    wanted = select(*columns).where(admin_requests.c.answer.is_(None)).order_by(admin_requests.c.asked_at)
    async with engine.connect() as connection:
        return [AdminRequest(*row) for row in (await connection.execute(wanted)).all()]


async def answer(engine: AsyncEngine, request: str, text: str) -> None:
    """Store the answer to a request."""
    async with engine.begin() as connection:
        await connection.execute(update(admin_requests).where(admin_requests.c.id == request).values(answer=text[:255]))


def _check_version(connection: Connection) -> None:
    """Check that a database is of the newest version. Raises `UnusableDatabase`."""
    version = upgrade.version_of(connection)
    if version is None:
        raise UnusableDatabase("is empty")
    if version != upgrade.NEWEST:
        raise UnusableDatabase(
            f"has the schema {version}: start the server once, which upgrades it to {upgrade.NEWEST}"
        )
