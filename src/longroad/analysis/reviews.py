"""What a review of a game says: every seat's chances after every ply, and what was luck and what were decisions.

Chances are whole numbers of `CERTAIN`ths, which floating-point numbers hold exactly: sums and differences of them are
exact too, and so is *start + luck + decisions = result*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from longroad.notation.actions import Action, Ply

DICE: Final = "dice"
THEFTS: Final = "thefts"
DRAWS: Final = "draws"
DECISIONS: Final = "decisions"
LUCK: Final = (DICE, THEFTS, DRAWS)
TURNING_POINTS: Final = 5  # plies that are named as such
LEAST_TURN: Final = 0.03  # change of a chance that makes a turning point


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision with a real choice, judged by what the seat could know: how much it lost against the best action."""

    action: Action
    best: Action
    loss: float
    loss_error: float  # its standard error
    reason: str  # for the best action

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {
            "action": str(self.action),
            "best": str(self.best),
            "loss": self.loss,
            "loss_error": self.loss_error,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """A ply: what it was (luck at dice, thefts or draws, or a decision), and every seat's chances after it."""

    number: int
    ply: Ply
    kind: str
    chances: tuple[float, ...]
    changes: tuple[float, ...]  # by seat
    choice: Choice | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {
            "number": self.number,
            "ply": str(self.ply),
            "kind": self.kind,
            "chances": list(self.chances),
            "choice": None if self.choice is None else self.choice.to_json(),
        }


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's game: `start` + `luck` + `decisions` = `result`, exactly.

    `decisions` is what all decisions changed, its own (`own`) and those of the others; `losses` are the choices that it
    had, and what each cost.
    """

    seat: int
    name: str
    start: float
    dice: float
    thefts: float
    draws: float
    own: float
    others: float
    result: float
    losses: tuple[float, ...] = ()

    @property
    def luck(self) -> float:
        """All luck: of dice, thefts and draws."""
        return self.dice + self.thefts + self.draws

    @property
    def decisions(self) -> float:
        """What all decisions changed."""
        return self.own + self.others

    @property
    def adjusted_result(self) -> float:
        """The result without luck: its mean over many games is the same, and it varies less."""
        return self.result - self.luck

    @property
    def error_rate(self) -> float:
        """What a decision with a real choice cost on average, in shares of a victory; 0 if there was none."""
        return sum(self.losses) / len(self.losses) if self.losses else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {
            "seat": self.seat,
            "name": self.name,
            "start": self.start,
            "luck": {DICE: self.dice, THEFTS: self.thefts, DRAWS: self.draws},
            "decisions": self.decisions,
            "own_decisions": self.own,
            "result": self.result,
            "adjusted_result": self.adjusted_result,
            "error_rate": self.error_rate,
            "choices": len(self.losses),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game."""

    names: tuple[str, ...]
    start: tuple[float, ...]
    plies: tuple[ReviewedPly, ...]

    @property
    def result(self) -> tuple[float, ...]:
        """Every seat's chances at the end."""
        return self.plies[-1].chances if self.plies else self.start

    @property
    def seats(self) -> tuple[SeatReview, ...]:
        """The game of each seat."""
        return tuple(self._seat(seat) for seat in range(len(self.names)))

    def _seat(self, seat: int) -> SeatReview:
        changes = {kind: self._sum(seat, kind) for kind in LUCK}
        own = sum(ply.changes[seat] for ply in self.plies if ply.kind == DECISIONS and ply.ply.seat == seat)
        others = sum(ply.changes[seat] for ply in self.plies if ply.kind == DECISIONS and ply.ply.seat != seat)
        losses = tuple(ply.choice.loss for ply in self.choices(seat) if ply.choice is not None)
        return SeatReview(
            seat,
            self.names[seat],
            self.start[seat],
            **changes,
            own=own,
            others=others,
            result=self.result[seat],
            losses=losses,
        )

    def _sum(self, seat: int, kind: str) -> float:
        return sum(ply.changes[seat] for ply in self.plies if ply.kind == kind)

    def choices(self, seat: int) -> list[ReviewedPly]:
        """Return the decisions of a seat that had a real choice, in the order of the game."""
        return [ply for ply in self.plies if ply.choice is not None and ply.ply.seat == seat]

    def costliest(self, seat: int, most: int = 5) -> list[ReviewedPly]:
        """Return the decisions that cost a seat most, the costliest first."""
        lost = [ply for ply in self.choices(seat) if ply.choice is not None and ply.choice.loss > 0]
        return sorted(lost, key=_loss, reverse=True)[:most]

    @property
    def turning_points(self) -> list[ReviewedPly]:
        """The plies that changed the chances most, in the order of the game."""
        turns = [ply for ply in self.plies if _swing(ply) >= LEAST_TURN]
        return sorted(sorted(turns, key=_swing, reverse=True)[:TURNING_POINTS], key=lambda ply: ply.number)

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        from longroad.analysis.plot import draw_review

        return draw_review(self)

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return {
            "seats": [seat.to_json() for seat in self.seats],
            "start": list(self.start),
            "turning_points": [ply.number for ply in self.turning_points],
            "plies": [ply.to_json() for ply in self.plies],
        }


def _loss(ply: ReviewedPly) -> float:
    return 0.0 if ply.choice is None else ply.choice.loss


def _swing(ply: ReviewedPly) -> float:
    return max(map(abs, ply.changes))


def changed(before: Sequence[float], after: Sequence[float]) -> tuple[float, ...]:
    """Return by how much each chance has changed.

    >>> changed((0.25, 0.75), (0.5, 0.5))
    (0.25, -0.25)
    """
    return tuple(new - old for old, new in zip(before, after, strict=True))
