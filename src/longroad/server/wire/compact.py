"""The JSON of messages. An update is compact, so that it never has more than 4 KB.

Fields with their default value (zero, null, empty or false) are left out, and neighbouring actions that differ only in
their last word are joined: "settle 3|8|17", "bank 4 wool for 1 ore|grain". Where that is still too long, a table is
sent instead, which has no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from pydantic import TypeAdapter

from longroad.server.wire.messages import Decision, ServerMessage, Snapshot, Table, Update, changed

MOST_BYTES: Final = 4096  # of an update in UTF-8
OR: Final = "|"
_SNAPSHOT: Final = TypeAdapter(Snapshot).serializer
_DECISION: Final = TypeAdapter(Decision).serializer
_NO_SEATS: Final = b'"seats":[]'


def to_json(message: ServerMessage, table: Callable[[], Table]) -> str:
    """Return a message as JSON; a table in the place of an update that would be too long."""
    if not isinstance(message, Update):
        return message.model_dump_json()
    text = compact(message)
    return text if len(text.encode()) <= MOST_BYTES else table().model_dump_json()


def compact(update: Update) -> str:
    """Return the compact JSON of an update; the parts that updates share are written once."""
    snapshot, decision = update.snapshot, update.decision
    seats = b'"seats":[' + b",".join([seat.compact for seat in snapshot.seats]) + b"]"
    rest = _SNAPSHOT.to_json(changed(snapshot, seats=[]), exclude_defaults=True)
    text = b'{"type":"update","event":%d,"snapshot":' % update.event + rest.replace(_NO_SEATS, seats, 1)
    if decision is not None:
        joined = changed(decision, actions=join(decision.actions))
        text += b',"decision":' + _DECISION.to_json(joined, exclude_defaults=True)
    if update.log:
        text += b',"log":[' + b",".join([entry.compact for entry in update.log]) + b"]"
    return (text + b"}").decode()


def expand(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of a stream, read as JSON, with everything that an update leaves out."""
    if message["type"] != "update":
        return dict(message)
    update = Update.model_validate(message).model_dump(mode="json")
    if update["decision"] is not None:
        update["decision"]["actions"] = split(update["decision"]["actions"])
    return update


def join(actions: Iterable[str]) -> list[str]:
    """Join neighbours that differ only in their last word; the order stays.

    >>> join(["end", "settle 3", "settle 8", "bank 4 wool for 1 ore", "bank 4 wool for 1 grain"])
    ['end', 'settle 3|8', 'bank 4 wool for 1 ore|grain']
    """
    halves = (action.rpartition(" ") for action in actions)
    neighbours = groupby(halves, key=lambda half: half[0] or half)
    return [_joined(list(group)) for _, group in neighbours]


def _joined(halves: Sequence[tuple[str, str, str]]) -> str:
    """Write actions with the same beginning as one."""
    first, space, _ = halves[0]
    return first + space + OR.join(last for _, _, last in halves)


def split(actions: Iterable[str]) -> list[str]:
    """List joined actions one by one.

    >>> split(["end", "settle 3|8"])
    ['end', 'settle 3', 'settle 8']
    """
    halves = (action.rpartition(" ") for action in actions)
    return [first + space + word for first, space, last in halves for word in last.split(OR)]
