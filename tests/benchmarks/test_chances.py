"""The measurement of chances: what it says of chances that come true, and of some that do not."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from benchmarks.calibration import best_sharpness, reliability, sharpened, sharpness_error
from benchmarks.chances import main, summary
from benchmarks.luck_parts import best_part, fit
from benchmarks.valued_games import UNIT, Game, Outcome, played

from longroad.analysis.reviews import LUCK
from longroad.core.actions import ply_seat
from longroad.core.layout import CHANCE


def games_said(shift: float) -> list[Game]:
    """Return games of two in which the first seat wins by what is said, or by that much more."""
    rng, games = Random(1), []
    for _ in range(4000):
        chance = rng.uniform(0.2, 0.4)
        result = float(rng.random() < chance + shift)
        games.append(game_said([result, 1 - result], [chance, 1 - chance]))
    return games


def game_said(result: list[float], chances: list[float]) -> Game:
    """Return a game of one turn, which one roll decides."""
    luck = [round(UNIT * (came - said)) for came, said in zip(result, chances, strict=True)]
    return Game(result, [chances], [Outcome(0, [round(UNIT * chance) for chance in chances], luck)], [])


@cache
def summary_said(shift: float) -> dict[str, Any]:
    """Return what is found of these games."""
    return summary(games_said(shift))


def test_chances_that_come_true_have_no_error() -> None:
    assert summary_said(0.0)["calibration_error"] < 0.02


def test_chances_that_are_said_too_low_are_noticed() -> None:
    assert summary_said(0.2)["calibration_error"] == pytest.approx(0.2, abs=0.02)


def test_few_games_show_an_error_by_chance_alone() -> None:
    few, many = summary(games_said(0.0)[:250])["error_by_chance"], summary_said(0.0)["error_by_chance"]
    assert few == pytest.approx(4 * many, rel=0.3)  # 16 times as many games
    assert summary_said(0.2)["error_by_chance"] == pytest.approx(many, rel=0.3)  # whatever the chances are


def test_luck_is_taken_from_results() -> None:
    found = summary_said(0.0)
    assert found["luck_mean"][0] == pytest.approx(0.0, abs=0.03)
    assert found["narrower"] > 2
    assert found["luck_correlation"] > 0.9


def test_the_part_of_the_luck_that_explains_results_is_found() -> None:
    """Twice the luck that there is: half of it is best taken off, and by kind that of draws alone."""
    rng, games = Random(3), []
    for _ in range(1000):
        result = float(rng.random() < 0.5)
        luck, noise = round(UNIT * (2 * result - 1)), round(rng.uniform(-UNIT, UNIT))
        outcomes = [Outcome(kind, [5000, 5000], [by, -by]) for kind, by in ((2, luck), (0, noise), (1, noise // 2))]
        games.append(Game([result, 1 - result], [[0.5, 0.5]], outcomes, []))
    part, error = best_part([game._replace(outcomes=game.outcomes[:1]) for game in games])
    assert part == pytest.approx(0.5)
    assert error < 0.001
    found = fit(games)
    assert found["by kind"]["weights"] == pytest.approx([0.0, 0.0, 0.5], abs=0.01)
    assert found["by kind"]["held_out"] > 10 > 2 > found["one part"]["held_out"] > 1


def test_bins_with_few_chances_are_left_out() -> None:
    chances, results = np.array([0.3] * 60 + [0.9] * 10), np.array([0.0] * 60 + [1.0] * 10)
    assert [(round(said, 3), came, count) for said, came, count in reliability(chances, results)] == [(0.3, 0.0, 60)]


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.3])
def test_chances_that_are_too_cautious_or_too_bold_are_noticed(factor: float) -> None:
    rng, games = np.random.default_rng(2), []
    for _ in range(4000):
        said = rng.dirichlet([1.0, 1.0, 1.0])
        odds = said**factor
        winner = rng.choice(3, p=odds / odds.sum())
        games.append(game_said(np.eye(3)[winner].tolist(), said.tolist()))
    assert best_sharpness(games) == pytest.approx(factor, abs=0.06)
    assert 0.005 < sharpness_error(games) < 0.05
    assert sharpened(np.array([[0.2, 0.3, 0.5]]), 1.0)[0] == pytest.approx([0.2, 0.3, 0.5])


@pytest.mark.compiled
def test_a_game_is_played_and_valued() -> None:
    game = played("base", 3, "novice", 8, every=1, seed=1)
    assert sorted(game.result) == [0.0, 0.0, 1.0]
    assert sum(game.luck) == pytest.approx(0.0, abs=0.005)  # every outcome is rounded to four digits
    assert {LUCK[outcome.kind] for outcome in game.outcomes} == set(LUCK)
    assert all(sum(outcome.before) == pytest.approx(UNIT, abs=2) for outcome in game.outcomes)
    assert len(game.outcomes) == sum(ply_seat(ply) == CHANCE for ply in game.plies)
    assert all(sum(turn) == pytest.approx(1.0) for turn in game.turns)
    assert len(game.turns) > 10
    some = played("base", 3, "novice", 8, every=3, seed=1)
    assert some.turns == game.turns[1::3]
    assert "narrower" not in summary([some])


@pytest.mark.compiled
def test_a_run_is_saved_continued_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, plot = tmp_path / "games.jsonl", tmp_path / "plot.svg"
    arguments = f"play --players 3 --bot novice --nodes 2 --workers 2 --out {file} --json --positions".split()
    assert main([*arguments, "1"]) == 0
    first = file.read_text()
    assert main([*arguments, "300"]) == 0
    assert file.read_text().startswith(first)
    whole = file.read_text()
    assert len(whole) > len(first)
    assert main([*arguments, "300"]) == 0
    assert file.read_text() == whole, "there are enough"
    file.write_text(whole + '{"seed": 7, "res')
    capsys.readouterr()
    assert main(["report", str(file), "--plot", str(plot), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out).values()
    assert found["positions"] >= 300
    assert found["games"] == len(whole.splitlines()) - 1
    drawn = ElementTree.parse(plot).getroot()
    assert any("base, 3, novice" in text for text in drawn.itertext())


@pytest.mark.compiled
def test_saved_games_are_valued_again_and_fitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, again = tmp_path / "games.jsonl", tmp_path / "again"
    assert main(f"play --players 3 --bot novice --nodes 2 --workers 1 --positions 300 --out {file}".split()) == 0
    valuing = f"value {file} --workers 1 --out".split()
    assert main([*valuing, str(again)]) == 0
    assert (again / "games.jsonl").read_text() == file.read_text(), "nothing has changed in the evaluation"
    capsys.readouterr()
    assert main([*valuing, str(tmp_path)]) == 1
    assert "expected another folder" in capsys.readouterr().err
    assert main(["fit", str(file)]) == 0
    assert "one part" in capsys.readouterr().out
    assert main(["fit", str(file), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["base, 3, novice"]["part"]) == 2


def test_weights_of_luck_need_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    head = {"preset": "duel", "players": 2, "bot": "novice", "nodes": 2, "every": 4}
    game = {"seed": 1, "result": [1.0, 0.0], "turns": [[0.5, 0.5]], "outcomes": [], "plies": []}
    file.write_text(f"{json.dumps(head)}\n{json.dumps(game)}\n")
    assert main(["fit", str(file)]) == 1
    assert "no luck was measured" in capsys.readouterr().err


@pytest.mark.compiled
def test_a_file_of_other_games_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious\n")
    assert main(["play", "--bot", "random", "--out", str(file)]) == 1
    captured = capsys.readouterr().err
    assert "does not hold games" in captured
    assert "--new" not in captured
    assert main(["play", "--bot", "random", "--out", str(file), "--new"]) == 1
    assert main(["report", str(file)]) == 1
    assert "no file of games" in capsys.readouterr().err
    assert file.read_text() == "precious\n"


@pytest.mark.compiled
def test_games_of_another_run_are_replaced_only_if_asked_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    arguments = f"play --players 3 --bot novice --workers 1 --positions 1 --out {file} --nodes".split()
    assert main([*arguments, "2"]) == 0
    assert main([*arguments, "3"]) == 1
    assert "nodes 2, now 3. Another file: --out; replace it: --new" in capsys.readouterr().err
    assert main([*arguments, "3", "--new"]) == 0
    assert '"nodes":3' in file.read_text()


def test_too_few_chances_are_no_error() -> None:
    assert np.isnan(summary([game_said([1.0, 0.0], [0.5, 0.5])])["calibration_error"])
