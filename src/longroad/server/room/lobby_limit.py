"""How much may change in a room before its game, which keeps every event for ever.

Each person has a limit of their own, so that one guest cannot use up that of the others, of the host, or of the next
person on the seat. A person who leaves and joins again counts as a new one, so an address can take only so many seats.
"""

from __future__ import annotations

from typing import Final

from longroad.narration import Phrase
from longroad.server.errors import RequestError
from longroad.server.limits import Buckets
from longroad.server.room.state import RoomState

GUEST: Final = (100, 0.2)  # changes at once, and per second
HOST: Final = (300, 1.0)
ARRIVALS: Final = (20, 1 / 120)  # seats that an address may take at once, and per second
MOST_REMEMBERED: Final = 100  # people, and addresses
MOST_BEFORE: Final = 5000  # events of a room after which guests can change nothing more
MOST_BEFORE_HOST: Final = 20_000  # after which the host can only start the game


class LobbyLimit:
    """The limits of one room before its game."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._guests = Buckets(*GUEST, MOST_REMEMBERED)  # by the hash of a token
        self._hosts = Buckets(*HOST, MOST_REMEMBERED)
        self._arrivals = Buckets(*ARRIVALS, MOST_REMEMBERED)  # by address

    def check_arrival(self, address: str) -> None:
        """Count a person who takes a seat from an address. Raises `RequestError` above the limit."""
        if not self._arrivals.take(address):
            raise RequestError("too_many", Phrase("error.many_joins"))

    def check(self, seat: int | None, token_hash: str | None, last_event: int) -> None:
        """Count a change by the person on a seat, whose last event has a number.

        Raises `RequestError` above a limit.
        """
        is_host = seat is not None and seat == self._state.host
        if last_event > (MOST_BEFORE_HOST if is_host else MOST_BEFORE):
            raise RequestError("too_many", Phrase("error.many_before"))
        people = self._hosts if is_host else self._guests
        if token_hash is not None and not people.take(token_hash):
            raise RequestError("too_many", Phrase("error.many_changes"))
