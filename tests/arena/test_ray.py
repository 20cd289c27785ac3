"""The same games on a Ray cluster, where Ray is installed (`make setup-ray`)."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from longroad.arena.cluster import play_on_ray
from longroad.arena.match_spec import MatchSpec
from longroad.arena.workers import play_locally
from longroad.core.ruleset import Ruleset

ray = pytest.importorskip("ray")


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")]))


def test_a_cluster_plays_the_same_games() -> None:
    spec = MatchSpec(("novice", "random", "random"), Ruleset(players=3, limit=40), seed=1)
    there = {result.number: result.outcome() for result in play_on_ray(spec, range(6))}
    assert there == {result.number: result.outcome() for result in play_locally(spec, range(6), 2)}


def test_a_worker_that_dies_costs_only_its_unfinished_game() -> None:
    spec = MatchSpec(("tests.arena.bots.Slow:ms=5", "random"), Ruleset(players=2, limit=40), seed=1)
    killed: list[int] = []
    watcher = threading.Thread(target=kill_a_worker, args=(killed,), daemon=True)
    watcher.start()
    numbers = sorted(result.number for result in play_on_ray(spec, range(6), 2))
    watcher.join(timeout=60)
    assert numbers == list(range(6))
    assert killed


def kill_a_worker(killed: list[int]) -> None:
    """Kill the first process that plays a game on this machine's cluster."""
    limit = time.monotonic() + 60
    while not killed and time.monotonic() < limit:
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and is_playing(entry):
                os.kill(int(entry.name), signal.SIGKILL)
                killed.append(int(entry.name))
                return
        time.sleep(0.02)


def is_playing(process: Path) -> bool:
    try:
        return (process / "cmdline").read_bytes().startswith(b"ray::play_there")
    except OSError:
        return False
