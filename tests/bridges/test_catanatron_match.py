"""Reference matches: what they tell, what they keep, and what they need."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bridges.catanatron import match
from longroad.arena.statistics import wilson
from longroad.bench.catanatron import origin

GAME_KEYS = {
    "game",
    "seat",
    "winner",
    "won",
    "points",
    "turns",
    "thinking_ms",
    "bridge_ms",
    "mismatches",
    "adapted",
    "corrections",
}


def read_games(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def test_a_match_is_told_as_json_and_its_games_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games" / "match.jsonl"
    arguments = ["--bot", "novice", "--against", "random", "--games", "5", "--seed", "3", "--workers", "2", "--json"]
    assert match.main([*arguments, "--out", str(path)]) == 0
    output = json.loads(capsys.readouterr().out)
    games = read_games(path)
    assert sorted(game["game"] for game in games) == list(range(5))
    assert all(set(game) == GAME_KEYS for game in games)
    assert (output["bot"], output["against"], output["seed"], output["games"]) == ("novice", "random", 3, 5)
    assert output["wins"] == sum(game["won"] for game in games) == round(5 * output["win_rate"])
    assert output["ci95"] == list(wilson(output["wins"], 5) or ())
    assert output["catanatron"] == origin()
    assert output["mismatches"] == 0
    assert 0 < output["decision_ms_median"] <= output["decision_ms_p99"]
    assert sum(count for _, count in output["wins_and_games_by_seat"].values()) == 5
    assert output["bot"] in match.sentence(output)


def test_the_seats_are_catanatrons_to_deal() -> None:
    seats = {match.play_game(match.Task("random", "random", 1, number))["seat"] for number in range(12)}
    assert len(seats) > 1


def test_an_interrupted_match_keeps_what_it_played(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "bridges.catanatron.match", "--bot", "random", "--against", "random"]
    command += ["--games", "100000", "--workers", "2", "--json", "--out", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline and not (path.exists() and path.read_text().count("\n") > 4):
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=240)
    assert process.returncode == 130
    assert json.loads(out)["games"] == len(read_games(path)) > 3


def test_the_same_command_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    arguments = ["--bot", "random", "--against", "random", "--out", str(path), "--json"]
    assert match.main([*arguments, "--games", "2"]) == 0
    first = read_games(path)
    with path.open("a") as file:
        file.write('{"game": 2, "wo')  # a machine that stopped here
    assert match.main([*arguments, "--games", "4"]) == 0
    games = read_games(path)
    assert games[:2] == first
    assert [game["game"] for game in games] == [0, 1, 2, 3]
    capsys.readouterr()
    assert match.main([*arguments, "--games", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3
    assert match.main([*arguments, "--games", "1", "--new"]) == 0
    assert len(read_games(path)) == 1


def test_games_of_another_match_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    arguments = ["--bot", "random", "--against", "random", "--games", "1", "--out", str(path)]
    assert match.main(arguments) == 0
    before = path.read_bytes()
    assert match.main([*arguments, "--seed", "2", "--new"]) == 2
    assert path.read_bytes() == before
    assert str(path) in capsys.readouterr().err


def test_a_missing_opponent_is_told_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = match.Opponent("catanatron.players.nowhere", "NowhereplayerPlayer")
    monkeypatch.setitem(match.OPPONENTS, "value", lacking)
    with pytest.raises(SystemExit):
        match.main(["--against", "value"])
    output = capsys.readouterr().err
    assert origin() in output
    assert "NowhereplayerPlayer" in output
    assert "PYTHONPATH" in output


@pytest.mark.parametrize(
    ("arguments", "what"),
    [(["--bot", "grandmaster"], "grandmaster"), (["--games", "0"], "--games"), (["--against", "nobody"], "nobody")],
)
def test_wrong_options_are_refused(arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        match.main(arguments)
    assert what in capsys.readouterr().err


def test_the_origin_of_a_copy_is_its_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "copy" / "catanatron"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    identity = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "a copy"]):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    for name in [name for name in sys.modules if name.split(".")[0] == "catanatron"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(package.parent)
    head = subprocess.run(["git", "-C", str(tmp_path), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    assert origin() == f"Catanatron at commit {head.stdout[:12]}"


def test_no_games_tell_nothing() -> None:
    output = match.summary([], match.read_options(["--bot", "novice"]))
    assert (output["win_rate"], output["ci95"]) == (0.0, [0.0, 1.0])
    assert "won 0 of 0" in match.sentence(output)
