"""The games that computer players are strained with: every preset, and every fault found."""

from __future__ import annotations

import json

import pytest
from scripts import stress

from longroad.core.ruleset import PRESETS

BOTS = "tests.arena.bots"


def test_every_preset_is_played_with_every_number_of_players() -> None:
    tables = stress.tables()
    assert {preset for preset, _ in tables} == set(PRESETS)
    assert {players for _, players in tables} == {2, 3, 4, 5, 6}
    assert len(set(tables)) == len(tables)


def test_everybody_sits_everywhere() -> None:
    rounds = len(stress.tables())
    seats = {(seat, name) for k in range(3) for seat, name in enumerate(stress.table_of("abc", k * rounds + 20)[2])}
    assert seats == {(seat, name) for seat in range(4) for name in "abc"}


def test_games_go_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert stress.main(["random", "novice", "--games", "4", "--workers", "2", "--json"]) == 0
    output = capsys.readouterr()
    games = [json.loads(line) for line in output.out.splitlines()]
    assert sorted(game["number"] for game in games) == [0, 1, 2, 3]
    assert all(game["is_won"] for game in games)
    assert "0 with faults" in output.err


@pytest.mark.parametrize(("bot", "fault"), [("Raising", "out of my depth"), ("Illegal", "the game waits for seat")])
def test_faults_are_counted_and_told(bot: str, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert stress.main([f"{BOTS}.{bot}", "random", "--game", "14"]) == 1
    output = " ".join(capsys.readouterr().out.split())
    assert fault in output
    assert "1 with faults" in output


def test_a_process_that_dies_costs_its_game_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert stress.main([f"{BOTS}.Deadly", "--games", "2", "--workers", "1"]) == 1
    assert "2 with faults, 2 of them stuck" in " ".join(capsys.readouterr().out.split())


def test_a_game_that_does_not_end_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    entrants = [f"{BOTS}.Slow:ms=100000", "--games", "1", "--workers", "1", "--patience", "4"]
    assert stress.main(entrants) == 1
    assert "1 of them stuck" in " ".join(capsys.readouterr().out.split())


def test_who_does_not_exist_cannot_play() -> None:
    with pytest.raises(SystemExit):
        stress.main(["grandmaster"])
