"""The responses of the HTTP API besides the messages of the table: errors, choices, previews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from longroad.server.wire.messages import Counts, Geometry, Message, Whole

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
