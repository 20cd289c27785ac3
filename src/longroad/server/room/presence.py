"""Who is present in a room, and how long people have been away."""

from __future__ import annotations

import time

from longroad.server.room.pace import Timing
from longroad.server.room.state import RoomState
from longroad.server.room.subscribers import Subscribers


class Presence:
    """The presence of people in one room: those who subscribe, and those who have just sent a request."""

    def __init__(self, state: RoomState, subscribers: Subscribers, timing: Timing) -> None:
        self._state = state
        self._subscribers = subscribers
        self._timing = timing
        self._changed_at = self._asked_at = time.monotonic()

    def here(self) -> list[bool]:
        """Return who is present, by seat; people who share a screen are present if one of them is."""
        people = self._state.people
        near = {seat: self._subscribers.is_near(seat, self._timing.here) for seat in people}
        if self._state.settings.is_hotseat:
            near = dict.fromkeys(people, any(near.values()))
        return [seat.kind == "computer" or near.get(number, False) for number, seat in enumerate(self._state.seats)]

    @property
    def is_anybody_here(self) -> bool:
        """Whether at least one person is present."""
        return any(self._subscribers.is_near(seat, self._timing.here) for seat in self._state.people)

    def is_away(self, seat: int) -> bool:
        """Whether a bot should take over for a person who has been away for too long."""
        is_played_by_bot = self._state.seats[seat].is_played_by_bot
        return not is_played_by_bot and self._subscribers.absence(seat) >= self._timing.grace

    @property
    def is_watched(self) -> bool:
        """Whether somebody plays, subscribes, or has just requested the room; else bots pause."""
        is_asked_for = time.monotonic() - self._asked_at < self._timing.unwatched
        return is_asked_for or bool(self._state.people or self._subscribers.all)

    def note_request(self) -> None:
        """Note a request for the room."""
        self._changed_at = self._asked_at = time.monotonic()

    def note_change(self) -> None:
        """Note an event of the room."""
        self._changed_at = time.monotonic()

    def has_been_idle(self, seconds: float) -> bool:
        """Whether nobody has subscribed, and nothing has happened, for this many seconds."""
        if self._subscribers.all:
            return False
        return time.monotonic() - max(self._subscribers.empty_since, self._changed_at) >= seconds
