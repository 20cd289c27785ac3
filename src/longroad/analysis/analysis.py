"""What an analysis says: every seat's chance to win, and the actions that were compared, best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from longroad.notation.actions import Action

DIGITS = 5  # of chances as JSON


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was compared: the acting seat's chance to win after it, and why it may be good.

    `loss` is how much worse it is than the best action, by the same dice; its standard error is `loss_error`. It is
    judged by other rollouts than those that name the best action, so that their luck exaggerates nothing; where two
    actions are about as good, it may be below 0.
    """

    action: Action
    chance: float
    error: float  # the standard error of the chance
    reason: str
    line: tuple[Action, ...] = ()  # how the turn is expected to go on
    loss: float = 0.0
    loss_error: float = 0.0
    rollouts: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {
            "action": str(self.action),
            "chance": round(self.chance, DIGITS),
            "error": round(self.error, DIGITS),
            "reason": self.reason,
            "line": [str(action) for action in self.line],
            "loss": round(self.loss, DIGITS),
            "loss_error": round(self.loss_error, DIGITS),
            "rollouts": self.rollouts,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a position, as far as it has come.

    `chances` are those of all seats, with their standard errors `errors`; `actions` are the actions of `seat` that
    were compared, best first, and none if that seat has nothing to choose.
    """

    seat: int | None
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    actions: tuple[Candidate, ...] = ()
    rollouts: int = 0

    @property
    def best(self) -> Candidate | None:
        """The best action; None if there is nothing to choose."""
        return self.actions[0] if self.actions else None

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {
            "seat": self.seat,
            "chances": [round(chance, DIGITS) for chance in self.chances],
            "errors": [round(error, DIGITS) for error in self.errors],
            "actions": [candidate.to_json() for candidate in self.actions],
            "rollouts": self.rollouts,
        }
