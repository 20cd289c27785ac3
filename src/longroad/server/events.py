"""The events of a room as they are stored: numbered, and never changed. A room's state is the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

CREATED: Final = "created"  # settings, ruleset, seats, host, and where chance comes from, which never leaves the server
JOINED: Final = "joined"  # seat, name
SEATED: Final = "seated"  # seat, kind, name, bot; colour, if one was chosen
MOVED: Final = "moved"  # seat, to
HOSTED: Final = "hosted"  # seat: who may start the game from now on
READY: Final = "ready"  # seat, is_ready
TEXT: Final = "text"  # seat, text: what it adds to verifiable dice
PACE: Final = "pace"  # pace
STARTED: Final = "started"  # ruleset, island; texts of verifiable dice; begin and script where a game is set up
PLY: Final = "ply"  # ply; asked: the seats whose choice it changed; reserve: seconds left to the seat that acted
UNDONE: Final = "undone"  # asked
SAID: Final = "said"  # seat, text
LEFT: Final = "left"  # seat
BOT_TOOK_OVER: Final = "bot took over"  # seat: a bot plays for a person who is away
EARLIER_BOT_TOOK_OVER: Final = "kept warm"  # what rooms stored for it before; it is still read
CAME_BACK: Final = "came back"  # seat
OVER: Final = "over"  # winner
FOLLOWED: Final = "followed"  # game: the next one of the same people


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that has no number yet."""

    kind: str
    body: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """A numbered event of a room, and its time in seconds since 1970."""

    number: int
    kind: str
    at: float
    body: dict[str, Any]
