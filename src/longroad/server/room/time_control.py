"""Clocks: seconds for each decision, and a reserve that is used up when a decision takes longer.

Times are seconds of a monotonic clock. Nobody's time runs while the clocks are halted: before the game, after it, and
while no person is present.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from longroad.server.wire.messages import Clock
from longroad.server.wire.render import Times


class Ended(NamedTuple):
    """A finished decision: the seat, the seconds it took, and the reserve before it."""

    seat: int
    spent: float
    reserve: float


class Clocks:
    """The clocks of a game: which seats are deciding since when, and what is left of their reserves.

    >>> clocks = Clocks(Clock(decision_s=10, reserve_s=60), [0, 1])
    >>> clocks.run([0], now=100.0)
    >>> clocks.left(0, now=104.0), clocks.left(0, now=130.0)
    (66.0, 40.0)
    >>> clocks.stop(0, now=130.0)
    40.0
    """

    def __init__(self, clock: Clock, seats: Iterable[int]) -> None:
        self.decision_s = float(clock.decision_s)
        self.reserves = {seat: float(clock.reserve_s) for seat in seats}
        self._since: dict[int, float] = {}  # by seat that is deciding
        self._halted_at: float | None = None

    @property
    def running(self) -> frozenset[int]:
        """The seats whose time runs, or would run if the clocks were not halted."""
        return frozenset(self._since)

    def run(self, seats: Iterable[int], now: float) -> None:
        """Run the clocks of exactly these seats; those that were deciding already go on."""
        wanted = set(seats)
        for seat in set(self._since) - wanted:
            self.stop(seat, now)
        for seat in wanted - set(self._since):
            self._since[seat] = self._now(now)

    def stop(self, seat: int, now: float) -> float:
        """End a seat's decision, and return what is left of its reserve."""
        since = self._since.pop(seat, None)
        if since is not None:
            over = max(0.0, self._now(now) - since - self.decision_s)
            self.reserves[seat] = max(0.0, self.reserves[seat] - over)
        return self.reserves[seat]

    def spent(self, seat: int, now: float) -> float:
        """Return how many seconds a seat has been deciding."""
        since = self._since.get(seat)
        return 0.0 if since is None else self._now(now) - since

    def go_back(self, ended: Ended) -> None:
        """Resume a decision that a seat made before; the seconds that it took still count."""
        if ended.seat in self._since:
            self._since[ended.seat] -= ended.spent
            self.reserves[ended.seat] = ended.reserve

    def left(self, seat: int, now: float) -> float:
        """Return how many seconds a seat has until the stated default is played for it."""
        return max(0.0, self.decision_s + self.reserves[seat] - self.spent(seat, now))

    def reserve(self, seat: int, now: float) -> float:
        """Return what is left of a seat's reserve at this moment."""
        return min(self.reserves[seat], self.left(seat, now))

    # --- halting ------------------------------------------------------------------------------------------------------

    @property
    def is_halted(self) -> bool:
        """Whether the clocks are halted."""
        return self._halted_at is not None

    def halt(self, now: float) -> None:
        """Stop the clocks."""
        if self._halted_at is None:
            self._halted_at = now

    def resume(self, now: float) -> None:
        """Restart the clocks; the time in between counts for nobody."""
        if self._halted_at is not None:
            pause = now - self._halted_at
            self._since = {seat: since + pause for seat, since in self._since.items()}
            self._halted_at = None

    def _now(self, now: float) -> float:
        return now if self._halted_at is None else self._halted_at

    # --- queries ------------------------------------------------------------------------------------------------------

    def next_due(self, now: float) -> tuple[float, int] | None:
        """Return the seconds until the first seat's time is up, and that seat; None if nobody's time runs."""
        if self._halted_at is not None:
            return None
        return min(((self.left(seat, now), seat) for seat in self._since), default=None)

    def times(self, viewer: int | None, now: float) -> Times:
        """Return what the clocks show: a viewer who decides sees their own time, others see the shortest."""
        reserves: Mapping[int, float] = {seat: round(self.reserve(seat, now), 1) for seat in self.reserves}
        if not self._since:
            return Times(reserves)
        shown = self._since if viewer not in self._since else (viewer,)
        return Times(reserves, round(min(self.left(seat, now) for seat in shown if seat is not None), 1))
