"""Errors of the database as a whole: it cannot be opened, cannot store something now, or is lost for good."""

from __future__ import annotations

from longroad.narration import Phrase
from longroad.server.errors import RequestError


def reason(error: BaseException) -> str:
    """Return the reason of a database's error in one line, without SQLAlchemy's additions.

    >>> reason(OSError("database is locked"))
    'database is locked'
    """
    lines = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
    return lines[0].rpartition(">: ")[2]  # the driver's class in front of its message


class UnusableDatabase(Exception):
    """A database that cannot be served: damaged, newer, in use, or out of reach. It is unchanged."""


class DatabaseTrouble(RequestError):
    """A database that could not store something: its disk is full, it is locked or out of reach. It may work later."""

    def __init__(self) -> None:
        super().__init__("unavailable", Phrase("error.unavailable"))


class Overtaken(RequestError):
    """An event whose number another process has used first; the room has to be folded again."""

    def __init__(self) -> None:
        super().__init__("unavailable", Phrase("error.unavailable"))


class LostDatabase(RequestError):
    """A database that is no longer where it was opened; `why` says so in one sentence."""

    def __init__(self, why: str) -> None:
        super().__init__("unavailable", Phrase("error.unavailable"))
        self.why = why
