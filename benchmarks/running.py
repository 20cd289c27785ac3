"""What it costs to count and measure, and how long a backup and a restore take: the figures of docs/hosting.md.

python benchmarks/running.py
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from longroad.server import metrics
from longroad.server.events import Event
from longroad.server.store import Change, Store
from longroad.server.store.backup import back_up, restore

TIMES: Final = 100_000
GAMES: Final = 500
EVENTS: Final = 400  # of each game


def micros(call: Callable[[], object], times: int = TIMES) -> float:
    """Return how long a call takes on average, in microseconds."""
    began = perf_counter()
    for _ in range(times):
        call()
    return (perf_counter() - began) / times * 1e6


async def fill(store: Store) -> None:
    """Store games of many plies."""
    plies = [
        Event(n, "ply", 1.7e9 + n, {"ply": f"{n % 4} settle {n % 54}", "asked": [0]}) for n in range(1, EVENTS + 1)
    ]
    for number in range(GAMES):
        await store.write(Change(f"game{number}", plies, {0: "0" * 64}, "playing"))


async def measure_backup(folder: Path) -> None:
    """Print how long a backup and a restore take."""
    full, empty = await Store.open(str(folder / "full.db")), await Store.open(str(folder / "empty.db"))
    await fill(full)
    began = perf_counter()
    await back_up(full.database.engine, folder / "backup")
    size = (folder / "backup").stat().st_size
    print(f"backup of {GAMES * EVENTS} events: {perf_counter() - began:.1f} s, {size / 1e6:.1f} MB")
    began = perf_counter()
    await restore(empty.database.engine, folder / "backup")
    print(f"restore: {perf_counter() - began:.1f} s")
    await full.close()
    await empty.close()


def main() -> None:
    """Print all figures."""
    print(f"observation of a histogram: {micros(lambda: metrics.act_seconds.observe(0.003)):.1f} us")
    print(f"counter of a message: {micros(lambda: metrics.sent('update').inc()):.1f} us")
    print(f"/metrics, {len(metrics.exposition())} bytes: {micros(metrics.exposition, 100) / 1000:.2f} ms")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure_backup(Path(folder)))


if __name__ == "__main__":
    main()
