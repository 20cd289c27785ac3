"""The JSON of messages. An update is compact, so that it never has more than 4 KB.

Fields with their default value (zero, null, empty or false) are left out, and neighbouring actions that differ only in
their last word are joined: "settle 3|8|17", "bank 4 wool for 1 ore|grain". Where that is still too long, a table is
sent instead, which has no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from longroad.server.wire.messages import Decision, ServerMessage, Table, Update, changed

MOST_BYTES: Final = 4096  # of an update in UTF-8
OR: Final = "|"
_DECISION: Final = TypeAdapter(Decision).serializer


def to_json(message: ServerMessage, table: Callable[[], Table]) -> str:
    """Return a message as JSON; a table in the place of an update that would be too long."""
    if not isinstance(message, Update):
        return message.model_dump_json()
    text = compact(message)
    return text if len(text.encode()) <= MOST_BYTES else table().model_dump_json()


def compact(update: Update) -> str:
    """Return the compact JSON of an update; the parts that updates share are written once."""
    decision = update.decision
    text = b'{"type":"update","event":%d,"snapshot":' % update.event + update.snapshot.compact
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
    joined: list[str] = []
    before = ""  # the beginning of the last action, if it has more than one word
    for action in actions:
        first, _, last = action.rpartition(" ")
        if first and first == before:
            joined[-1] += OR + last
        else:
            joined.append(action)
        before = first
    return joined


def split(actions: Iterable[str]) -> list[str]:
    """List joined actions one by one.

    >>> split(["end", "settle 3|8"])
    ['end', 'settle 3', 'settle 8']
    """
    halves = (action.rpartition(" ") for action in actions)
    return [first + space + word for first, space, last in halves for word in last.split(OR)]
