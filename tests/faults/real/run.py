"""A run: people play at several tables while the faults of a schedule happen; what went on is counted."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from tests.faults.real.schedule import Fault, schedule
from tests.faults.real.site import Kind, Site
from tests.faults.real.tables import Table
from tests.faults.real.trouble import Trouble

TABLES = 6
TURNS = (3, 9)  # that a game takes, from and to
LONGEST_END_S = 180.0  # in which all games end after the last fault
REPORT_S = 20.0  # between two lines about how far it is
TAKEN_OVER_S = 5.0  # in which a game should go on at another server


@dataclass
class Summary:
    """What has happened on one database."""

    database: str
    seed: int
    processes: int
    kills: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)  # by people, as a fault
    games: int = 0  # finished, checked and verified
    plies: int = 0
    confirmed: int = 0  # actions of people
    went_on_worst_s: float = 0.0  # after everything was up again
    taken_over: int = 0  # games, after a server was killed and stayed down
    taken_over_median_s: float = 0.0
    taken_over_worst_s: float = 0.0
    taken_over_late: int = 0  # after more than five seconds
    seconds: float = 0.0
    failure: str = ""


class Run:
    """Faults and games on one database."""

    def __init__(
        self,
        kind: Kind,
        seed: int,
        processes: int,
        folder: Path,
        tables: int = TABLES,
        turns: tuple[int, int] = TURNS,
        faults: Iterator[Fault] | None = None,  # those of the seed by default
    ) -> None:
        rng = Random(f"{kind} {seed} people")
        self.site = Site(kind, processes, folder, rng)
        self.tables = [Table(self.site, self.site.database, Random(rng.random()), turns) for _ in range(tables)]
        self.trouble = Trouble(self.site, self.tables)
        self._faults = schedule(seed, kind) if faults is None else faults
        self._began = time.monotonic()
        self._reported = 0.0
        self.summary = Summary(kind, seed, len(self.site.servers))

    async def __call__(self, kills: int) -> Summary:
        """Run until so many processes were killed, or there are no more faults, and all games are over.

        A failure is in the summary.
        """
        work: list[asyncio.Task[None]] = []
        try:
            await self.site.start()
            work += [asyncio.create_task(table.live()) for table in self.tables]
            work.append(asyncio.create_task(self._make_trouble(kills)))
            await asyncio.wait(work, return_when=asyncio.FIRST_EXCEPTION)
            for task in work:
                if task.done():
                    task.result()
        except Exception as failure:
            self.summary.failure = self._explained(failure)
        finally:
            for task in work:
                task.cancel()
            self._count()
            await self.site.close()
        return self.summary

    async def _make_trouble(self, kills: int) -> None:
        await self._until_all_play()
        for fault in self._faults:
            await self.trouble.make(fault)
            self._report()
            if self.trouble.kills >= kills:
                break
        for table in self.tables:
            table.is_last = True
        await self.trouble.settle()
        async with asyncio.timeout(LONGEST_END_S):
            while any(table.is_playing for table in self.tables):
                await asyncio.sleep(0.05)

    async def _until_all_play(self) -> None:
        while not all(table.is_playing for table in self.tables):
            await asyncio.sleep(0.05)

    # --- what is said -------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        """Bring the summary up to date."""
        one, trouble = self.summary, self.trouble
        one.kills, one.faults, one.sent = trouble.kills, dict(trouble.counts), dict(self.site.sent)
        one.games, one.plies = sum(t.games for t in self.tables), sum(t.plies for t in self.tables)
        one.confirmed = sum(table.confirmed_so_far for table in self.tables)
        one.went_on_worst_s = round(max(trouble.waits_s, default=0.0), 2)
        taken_over = sorted(trouble.takeovers_s)
        one.taken_over = len(taken_over)
        if taken_over:
            one.taken_over_median_s = round(taken_over[len(taken_over) // 2], 2)
            one.taken_over_worst_s = round(taken_over[-1], 2)
            one.taken_over_late = sum(wait > TAKEN_OVER_S for wait in taken_over)
        one.seconds = round(time.monotonic() - self._began, 1)

    def _report(self) -> None:
        """Say how far it is: all the time at a terminal, elsewhere now and then."""
        self._count()
        if sys.stderr.isatty():
            print(f"\r\033[K{line_of(self.summary)}", end="", file=sys.stderr, flush=True)
        elif self.summary.seconds >= self._reported + REPORT_S:
            self._reported = self.summary.seconds
            print(line_of(self.summary), file=sys.stderr, flush=True)

    def _explained(self, failure: Exception) -> str:
        """Say what went wrong, after which fault, with the ends of the logs."""
        shown = "".join(traceback.format_exception(failure, limit=-4))
        last = self.trouble.last
        return f"after fault {last.number if last else 0} ({last}):\n{shown}\n{self.site.logs()}"


def line_of(summary: Summary) -> str:
    """Return one line about a run so far."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(summary.faults.items(), key=lambda each: -each[1]))
    return (
        f"{summary.database}: {summary.kills} kills, {summary.confirmed} confirmed actions, {summary.games} games,"
        f" {summary.seconds:.0f} s; {kinds}"
    )


def text_of(summary: Summary) -> str:
    """Return a summary as a table of text."""
    rows = {key.replace("_", " "): value for key, value in asdict(summary).items() if key != "failure"}
    counted = {key: _counts(value) if isinstance(value, dict) else value for key, value in rows.items()}
    return "\n".join(f"  {key:<22}{value}" for key, value in counted.items())


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in Counter(counts).most_common())


def kill(kinds: Sequence[Kind], kills: int, seed: int, processes: int, tables: int, to: Path | None) -> int:
    """Run on each database with its share of the kills; return how many runs failed."""
    summaries = []
    for kind in kinds:
        with tempfile.TemporaryDirectory(prefix="longroad-faults-") as folder:
            share = -(-kills // len(kinds))
            summaries.append(asyncio.run(_run(kind, share, seed, processes, Path(folder), tables)))
        print(f"\n{text_of(summaries[-1])}", flush=True)
        if summaries[-1].failure:
            again = f"python -m tests.faults kill --database {kind} --seed {seed} --kills {share}"
            print(f"FAILED ({again} --processes {processes}) {summaries[-1].failure}", flush=True)
    if to is not None:
        to.write_text(json.dumps([asdict(summary) for summary in summaries], indent=2) + "\n")
    return sum(bool(summary.failure) for summary in summaries)


async def _run(kind: Kind, kills: int, seed: int, processes: int, folder: Path, tables: int) -> Summary:
    return await Run(kind, seed, processes, folder, tables)(kills)
