"""Selects the puzzles, `src/longroad/puzzles/puzzles.jsonl.xz`, from the benchmark of decisions.

    python scripts/puzzles.py            # writes the file, in some seconds
    python scripts/puzzles.py --check    # only says whether the file is what it would write; exits 1 if it is not

A decision is a puzzle if its best action is clearly better than every other one (`longroad.puzzles.is_clear`). Of each
theme there are about as many; those come first in which the level `novice` is wrong. The same benchmark gives the same
file, whatever it was made on.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from longroad.bench.decision_errors import chosen_candidate
from longroad.bench.decisions import Decision, DecisionGame, decision_games
from longroad.bots.levels import make_bot
from longroad.bots.self_play import view_of
from longroad.core.history import History
from longroad.puzzles import FILE, THEMES, Choice, Puzzle, Theme, is_clear, theme_of, write_file

TARGET: Final = Path(__file__).resolve().parent.parent / "src" / "longroad" / "puzzles" / FILE
EACH: Final = 60  # puzzles of a theme, at most
EASY: Final = 22  # of these, in which a novice is right; more if there are not enough others
OF_GAME: Final = 2  # puzzles of a theme from one game
OBVIOUS: Final = 0.15  # a novice who is right by more than this makes no puzzle
DULL: Final = ("roll", "end")  # nor does one who rightly does nothing
MOST_CHOICES: Final = 64  # a list that a person can still look through
KINDS_LEFT_OUT: Final = ("discard",)


class Found(NamedTuple):
    """A puzzle, and the game that it comes from."""

    puzzle: Puzzle
    game: str

    @property
    def is_hard(self) -> bool:
        """Whether a novice is wrong."""
        return self.puzzle.novice != self.puzzle.best.action


def found_in(game: DecisionGame) -> Iterator[Found]:
    """Yield the puzzles of a game."""
    for decision, history in game.histories():
        choices = choices_of(decision)
        is_left_out = decision.kind in KINDS_LEFT_OUT or len(choices) > MOST_CHOICES
        puzzle = None if is_left_out or not is_clear(choices) else _puzzle(game, decision, history, choices)
        if puzzle is not None:
            yield Found(puzzle, game.name)


def choices_of(decision: Decision) -> list[Choice]:
    """Return the actions of a decision, the best first, which loses nothing."""
    best = max(decision.candidates, key=lambda one: one.chance)
    others = [
        Choice(one.action, max(best.chance - one.loss, 0.0), one.loss, one.error)
        for one in decision.candidates
        if one is not best
    ]
    return [Choice(best.action, best.chance, 0.0, 0.0), *sorted(others, key=lambda one: one.loss)]


def _puzzle(game: DecisionGame, decision: Decision, history: History, choices: list[Choice]) -> Puzzle | None:
    """Make a puzzle of a decision that is clear; None if it has no theme, or is too easy."""
    view = view_of(history, decision.seat)
    # By its own seed, so that a puzzle does not depend on the others of its game.
    name = f"{game.name} {decision.ply}"
    novice = chosen_candidate(make_bot("novice", seed=name), decision, history).action
    best, second = choices[0], choices[1]
    is_easy = novice == best.action and (len(choices) == 2 or second.loss > OBVIOUS or novice in DULL)
    theme = theme_of(view, best.action, novice)
    if theme is None or is_easy:
        return None
    return Puzzle(sha256(name.encode()).hexdigest()[:6], theme, view.position, tuple(choices), novice)


def chosen(found: Iterable[Found], theme: Theme) -> list[Puzzle]:
    """Choose the puzzles of a theme: the hard ones first, in an order that means nothing, a few from a game."""
    of_theme = sorted((one for one in found if one.puzzle.theme == theme), key=lambda one: one.puzzle.id)
    kept, from_game = list[Found](), Counter[str]()
    for one in of_theme:
        from_game[one.game] += 1
        if from_game[one.game] <= OF_GAME:
            kept.append(one)
    hard = [one.puzzle for one in kept if one.is_hard]
    easy = [one.puzzle for one in kept if not one.is_hard]
    return [*hard[: EACH - min(EASY, len(easy))], *easy][:EACH]


def by_days(themes: list[list[Puzzle]]) -> list[Puzzle]:
    """Put all puzzles in the order of the days: the themes take turns, as evenly as their numbers allow."""
    placed = [((k + 0.5) / len(puzzles), puzzle.id, puzzle) for puzzles in themes for k, puzzle in enumerate(puzzles)]
    return [puzzle for _, _, puzzle in sorted(placed, key=lambda one: one[:2])]


def selected() -> list[Puzzle]:
    """Select all puzzles."""
    found = [one for game in decision_games() for one in found_in(game)]
    return by_days([sorted(chosen(found, theme), key=lambda puzzle: puzzle.id) for theme in THEMES])


def main() -> int:
    """Write the file, or say that it is stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    puzzles = selected()
    written = write_file(puzzles)
    if parser.parse_args().check:
        is_same = TARGET.exists() and TARGET.read_bytes() == written
        print(f"{TARGET.name} is {'up to date' if is_same else 'stale: run python scripts/puzzles.py'}")
        return 0 if is_same else 1
    TARGET.write_bytes(written)
    hard = Counter(puzzle.theme for puzzle in puzzles if puzzle.novice != puzzle.best.action)
    for theme, count in Counter(puzzle.theme for puzzle in puzzles).items():
        print(f"{theme:10} {count:3} puzzles, a novice is wrong in {hard[theme]}")
    print(f"{len(puzzles)} puzzles, {len(written) / 1000:.0f} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
