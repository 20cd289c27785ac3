"""How a record is closed, and whether its result is what the final position shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from longroad.core.layout import NOBODY, PLAYERS, WINNER
from longroad.core.state import Seen
from longroad.notation.errors import InvalidNotation, listed, quoted

UNFINISHED: Final = "unfinished"
DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a record is closed: the result, the final position, the dice's secret, and why a game ended early."""

    result: str
    position: str
    secret: str | None = None
    termination: str | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won, if one did.

        >>> Ending("2 wins", "...").winner
        2
        """
        return int(self.result[0]) if self.result.endswith(" wins") else None


def result_of(state: Seen) -> str:
    """Return the result that a position shows.

    >>> from longroad import Game
    >>> result_of(Game().seen)
    'unfinished'
    """
    if not state.is_over:
        return UNFINISHED
    winner = state.s[WINNER]
    return DRAW if winner == NOBODY else f"{winner} wins"


def check_result(ending: Ending, state: Seen) -> None:
    """Check that a result is what the final position shows, or has a reason. Raises `InvalidNotation`."""
    possible = (UNFINISHED, DRAW, *(f"{seat} wins" for seat in range(state.s[PLAYERS])))
    if ending.result not in possible:
        raise InvalidNotation(f"result {quoted(ending.result)}: expected one of {listed(possible)}")
    shown = result_of(state)
    if ending.result != shown and (state.is_over or not ending.termination):
        why = "" if state.is_over else " (a tag Termination would say why the game ended early)"
        raise InvalidNotation(f"result {ending.result!r}: the final position says {shown!r}{why}")
