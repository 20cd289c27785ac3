"""How well bots found: among weaker players, and among players who search as they do.

    python -m benchmarks.foundings [--bot expert:doubt=0 --bot expert ...] [--positions 120] [--playouts 200]

In games of `novice` players without trade, each bot chooses the place for the first settlement of a seat, or the second
(`--settlement 2`). Then everything is played to its end by the search, `--playouts` times with the same dice for all
places: the seat with the weights in use, the others with weights set by hand and one random choice in four (*weaker*),
or with the weights in use too (*alike*). The first bot is compared with the place that the search alone likes best, the
others with both. Nothing is saved; 120 positions and 200 playouts take about four minutes on two cores.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from longroad import Game
from longroad.bots.levels import bot_maker, make_bot
from longroad.core.batch import Batch
from longroad.core.layout import SEATS, SMALL_SIZE, WORDS_SIZE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.search.weights import weights
from scripts.tuning.play import block_of, game_seeds, play_on
from scripts.tuning.start import start

NODES: Final = 48
RULES: Final = Ruleset(domestic_trade=False)
SEARCH: Final = "skilled"  # its founding is the search's
PLAYOUT_SEED: Final = 900


class Others(NamedTuple):
    """How the others play on: with which weights, and one choice in how many is random."""

    weights: Sequence[int]
    explores: int


OTHERS: Final = {"weaker": Others(start().tolist(), 4), "alike": Others(weights(), 0)}


class Founding(NamedTuple):
    """A position by number: by kind of others, the shares that are won with the place of each bot."""

    shares: dict[str, list[float]]


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


def won(state: State, seat: int, others: Others, playouts: int) -> float:
    """Return how many playouts of a state a seat wins, as a share."""
    batch = Batch(RULES, playouts)
    batch.s[:, :SMALL_SIZE] = state.s
    batch.m[:, :WORDS_SIZE] = state.m[:WORDS_SIZE]
    by_seat = [block_of(weights() if other == seat else others.weights) for other in range(RULES.players)]
    explores = [0 if other == seat else others.explores for other in range(SEATS)]
    played = play_on(batch, game_seeds(PLAYOUT_SEED, 0, range(playouts)), by_seat, NODES, explores)
    return float((played.winners == seat).mean())


def founded(bots: Sequence[str], playouts: int, settlement: int, number: int) -> Founding:
    """Let bots choose a place in a position, and play on from there."""
    game, seat = position(number, settlement)
    places = [make_bot(bot, number).choose(game.view(seat)).code for bot in bots]
    shares: dict[str, dict[int, float]] = {}
    for name, others in OTHERS.items():
        shares[name] = {}
        for place in set(places):
            state = game.seen.copy()
            state.apply(seat, place)
            shares[name][place] = won(state, seat, others, playouts)
    return Founding({name: [found[place] for place in places] for name, found in shares.items()})


def gained(shares: NDArray[np.float64], bot: int, base: int) -> str:
    """Write by how many points a bot wins more than another, with the standard error from position to position."""
    more = 100 * (shares[:, bot] - shares[:, base])
    return f"{more.mean():+.2f} ± {more.std(ddof=1) / len(more) ** 0.5:.2f}"


def report(bots: Sequence[str], found: Sequence[Founding]) -> None:
    """Print how the bots compare."""
    for name in OTHERS:
        shares = np.array([one.shares[name] for one in found])
        print(f"{name}: the search's places win {100 * shares[:, 0].mean():.1f} % of {len(found)} positions' playouts")
        for number, bot in enumerate(bots[1:], 1):
            against = f"; against {bots[1]} {gained(shares, number, 1)}" if number > 1 else ""
            print(f"  {bot}: {gained(shares, number, 0)} points{against}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Let bots found, play on, and print what comes of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", action="append", help="a bot with its options (expert:doubt=0, and expert)")
    parser.add_argument("--positions", type=int, default=120, help="how many (120)")
    parser.add_argument("--playouts", type=int, default=200, help="of each place that is chosen (200)")
    parser.add_argument("--settlement", type=int, choices=(1, 2), default=1, help="the first or the second (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the first position; the next has the next one")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given: Any = parser.parse_args(arguments)
    if given.positions < 2 or given.playouts < 1 or given.seed < 0:
        parser.error("expected --positions from 2, --playouts from 1, --seed from 0")
    bots = [SEARCH, *(given.bot or ("expert:doubt=0", "expert"))]
    try:
        for bot in bots:
            bot_maker(bot)
    except ValueError as error:
        parser.error(str(error))
    one = partial(founded, bots, given.playouts, given.settlement)
    numbers = range(given.seed, given.seed + given.positions)
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        shown = track(pool.map(one, numbers), total=len(numbers), console=Console(stderr=True))
        report(bots, [*shown])


if __name__ == "__main__":
    main()
