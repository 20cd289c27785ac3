"""`longroad analyse` and `longroad review`, as a person calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from longroad.analysis import analyse
from longroad.cli.commands import run
from tests.analysis.games import game_of

pytestmark = pytest.mark.compiled


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.longroad"
    path.write_text(game_of("base", most=60).record.text)
    return path


def position() -> str:
    game = game_of("base", most=0)
    for ply in game_of("base").plies:
        if len(game.plies) > 40 and game.phase == "main" and len(game.to_act) == 1 and len(game.legal_actions()) > 2:
            break
        game.push(ply)
    return game.position


def test_a_position_is_analysed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["analyse", position(), "--budget", "quick"]) == 0
    printed = capsys.readouterr().out
    assert "chances to win: Blue " in printed
    assert "rollouts:" in printed
    file = tmp_path / "position.txt"
    file.write_text(position() + "\n")
    assert run(["analyse", str(file), "--budget", "quick"]) == 0
    assert capsys.readouterr().out == printed


def test_an_analysis_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", position(), "--budget", "quick", "--rollouts", "24", "--everything", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["chances"]) == 4
    assert {"action", "chance", "error", "reason"} <= set(found["actions"][0])


def test_a_moment_of_a_record_is_analysed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(record), "--ply", "40", "--budget", "quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == analyse(game_of("base", most=40), "quick").to_json()
    assert run(["analyse", str(record), "--ply", "61"]) == 2
    assert "ply=61: expected a whole number from 0 to 60" in capsys.readouterr().err
    assert run(["analyse", position(), "--ply", "1"]) == 2
    assert "ply=1: only a record has plies" in capsys.readouterr().err


def test_a_game_is_reviewed_drawn_and_written(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, out = tmp_path / "review.svg", tmp_path / "reviewed.longroad"
    assert run(["review", str(record), "--budget", "quick", "--plot", str(plot), "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[0].split() == [
        "seat",
        "start",
        "dice",
        "thefts",
        "draws",
        "decisions",
        "result",
        "error",
    ]
    assert plot.read_text().startswith("<svg")
    assert run(["review", str(out), "--budget", "deep"]) == 0  # read from the comments
    assert capsys.readouterr().out == printed
    assert run(["review", str(out), "--json"]) == 0
    seats = json.loads(capsys.readouterr().out)["seats"]
    for seat in seats:
        assert seat["start"] + sum(seat["luck"].values()) + seat["decisions"] == seat["result"]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (["analyse", "v2/x"], "position 'v2/x'"),
        (["analyse", "/nowhere"], "/nowhere: No such file or directory"),
        (["review", "/nowhere"], "/nowhere: No such file or directory"),
    ],
)
def test_bad_input_gets_one_line(command: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == 2
    assert error in capsys.readouterr().err


def test_a_bad_option_gets_one_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(record), "--budget", "endless"]) == 2
    assert "'endless': expected one of quick, normal, deep" in capsys.readouterr().err
    assert run(["review", str(record), "--most", "-1"]) == 2
    assert "--most -1: expected a whole number from 0" in capsys.readouterr().err
    assert run(["analyse", position(), "--rollouts", "0"]) == 2
    assert "rollouts=0: expected a whole number from 1" in capsys.readouterr().err
    assert run(["analyse", position(), "--seat", "9"]) == 2
    assert "9" in capsys.readouterr().err
    assert run(["review", str(record), "--budget", "quick", "--plot", str(record.parent)]) == 2
    assert "Is a directory" in capsys.readouterr().err
