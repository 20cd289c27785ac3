"""A site: a database and the servers on it, and how people reach them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Literal

import httpx

from tests.faults.person import Violation
from tests.faults.real.databases import Database, PostgresCluster, Sqlite
from tests.faults.real.servers import Server
from tests.starter import Starter

LONGEST_REQUEST_S = 8.0
LONGEST_START_S = 60.0
SHOWN = 2500  # letters of a log

Kind = Literal["sqlite", "postgres"]


class Site:
    """What is under faults."""

    def __init__(self, kind: Kind, processes: int, folder: Path, rng: Random) -> None:
        self.database: Database = Sqlite(folder) if kind == "sqlite" else PostgresCluster(Random(rng.random()))
        count = processes if self.database.is_shared else 1
        self._starter = Starter()
        self.servers = [Server(self._starter, folder, number, Random(rng.random())) for number in range(count)]
        self.client = httpx.AsyncClient(timeout=LONGEST_REQUEST_S, verify=False, trust_env=False)
        self.sent: Counter[str] = Counter()

    @property
    def is_sound(self) -> bool:
        """Whether the database runs."""
        return not isinstance(self.database, PostgresCluster) or self.database.is_up

    def address(self, rng: Random) -> str:
        """Return the host and port of a server; people do not know which are up, but a proxy often does."""
        up = [server for server in self.servers if server.is_up]
        return rng.choice(up if up and rng.random() < 0.8 else self.servers).address

    async def start(self) -> None:
        """Start what is down."""
        await self.database.start()
        for server in self.servers:
            server.arguments = self.database.arguments()
        await asyncio.gather(*(self._start(server) for server in self.servers))

    async def _start(self, server: Server) -> None:
        """Start a server; one that found no database tries again. Raises `Violation`."""
        end = time.monotonic() + LONGEST_START_S
        while not server.is_up:
            if time.monotonic() > end:
                raise Violation(f"server {server.number} does not start")
            await server.start()

    async def close(self) -> None:
        """End everything."""
        await self.client.aclose()
        for server in self.servers:
            await server.close()
        self._starter.close()
        await self.database.close()

    async def fill_disk(self, server: Server, seconds: float) -> bool:
        """Let nothing be stored for a while; return whether that was possible."""
        if isinstance(self.database, PostgresCluster):
            await self.database.fill_disk(seconds)
            return True
        return await server.fill_disk(seconds)

    def logs(self) -> str:
        """Return the ends of all logs."""
        named = [(f"server {server.number}", server.log()) for server in self.servers]
        named.append((self.database.name, self.database.log()))
        return "\n".join(f"--- {name}\n{log[-SHOWN:]}" for name, log in named)
