"""Worker processes: any number of them give the same games, and one that dies costs only the game that it played."""

from __future__ import annotations

import itertools
import os
import signal
from pathlib import Path

import pytest

from longroad.arena.game import try_game
from longroad.arena.match import run_match
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.arena.results_file import ResultsFile
from longroad.arena.statistics import Sprt
from longroad.arena.workers import GameFailed, WorkerPool, play_locally
from longroad.core.ruleset import Ruleset
from tests.bots.programs import is_there

BOTS = "tests.arena.bots"
SPEC = MatchSpec(("novice", "random", "random"), Ruleset(players=3, limit=60), seed=1)


def played(path: Path, games: int, workers: int, sprt: Sprt | None = None) -> list[Result]:
    with ResultsFile(path, SPEC) as results_file:
        return run_match(SPEC, games, results_file, play_locally, workers, sprt)


def test_any_number_of_workers_gives_the_same_games(tmp_path: Path) -> None:
    one, two = (played(tmp_path / f"{workers}.jsonl", 9, workers) for workers in (1, 2))
    assert [result.number for result in one] == list(range(9))
    assert [result.outcome() for result in one] == [result.outcome() for result in two]


def test_a_test_stops_at_the_same_game_with_any_number_of_workers(tmp_path: Path) -> None:
    sprt = Sprt(0.34, 0.8)
    one, two = (played(tmp_path / f"{workers}.jsonl", 60, workers, sprt) for workers in (1, 2))
    assert len(one) < 60
    assert len(one) % SPEC.games_a_deal == 0
    assert [result.outcome() for result in one] == [result.outcome() for result in two]


def test_a_killed_worker_costs_only_the_game_that_it_played() -> None:
    spec = MatchSpec((f"{BOTS}.Slow", "novice"), Ruleset(players=2, limit=30), seed=1)
    pool = WorkerPool(spec, 2, try_game)
    try:
        games = pool.play(range(6))
        results = [next(games)]
        victim, other = pool.processes
        os.kill(victim, signal.SIGKILL)
        results += games
        assert other in pool.processes
        assert victim not in pool.processes
    finally:
        pool.close()
    assert sorted(result.number for result in results) == list(range(6))
    undisturbed = {result.number: result.outcome() for result in play_locally(spec, range(6), 1)}
    assert {result.number: result.outcome() for result in results} == undisturbed


def test_games_are_numbered_only_as_they_are_played() -> None:
    games = play_locally(SPEC, itertools.count(5), 1)
    assert [next(games).number, next(games).number] == [5, 6]
    games.close()  # type: ignore[attr-defined]


def test_a_game_that_no_worker_survives_is_named() -> None:
    spec = MatchSpec((f"{BOTS}.Deadly", "random"), Ruleset(players=2), seed=1)
    with pytest.raises(GameFailed, match="game 4: 3 workers died while playing it"):
        list(play_locally(spec, [4], 1))


def test_a_bot_that_cannot_be_made_stops_everything() -> None:
    spec = MatchSpec((f"{BOTS}.Unmakeable", "random"), Ruleset(players=2), seed=1)
    with pytest.raises(GameFailed, match=r"game [01]: (.|\n)*there is no such bot today"):
        list(play_locally(spec, range(3), 2))


def test_workers_end_with_the_arena() -> None:
    pool = WorkerPool(SPEC, 2, try_game)
    games = pool.play(range(6))
    next(games)
    processes = pool.processes
    assert all(map(is_there, processes))
    pool.close()
    assert not any(map(is_there, processes))


# --- the file of results ----------------------------------------------------------------------------------------------


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = played(path, 5, 1)
    asked: list[int] = []

    def play(spec: MatchSpec, numbers, workers, is_strict):  # type: ignore[no-untyped-def]
        asked.extend(numbers)
        return play_locally(spec, asked, workers, is_strict)

    with ResultsFile(path, SPEC) as results_file:
        results = run_match(SPEC, 8, results_file, play, 1)
    assert asked == [5, 6, 7]
    assert [result.outcome() for result in results[:5]] == [result.outcome() for result in first]


@pytest.mark.parametrize("cut", [1, 30, 300])
def test_a_line_that_was_not_written_to_its_end_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    whole = played(path, 3, 1)
    path.write_bytes(path.read_bytes()[:-cut])
    with ResultsFile(path, SPEC) as results_file:
        assert sorted(results_file.games) == [0, 1]
    assert [result.outcome() for result in played(path, 3, 1)] == [result.outcome() for result in whole]
    assert len(path.read_text().splitlines()) == 4


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    from longroad.arena.games_file import UnusableFile

    notes, other, damaged = (tmp_path / name for name in ("notes.txt", "other.jsonl", "damaged.jsonl"))
    notes.write_text("dear diary")
    other.write_text('{"longroad record":1,"seed":1}\n')
    for path in (notes, other):
        before = path.read_bytes()
        for is_new in (False, True):
            with pytest.raises(UnusableFile, match="does not hold games of a match"):
                ResultsFile(path, SPEC, is_new)
        assert path.read_bytes() == before
    with ResultsFile(damaged, SPEC):
        pass
    with damaged.open("a") as file:
        file.write("{}\n")
    with pytest.raises(UnusableFile, match="line 2 is not a game"):
        ResultsFile(damaged, SPEC)
    with ResultsFile(damaged, SPEC, is_new=True) as results_file:
        assert not results_file.games


def test_two_arenas_do_not_write_into_one_file(tmp_path: Path) -> None:
    from longroad.arena.games_file import UnusableFile

    with ResultsFile(tmp_path / "games.jsonl", SPEC), pytest.raises(UnusableFile, match="another run"):
        ResultsFile(tmp_path / "games.jsonl", SPEC)
