"""Makes the faults of a schedule happen to a site, and checks after them that every game goes on."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from tests.faults.person import Violation
from tests.faults.real.databases import PostgresCluster
from tests.faults.real.people import Person
from tests.faults.real.proxy import Proxy
from tests.faults.real.schedule import KILLS, Fault
from tests.faults.real.servers import Server
from tests.faults.real.site import Site
from tests.faults.real.tables import Table

STUCK_S = 30.0  # after which a game that does not go on counts as stuck
NO_WORKER_S = 30.0  # after which no worker is waited for; on a busy machine one takes long to start
DELAYS_S = (0.0, 0.2)  # of each piece of data on a slow network
JUMPS_S = (3600.0, -3600.0, 86_400.0, 0.0)  # of clocks


class Trouble:
    """The faults of a run so far."""

    def __init__(self, site: Site, tables: Sequence[Table]) -> None:
        self.counts: Counter[str] = Counter()
        self.last: Fault | None = None
        self.waits_s: list[float] = []  # until each game went on, after what was down was up again
        self.takeovers_s: list[float] = []  # the same after one of several servers was killed, which stayed down
        self._site, self._tables = site, tables
        self._background: set[asyncio.Task[None]] = set()

    @property
    def kills(self) -> int:
        """How many processes were killed."""
        return sum(self.counts[kind] for kind in KILLS)

    async def make(self, fault: Fault) -> None:
        """Let a fault happen, and check that what was confirmed is stored. Raises `Violation`."""
        self.last = fault
        await asyncio.sleep(fault.after_s)
        if fault.kind not in KILLS:
            await self._repair()
        is_done = await self._apply(fault)
        self.counts[fault.kind] += is_done
        if fault.is_settled:
            await self.settle()
        for table in self._tables:
            await table.check()

    async def settle(self) -> None:
        """Repair everything, and wait until every game has gone on. Raises `Violation`."""
        await self._repair()
        self.waits_s += await self._all_go_on()

    async def _repair(self) -> None:
        """Start everything that is down."""
        await asyncio.gather(*self._background)
        await self._site.start()

    async def _all_go_on(self) -> list[float]:
        """Wait until every game has gone on; return the seconds that each took. Raises `Violation`."""
        start = time.monotonic()
        before = [(table, table.people, table.known) for table in self._tables if table.is_playing]
        waits = []
        for table, people, known in before:
            while table.people is people and table.is_playing and table.known <= known:
                if time.monotonic() - start > STUCK_S:
                    raise Violation(await self._why_stuck(people))
                await asyncio.sleep(0.02)
            moved = max((person.moved_at for person in people), default=start)
            waits.append(max(0.0, min(moved, time.monotonic()) - start))
        return waits

    async def _why_stuck(self, people: Sequence[Person]) -> str:
        """Describe a game that does not go on."""
        game = people[0].game
        states = [f"seat {one.seat}: event {one.known}, visit {one.visits}, {one.doing}" for one in people]
        events = await self._site.database.events(game)
        owners = await self._site.database.owners(game)
        ports = [(server.number, server.is_up, server.network.port) for server in self._site.servers]
        shown = [*states, f"servers {ports}", f"owners {owners}", *(str(event) for event in events[-3:])]
        return "\n  ".join([f"{game} has not gone on for {STUCK_S:.0f} s:", *shown])

    # --- kinds of faults ----------------------------------------------------------------------------------------------

    async def _apply(self, fault: Fault) -> bool:
        """Let a fault happen; return whether it could."""
        site, rng = self._site, Random(fault.seed)
        server = site.servers[fault.which % len(site.servers)]
        kinds: dict[str, Callable[[], Awaitable[bool]]] = {
            "server": lambda: self._kill_server(fault),
            "worker": lambda: _kill_worker(server, rng),
            "freeze": lambda: server.freeze(fault.lasts_s),
            "restart": self._restart_all,
            "full disk": lambda: site.fill_disk(server, fault.lasts_s),
            "clock": lambda: _now(server.shift_clock(rng.choice(JUMPS_S))),
        }
        if isinstance(site.database, PostgresCluster):
            database = site.database
            kinds |= {
                "postmaster": lambda: self._kill_postmaster(database, fault),
                "backend": lambda: database.kill_backend(rng),
                "lease clock": lambda: _done(database.shift_clock(rng.choice((3600.0, -3600.0)))),
            }
            if fault.kind.startswith("database "):
                return await _disturb(database.network, fault.kind.removeprefix("database "), fault.lasts_s)
        if fault.kind in kinds:
            return await kinds[fault.kind]()
        return await _disturb(server.network, fault.kind, fault.lasts_s)

    async def _kill_server(self, fault: Fault) -> bool:
        """Kill a server, and start it again: at once, later, or after its games have gone on at another one."""
        site = self._site
        server = site.servers[fault.which % len(site.servers)]
        if not await server.kill():
            self._later(server.start, fault.lasts_s)
            return False
        others = [other for other in site.servers if other.is_up]
        if others and fault.is_settled and site.is_sound:
            self.takeovers_s += await self._all_go_on()
        self._later(server.start, fault.lasts_s)
        return True

    async def _kill_postmaster(self, database: PostgresCluster, fault: Fault) -> bool:
        is_done = await asyncio.to_thread(database.kill)
        self._later(database.start, fault.lasts_s)
        return is_done

    async def _restart_all(self) -> bool:
        """Stop the servers one after the other, each with a signal, and start each again."""
        for server in self._site.servers:
            await server.stop()
            await server.start()
        return True

    def _later(self, start: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Start something again after a while."""

        async def work() -> None:
            await asyncio.sleep(seconds)
            await start()

        task = asyncio.ensure_future(work())
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def _kill_worker(server: Server, rng: Random) -> bool:
    """Kill a worker; wait for one, if the server has just started."""
    end = time.monotonic() + NO_WORKER_S
    while not (is_done := server.kill_worker(rng)) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    return is_done


async def _now(is_done: bool) -> bool:
    return is_done


async def _done(work: Awaitable[None]) -> bool:
    await work
    return True


async def _disturb(network: Proxy, kind: str, seconds: float) -> bool:
    """Disturb a network for a while."""
    match kind:
        case "cut":
            network.cut()
        case "half-close":
            network.half_close()
        case "stall":
            network.stall()
            await asyncio.sleep(seconds)
            network.resume()
        case "delay":
            network.delay_s = DELAYS_S
            await asyncio.sleep(seconds)
            network.delay_s = (0.0, 0.0)
        case _:
            raise ValueError(f"{kind}: expected cut, half-close, stall or delay")
    return True
