"""The story of a room: what happened, as each pair of eyes may know it, put into words for whoever listens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from longroad.narration import ENGLISH, Words
from longroad.narration.catalogue import Value
from longroad.server.wire.messages import Counts, Happening


@dataclass(slots=True)
class Entry:
    """Something that happened, as one pair of eyes may know it, in no language yet."""

    event: int
    seat: int | None
    ply: str | None
    facts: Sequence[Value]
    gains: dict[int, Counts] = field(default_factory=dict)
    is_undone: bool = False
    _told: dict[str, Happening] = field(default_factory=dict)  # by language

    def told(self, words: Words = ENGLISH) -> Happening:
        """Give it in the words of a language, which are found once; who listens sees the island."""
        happening = self._told.get(words.language)
        if happening is None:
            happening = self._told[words.language] = Happening(
                event=self.event,
                seat=self.seat,
                ply=self.ply,
                said=[words.for_eyes.sentence(fact) for fact in self.facts],
                gains=self.gains,
                is_undone=self.is_undone,
            )
        return happening


Told = Mapping[int | None, Entry]  # by viewer
