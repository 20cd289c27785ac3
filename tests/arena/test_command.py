"""`longroad arena`, run as people run it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result, SeatStats
from longroad.bots.levels import make_bot  # noqa: F401 (evaluated)
from longroad.cli import main
from longroad.cli.arena import Lead
from longroad.core.ruleset import Ruleset
from longroad.game.game import Game
from tests.bots.programs import group_is_there

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "longroad.cli", "arena"]
SHORT = ("--option", "limit=40", "--seed", "1")
BOTS = "tests.arena.bots"
MEASURED = {"seconds", "ms_median", "ms_99", "results"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path / "games"))
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["arena", *arguments, "--json"]) == 0
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output


def lasting(value: Any) -> Any:
    """Leave out of a JSON value what was measured."""
    if isinstance(value, dict):
        return {key: lasting(inner) for key, inner in value.items() if key not in MEASURED}
    return [lasting(inner) for inner in value] if isinstance(value, list) else value


def test_json_has_an_entry_for_each_entrant_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    answer = printed(capsys, "novice", "random", "random", "random", "--games", "8", "--workers", "2", *SHORT)
    assert [line["name"] for line in answer["entrants"]] == ["novice", "random", "random", "random"]
    for line in answer["entrants"]:
        assert line["games"] == 8
        assert line["win_rate"] == line["wins"] / 8
        assert 0 <= line["ci95"][0] <= line["win_rate"] <= line["ci95"][1] <= 1
        assert [seat["games"] for seat in line["by_seat"]] == [2, 2, 2, 2]
        assert sum(seat["wins"] for seat in line["by_seat"]) == line["wins"]
        assert 0 < line["ms_median"] <= line["ms_99"]
        assert line["decisions"] > 100
        assert line["raised"] == line["illegal"] == 0
    assert sum(line["wins"] for line in answer["entrants"]) <= answer["games"] == 8
    assert answer["entrants"][0]["rating"]["mu"] > 25 > answer["entrants"][1]["rating"]["mu"]


def test_who_is_specified_alike_is_told_of_together_too(capsys: pytest.CaptureFixture[str]) -> None:
    answer = printed(capsys, "novice", "random", "random", "--games", "6", *SHORT)
    first, others = answer["pooled"]
    assert (first["entrants"], others["entrants"]) == ([0], [1, 2])
    assert others["wins"] == sum(line["wins"] for line in answer["entrants"][1:])
    assert others["win_rate"] == pytest.approx(others["wins"] / 12)
    assert others["ci95"][0] <= others["win_rate"] <= others["ci95"][1]
    assert others["decisions"] == sum(line["decisions"] for line in answer["entrants"][1:])
    assert answer["ahead"][0]["of"] == "random"
    assert answer["ahead"][0]["difference"] == pytest.approx(first["win_rate"] - others["win_rate"])


def test_the_same_seed_gives_the_same_answer_with_any_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    spec = ("novice", "random", "novice", "--games", "7", *SHORT)
    one = printed(capsys, *spec, "--workers", "1")
    two = printed(capsys, *spec, "--workers", "2", "--new")
    assert lasting(one) == lasting(two)
    assert lasting(printed(capsys, *spec, "--new", "--seed", "2")) != lasting(one)


def test_a_finished_command_is_answered_from_what_was_kept(capsys: pytest.CaptureFixture[str]) -> None:
    spec = ("novice", "random", "--games", "4", *SHORT)
    first = printed(capsys, *spec)
    assert main(["arena", *spec, "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == first
    assert "4 of these games were played before" in " ".join(captured.err.split())


def test_the_table_counts_faults_and_says_what_the_first_was(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", f"{BOTS}.Raising", "random", "random", "--games", "3", *SHORT]) == 1
    text = " ".join(capsys.readouterr().out.split())
    assert re.search(r"random x2 3 \d", text)
    assert f"RuntimeError: I am out of my depth ({line_of('I am out of my depth')}, in choose)" in text
    assert "ended at the turn limit" in text


def line_of(text: str) -> str:
    """Return the file and the number of the line of the faulty bots that has a text."""
    lines = (ROOT / "tests" / "arena" / "bots.py").read_text(encoding="utf-8").splitlines()
    return f"tests/arena/bots.py:{1 + next(number for number, line in enumerate(lines) if text in line)}"


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("Raising", "RuntimeError: I am out of my depth (tests/arena/bots.py:"),
        ("Illegal", "Roll the dice first. [TRN-1]"),
        ("confused", "IndexError: list index out of range (tests/arena/bots.py:"),
    ],
)
def test_strict_stops_at_the_first_fault_with_the_position(
    bot: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", f"{BOTS}.{bot}", "random", "--games", "4", "--workers", "1", *SHORT]
    assert main([*command, "--strict"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    first, second, third = captured.err.splitlines()
    assert first.startswith(f"{BOTS}.{bot}, seat 0 of game 0: ")
    assert fault in first
    game = Game.from_position(second.removeprefix("Position: "))
    assert third.startswith(f"Again: make_bot('{BOTS}.{bot}', ")
    again = third.removeprefix("Again: ").replace("POSITION", repr(second.removeprefix("Position: ")))
    if bot == "Illegal":
        assert game.why_not(eval(again), 0) is not None
    else:
        with pytest.raises((RuntimeError, IndexError)):
            eval(again)


def test_strict_plays_games_again_whose_faults_were_only_counted(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", f"{BOTS}.Raising", "random", "--games", "2", *SHORT]
    assert main(command) == 1
    assert main([*command, "--strict"]) == 1
    assert "Position: v2/" in capsys.readouterr().err


def test_strict_games_without_a_fault_are_played_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "random", "random", "--games", "2", "--strict", *SHORT)["games"] == 2


def test_strict_stops_at_the_fault_of_a_program(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    program = folder / "program.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['type']\n"
        "    hello = {'type': 'hello', 'protocol': 2, 'name': 'tester'}\n"
        "    print(json.dumps(hello) if kind == 'hello' else 'what?', flush=True)\n",
        encoding="utf-8",
    )
    spec = f"program:decision_s=60 {shlex.quote(sys.executable)} -S {program}"
    assert main(["arena", spec, "random", "--games", "1", "--strict", *SHORT]) == 1
    assert "Position: v2/" in capsys.readouterr().err


def test_a_function_of_a_view_plays(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"{BOTS}.sleepy:kinds=2"
    answer = printed(capsys, spec, "random", "--games", "2", *SHORT)
    assert answer["entrants"][0]["name"] == spec
    assert answer["entrants"][0]["decisions"] > 20
    assert answer["entrants"][0]["raised"] == answer["entrants"][0]["illegal"] == 0


def test_a_pool_of_more_entrants_than_seats_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    answer = printed(capsys, "novice", "random", "random", "--players", "2", "--preset", "duel", "--games", "6", *SHORT)
    assert [line["games"] for line in answer["entrants"]] == [4, 4, 4]
    assert answer["games_a_deal"] == 6


def test_six_players_meet_on_the_large_island(capsys: pytest.CaptureFixture[str]) -> None:
    answer = printed(capsys, *["novice"] * 6, "--preset", "extension", "--games", "2", "--option", "limit=20")
    assert (answer["players"], answer["ruleset"]) == (6, "extension,limit:20")


def test_a_test_ends_the_arena_early(capsys: pytest.CaptureFixture[str]) -> None:
    spec = ("novice", "random", "--preset", "duel", "--games", "400", "--seed", "1", "--sprt", "0.5,0.8")
    answer = printed(capsys, *spec)
    assert answer["sprt"]["decision"] == "at least p1"
    assert answer["games"] < 30
    assert answer["is_complete"]
    assert main(["arena", *spec]) == 0
    assert "At least 0.8" in capsys.readouterr().out


def test_plots_are_pictures(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    printed(capsys, "novice", "random", "random", "--games", "3", "--plots", str(folder / "plots"), *SHORT)
    pictures = sorted((folder / "plots").iterdir())
    assert [path.name for path in pictures] == ["length.svg", "points.svg", "rating.svg", "seats.svg"]
    for path in pictures:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert root.tag.endswith("svg")
        assert len(list(root)) > 5


def test_pictures_that_cannot_be_drawn_are_said_before_the_first_game(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    notes = folder / "notes.txt"
    notes.write_text("dear diary", encoding="utf-8")
    for place in (notes, notes / "inside"):
        assert main(["arena", "random", "random", "--games", "1", "--plots", str(place), *SHORT]) == 2
        captured = capsys.readouterr()
        assert f"--plots {place}: " in captured.err
        assert captured.out == ""
    assert sorted(path.name for path in folder.iterdir()) == ["notes.txt"]


def test_only_the_games_that_are_asked_for_are_counted(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = folder / "games.jsonl"
    spec = ("random", "random", "--results", str(results), *SHORT)
    printed(capsys, *spec, "--games", "12")
    kept = results.read_text("utf-8").splitlines(keepends=True)
    results.write_text("".join(line for line in kept if '"number":2,' not in line), encoding="utf-8")

    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("longroad.arena.workers.play_locally", interrupted)
    assert main(["arena", *spec, "--games", "8"]) == 130
    errors = " ".join(capsys.readouterr().err.split())
    assert "Interrupted after 7 of 8 games; the same command goes on." in errors
    assert "7 of these games were played before" in errors


def test_the_bar_tells_of_the_games_in_which_the_first_entrant_sits() -> None:
    pool = MatchSpec(("novice", "random", "random"), Ruleset(players=2))
    nobody = ((0,) * 5,) * 2
    games = [
        Result(n, *pool.table(n), 0, nobody, 50, 400, False, "", 1.0, (SeatStats(), SeatStats())) for n in range(6)
    ]
    assert str(Lead("novice", [])) == "novice -"
    lead = Lead("novice", games[:4])
    assert (lead.games, str(lead)) == (4, "novice 50.0 %")
    for game in games[4:]:
        lead.add(game)
    assert (lead.games, str(lead)) == (6, "novice 50.0 %"), "where others sit, it neither wins nor loses"


def test_an_interrupted_arena_goes_on_with_the_same_command(folder: Path) -> None:
    results = folder / "games.jsonl"
    spec = [f"{BOTS}.Slow:ms=4", "random", "--games", "12", "--results", str(results), "--workers", "2", *SHORT]
    arena = subprocess.Popen(
        [*COMMAND, *spec, "--json"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    limit = time.monotonic() + 240
    while not results.exists() or results.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < limit
        assert arena.poll() is None
        time.sleep(0.05)
    arena.send_signal(signal.SIGINT)
    output, errors = arena.communicate(timeout=240)
    assert arena.returncode == 130
    assert "Traceback" not in errors
    half = json.loads(output)
    assert 3 <= half["games"] < 12
    assert not half["is_complete"]
    assert "the same command goes on" in " ".join(errors.split())

    kept = results.read_text().splitlines()
    whole = subprocess.run([*COMMAND, *spec, "--json"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(whole.stdout)["games"] == 12
    assert results.read_text().splitlines()[: len(kept)] == kept, "nothing was played twice"
    afresh = [*spec[:-2], "--seed", "1", "--results", str(folder / "afresh.jsonl")]
    again = subprocess.run([*COMMAND, *afresh, "--json"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert lasting(json.loads(again.stdout)) == lasting(json.loads(whole.stdout))


SLOW = pytest.mark.slow


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads which processes a process has started")
@pytest.mark.parametrize("delay", [0.0, pytest.param(0.15, marks=SLOW), 0.4, pytest.param(0.8, marks=SLOW)])
def test_an_interruption_while_workers_start_ends_with_one_line(folder: Path, delay: float) -> None:
    spec = ["random", "random", "--games", "40000", "--results", str(folder / "games.jsonl"), *SHORT]
    arena = subprocess.Popen(
        [*COMMAND, *spec],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    started = Path(f"/proc/{arena.pid}/task/{arena.pid}/children")
    while not started.read_text():
        time.sleep(0.005)
    time.sleep(delay)
    os.killpg(arena.pid, signal.SIGINT)  # as a terminal does
    _, errors = arena.communicate(timeout=240)
    assert arena.returncode == 130
    assert errors.count("\n") == 1
    assert "Traceback" not in errors


def test_whatever_kills_the_arena_ends_its_workers_and_keeps_its_games(folder: Path) -> None:
    results = folder / "games.jsonl"
    spec = [f"{BOTS}.Slow:ms=4", "random", "--games", "12", "--results", str(results), "--workers", "2", *SHORT]
    arena = subprocess.Popen(
        [*COMMAND, *spec], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    limit = time.monotonic() + 240
    while not results.exists() or results.read_bytes().count(b"\n") < 2:
        assert time.monotonic() < limit
        time.sleep(0.05)
    arena.kill()
    arena.wait()
    while group_is_there(arena.pid):
        assert time.monotonic() < limit, "the workers of a dead arena play on"
        time.sleep(0.05)
    assert results.read_bytes().count(b"\n") >= 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["grandmaster", "novice"], "'grandmaster': expected one of random"),
        (["novice", "novice:nodes=x"], "'nodes' is not an option of novice"),
        (["novice"], "players=1: expected a whole number from 2 to 6"),
        (["novice"] * 5, "players=5: the base island takes 2 to 4 players"),
        (["novice"] * 7, "players=7: expected a whole number from 2 to 6"),
        (["novice"] * 2 + ["--players", "4"], "2 entrants (novice, novice) for 4 seats"),
        (["novice"] * 2 + ["--preset", "poker"], "'poker': expected one of base"),
        (["novice"] * 2 + ["--option", "speed=3"], "'speed:3' is not an option:value"),
        (["novice"] * 2 + ["--option", "victory_points=99"], "victory_points=99: expected a whole number"),
        (["novice"] * 2 + ["--games", "0"], "--games 0: expected a whole number from 1"),
        (["novice"] * 2 + ["--games", "many"], "'many': expected a whole number"),
        (["novice"] * 2 + ["--workers", "-1"], "--workers -1: expected a whole number from 1"),
        (["novice"] * 2 + ["--seed", "-1"], "--seed -1: expected a whole number from 0"),
        (["novice"] * 2 + ["--sprt", "0.5"], "--sprt 0.5: expected two shares"),
        (["novice"] * 2 + ["--sprt", "0.5,0.4"], "--sprt 0.5,0.4: 0.5,0.4: expected two shares"),
        (["novice"] * 2 + ["--sprt", "0.4,0.5", "--alpha", "2"], "alpha 2: expected a number between 0 and 0.5"),
        (["novice"] * 2 + ["--sprt", "possible,1"], "--sprt possible,1: expected two shares, such as 0.25,0.4"),
        (["novice"] * 2 + ["--sprt", "nan,0.5"], "--sprt nan,0.5: nan,0.5: expected two shares between 0 and 1"),
        (["novice"] * 2 + ["--alpha", "7"], "--alpha 7: needs a test (--sprt P0,P1)"),
        (["novice"] * 2 + ["--beta", "0.05"], "--beta 0.05: needs a test (--sprt P0,P1)"),
        (["novice"] * 2 + ["--plots", "/dev/null"], "--plots /dev/null: /dev/null is not a folder: expected a folder"),
        (["novice"] * 2 + ["--plots", "/dev/null/a/b"], "--plots /dev/null/a/b: "),
        (["skilled:nodes=0", "novice"], "'skilled:nodes=0': nodes=0: expected 2 to 256"),
        ([f"{BOTS}.Broken", "novice"], f"'{BOTS}.Broken': not a bot: RuntimeError: my model is"),
        (["json.dumps", "novice"], "'json.dumps': not a bot"),
        (["novice"] * 2 + ["--on", "mars"], "--on mars: expected one of local, ray"),
        (["novice"] * 2 + ["--results", "/dev/null/games"], "/dev/null/games: "),
        (["program:no-such-program", "novice"], "no-such-program"),
        (["program:cat -", "novice"], "'program:cat -': cat -: not a greeting"),
        (["program:'open", "novice"], "this is not a command line: No closing quotation"),
        (["program:", "novice"], "expected a program, such as"),
        ([], "ENTRANT"),
    ],
)
def test_bad_input_is_quoted_in_one_line(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert main(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert why in captured.err
    assert not (folder / "games").exists()


def test_without_ray_it_is_said_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "novice", "novice", "--on", "ray"]) == 2
    assert '--on ray: Ray is not installed: pip install "longroad[ray]"' in capsys.readouterr().err


PAGE = (ROOT / "docs" / "howto" / "arena.md").read_text(encoding="utf-8")
SHOWN = [line for line in re.findall(r"^\$ (.*longroad arena .*)$", PAGE, re.MULTILINE) if "--on ray" not in line]


@pytest.mark.parametrize("line", SHOWN)
def test_the_commands_of_the_page_work(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    (folder / "mybots.py").write_text(
        "from longroad.bots.novice import Novice as Sensible\nplay_sensibly = lambda view: Sensible().choose(view)\n",
        encoding="utf-8",
    )
    (folder / "examples").symlink_to(ROOT / "examples")
    words = shlex.split(line)
    assert main([*words[words.index("arena") :], "--games", "1", "--workers", "1"]) == 0
    assert "random" in capsys.readouterr().out or "mybots" in line


def test_the_page_shows_commands() -> None:
    assert len(SHOWN) >= 8
