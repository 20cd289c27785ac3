"""Play games side by side with Catanatron: the same moves and outcomes in both engines, compared at every ply.

Prints what was compared and the accepted deviations met, by kind (docs/differential.md says what they are). Whatever
else differs is a failure: it is written down with everything needed to look into it, and the exit status is 1.

    python scripts/differential.py --games 1000 --seed 0        # and a tenth as many with 2 and with 3 players
    python scripts/differential.py --seed 0 --game 17 --players 4       # one of those games again
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import track
from rich.table import Table

if TYPE_CHECKING:
    from tests.oracle.play import Report

ROOT = Path(__file__).resolve().parent.parent
Task = tuple[int, int, int]  # seed, number of the game, players

COMPARED = (
    "plies",
    "positions",
    "lists of legal actions",
    "legal actions",
    "sets of places",
    "changes of the longest road",
    "changes of the largest army",
    "roads cut",
    "shortages",
)


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games with four players (1000)")
    parser.add_argument("--others", type=int, help="games with two and with three players each (a tenth)")
    parser.add_argument("--seed", type=int, default=0, help="what everything is drawn from (0)")
    parser.add_argument("--game", type=int, help="play only the game of this number")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4), help="players of that game (4)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--dump", type=Path, default=Path("build/differential.json"), help="where failures are written")
    return parser.parse_args(arguments)


def tasks(options: argparse.Namespace) -> list[Task]:
    """List the games to play."""
    if options.game is not None:
        return [(options.seed, options.game, options.players)]
    others = options.games // 10 if options.others is None else options.others
    counts = {4: options.games, 3: others, 2: others}
    return [(options.seed, number, players) for players, count in counts.items() for number in range(count)]


def play(task: Task) -> Report:
    """Play one game, in a process of its own or not."""
    from tests.oracle.play import play_game

    return play_game(*task)


def play_all(games: list[Task], workers: int) -> Iterator[Report]:
    """Play all games, several at a time."""
    if min(workers, len(games)) == 1:
        yield from map(play, games)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, games, chunksize=4)


def table(title: str, header: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """Lay out a table with numbers on the right."""
    first, *others = header
    laid = Table(first, title=title, title_justify="left")
    for name in others:
        laid.add_column(name, justify="right")
    for row in rows:
        laid.add_row(*row)
    return laid


def show(report: Report, console: Console) -> None:
    """Print what was compared and what was found."""
    from tests.oracle.deviations import DEVIATIONS

    games = ", ".join(f"{count} {name}" for name, count in sorted(report.games.items()))
    console.print(f"Games: {games}")
    console.print(table("Compared", ("compared", "times"), ((n, f"{report.counts[n]:,}") for n in COMPARED)))
    done = sorted((item for item in report.counts.items() if item[0] not in COMPARED), key=lambda item: -item[1])
    console.print(table("Moves", ("move", "times"), ((name, f"{count:,}") for name, count in done)))
    rows = (
        (
            f"{deviation.rule} {deviation.name}",
            f"{report.found[deviation.name]:,}",
            f"{report.games_with[deviation.name]:,}",
        )
        for deviation in DEVIATIONS
    )
    console.print(table("Accepted deviations", ("rule and deviation", "times", "games"), rows))
    console.print(f"Unexplained: {len(report.failures)}")


def write_failures(failures: list[dict[str, object]], path: Path, console: Console) -> None:
    """Write failures down, and say how to see them again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(failures, indent=1))
    for failure in failures[:10]:
        again = f"--seed {failure['seed']} --game {failure['game']} --players {failure['players']}"
        console.print(f"[red]ply {failure['ply']}[/red] of {again}: {failure['error']}", soft_wrap=True)
    console.print(f"All of them with both sides: {path}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and return whether everything was explained."""
    sys.path.insert(0, str(ROOT))
    from tests.oracle.play import Report

    options = read_options(arguments)
    console = Console()
    games, report, start = tasks(options), Report(), time.perf_counter()
    title = f"Longroad {version('longroad')} and Catanatron {version('catanatron')}, seed {options.seed}"
    for one in track(play_all(games, options.workers), title, total=len(games), console=console):
        report.add(one)
    show(report, console)
    console.print(f"{len(games)} games in {time.perf_counter() - start:.0f} s")
    if report.failures:
        write_failures(report.failures, options.dump, console)
    return int(bool(report.failures))


if __name__ == "__main__":
    sys.exit(main())
