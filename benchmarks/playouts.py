"""How far the chances are from what comes of positions when the search plays on from them, to the end, many times.

    python -m benchmarks.playouts play [--preset base] [--players 4] [--positions 1000] [--playouts 128] [--workers 2]
    python -m benchmarks.playouts report build/playouts/*.npz [--weights FILE ...] [--json]

Results of games tell little about one position, and so about how good an evaluation is; the share of 128 playouts that
a seat wins is known to about four points. A position is the beginning of a random turn of a game between bots. Nobody
trades with other players there, since playouts do not. `report` compares the evaluation of the position itself, and the
mean over the next roll as in an analysis, by the weights in use or by others.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from longroad.analysis.chances import Valuer
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play as play_game
from longroad.core.actions import ROLL
from longroad.core.history import History
from longroad.core.layout import SMALL_SIZE, TURN, TURNS, WORDS_SIZE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import MOST_STATES, Searcher
from longroad.search.weights import FILE
from scripts.tuning.play import read_weights

Shares = NDArray[np.float64]  # (position, seat)

MOST_TURNS: Final = 1000  # of a game; playouts end before
DRAWS: Final = 200  # of the bootstrap
STAGES: Final = (0, 20, 40, 60)  # the turns at which the stages of a game begin


class Position(NamedTuple):
    """A position with what came of it."""

    small: NDArray[np.int8]
    words: NDArray[np.int64]
    shares: NDArray[np.float64]  # by seat
    noise: float


class Positions(NamedTuple):
    """Positions with what came of them."""

    small: NDArray[np.int8]  # (position, field)
    words: NDArray[np.int64]
    shares: Shares  # of the playouts that each seat won
    noise: NDArray[np.float64]  # by position: the variance of these shares by chance, of all seats together

    @classmethod
    def load(cls, path: Path) -> Positions:
        """Read a file."""
        with np.load(path) as arrays:
            return cls(*(arrays[name] for name in cls._fields))

    @property
    def seats(self) -> int:
        """The number of players."""
        return int(self.shares.shape[1])

    @property
    def turns(self) -> NDArray[np.int64]:
        """By position: the number of the turn."""
        return self.words[:, TURNS]

    def states(self) -> list[State]:
        """Return the positions as states."""
        return [State(*state) for state in zip(self.small.tolist(), self.words.tolist(), strict=True)]


def begun_turn(preset: str, players: int, bot: str, seed: int) -> State:
    """Play a game of bots without trade between players, and return the beginning of a random turn."""
    ruleset = Ruleset.preset(preset, players=players, domestic_trade=False, limit=MOST_TURNS)
    history = History(State.new(ruleset, seed))
    bots = [make_bot(bot, f"{seed} {seat}") for seat in range(players)]
    turns: dict[int, State] = {}
    for before, _ in play_game(history, bots, seed):
        if before.phase == "before roll":
            turns.setdefault(before["turns"], before)
    return Random(seed).choice([*turns.values()])


def played_on(preset: str, players: int, bot: str, playouts: int, nodes: int, seed: int) -> Position:
    """Make a position, and play on from it by the search, with the weights in use and so many nodes a decision."""
    state = begun_turn(preset, players, bot, seed)
    searcher = Searcher()
    searcher.small[:, :SMALL_SIZE] = state.s
    searcher.words[:, :WORDS_SIZE] = state.m[:WORDS_SIZE]
    parts = [
        searcher.roll_actions(MOST_STATES, state.s[TURN], [ROLL], MOST_TURNS, nodes, playouts * seed + MOST_STATES * k)
        for k in range(playouts // MOST_STATES)
    ]
    shares = np.concatenate(parts)[:, 0, :players] / CERTAIN
    noise = shares.var(0).sum() / (len(shares) - 1)
    return Position(searcher.small[0].copy(), searcher.words[0].copy(), shares.mean(0), noise)


def play(given: argparse.Namespace) -> None:
    """Make positions, play on from them, and save and report what comes of it."""
    one = partial(played_on, given.preset, given.players, given.bot, given.playouts, given.nodes)
    seeds = range(given.seed, given.seed + given.positions)
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        shown = track(pool.map(one, seeds), total=len(seeds), description=given.preset, console=Console(stderr=True))
        positions = Positions(*(np.array(column) for column in zip(*shown, strict=True)))
    path = given.out or Path(f"build/playouts/{given.preset}-{given.players}.npz")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez(file, **positions._asdict())
    given.files = [path]
    report(given)


def said(positions: Positions, weights_file: str) -> dict[str, Shares]:
    """Return the chances that an evaluation says: those of the positions themselves, and the means over a roll."""
    searcher = Searcher(weights_file)
    now = searcher.value_states(positions.small, positions.words, 1)[:, : positions.seats]
    soon = np.array(Valuer(weights_file=weights_file).values(positions.states()))
    return {"position": now / CERTAIN, "next roll": soon / CERTAIN}


def error_of(chances: Shares, positions: Positions) -> dict[str, Any]:
    """Return how far chances are off, in points: the root of the mean square, without the noise of the playouts."""
    squares = ((chances - positions.shares) ** 2).sum(1) - positions.noise
    stage = np.searchsorted(STAGES, positions.turns, side="right") - 1

    def root(some: NDArray[np.float64]) -> float:
        return 100 * float(np.sqrt(max(some.mean(), 0) / positions.seats))

    random = np.random.default_rng(0)
    drawn = [root(squares[random.integers(len(squares), size=len(squares))]) for _ in range(DRAWS)]
    by_stage = {begin: root(squares[stage == k]) for k, begin in enumerate(STAGES) if (stage == k).any()}
    return {"points": root(squares), "error": float(np.std(drawn)), "from turn": by_stage}


def report(given: argparse.Namespace) -> None:
    """Print how far evaluations are off."""
    found = {}
    for path in given.files:
        positions = Positions.load(path)
        for file in given.weights:
            by_how = said(positions, file).items()
            found[f"{path.stem}, {file}"] = {how: error_of(chances, positions) for how, chances in by_how}
    if given.json:
        print(json.dumps(found, indent=2))
        return
    for name, errors in found.items():
        print(name)
        for how, one in errors.items():
            stages = ", ".join(f"{points:.1f} from turn {begin}" for begin, points in one["from turn"].items())
            print(f"  {how}: {one['points']:.2f} ± {one['error']:.2f} points off ({stages})")


def weights_file(text: str) -> str:
    """Return the whole path of a file of weights, which is how it is told from those of the package."""
    try:
        read_weights(Path(text))
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return str(Path(text).resolve())


def main(arguments: Sequence[str] | None = None) -> int:
    """Play or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="make positions, play on from them, and report")
    playing.add_argument("--preset", default="base")
    playing.add_argument("--players", type=int, default=4)
    playing.add_argument("--bot", default="skilled", help="plays the games that positions are from")
    playing.add_argument("--positions", type=int, default=1000)
    playing.add_argument("--playouts", type=int, default=2 * MOST_STATES, help=f"a multiple of {MOST_STATES}")
    playing.add_argument("--nodes", type=int, default=24, help="of a decision in playouts")
    playing.add_argument("--seed", type=int, default=0, help="of the first game; the next game has the next one")
    playing.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    playing.add_argument("--out", type=Path, help="by default build/playouts/PRESET-PLAYERS.npz")
    reporting = commands.add_parser("report", help="report on positions that were played on from before")
    reporting.add_argument("files", type=Path, nargs="+")
    for command, task in ((playing, play), (reporting, report)):
        command.add_argument("--weights", type=weights_file, nargs="+", default=[FILE], help="files (those in use)")
        command.add_argument("--json", action="store_true")
        command.set_defaults(task=task)
    given = parser.parse_args(arguments)
    if "playouts" in given and (given.playouts < MOST_STATES or given.playouts % MOST_STATES):
        parser.error(f"--playouts {given.playouts}: expected a multiple of {MOST_STATES}")
    try:
        given.task(given)
    except (OSError, ValueError, KeyError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
