"""Many games at once: how soon the server confirms an action while 1,000 games are open.

In half of the games four people play, each on a connection of their own, and act after a short thought; in the other
half one person sits at an open table and follows it. The server is a process of its own; the people run beside it on
the same machine. A watchdog inside the server measures how long its event loop was blocked.

    python benchmarks/load.py [--games 1000] [--seconds 60] [--think 0.5 1.5] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from random import Random
from typing import Any

from longroad.bench.people import Person, seat_four
from longroad.bench.server import percentile
from longroad.bench.serving import Served, serving

SEED = 1
WARM_UP_S = 5.0  # after all have connected, before anything is measured
AT_ONCE = 50  # people who connect at the same time


def followed_game(served: Served, rng: Random) -> Person:
    """Open a room whose other seats are open, so that its person waits."""
    seats = [{"kind": "person"}, *[{"kind": "open"}] * 3]
    host = served.ask("/api/games", {"seats": seats, "wants_token": True})
    return Person(served, host["game"], host["seat"], host["token"], rng)


class Meter:
    """What is measured of the server after the warm-up."""

    def __init__(self, served: Served, people: Sequence[Person]) -> None:
        self._served, self._people = served, people
        self._cpu_s = 0.0
        self.figures: dict[str, float] = {}

    def begin(self) -> None:
        """Drop what was measured so far."""
        for person in self._people:
            person.latencies_s.clear()
            person.sizes.clear()
        self._served.ask("/api/rooms")
        self._cpu_s = self._served.cpu_s() or 0.0

    def end(self) -> None:
        """Note what the server has used since the beginning."""
        loop, acts = self._served.ask("/api/rooms"), sum(len(person.latencies_s) for person in self._people)
        self.figures = {
            "cpu_ms_an_update": 1000 * ((self._served.cpu_s() or 0.0) - self._cpu_s) / max(1, acts),
            "loop_blocked_ms": loop["blocked_ms"],
            "loop_blocked_p99_ms": loop["blocked_p99_ms"],
            "server_mb": self._served.memory_mb() or 0.0,
        }


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


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run on the quickest loop there is, to leave the processor to the server; nothing here makes garbage in cycles."""
    gc.disable()
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def measure(served: Served, games: int, seconds: float, think: tuple[float, float]) -> dict[str, Any]:
    """Open the games, let people play, and return the figures."""
    rng = Random(SEED)
    start = time.monotonic()
    people = [person for _ in range(games // 2) for person in seat_four(served, rng)]
    followers = [followed_game(served, rng) for _ in range(games - games // 2)]
    print(f"  {games} games are open after {time.monotonic() - start:.0f} s", file=sys.stderr)
    for person in people:
        person.think_s = think
    meter = Meter(served, people)
    run(play_all([*people, *followers], meter, seconds))
    waited = [1000 * latency for person in people for latency in person.latencies_s]
    return {
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, nargs=2, default=(0.5, 1.5), metavar=("LEAST", "MOST"))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        figures = measure(served, given.games, given.seconds, tuple(given.think))
    if given.json:
        print(json.dumps(figures, indent=2))
    for name, value in figures.items() if not given.json else ():
        print(f"{name:>26}  {value:,.1f}" if isinstance(value, float) else f"{name:>26}  {value:,}")


if __name__ == "__main__":
    main()
