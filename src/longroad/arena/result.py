"""How a game of an arena ended: what follows from the question, and what was measured on the way."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

BUCKETS: Final = 16  # per doubling of a time: neighbours differ by 4 %
LEAST_MS: Final = 1e-3
MOST_MESSAGE: Final = 300

SOURCES: Final = ("settlements", "cities", "longest road", "largest army", "cards")  # of victory points


@dataclass(slots=True)
class Times:
    """How long the decisions of a seat took, counted by the logarithm of their milliseconds.

    >>> times = Times()
    >>> for ms in (1.0, 1.0, 1.0, 100.0):
    ...     times.add(ms)
    >>> round(times.quantile(0.5), 2), round(times.quantile(0.99))
    (1.0, 99)
    """

    counts: dict[int, int] = field(default_factory=dict)

    def add(self, ms: float) -> None:
        """Count a decision."""
        bucket = round(BUCKETS * math.log2(max(ms, LEAST_MS)))
        self.counts[bucket] = self.counts.get(bucket, 0) + 1

    @property
    def total(self) -> int:
        """How many decisions there were."""
        return sum(self.counts.values())

    def quantile(self, share: float) -> float | None:
        """Give the milliseconds that this share of the decisions did not exceed; None if there were none."""
        rest = share * self.total
        for bucket in sorted(self.counts):
            rest -= self.counts[bucket]
            if rest <= 0:
                return float(2 ** (bucket / BUCKETS))
        return None


# The faults that are counted, by what they are told as: a bot here raises, a program ends or says what is no action.
FAULTS: Final = {
    "raised": "raised",
    "ended": "raised",
    "illegal": "illegal",
    "illegal_action": "illegal",
    "malformed": "illegal",
    "too_large": "illegal",
    "late": "late",
}


@dataclass(slots=True)
class Conduct:
    """How a seat behaved: its decisions and their time, and how often the default was played for it instead, and why.

    A proposal that is none is a fault too, though nothing is played for it.
    """

    times: Times = field(default_factory=Times)
    seconds: float = 0.0  # of thought in all, proposals included
    raised: int = 0
    illegal: int = 0
    late: int = 0
    warned: int = 0  # an outside program, which was then asked once more
    first_fault: str | None = None

    def note(self, code: str, is_warning: bool, message: str) -> None:
        """Count a fault, and keep what the first one was."""
        name = "warned" if is_warning else FAULTS[code]
        setattr(self, name, getattr(self, name) + 1)
        if self.first_fault is None:
            self.first_fault = message[:MOST_MESSAGE]

    @property
    def faults(self) -> tuple[int, ...]:
        """How often which kind of fault happened."""
        return self.raised, self.illegal, self.late, self.warned


@dataclass(slots=True)
class Result:
    """A finished game."""

    number: int
    deal: int
    seats: tuple[int, ...]  # by seat: the number of the entrant
    winner: int | None  # the winning seat
    points: tuple[tuple[int, ...], ...]  # (seat, source)
    turns: int
    plies: int
    is_limited: bool  # whether the limit of turns ended it
    digest: str  # of all its plies
    seconds: float
    conduct: tuple[Conduct, ...]  # by seat

    @property
    def winning_entrant(self) -> int | None:
        """The number of the entrant who won."""
        return None if self.winner is None else self.seats[self.winner]

    def outcome(self) -> tuple[Any, ...]:
        """Give all that follows from the question, however long it took."""
        faults = tuple((c.faults, c.first_fault) for c in self.conduct)
        return (
            self.number,
            self.deal,
            self.seats,
            self.winner,
            self.points,
            self.turns,
            self.plies,
            self.digest,
            faults,
        )

    def to_json(self) -> dict[str, Any]:
        """Write the game down as a JSON object."""
        written = asdict(self)
        for conduct in written["conduct"]:
            conduct["times"] = dict(sorted(conduct["times"]["counts"].items()))
            conduct["seconds"] = round(conduct["seconds"], 6)
        return written

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Result:
        """Read a game that was written down. Raises `KeyError`, `TypeError` or `ValueError` if it is none."""
        conduct = (
            Conduct(**{**c, "times": Times({int(k): n for k, n in c["times"].items()})}) for c in written["conduct"]
        )
        return cls(
            **{
                **written,
                "seats": tuple(written["seats"]),
                "points": tuple(map(tuple, written["points"])),
                "conduct": tuple(conduct),
            }
        )
