"""The log of a room: what each viewer may know of an event, translated when it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from longroad.narration import ENGLISH, Words
from longroad.narration.catalogue import Value
from longroad.server.wire.messages import Counts, LogEntry


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
    _rendered: dict[str, LogEntry] = field(default_factory=dict)  # by language

    def render(self, words: Words = ENGLISH) -> LogEntry:
        """Return the message in a language; each language is rendered once."""
        message = self._rendered.get(words.language)
        if message is None:
            message = self._rendered[words.language] = LogEntry(
                event=self.event,
                seat=self.seat,
                ply=self.ply,
                sentences=[words.without_numbers.sentence(fact) for fact in self.facts],
                gains=self.gains,
                gain_hexes=self.gain_hexes,
                is_undone=self.is_undone,
            )
        return message


Entries = Mapping[int | None, Entry]  # of one event, by viewer
