"""Many games at once: how soon the server confirms an action while 1,000 games are open.

In half of the games four people play, each on a connection of their own, and act after a short thought; in the other
half one person sits at an open table and follows it. The server is a process of its own; the people run beside it on
the same machine. A watchdog inside the server measures how long its event loop was blocked.

    python -m benchmarks.load [--games 1000] [--seconds 60] [--think 0.5 1.5] [--json]

Several servers share a PostgreSQL, and the people of each game are spread over them, so that with two servers half of
them reach their game through the other one:

    python -m benchmarks.load --servers 2 --postgres                            # starts a PostgreSQL, with fsync
    python -m benchmarks.load --servers 2 --database postgresql://USER@HOST/DATABASE    # an empty one
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from benchmarks import processes

from longroad.bench.people import Person, seat_four
from longroad.bench.server import percentile
from longroad.bench.serving import DATABASE_VARIABLE, SWEEP_VARIABLE, Served, serving
from longroad.server.room.pace import DEFAULT_TIMING
from scripts.postgres import NoPostgres

T = TypeVar("T")

SEED = 1
WARM_UP_S = 5.0  # after all have connected, before anything is measured
AT_ONCE = 50  # people who connect at the same time


def followed_game(served: Served, rng: Random) -> Person:
    """Open a room whose other seats are open, so that its person waits."""
    seats = [{"kind": "person"}, *[{"kind": "open"}] * 3]
    host = served.ask("/api/games", {"seats": seats, "wants_token": True})
    return Person(served, host["game"], host["seat"], host["token"], rng)


class Site(NamedTuple):
    """The servers, and the first process of their PostgreSQL if it was started here."""

    servers: Sequence[Served]
    postgres: int | None = None


class Meter:
    """What is measured of the servers after the warm-up."""

    def __init__(self, site: Site, people: Sequence[Person]) -> None:
        self._site, self._people = site, people
        self._cpu_s = self._database_cpu_s = 0.0
        self.figures: dict[str, float] = {}

    def begin(self) -> None:
        """Drop what was measured so far."""
        for person in self._people:
            person.latencies_s.clear()
            person.sizes.clear()
        self._loops()
        self._cpu_s, self._database_cpu_s = self._used()

    def end(self) -> None:
        """Note what the servers have used since the beginning."""
        loops, acts = self._loops(), max(1, sum(len(person.latencies_s) for person in self._people))
        cpu_s, database_cpu_s = self._used()
        self.figures = {
            "cpu_ms_an_update": 1000 * (cpu_s - self._cpu_s) / acts,
            "loop_blocked_ms": max(loop["blocked_ms"] for loop in loops),
            "loop_blocked_p99_ms": max(loop["blocked_p99_ms"] for loop in loops),
            "server_mb": sum(served.memory_mb() or 0.0 for served in self._site.servers),
        }
        if self._site.postgres is not None:
            self.figures["postgres_cpu_ms_an_update"] = 1000 * (database_cpu_s - self._database_cpu_s) / acts

    def _loops(self) -> list[Any]:
        """Ask each server how long its event loop was blocked since it was last asked."""
        return [served.ask("/api/rooms") for served in self._site.servers]

    def _used(self) -> tuple[float, float]:
        """Return the CPU seconds of the servers, and of PostgreSQL."""
        postgres = self._site.postgres
        servers = sum(served.cpu_s() or 0.0 for served in self._site.servers)
        return servers, 0.0 if postgres is None else processes.cpu_s(postgres)


async def play_all(people: Sequence[Person], meter: Meter, seconds: float) -> None:
    """Connect everybody, a few at a time, and play."""
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(person.connect(gate) for person in people))
    print(f"  {len(people)} connected", file=sys.stderr)
    until = time.monotonic() + WARM_UP_S + seconds
    loop = asyncio.get_running_loop()
    loop.call_later(WARM_UP_S, meter.begin)
    loop.call_later(WARM_UP_S + seconds - 0.5, meter.end)
    await asyncio.gather(*(person.play_on(until) for person in people))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run on the quickest loop there is, to leave the processor to the server; nothing here makes garbage in cycles."""
    gc.disable()
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def open_games(servers: Sequence[Served], games: int) -> tuple[list[Person], list[Person]]:
    """Open games on the servers in turn; return those who play and those who wait."""
    rng = Random(SEED)
    turns = cycle([*servers[first:], *servers[:first]] for first in range(len(servers)))
    players: list[Person] = []
    for first, *others in islice(turns, games // 2):
        players += seat_four(first, rng, others)
    followers = [followed_game(next(turns)[0], rng) for _ in range(games - games // 2)]
    return players, followers


def measure(site: Site, games: int, seconds: float, think: tuple[float, float]) -> dict[str, Any]:
    """Open the games, let people play, and return the figures."""
    start = time.monotonic()
    people, followers = open_games(site.servers, games)
    print(f"  {games} games are open after {time.monotonic() - start:.0f} s", file=sys.stderr)
    for person in people:
        person.think_s = think
    meter = Meter(site, people)
    run(play_all([*people, *followers], meter, seconds))
    waited = [1000 * latency for person in people for latency in person.latencies_s]
    return {
        "servers": len(site.servers),
        "games": games,
        "connections": len(people) + len(followers),
        "acts": len(waited),
        "acts_per_s": len(waited) / seconds,
        "p50_ms": percentile(waited, 0.5),
        "p99_ms": percentile(waited, 0.99),
        "worst_ms": max(waited),
        "refused": sum(len(person.refusals) for person in people),
        **meter.figures,
    }


@contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """Run a PostgreSQL that waits for the disk, as in production; yield the URL of a database, and its process."""
    from tests.postgres import Postgres

    running = Postgres(settings=("shared_buffers=128MB",))
    try:
        running.start()
        yield running.new_database(), running.pid
        running.stop()
    finally:
        running.remove()


@contextmanager
def site(count: int, database: str | None, wants_postgres: bool) -> Iterator[Site]:
    """Run the servers on one database, and stop them before it."""
    with ExitStack() as stack:
        process = None
        if wants_postgres:
            database, process = stack.enter_context(postgres())
        environment = {SWEEP_VARIABLE: str(DEFAULT_TIMING.sweep)} | ({DATABASE_VARIABLE: database} if database else {})
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(count)]
        servers = [stack.enter_context(serving(folder, environment=environment)) for folder in folders]
        yield Site(servers, process)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, nargs=2, default=(0.5, 1.5), metavar=("LEAST", "MOST"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--servers", type=int, default=1)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--database", metavar="URL", help="an empty PostgreSQL database for the servers")
    where.add_argument("--postgres", action="store_true", help="start a PostgreSQL for them")
    given = parser.parse_args(arguments)
    if given.servers < 1:
        parser.error(f"--servers {given.servers}: expected 1 or more")
    if given.servers > 1 and not (given.database or given.postgres):
        parser.error(
            f"--servers {given.servers}: several servers need a PostgreSQL: expected --postgres or --database URL"
        )
    return given


def main() -> None:
    """Measure and print."""
    given = parse()
    try:
        with site(given.servers, given.database, given.postgres) as servers:
            figures = measure(servers, given.games, given.seconds, tuple(given.think))
    except NoPostgres as absent:
        sys.exit(str(absent))
    if given.json:
        print(json.dumps(figures, indent=2))
    for name, value in figures.items() if not given.json else ():
        print(f"{name:>26}  {value:,.2f}" if isinstance(value, float) else f"{name:>26}  {value:,}")


if __name__ == "__main__":
    main()
