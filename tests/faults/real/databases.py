"""The databases under faults, and what is stored in them, read beside the servers."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
from sqlalchemy import make_url

from longroad.server.events import Event
from tests.faults.real.processes import NO_ROOM, children, command_of, kill
from tests.faults.real.proxy import Proxy, Stream
from tests.postgres import USER, Postgres

SELECT = "SELECT number, kind, at, body FROM events WHERE game = {} ORDER BY number"
SOCKET = ".s.PGSQL.5432"
SLOWEST_START_S = 30.0
CONNECTED_TRIES, CONNECTED_PAUSE_S = 60, 0.05  # until a server has connected again after another fault
EXTENDED_S = 1.5  # within which each server has extended its lease

Unreachable = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)


class Sqlite:
    """A file."""

    name = "sqlite"
    is_shared = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def start(self) -> None:
        """Start nothing."""

    async def close(self) -> None:
        """Stop nothing."""

    def arguments(self) -> Sequence[str]:
        """Return the options of a server that uses it."""
        return "--data", str(self._folder)

    async def events(self, game: str) -> list[Event]:
        """Return what is stored of a game."""
        with closing(sqlite3.connect(self._folder / "games.db", timeout=10)) as connection:
            rows = connection.execute(SELECT.format("?"), (game,)).fetchall()
        return _events(rows)

    async def owners(self, game: str) -> list[Any]:
        """Return nothing: there is one server."""
        return []

    def log(self) -> str:
        """Return nothing."""
        return ""


class PostgresCluster:
    """A PostgreSQL that writes everything to the disk before it confirms it, as it does by default."""

    name = "postgres"
    is_shared = True

    def __init__(self, rng: Random) -> None:
        self.postgres = Postgres(settings=())
        self.network = Proxy(self._connect, rng)
        self._database = ""
        self._starting = asyncio.Lock()
        self.is_up = False

    async def _connect(self) -> Stream:
        return await asyncio.open_unix_connection(str(self.postgres.folder / SOCKET))

    async def start(self) -> None:
        """Start it, also while processes of the one before are still ending."""
        async with self._starting:
            end = asyncio.get_running_loop().time() + SLOWEST_START_S
            while not self.is_up:
                try:
                    await asyncio.to_thread(self.postgres.start)
                    self.is_up = True
                except AssertionError:
                    if asyncio.get_running_loop().time() > end:
                        raise
                    await asyncio.sleep(0.1)
        if not self._database:
            await self.network.start()
            self._database = make_url(await asyncio.to_thread(self.postgres.new_database)).database or ""

    async def close(self) -> None:
        """Stop it and remove it."""
        await self.network.close()
        if self.is_up:
            await asyncio.to_thread(self.postgres.stop)
        self.postgres.remove()

    def arguments(self) -> Sequence[str]:
        """Return the options of a server that uses it, through the proxy."""
        return "--database", f"postgresql://{USER}@127.0.0.1:{self.network.port}/{self._database}"

    async def events(self, game: str) -> list[Event]:
        """Return what is stored of a game."""
        return _events(await self.execute(SELECT.format("$1"), game))

    async def owners(self, game: str) -> list[Any]:
        """Return the servers that say they are alive, with the seconds that they have left, and the owner of a game."""
        left = "expires_at - extract(epoch FROM clock_timestamp())"
        alive = await self.execute(f"SELECT id, address, {left} FROM processes")
        return [*alive, *await self.execute("SELECT owner FROM games WHERE id = $1", game)]

    async def execute(self, statement: str, *arguments: Any) -> list[Any]:
        """Run a statement, however often the connection breaks; return its rows."""
        while True:
            with suppress(*Unreachable):
                where = {"host": str(self.postgres.folder), "user": USER, "database": self._database}
                connection = await asyncpg.connect(**where, timeout=5)
                try:
                    return [tuple(row) for row in await connection.fetch(statement, *arguments)]
                finally:
                    connection.terminate()
            await asyncio.sleep(0.05)

    def log(self) -> str:
        """Return what it has logged."""
        return self.postgres.log.read_text(errors="replace")

    # --- faults -------------------------------------------------------------------------------------------------------

    def kill(self) -> bool:
        """Kill the first process; the others notice, and end."""
        if not self.is_up:
            return False
        self.is_up = False
        self.postgres.stop(9)
        return True

    def backends(self) -> list[int]:
        """List the processes that serve the servers' connections."""
        found = children(self.postgres.pid) if self.is_up else []
        return [pid for pid in found if f"{USER} {self._database}" in command_of(pid)]

    async def kill_backend(self, rng: Random) -> bool:
        """Kill the process of one connection, once there is one; PostgreSQL then ends all others, and recovers."""
        for _ in range(CONNECTED_TRIES):
            backends = self.backends()
            if backends:
                return kill(rng.choice(backends))
            await asyncio.sleep(CONNECTED_PAUSE_S)
        return False

    async def fill_disk(self, seconds: float) -> None:
        """Let no connection write anything for a while."""
        limited = self.backends()
        for process in limited:
            self._limit_files(process, str(NO_ROOM))
        await asyncio.sleep(seconds)
        for process in limited:
            self._limit_files(process, "unlimited")

    def _limit_files(self, process: int, size: str) -> None:
        """Limit the size of what a process may write; only its own user may do so."""
        with suppress(AssertionError):  # it has ended
            self.postgres.run(["prlimit", "--pid", str(process), f"--fsize={size}:unlimited"])

    async def shift_clock(self, seconds: float) -> None:
        """Let the leases of the servers jump as if the database's clock had, and wait until all have extended theirs.

        A server that died before it did would keep its games until the old time has come.
        """
        await self.execute("UPDATE processes SET expires_at = expires_at - $1", seconds)
        await asyncio.sleep(EXTENDED_S)


Database = Sqlite | PostgresCluster


def _events(rows: Iterable[Any]) -> list[Event]:
    return [Event(number, kind, at, json.loads(body)) for number, kind, at, body in rows]
