"""The file of an arena's games."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from longroad.arena.lines import Lines
from longroad.arena.question import Question
from longroad.arena.result import Result

KIND: Final = "longroad arena"
FORMAT: Final = 1


class Ledger(Lines[Result]):
    """The games of a question that are finished; a new one may replace another question's. Raises `UnusableLines`."""

    replaces_others = True

    def __init__(self, path: Path, question: Question, is_new: bool = False) -> None:
        super().__init__(path, {KIND: FORMAT, **question.to_json()}, partial(_read, question), is_new)

    def add(self, result: Result) -> None:
        """Keep a game."""
        self.keep(result.number, result, result.to_json())


def _read(question: Question, written: Any) -> tuple[int, Result]:
    """Read a game of a question. Raises `ValueError` if it is none, or if others sat there."""
    result = Result.from_json(written)
    if question.table(result.number) != (result.deal, result.seats):
        raise ValueError(
            f"game {result.number} is deal {result.deal} with the seats {result.seats} in no such question"
        )
    return result.number, result
