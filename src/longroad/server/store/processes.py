"""The processes that share a PostgreSQL database, and which of them serves which game.

All times are by the database's clock. A process whose time has run out never comes back under the same id, so that a
process that finds an owner without time left can take over its games.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sqlalchemy import Float, cast, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from longroad.server.store.schema import cluster, games, processes

CHANNEL: Final = "longroad"  # of notifications that a process has left

NOW: Final = cast(func.extract("epoch", func.clock_timestamp()), Float)


class Owner(NamedTuple):
    """A process that serves a game, and the URL at which other processes reach it."""

    process: str
    address: str


class Expired(Exception):
    """A process whose time has run out."""


class ProcessTable:
    """The tables of the processes that share a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def secret(self) -> str:
        """Return the secret that all processes of the database know; the first one makes it."""
        made = insert_or(cluster).values(id=1, secret=token_hex(32)).on_conflict_do_nothing()
        async with self._engine.begin() as connection:
            await connection.execute(made)
            return str((await connection.execute(select(cluster.c.secret))).scalar_one())

    async def join(self, owner: Owner, seconds: float, former: str = "") -> None:
        """Add a process that lives for some seconds, and remove the id under which it lived before."""
        row = {"id": owner.process, "address": owner.address, "expires_at": NOW + seconds}
        async with self._engine.begin() as connection:
            await connection.execute(delete(processes).where(processes.c.id == former))
            await connection.execute(insert(processes).values(row))

    async def leave(self, process: str) -> None:
        """Remove a process, which releases its games, and notify the others."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(processes).where(processes.c.id == process))
            await connection.execute(select(func.pg_notify(CHANNEL, process)))

    async def claim(self, game: str, process: str) -> Owner | None:
        """Make a process the owner of a game that has no living one; return the owner, None if there is no game.

        Raises `Expired` if the process itself is no longer alive.
        """
        alive = (processes.c.id == games.c.owner) & (processes.c.expires_at > NOW)
        found = select(games.c.owner, processes.c.address).outerjoin(processes, alive).where(games.c.id == game)
        while True:
            async with self._engine.begin() as connection:
                row = (await connection.execute(found)).one_or_none()
                if row is None:
                    return None
                if row.address is not None:
                    return Owner(row.owner, row.address)
                if row.owner == process:
                    raise Expired(process)
                is_same = games.c.owner.is_not_distinct_from(row.owner)  # else another process was quicker
                await connection.execute(update(games).where(games.c.id == game, is_same).values(owner=process))


class Lifeline:
    """The connection that keeps a process alive. It is used for nothing else, so that no other traffic delays it."""

    def __init__(self, engine: AsyncEngine, heard: Callable[[str], None]) -> None:
        """Take the function that is called with the id of each process that leaves."""
        self._engine, self._heard = engine, heard
        self._connection: AsyncConnection | None = None

    async def extend(self, process: str, seconds: float) -> list[Owner]:
        """Let a process live for some seconds from now; return the living processes, without it if it was dead.

        The dead are removed, so that none comes back to life when the database's clock is set back; who is left lives.
        """
        mine = update(processes).where(processes.c.id == process, processes.c.expires_at > NOW)
        living = select(processes.c.id, processes.c.address)
        try:
            if self._connection is None:
                self._connection = await self._open()
            await self._connection.execute(mine.values(expires_at=NOW + seconds))
            await self._connection.execute(delete(processes).where(processes.c.expires_at <= NOW))
            return [Owner(*row) for row in await self._connection.execute(living)]
        except BaseException:
            await self.close()
            raise

    async def _open(self) -> AsyncConnection:
        connection = await self._engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        raw: Any = (await connection.get_raw_connection()).driver_connection
        await raw.add_listener(CHANNEL, self._notified)
        return connection

    def _notified(self, _connection: object, _server: int, _channel: str, process: str) -> None:
        self._heard(process)

    async def close(self) -> None:
        """Close the connection; the next `extend` opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be broken
                await connection.invalidate()
                await connection.close()
