"""A store in memory that fails as real ones do: it is slow, refuses, or stores something and does not say so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from longroad.server.events import Event
from longroad.server.store.changes import Change, Snapshot, Stored
from longroad.server.store.errors import Overtaken


class Refused(OSError):
    """The store has refused a change, or has not said what became of it."""


class Taken(Exception):
    """An event has a number that another event has already."""


@dataclass
class Faults:
    """How often a store fails, in shares of all changes."""

    refused: float = 0.0  # nothing is stored
    unsaid: float = 0.0  # it is stored, but its writer is told that it was not
    slow: float = 0.0  # it takes up to some seconds

    slowest_s: float = 2.0


@dataclass
class Data:
    """What is stored: texts, as in a real database."""

    events: dict[str, list[str]] = field(default_factory=dict)
    tokens: dict[str, dict[int, str]] = field(default_factory=dict)
    snapshots: dict[str, str] = field(default_factory=dict)

    def events_of(self, game: str) -> list[Event]:
        """Return the events of a game."""
        return [Event(*json.loads(text)) for text in self.events.get(game, ())]

    def put(self, change: Change) -> None:
        """Store a change as a whole. Raises `Taken`."""
        stored = self.events.setdefault(change.game, [])
        for number, event in enumerate(change.events, len(stored) + 1):
            if event.number != number:
                raise Taken(f"event {event.number} of {change.game}: the next one is {number}")
        stored += [json.dumps([event.number, event.kind, event.at, event.body]) for event in change.events]
        held = self.tokens.setdefault(change.game, {})
        for seat, hashed in change.tokens.items():
            held.pop(seat, None)
            if hashed is not None:
                held[seat] = hashed
        if change.snapshot is not None:
            self.snapshots[change.game] = json.dumps(change.snapshot)


class MemoryStore:
    """The connection of one server to the data; when the server is killed, it stores nothing more."""

    def __init__(self, data: Data, faults: Faults, rng: Random) -> None:
        self.data, self.faults, self._rng = data, faults, rng
        self.is_dead = False
        self.owners: Mapping[str, str] | None = None  # by game: the server, if several write to the same data
        self.stalled_until = 0.0  # by the loop's clock: nothing gets through before

    async def write(self, change: Change) -> None:
        """Store a change, or fail."""
        await self._wait()
        if self._rng.random() < self.faults.refused:
            raise Refused("disk full")
        if self.owners is not None and change.owner not in (None, self.owners.get(change.game)):
            raise Overtaken
        self.data.put(change)
        await self._wait()
        if self._rng.random() < self.faults.unsaid:
            raise Refused("connection lost")

    async def _wait(self) -> None:
        is_slow = self._rng.random() < self.faults.slow
        await asyncio.sleep(self._rng.uniform(0.0, self.faults.slowest_s) if is_slow else 0.0)
        await self.reach()

    async def reach(self) -> None:
        """Wait until the data can be reached. Raises `CancelledError` in a killed process, in any room of it."""
        left = self.stalled_until - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(left)
        if self.is_dead:
            raise asyncio.CancelledError  # as `kill` does, which finds only rooms that are not forgotten

    async def read(self, game: str) -> Stored | None:
        """Return what is stored of a game."""
        await self._wait()
        events, tokens = self.data.events_of(game), dict(self.data.tokens.get(game, {}))
        if not events:
            return None
        if game not in self.data.snapshots:
            return Stored(events, tokens)
        number, body = json.loads(self.data.snapshots[game])
        return Stored(events[number:], tokens, Snapshot(number, body))

    async def all_events(self, game: str) -> list[Event]:
        """Return all events of a game."""
        await self._wait()
        return self.data.events_of(game)

    async def games(self, *_: Any) -> list[str]:
        """List the games."""
        return list(self.data.events)
