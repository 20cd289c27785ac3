"""How good the chances of the analysis are: whether they come true, and how much luck they explain.

Bots play whole games in processes of their own. At the start of every turn the chances of all seats are compared with
who won: of positions that are said to be 30 % for a seat, 30 % should be won. The luck of every game is taken from its
result: that should leave the mean as it is, and narrow the interval around it.

    python benchmarks/chances.py [--preset base] [--players 4] [--bot skilled] [--seconds 60] [--workers 2] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longroad.analysis.chances import Valuer, certain
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN

BINS = 20
LEAST = 50  # chances in a bin that is listed
SEEDS_EACH = 100_000  # for each worker
Numbers = NDArray[np.float64]


class Game(NamedTuple):
    """A finished game: the result and the luck of each seat, and the chances at the start of each turn."""

    result: list[float]
    luck: list[float]
    turns: list[list[float]]  # by turn and seat


def played(preset: str, players: int, bot: str, nodes: int, seed: int) -> Game:
    """Play a game, and value all its states."""
    history = History(State.new(Ruleset.preset(preset, players=players, limit=1000), seed))
    bots = [make_bot(bot, f"{seed} {seat}") for seat in range(players)]
    states = [before for before, _ in play(history, bots, seed)] + [history.state]
    chances = np.array(Valuer(nodes).values(states)) / CERTAIN
    is_luck = np.array([ply_seat(ply) == CHANCE for ply in history.plies])
    luck = np.diff(chances, axis=0)[is_luck].sum(0)
    turns = [row for row, state in zip(chances.tolist(), states, strict=True) if state.phase == "before roll"]
    return Game([share / CERTAIN for share in certain(history.state)], luck.tolist(), turns)


def played_until(end: float, one: partial[Game], worker: int) -> list[Game]:
    """Play games until a moment, one at least."""
    games = [one(seed=SEEDS_EACH * worker)]
    while time.time() < end:
        games.append(one(seed=SEEDS_EACH * worker + len(games)))
    return games


def reliability(chances: Numbers, results: Numbers) -> Iterator[tuple[float, float, int]]:
    """Yield for each bin with enough of them the mean chance, the mean result and the number."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        inside = bins == number
        if inside.sum() >= LEAST:
            yield float(chances[inside].mean()), float(results[inside].mean()), int(inside.sum())


def summary(games: list[Game]) -> dict[str, Any]:
    """Compare chances with results, and results with luck."""
    chances = np.concatenate([np.array(game.turns).ravel() for game in games])
    results = np.concatenate([np.tile(game.result, len(game.turns)) for game in games])
    bins = list(reliability(chances, results))
    error = sum(count * abs(said - came) for said, came, count in bins) / sum(count for *_, count in bins)
    plain, luck = np.array([game.result for game in games]), np.array([game.luck for game in games])
    adjusted = plain - luck
    return {
        "games": len(games),
        "positions": sum(len(game.turns) for game in games),
        "calibration_error": error,
        "luck_correlation": float(np.corrcoef(plain.ravel(), luck.ravel())[0, 1]),
        "narrower": float(plain.std() / adjusted.std()),
        "luck_mean": luck.mean(0).tolist(),
        "luck_error": (luck.std(0) / np.sqrt(len(games))).tolist(),
        "reliability": [{"said": said, "came": came, "count": count} for said, came, count in bins],
    }


def main() -> None:
    """Play, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="base")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="skilled")
    parser.add_argument("--nodes", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    one = partial(played, given.preset, given.players, given.bot, given.nodes)
    with get_context("spawn").Pool(given.workers) as pool:
        work = partial(played_until, time.time() + given.seconds, one)
        games = [game for part in pool.map(work, range(given.workers), chunksize=1) for game in part]
    found = summary(games)
    if given.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{found['games']} games, {found['positions']} positions")
    print(f"calibration error: {100 * found['calibration_error']:.2f} points")
    print(f"without luck the interval is {found['narrower']:.2f} times narrower")
    print("mean luck by seat: " + ", ".join(f"{100 * mean:+.2f}" for mean in found["luck_mean"]) + " points")
    for part in found["reliability"]:
        print(f"  said {100 * part['said']:5.1f} %  came {100 * part['came']:5.1f} %  {part['count']}")


if __name__ == "__main__":
    main()
