"""How good the chances of the analysis are: whether they come true, and how much luck they explain.

    python -m benchmarks.chances play [--preset base] [--players 4] [--bot skilled] [--positions 50000] [--workers 2]
    python -m benchmarks.chances report build/chances/*.jsonl [--plot docs/reliability.svg] [--json]

Bots play whole games in processes of their own. At the start of every turn the chances of all seats are compared with
who won: of positions that are said to be 30 % for a seat, 30 % should be won. From every result the luck of the game is
taken, as much as the arena takes (`longroad.arena.luck.PART`): that should leave the mean as it is, and narrow the
interval around it. Every finished game is saved as one line of JSON: the same command continues an interrupted run.
After `--seconds`, or on SIGTERM, no game begins; those that have begun are finished and saved.
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
from typing import Any, Final, NamedTuple

import numpy as np
from benchmarks.reliability import Bin, Curve, draw_reliability
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from longroad.analysis.chances import Valuer, certain
from longroad.analysis.reviews import LUCK
from longroad.arena.games_file import GamesFile, ReplaceableFile, UnusableFile
from longroad.arena.luck import PART, swings_of
from longroad.arena.match_spec import code_digest
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN

FORMAT: Final = 2
BINS: Final = 20
LEAST: Final = 50  # chances in a bin that is listed
DIGITS: Final = 5
UNIT: Final = 10_000  # chances and luck of outcomes are whole numbers of these parts
LEAST_CHANCE: Final = 10**-DIGITS
SHARPNESS_BOUNDS: Final = (0.5, 2.0)
SHARPNESS_EXACT: Final = 0.001
DRAWS: Final = 50  # of the bootstrap
PARTS: Final = 20  # of the games, for the error of the sharpness
Numbers = NDArray[np.float64]
Integers = NDArray[np.int64]


class Outcome(NamedTuple):
    """An outcome of chance: its kind, every seat's chances before it, and every seat's luck, in parts of `UNIT`."""

    kind: int  # by its place in `LUCK`
    before: list[int]
    luck: list[int]


class Game(NamedTuple):
    """A finished game: each seat's result, the chances at the start of each turn, the outcomes of chance, the log."""

    result: list[float]
    turns: list[list[float]]  # by turn and seat
    outcomes: list[Outcome]  # none if only some turns were valued
    plies: list[int]  # of a game that begins with the seed

    @property
    def luck(self) -> list[float]:
        """The luck of each seat."""
        return [sum(outcome.luck[seat] for outcome in self.outcomes) / UNIT for seat in range(len(self.result))]


# --- playing ----------------------------------------------------------------------------------------------------------


def played(preset: str, players: int, bot: str, nodes: int, every: int, seed: int) -> Game:
    """Play a game, and value the beginning of every turn, or of every so many; then luck is left out."""
    history = History(State.new(Ruleset.preset(preset, players=players, limit=1000), seed))
    bots = [make_bot(bot, f"{seed} {seat}") for seat in range(players)]
    states = [before for before, _ in play(history, bots, seed)] + [history.state]
    beginnings = [state for state in states if state.phase == "before roll"]
    chances = (np.array(Valuer(nodes).values(beginnings[seed % every :: every])) / CERTAIN).tolist()
    drawn = [
        (before, ply_action(ply))
        for before, ply in zip(states[:-1], history.plies, strict=True)
        if ply_seat(ply) == CHANCE and every == 1
    ]
    outcomes = [
        Outcome(LUCK.index(kind), _in_units(before), _in_units(luck)) for kind, before, luck in swings_of(drawn)
    ]
    return Game([share / CERTAIN for share in certain(history.state)], chances, outcomes, list(history.plies))


def _in_units(shares: Sequence[int]) -> list[int]:
    return [round(UNIT * share / CERTAIN) for share in shares]


def numbered(one: partial[Game], seed: int) -> tuple[int, Game]:
    """Play a game in a worker process."""
    return seed, one(seed=seed)


def _ignore_sigterm() -> None:
    """Let a worker process end its game when all processes are asked to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


class SavedGames(GamesFile[Game]):
    """The games of a run that are finished, by their seeds. Raises `UnusableFile`."""

    replaces_others = True

    def __init__(self, given: argparse.Namespace) -> None:
        match = {
            "chances": FORMAT,
            **{name: getattr(given, name) for name in ("preset", "players", "bot", "nodes", "every")},
            "code": code_digest((given.bot,)),
        }
        super().__init__(given.out, match, lambda line: (line["seed"], _game(line)), given.new)

    @property
    def positions(self) -> int:
        """How many positions all games have."""
        return sum(len(game.turns) for game in self.games.values())


def _line(seed: int, game: Game) -> dict[str, Any]:
    return {"seed": seed, **game._asdict(), "turns": np.round(game.turns, DIGITS).tolist()}


def _game(line: dict[str, Any]) -> Game:
    game = Game(*(line[name] for name in Game._fields))
    return game._replace(outcomes=[Outcome(*outcome) for outcome in game.outcomes])


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
                saved.keep(seed, game, _line(seed, game))
                progress.update(task, completed=saved.positions)


# --- what the games say -----------------------------------------------------------------------------------------------


def reliability(chances: Numbers, results: Numbers) -> Iterator[Bin]:
    """Yield the bins with enough chances."""
    numbers = np.minimum((chances * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        inside = numbers == number
        if inside.sum() >= LEAST:
            yield Bin(float(chances[inside].mean()), float(results[inside].mean()), int(inside.sum()))


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return how far the chances are off on average; not a number if no bin has enough of them."""
    sizes = sum(one.size for one in bins)
    return sum(one.size * abs(one.predicted - one.observed) for one in bins) / sizes if sizes else math.nan


def error_by_chance(games: Sequence[Game]) -> float:
    """Return the calibration error that so many games show by chance alone, if chances are right (bootstrap)."""
    chances = np.concatenate([np.array(game.turns).ravel() for game in games])
    results = np.concatenate([np.tile(game.result, len(game.turns)) for game in games])
    owners = np.repeat(np.arange(len(games)), [len(game.turns) * len(game.result) for game in games])
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)

    def deviations(drawn: Integers) -> Numbers:
        """Return how far chances are too high in each bin, in games that are drawn, some of them several times."""
        times = np.bincount(drawn, minlength=len(games))[owners]
        return np.bincount(bins, times * (chances - results), BINS) / np.maximum(np.bincount(bins, times, BINS), 1)

    random, sizes = np.random.default_rng(0), np.bincount(bins, minlength=BINS)
    found = deviations(np.arange(len(games)))
    others = [deviations(random.integers(len(games), size=len(games))) for _ in range(DRAWS)]
    return float(np.mean([np.average(abs(other - found), weights=sizes) for other in others]))


def sharpened(chances: Numbers, factor: float) -> Numbers:
    """Return chances (position, seat) whose scores are spread by a factor: sharper if it is above 1."""
    odds = np.maximum(chances, LEAST_CHANCE) ** factor
    shares: Numbers = odds / odds.sum(1, keepdims=True)
    return shares


def best_sharpness(games: Sequence[Game]) -> float:
    """Return the factor on the scores with which the chances fit the results best, by their likelihood."""
    chances = np.concatenate([np.array(game.turns) for game in games])
    winners = np.concatenate([np.tile(game.result, (len(game.turns), 1)) for game in games])

    def loss(factor: float) -> float:
        return -float((winners * np.log(sharpened(chances, factor))).sum())

    least, most = SHARPNESS_BOUNDS
    while most - least > SHARPNESS_EXACT:  # the loss is convex
        third = (most - least) / 3
        if loss(least + third) < loss(most - third):
            most -= third
        else:
            least += third
    return (least + most) / 2


def sharpness_error(games: Sequence[Game]) -> float:
    """Return the standard error of the best sharpness, by leaving out a part of the games at a time (jackknife)."""
    parts = min(PARTS, len(games))
    if parts < 2:
        return math.nan
    left = [best_sharpness([game for k, game in enumerate(games) if k % parts != part]) for part in range(parts)]
    return float(np.std(left) * math.sqrt(parts - 1))


def summary(games: Sequence[Game]) -> dict[str, Any]:
    """Compare chances with results, and results with luck."""
    chances = np.concatenate([np.array(game.turns).ravel() for game in games])
    results = np.concatenate([np.tile(game.result, len(game.turns)) for game in games])
    bins = list(reliability(chances, results))
    return {
        "games": len(games),
        "positions": sum(len(game.turns) for game in games),
        "calibration_error": calibration_error(bins),
        "error_by_chance": error_by_chance(games),
        "sharpness": best_sharpness(games),
        "sharpness_error": sharpness_error(games),
        **luck_summary(games),
        "reliability": [one._asdict() for one in bins],
    }


def luck_summary(games: Sequence[Game]) -> dict[str, Any]:
    """Compare results with luck, where it was measured."""
    plain, luck = np.array([game.result for game in games]), np.array([game.luck for game in games])
    if not luck.any():
        return {}
    return {
        "luck_correlation": float(np.corrcoef(plain.ravel(), luck.ravel())[0, 1]),
        "narrower": float(plain.std() / (plain - PART * luck).std()),
        "luck_mean": luck.mean(0).tolist(),
        "luck_error": (luck.std(0) / np.sqrt(len(games))).tolist(),
    }


def read(path: Path) -> tuple[str, list[Game]]:
    """Read a file of games; return the name of its table too. Raises `UnusableFile`."""
    try:
        head, *lines = path.read_text().rpartition("\n")[0].splitlines()  # a last line may be unfinished
        table = json.loads(head)
        games = [_game(json.loads(line)) for line in lines]
        name = table["preset"] if table["preset"] == "duel" else f"{table['preset']}, {table['players']}"
        return f"{name}, {table['bot']}", games
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnusableFile(f"{path}: no file of games: {error}") from error


def report(given: argparse.Namespace) -> None:
    """Print what the games of some files say, and draw it if asked to."""
    files = [(path, *read(path)) for path in given.files]
    names = Counter(name for _, name, _ in files)
    found = {f"{name} ({path.name})" if names[name] > 1 else name: summary(games) for path, name, games in files}
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
            print(f"  without {PART:.0%} of the luck the interval is {one['narrower']:.2f} times narrower")
            means = zip(one["luck_mean"], one["luck_error"], strict=True)
            print(
                "  mean luck by seat: " + ", ".join(f"{100 * mean:+.2f} ± {100 * error:.2f}" for mean, error in means)
            )
        for part in one["reliability"]:
            said, came = 100 * part["predicted"], 100 * part["observed"]
            print(f"    predicted {said:5.1f} %  observed {came:5.1f} %  {part['size']}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play or report."""
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
    playing.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    playing.add_argument("--out", type=Path, help="by default build/chances/PRESET-PLAYERS-BOT.jsonl")
    playing.add_argument("--new", action="store_true", help="drop what was played before")
    reporting = commands.add_parser("report", help="report what games say that were played before")
    reporting.add_argument("files", type=Path, nargs="+")
    reporting.add_argument("--plot", type=Path, help="write the reliability diagram into this SVG file")
    for command in (playing, reporting):
        command.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if "every" in given and given.every < 1:
        parser.error(f"--every {given.every}: expected a whole number from 1")
    try:
        if "files" not in given:
            bot = re.sub("[^a-z0-9@=,]+", "-", given.bot)
            given.out = given.out or Path(f"build/chances/{given.preset}-{given.players}-{bot}.jsonl")
            given.files, given.plot = [given.out], None
            run(given)
        report(given)
    except UnusableFile as error:
        hint = ". Another file: --out; replace it: --new" if isinstance(error, ReplaceableFile) else ""
        print(f"{error}{hint}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
