"""The file of an arena's games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from longroad.arena.lines import Lines
from longroad.arena.question import Question
from longroad.arena.result import Result

FORMAT: Final = 1


class Ledger(Lines[Result]):
    """The games of a question that are finished. Raises `UnusableLines`."""

    def __init__(self, path: Path, question: Question, is_new: bool = False) -> None:
        super().__init__(path, {"longroad arena": FORMAT, **question.to_json()}, _read, is_new)

    def add(self, result: Result) -> None:
        """Keep a game."""
        self.keep(result.number, result, result.to_json())


def _read(written: Any) -> tuple[int, Result]:
    result = Result.from_json(written)
    return result.number, result
