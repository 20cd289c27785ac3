"""The messages between a game and a program that plays it: one JSON object a line (docs/howto/program.md).

The table has the shapes of `game.snapshot`, as in the server's messages, and actions are in the notation. Everything
comes from a view, so that a program never learns what its seat may not know. The island, the options and the costs are
sent once a game; each request has the current table, and the new entries of the log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from math import fsum
from typing import Any, Final, Literal, TypeVar

from longroad.core.ruleset import RULES_VERSION
from longroad.game.analysis import AnalysisView, BudgetName, CandidateView
from longroad.game.snapshot import Counts, Decision, Geometry, Snapshot
from longroad.version import __version__

PROTOCOL: Final = 2
MOST_LINE: Final = 65_536  # bytes of a line that a program writes: an analysis may compare many actions
MOST_NAME: Final = 40
MOST_WHY: Final = 300
ROUNDING: Final = 0.01  # by which the chances of an analysis may miss a sum of 1
QUOTED: Final = 60  # letters of a wrong value


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
class Analyse:
    """Asks for an analysis of a view, shown as in a decide; the program answers with an analysis.

    Only a program that `analyses`, by its greeting, is asked. The seat need not have anything to choose.
    """

    type: Literal["analyse"] = "analyse"
    decision: Decision  # its id is the number that the answer refers to
    budget: BudgetName  # how deeply to analyse
    clock: Clock  # seconds for the analysis; there is no reserve
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
    """Answers the hello: the program's protocol version, its name, whether it ever proposes trades, and analyses."""

    type: Literal["hello"] = "hello"
    protocol: int
    name: str
    proposes: bool = True  # trades out of turn
    analyses: bool = False  # whether it may be asked for analyses

    def __post_init__(self) -> None:
        _require(type(self.protocol) is int, "protocol must be a whole number")
        _require(
            isinstance(self.name, str) and 0 < len(self.name) <= MOST_NAME, f"name must have 1 to {MOST_NAME} letters"
        )
        _require(self.name.isprintable(), "name must be printable")
        _require(type(self.proposes) is bool, "proposes must be true or false")
        _require(type(self.analyses) is bool, "analyses must be true or false")


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


@dataclass(frozen=True, kw_only=True)
class Analysed(AnalysisView):
    """Answers an analyse: every seat's chance to win, and the seat's actions that were compared, best first."""

    type: Literal["analysis"] = "analysis"
    decision: int  # the id of the decision in the request

    def __post_init__(self) -> None:
        _require(type(self.decision) is int, "decision must be the number of a decision")
        _require_chances("chances", self.chances)
        _require_numbers("errors", self.errors, 0)
        _require(len(self.errors) in (0, len(self.chances)), "errors must be as many as chances, or none")
        _require(self.seat is None or type(self.seat) is int, "seat must be a whole number, or null")
        _require(type(self.rollouts) is int, "rollouts must be a whole number")


GameMessage = Hello | Begin | Decide | Analyse | Refused | Played | Over
ProgramMessage = Greeting | Act | Analysed
Phrase = TypeVar("Phrase", Greeting, Act, Analysed)
Shape = TypeVar("Shape", Greeting, Act, Analysed, CandidateView)


def _require(is_valid: bool, message: str) -> None:
    if not is_valid:
        raise ValueError(message)


def _require_numbers(name: str, values: object, least: int, most: int = 1) -> None:
    _require(isinstance(values, list), f"{name} must be a list of numbers from {least} to {most}")
    assert isinstance(values, list)
    for value in values:
        is_within = type(value) in (int, float) and least <= value <= most
        _require(is_within, f"{name} must be from {least} to {most}, not {value!r:.{QUOTED}}")


def _require_chances(name: str, values: object) -> None:
    _require_numbers(name, values, 0)
    assert isinstance(values, list)
    _require(abs(fsum(values) - 1.0) <= ROUNDING, f"{name} must add up to 1, not to {fsum(values):.5g}")


def _require_candidate(candidate: CandidateView) -> None:
    _require(isinstance(candidate.action, str), "the action of a candidate must be text")
    name = f"of {candidate.action!r:.{QUOTED}}"
    _require_numbers(f"the chance {name}", [candidate.chance], 0)
    _require_numbers(f"the errors {name}", [candidate.error, candidate.loss_error], 0)
    _require_numbers(f"the loss {name}", [candidate.loss], -1)
    _require(
        isinstance(candidate.reason, str) and len(candidate.reason) <= MOST_WHY,
        f"the reason {name} must be text of at most {MOST_WHY} letters",
    )
    is_line = isinstance(candidate.line, list) and all(isinstance(action, str) for action in candidate.line)
    _require(is_line, f"the line {name} must be a list of actions")
    _require(type(candidate.rollouts) is int, f"the rollouts {name} must be a whole number")


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
    parts = read_object(line)
    _require(parts.get("type") == kind.type, f'type must be "{kind.type}"')
    if kind is Analysed:
        parts["actions"] = _candidates(parts.get("actions"))
    return _filled(kind, parts)


def read_object(line: bytes) -> dict[str, Any]:
    """Read a line as an object. Raises `ValueError`."""
    try:
        parts = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not JSON: {error}") from None
    _require(isinstance(parts, dict), "a line must be an object")
    assert isinstance(parts, dict)
    return parts


def _candidates(given: object) -> list[CandidateView]:
    """Read the actions of an analysis. Raises `ValueError`."""
    if not isinstance(given, list):
        raise ValueError("actions must be a list")
    candidates = []
    for each in given:
        if not isinstance(each, dict):
            raise ValueError(f"actions must be objects, not {each!r:.{QUOTED}}")
        candidates.append(_filled(CandidateView, each))
        _require_candidate(candidates[-1])
    return candidates


def _filled(shape: type[Shape], parts: Mapping[str, Any]) -> Shape:
    """Build a shape from the fields of an object; those with a default can be left out. Raises `ValueError`."""
    names: tuple[list[str], list[str]] = field_names(shape)
    if not set(names[0]) <= set(parts) <= {*names[0], *names[1]}:
        raise ValueError(f"expected the fields {', '.join(names[0])} and optionally {', '.join(names[1])}")
    return shape(**parts)


def field_names(shape: type[Any]) -> tuple[list[str], list[str]]:
    """Return the names of the fields that are needed, and of those that can be left out.

    >>> field_names(Act)
    (['type', 'decision', 'action'], ['why'])
    """
    needed: list[str] = []
    optional: list[str] = []
    for field in fields(shape):
        has_default = field.default is not MISSING or field.default_factory is not MISSING
        (optional if has_default and field.name != "type" else needed).append(field.name)
    return needed, optional
