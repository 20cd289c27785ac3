"""The file of an arena's games."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from longroad.arena.games_file import GamesFile
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result

KIND: Final = "longroad arena"
FORMAT: Final = 1


class ResultsFile(GamesFile[Result]):
    """The finished games of a match; a new file may replace another match's. Raises `UnusableFile`."""

    replaces_others = True

    def __init__(self, path: Path, spec: MatchSpec, is_new: bool = False) -> None:
        super().__init__(path, {KIND: FORMAT, **spec.to_json()}, partial(_read, spec), is_new)

    def add(self, result: Result) -> None:
        """Add a game."""
        self.keep(result.number, result, result.to_json())


def _read(spec: MatchSpec, written: Any) -> tuple[int, Result]:
    """Read a game of a match. Raises `ValueError` if it is not one, or if other entrants played."""
    result = Result.from_json(written)
    if spec.table(result.number) != (result.deal, result.seats):
        raise ValueError(f"game {result.number}: deal {result.deal} with the seats {result.seats} is not of this match")
    return result.number, result
