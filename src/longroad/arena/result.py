"""The result of a game: what follows from the match, and what was measured on the way."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, TypeVar

BUCKETS: Final = 16  # per doubling of a time: neighbours differ by 4 %
LEAST_MS: Final = 1e-3
MOST_BUCKET: Final = 64 * BUCKETS  # far beyond any time
MOST_WHOLE: Final = 2**62
MOST_LUCK: Final = 1000  # far beyond that of any game
MOST_MESSAGE: Final = 300

Kind = TypeVar("Kind")

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
        """The number of decisions."""
        return sum(self.counts.values())

    def quantile(self, share: float) -> float | None:
        """Return the milliseconds that this share of the decisions did not exceed; None if there were none."""
        rest = share * self.total
        for bucket in sorted(self.counts):
            rest -= self.counts[bucket]
            if rest <= 0:
                return float(2 ** (bucket / BUCKETS))
        return None


# The faults that are counted, by their codes: a bot raises, a program ends or sends what is not an action.
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
class SeatStats:
    """The decisions of a seat and their time, and how often the default was played for it instead, and why.

    An invalid proposal is a fault too, though nothing is played for it.
    """

    times: Times = field(default_factory=Times)
    seconds: float = 0.0  # of thought in all, proposals included
    raised: int = 0
    illegal: int = 0
    late: int = 0
    warned: int = 0  # of an outside program, which was then asked once more
    first_fault: str | None = None

    def note(self, code: str, is_warning: bool, message: str) -> None:
        """Count a fault, and remember the first one."""
        name = "warned" if is_warning else FAULTS[code]
        setattr(self, name, getattr(self, name) + 1)
        if self.first_fault is None:
            self.first_fault = message[:MOST_MESSAGE]

    @property
    def faults(self) -> tuple[int, ...]:
        """The number of faults of each kind."""
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
    stats: tuple[SeatStats, ...]  # by seat
    luck: tuple[float, ...] | None = None  # by seat, in points of winning chance, where it was measured

    @property
    def winning_entrant(self) -> int | None:
        """The number of the entrant who won."""
        return None if self.winner is None else self.seats[self.winner]

    @property
    def has_faults(self) -> bool:
        """Whether the default was played for a seat, or a proposal of a seat was not possible."""
        return any(c.raised or c.illegal or c.late for c in self.stats)

    def outcome(self) -> tuple[Any, ...]:
        """Return what follows from the match: all but the times."""
        faults = tuple((c.faults, c.first_fault) for c in self.stats)
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
            self.luck,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        written = asdict(self)
        for stats in written["stats"]:
            stats["times"] = dict(sorted(stats["times"]["counts"].items()))
            stats["seconds"] = round(stats["seconds"], 6)
        return written

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Result:
        """Read what `to_json` returns. Raises `ValueError` for anything else."""
        _check_names(written, cls)
        seats = tuple(_whole(entrant) for entrant in _list(written["seats"]))
        winner, points, luck = written["winner"], _list(written["points"], len(seats)), written["luck"]
        return cls(
            number=_whole(written["number"]),
            deal=_whole(written["deal"]),
            seats=seats,
            winner=None if winner is None else _whole(winner, len(seats) - 1),
            points=tuple(tuple(map(_whole, _list(row, len(SOURCES)))) for row in points),
            turns=_whole(written["turns"]),
            plies=_whole(written["plies"]),
            is_limited=_of(bool, written["is_limited"]),
            digest=_of(str, written["digest"]),
            seconds=_seconds(written["seconds"]),
            stats=tuple(map(_conduct, _list(written["stats"], len(seats)))),
            luck=None if luck is None else tuple(map(_luck, _list(luck, len(seats)))),
        )


def _conduct(written: Mapping[str, Any]) -> SeatStats:
    """Read the figures of a seat. Raises `ValueError`."""
    _check_names(written, SeatStats)
    fault = written["first_fault"]
    return SeatStats(
        times=Times({_bucket(bucket): _whole(count) for bucket, count in _of(dict, written["times"]).items()}),
        seconds=_seconds(written["seconds"]),
        raised=_whole(written["raised"]),
        illegal=_whole(written["illegal"]),
        late=_whole(written["late"]),
        warned=_whole(written["warned"]),
        first_fault=None if fault is None else _of(str, fault),
    )


def _check_names(written: Any, kind: type) -> None:
    """Check that an object has exactly the fields of a class. Raises `ValueError`."""
    expected = {field.name for field in fields(kind)}
    wrong = expected ^ set(_of(dict, written))
    if wrong:
        raise ValueError(f"{min(wrong)}: expected the fields {', '.join(sorted(expected))}")


def _of(kind: type[Kind], value: Any) -> Kind:
    """Return a value of a type. Raises `ValueError` for any other type."""
    if type(value) is not kind:
        raise ValueError(f"{value!r:.40}: expected {kind.__name__}")
    return value


def _whole(value: Any, most: int = MOST_WHOLE) -> int:
    """Return a whole number. Raises `ValueError` for anything else, or one that is too large."""
    if not 0 <= _of(int, value) <= most:
        raise ValueError(f"{value!r:.40}: expected 0 to {most}")
    return int(value)


def _seconds(value: Any) -> float:
    """Return a number of seconds. Raises `ValueError`."""
    if type(value) not in (int, float) or not 0 <= value <= MOST_WHOLE:
        raise ValueError(f"{value!r:.40}: expected a number of seconds")
    return float(value)


def _luck(value: Any) -> float:
    """Return the luck of a seat. Raises `ValueError`."""
    if type(value) not in (int, float) or not abs(value) <= MOST_LUCK:
        raise ValueError(f"{value!r:.40}: expected a number from {-MOST_LUCK} to {MOST_LUCK}")
    return float(value)


def _bucket(written: str) -> int:
    """Return the number of a bucket of times. Raises `ValueError`."""
    bucket = int(written)
    if abs(bucket) > MOST_BUCKET:
        raise ValueError(f"{bucket}: expected {-MOST_BUCKET} to {MOST_BUCKET}")
    return bucket


def _list(value: Any, length: int | None = None) -> list[Any]:
    """Return a list, of this length if one is given. Raises `ValueError`."""
    found = list(value) if isinstance(value, tuple) else _of(list, value)
    if length is not None and len(found) != length:
        raise ValueError(f"{found!r:.40}: expected {length} items")
    return found
