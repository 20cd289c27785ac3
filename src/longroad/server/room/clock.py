"""Runs the clocks of a room for the people who decide, and calls back when somebody's time is up."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable

from longroad.server.room.presence import Presence
from longroad.server.room.state import RoomState
from longroad.server.room.time_control import Clocks, Ended
from longroad.server.wire.render import NO_CLOCKS, Times


class Clock:
    """The clocks of one room, if it has any."""

    def __init__(self, state: RoomState, presence: Presence, time_is_up: Callable[[int], None]) -> None:
        self._state, self._presence = state, presence
        self._time_is_up = weakref.WeakMethod(time_is_up)  # so that a closed room is freed at once
        self._clocks: Clocks | None = None
        self._ended: list[Ended] = []  # the last decisions of one seat
        self._alarm: asyncio.TimerHandle | None = None

    def set(self, acted: int | None = None, is_undone: bool = False) -> None:
        """Run the clocks of the seats that the game waits for, while a person is present.

        The seat that acted starts a new decision; after an undo it has as much time as if it had not acted.
        """
        state = self._state
        if state.settings.clock is None or state.game is None:
            return
        now = time.monotonic()
        if self._clocks is None:
            self._clocks = Clocks(state.settings.clock, range(len(state.seats)))
            self._clocks.reserves |= state.reserves
        clocks = self._clocks
        if acted is not None:
            self._end(clocks, acted, now)
        is_on = state.status == "playing"
        clocks.run((seat for seat in state.game.to_act if is_on and self._is_timed(seat)), now)
        if is_undone and self._ended:
            clocks.go_back(self._ended.pop())
        (clocks.resume if self._presence.is_anybody_here else clocks.halt)(now)
        self._set_alarm(now)

    def _end(self, clocks: Clocks, seat: int, now: float) -> None:
        """End a decision, and note its time as long as it can be undone: until somebody else acts."""
        if self._ended and self._ended[-1].seat != seat:
            self._ended.clear()
        if seat in clocks.running:
            self._ended.append(Ended(seat, clocks.spent(seat, now), clocks.reserves[seat]))
            clocks.stop(seat, now)

    def _is_timed(self, seat: int) -> bool:
        """Whether a seat is a person's, whose time also runs while a bot plays for them."""
        return seat < len(self._state.seats) and self._state.seats[seat].kind == "person"

    def _set_alarm(self, now: float) -> None:
        self.close()
        due = None if self._clocks is None else self._clocks.next_due(now)
        if due is not None:
            self._alarm = asyncio.get_running_loop().call_later(due[0] + 0.01, self._ring, due[1])

    def _ring(self, seat: int) -> None:
        time_is_up = self._time_is_up()
        if time_is_up is not None:
            time_is_up(seat)

    def is_up(self, seat: int) -> bool:
        """Whether a seat has no time left for its decision."""
        clocks = self._clocks
        return clocks is not None and seat in clocks.running and clocks.left(seat, time.monotonic()) <= 0

    def reserve(self, seat: int) -> float | None:
        """Return what is left of a seat's reserve; None without clocks."""
        return None if self._clocks is None else self._clocks.reserve(seat, time.monotonic())

    def times(self, viewer: int | None) -> Times:
        """Return what the clocks show to a viewer."""
        return NO_CLOCKS if self._clocks is None else self._clocks.times(viewer, time.monotonic())

    def close(self) -> None:
        """Stop the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
