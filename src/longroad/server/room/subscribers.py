"""The subscribers of a room: a bounded queue of messages for each, and when people were last present."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Final

from longroad.narration import ENGLISH, Words
from longroad.server import metrics
from longroad.server.wire.compact import Written, write
from longroad.server.wire.messages import Table

MOST_WAITING: Final = 32  # most queued messages; a slower subscriber gets a fresh table instead
WriteNow = Callable[[bytes], bool]  # writes a message to a connection that takes it at once; returns whether it did


class Subscriber:
    """A stream of messages for a seat, or for the public, in a language.

    While its reader waits for news, `write_now` may take a message past the queue, which saves waking the reader.
    """

    def __init__(
        self,
        viewer: int | None,
        table: Callable[[int | None, Words], Table],
        words: Words = ENGLISH,
        write_now: WriteNow | None = None,
    ) -> None:
        self.viewer = viewer
        self.words = words
        self._table = table
        self._write_now = write_now
        self._is_idle = False  # everything is sent, and the reader waits
        self._waiting: deque[Written] = deque()
        self._news = asyncio.Event()
        self._needs_table = False
        self._is_closed = False

    def send(self, message: Written) -> None:
        """Queue a message; a subscriber that is too slow, or an update that is too long, gets a fresh table instead."""
        if message.is_too_long or len(self._waiting) >= MOST_WAITING:
            self.send_table()
        elif self._is_idle and self._write_now is not None and self._write_now(message.json):
            metrics.sent(message.type).inc()
        elif not self._needs_table:
            self._waiting.append(message)
            self._wake()

    def send_table(self) -> None:
        """Replace everything queued by a fresh table."""
        self._waiting.clear()
        self._needs_table = True
        self._wake()

    def close(self) -> None:
        """End the stream after what is queued."""
        self._is_closed = True
        self._wake()

    def _wake(self) -> None:
        self._is_idle = False
        self._news.set()

    async def messages(self) -> AsyncIterator[Written]:
        """Yield the messages as they come."""
        while True:
            if self._needs_table:
                self._needs_table = False
                metrics.sent("table").inc()
                yield write(self._table(self.viewer, self.words))
            elif self._waiting:
                message = self._waiting.popleft()
                metrics.sent(message.type).inc()
                yield message
            elif self._is_closed:
                return
            else:
                self._news.clear()
                self._is_idle = True
                await self._news.wait()


class Subscribers:
    """All subscribers of a room, and when people were last present."""

    def __init__(self) -> None:
        self.all: set[Subscriber] = set()
        self.empty_since = time.monotonic()
        self._asked: dict[int, float] = {}  # by seat: when a person last sent a request
        self._left: dict[int, float] = {}  # by seat: since when nobody subscribes there
        self._is_closed = False

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber; its stream ends at once if those of the others have ended."""
        self.all.add(subscriber)
        if self._is_closed:
            subscriber.close()

    def remove(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.all.discard(subscriber)
        self.empty_since = time.monotonic()
        if subscriber.viewer is not None:
            self._left[subscriber.viewer] = self.empty_since
            self._asked.pop(subscriber.viewer, None)

    def note(self, seat: int) -> None:
        """Note that a person is present now."""
        self._asked[seat] = time.monotonic()

    def has(self, seat: int) -> bool:
        """Whether somebody subscribes for a seat."""
        return any(subscriber.viewer == seat for subscriber in self.all)

    def is_near(self, seat: int, within: float) -> bool:
        """Whether a person subscribes, or has sent a request within this many seconds."""
        return self.has(seat) or time.monotonic() - self._asked.get(seat, -within) < within

    def absence(self, seat: int) -> float:
        """Return for how many seconds a person has been away."""
        if self.has(seat):
            return 0.0
        now = time.monotonic()
        last = max(self._asked.get(seat, 0.0), self._left.get(seat, 0.0))
        return now - (last or self._left.setdefault(seat, now))

    def watchers(self) -> int:
        """Count those who have no seat."""
        return sum(subscriber.viewer is None for subscriber in self.all)

    def move(self, seat: int, to: int | None) -> None:
        """Move those who subscribe for a seat to another one, or to the public."""
        for subscriber in self.all:
            if subscriber.viewer == seat:
                subscriber.viewer = to

    def refresh(self, viewer: int | None) -> None:
        """Send a fresh table to those who subscribe for a viewer."""
        for subscriber in self.all:
            if subscriber.viewer == viewer:
                subscriber.send_table()

    def close(self) -> None:
        """End all streams."""
        self._is_closed = True
        for subscriber in self.all:
            subscriber.close()
