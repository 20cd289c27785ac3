"""Playing in a room: which events an action, a default or taking something back brings about. Nothing changes here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.rules.absent import default_action
from longroad.core.state import IllegalAction, State
from longroad.game.game import Game
from longroad.narration import Said, Voice, undo_refusal
from longroad.narration.catalogue import Several, refused
from longroad.narration.phrases import called
from longroad.notation.actions import Action, write_action, write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import write_island
from longroad.notation.rulesets import write_ruleset
from longroad.server import events as e
from longroad.server.errors import RequestError
from longroad.server.events import NewEvent
from longroad.server.room.pending import Choice, asked_anew, choices_of
from longroad.server.room.state import Chances, RoomState, beginning
from longroad.server.wire.messages import Act

# What can be taken back: pieces, the robber, and trades with the bank, as long as nothing has followed.
UNDOABLE: Final = frozenset(
    {
        a.BUILD_SETTLEMENT,
        a.BUILD_CITY,
        a.BUILD_ROAD,
        a.NEUTRAL_ROAD,
        a.NEUTRAL_SETTLEMENT,
        a.MOVE_ROBBER,
        a.TRADE_BANK,
    }
)


@dataclass(frozen=True, slots=True)
class Commit:
    """What is to be stored together: events, and who holds which seat from now on."""

    drafts: list[NewEvent]
    tokens: dict[int, str | None] = field(default_factory=dict)
    choices: dict[int, Choice | None] | None = None  # of people, after the events, where plies are among them
    seat: int | None = None  # who acted


def playing(course: RoomState) -> Game:
    """Give the game that is being played. Raises `RequestError` before it and after it."""
    if course.status == "over":
        raise RequestError("game_over", Said("wrong.game_over"))
    if course.game is None:
        raise RequestError("not_started", Said("wrong.not_started"))
    return course.game


def seated(viewer: int | None) -> int:
    """Give the seat of whoever asks. Raises `RequestError` for those who watch."""
    if viewer is None:
        raise RequestError("not_seated", Said("wrong.watching"))
    return viewer


# --- acting -----------------------------------------------------------------------------------------------------------


def answer(course: RoomState, viewer: int | None, act: Act) -> tuple[int, int]:
    """Give the seat and the code of an action that a person takes. Raises `RequestError`."""
    game, seat = playing(course), seated(viewer)
    if not 0 <= seat < len(course.chairs):
        raise RequestError("unknown_seat", Said("wrong.unknown_seat", {"seat": seat}))
    code = read(course, seat, act.action)
    choice = course.choices.get(seat)
    if choice is None:
        refusal = game.why_not(code, seat)
        raise RequestError("not_your_turn", _waiting(course), refusal.rule if refusal else None)
    if act.decision != course.decisions.get(seat):
        raise RequestError("stale_decision", Said("wrong.stale_decision"))
    refusal = game.why_not(code, seat)
    if refusal is not None:
        why_not = Said("wrong.not_possible", {"action": write_action(code), "why": refused(refusal)})
        raise RequestError("illegal_action", why_not, refusal.rule)
    return seat, code


def read(course: RoomState, seat: int, text: str) -> int:
    """Read an action that a seat takes. Raises `RequestError`."""
    if ":" in text:
        raise RequestError("malformed", f"{text!r:.60}: send the action alone; the seat is known.")
    try:
        return Action.parse(text, seat, len(course.chairs)).code
    except InvalidNotation as error:
        raise RequestError("malformed", str(error)) from error


def _waiting(course: RoomState) -> Said:
    assert course.game is not None
    names = [called(seat, course.names[seat]) for seat in course.game.to_act if seat != CHANCE]
    return Said("wrong.waits", {"names": Several(names)})


def ply(course: RoomState, seat: int, code: int, is_absent: bool = False, reserve: float | None = None) -> Commit:
    """Let a seat act, and chance after it. Raises `RequestError` if a rule forbids it."""
    state = playing(course).seen.copy()
    try:
        state.apply(seat, code)
    except IllegalAction as error:
        raise RequestError("illegal_action", refused(error.refusal), error.refusal.rule) from error
    plies = [a.ply(seat, code, is_absent), *_chance(state, course.chances, course.chance_count)]
    return _order(course, state, [], plies, seat, reserve)


def default(course: RoomState, seat: int, reserve: float | None = None) -> Commit:
    """Let the stated default be played for a seat that does not answer (END-2)."""
    code = default_action(playing(course).seen.view(seat), seat)
    return ply(course, seat, code, is_absent=True, reserve=reserve)


def start(course: RoomState, begin: str | None = None, script: tuple[str, ...] = ()) -> Commit:
    """Begin the game, from a position and with scripted chance where it is set up, and let chance act."""
    body: dict[str, Any] = {"ruleset": write_ruleset(course.ruleset)}
    chances = course.chances.begun(course.texts, script)
    if chances.dice is not None:
        body["texts"] = course.texts
    if begin is not None:
        body["begin"] = begin
    else:
        chosen = course.settings.island_seed
        seed = chances.island_seed if chosen is None else chosen
        body["island"] = write_island(Game(course.ruleset, seed=seed, chance="given").record.island)
    if script:
        body["script"] = list(script)
    state = beginning(body).seen.copy()
    return _order(course, state, [NewEvent(e.STARTED, body)], _chance(state, chances, 0), None)


def _chance(state: State, chances: Chances, number: int) -> list[int]:
    """Let chance act on a state until somebody decides, and give its plies."""
    plies: list[int] = []
    while state.is_chance:
        code = chances.outcome(state, number + len(plies))
        state.apply(CHANCE, code)
        plies.append(a.ply(CHANCE, code))
    return plies


def _order(
    course: RoomState,
    after: State,
    first: list[NewEvent],
    plies: list[int],
    acted: int | None,
    reserve: float | None = None,
) -> Commit:
    """Put the events together; the last one says whose choice has changed."""
    choices = choices_of(after, course.people)
    bodies: list[dict[str, Any]] = [{"ply": write_ply(entry)} for entry in plies]
    drafts = first + [NewEvent(e.PLY, body) for body in bodies]
    drafts[-1].body["asked"] = asked_anew(course.choices, choices, acted)
    if reserve is not None:
        bodies[0]["reserve"] = round(reserve, 3)
    if after.is_over:
        drafts.append(NewEvent(e.OVER, {"winner": after["winner"]}))
    return Commit(drafts, choices=choices, seat=acted)


# --- taking back ------------------------------------------------------------------------------------------------------


def why_not_back(course: RoomState, seat: int) -> Said | None:
    """Tell why a seat's last placement cannot be taken back; None if it can."""
    game = playing(course)
    reason = undo_refusal(course.plies, game.is_over, Voice(seat, tuple(course.names)))
    if reason is not None:
        return reason
    last = course.plies[-1]
    code = a.ply_action(last)
    if a.ply_is_absent(last):
        return Said("undo.time_was_up", {"action": write_action(code)})
    if a.action_kind(code) not in UNDOABLE:
        return Said("undo.kind", {"action": write_action(code)})
    return None


def undo(course: RoomState, viewer: int | None) -> Commit:
    """Take a person's last placement back. Raises `RequestError`."""
    game, seat = playing(course), seated(viewer)
    reason = why_not_back(course, seat)
    if reason is not None:
        raise RequestError("cannot_undo", reason)
    earlier = game.copy()
    earlier.pop()
    choices = choices_of(earlier.seen, course.people)
    asked = [seat for seat, choice in choices.items() if choice is not None]
    return Commit([NewEvent(e.UNDONE, {"asked": asked})], choices=choices)
