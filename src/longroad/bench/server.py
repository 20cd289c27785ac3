"""Measures the server: how soon actions are confirmed, what finished rooms leave in memory, how soon the page loads.

Everything goes over the network as for real players: a server in its own process, HTTP, WebSockets and a browser.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from longroad.bench.page import bundle_bytes, measure_page
from longroad.bench.people import Person, play_together, seat_four
from longroad.bench.serving import Served, serving

GAMES: Final = 200  # of bots, at full speed
TABLES: Final = 4  # of four people each
SECONDS: Final = 40.0
FINISHED: Final = 24  # games that are played to the end to see what they leave in memory
PATIENCE_S: Final = 150.0  # until those have ended
SEED: Final = 1

Report = Callable[[str], None]


def _bots_only(pace: str = "instant") -> dict[str, Any]:
    """Return the settings of a game of four novices at full speed."""
    return {
        "settings": {"preset": "base", "pace": pace},
        "seats": [{"kind": "computer", "bot": "novice"}] * 4,
        "starts": True,
    }


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed.

    >>> percentile([5.0, 1.0, 3.0, 2.0], 0.5), percentile([5.0, 1.0], 0.99)
    (2.0, 5.0)
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _latencies(people: Sequence[Person]) -> dict[str, Any]:
    """Summarise how soon actions were confirmed and how large updates were."""
    waited = [1000 * latency for person in people for latency in person.latencies_s]
    sizes = [size for person in people for size in person.sizes]
    return {
        "server_actions": len(waited),
        "server_refused": sum(len(person.refusals) for person in people),
        "server_action_p50_ms": percentile(waited, 0.5) if waited else None,
        "server_action_p99_ms": percentile(waited, 0.99) if waited else None,
        "server_action_worst_ms": max(waited, default=None),
        "server_update_bytes_p50": statistics.median(sizes) if sizes else None,
        "server_update_bytes_most": max(sizes, default=None),
    }


def _events_of(served: Served, games: Sequence[str]) -> int:
    """Count the events of games."""
    return sum(served.ask(f"/api/games/{game}")["event"] for game in games)


def _measure_beside(served: Served, games: int, seconds: float, report: Report) -> dict[str, Any]:
    """Measure people's actions while this number of games of bots runs."""
    rng = Random(SEED)
    people = [person for _ in range(TABLES) for person in seat_four(served, rng)]
    report(f"{games} games of bots begin")
    start = time.monotonic()
    beside = [served.ask("/api/games", _bots_only())["game"] for _ in range(games)]
    report(f"people play while {games} games run, {seconds:.0f} s")
    asyncio.run(play_together(people, seconds))
    events, spent = _events_of(served, beside), time.monotonic() - start
    return _latencies(people) | {"server_games_beside": games, "server_bot_events_per_s": events / spent}


def _watch_rooms(served: Served, patience_s: float) -> float:
    """Wait until all rooms have left memory; return the peak memory of the server in MB."""
    most, end = 0.0, time.monotonic() + patience_s
    while served.ask("/api/rooms")["rooms"] and time.monotonic() < end:
        most = max(most, served.memory_mb() or 0.0)
        time.sleep(0.5)
    return most


def _measure_memory(served: Served, games: int, report: Report) -> dict[str, Any]:
    """Measure the memory that rooms use, and what they leave behind; the first of two runs warms up."""
    figures: dict[str, Any] = {}
    for number in range(2):
        report(f"{games} games are played out, {number + 1} of 2")
        known, before = served.ask("/api/rooms?collect"), served.memory_mb()
        for _ in range(games):
            served.ask("/api/games", _bots_only())
        most = _watch_rooms(served, PATIENCE_S)
        left, after = served.ask("/api/rooms?collect"), served.memory_mb()
        figures = {
            "server_rooms_over": games - left["rooms"],
            "server_rooms_left": left["rooms"],
            "server_objects_left_a_room": (left["blocks"] - known["blocks"]) / games,
            "server_kb_a_room": 1024 * (most - before) / games if before is not None else None,
            "server_kb_left_a_room": 1024 * (after - before) / games if before is not None and after else None,
            "server_memory_mb": after,
        }
    return figures


def measure_server(quick: bool, report: Report) -> dict[str, Any]:
    """Measure everything; return figures by name, None for what is not installed."""
    figures: dict[str, Any] = {"client_bundle_kb": None if (size := bundle_bytes()) is None else size / 1024}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        report("finished rooms")
        figures |= _measure_memory(served, 2 if quick else FINISHED, report)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        report("the page")
        figures |= measure_page(served.address, 1 if quick else 5)
        figures |= _measure_beside(served, 5 if quick else GAMES, 5.0 if quick else SECONDS, report)
        report("the page, while all that runs")
        figures |= {f"{name}_beside": value for name, value in measure_page(served.address, 1 if quick else 5).items()}
    return figures
