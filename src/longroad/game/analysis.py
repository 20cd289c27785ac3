"""What an analysis says: every seat's chance to win, and the actions that were compared, best first.

The shapes that programs and the server exchange as JSON are defined here too, as those of a snapshot are in `snapshot`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, get_args

from longroad.notation.actions import Action

DIGITS: Final = 5  # of chances as JSON
BudgetName = Literal["quick", "normal", "deep"]  # how deeply a position can be analysed
BUDGETS: Final[tuple[BudgetName, ...]] = get_args(BudgetName)


@dataclass(frozen=True, kw_only=True)
class CandidateView:
    """An action that was compared, as JSON: the acting seat's chance to win after it, and why it may be good."""

    action: str  # in the notation
    chance: float
    error: float = 0.0  # the standard error of the chance
    reason: str = ""
    line: list[str] = field(default_factory=list)  # how the turn is expected to go on
    loss: float = 0.0  # how much worse it is than the best action, by the same dice
    loss_error: float = 0.0  # the standard error of the loss
    rollouts: int = 0


@dataclass(frozen=True, kw_only=True)
class AnalysisView:
    """An analysis as JSON: the chances of all seats, and the actions of one that were compared, best first."""

    chances: list[float]  # by seat
    actions: list[CandidateView]
    errors: list[float] = field(default_factory=list)  # the standard errors of the chances
    seat: int | None = None  # whose actions they are
    rollouts: int = 0


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

    @property
    def view(self) -> CandidateView:
        """It as programs and the server exchange it."""
        return CandidateView(
            action=str(self.action),
            chance=round(self.chance, DIGITS),
            error=round(self.error, DIGITS),
            reason=self.reason,
            line=[str(action) for action in self.line],
            loss=round(self.loss, DIGITS),
            loss_error=round(self.loss_error, DIGITS),
            rollouts=self.rollouts,
        )

    @classmethod
    def of(cls, view: CandidateView, seat: int, players: int) -> Candidate:
        """Read the candidate of a seat. Raises `InvalidNotation`."""
        action, *line = (Action.parse(text, seat, players) for text in (view.action, *view.line))
        numbers = view.loss, view.loss_error, view.rollouts
        return cls(action, view.chance, view.error, view.reason, tuple(line), *numbers)


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

    @property
    def view(self) -> AnalysisView:
        """It as programs and the server exchange it."""
        return AnalysisView(
            chances=[round(chance, DIGITS) for chance in self.chances],
            actions=[candidate.view for candidate in self.actions],
            errors=[round(error, DIGITS) for error in self.errors],
            seat=self.seat,
            rollouts=self.rollouts,
        )

    @classmethod
    def of(cls, view: AnalysisView, seat: int) -> Analysis:
        """Read the analysis of a seat's view. Raises `InvalidNotation`.

        >>> view = AnalysisView(chances=[0.5, 0.5], actions=[CandidateView(action="end", chance=0.5)])
        >>> Analysis.of(view, 1).best.action
        Action('end')
        """
        players = len(view.chances)
        actions = tuple(Candidate.of(candidate, seat, players) for candidate in view.actions)
        return cls(seat, tuple(view.chances), tuple(view.errors) or (0.0,) * players, actions, view.rollouts)

    def to_json(self) -> dict[str, Any]:
        """Return it as an object."""
        return asdict(self.view)
