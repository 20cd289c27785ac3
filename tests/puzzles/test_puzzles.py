"""Every puzzle that is shipped: a position that can be played, one action that is clearly the best, nothing hidden."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from longroad import Game
from longroad.bench.decisions import Decision, DecisionGame, decision_games
from longroad.bots.self_play import view_of
from longroad.core.check.view import view_corruption
from longroad.narration import ENGLISH
from longroad.notation.actions import Action
from longroad.puzzles import LEAST_ERRORS, LEAST_MARGIN, THEMES, Puzzle, all_puzzles, puzzle_of, theme_of
from longroad.server.wire.puzzles import puzzle_view

ROOT = Path(__file__).parents[2]
MOST_BYTES = 150_000


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return list(all_puzzles().values())


def test_there_are_a_few_hundred_of_all_themes_in_a_small_file(puzzles: list[Puzzle]) -> None:
    count = Counter(puzzle.theme for puzzle in puzzles)
    assert 250 <= len(puzzles) <= 400
    assert all(count[theme] >= 20 for theme in THEMES)
    assert max(count.values()) <= len(puzzles) / 4
    assert (ROOT / "src/longroad/puzzles/puzzles.jsonl.xz").stat().st_size < MOST_BYTES


def test_the_position_is_sound_and_all_actions_are_legal(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        view = puzzle.view
        assert view.viewer in view.to_act
        assert not view_corruption(view.seen.s, view.seen.m)
        for choice in puzzle.choices:
            assert view.why_not(Action.parse(choice.action, view.viewer, view.players)) is None, (puzzle.id, choice)


def test_the_first_action_is_clearly_the_best(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        best, *others = puzzle.choices
        assert others
        for other in others:
            assert other.chance < best.chance
            assert other.loss >= LEAST_MARGIN
            assert other.loss >= LEAST_ERRORS * other.error


def test_themes_are_what_the_positions_are_about(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        assert theme_of(puzzle.view, puzzle.best.action, puzzle.novice) == puzzle.theme
    phases = {theme: {one.view.phase for one in puzzles if one.theme == theme} for theme in THEMES}
    assert phases["founding"] == {"found settlement", "found road"}
    assert phases["robber"] == {"robber moves", "victim choice"}
    roads = [puzzle for puzzle in puzzles if puzzle.theme == "road"]
    assert all(any(one.startswith("road") for one in (puzzle.best.action, puzzle.novice)) for puzzle in roads)


def test_a_novice_is_wrong_in_most(puzzles: list[Puzzle]) -> None:
    wrong = [puzzle for puzzle in puzzles if puzzle.novice != puzzle.best.action]
    assert len(wrong) > len(puzzles) / 2
    assert all(puzzle.novice in {choice.action for choice in puzzle.choices} for puzzle in puzzles)


def test_nothing_hidden_is_shown(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        view = puzzle.view
        others = [seat for seat in range(view.players) if seat != view.viewer]
        assert all(view.hand(seat) is None for seat in others if view.hand_size(seat))
        snapshot = puzzle_view(puzzle, ENGLISH).table.snapshot
        assert snapshot is not None
        for seat in snapshot.seats:
            is_own = seat.seat == view.viewer
            assert is_own or (not seat.hand and not seat.cards), puzzle.id


def test_a_full_position_hides_nothing_and_is_the_same(puzzles: list[Puzzle]) -> None:
    full = [puzzle for puzzle in puzzles if puzzle.full_position is not None]
    assert full
    for puzzle in full:
        assert puzzle.full_position is not None
        game = Game.from_position(puzzle.full_position)
        assert game.view(game.to_act[0]).position == puzzle.position


def test_positions_and_numbers_are_those_of_the_benchmark(puzzles: list[Puzzle]) -> None:
    decisions = {position: decision for game in decision_games() for position, decision in decisions_of(game)}
    for puzzle in puzzles:
        candidates = {one.action: one for one in decisions[puzzle.position].candidates}
        assert set(candidates) == {choice.action for choice in puzzle.choices}
        assert puzzle.best.chance == candidates[puzzle.best.action].chance == max(c.chance for c in candidates.values())
        for choice in puzzle.choices[1:]:
            assert choice.loss == candidates[choice.action].loss


def decisions_of(game: DecisionGame) -> list[tuple[str, Decision]]:
    return [(view_of(history, decision.seat).position, decision) for decision, history in game.histories()]


def test_every_day_has_a_puzzle_and_none_comes_twice_in_a_round(puzzles: list[Puzzle]) -> None:
    first = date(2026, 11, 18)
    days = [puzzle_of(first + timedelta(days=k)) for k in range(len(puzzles))]
    assert len({puzzle.id for puzzle in days}) == len(puzzles)
    assert puzzle_of(first + timedelta(days=len(puzzles))) == days[0]
    assert len({puzzle.theme for puzzle in days[:14]}) >= 4  # the themes take turns


@pytest.mark.slow
def test_the_script_writes_the_file_that_is_shipped() -> None:
    done = subprocess.run([sys.executable, "scripts/puzzles.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0
