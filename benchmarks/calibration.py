"""Whether chances come true: how far they are off, and how much sharper or more cautious they should be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from benchmarks.reliability import Bin
from benchmarks.valued_games import DIGITS, Game
from numpy.typing import NDArray

BINS: Final = 20
LEAST: Final = 50  # chances in a bin that is listed
LEAST_CHANCE: Final = 10**-DIGITS
SHARPNESS_BOUNDS: Final = (0.5, 2.0)
SHARPNESS_EXACT: Final = 0.001
DRAWS: Final = 50  # of the bootstrap
PARTS: Final = 20  # of the games, for the error of the sharpness
Numbers = NDArray[np.float64]
Integers = NDArray[np.int64]


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


def calibration(games: Sequence[Game]) -> dict[str, Any]:
    """Compare chances with results."""
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
        "reliability": [one._asdict() for one in bins],
    }
