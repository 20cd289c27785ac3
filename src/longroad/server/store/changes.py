"""What is written to the database together, and what is read from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from longroad.server.events import Event, NewEvent


class Snapshot(NamedTuple):
    """The state of a room after the event with a number, as plain data."""

    number: int
    body: Any


@dataclass(frozen=True, slots=True)
class Change:
    """What is written together: the events of a game, changed holders of its seats, and its status if it changes."""

    game: str
    events: Sequence[Event]
    tokens: Mapping[int, str | None] = field(default_factory=dict)  # by seat: the hash, or None where nobody holds it
    status: str | None = None  # where it changes
    snapshot: Snapshot | None = None  # it replaces the one before
    owner: str | None = None  # the process that serves the game; None if no other one can


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored game: its snapshot, its events after that in order, and the hashes of the tokens that hold its seats."""

    events: list[Event]
    tokens: dict[int, str]
    snapshot: Snapshot | None = None


def numbered(events: Sequence[NewEvent], after: int, at: float) -> list[Event]:
    """Number new events, counting on from `after`."""
    return [Event(after + i, event.kind, at, event.body) for i, event in enumerate(events, 1)]
