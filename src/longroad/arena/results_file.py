"""The file of an arena's games."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any, Final

from longroad.arena.games_file import GamesFile, UnusableFile
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.notation.rulesets import read_ruleset

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


def holds_results(text: str) -> bool:
    """Whether a text is that of a file of an arena's games."""
    return text.startswith(f'{{"{KIND}"')


def read_results(name: str, text: str) -> tuple[MatchSpec, dict[int, Result]]:
    """Read the match and the games of a file, by their numbers. Raises `UnusableFile`, which names it.

    An unfinished last line, of a run that was ended, is left out.
    """
    head, *lines = text[: text.rfind("\n") + 1].splitlines() or [text]
    try:
        spec = _read_match(json.loads(head))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise UnusableFile(f"{name}, line 1: not a match: {error}") from error
    games: dict[int, Result] = {}
    for place, line in enumerate(lines, 2):
        try:
            games.update([_read(spec, json.loads(line))])
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise UnusableFile(f"{name}, line {place}: not a game of a match: {error}") from error
    return spec, games


def _read_match(written: Any) -> MatchSpec:
    """Read the match of a file. Raises `ValueError` if it is of another format."""
    if written[KIND] != FORMAT:
        raise ValueError(f"format {written[KIND]!r}, and this version of Longroad reads {FORMAT}")
    ruleset = read_ruleset(written["ruleset"])
    return MatchSpec(tuple(written["entrants"]), ruleset, written["seed"], written["luck"], written["code"])
