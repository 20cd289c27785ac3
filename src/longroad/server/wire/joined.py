"""Actions written together, as updates do: "settle 3|8|17", "bank 4 wool for 1 ore|grain"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

OR: Final = "|"


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
