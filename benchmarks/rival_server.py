"""Our server beside Catanatron's: what an act of a game of four people costs, and how soon all four know it.

On both servers people act in the same number of games, at moments drawn with the same seed. With us the act goes over a
WebSocket, and an update to each of the four; with Catanatron it is a POST, which returns the state to whoever acts,
and a GET by each of the other three as soon as it is there, though nothing tells them so. The servers are measured in
turn, a few rounds each, at a rate that both can serve; then the rate is raised for each until the 99th percentile
passes a limit. Both store their games in an SQLite file.

Ours is started here. Catanatron's must be running already, as its authors deploy it and with a fresh database:

    python -m benchmarks.rival_server --rival http://127.0.0.1:5001 --rival-pid 4711 [--games 250] [--rate 10] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import processes
from benchmarks.load import run
from benchmarks.rival_games import Game, HttpLine, OurGame, RivalGame

from longroad.bench.server import percentile
from longroad.bench.serving import serving

SEED = 1
IDLE_S = 5.0
WARM_UP_S = 3.0
LEAST_ACTS = 200  # for each rate that is tried, so that one of them is not a percentile
NARROWINGS = 3  # of the highest rate: to a factor of 2 ** (1 / 8)
LATE_S = 1.0  # after the end of a run, acts that are due are left out: the server is overloaded
HOW_TO = (
    "No running server of Catanatron is given. Start one yourself, as its authors say, and name its address and the id"
    " of its first process, whose children count too: --rival http://127.0.0.1:5001 --rival-pid 4711"
)


@dataclass
class Outcome:
    """What a server did in one run."""

    waited_ms: list[float] = field(default_factory=list)  # from the moment an act was due until all four knew it
    cpu_s: float = 0.0
    due: int = 0  # acts that should have been made
    failures: list[str] = field(default_factory=list)

    def sustains(self, most_ms: float) -> bool:
        """Whether every act was made, and 99 of 100 in time."""
        return len(self.waited_ms) == self.due and percentile(self.waited_ms, 0.99) <= most_ms


@dataclass
class Contestant:
    """A server with its open games."""

    name: str
    pid: int
    games: Sequence[Game]

    async def run(self, rate: float, seconds: float, seed: int = SEED) -> Outcome:
        """Act in the games in turn, so many times a second, at random moments."""
        outcome, rng = Outcome(), Random(seed)
        idle: asyncio.Queue[Game] = asyncio.Queue()
        for game in self.games:
            idle.put_nowait(game)
        used, due = processes.cpu_s(self.pid), time.monotonic()
        end = due + seconds
        async with asyncio.TaskGroup() as acts:
            while (due := due + rng.expovariate(rate)) < end:
                outcome.due += 1
                await asyncio.sleep(due - time.monotonic())
                if time.monotonic() < end + LATE_S:
                    acts.create_task(_act(idle, await idle.get(), due, outcome))
        outcome.cpu_s = processes.cpu_s(self.pid) - used
        return outcome

    async def close(self) -> None:
        """Disconnect everybody."""
        for game in self.games:
            await game.close()


async def _act(idle: asyncio.Queue[Game], game: Game, due: float, outcome: Outcome) -> None:
    """Act, and note how long it took since it was due."""
    try:
        await game.act()
        outcome.waited_ms.append(1000 * (time.monotonic() - due))
    except (RuntimeError, OSError) as failure:  # such as a refusal, or no answer in time
        outcome.failures.append(repr(failure))
    if not game.is_over:
        idle.put_nowait(game)


async def highest(sustains: Callable[[float], Awaitable[bool]], first: float) -> float:
    """Return the highest rate that is sustained: doubled or halved until it changes, then narrowed."""
    low = high = first
    if await sustains(first):
        while await sustains(high := 2 * low):
            low = high
    else:
        while not await sustains(low := high / 2):
            high = low
    for _ in range(NARROWINGS):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if await sustains(middle) else (low, middle)
    return low


def summary(runs: Sequence[Outcome]) -> dict[str, float]:
    """Summarise the rounds of a server.

    >>> summary([Outcome([1.0, 2.0], 0.5, 2), Outcome([3.0, 4.0], 0.3, 2)])
    {'acts': 4, 'cpu_ms_an_act': 200.0, 'cpu_ms_an_act_best': 150.0, 'p50_ms': 2.5, 'p99_ms': 4.0}
    """
    waited = [each for run in runs for each in run.waited_ms]
    costs = [1000 * run.cpu_s / len(run.waited_ms) for run in runs]
    return {
        "acts": len(waited),
        "cpu_ms_an_act": 1000 * sum(run.cpu_s for run in runs) / len(waited),
        "cpu_ms_an_act_best": min(costs),
        "p50_ms": statistics.median(waited),
        "p99_ms": percentile(waited, 0.99),
    }


async def measure(contestants: Sequence[Contestant], given: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Measure all in turn at the common rate, then each at its highest."""
    runs: dict[str, list[Outcome]] = {each.name: [] for each in contestants}
    idle = {each.name: await _idle_cpu_ms_a_s(each) for each in contestants}
    for each in contestants:
        await each.run(given.rate, WARM_UP_S)
    for number in range(given.rounds):
        for each in contestants:
            runs[each.name].append(await each.run(given.rate, given.seconds, seed=number))
            _note(f"{each.name}, round {number + 1}", runs[each.name][-1])
    figures = {name: {"idle_cpu_ms_a_s": idle[name], **summary(each)} for name, each in runs.items()}
    for each in contestants:
        figures[each.name] |= await _at_highest_rate(each, given)
    return figures


async def _idle_cpu_ms_a_s(contestant: Contestant) -> float:
    """Measure what a server uses in a second while nobody acts."""
    used = processes.cpu_s(contestant.pid)
    await asyncio.sleep(IDLE_S)
    return 1000 * (processes.cpu_s(contestant.pid) - used) / IDLE_S


async def _at_highest_rate(contestant: Contestant, given: argparse.Namespace) -> dict[str, float]:
    """Search for the highest rate; whatever misses the limit may try once more, as the machine has other work."""
    costs: dict[float, float] = {}

    async def sustains(rate: float) -> bool:
        for seed in range(2):
            outcome = await contestant.run(rate, max(given.step_seconds, LEAST_ACTS / rate), seed)
            _note(f"{contestant.name} at {rate:.1f}/s", outcome)
            if outcome.sustains(given.limit_ms):
                costs[rate] = 1000 * outcome.cpu_s / outcome.due
                return True
        return False

    rate = await highest(sustains, given.rate)
    return {"highest_rate": rate, "cpu_ms_an_act_at_highest": costs[rate]}


def _note(what: str, outcome: Outcome | None = None) -> None:
    """Print what was done, and how it went."""
    figures = "" if outcome is None else ", ".join(f"{name} {value:.1f}" for name, value in summary([outcome]).items())
    failures = (
        "" if outcome is None or not outcome.failures else f"; {len(outcome.failures)} failed: {outcome.failures[0]}"
    )
    due = "" if outcome is None else f" of {outcome.due} due"
    print(f"  {what}: {figures}{due}{failures}", file=sys.stderr)


async def compare(given: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Start our server, open the games on both and measure."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        ours = [await OurGame.open(served, Random(seed)) for seed in range(given.games)]
        _note(f"{given.games} games are open on ours")
        theirs = [await RivalGame.open(given.rival, Random(seed)) for seed in range(given.games)]
        _note(f"{given.games} games are open on Catanatron's")
        contestants = [
            Contestant("longroad", served.process.pid, ours),
            Contestant("catanatron", given.rival_pid, theirs),
        ]
        try:
            return await measure(contestants, given)
        finally:
            for each in contestants:
                await each.close()


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line, and check that Catanatron's server is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rival", help="the address of Catanatron's server, such as http://127.0.0.1:5001")
    parser.add_argument("--rival-pid", type=int, help="the id of its first process")
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--rate", type=float, default=10.0, help="acts a second that both can serve")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20.0, help="of a round")
    parser.add_argument(
        "--step-seconds",
        type=float,
        default=8.0,
        help="for each rate that is tried, or more if that is fewer than 200 acts",
    )
    parser.add_argument("--limit-ms", type=float, default=100.0, help="for the 99th percentile at the highest rate")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if given.rival is None or given.rival_pid is None:
        parser.error(HOW_TO)
    try:
        processes.cpu_s(given.rival_pid)
        asyncio.run(HttpLine(given.rival).ask("/api/games", {"players": ["HUMAN"] * 4}))
    except ProcessLookupError as absent:
        parser.error(f"--rival-pid: {absent}")
    except (OSError, RuntimeError, ValueError, KeyError, asyncio.IncompleteReadError) as error:
        parser.error(f"--rival: {given.rival!r} does not answer as Catanatron's server ({error}). {HOW_TO}")
    return given


def _print(figures: dict[str, dict[str, Any]]) -> None:
    """Print both, and how many times more Catanatron's is."""
    ours, theirs = figures["longroad"], figures["catanatron"]
    print(f"{'':>26}{'longroad':>12}{'catanatron':>12}{'ratio':>8}")
    for name, value in ours.items():
        ratio = f"{theirs[name] / value:.3g}" if value else "-"
        print(f"{name:>26}{value:>12,.2f}{theirs[name]:>12,.2f}{ratio:>8}")


def main() -> None:
    """Measure and print."""
    given = parse()
    figures = run(compare(given))
    if given.json:
        print(json.dumps(figures, indent=2))
    else:
        _print(figures)


if __name__ == "__main__":
    main()
