"""The messages between a game and a program that plays it: one JSON object a line (docs/howto/program.md).

The table has the shapes of `game.snapshot`, as in the server's messages, and actions are in the notation. Everything
comes from a view, so that a program never learns what its seat may not know. The island, the options and the costs are
sent once a game; each request has the current table, and the new entries of the log.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeVar

from longroad.core.ruleset import RULES_VERSION
from longroad.game.snapshot import Counts, Decision, Geometry, Snapshot
from longroad.version import __version__

PROTOCOL: Final = 2
MOST_LINE: Final = 4096  # bytes of a line that a program writes
MOST_NAME: Final = 40
MOST_WHY: Final = 300


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Time to decide: seconds for each decision, and the reserve for the whole game, or what is left of it."""

    decision_s: float = 1.0
    reserve_s: float = 30.0


@dataclass(frozen=True, kw_only=True)
class Log:
    """New entries of the log: they follow the first `since` entries that were sent before."""

    since: int
    plies: list[str]  # in the notation, with ? for what the seat may not know


# --- what the game sends ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Hello:
    """Begins the conversation; the program answers with a hello of its own."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    version: str = __version__
    rules_version: int = RULES_VERSION


@dataclass(frozen=True, kw_only=True)
class Begin:
    """Begins a game: the seat, the seed for the program's own random choices, rules and island."""

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
    clock: Clock  # seconds for this decision, and what is left of the reserve
    log: Log
    snapshot: Snapshot
    position: str  # the same view as one line of the notation


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Warns that an answer cannot be used, or is late, and why; the program answers the same decision again."""

    type: Literal["refused"] = "refused"
    decision: int
    code: str  # malformed, too_large, illegal_action or late
    message: str
    rule: str | None


@dataclass(frozen=True, kw_only=True)
class Played:
    """Reports that the stated default was played after a warning, and why; null for a proposal."""

    type: Literal["played"] = "played"
    decision: int
    action: str | None
    code: str
    message: str
    rule: str | None


@dataclass(frozen=True, kw_only=True)
class Over:
    """Ends a game, with nothing hidden. Another game may follow."""

    type: Literal["over"] = "over"
    result: str
    winner: int | None
    points: list[int]
    log: Log
    snapshot: Snapshot


# --- what a program sends ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Greeting:
    """Answers the hello: the program's protocol version, its name, and whether it ever proposes trades out of turn."""

    type: Literal["hello"] = "hello"
    protocol: int
    name: str
    proposes: bool = True

    def __post_init__(self) -> None:
        _require(type(self.protocol) is int, "protocol must be a whole number")
        _require(
            isinstance(self.name, str) and 0 < len(self.name) <= MOST_NAME, f"name must have 1 to {MOST_NAME} letters"
        )
        _require(self.name.isprintable(), "name must be printable")
        _require(type(self.proposes) is bool, "proposes must be true or false")


@dataclass(frozen=True, kw_only=True)
class Act:
    """Answers a decision: an action in the notation, or null for no proposal; and the reason, in words."""

    type: Literal["act"] = "act"
    decision: int
    action: str | None
    why: str = ""

    def __post_init__(self) -> None:
        _require(type(self.decision) is int, "decision must be the number of a decision")
        _require(self.action is None or isinstance(self.action, str), "action must be text, or null")
        _require(
            isinstance(self.why, str) and len(self.why) <= MOST_WHY, f"why must be text of at most {MOST_WHY} letters"
        )


GameMessage = Hello | Begin | Decide | Refused | Played | Over
ProgramMessage = Greeting | Act
Phrase = TypeVar("Phrase", Greeting, Act)


def _require(is_valid: bool, message: str) -> None:
    if not is_valid:
        raise ValueError(message)


def written(message: GameMessage | ProgramMessage) -> str:
    """Return a message as a line, without the newline.

    >>> written(Act(decision=3, action="end"))
    '{"type":"act","decision":3,"action":"end","why":""}'
    """
    return json.dumps(message, default=vars, separators=(",", ":"))


def read(line: bytes, kind: type[Phrase]) -> Phrase:
    """Read a line that a program wrote. Raises `ValueError` if it is not a message of the kind.

    >>> read(b'{"type": "act", "decision": 3}', Act)
    Traceback (most recent call last):
    ...
    ValueError: expected the fields type, decision, action and optionally why
    """
    try:
        parts = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not JSON: {error}") from None
    _require(isinstance(parts, dict), "a line must be an object")
    _require(parts.get("type") == kind.type, f'type must be "{kind.type}"')
    wanted = [field.name for field in fields(kind)]
    needed = wanted[:-1]  # the last one of both kinds can be left out
    if not set(needed) <= set(parts) <= set(wanted):
        raise ValueError(f"expected the fields {', '.join(needed)} and optionally {wanted[-1]}")
    return kind(**parts)
