"""The measurement of chances: what it says of chances that come true, and of some that do not."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from benchmarks.chances import Game, played, reliability, summary


def games_said(shift: float) -> list[Game]:
    """Return games of two in which the first seat wins by what is said, or by that much more."""
    rng, games = Random(1), []
    for _ in range(4000):
        chance = rng.uniform(0.2, 0.4)
        result = float(rng.random() < chance + shift)
        luck = result - chance
        games.append(Game([result, 1 - result], [luck, -luck], [[chance, 1 - chance]]))
    return games


def test_chances_that_come_true_have_no_error() -> None:
    assert summary(games_said(0.0))["calibration_error"] < 0.02


def test_chances_that_are_said_too_low_are_noticed() -> None:
    assert summary(games_said(0.2))["calibration_error"] == pytest.approx(0.2, abs=0.02)


def test_luck_is_taken_from_results() -> None:
    found = summary(games_said(0.0))
    assert found["luck_mean"][0] == pytest.approx(0.0, abs=0.03)
    assert found["narrower"] > 2
    assert found["luck_correlation"] > 0.9


def test_bins_with_few_chances_are_left_out() -> None:
    chances, results = np.array([0.3] * 60 + [0.9] * 10), np.array([0.0] * 60 + [1.0] * 10)
    assert [(round(said, 3), came, count) for said, came, count in reliability(chances, results)] == [(0.3, 0.0, 60)]


@pytest.mark.compiled
def test_a_game_is_played_and_valued() -> None:
    game = played("base", 3, "random", 8, seed=1)
    assert sorted(game.result) == [0.0, 0.0, 1.0]
    assert sum(game.luck) == pytest.approx(0.0, abs=1e-9)
    assert all(sum(turn) == pytest.approx(1.0) for turn in game.turns)
    assert len(game.turns) > 10
