"""How well bots found: among weaker players, and among players who search as they do.

    python -m benchmarks.foundings [--bot expert:founding_noise=0 --bot expert ...] [--positions 120] [--playouts 200]

In games of `novice` players without trade, each bot chooses the place for the first settlement of a seat, or the second
(`--settlement 2`). Then the search plays each place to the end, `--playouts` times, with the same dice for all of them:
the seat with the weights in use, the others with weights set by hand and one random choice in four (*weaker*; when they
found, one of the six best places), or with the weights in use too (*alike*). Every bot is compared with the place that
the search alone chooses, and all but the first with the first. Nothing is saved; 120 positions and 200 playouts take
about six minutes on two cores.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from longroad import Game
from longroad.bots.levels import bot_maker, make_bot
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.search.weights import weights
from scripts.tuning.play import block_of, game_seeds, play_out
from scripts.tuning.start import start

NODES: Final = 48
RULES: Final = Ruleset(domestic_trade=False)
SEARCH: Final = "skilled"  # its founding is the search's
PLAYOUT_PART: Final = 0  # of the run with a position's number, so that every position has dice of its own

Shares: TypeAlias = dict[str, list[float]]  # by kind of others and bot: the share of playouts that is won


class Others(NamedTuple):
    """How the others play on: with which weights, and one choice in how many is random."""

    weights: Sequence[int]
    explores: int


OTHERS: Final = {"weaker": Others(start().tolist(), 4), "alike": Others(weights(), 0)}


def position(number: int, settlement: int) -> tuple[Game, int]:
    """Return a game of novices in which a seat is to found, and the seat."""
    game = Game(RULES, seed=number)
    seat = number % game.players
    novice = make_bot("novice", number)
    while True:
        actor = game.to_act[0]
        if actor == seat and game.phase == "found settlement":
            settlement -= 1
            if settlement == 0:
                return game, seat
        game.push(novice.choose(game.view(actor)))


def win_share(state: State, seat: int, others: Others, seeds: NDArray[np.int64]) -> float:
    """Return the share of the playouts of a state, one a seed, that a seat wins."""
    players = range(state.ruleset.players)
    by_seat = [block_of(weights() if player == seat else others.weights) for player in players]
    explores = [0 if player == seat else others.explores for player in players]
    return float((play_out(state, seeds, by_seat, NODES, explores) == seat).mean())


def compare(bots: Sequence[str], playouts: int, settlement: int, number: int) -> Shares:
    """Return what share of the playouts of a position is won with the place that each bot chooses."""
    game, seat = position(number, settlement)
    places = [make_bot(bot, number).choose(game.view(seat)).code for bot in bots]
    seeds = game_seeds(number, PLAYOUT_PART, range(playouts))
    found: Shares = {}
    for name, others in OTHERS.items():
        shares = {}
        for place in sorted(set(places)):
            state = game.seen.copy()
            state.apply(seat, place)
            shares[place] = win_share(state, seat, others, seeds)
        found[name] = [shares[place] for place in places]
    return found


def gain(shares: NDArray[np.float64], bot: int, base: int) -> str:
    """Write by how many points a bot wins more than another, with the standard error from position to position."""
    more = 100 * (shares[:, bot] - shares[:, base])
    return f"{more.mean():+.2f} ± {more.std(ddof=1) / len(more) ** 0.5:.2f}"


def report(bots: Sequence[str], found: Sequence[Shares]) -> None:
    """Print how the bots compare."""
    for name in OTHERS:
        shares = np.array([one[name] for one in found])
        print(f"{name}: the search's places win {100 * shares[:, 0].mean():.1f} % of {len(found)} positions' playouts")
        for number, bot in enumerate(bots[1:], 1):
            against = f"; against {bots[1]} {gain(shares, number, 1)}" if number > 1 else ""
            print(f"  {bot}: {gain(shares, number, 0)} points{against}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare the foundings of some bots, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", action="append", help="a bot (expert:founding_noise=0, and expert)")
    parser.add_argument("--positions", type=int, default=120, help="how many (120)")
    parser.add_argument("--playouts", type=int, default=200, help="of each place that is chosen (200)")
    parser.add_argument("--settlement", type=int, choices=(1, 2), default=1, help="the first or the second (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the first position; the next has the next one")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given: Any = parser.parse_args(arguments)
    if given.positions < 2 or min(given.playouts, given.workers) < 1 or given.seed < 0:
        parser.error("expected --positions from 2, --playouts and --workers from 1, --seed from 0")
    bots = [SEARCH, *(given.bot or ("expert:founding_noise=0", "expert"))]
    try:
        for bot in bots:
            bot_maker(bot)
    except ValueError as error:
        parser.error(str(error))
    one = partial(compare, bots, given.playouts, given.settlement)
    numbers = range(given.seed, given.seed + given.positions)
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        shown = track(pool.map(one, numbers), total=len(numbers), console=Console(stderr=True))
        report(bots, [*shown])


if __name__ == "__main__":
    main()
