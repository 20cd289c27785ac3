"""The leases of simulated servers that share a store: what PostgreSQL keeps for real ones, with the real membership."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from longroad.server.cluster.membership import Membership
from longroad.server.store import Store
from longroad.server.store.processes import Expired, Owner
from tests.faults.memory import MemoryStore


class Leases:
    """Until when each process lives, and which one owns which game."""

    def __init__(self) -> None:
        self.until: dict[Owner, float] = {}
        self.owners: dict[str, str] = {}  # the process, by game
        self.takeovers = 0  # games that another process has claimed from one that was dead

    def living(self) -> list[Owner]:
        """List the processes that live, and remove the dead."""
        now = asyncio.get_running_loop().time()
        self.until = {owner: until for owner, until in self.until.items() if until > now}
        return list(self.until)

    def remove(self, process: str) -> None:
        """Remove a process, which releases its games."""
        self.until = {owner: until for owner, until in self.until.items() if owner.process != process}


class MemoryTable:
    """The leases as one process uses them, over its connection to the store."""

    def __init__(self, leases: Leases, store: MemoryStore) -> None:
        self._leases, self._store = leases, store

    async def secret(self) -> str:
        """Return the secret of all."""
        return "secret"

    async def join(self, owner: Owner, seconds: float, former: str = "") -> None:
        """Add a process, and remove the id under which it lived before."""
        await self._store.reach()
        self._leases.remove(former)
        self._leases.until[owner] = asyncio.get_running_loop().time() + seconds

    async def claim(self, game: str, process: str) -> Owner | None:
        """Make a process the owner of a game that has no living one; return the owner. Raises `Expired`."""
        await self._store.reach()
        if game not in self._store.data.events:
            return None
        by_process = {owner.process: owner for owner in self._leases.living()}
        former = self._leases.owners.get(game, "")
        if former in by_process:
            return by_process[former]
        if former == process or process not in by_process:
            raise Expired(process)
        self._leases.takeovers += bool(former)
        self._leases.owners[game] = process
        return by_process[process]

    async def extend(self, process: str, seconds: float) -> list[Owner]:
        """Let a process live on; return the living processes, without it if it was dead."""
        await self._store.reach()
        for owner in self._leases.living():
            if owner.process == process:
                self._leases.until[owner] = asyncio.get_running_loop().time() + seconds
        return self._leases.living()

    async def leave(self, process: str) -> None:
        """Remove a process."""
        self._leases.remove(process)

    async def close(self) -> None:
        """Close nothing."""


class SimulatedMembership(Membership):
    """The real membership, with leases in memory."""

    def __init__(self, leases: Leases, store: MemoryStore) -> None:
        super().__init__(cast("Store", SimpleNamespace(database=SimpleNamespace(engine=None))), "")
        table: Any = MemoryTable(leases, store)
        self._table = self._lifeline = table

    async def _look_up(self, address: str) -> None:
        """Look nothing up: there is no network."""

    def kill(self) -> None:
        """End at once; the lease runs out by itself."""
        self._stop_living()
        if self._beating is not None:
            self._beating.cancel()
