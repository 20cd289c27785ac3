"""Worker processes: any number of them give the same games, and one that dies costs only the game that it played."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from longroad.arena.crew import Crew, GameFailed, play_here
from longroad.arena.ledger import Ledger
from longroad.arena.question import Question
from longroad.arena.result import Result
from longroad.arena.statistics import Sprt
from longroad.arena.tournament import hold
from longroad.core.ruleset import Ruleset
from tests.bots.programs import is_there

BOTS = "tests.arena.bots"
QUESTION = Question(("novice", "random", "random"), Ruleset(players=3, limit=60), seed=1)


def played(path: Path, games: int, workers: int, sprt: Sprt | None = None) -> list[Result]:
    with Ledger(path, QUESTION) as ledger:
        return hold(QUESTION, games, ledger, play_here, workers, sprt)


def test_any_number_of_workers_gives_the_same_games(tmp_path: Path) -> None:
    one, two = (played(tmp_path / f"{workers}.jsonl", 9, workers) for workers in (1, 2))
    assert [result.number for result in one] == list(range(9))
    assert [result.outcome() for result in one] == [result.outcome() for result in two]


def test_a_test_stops_at_the_same_game_with_any_number_of_workers(tmp_path: Path) -> None:
    sprt = Sprt(0.34, 0.8)
    one, two = (played(tmp_path / f"{workers}.jsonl", 60, workers, sprt) for workers in (1, 2))
    assert len(one) < 60
    assert len(one) % QUESTION.games_a_deal == 0
    assert [result.outcome() for result in one] == [result.outcome() for result in two]


def test_a_killed_worker_costs_only_the_game_that_it_played() -> None:
    question = Question((f"{BOTS}.Slow", "novice"), Ruleset(players=2, limit=30), seed=1)
    crew = Crew(question, 2)
    try:
        games = crew.play(range(6))
        results = [next(games)]
        victim, other = crew.processes
        os.kill(victim, signal.SIGKILL)
        results += games
        assert other in crew.processes
        assert victim not in crew.processes
    finally:
        crew.close()
    assert sorted(result.number for result in results) == list(range(6))
    undisturbed = {result.number: result.outcome() for result in play_here(question, range(6), 1)}
    assert {result.number: result.outcome() for result in results} == undisturbed


def test_a_game_that_no_worker_survives_is_named() -> None:
    question = Question((f"{BOTS}.Deadly", "random"), Ruleset(players=2), seed=1)
    with pytest.raises(GameFailed, match="game 4: 3 workers died of it"):
        list(play_here(question, [4], 1))


def test_a_bot_that_cannot_be_made_stops_everything() -> None:
    question = Question((f"{BOTS}.Unmakeable", "random"), Ruleset(players=2), seed=1)
    with pytest.raises(GameFailed, match=r"game [01]: (.|\n)*there is no such bot today"):
        list(play_here(question, range(3), 2))


def test_workers_end_with_the_arena() -> None:
    crew = Crew(QUESTION, 2)
    games = crew.play(range(6))
    next(games)
    processes = crew.processes
    assert all(map(is_there, processes))
    crew.close()
    assert not any(map(is_there, processes))


# --- the ledger -------------------------------------------------------------------------------------------------------


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = played(path, 5, 1)
    asked: list[int] = []

    def play(question: Question, numbers, workers, is_strict):  # type: ignore[no-untyped-def]
        asked.extend(numbers)
        return play_here(question, asked, workers, is_strict)

    with Ledger(path, QUESTION) as ledger:
        results = hold(QUESTION, 8, ledger, play, 1)
    assert asked == [5, 6, 7]
    assert [result.outcome() for result in results[:5]] == [result.outcome() for result in first]


@pytest.mark.parametrize("cut", [1, 30, 300])
def test_a_line_that_was_not_written_to_its_end_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    whole = played(path, 3, 1)
    path.write_bytes(path.read_bytes()[:-cut])
    with Ledger(path, QUESTION) as ledger:
        assert sorted(ledger.games) == [0, 1]
    assert [result.outcome() for result in played(path, 3, 1)] == [result.outcome() for result in whole]
    assert len(path.read_text().splitlines()) == 4


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    from longroad.arena.lines import UnusableLines

    notes, other, damaged = (tmp_path / name for name in ("notes.txt", "other.jsonl", "damaged.jsonl"))
    notes.write_text("dear diary")
    other.write_text('{"longroad record":1,"seed":1}\n')
    for path in (notes, other):
        before = path.read_bytes()
        for is_new in (False, True):
            with pytest.raises(UnusableLines, match="something else in this file"):
                Ledger(path, QUESTION, is_new)
        assert path.read_bytes() == before
    with Ledger(damaged, QUESTION):
        pass
    with damaged.open("a") as file:
        file.write("{}\n")
    with pytest.raises(UnusableLines, match="line 2 is no game"):
        Ledger(damaged, QUESTION)
    with Ledger(damaged, QUESTION, is_new=True) as ledger:
        assert not ledger.games


def test_two_arenas_do_not_write_into_one_file(tmp_path: Path) -> None:
    from longroad.arena.lines import UnusableLines

    with Ledger(tmp_path / "games.jsonl", QUESTION), pytest.raises(UnusableLines, match="another run"):
        Ledger(tmp_path / "games.jsonl", QUESTION)
