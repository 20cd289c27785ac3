"""How much may change in a room before its game, which keeps every event for ever.

Each seat has its own limit, so that one guest cannot use up that of the others or of the host.
"""

from __future__ import annotations

from typing import Final

from longroad.narration import Phrase
from longroad.server.errors import RequestError
from longroad.server.limits import Bucket
from longroad.server.room.state import RoomState

GUEST: Final = (100, 0.2)  # changes at once, and per second
HOST: Final = (300, 1.0)
MOST_BEFORE: Final = 5000  # events of a room after which guests can change nothing more
MOST_BEFORE_HOST: Final = 20_000  # after which the host can only start the game


class LobbyLimit:
    """The limits of one room before its game."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._guests: dict[int, Bucket] = {}  # by seat, whoever sits there: coming back does not help
        self._host = Bucket(*HOST)

    def check(self, seat: int | None, last_event: int) -> None:
        """Count a change by a seat, whose last event has a number. Raises `RequestError` above a limit."""
        is_host = seat is not None and seat == self._state.host
        if last_event > (MOST_BEFORE_HOST if is_host else MOST_BEFORE):
            raise RequestError("too_many", Phrase("error.many_before"))
        if seat is None:
            return
        bucket = self._host if is_host else self._guests.setdefault(seat, Bucket(*GUEST))
        if not bucket.take():
            raise RequestError("too_many", Phrase("error.many_changes"))
