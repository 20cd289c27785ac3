"""The log of a game in lines: the sentences of each ply, and a title where a turn begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from longroad.core.actions import ply_action, ply_seat
from longroad.core.state import State
from longroad.narration.phrases import Perspective
from longroad.narration.plies import narrate


class Line(NamedTuple):
    """A line of the log: a sentence, or the title of a turn."""

    text: str
    is_title: bool = False


def narrate_lines(before: State, ply: int, after: State, perspective: Perspective) -> list[Line]:
    """Narrate a ply, with a title where it begins a turn."""
    lines = [Line(text) for text in narrate(before, ply, after, perspective)]
    if after["turns"] != before["turns"] and not after.is_over:
        lines.append(Line(perspective.say("now.turn", after["turn"], number=after["turns"]), True))
    return lines


class Narrator:
    """Follows a game from its beginning and narrates its plies to one reader.

    >>> from longroad.core.actions import ROLL, ply
    >>> from longroad.core.ruleset import Ruleset
    >>> narrator = Narrator(State.new(Ruleset.preset("beginner")), Perspective(1))
    >>> narrator.narrate([ply(0, ROLL)]), narrator.count
    ([], 1)
    """

    def __init__(self, beginning: State, perspective: Perspective) -> None:
        self.perspective = perspective
        self.count = 0  # plies narrated so far
        self._state = beginning.copy()

    def narrate(self, plies: Iterable[int]) -> list[Line]:
        """Narrate the next plies, in full; hidden cards are left out for the reader."""
        lines: list[Line] = []
        for ply in plies:
            before = self._state.copy()
            self._state.apply(ply_seat(ply), ply_action(ply))
            lines += narrate_lines(before, ply, self._state, self.perspective)
            self.count += 1
        return lines
