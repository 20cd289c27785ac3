"""How good the chances of the analysis are: whether they come true, and how much luck they explain.

    python -m benchmarks.chances play [--preset base] [--players 4] [--bot skilled] [--positions 50000] [--workers 2]
    python -m benchmarks.chances report build/chances/*.jsonl [--plot docs/reliability.svg] [--json]
    python -m benchmarks.chances value build/chances/*.jsonl --out build/valued [--workers 2]
    python -m benchmarks.chances fit build/chances/*.jsonl [--json]

Bots play whole games in processes of their own. At the start of every turn the chances of all seats are compared with
who won: of positions that are said to be 30 % for a seat, 30 % should be won. From every result the luck of the game is
taken, as much as the arena takes (`longroad.arena.luck.PART`): that should leave the mean as it is, and narrow the
interval around it. Every finished game is saved as one line of JSON: the same command continues an interrupted run.
After `--seconds`, or on SIGTERM, no game begins; those that have begun are finished and saved. `value` values saved
games again, with the evaluation in use; `fit` says which part of the luck is best taken off.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.calibration import calibration
from benchmarks.luck_parts import best_part, fit, has_luck, luck_summary
from benchmarks.reliability import Bin, Curve, draw_reliability
from benchmarks.valued_games import Game, ReadGames, SavedGames, played, read, valued
from rich.console import Console
from rich.progress import Progress

from longroad.arena.games_file import ReplaceableFile, UnusableFile
from longroad.arena.luck import PART


def numbered(one: partial[Game], seed: int) -> tuple[int, Game]:
    """Play a game in a worker process."""
    return seed, one(seed=seed)


def numbered_again(one: partial[Game], seed: int, plies: Sequence[int]) -> tuple[int, Game]:
    """Value a game in a worker process."""
    return seed, one(seed=seed, plies=plies)


def _ignore_sigterm() -> None:
    """Let a worker process end its game when all processes are asked to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


class Ending:
    """When no more games begin: after some time, or when the process is asked to end."""

    def __init__(self, seconds: float) -> None:
        self._last = monotonic() + seconds
        signal.signal(signal.SIGTERM, self._end)

    def __bool__(self) -> bool:
        return monotonic() >= self._last

    def _end(self, *_: object) -> None:
        self._last = -math.inf


def run(given: argparse.Namespace) -> None:
    """Play games until there are as many positions as asked for; all that were begun are finished and saved."""
    ending = Ending(given.seconds)
    one = partial(played, given.preset, given.players, given.bot, given.nodes, given.every)
    with (
        SavedGames(given) as saved,
        ProcessPoolExecutor(given.workers, get_context("spawn"), _ignore_sigterm) as pool,
        Progress(console=Console(stderr=True)) as progress,
    ):
        task = progress.add_task(f"{given.preset}, {given.players}", total=given.positions, completed=saved.positions)
        seeds = (seed for seed in count(given.seed) if seed not in saved.games)
        running: set[Future[tuple[int, Game]]] = set()
        while True:
            if saved.positions < given.positions and not ending:
                missing = given.workers - len(running)
                running |= {pool.submit(numbered, one, seed) for seed in islice(seeds, missing)}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                seed, game = future.result()
                saved.add(seed, game)
                progress.update(task, completed=saved.positions)


def value_again(given: argparse.Namespace) -> None:
    """Value the games of some files again, and save them in files of the same names in another folder."""
    given.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        for path in given.files:
            found, out = read(path), given.out / path.name
            if out.resolve() == path.resolve():
                raise UnusableFile(f"{out}: the games are read from this file; expected another folder")
            with SavedGames(argparse.Namespace(**found.run, out=out, new=given.new)) as saved:
                for seed, game in pool.map(*_to_value(found, saved)):
                    saved.add(seed, game)


def _to_value(found: ReadGames, saved: SavedGames) -> tuple[Any, ...]:
    """Return what values games, and the arguments for each that is not saved yet."""
    run = {name: found.run[name] for name in ("preset", "players", "nodes", "every")}
    missing = {seed: game.plies for seed, game in found.games.items() if seed not in saved.games}
    return partial(numbered_again, partial(valued, **run)), missing.keys(), missing.values()


def named(files: Sequence[Path]) -> Iterator[tuple[str, list[Game]]]:
    """Yield the games of some files with the names of their tables, and those of files where tables are the same."""
    all_found = [(path, read(path)) for path in files]
    names = Counter(found.name for _, found in all_found)
    for path, found in all_found:
        yield f"{found.name} ({path.name})" if names[found.name] > 1 else found.name, [*found.games.values()]


def report_fit(given: argparse.Namespace) -> None:
    """Print which weights of luck are best for the games of some files."""
    tables = dict(named(given.files))
    for name, games in tables.items():
        if not has_luck(games):
            raise UnusableFile(f"{name}: no luck was measured, since only some turns were valued, or there is no game")
    found = {name: (fit(games), best_part(games)) for name, games in tables.items()}
    if given.json:
        print(json.dumps({name: {"part": part, **fits} for name, (fits, part) in found.items()}, indent=2))
        return
    for name, (fits, (part, error)) in found.items():
        print(f"{name}: best without {part:.2f} ± {error:.2f} of the luck; in games that weights are not fitted on:")
        for weighing, one in fits.items():
            weights = ", ".join(f"{weight:.2f}" for weight in one["weights"])
            print(f"  {weighing}: {one['held_out']:.3f} times narrower ({weights})")


def summary(games: Sequence[Game]) -> dict[str, Any]:
    """Compare chances with results, and results with luck."""
    return {**calibration(games), **luck_summary(games)}


def report(given: argparse.Namespace) -> None:
    """Print what the games of some files say, and draw it if asked to."""
    found = {name: summary(games) for name, games in named(given.files)}
    if given.plot:
        curves = [
            Curve(name, one["calibration_error"], [Bin(**part) for part in one["reliability"]])
            for name, one in found.items()
        ]
        given.plot.write_text(draw_reliability(curves))
    if given.json:
        print(json.dumps(found, indent=2))
        return
    for name, one in found.items():
        print(f"{name}: {one['games']} games, {one['positions']} positions")
        said, by_chance = 100 * one["calibration_error"], 100 * one["error_by_chance"]
        print(f"  calibration error: {said:.2f} points; by chance alone right chances would show {by_chance:.2f}")
        print(f"  the scores fit best {one['sharpness']:.2f} ± {one['sharpness_error']:.2f} times as far apart")
        if "narrower" in one:
            times = f"{one['narrower']:.2f} ± {one['narrower_error']:.2f}"
            print(f"  without {PART:.0%} of the luck the interval is {times} times narrower")
            means = zip(one["luck_mean"], one["luck_error"], strict=True)
            print(
                "  mean luck by seat: " + ", ".join(f"{100 * mean:+.2f} ± {100 * error:.2f}" for mean, error in means)
            )
        for part in one["reliability"]:
            said, came = 100 * part["predicted"], 100 * part["observed"]
            print(f"    predicted {said:5.1f} %  observed {came:5.1f} %  {part['size']}")


def play(given: argparse.Namespace) -> None:
    """Play games, and print what they say."""
    bot = re.sub("[^a-z0-9@=,]+", "-", given.bot)
    given.out = given.out or Path(f"build/chances/{given.preset}-{given.players}-{bot}.jsonl")
    given.files, given.plot = [given.out], None
    run(given)
    report(given)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, report, value again or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="play games, and report what they say")
    playing.add_argument("--preset", default="base")
    playing.add_argument("--players", type=int, default=4)
    playing.add_argument("--bot", default="skilled")
    playing.add_argument("--nodes", type=int, default=64, help="of the search that values positions")
    playing.add_argument("--positions", type=int, default=50_000)
    playing.add_argument("--seconds", type=float, default=math.inf, help="after which no game begins")
    playing.add_argument("--every", type=int, default=1, help="value one turn in so many, and no luck: more games")
    playing.add_argument("--seed", type=int, default=0, help="of the first game; the next game has the next one")
    playing.add_argument("--out", type=Path, help="by default build/chances/PRESET-PLAYERS-BOT.jsonl")
    reporting = commands.add_parser("report", help="report what games say that were played before")
    reporting.add_argument("files", type=Path, nargs="+")
    reporting.add_argument("--plot", type=Path, help="write the reliability diagram into this SVG file")
    valuing = commands.add_parser("value", help="value games again that were played before")
    valuing.add_argument("files", type=Path, nargs="+")
    valuing.add_argument("--out", type=Path, required=True, help="the folder for the files")
    fitting = commands.add_parser("fit", help="say which part of the luck is best taken off")
    fitting.add_argument("files", type=Path, nargs="+")
    for command in (playing, valuing):
        command.add_argument("--workers", type=int, default=os.cpu_count() or 1)
        command.add_argument("--new", action="store_true", help="drop what was played or valued before")
    for command in (playing, reporting, fitting):
        command.add_argument("--json", action="store_true")
    for command, task in ((playing, play), (reporting, report), (valuing, value_again), (fitting, report_fit)):
        command.set_defaults(task=task)
    given = parser.parse_args(arguments)
    if "every" in given and given.every < 1:
        parser.error(f"--every {given.every}: expected a whole number from 1")
    try:
        given.task(given)
    except UnusableFile as error:
        hint = ". Another file: --out; replace it: --new" if isinstance(error, ReplaceableFile) else ""
        print(f"{error}{hint}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
