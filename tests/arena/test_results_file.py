"""The file of an arena's games: what is damaged or of another match is said, and nothing is lost by mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from longroad.arena.games_file import ReplaceableFile, UnusableFile
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result, SeatStats, Times
from longroad.arena.results_file import ResultsFile, holds_results, read_results
from longroad.cli import main
from longroad.core.ruleset import Ruleset

ENTRANTS = ("novice", "random", "random")
SPEC = MatchSpec(ENTRANTS, Ruleset(players=3, limit=60), seed=1)


def game(number: int, spec: MatchSpec = SPEC, winner: int | None = 1) -> Result:
    """Make a game up."""
    deal, seats = spec.table(number)
    stats = tuple(SeatStats(Times({-3: 40, 12: 2}), 0.5, first_fault="it raised") for _ in seats)
    return Result(number, deal, seats, winner, ((2, 4, 0, 2, 1),) * 3, 50, 400, False, "digest", 1.5, stats)


def lines(path: Path, *games: Result, spec: MatchSpec = SPEC) -> list[Any]:
    """Write a file of games, and return its lines."""
    with ResultsFile(path, spec, is_new=True) as results_file:
        for one in games:
            results_file.add(one)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write(path: Path, written: list[Any]) -> None:
    path.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in written), encoding="utf-8")


def changed(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line.update(fields)


def changed_conduct(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line["stats"][2].update(fields)


DAMAGE: dict[str, Callable[[dict[str, Any]], object]] = {
    "number is a word": changed(number="x"),
    "number is below 0": changed(number=-1),
    "number is no whole one": changed(number=1.0),
    "number is true": changed(number=True),
    "number is too large": changed(number=10**30),
    "deal of another game": changed(deal=7),
    "seats of another game": changed(seats=[0, 1, 2]),
    "seats that there are not": changed(seats=[0, 1, 9]),
    "one seat less": changed(seats=[1, 2]),
    "seats are a number": changed(seats=3),
    "winner has no seat": changed(winner=7),
    "winner is below 0": changed(winner=-1),
    "winner is a word": changed(winner="0"),
    "points of nobody": changed(points=[]),
    "points of other sources": changed(points=[[1, 2]] * 3),
    "points are words": changed(points=[["a"] * 5] * 3),
    "points are a number": changed(points=[1, 2, 3]),
    "turns are a word": changed(turns="many"),
    "plies are nothing": changed(plies=None),
    "limit is a word": changed(is_limited="no"),
    "digest is a number": changed(digest=7),
    "seconds are a word": changed(seconds="1"),
    "seconds are none": changed(seconds=float("nan")),
    "stats of nobody": changed(stats=[]),
    "stats is a number": changed(stats=[1, 2, 3]),
    "a field too many": changed(weather="fine"),
    "a field too few": lambda line: line.pop("turns"),
    "times are a list": changed_conduct(times=[1]),
    "times by words": changed_conduct(times={"x": 1}),
    "times beyond all": changed_conduct(times={"99999": 1}),
    "times of a word": changed_conduct(times={"1": "x"}),
    "times below 0": changed_conduct(times={"1": -1}),
    "faults are a word": changed_conduct(raised="x"),
    "fault is a number": changed_conduct(first_fault=7),
    "stats lacks something": lambda line: line["stats"][0].pop("late"),
    "stats has too much": changed_conduct(mood="bad"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_line_is_named(what: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    written = lines(path, game(0), game(1))
    DAMAGE[what](written[2])
    write(path, written)
    before = path.read_bytes()
    with pytest.raises(ReplaceableFile, match="line 3 is not a game"):
        ResultsFile(path, SPEC)
    assert path.read_bytes() == before
    with ResultsFile(path, SPEC, is_new=True) as results_file:
        assert not results_file.games


@pytest.mark.parametrize("line", ["[]", "null", "7", "{}", "{", "[" * 100_000])
def test_so_is_one_that_is_no_game_at_all(line: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines(path, game(0))
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(ReplaceableFile, match="line 3 is not a game"):
        ResultsFile(path, SPEC)


@pytest.mark.parametrize("winner", [0, 2, None])
def test_what_is_kept_is_read_as_it_was(winner: int | None, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept = {number: game(number, winner=winner) for number in (0, 4)}
    lines(path, *kept.values())
    with ResultsFile(path, SPEC) as results_file:
        assert results_file.games == kept


# --- another match ----------------------------------------------------------------------------------------------------

OTHERS = {
    "seed 2, now 1": MatchSpec(ENTRANTS, SPEC.ruleset, seed=2),
    "entrants random, novice, random, now novice, random, random": MatchSpec(
        ("random", "novice", "random"), SPEC.ruleset, seed=1, code=SPEC.code
    ),
    "ruleset base,players:3,limit:70, now base,players:3,limit:60": MatchSpec(
        ENTRANTS, Ruleset(players=3, limit=70), seed=1
    ),
    f"code abc, now {SPEC.code}": MatchSpec(ENTRANTS, SPEC.ruleset, seed=1, code="abc"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_file_of_another_match_says_what_differs_and_is_replaced_if_that_is_wanted(what: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines(path, game(0, OTHERS[what]), spec=OTHERS[what])
    before = path.read_bytes()
    with pytest.raises(ReplaceableFile) as caught:
        ResultsFile(path, SPEC)
    assert str(caught.value) == f"{path}: this file has the games of another match: {what}"
    assert path.read_bytes() == before
    with ResultsFile(path, SPEC, is_new=True) as results_file:
        assert not results_file.games
        results_file.add(game(1))
    with ResultsFile(path, SPEC) as results_file:
        assert list(results_file.games) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "dear diary",
        "dear diary\n",
        '{"longroad arena":1,"entrants":["expert"',
        '{"catanatron match":1,"seed":1}\n',
        "[]\n",
        "7\n",
        "{}\n",
        "[" * 100_000 + "\n",
    ],
)
def test_a_file_of_something_else_is_never_replaced(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text, encoding="utf-8")
    for is_new in (False, True):
        with pytest.raises(UnusableFile, match="does not hold games of a match") as caught:
            ResultsFile(path, SPEC, is_new)
        assert not isinstance(caught.value, ReplaceableFile)
        assert path.read_text("utf-8") == text


def test_the_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["arena", "random", "random", "--option", "limit=5", "--games", "2", "--results", "g.jsonl"]
    assert main([*command, "--seed", "1"]) == 0
    capsys.readouterr()
    assert main([*command, "--seed", "2"]) == 2
    advice = "--new plays everything again, --results names another file"
    output = capsys.readouterr().err
    assert output == f"longroad: g.jsonl: this file has the games of another match: seed 1, now 2; {advice}\n"
    assert main([*command, "--seed", "2", "--new"]) == 0
    with Path("g.jsonl").open("a") as file:
        file.write("{}\n")
    assert main([*command, "--seed", "2"]) == 2
    assert f"g.jsonl: line 4 is not a game: b'{{}}'; {advice}" in capsys.readouterr().err
    Path("notes.txt").write_text("dear diary", encoding="utf-8")
    assert main([*command[:-1], "notes.txt", "--new"]) == 2
    output = capsys.readouterr().err
    assert "this file does not hold games of a match; --results names another file" in output
    assert Path("notes.txt").read_text("utf-8") == "dear diary"


def test_games_are_read_without_their_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines(path, game(0), game(2))
    text = path.read_text("utf-8")
    assert holds_results(text)
    for whole_or_not in (text, text + '{"number":3,"de'):  # the last line of a run that was ended
        assert read_results("x", whole_or_not) == (SPEC, {0: game(0), 2: game(2)})


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ('{"longroad arena":2}\n', "format 2, and this version of Longroad reads 1"),
        ('{"longroad arena":1}\n', "'ruleset'"),
        ('{"longroad arena":1', "line 1: not a match"),
    ],
)
def test_another_match_is_refused(head: str, why: str) -> None:
    with pytest.raises(UnusableFile, match=why):
        read_results("x", head)
