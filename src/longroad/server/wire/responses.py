"""The responses of the HTTP API besides the messages of the table: errors, choices, previews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from longroad.game.analysis import AnalysisView as AnalysisView
from longroad.game.analysis import BudgetName
from longroad.game.analysis import CandidateView as CandidateView
from longroad.puzzles import Theme as PuzzleTheme
from longroad.server.wire.messages import Counts, Geometry, Message, Switch, Table, Whole

MOST_RECORD = 1_000_000  # letters
MOST_POSITION = 20_000
MOST_SEED = 2**53  # whole numbers up to here are exact in every language


class Problem(Message):
    """Why a request was refused. Nothing has changed."""

    code: str
    message: str
    rule: str | None = None  # the number in the rule catalogue, where a rule forbids it


class ValueInfo(Message):
    """A value of an option, and what it means."""

    value: str
    title: str
    sentence: str


class OptionInfo(Message):
    """An option of a ruleset: what it does and what it can be."""

    name: str
    title: str
    sentence: str
    rules: list[str]  # the numbers of the rules that it changes
    kind: Literal["choice", "number", "switch", "sites"]
    default: Any
    choices: list[ValueInfo]  # that can be chosen without giving an island
    least: int | None = None
    most: int | None = None


class PresetInfo(Message):
    """A preset: when to choose it, for how many, and the options in which it differs from the defaults."""

    name: str
    title: str
    sentence: str
    players: list[int]
    options: dict[str, Any]


class BotInfo(Message):
    """A bot; until it is ready, `novice` plays for it."""

    name: str
    sentence: str
    is_ready: bool  # whether its code is compiled
    is_slow: bool  # where there is no compiler


class Meta(Message):
    """All choices for a game."""

    version: str
    rules_version: int
    protocol: int
    presets: list[PresetInfo]
    options: list[OptionInfo]
    bots: list[BotInfo]
    default_bot: str  # the level of bots without one, at this moment
    costs: dict[str, Counts]
    colours: list[str]  # of the seats
    phrases: list[str]  # lines of chat that take one click


class PreviewRequest(Message):
    """Which island to show."""

    preset: Annotated[str, Field(max_length=40)] = "base"
    options: dict[Annotated[str, Field(max_length=40)], Any] = Field(default_factory=dict)
    island_seed: Annotated[Whole | None, Field(ge=0, lt=MOST_SEED)] = None  # a new one is rolled if left out


class Preview(Message):
    """An island before the game: a game with this seed in its settings is played on it."""

    island_seed: int
    ruleset: str  # in the notation
    options: dict[str, Any]  # all options of the ruleset
    geometry: Geometry
    svg: str  # the address of its drawing; `&theme=dark` for the dark theme


class Why(Message):
    """Whether an action is legal now, and which rule forbids it if it is not."""

    is_legal: bool
    rule: str | None = None
    message: str | None = None
    lacks: Counts = Field(default_factory=dict)  # the cards that are missing, where that is why


class Done(Message):
    """The request succeeded; `event` is the number of the last event of the game."""

    event: int


# --- analyses and reviews ---------------------------------------------------------------------------------------------

ReviewBudget = Literal["quick", "normal"]  # for every decision of a game
_PlyNumber = Annotated[Whole | None, Field(ge=0, lt=MOST_SEED)]
_SeatNumber = Annotated[Whole | None, Field(ge=0, le=5)]
_Seed = Annotated[Whole, Field(ge=0, lt=MOST_SEED)]


class AnalysePosition(Message):
    """Asks for the analysis of a position, or of a record before one of its plies: exactly one of them."""

    position: Annotated[str | None, Field(max_length=MOST_POSITION)] = None  # in the notation
    record: Annotated[str | None, Field(max_length=MOST_RECORD)] = None  # as text or JSON Lines
    ply: _PlyNumber = None  # of the record, counted from 0; the position before it is analysed
    budget: BudgetName = "normal"
    seat: _SeatNumber = None  # whose decision; by default of the seat that decides
    everything: Switch = False  # use hidden cards too, not only what the seat may know
    seed: _Seed = 0  # of the rollouts: the same seed gives the same analysis

    @model_validator(mode="after")
    def _check_either(self) -> AnalysePosition:
        if (self.position is None) == (self.record is None) or (self.record is None) != (self.ply is None):
            raise ValueError("expected either a position, or a record and a ply")
        return self

    @property
    def text(self) -> str:
        """The position, or the record."""
        return self.position or self.record or ""


class AnalyseRoom(Message):
    """Asks for the analysis of a game: now, or before a ply of one that is over."""

    budget: BudgetName = "normal"
    seat: _SeatNumber = None  # whose decision; of a running game one of your own
    ply: _PlyNumber = None  # counted from 0, of a game that is over
    everything: Switch = False  # use hidden cards too, of a game that is over


class ReviewRecord(Message):
    """Asks for the review of a full record, as text or JSON Lines."""

    record: Annotated[str, Field(max_length=MOST_RECORD)]
    budget: ReviewBudget = "normal"
    seed: _Seed = 0


class ReviewRoom(Message):
    """Asks for the review of a game that is over."""

    budget: ReviewBudget = "normal"


class ChoiceView(Message):
    """A decision with a real choice: how much it lost against the best action, by what the seat could know."""

    action: str
    best: str
    loss: float
    loss_error: float  # the standard error
    reason: str  # for the best action


class ReviewedPlyView(Message):
    """A ply, and every seat's chances after it."""

    number: int
    ply: str
    kind: Literal["dice", "thefts", "draws", "decisions"]
    chances: list[float]
    choice: ChoiceView | None


class SeatReviewView(Message):
    """A seat's game: start + luck + decisions = result."""

    seat: int
    name: str
    start: float
    luck: dict[str, float]  # of dice, thefts and draws
    decisions: float  # its own and those of the others
    own_decisions: float
    result: float
    adjusted_result: float  # the result without luck
    error_rate: float  # what a decision with a real choice cost on average
    choices: int  # decisions with a real choice


class ReviewView(Message):
    """The review of a game."""

    seats: list[SeatReviewView]
    start: list[float]  # every seat's chances before the first ply
    turning_points: list[int]  # numbers of plies
    plies: list[ReviewedPlyView]


# --- puzzles ----------------------------------------------------------------------------------------------------------


class PuzzleList(Message):
    """All puzzles by theme, and that of the day."""

    day: str  # as YYYY-MM-DD, in UTC
    today: str  # the id of its puzzle
    themes: dict[PuzzleTheme, list[str]]  # ids


class PuzzleChoice(Message):
    """An action of a puzzle: the chance to win after it, how much worse it is than the best one, and its point."""

    action: str
    chance: float
    loss: float
    error: float  # the standard error of the loss
    reason: str


class PuzzleView(Message):
    """A puzzle: the table as the seat sees it that decides, and what all its actions are worth, the best first."""

    id: str
    theme: PuzzleTheme
    table: Table
    svg: str  # of the island
    svg_dark: str
    choices: list[PuzzleChoice]
    novice: str  # what the level of that name chose
    position: str | None  # in the notation, where no cards are hidden
