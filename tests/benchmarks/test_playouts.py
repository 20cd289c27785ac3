"""The comparison of chances with playouts: what it says of chances that are right, and of some that are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.playouts import Positions, begun_turn, error_of, main

from longroad.core.layout import WORDS_ROW
from longroad.search import weights
from longroad.search.weights import FIRST_FILE

PLAYOUTS = 100


def positions_won(count: int, noisy: bool) -> tuple[np.ndarray[Any, Any], Positions]:
    """Return the right chances of some positions of three, and the positions with the shares of playouts."""
    rng = np.random.default_rng(1)
    chances = rng.dirichlet(np.ones(3), count)
    wins = np.array([rng.multinomial(PLAYOUTS, one) for one in chances]) / PLAYOUTS
    shares = wins if noisy else chances
    noise = (shares * (1 - shares)).sum(1) / (PLAYOUTS - 1) if noisy else np.zeros(count)
    return chances, Positions(np.zeros((count, 1), np.int8), np.zeros((count, WORDS_ROW), np.int64), shares, noise)


def test_right_chances_are_not_off_whatever_the_noise_of_playouts() -> None:
    chances, positions = positions_won(4000, noisy=True)
    assert error_of(chances, positions)["points"] < 1
    chances, positions = positions_won(10, noisy=False)
    assert error_of(chances, positions)["points"] == 0


def test_an_error_is_told_in_points() -> None:
    chances, positions = positions_won(4000, noisy=True)
    shifted = chances + 0.05 * np.array([1, -1, 0])
    found = error_of(shifted, positions)
    assert found["points"] == pytest.approx(100 * 0.05 * (2 / 3) ** 0.5, abs=3 * found["error"])
    assert found["error"] < 0.3


def test_a_position_is_the_beginning_of_a_turn() -> None:
    states = [begun_turn("base", 3, "random", seed) for seed in range(3)]
    assert {state.phase for state in states} == {"before roll"}
    assert len({state["turns"] for state in states}) > 1
    assert not any(state["domestic_trade"] for state in states)


@pytest.mark.compiled
def test_positions_are_saved_and_compared_with_any_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "base-3.npz"
    played = "play --players 3 --bot novice --positions 3 --playouts 64 --nodes 2 --workers 1"
    assert main([*played.split(), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("base-3, weights.json\n  position: ")
    assert main(["report", str(out)]) == 0
    assert capsys.readouterr().out == said
    assert main(["report", str(out), "--json", "--weights", str(Path(weights.__file__).parent / FIRST_FILE)]) == 0
    [(name, errors)] = json.loads(capsys.readouterr().out).items()
    assert name.endswith(FIRST_FILE)
    assert set(errors) == {"position", "next roll"}
    positions = Positions.load(out)
    assert positions.shares.shape == (3, 3)
    assert positions.shares.sum(1) == pytest.approx(1, abs=1e-6)


def test_what_is_not_possible_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--playouts", "100"])
    assert "--playouts 100: expected a multiple of 64" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["report", "x.npz", "--weights", str(tmp_path / "none.json")])
    assert "none.json" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "none.npz")]) == 1
    assert "none.npz" in capsys.readouterr().err
    assert main(["play", "--preset", "bridge", "--positions", "1", "--workers", "1"]) == 1
