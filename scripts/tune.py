"""Tune some weights of the search by games, and play weights against each other.

    python scripts/tune.py spsa --start build/learn/champion-001.json        # 'income robbed' by games; again goes on
    python scripts/tune.py spsa --what bargaining --steps 36 --games 64      # how skilled bargains, in the arena
    python scripts/tune.py match build/tuned.json src/longroad/search/weights.json --games 2000

`spsa` tunes what no regression can find, beside what `scripts/learn.py` has learned; `match` seats one set of weights
among others. Nothing is written to the package: copy the file that has won. docs/weights.md describes how the current
weights were found.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # run as a script, Python finds this folder alone
    sys.path.insert(0, str(ROOT))

from longroad.arena.workers import GameFailed, cores  # noqa: E402
from longroad.bots.trading.style import TradeStyle  # noqa: E402
from longroad.search.endings import NODES  # noqa: E402
from scripts.tuning.learning import summary, write_whole  # noqa: E402
from scripts.tuning.matches import MatchSettings, OnGames, one_among  # noqa: E402
from scripts.tuning.options import check_numbers, path_of  # noqa: E402
from scripts.tuning.play import GAMES_A_PART, MOST_RUNS, read_table, read_weights  # noqa: E402
from scripts.tuning.spsa import Step, Trajectory, spsa, values  # noqa: E402
from scripts.tuning.targets import (  # noqa: E402
    FINAL_PART,
    FINAL_PARTS,
    Bargaining,
    Comparisons,
    DirectWeights,
    Target,
)

WEIGHTS = ROOT / "src/longroad/search/weights.json"
STYLE = ROOT / "src/longroad/bots/trading/style.json"
MOST_GAIN = 100.0
POSSIBLE = {  # by option: the least and the most
    "steps": (1, FINAL_PART - 1),
    "games": (1, GAMES_A_PART),
    "check": (1, GAMES_A_PART),
    "nodes": (1, NODES),
    "workers": (1, 1000),
    "seed": (0, MOST_RUNS - 1),
}


class Stage(NamedTuple):
    """How far a command is: what is being done, and how much of it."""

    what: str
    done: int
    total: int


@dataclass
class Reporter:
    """Reports the progress: a bar on a terminal, and lines for what stays."""

    console: Console = field(default_factory=lambda: Console(highlight=False))
    bar: Progress | None = None
    task: TaskID | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Show a bar for a while."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.console, disable=not self.console.is_terminal, transient=True) as bar:
            self.bar, self.task = bar, None
            yield
        self.bar = None

    def move(self, stage: Stage) -> None:
        """Move the bar."""
        if self.bar is None:
            return
        if self.task is None or self.bar.tasks[-1].description != stage.what:
            if self.task is not None:
                self.bar.remove_task(self.task)
            self.task = self.bar.add_task(stage.what)
        self.bar.update(self.task, completed=stage.done, total=stage.total)

    def counting(self, what: str, total: int) -> OnGames:
        """Return a function that moves the bar by a number of games."""
        done = 0

        def on_games(games: int) -> None:
            nonlocal done
            done += games
            self.move(Stage(what, done, total))

        return on_games

    def say(self, line: str) -> None:
        """Print a line."""
        self.console.print(line, soft_wrap=True, markup=False)


# --- the two commands -------------------------------------------------------------------------------------------------


def tune(options: argparse.Namespace, reporter: Reporter) -> None:
    """Tune named numbers by SPSA."""
    deals, deals_a_step = games_of(options.check) // 2, games_of(options.games) // 2
    if deals > FINAL_PARTS * deals_a_step:
        most = f"whole numbers from 1 to {2 * FINAL_PARTS * deals_a_step}"
        raise ValueError(f"--check {options.check}: possible beside --games {options.games} are {most}")
    target = target_of(options)
    start = {parameter.name: parameter.start for parameter in target.parameters}
    with Comparisons(options.out, search_command(options), target, options.new) as comparisons:
        trajectory = follow(comparisons, options, reporter)
        with reporter.watching():
            on_games = reporter.counting("against the start", 2 * deals)
            score = comparisons.play_final_match(trajectory.found, start, deals, deals_a_step, on_games)
    reporter.say(f"against the start: {score} (by luck alone 50 %)")
    record = {
        "how": "SPSA over paired games, half the seats each",
        "command": spsa_command(options),
        "found": {name: round(value, 6) for name, value in trajectory.found.items()},
        "start": {name: round(value, 6) for name, value in start.items()},
        "second half between": {name: [round(end, 6) for end in ends] for name, ends in trajectory.ranges.items()},
        "steps": options.steps,
        "games": options.steps * games_of(options.games),
        "against the start": summary(score),
        "date": date.today().isoformat(),
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(options.out, target.text(trajectory.found, record))
    reporter.say(f"Written to {options.out}")


def target_of(options: argparse.Namespace) -> Target:
    """Return what is to be tuned."""
    ruleset, workers, seed = read_table(table_of(options)), options.workers, options.seed
    if options.what == "bargaining":
        names = options.parameter or TradeStyle._fields
        return Bargaining.named(options.start or STYLE, options.bot, ruleset, workers, seed, names)
    match_settings = MatchSettings(ruleset, options.nodes, workers, seed)
    return DirectWeights.named(options.start or WEIGHTS, match_settings, options.parameter or ["income robbed"])


def spsa_command(options: argparse.Namespace) -> str:
    """Write the command that repeats a search, and the comparison with the start."""
    start = f" --start {shlex.quote(path_of(options.start))}" if options.start else ""
    return f"{search_command(options)}{start} --check {options.check}"


def search_command(options: argparse.Namespace) -> str:
    """Write what the steps of a search follow from, apart from what the file to start from holds."""
    bot = f" --bot {shlex.quote(options.bot)}"
    who = bot if options.what == "bargaining" else f" --nodes {options.nodes}"
    named = "".join(f" --parameter '{name}'" for name in options.parameter or ())
    gain = repr(options.gain).removesuffix(".0")
    numbers = f"--steps {options.steps} --games {options.games} --gain {gain} --seed {options.seed}"
    return f"python scripts/tune.py spsa --what {options.what}{who}{named} {numbers} --table {table_of(options)}"


def table_of(options: argparse.Namespace) -> str:
    """Return the one table of a command that has one. Raises `ValueError` if there are several."""
    tables: list[str] = options.table or ["base4"]
    if len(tables) > 1:
        raise ValueError(f"--table {' --table '.join(tables)}: expected one table")
    return tables[0]


def games_of(asked: int) -> int:
    """Return how many games are played when `asked` are asked for: a deal has two."""
    return 2 * max(asked // 2, 1)


def follow(comparisons: Comparisons, options: argparse.Namespace, reporter: Reporter) -> Trajectory:
    """Take the steps; return where some of them led."""
    parameters = comparisons.target.parameters
    deals = games_of(options.games) // 2
    every = max(options.steps // 20, 1)
    steps: list[Step] = []

    with reporter.watching():
        on_games = reporter.counting("games of the steps", 2 * deals * options.steps)

        def compare(number: int, one: dict[str, float], other: dict[str, float]) -> float:
            return 2 * comparisons.play_match(number, one, other, deals, on_games).share - 1

        for step in spsa(parameters, compare, options.steps, options.gain, options.seed):
            steps.append(step)
            if step.number % every == 0:
                found = values(parameters, step.point)
                reporter.say(
                    f"step {step.number}: " + ", ".join(f"{name} {value:.5f}" for name, value in found.items())
                )
    trajectory = Trajectory(parameters, tuple(steps))
    for name, value in trajectory.found.items():
        low, high = trajectory.ranges[name]
        reporter.say(f"{name}: {value:.5f} (in the second half between {low:.5f} and {high:.5f})")
    return trajectory


def match(options: argparse.Namespace, reporter: Reporter) -> None:
    """Seat one set of weights among others."""
    ruleset = read_table(table_of(options))
    seatings = one_among(ruleset.players)
    deals = max(options.games // len(seatings), 1)
    one, others = read_weights(options.one), read_weights(options.others)
    match_settings = MatchSettings(ruleset, options.nodes, options.workers, options.seed)
    with reporter.watching():
        on_games = reporter.counting("games", deals * len(seatings))
        score = match_settings.play_match(one, others, seatings, deals, on_games=on_games)
    reporter.say(f"{options.one} against {ruleset.players - 1} of {options.others}: {score}")
    reporter.say(f"By luck alone {100 / ruleset.players:.1f} %.")


# --- the command line -------------------------------------------------------------------------------------------------


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_spsa(commands.add_parser("spsa", help="tune a few numbers by games"))
    _add_match(commands.add_parser("match", help="let weights meet"))
    return parser.parse_args(arguments)


def _add_spsa(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--what", choices=("weights", "bargaining"), default="weights", help="which file (weights)")
    named = "what is tuned, NAME or NAME=UNIT; again for several ('income robbed', or all of the bargaining)"
    parser.add_argument("--parameter", action="append", help=named)
    parser.add_argument("--start", type=Path, help="the file to start from (the one in use)")
    parser.add_argument("--bot", default="skilled:nodes=32", help="who bargains (skilled:nodes=32)")
    parser.add_argument("--steps", type=int, default=200, help="steps (200)")
    parser.add_argument("--games", type=int, default=400, help="games a step (400)")
    parser.add_argument("--gain", type=float, default=4.0, help="units that a difference of 1 moves a number at first")
    parser.add_argument("--check", type=int, default=4000, help="games of the result against the start (4000)")
    parser.add_argument("--out", type=Path, default=Path("build/tuned.json"), help="the file that is written")
    parser.add_argument("--new", action="store_true", help="begin again what was begun before")
    _add_games(parser)


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", type=Path, help="the file of weights of one seat")
    parser.add_argument("others", type=Path, help="the file of weights of all other seats")
    parser.add_argument("--games", type=int, default=2000, help="how many games (2000)")
    _add_games(parser)


def _add_games(parser: argparse.ArgumentParser) -> None:
    table = "a preset with a number of players, such as base3, extension6 or duel (base4)"
    parser.add_argument("--table", action="append", help=table)
    parser.add_argument("--nodes", type=int, default=48, help="nodes of a search (48)")
    parser.add_argument("--workers", type=int, default=cores(), help="threads (one a core)")
    parser.add_argument("--seed", type=int, default=1, help="what everything is drawn from (1)")


def check_gain(options: argparse.Namespace) -> None:
    """Check the gain, which need not be whole. Raises `ValueError`."""
    if not 0 < getattr(options, "gain", MOST_GAIN) <= MOST_GAIN:
        raise ValueError(f"--gain {options.gain:g}: expected a number above 0 up to {MOST_GAIN:g}")


COMMANDS = {"spsa": tune, "match": match}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = read_options(arguments)
    try:
        check_numbers(options, POSSIBLE)
        check_gain(options)
        COMMANDS[options.command](options, Reporter())
    except (ValueError, OSError, GameFailed) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
