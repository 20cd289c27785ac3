"""Who listens to a room: a bounded queue for each, and who of the people is there."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Final

from longroad.narration import ENGLISH, Words
from longroad.server.wire.messages import ServerMessage

MOST_WAITING: Final = 32  # messages kept for a slow listener, who then gets a fresh table instead


class Listener:
    """Somebody who listens, with the eyes of a seat or of the public, in a language."""

    def __init__(
        self, viewer: int | None, table: Callable[[int | None, Words], ServerMessage], words: Words = ENGLISH
    ) -> None:
        self.viewer = viewer
        self.words = words
        self._table = table
        self._waiting: deque[ServerMessage] = deque()
        self._news = asyncio.Event()
        self._needs_table = False
        self._is_closed = False

    def tell(self, message: ServerMessage) -> None:
        """Keep a message until it is asked for; a listener who is too slow is told everything anew instead."""
        if len(self._waiting) >= MOST_WAITING:
            self.tell_anew()
        elif not self._needs_table:
            self._waiting.append(message)
        self._news.set()

    def tell_anew(self) -> None:
        """Let the next message be a fresh table."""
        self._waiting.clear()
        self._needs_table = True
        self._news.set()

    def close(self) -> None:
        """End the stream once everything is told."""
        self._is_closed = True
        self._news.set()

    async def messages(self) -> AsyncIterator[ServerMessage]:
        """Give the messages as they come."""
        while True:
            if self._needs_table:
                self._needs_table = False
                yield self._table(self.viewer, self.words)
            elif self._waiting:
                yield self._waiting.popleft()
            elif self._is_closed:
                return
            else:
                self._news.clear()
                await self._news.wait()


class Subscribers:
    """All who listen to a room, and when people were last there."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.empty_since = time.monotonic()
        self._asked: dict[int, float] = {}  # by seat: when a person last asked for something
        self._left: dict[int, float] = {}  # by seat: since when nobody listens there

    def enter(self, listener: Listener) -> None:
        """Let somebody listen."""
        self.listeners.add(listener)

    def go(self, listener: Listener) -> None:
        """Let somebody go."""
        self.listeners.discard(listener)
        self.empty_since = time.monotonic()
        if listener.viewer is not None:
            self._left[listener.viewer] = self.empty_since
            self._asked.pop(listener.viewer, None)

    def note(self, seat: int) -> None:
        """Note that a person was there just now."""
        self._asked[seat] = time.monotonic()

    def listens(self, seat: int) -> bool:
        """Tell whether somebody listens on a seat."""
        return any(listener.viewer == seat for listener in self.listeners)

    def is_near(self, seat: int, within: float) -> bool:
        """Tell whether a person is there: listens, or has asked for something within so many seconds."""
        return self.listens(seat) or time.monotonic() - self._asked.get(seat, -within) < within

    def absence(self, seat: int) -> float:
        """Tell for how many seconds a person has not been there."""
        if self.listens(seat):
            return 0.0
        now = time.monotonic()
        last = max(self._asked.get(seat, 0.0), self._left.get(seat, 0.0))
        return now - (last or self._left.setdefault(seat, now))

    def watchers(self) -> int:
        """Count those who have no seat."""
        return sum(listener.viewer is None for listener in self.listeners)

    def move(self, seat: int, to: int | None) -> None:
        """Let those who listen on a seat listen on another one, or as the public."""
        for listener in self.listeners:
            if listener.viewer == seat:
                listener.viewer = to

    def close(self) -> None:
        """End all streams."""
        for listener in self.listeners:
            listener.close()
