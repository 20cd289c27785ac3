"""The responses of the HTTP API besides the messages of the table: errors, choices, previews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from longroad.game.analysis import AnalysisView as AnalysisView
from longroad.game.analysis import BudgetName
from longroad.game.analysis import CandidateView as CandidateView
from longroad.puzzles import Theme as PuzzleTheme
from longroad.server.wire.messages import Counts, Geometry, Message, PlyView, Seat, Switch, Table, Whole

MOST_RECORD = 1_000_000  # letters
MOST_POSITION = 20_000
MOST_ISLAND = 400
MOST_TURN = 1_000_000
MOST_SEED = 2**53  # whole numbers up to here are exact in every language

_SeatNumber = Annotated[Whole | None, Field(ge=0, le=5)]


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


class BoardRequest(Message):
    """Asks for an analysis board: of a record, of a position, or else of an island where nothing has happened."""

    record: Annotated[str | None, Field(max_length=MOST_RECORD)] = None  # full, as text or JSON Lines
    position: Annotated[str | None, Field(max_length=MOST_POSITION)] = None  # full, in the notation
    preset: Annotated[str, Field(max_length=800)] = "base"  # or a ruleset in the notation
    options: dict[Annotated[str, Field(max_length=40)], Any] = Field(default_factory=dict)
    island: Annotated[str | None, Field(max_length=MOST_ISLAND)] = None  # in the notation; what it leaves open is drawn
    island_seed: Annotated[Whole | None, Field(ge=0, lt=MOST_SEED)] = None  # of what is drawn; random if left out

    @model_validator(mode="after")
    def _check_one(self) -> BoardRequest:
        is_island = bool(self.model_fields_set & {"preset", "options", "island", "island_seed"})
        if (self.record is not None) + (self.position is not None) + is_island > 1:
            raise ValueError("expected one of a record, a position, or an island with a preset and options")
        return self


class Board(Message):
    """What an analysis board begins with: the island, the first state, and what was played, with variations."""

    ruleset: str  # in the notation
    seats: list[Seat]
    geometry: Geometry
    svg: str  # the drawing of the island, in light colours
    svg_dark: str
    start: str  # the state at the beginning, as the engine takes it: its bytes in base64
    position: str  # the same in the notation
    end: str  # the position after the last ply, in the notation
    head: str  # the tags that begin the record, line by line
    comment: str | None = None  # on the whole record
    plies: list[PlyView] = Field(default_factory=list)
    result: str = "unfinished"
    tags: dict[str, str] = Field(default_factory=dict)
    warning: str | None = None  # what is wrong with the record, if only its beginning is sound


# --- the position editor ----------------------------------------------------------------------------------------------

Land = Literal["hills", "forest", "pasture", "fields", "mountains", "desert"]
HarborKind = Literal["brick", "lumber", "wool", "grain", "ore", "generic"]
_Place = Annotated[int, Field(strict=True, ge=0, le=108)]
_Count = Annotated[int, Field(strict=True, ge=0, le=95)]
_Owner = Annotated[int, Field(strict=True, ge=0, le=5)]
_BySeat = Annotated[list[dict[str, _Count]], Field(max_length=6)]


class DraftPiece(Message):
    """A building and whose it is."""

    kind: Literal["settlement", "city"]
    seat: _Owner


class Draft(Message):
    """A position that is being edited: plain values, right or wrong. Cards and resources are counted by name."""

    ruleset: Annotated[str, Field(max_length=800)]  # in the notation
    terrain: Annotated[list[Land], Field(max_length=30)]  # by hex
    tokens: Annotated[list[Annotated[int, Field(strict=True, ge=0, le=12)]], Field(max_length=30)]  # 0 for none
    harbors: Annotated[list[tuple[_Place, HarborKind]], Field(max_length=38)]  # coast paths
    robber: Annotated[int, Field(strict=True, ge=0, le=29)]
    buildings: dict[Annotated[int, Field(ge=0, le=79)], DraftPiece] = Field(default_factory=dict)  # by site
    roads: dict[Annotated[int, Field(ge=0, le=108)], _Owner] = Field(default_factory=dict)  # seats by path
    hands: _BySeat = Field(default_factory=list)
    cards: _BySeat = Field(default_factory=list)
    fresh: _BySeat = Field(default_factory=list)  # those of the cards bought since the seat's own turn began
    knights: Annotated[list[_Count], Field(max_length=6)] = Field(default_factory=list)  # played
    stack: dict[str, _Count] | None = None  # null: all development cards that are nowhere else
    turn: _Owner = 0
    turn_number: Annotated[int, Field(strict=True, ge=0, le=MOST_TURN)] = 1
    phase: Annotated[str, Field(max_length=40)] = "before roll"
    rolled: Annotated[list[Annotated[int, Field(strict=True, ge=2, le=12)]], Field(max_length=2)] = Field(
        default_factory=list
    )
    longest_road: _SeatNumber = None  # if two have the longest; else it follows from the roads
    largest_army: _SeatNumber = None
    fields: dict[Annotated[str, Field(max_length=10)], Annotated[str, Field(max_length=200)]] = Field(
        default_factory=dict, max_length=60
    )  # all else that a position says, by the labels of the notation


class CheckPosition(Message):
    """Asks what is wrong with a draft; or for the draft of a position, or of a game that begins."""

    draft: Draft | None = None
    position: Annotated[str | None, Field(max_length=MOST_POSITION)] = None  # full, in the notation
    preset: Annotated[str, Field(max_length=40)] = "beginner"  # if neither is given
    options: dict[Annotated[str, Field(max_length=40)], Any] = Field(default_factory=dict)
    island_seed: Annotated[Whole | None, Field(ge=0, lt=MOST_SEED)] = None
    draws: Switch = True  # whether the drawings of the island are wanted

    @model_validator(mode="after")
    def _check_one(self) -> CheckPosition:
        if self.draft is not None and self.position is not None:
            raise ValueError("expected either a draft or a position")
        return self


class DraftPlace(Message):
    """Where something is wrong: the number of a hex, an intersection, a path or a seat."""

    where: Literal["hex", "site", "path", "seat"]
    number: int


class DraftProblem(Message):
    """Something that is wrong with a position, by the rule that it breaks; there may be no rule for bad values."""

    rule: str | None
    sentence: str
    places: list[DraftPlace]


class CheckedPosition(Message):
    """A draft and everything that is wrong with it; if nothing is, the position."""

    draft: Draft  # with the special cards where they belong
    problems: list[DraftProblem]
    position: str | None  # in the notation
    start: str | None  # the same as the engine takes it: its bytes in base64
    seats: list[Seat]
    geometry: Geometry
    svg: str | None  # the drawing of the island, in light colours
    svg_dark: str | None


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
