"""The file of an arena's games: one line each, written as it ends, so that whatever interrupts an arena costs nothing.

The first line is the question. The same question, asked again, finds what has been played.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import TracebackType
from typing import Final

from longroad.arena.question import Question
from longroad.arena.result import Result

if sys.platform != "win32":  # there two arenas may write into the same file, each its own games
    import fcntl

FORMAT: Final = 1


class UnusableLedger(ValueError):
    """A file in which the games of this question cannot be kept."""


class Ledger:
    """The games of a question that are finished, by their number; a context that holds the file."""

    def __init__(self, path: Path, question: Question, is_new: bool = False) -> None:
        """Open or begin a file; a new one forgets what was played before. Raises `UnusableLedger`."""
        self.path = path
        self.games: dict[int, Result] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "a+b")  # noqa: SIM115 (held as long as the arena)
        except OSError as error:
            raise UnusableLedger(f"{path}: {error.strerror or error}") from error
        try:
            self._hold()
            self._read(question, is_new)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def add(self, result: Result) -> None:
        """Keep a game."""
        self.games[result.number] = result
        self._write(result.to_json())

    def _write(self, value: object) -> None:
        self._file.write(_line(value))
        self._file.flush()

    def _hold(self) -> None:
        """Keep other arenas out of the file."""
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UnusableLedger(f"{self.path}: another arena is playing these games just now") from error

    def _read(self, question: Question, is_new: bool) -> None:
        """Read what has been played, and cut off a line that was being written when everything ended."""
        asked = {"longroad arena": FORMAT, **question.to_json()}
        head = _line(asked)
        self._file.seek(0)
        written = self._file.read()
        if not (written.startswith(head) or head.startswith(written)):
            raise UnusableLedger(f"{self.path}: there is something else in this file than the games of this question")
        if is_new or len(written) < len(head):
            self._file.truncate(0)
            self._write(asked)
            return
        whole = written[: written.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        for number, line in enumerate(whole.splitlines()[1:], start=2):
            try:
                result = Result.from_json(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise UnusableLedger(f"{self.path}: line {number} is no game: {line!r:.60}") from error
            self.games[result.number] = result


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
