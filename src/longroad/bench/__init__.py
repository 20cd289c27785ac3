"""Measures how fast the rules run, next to Catanatron, and signs what they do.

Machines are shared and noisy: everything that is compared takes turns in one run. The speed is the best of several
rounds, with the median beside it, and work on one thread is measured in its CPU time. Games differ in length: each
round plays other games, and a rate of games is the rate of actions divided by the mean length of all games.
"""

from __future__ import annotations

import hashlib
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from longroad.bench import catanatron as catanatron_games
from longroad.bench.bots import measure_bots
from longroad.bench.library import measure_library
from longroad.core.batch import Batch
from longroad.core.compile.registry import Kind, compiled_available
from longroad.core.layout import STATE_BYTES
from longroad.core.ruleset import PRESETS, Ruleset

SIGNED_GAMES: Final = 12  # of each preset
ROUNDS: Final = 7
THREADS: Final = 2

FIRST_LIST: Final = """
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
assert len(State.new(Ruleset(first_player="given")).legal(0)) == 54
"""
FIRST_COMPILED_LIST: Final = """
from longroad.core.batch import NEW_GAME, Batch
from longroad.core.ruleset import Ruleset
batch = Batch(Ruleset(first_player="given"), 1)
batch.step([NEW_GAME], [0], [1])
assert batch.legality.any()
"""
ENTRY_POINTS: Final = """
from longroad.core import playout
from longroad.core.check import fuzz
from longroad.core.check import perft
from longroad.core.compile.registry import backend, entries
print(len(entries()))
"""
COMPILE_ALL: Final = f"""{ENTRY_POINTS}
for body in entries():
    backend("compiled").entry(body)
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement: games, plies and decisions, and the seconds they took."""

    games: int
    plies: int
    decisions: int
    seconds: float


Contender = Callable[[int], Sample]  # takes the number of the round


def contender(ruleset: Ruleset, games: int, kind: Kind = "compiled", threads: int = 1, wall: bool = False) -> Contender:
    """Return a function that measures random games, in CPU time or wall time."""
    batch = Batch(ruleset, games, kind)
    clock = time.perf_counter if wall else time.process_time

    def measure(number: int) -> Sample:
        start = clock()
        plies = int(batch.play(range(number * games, (number + 1) * games), threads).sum())
        seconds = clock() - start
        return Sample(games, plies, plies - int(batch.chances.sum()), seconds)

    return measure


def _catanatron_contender(games: int) -> Contender:
    """Return a function that measures Catanatron's random games; it has no plies of chance."""

    def measure(number: int) -> Sample:
        start = time.process_time()
        actions = catanatron_games.play_random_games(number * games + 1, games)
        return Sample(games, actions, actions, time.process_time() - start)

    return measure


def _contenders(quick: bool) -> dict[str, Contender]:
    """Return what is compared, by the prefix of its figures."""
    scale = 50 if quick else 1
    silent: dict[str, Any] = {"domestic_trade": False}
    base = Ruleset.preset("base", **silent)
    compared = {"interpreted": contender(base, max(40 // scale, 1), "interpreted")}
    if compiled_available():
        compared |= {
            "random4": contender(base, 3000 // scale),
            "trade4": contender(Ruleset.preset("base"), 1000 // scale),
            "extension6": contender(Ruleset.preset("extension", **silent), 1500 // scale),
            "duel2": contender(Ruleset.preset("duel", **silent), 3000 // scale),
            "threads1": contender(base, 3000 // scale, wall=True),
            "threads2": contender(base, 3000 // scale, threads=THREADS, wall=True),
        }
    if catanatron_games.version() is not None:
        compared["catanatron"] = _catanatron_contender(max(50 // scale, 1))
    return compared


def take_turns(
    compared: Mapping[str, Contender], rounds: int, report: Callable[[str], None]
) -> dict[str, list[Sample]]:
    """Measure everything once in each round."""
    samples: dict[str, list[Sample]] = {name: [] for name in compared}
    for number in range(1, rounds + 1):
        report(f"round {number} of {rounds}")
        for name, measure in compared.items():
            samples[name].append(measure(number))
    return samples


def rates(name: str, samples: list[Sample]) -> dict[str, float]:
    """Return the rates of one contender: the best, and the median games per second."""
    speeds = [sample.plies / sample.seconds for sample in samples]
    games, plies, decisions = (
        sum(counts) for counts in zip(*((s.games, s.plies, s.decisions) for s in samples), strict=True)
    )
    return {
        f"{name}_games_per_s": max(speeds) * games / plies,
        f"{name}_actions_per_s": max(speeds),
        f"{name}_decisions_per_s": max(speeds) * decisions / plies,
        f"{name}_games_per_s_median": statistics.median(speeds) * games / plies,
    }


def ratio(figures: Mapping[str, Any], one: str, other: str) -> float | None:
    """Divide two figures, if both were measured."""
    if figures.get(one) is None or figures.get(other) is None:
        return None
    return float(figures[one] / figures[other])


def signature(kind: Kind) -> str:
    """Return the signature of the rules: a hash of the final states of fixed random games over all presets.

    It does not depend on the back end.
    """
    digest = hashlib.sha256()
    for preset in PRESETS:
        batch = Batch(Ruleset.preset(preset), SIGNED_GAMES, kind)
        batch.play(range(SIGNED_GAMES))
        for i in range(SIGNED_GAMES):
            digest.update(batch.state(i).to_bytes())
    return digest.hexdigest()[:8]


def run_fresh(program: str, **environment: str) -> tuple[float, str]:
    """Run a program in a fresh Python process; return the seconds it took and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return time.perf_counter() - start, done.stdout.strip()


def _best_start(program: str, tries: int) -> float:
    """Return the seconds of the fastest of several fresh processes."""
    return min(run_fresh(program)[0] for _ in range(tries))


def _cold_compile() -> tuple[float, int]:
    """Compile everything in a fresh process with an empty cache; return the seconds and the number of entry points."""
    with tempfile.TemporaryDirectory() as folder:
        seconds, count = run_fresh(COMPILE_ALL, LONGROAD_CACHE=folder)
    return seconds, int(count)


def machine() -> dict[str, Any]:
    """Describe the machine."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numba": version("numba") if compiled_available() else None,
        "catanatron": catanatron_games.version(),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def measure_all(quick: bool, cold: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Measure everything; return figures by name, None for what is not installed or was not asked for."""
    compared = _contenders(quick)
    report("getting ready")
    for measure in compared.values():
        measure(0)  # compiles, or loads compiled code, and warms up
    figures: dict[str, Any] = {"machine": machine(), "state_bytes": STATE_BYTES}
    samples = take_turns(compared, 2 if quick else ROUNDS, report)
    for name in ("random4", "catanatron", "trade4", "extension6", "duel2", "threads1", "threads2", "interpreted"):
        blank = dict.fromkeys(rates(name, [Sample(1, 1, 1, 1.0)]))
        figures |= rates(name, samples[name]) if name in samples else blank
    figures["ratio_catanatron"] = ratio(figures, "random4_games_per_s", "catanatron_games_per_s")
    figures["ratio_catanatron_median"] = ratio(figures, "random4_games_per_s_median", "catanatron_games_per_s_median")
    figures["interpreted_ratio_catanatron"] = ratio(figures, "interpreted_games_per_s", "catanatron_games_per_s")
    figures["threads2_ratio"] = ratio(figures, "threads2_games_per_s", "threads1_games_per_s")
    report("the library")
    figures |= measure_library(quick)
    report("the bots")
    figures |= measure_bots(quick)
    figures |= _starts(3, cold, report)
    report("signing")
    figures["signature"] = signature("compiled" if compiled_available() else "interpreted")
    return figures


def _starts(tries: int, cold: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Measure how long fresh processes need."""
    report("starting")
    figures: dict[str, Any] = {"start_s": _best_start(FIRST_LIST, tries)}
    figures |= {"compiled_start_s": None, "cold_compile_s": None, "entry_points": None}
    if compiled_available():
        run_fresh(FIRST_COMPILED_LIST)  # from here on it is in the cache
        figures["compiled_start_s"] = _best_start(FIRST_COMPILED_LIST, tries)
        if cold:
            report("compiling everything again")
            figures["cold_compile_s"], figures["entry_points"] = _cold_compile()
    return figures
