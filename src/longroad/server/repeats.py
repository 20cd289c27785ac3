"""Keeps the log short: a message that is repeated is logged a few times a minute, with the number of those left out."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic
from typing import Final

from longroad.server.limits import Now

MOST_A_MINUTE: Final = 5
MINUTE_S: Final = 60.0
MOST_KEY: Final = 60  # letters that distinguish messages
MOST_KEYS: Final = 200
FILTERED: Final = ("asyncio", "uvicorn.error", "longroad.server")  # loggers


@dataclass(slots=True)
class Repeated:
    """How often a message came since a moment."""

    since: float
    count: int = 0


class RepeatFilter(logging.Filter):
    """Lets the same warning or error pass a few times a minute, and counts the others; what is asked for passes.

    >>> repeats = RepeatFilter(now=lambda: 0.0)
    >>> failed = logging.makeLogRecord({"msg": "accept failed", "levelno": logging.WARNING})
    >>> [repeats.filter(failed) for _ in range(6)]
    [True, True, True, True, True, False]
    """

    def __init__(self, most: int = MOST_A_MINUTE, seconds: float = MINUTE_S, now: Now = monotonic) -> None:
        super().__init__()
        self._most, self._seconds, self._now = most, seconds, now
        self._seen: OrderedDict[str, Repeated] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record; the first one after a pause says how many were left out."""
        if record.levelno < logging.WARNING:
            return True
        key = f"{record.name} {str(record.msg)[:MOST_KEY]}"
        seen = self._seen.pop(key, None) or Repeated(self._now())
        left_out = 0
        if self._now() - seen.since >= self._seconds:
            left_out = max(0, seen.count - self._most)
            seen = Repeated(self._now())
        seen.count += 1
        self._seen[key] = seen
        if len(self._seen) > MOST_KEYS:
            self._seen.popitem(last=False)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more like this before)"
        return seen.count <= self._most


def filter_repeats() -> None:
    """Keep the loggers short that clients can make write something, however they are configured."""
    for logger in map(logging.getLogger, FILTERED):
        if not any(isinstance(known, RepeatFilter) for known in logger.filters):
            logger.addFilter(RepeatFilter())
