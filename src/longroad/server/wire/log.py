"""The log of a room: what each viewer may know of an event, translated when it is sent."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from pydantic import TypeAdapter

from longroad.narration import ENGLISH, Words
from longroad.narration.catalogue import Value
from longroad.server.wire.messages import Counts, LogEntry

KEPT: Final = 80  # entries that are sent to a new subscriber
UNPACKED: Final = 8  # of them, the newest; up to as many more wait until they are packed together
PACKED: Final = 8
_LOG_ENTRY: Final = TypeAdapter(LogEntry).serializer


@dataclass(slots=True)
class Entry:
    """What one viewer may know of an event, not yet translated."""

    event: int
    seat: int | None
    ply: str | None
    facts: Sequence[Value]
    gains: dict[int, Counts] = field(default_factory=dict)
    gain_hexes: dict[int, list[int]] = field(default_factory=dict)
    is_undone: bool = False
    _written: dict[str, bytes] = field(default_factory=dict)  # by language

    def render(self, words: Words = ENGLISH) -> LogEntry:
        """Return the message in a language."""
        return LogEntry(
            event=self.event,
            seat=self.seat,
            ply=self.ply,
            sentences=[words.without_numbers.sentence(fact) for fact in self.facts],
            gains=self.gains,
            gain_hexes=self.gain_hexes,
            is_undone=self.is_undone,
        )

    def compact(self, words: Words = ENGLISH) -> bytes:
        """Return its JSON without defaults in a language; the updates of several viewers hold the same entry."""
        text = self._written.get(words.language)
        if text is None:
            text = self._written[words.language] = _LOG_ENTRY.to_json(self.render(words), exclude_defaults=True)
        return text

    def __reduce__(self) -> tuple[type[Entry], tuple[object, ...]]:
        """Pack it without what was written."""
        return Entry, (self.event, self.seat, self.ply, self.facts, self.gains, self.gain_hexes, self.is_undone)


Entries = Mapping[int | None, Entry]  # of one event, by viewer


class Log:
    """The last entries of a room's log.

    All but the newest are packed: a new subscriber needs them, updates do not. A server has thousands of logs; packed,
    they take little memory, and no time of the garbage collector. Several are packed together, which takes half as
    long.
    """

    def __init__(self) -> None:
        self._packed: deque[bytes] = deque(maxlen=KEPT // PACKED)  # each holds as many entries
        self._newest: deque[Entries] = deque()
        self._events: deque[int] = deque(maxlen=KEPT)  # the number of each

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Entries]:
        """Yield the entries, the oldest first."""
        packed = chain.from_iterable(map(pickle.loads, self._packed))
        held = PACKED * len(self._packed) + len(self._newest)
        yield from islice(chain(packed, self._newest), held - len(self), None)

    def append(self, entries: Entries) -> None:
        """Add what viewers may know of the next event."""
        self._newest.append(entries)
        self._events.append(entries[None].event)
        if len(self._newest) >= UNPACKED + PACKED:
            oldest = [self._newest.popleft() for _ in range(PACKED)]
            self._packed.append(pickle.dumps(oldest, pickle.HIGHEST_PROTOCOL))

    def is_cut_after(self, event: int) -> bool:
        """Whether entries after an event are no longer in the log."""
        return len(self) == KEPT and self._events[0] > event + 1

    def since(self, event: int) -> list[Entries]:
        """Return the entries after an event."""
        is_recent = not self._packed or self._newest[0][None].event <= event + 1
        return [entries for entries in (self._newest if is_recent else self) if entries[None].event > event]
