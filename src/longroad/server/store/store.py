"""The database of the server: games, seats and events. The only place with SQL.

All writing goes through one task, which puts everything that waits into one transaction, so that many rooms at full
speed cost few commits, and nobody waits for a lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from longroad.server.events import Event, NewEvent

SQLITE: Final = "sqlite+aiosqlite:///"
# Nothing that was sent is lost when the process dies; a power failure loses at most the last moment.
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000")

_metadata = MetaData()
_games = Table(
    "games",
    _metadata,
    Column("id", String(32), primary_key=True),
    Column("status", String(8), nullable=False, index=True),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
)
_seats = Table(
    "seats",
    _metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
)
_events = Table(
    "events",
    _metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("body", JSON, nullable=False),
    sqlite_with_rowid=False,
)


@dataclass(frozen=True, slots=True)
class Change:
    """What is written together: the events of a game, changed holders of its seats, and its status if it changes."""

    game: str
    events: Sequence[Event]
    tokens: Mapping[int, str | None] = field(default_factory=dict)  # by seat: the hash, or None where nobody holds it
    status: str | None = None  # where it changes


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored game: its events in order, and the hashes of the tokens that hold its seats."""

    events: list[Event]
    tokens: dict[int, str]


Writing = tuple[Change, asyncio.Future[None]]  # and the future of its writer


class Store:
    """The database of a server; SQLite unless the address says otherwise."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: asyncio.Queue[Writing | None] = asyncio.Queue()
        self._writer = asyncio.get_running_loop().create_task(self._write_all(), name="store")
        self._is_closed = False

    @classmethod
    async def open(cls, address: str) -> Store:
        """Open a database by the path of a file or an SQLAlchemy address, and make its tables if it is new."""
        engine = create_async_engine(address if "://" in address else SQLITE + address)
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", _set_pragmas)
        async with engine.begin() as connection:
            await connection.run_sync(_metadata.create_all)
        return cls(engine)

    async def close(self) -> None:
        """Write what is left, and close the database."""
        if not self._is_closed:
            self._is_closed = True
            self._waiting.put_nowait(None)
            await self._writer
            await self._engine.dispose()

    # --- writing ------------------------------------------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        """Store a change; when this returns, it will survive the end of the process."""
        if self._is_closed:
            raise RuntimeError("the store is closed")
        done = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((change, done))
        await asyncio.wait((done, self._writer), return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise RuntimeError("the store has stopped writing")
        done.result()

    async def _write_all(self) -> None:
        """Write everything that waits until the store is closed; one connection is kept open to save time."""
        is_open = True
        async with self._engine.connect() as connection:
            while is_open:
                taken = [await self._waiting.get()]
                while not self._waiting.empty():
                    taken.append(self._waiting.get_nowait())
                is_open = None not in taken
                waiting = [entry for entry in taken if entry is not None]
                if waiting:
                    await _write_together(connection, waiting)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def read(self, game: str) -> Stored | None:
        """Return a game's events and tokens; None if there is no such game."""
        wanted = select(_events).where(_events.c.game == game).order_by(_events.c.number)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
            holders = (await connection.execute(select(_seats).where(_seats.c.game == game))).all()
        if not rows:
            return None
        events = [Event(row.number, row.kind, row.at, row.body) for row in rows]
        return Stored(events, {row.seat: row.token_hash for row in holders})

    async def games(self, status: str, most: int = 100) -> list[str]:
        """List the games with a status, the last changed first."""
        wanted = select(_games.c.id).where(_games.c.status == status).order_by(_games.c.changed_at.desc()).limit(most)
        async with self._engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())


async def _write_together(connection: AsyncConnection, waiting: list[Writing]) -> None:
    """Write changes in one transaction; if one of them is wrong, each in its own, so that it fails alone."""
    failure: Exception | None = None
    try:
        async with connection.begin():
            await _put(connection, [change for change, _ in waiting])
    except Exception as error:  # whatever it is, the next changes are still written
        failure = error
    is_trouble = isinstance(failure, (OperationalError, OSError))  # of the database, which all would run into
    if failure is not None and not is_trouble and len(waiting) > 1:
        for entry in waiting:
            await _write_together(connection, [entry])
        return
    for _, done in waiting:
        if done.done():  # nobody waits for it any more
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)


async def _put(connection: AsyncConnection, changes: Sequence[Change]) -> None:
    """Write changes: new games first, then their events and tokens."""
    for change in changes:
        if change.events and change.events[0].number == 1:
            at = change.events[0].at
            row = {"id": change.game, "status": change.status or "lobby", "created_at": at, "changed_at": at}
            await connection.execute(insert(_games), [row])
    events = [_row(change.game, entry) for change in changes for entry in change.events]
    if events:
        await connection.execute(insert(_events), events)
    for change in changes:
        if change.status is not None:
            changed = update(_games).where(_games.c.id == change.game)
            await connection.execute(changed.values(status=change.status, changed_at=time.time()))
        for seat, token_hash in change.tokens.items():
            await connection.execute(delete(_seats).where(_seats.c.game == change.game, _seats.c.seat == seat))
            if token_hash is not None:
                await connection.execute(
                    insert(_seats), [{"game": change.game, "seat": seat, "token_hash": token_hash}]
                )


def _row(game: str, entry: Event) -> dict[str, Any]:
    return {"game": game, "number": entry.number, "kind": entry.kind, "at": entry.at, "body": entry.body}


def _set_pragmas(connection: Any, record: object) -> None:
    """Set SQLite's pragmas on a new connection."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def numbered(events: Sequence[NewEvent], after: int, at: float) -> list[Event]:
    """Number new events, counting on from `after`."""
    return [Event(after + i, event.kind, at, event.body) for i, event in enumerate(events, 1)]
