"""How messages are written. An update is written short, so that it never has more than 4 KB, whoever plays.

Two things make it short. What is nothing (zero, null, empty or false, as the message's model says) is left out. And
neighbouring actions that differ in their last word alone stand together: "settle 3|8|17", "bank 4 wool for 1
ore|grain". Where that is still too much, everything is told anew by a table, which has no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from longroad.server.wire.messages import ServerMessage, Table, Update

MOST_BYTES: Final = 4096  # of an update in UTF-8
OR: Final = "|"
_BEGINNING: Final = '{"type":"update",'


def written(message: ServerMessage, table: Callable[[], Table]) -> str:
    """Write a message as JSON; a table in the place of an update that would be too long."""
    if not isinstance(message, Update):
        return message.model_dump_json()
    text = short(message)
    return text if len(text.encode()) <= MOST_BYTES else table().model_dump_json()


def short(update: Update) -> str:
    """Write an update short."""
    decision = update.decision
    if decision is not None:
        update = update.model_copy(update={"decision": replace(decision, actions=together(decision.actions))})
    return _BEGINNING + update.model_dump_json(exclude_defaults=True)[1:]


def whole(message: Mapping[str, Any]) -> dict[str, Any]:
    """Give a message of a stream, read as JSON, with everything that an update leaves out."""
    if message["type"] != "update":
        return dict(message)
    update = Update.model_validate(message).model_dump(mode="json")
    if update["decision"] is not None:
        update["decision"]["actions"] = apart(update["decision"]["actions"])
    return update


def together(actions: Iterable[str]) -> list[str]:
    """Put neighbours together that differ in their last word alone; the order stays.

    >>> together(["end", "settle 3", "settle 8", "bank 4 wool for 1 ore", "bank 4 wool for 1 grain"])
    ['end', 'settle 3|8', 'bank 4 wool for 1 ore|grain']
    """
    halves = (action.rpartition(" ") for action in actions)
    neighbours = groupby(halves, key=lambda half: half[0] or half)
    return [_alike(list(group)) for _, group in neighbours]


def _alike(halves: Sequence[tuple[str, str, str]]) -> str:
    """Write actions that begin alike as one."""
    first, space, _ = halves[0]
    return first + space + OR.join(last for _, _, last in halves)


def apart(actions: Iterable[str]) -> list[str]:
    """List actions one by one that stand together.

    >>> apart(["end", "settle 3|8"])
    ['end', 'settle 3', 'settle 8']
    """
    halves = (action.rpartition(" ") for action in actions)
    return [first + space + word for first, space, last in halves for word in last.split(OR)]
