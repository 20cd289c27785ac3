"""The stress test of bots: every preset, and every fault is found."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.program.bot import Program
from longroad.bots.protocol import Bot
from longroad.core.ruleset import PRESETS
from scripts import stress
from tests.bots.programs import PLAIN, ROOT, THINKS, WAITS_S, Outside, group_is_there
from tests.samples import first

BOTS = "tests.arena.bots"
# Begins as from a terminal, where Ctrl-C is not ignored.
FROM_TERMINAL = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from scripts.stress import main
sys.exit(main())
"""


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


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("--workers", "0"),
        ("--workers", "-1"),
        ("--games", "0"),
        ("--games", "-3"),
        ("--game", "-1"),
        ("--seed", "-1"),
        ("--patience", "0"),
        ("--patience", "nan"),
    ],
)
def test_what_cannot_be_played_is_refused(option: str, given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        stress.main(["random", option, given])
    assert ended.value.code == 2
    output = capsys.readouterr()
    assert f"{option} {given}: expected " in output.err.splitlines()[-1]
    assert not output.out


@pytest.mark.skipif(sys.platform == "win32", reason="asks for the processes of a group")
def test_whatever_kills_it_ends_its_workers(tmp_path: Path) -> None:
    output = tmp_path / "games.jsonl"
    third_never_answers = ["random", "random", f"{BOTS}.Slow:ms=600000"]
    command = [sys.executable, "-m", "scripts.stress", *third_never_answers, "--workers", "1", "--json"]
    with output.open("wb") as lines:
        killed = subprocess.Popen(command, cwd=ROOT, stdout=lines, stderr=subprocess.DEVNULL, start_new_session=True)
    limit = time.monotonic() + WAITS_S
    while output.read_bytes().count(b"\n") < sum(players == 2 for _, players in stress.tables()):
        assert time.monotonic() < limit
        time.sleep(0.05)
    killed.kill()
    killed.wait()
    limit = time.monotonic() + WAITS_S
    while group_is_there(killed.pid):
        assert time.monotonic() < limit, "the workers of a dead run play on"
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="programs play where pipes can be waited for")
@pytest.mark.parametrize("name", first(1, ["SIGTERM", "SIGINT", "SIGKILL"]))
def test_whatever_ends_it_ends_its_programs(tmp_path: Path, name: str) -> None:
    outside = Outside(tmp_path, THINKS)
    command = [sys.executable, "-c", FROM_TERMINAL, outside.entrant, "random", "--workers", "2", "--games", "2"]
    ended = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        outside.wait_for(2)
        ended.send_signal(signal.Signals[name])
        ended.wait(timeout=WAITS_S)
    finally:
        ended.kill()
        is_gone = outside.is_gone(within_s=20)
    assert is_gone


@pytest.mark.skipif(sys.platform == "win32", reason="programs play where pipes can be waited for")
def test_a_game_that_is_given_up_ends_its_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = Outside(tmp_path, THINKS)
    assert stress.main([outside.entrant, "random", "--games", "1", "--workers", "1", "--patience", "10"]) == 1
    assert "1 of them stuck" in " ".join(capsys.readouterr().out.split())
    assert outside.processes
    assert outside.is_gone(within_s=10)


@pytest.mark.skipif(sys.platform == "win32", reason="programs play where pipes can be waited for")
def test_a_game_that_is_over_ends_its_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Bot] = []

    def make(spec: str, seed: int | str) -> Bot:
        made.append(make_bot(spec, seed))
        return made[-1]

    monkeypatch.setattr(stress, "make_bot", make)
    assert stress.play([PLAIN, "random"], 0, 0).is_well
    assert [bot._session.is_running for bot in made if isinstance(bot, Program)] == [False]
