"""How much of the results luck explains, and which part of it should be taken off.

Luck that is taken off may be weighed by anything that was known before the outcome: the results stay unbiased. Which
weights make them vary least is a regression of the results on the luck; every choice is judged by games on which it was
not fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from benchmarks.valued_games import UNIT, Game
from numpy.typing import NDArray

from longroad.analysis.reviews import LUCK
from longroad.arena.luck import PART

FOLDS: Final = 10  # of the games, to judge weights
DRAWS: Final = 200  # of the bootstrap
LEADER: Final = 0.4  # the chance of whoever leads, from which a game is in its later stage
Numbers = NDArray[np.float64]


def one_part(game: Game) -> Numbers:
    """Weigh all outcomes alike."""
    return np.ones((1, len(game.outcomes)))


def by_kind(game: Game) -> Numbers:
    """Weigh dice, thefts and draws separately."""
    kinds = np.array([outcome.kind for outcome in game.outcomes])
    return np.array([kinds == kind for kind in range(len(LUCK))], float)


def by_leader(game: Game) -> Numbers:
    """Weigh outcomes by the chance that the leader had before: two stages of a game."""
    later = np.array([max(outcome.before) >= LEADER * UNIT for outcome in game.outcomes])
    return np.array([~later, later], float)


def by_slope(game: Game) -> Numbers:
    """Weigh outcomes by a straight line over the chance that the leader had before."""
    return np.array([[1.0] * len(game.outcomes), [max(outcome.before) / UNIT for outcome in game.outcomes]])


Weighing = Callable[[Game], Numbers]  # the weights of each outcome: (weight, outcome)
WEIGHINGS: Final[dict[str, Weighing]] = {
    "one part": one_part,
    "by kind": by_kind,
    "by stage": by_leader,
    "by the leader's chance": by_slope,
}


def results_of(games: Sequence[Game]) -> Numbers:
    """Return the result of every seat, less its fair share: (game, seat)."""
    results: Numbers = np.array([game.result for game in games])
    fair: Numbers = results - 1 / results.shape[1]
    return fair


def luck_of(games: Sequence[Game], weighing: Weighing = one_part) -> Numbers:
    """Return the luck of every seat: (game, seat, weight)."""
    lucks = [np.array([outcome.luck for outcome in game.outcomes]) / UNIT for game in games]
    return np.array([(weighing(game) @ luck).T for game, luck in zip(games, lucks, strict=True)])


def fitted(results: Numbers, luck: Numbers) -> Numbers:
    """Return the weights with which the results without luck vary least."""
    return np.array(np.linalg.lstsq(luck.reshape(-1, luck.shape[-1]), results.ravel(), rcond=None)[0], float)


def held_out(results: Numbers, luck: Numbers) -> float:
    """Return how many times narrower the interval is in games that the weights were not fitted on."""
    folds, left = np.arange(len(results)) % min(FOLDS, len(results)), results.copy()
    for fold in range(folds.max() + 1):
        inside = folds == fold
        left[inside] -= luck[inside] @ fitted(results[~inside], luck[~inside])
    return float(results.std() / left.std())


def narrower(results: Numbers, luck: Numbers, part: float = PART) -> float:
    """Return how many times narrower the interval is without a part of the luck."""
    return float(results.std() / (results - part * luck[..., 0]).std())


def resampled(results: Numbers, luck: Numbers, found: Callable[[Numbers, Numbers], float]) -> float:
    """Return the standard error of what is found, from game to game (bootstrap)."""
    random, count = np.random.default_rng(0), len(results)
    drawn = [random.integers(count, size=count) for _ in range(DRAWS)]
    return float(np.std([found(results[some], luck[some]) for some in drawn]))


def has_luck(games: Sequence[Game]) -> bool:
    """Whether the luck of some games was measured."""
    return bool(games) and all(game.outcomes for game in games)


def luck_summary(games: Sequence[Game]) -> dict[str, Any]:
    """Compare results with luck, where it was measured."""
    if not has_luck(games):
        return {}
    results, luck = results_of(games), luck_of(games)
    return {
        "luck_correlation": float(np.corrcoef(results.ravel(), luck.ravel())[0, 1]),
        "narrower": narrower(results, luck),
        "narrower_error": resampled(results, luck, narrower),
        "luck_mean": luck[..., 0].mean(0).tolist(),
        "luck_error": (luck[..., 0].std(0) / np.sqrt(len(games))).tolist(),
    }


def fit(games: Sequence[Game]) -> dict[str, Any]:
    """Fit every choice of weights: the weights, and how many times narrower they make the interval in other games."""
    results = results_of(games)
    return {
        name: {"weights": fitted(results, luck).tolist(), "held_out": held_out(results, luck)}
        for name, luck in ((name, luck_of(games, weighing)) for name, weighing in WEIGHINGS.items())
    }


def best_part(games: Sequence[Game]) -> tuple[float, float]:
    """Return the part of the luck that is best taken off, with its standard error."""

    def part(results: Numbers, luck: Numbers) -> float:
        return float(fitted(results, luck)[0])

    results, luck = results_of(games), luck_of(games)
    return part(results, luck), resampled(results, luck, part)
