"""Many simulated games, on all cores: the seeds of those that went wrong are printed, and each repeats its game."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Iterable
from multiprocessing import get_context

from tests.faults.game import Outcome, play

AT_ONCE = 50  # games of a worker between two reports
REPORT_S = 30.0  # between two lines where nobody looks at a terminal


def simulate(games: int, seed: int, workers: int | None = None) -> int:
    """Play games from a seed on; return how many went wrong."""
    chunks = [range(first, min(first + AT_ONCE, seed + games)) for first in range(seed, seed + games, AT_ONCE)]
    start, done, wrong, totals = time.monotonic(), 0, 0, [0, 0, 0]
    progress = Progress(start)
    with get_context("spawn").Pool(workers or os.cpu_count()) as pool:
        for outcomes, failures in pool.imap_unordered(_play_all, chunks):
            done += len(outcomes) + len(failures)
            wrong += len(failures)
            for outcome in outcomes:
                for i, count in enumerate((outcome.plies, outcome.confirmed, outcome.kills)):
                    totals[i] += count
            for failure in failures:
                print(f"\n{failure}", flush=True)
            progress.report(f"{done:,} of {games:,} games, {wrong} wrong, {time.monotonic() - start:.0f} s")
    plies, confirmed, kills = totals
    progress.end()
    print(
        f"{done:,} games from seed {seed} in {time.monotonic() - start:.0f} s: {plies:,} plies, {confirmed:,} confirmed"
        f" actions of people, {kills:,} kills; {wrong} went wrong."
    )
    return wrong


def _play_all(seeds: Iterable[int]) -> tuple[list[Outcome], list[str]]:
    """Play the games of seeds in a worker."""
    outcomes, failures = [], []
    for seed in seeds:
        try:
            outcomes.append(play(seed))
        except Exception:
            failures.append(f"simulate --seed {seed} --games 1 repeats it:\n{traceback.format_exc(limit=-3)}")
    return outcomes, failures


class Progress:
    """Shows how far it is: always on a terminal, now and then elsewhere."""

    def __init__(self, start: float) -> None:
        self._is_terminal, self._last = sys.stderr.isatty(), start

    def report(self, line: str) -> None:
        """Show a line."""
        if self._is_terminal:
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._last >= REPORT_S:
            self._last = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clear the line."""
        if self._is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
