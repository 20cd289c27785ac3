"""Delays and timeouts of a room: the pace of bots, and for how long people may be away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from longroad.server.wire.messages import Pace

Span = tuple[float, float]  # the least and the most seconds; the delay is random in between

# Moves may be quick; an answer to an offer comes after a delay that is drawn when the offer is made, however long a bot
# thinks, so that the delay reveals nothing about a hand.
MOVES: Final[Mapping[Pace, Span]] = {"slow": (1.6, 2.6), "normal": (0.6, 1.1), "instant": (0.0, 0.0)}
ANSWERS: Final[Mapping[Pace, Span]] = {"slow": (1.5, 2.5), "normal": (0.8, 1.6), "instant": (0.2, 0.4)}


@dataclass(frozen=True, slots=True)
class Timing:
    """The delays and timeouts of a server, in seconds."""

    moves: Mapping[Pace, Span] = field(default_factory=lambda: MOVES)
    answers: Mapping[Pace, Span] = field(default_factory=lambda: ANSWERS)
    people: Span = (1.5, 4.0)  # that people take to refuse, and so a refusal for one of several people
    passes: float = 3.0  # before one of several people is seen to pass in a special build phase, or is answered for
    grace: float = 60.0  # that a person may be away before a bot takes over
    here: float = 20.0  # that a person counts as present after the last request
    forget_over: float = 120.0  # after which a finished room without subscribers is dropped from memory
    forget_idle: float = 1800.0  # and a room without people in which nothing happens
    unwatched: float = 30.0  # that bots go on among themselves after the last request for the room
    sweep: float = 15.0  # between checks of all rooms
    again: float = 2.0  # before a failed background task is tried again


DEFAULT_TIMING: Final = Timing()
