"""What the game and a program that plays say to each other: one JSON object a line (docs/howto/program.md).

The shapes are those of the server's messages, and the words those of the notation. What a program is told comes from a
view, so that it never learns what its seat may not know. The island, the options and the costs are told once a game;
each question brings the table as it is, and those entries of the log that are new.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeVar

from longroad import __version__
from longroad.core.ruleset import RULES_VERSION

PROTOCOL: Final = 1
MOST_LINE: Final = 4096  # bytes of a line that a program writes
MOST_NAME: Final = 40
MOST_WHY: Final = 300

Counts = dict[str, int]  # resources or cards by name, without zeros


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Time to decide: so many seconds for each decision, and a reserve for the whole game, or what is left of it."""

    decision_s: float = 1.0
    reserve_s: float = 30.0


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """The island: which sites a path joins, and what there is on the hexes, sites and coast paths, by number."""

    paths: list[tuple[int, int]]  # the two sites that each path joins
    terrain: list[str]
    tokens: list[int]  # 0 for none
    harbors: list[tuple[int, str]]  # a coast path and a resource, or "generic"
    site_hexes: list[list[int]]


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """What can be seen of a seat; `hand`, `cards` and `fresh` are null where the kinds are hidden."""

    seat: int
    hand_size: int
    hand: Counts | None
    cards_size: int
    cards: Counts | None
    fresh: Counts | None  # the cards bought since the seat's own turn began
    knights: int
    road_length: int
    points: int
    sources: Counts
    settlements: list[int]
    cities: list[int]
    roads: list[int]
    supply: tuple[int, int, int]  # roads, settlements, cities
    trade_cards: int


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A trade on the table: what its maker gives and takes, whom it asks, who accepted, who has not answered."""

    seat: int
    give: Counts
    take: Counts
    to: list[int]
    accepted: list[int]
    waiting: list[int]


@dataclass(frozen=True, kw_only=True)
class Look:
    """What the seat may see of the game now."""

    phase: str
    turn: int
    turn_number: int
    to_act: list[int]
    rolled: list[int]
    robber: int
    bank: Counts
    deck_size: int
    longest_road: int | None
    largest_army: int | None
    winner: int | None
    seats: list[SeatView]
    neutral: list[SeatView]
    offer: Offer | None
    proposals: list[Offer]
    rates: Counts  # the seat's cards of each resource for one of the bank's


@dataclass(frozen=True, kw_only=True)
class Form:
    """Which bundles of a kind may be made: at most so many of each, a total, and to whom."""

    kind: str
    give: Counts
    take: Counts
    total: int | None
    to: list[int]


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What is expected of the seat; where it is not awaited, it may propose a trade or say nothing."""

    id: int
    is_awaited: bool
    prompt: str
    actions: list[str]  # in the notation
    forms: list[Form]


@dataclass(frozen=True, kw_only=True)
class Log:
    """What has happened: the first `since` entries that were told before stay, and these follow them."""

    since: int
    plies: list[str]  # in the notation, with ? for what the seat may not know


# --- what the game says -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Hello:
    """Begins the conversation; the program answers with a hello of its own."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    version: str = __version__
    rules_version: int = RULES_VERSION


@dataclass(frozen=True, kw_only=True)
class Begin:
    """Tells a game once: the seat, the seed that the program's own chance should follow from, rules and island."""

    type: Literal["game"] = "game"
    seat: int
    seed: int
    ruleset: str  # in the notation
    options: dict[str, Any]  # all of them
    geometry: Geometry
    colours: list[str]  # of the seats
    costs: dict[str, Counts]
    clock: Clock


@dataclass(frozen=True, kw_only=True)
class Decide:
    """Asks for a decision; the program answers with an act."""

    type: Literal["decide"] = "decide"
    decision: Decision
    clock: Clock  # for this decision, and what is left of the reserve
    log: Log
    look: Look
    position: str  # the same view as one line of the notation


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Warns that an answer cannot be used, or has not come, and why; the program answers the same decision anew."""

    type: Literal["refused"] = "refused"
    decision: int
    code: str  # malformed, too_large, illegal_action or late
    message: str
    rule: str | None


@dataclass(frozen=True, kw_only=True)
class Played:
    """Tells that the stated default was played after a warning, and why; null where nothing is proposed."""

    type: Literal["played"] = "played"
    decision: int
    action: str | None
    code: str
    message: str
    rule: str | None


@dataclass(frozen=True, kw_only=True)
class Over:
    """Tells the end of a game, when nothing is hidden any more. Another game may follow."""

    type: Literal["over"] = "over"
    result: str
    winner: int | None
    points: list[int]
    log: Log
    look: Look


# --- what a program says ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Greeting:
    """Answers the hello: the protocol that the program speaks, its name, and whether it ever proposes unasked."""

    type: Literal["hello"] = "hello"
    protocol: int
    name: str
    proposes: bool = True

    def __post_init__(self) -> None:
        _see_that(type(self.protocol) is int, "protocol is a whole number")
        _see_that(isinstance(self.name, str) and 0 < len(self.name) <= MOST_NAME, f"name has 1 to {MOST_NAME} letters")
        _see_that(self.name.isprintable(), "name can be printed")
        _see_that(type(self.proposes) is bool, "proposes is true or false")


@dataclass(frozen=True, kw_only=True)
class Act:
    """Answers a decision: an action in the notation, or null where there is nothing to propose; and why, in words."""

    type: Literal["act"] = "act"
    decision: int
    action: str | None
    why: str = ""

    def __post_init__(self) -> None:
        _see_that(type(self.decision) is int, "decision is the number of a decision")
        _see_that(self.action is None or isinstance(self.action, str), "action is text, or null")
        _see_that(isinstance(self.why, str) and len(self.why) <= MOST_WHY, f"why is text of {MOST_WHY} letters at most")


GameMessage = Hello | Begin | Decide | Refused | Played | Over
ProgramMessage = Greeting | Act
Said = TypeVar("Said", Greeting, Act)


def _see_that(is_so: bool, what: str) -> None:
    if not is_so:
        raise ValueError(f"expected that {what}")


def written(message: GameMessage | ProgramMessage) -> str:
    """Write a message as a line, without its end.

    >>> written(Act(decision=3, action="end"))
    '{"type":"act","decision":3,"action":"end","why":""}'
    """
    return json.dumps(message, default=vars, separators=(",", ":"))


def read(line: bytes, kind: type[Said]) -> Said:
    """Read a line that a program wrote. Raises `ValueError` if it is no message of the kind.

    >>> read(b'{"type": "act", "decision": 3}', Act)
    Traceback (most recent call last):
    ...
    ValueError: expected the fields type, decision, action and, if wanted, why
    """
    try:
        parts = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no JSON: {error}") from None
    _see_that(isinstance(parts, dict), "a line is an object")
    _see_that(parts.get("type") == kind.type, f'type is "{kind.type}"')
    wanted = [field.name for field in fields(kind)]
    needed = wanted[:-1]  # the last one of both kinds can be left out
    if not set(needed) <= set(parts) <= set(wanted):
        raise ValueError(f"expected the fields {', '.join(needed)} and, if wanted, {wanted[-1]}")
    return kind(**parts)
