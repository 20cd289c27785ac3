"""A file of games: one line each, written when the game ends, so that an interrupted run loses nothing.

The first line describes the match. When the same match continues, it reads what has been played.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Generic, Self, TypeVar

if sys.platform != "win32":  # on Windows nothing keeps two runs from writing into the same file
    import fcntl

Game = TypeVar("Game")


class UnusableFile(ValueError):
    """A file that cannot hold the games of this match."""


class ReplaceableFile(UnusableFile):
    """A file of games that a new one can replace: it is damaged, or of another match."""


class GamesFile(Generic[Game]):
    """The finished games of a match, by their number; a context manager that locks the file.

    The first entry of the match says which kind it is.
    """

    replaces_others: ClassVar[bool] = False  # whether a new file replaces that of another match of the same kind

    def __init__(
        self, path: Path, match: Mapping[str, object], read: Callable[[Any], tuple[int, Game]], is_new: bool = False
    ) -> None:
        """Open or create a file; `is_new` drops what was played before. Raises `UnusableFile`.

        `read` turns a line into the number of a game and the game, or raises `KeyError`, `TypeError` or `ValueError`.
        """
        self.path = path
        self.games: dict[int, Game] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "a+b")  # noqa: SIM115 (held as long as the run)
        except OSError as error:
            raise UnusableFile(f"{path}: {error.strerror or error}") from error
        try:
            self._hold()
            self._read(match, read, is_new)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def keep(self, number: int, game: Game, written: object) -> None:
        """Add a game; `written` is its line."""
        self.games[number] = game
        self._write(written)

    def _write(self, value: object) -> None:
        self._file.write(_line(value))
        self._file.flush()

    def _hold(self) -> None:
        """Lock the file."""
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UnusableFile(f"{self.path}: another run is playing these games") from error

    def _read(self, match: Mapping[str, object], read: Callable[[Any], tuple[int, Game]], is_new: bool) -> None:
        """Read what has been played, and cut off an unfinished last line."""
        head = _line(match)
        self._file.seek(0)
        written = self._file.read()
        if not (written.startswith(head) or head.startswith(written)):
            self._refuse_others(written, match, is_new)
        if is_new or len(written) < len(head):
            self._file.truncate(0)
            self._write(match)
            return
        whole = written[: written.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        for place, line in enumerate(whole.splitlines()[1:], start=2):
            try:
                number, game = read(json.loads(line))
            except (KeyError, TypeError, ValueError, RecursionError) as error:
                raise ReplaceableFile(f"{self.path}: line {place} is not a game: {line!r:.60}") from error
            self.games[number] = game

    def _refuse_others(self, written: bytes, match: Mapping[str, object], is_new: bool) -> None:
        """Check that the file has the games of this match, or may be replaced. Raises `UnusableFile`."""
        there = _head(written)
        if next(iter(there), None) != next(iter(match)):
            raise UnusableFile(f"{self.path}: this file does not hold games of a match")
        if not (is_new and self.replaces_others):
            here = json.loads(_line(match))
            differing = [name for name in {**here, **there} if here.get(name) != there.get(name)]
            differences = "; ".join(
                f"{name} {_shown(there.get(name))}, now {_shown(here.get(name))}" for name in differing
            )
            raise ReplaceableFile(f"{self.path}: this file has the games of another match: {differences}")


def _head(written: bytes) -> dict[str, object]:
    """Read the match of a file; an empty object if its first line is not an object."""
    first, end, _ = written.partition(b"\n")
    try:
        head = json.loads(first) if end else None
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
