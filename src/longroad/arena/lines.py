"""A file of games: one line each, written as it ends, so that whatever interrupts a run costs nothing.

The first line is what was asked. The same question, asked again, finds what has been played.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

if sys.platform != "win32":  # there two runs may write into the same file, each its own games
    import fcntl

Game = TypeVar("Game")


class UnusableLines(ValueError):
    """A file in which the games of this question cannot be kept."""


class Lines(Generic[Game]):
    """The games of a question that are finished, by their number; a context that holds the file."""

    def __init__(
        self, path: Path, asked: Mapping[str, object], read: Callable[[Any], tuple[int, Game]], is_new: bool = False
    ) -> None:
        """Open or begin a file; a new one forgets what was played before. Raises `UnusableLines`.

        What is read from a line is the number of a game and the game, or a `KeyError`, `TypeError` or `ValueError`.
        """
        self.path = path
        self.games: dict[int, Game] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "a+b")  # noqa: SIM115 (held as long as the run)
        except OSError as error:
            raise UnusableLines(f"{path}: {error.strerror or error}") from error
        try:
            self._hold()
            self._read(asked, read, is_new)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def keep(self, number: int, game: Game, written: object) -> None:
        """Keep a game, which is written as this."""
        self.games[number] = game
        self._write(written)

    def _write(self, value: object) -> None:
        self._file.write(_line(value))
        self._file.flush()

    def _hold(self) -> None:
        """Keep other runs out of the file."""
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UnusableLines(f"{self.path}: these games are being played by another run just now") from error

    def _read(self, asked: Mapping[str, object], read: Callable[[Any], tuple[int, Game]], is_new: bool) -> None:
        """Read what has been played, and cut off a line that was being written when everything ended."""
        head = _line(asked)
        self._file.seek(0)
        written = self._file.read()
        if not (written.startswith(head) or head.startswith(written)):
            raise UnusableLines(f"{self.path}: there is something else in this file than the games of this question")
        if is_new or len(written) < len(head):
            self._file.truncate(0)
            self._write(asked)
            return
        whole = written[: written.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        for place, line in enumerate(whole.splitlines()[1:], start=2):
            try:
                number, game = read(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise UnusableLines(f"{self.path}: line {place} is no game: {line!r:.60}") from error
            self.games[number] = game


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
