"""Playing in a room: builds the commit of an action, a default or an undo. Nothing changes before it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.ruleset import RULES_VERSION
from longroad.core.state import IllegalAction, State
from longroad.game.game import Game
from longroad.narration import Perspective, Phrase, undo_refusal
from longroad.narration.catalogue import Several, refused
from longroad.narration.phrases import called
from longroad.notation.actions import Action, action_of, write_action, write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import write_island
from longroad.notation.rulesets import write_ruleset
from longroad.server import events as e
from longroad.server.errors import RequestError
from longroad.server.events import NewEvent
from longroad.server.room.chances import Chances
from longroad.server.room.pending import changed_choices, choices_of
from longroad.server.room.state import PlayedPly, Progress, RoomState, new_game
from longroad.server.wire.messages import Act

# What can be undone: pieces, the robber, and trades with the bank, as long as nothing has followed.
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


MOST_UNDOS: Final = 10  # in a turn: every undo is stored for ever


@dataclass(frozen=True, slots=True)
class Commit:
    """What is stored together: events, and who holds which seat from then on."""

    events: list[NewEvent]
    tokens: dict[int, str | None] = field(default_factory=dict)  # by seat: the hash, or None where nobody holds it
    progress: Progress | None = None  # where the events change the game
    seat: int | None = None  # who acted


def playing(state: RoomState) -> Game:
    """Return the game that is being played. Raises `RequestError` before its start and after its end."""
    if state.status == "over":
        raise RequestError("game_over", Phrase("error.game_over"))
    if state.game is None:
        raise RequestError("not_started", Phrase("error.not_started"))
    return state.game


def seated(viewer: int | None) -> int:
    """Return the seat of a viewer. Raises `RequestError` for those who watch."""
    if viewer is None:
        raise RequestError("not_seated", Phrase("error.watching"))
    return viewer


# --- acting -----------------------------------------------------------------------------------------------------------


def read_act(state: RoomState, viewer: int | None, request: Act) -> tuple[int, int]:
    """Return the seat and the code of an action that answers a person's decision. Raises `RequestError`."""
    game, seat = playing(state), seated(viewer)
    if not 0 <= seat < len(state.seats):
        raise RequestError("unknown_seat", Phrase("error.unknown_seat", {"seat": seat}))
    code = read(state, seat, request.action)
    if state.choices.get(seat) is None:
        refusal = game.why_not(code, seat)
        raise RequestError("not_your_turn", _waiting(state), refusal.rule if refusal else None)
    if request.decision != state.decisions.get(seat):
        raise RequestError("stale_decision", Phrase("error.stale_decision"))
    return seat, code


def read(state: RoomState, seat: int, text: str) -> int:
    """Read an action of a seat. Raises `RequestError`."""
    if ":" in text:
        raise RequestError("malformed", f"{text!r:.60}: send only the action, without the seat.")
    try:
        return Action.parse(text, seat, len(state.seats)).code
    except InvalidNotation as error:
        raise RequestError("malformed", str(error)) from error


def _waiting(state: RoomState) -> Phrase:
    assert state.game is not None
    names = [called(seat, state.names[seat]) for seat in state.game.to_act if seat != CHANCE]
    return Phrase("error.waits", {"names": Several(names)})


def ply(state: RoomState, seat: int, code: int, reserve: float | None = None) -> Commit:
    """Build the commit of a seat's action and the chance after it. Raises `RequestError` if a rule forbids it.

    This is the one place where an action's legality is computed.
    """
    game = playing(state).copy()
    try:
        game.push(action_of(code), seat)
    except IllegalAction as error:
        why_not = Phrase("error.not_possible", {"action": write_action(code), "why": refused(error.refusal)})
        raise RequestError("illegal_action", why_not, error.refusal.rule) from error
    return _acted(state, game, a.ply(seat, code), reserve)


def default(state: RoomState, seat: int, reserve: float | None = None) -> Commit:
    """Build the commit of the stated default for a seat that does not answer (END-2)."""
    game = playing(state).copy()
    return _acted(state, game, game.push_default(seat).code, reserve)


def _acted(state: RoomState, game: Game, code: int, reserve: float | None) -> Commit:
    """Build the commit of a ply that has been pushed to a game, and of the chance after it."""
    first = PlayedPly(code, playing(state).seen, game.seen.copy())
    plies = [first, *_push_chance(game, first.after, state.chances, state.chance_count)]
    return _commit(state, game, [], plies, a.ply_seat(code), reserve)


def start(state: RoomState, begin: str | None = None, script: tuple[str, ...] = ()) -> Commit:
    """Build the commit that begins the game; tests may give another position and scripted chance."""
    body: dict[str, Any] = {"ruleset": write_ruleset(state.ruleset), "rules_version": RULES_VERSION}
    chances = state.chances.begun(state.texts, script)
    if chances.dice is not None:
        body["texts"] = state.texts
    begin = state.settings.position if begin is None else begin
    if begin is not None:
        body["begin"] = begin
    else:
        chosen = state.settings.island_seed
        seed = chances.island_seed if chosen is None else chosen
        body["island"] = write_island(Game(state.ruleset, seed=seed, chance="given").record.island)
    if script:
        body["script"] = list(script)
    game = new_game(body)
    plies = list(_push_chance(game, game.seen.copy(), chances, 0))
    return _commit(state, game, [NewEvent(e.STARTED, body)], plies, None)


def _push_chance(game: Game, before: State, chances: Chances, number: int) -> Iterator[PlayedPly]:
    """Push outcomes of chance to a game until somebody decides."""
    while game.is_chance:
        code = chances.outcome(before, number)
        game.push(action_of(code), CHANCE)
        after = game.seen.copy()
        yield PlayedPly(a.ply(CHANCE, code), before, after)
        before, number = after, number + 1


def _commit(
    state: RoomState,
    game: Game,
    first: list[NewEvent],
    plies: list[PlayedPly],
    acted: int | None,
    reserve: float | None = None,
) -> Commit:
    """Put the events together; the last ply says whose choice has changed."""
    choices = choices_of(game.seen, state.people)
    bodies: list[dict[str, Any]] = [{"ply": write_ply(played.code)} for played in plies]
    events = first + [NewEvent(e.PLY, body) for body in bodies]
    events[-1].body["asked"] = changed_choices(state.choices, choices, acted)
    if reserve is not None:
        bodies[0]["reserve"] = round(reserve, 3)
    if game.is_over:
        events.append(NewEvent(e.OVER, {"winner": game.seen["winner"]}))
    return Commit(events, progress=Progress(game, plies, choices), seat=acted)


# --- undoing ----------------------------------------------------------------------------------------------------------


def why_no_undo(state: RoomState, seat: int) -> Phrase | None:
    """Return why a seat's last placement cannot be undone; None if it can."""
    game = playing(state)
    reason = undo_refusal(state.plies, game.is_over, Perspective(seat, tuple(state.names)))
    if reason is not None:
        return reason
    last = state.plies[-1]
    code = a.ply_action(last)
    if state.undos >= MOST_UNDOS:
        return Phrase("undo.too_many", {"action": write_action(code), "count": MOST_UNDOS})
    if a.ply_is_absent(last):
        return Phrase("undo.time_was_up", {"action": write_action(code)})
    if a.action_kind(code) not in UNDOABLE:
        return Phrase("undo.kind", {"action": write_action(code)})
    return None


def can_undo(state: RoomState, seat: int) -> bool:
    """Whether a seat's last placement can be undone; only the last ply can."""
    last = state.plies[-1] if state.plies else 0
    is_own = a.ply_seat(last) == seat and a.action_kind(a.ply_action(last)) in UNDOABLE
    return is_own and why_no_undo(state, seat) is None


def undo(state: RoomState, viewer: int | None) -> Commit:
    """Build the commit that undoes a person's last placement. Raises `RequestError`."""
    game, seat = playing(state), seated(viewer)
    reason = why_no_undo(state, seat)
    if reason is not None:
        raise RequestError("cannot_undo", reason)
    earlier = game.copy()
    earlier.pop()
    choices = choices_of(earlier.seen, state.people)
    asked = [seat for seat, choice in choices.items() if choice is not None]
    return Commit([NewEvent(e.UNDONE, {"asked": asked})], progress=Progress(earlier, (), choices))
