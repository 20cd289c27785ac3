"""The JSON of messages. An update is compact, so that it never has more than 4 KB.

Fields with their default value (zero, null, empty or false) are left out, and neighbouring actions that differ only in
their last word are joined. Where that is still too long, a table is sent instead, which has no limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter
from pydantic_core import to_json

from longroad.core.layout import HARBORS
from longroad.game.game import Game
from longroad.game.snapshot import SeatFacts, facts_of_all, own_facts, rates_with, seat_view_as
from longroad.game.view import View
from longroad.server.wire.joined import join, split
from longroad.server.wire.messages import Decision, SeatView, ServerMessage, Snapshot, Update
from longroad.server.wire.render import NO_CLOCKS, Asked, Times, decision, public_table

MOST_BYTES: Final = 4096  # of an update in UTF-8
_SNAPSHOT: Final = TypeAdapter(Snapshot).serializer
_SEAT_VIEW: Final = TypeAdapter(SeatView).serializer
_DECISION: Final = TypeAdapter(Decision).serializer
_SEATS: Final = b'"seats":[]'  # of a snapshot without them


class Written(NamedTuple):
    """A message as JSON, and its type."""

    type: str
    json: bytes

    @property
    def is_too_long(self) -> bool:
        """Whether it is an update in whose place a table is sent."""
        return self.type == "update" and len(self.json) > MOST_BYTES


def write(message: ServerMessage) -> Written:
    """Write any message but an update, which a `Moment` writes."""
    return Written(message.type, message.model_dump_json().encode())


class Moment:
    """One moment of a game, to be written as the update of each viewer.

    What everybody sees comes from the public's view, and is written once. A seat's update has three parts of its own:
    the seat as it sees itself, its rates, and its decision.
    """

    def __init__(self, event: int, game: Game, dice: Sequence[int] = ()) -> None:
        self.public = View(game.seen.view())
        self._game = game
        self._facts = facts_of_all(self.public)
        table = _SNAPSHOT.to_json(public_table(self.public), exclude_defaults=True)
        start, _, self._middle = table[:-1].partition(_SEATS)
        self._start = b'{"type":"update","event":%d,"snapshot":%b"seats":[' % (event, start)
        self._seats = [_seat(facts) for facts in self._facts]
        self._dice = b',"dice":' + to_json(dice) if dice else b""

    def update(
        self, viewer: int | None, asked: Asked | None, log: Iterable[bytes], times: Times = NO_CLOCKS
    ) -> Written:
        """Write the update of a viewer; the entries of the log are written already."""
        decision = b"" if asked is None else b',"decision":' + _decision(asked)
        entries = b",".join(log)
        happened = b',"log":[' + entries + b"]" if entries else b""
        parts = (self._start, *self._seen(viewer, times), b"}", decision, happened, b"}")
        return Written("update", b"".join(parts))

    def _seen(self, viewer: int | None, times: Times) -> tuple[bytes, ...]:
        """Write a viewer's snapshot from the seats on."""
        seats, rates = self._seats, b""
        if viewer is not None:
            seats = seats.copy()
            seats[viewer] = _seat(own_facts(self._game, self._facts[viewer]))
            rates = _rates(self._game.seen.s[HARBORS + viewer])
        if times.reserves:
            seats = [_timed(seat, times.reserves.get(number)) for number, seat in enumerate(seats)]
        deadline = b"" if times.deadline is None else b',"deadline_s":' + to_json(times.deadline)
        return b",".join(seats), b"]", self._middle, rates, self._dice, deadline


@lru_cache(8192)  # most plies change one seat, or none
def _seat(facts: SeatFacts) -> bytes:
    return _SEAT_VIEW.to_json(seat_view_as(SeatView, facts), exclude_defaults=True)


@lru_cache(128)
def _rates(harbors: int) -> bytes:
    return b',"rates":' + to_json(rates_with(harbors))


@lru_cache(4096)  # most plies change the decision of one seat
def _decision(asked: Asked) -> bytes:
    return _DECISION.to_json(decision(asked, join), exclude_defaults=True)


def _timed(seat: bytes, reserve: float | None) -> bytes:
    """Add what a seat's clock shows, which is its last field."""
    return seat if reserve is None else b'%b,"clock_s":%b}' % (seat[:-1], to_json(reserve))


def expand(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of a stream, read as JSON, with everything that an update leaves out."""
    if message["type"] != "update":
        return dict(message)
    update = Update.model_validate(message).model_dump(mode="json")
    if update["decision"] is not None:
        update["decision"]["actions"] = split(update["decision"]["actions"])
    return update
