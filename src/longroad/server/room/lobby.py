"""Before and around the game: builds the commits that open a room, and by which people join, move and leave."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from longroad.bots.levels import DEFAULT_LEVEL, LEVELS
from longroad.core.ruleset import RULES_VERSION, Ruleset
from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.game.fair import FairDice
from longroad.narration import Phrase
from longroad.narration.catalogue import Several, Value
from longroad.narration.phrases import COLOURS
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.rulesets import split_ruleset, write_ruleset
from longroad.server import events as e
from longroad.server.errors import RequestError
from longroad.server.events import NewEvent
from longroad.server.room.actions import Commit, seated
from longroad.server.room.names import checked_name, clean_line
from longroad.server.room.state import RoomState
from longroad.server.room.tokens import hash_of, new_token
from longroad.server.wire.messages import Join, NewGame, Pace, Seated, SeatRequest, Settings
from longroad.server.wire.meta import ruleset_of

ID_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # no letters that look alike
ID_LENGTH: Final = 12  # 60 bits
MOST_DICE_TEXT: Final = 64  # most letters of a text for verifiable dice
BOT_NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Edda", "Finn")
GUEST_NAMES: Final = ("Otter", "Panda", "Koala", "Gecko", "Puma", "Kiwi")  # for people without a name


def new_id() -> str:
    """Return a random id of a game, as it stands in its link."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


# --- opening a room ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewRoom:
    """The commit that opens a room or takes a seat in it, and the seat and token of the client.

    The token is empty if the client has one already.
    """

    commit: Commit
    seat: int | None
    token: str


def make(request: NewGame, host_name: str = "", usual: str = DEFAULT_LEVEL) -> NewRoom:
    """Build the commit that opens a room; `usual` is the level of bots without one. Raises `RequestError`."""
    settings = request.settings
    if settings.is_verifiable and settings.island_seed is not None:
        raise RequestError("bad_settings", Phrase("error.island_of_dice"))
    if settings.position is not None:
        settings = _at_position(settings, settings.position)
    ruleset = _ruleset(settings, len(request.seats))
    seats = _seats(request, ruleset.players, host_name, usual)
    host = next((seat for seat, body in enumerate(seats) if body["kind"] == "person"), None)
    body = {
        "settings": settings.model_dump(mode="json"),
        "ruleset": write_ruleset(ruleset),
        "rules_version": RULES_VERSION,
        "seats": seats,
        "host": host,
        **_chance(),
    }
    token = new_token()
    held = [seat for seat, body in enumerate(seats) if body["kind"] == "person"]
    return NewRoom(Commit([NewEvent(e.CREATED, body)], dict.fromkeys(held, hash_of(token))), host, token)


def _at_position(settings: Settings, text: str) -> Settings:
    """Return the settings of a game that begins at a position, with its ruleset. Raises `RequestError`."""
    if settings.island_seed is not None:
        raise RequestError("bad_settings", Phrase("error.island_of_position"))
    try:
        state = read_position(text)
    except InvalidNotation as error:
        raise RequestError("bad_position", str(error), error.rule or None) from error
    if not isinstance(state, State) or state.is_over:
        raise RequestError("bad_position", Phrase("error.position_not_playable"))
    preset, options = split_ruleset(write_ruleset(state.ruleset))
    return settings.model_copy(
        update={"preset": preset, "options": options, "position": write_position(state)},
    )


def _ruleset(settings: Settings, seats: int) -> Ruleset:
    """Return the ruleset, for as many players as there are seats if these are listed."""
    if settings.position is not None:
        ruleset = Ruleset.preset(settings.preset, **settings.options)
        if seats not in (0, ruleset.players):
            raise RequestError("bad_settings", f"There are {seats} seats, but the position has {ruleset.players}.")
        return ruleset
    options = dict(settings.options)
    if seats:
        players = options.setdefault("players", seats)
        if players != seats:
            raise RequestError("bad_settings", f"There are {seats} seats, but the options say players={players!r}.")
    return ruleset_of(settings.preset, options)


def _seats(request: NewGame, players: int, host_name: str, usual: str) -> list[dict[str, str]]:
    """Return who sits where; the first person is the host, and the others join unless all share a screen."""
    requests = request.seats or [
        SeatRequest(kind="person"),
        *(SeatRequest(kind="computer") for _ in range(players - 1)),
    ]
    seats: list[dict[str, str]] = []
    names = _names(requests, host_name)
    is_here, taken = False, {*names}
    for seat, requested in enumerate(requests):
        kind = requested.kind
        if kind == "person" and is_here and not request.settings.is_hotseat:
            kind = "open"
        is_here |= kind == "person"
        seats.append(seating(seat, kind, names[seat], requested.bot or usual, taken))
        taken.add(seats[-1]["name"])
    return seats


def _names(requests: Sequence[SeatRequest], host_name: str) -> list[str]:
    """Return the names that are asked for, by seat; the first person may have another one. Raises `RequestError`."""
    asked = [requested.name for requested in requests]
    host = next((seat for seat, requested in enumerate(requests) if requested.kind == "person"), None)
    if host is not None and host_name:
        asked[host] = host_name
    names: list[str] = []
    for name in asked:
        names.append(checked_name(name, [other for other in names if other]))
    return names


def seating(seat: int, kind: str, name: str, bot: str, taken: Collection[str]) -> dict[str, str]:
    """Return who sits on a seat, with a free name and the default level if none is given. Raises `RequestError`."""
    if kind != "computer":
        guest = free_name(GUEST_NAMES, seat, taken) if kind == "person" else ""
        return {"kind": kind, "name": name or guest, "bot": ""}
    level = bot or DEFAULT_LEVEL
    if level not in LEVELS:
        raise RequestError("unknown_bot", f"{level!r:.60}: expected one of {', '.join(LEVELS)}.")
    return {"kind": kind, "name": name or free_name(BOT_NAMES, seat, taken), "bot": level}


def free_name(names: Sequence[str], seat: int, taken: Collection[str]) -> str:
    """Return the name of a seat, or the next one that nobody has; it stays when the seat or colour changes.

    >>> free_name(GUEST_NAMES, 0, []), free_name(GUEST_NAMES, 5, ["Kiwi"])
    ('Otter', 'Otter')
    """
    return next((name for name in (*names[seat:], *names[:seat]) if name not in taken), names[seat])


def _chance() -> dict[str, Any]:
    """Return where the chance of a new room comes from: a secret that nobody can guess, also not from the island."""
    return {"secret": FairDice.new().secret}


# --- coming and going -------------------------------------------------------------------------------------------------


def _in_lobby(state: RoomState) -> None:
    """Raise `RequestError` if the game has started."""
    if state.status != "lobby":
        raise RequestError("already_started", Phrase("error.already_started"))


def join(state: RoomState, request: Join) -> NewRoom:
    """Build the commit that takes an open seat. Raises `RequestError`."""
    _in_lobby(state)
    is_open = [seat.kind == "open" for seat in state.seats]
    if request.seat is not None and request.seat >= len(state.seats):
        raise _no_seat(state, request.seat)
    if not any(is_open):
        raise RequestError("room_full", Phrase("error.room_full"))
    if request.seat is not None and not is_open[request.seat]:
        raise RequestError("seat_taken", Phrase("error.seat_taken", {"seat": _called(state, request.seat)}))
    seat = is_open.index(True) if request.seat is None else request.seat
    name = _name(state, seat, request.name) or state.seats[seat].name or free_name(GUEST_NAMES, seat, state.names)
    events = [NewEvent(e.JOINED, {"seat": seat, "name": name})]
    if state.host is None:
        events.append(NewEvent(e.HOSTED, {"seat": seat}))
    token = new_token()
    return NewRoom(Commit(events, {seat: hash_of(token)}), seat, token)


def _name(state: RoomState, seat: int, name: str) -> str:
    """Clean the name for a seat up, and check it against those of other people. Raises `RequestError`."""
    others = [each.name for number, each in enumerate(state.seats) if number != seat and each.kind == "person"]
    return checked_name(name, others)


def _no_seat(state: RoomState, seat: int) -> RequestError:
    return RequestError("unknown_seat", Phrase("error.no_such_seat", {"seat": seat, "count": len(state.seats)}))


def _called(state: RoomState, seat: int) -> Value:
    """Return the colour of a seat as a name for it."""
    return COLOURS[[name.lower() for name in SEAT_NAMES].index(state.colours[seat])]


def seat_of(state: RoomState, seat: int) -> int:
    """Check that a seat exists, and return it. Raises `RequestError`."""
    if not 0 <= seat < len(state.seats):
        raise _no_seat(state, seat)
    return seat


def change(
    state: RoomState,
    viewer: int | None,
    seat: int,
    request: SeatRequest,
    token_hash: str | None,
    usual: str = DEFAULT_LEVEL,
) -> Commit:
    """Build the commit that changes who sits on a seat, or moves there. Raises `RequestError`."""
    _in_lobby(state)
    own, seat = seated(viewer), seat_of(state, seat)
    here = state.seats[seat]
    if request.kind == "person":
        if seat == own or (state.settings.is_hotseat and here.kind == "person"):
            name, colour = _name(state, seat, request.name) or here.name, _colour(state, seat, request.colour)
            body = {"seat": seat, "kind": "person", "name": name, "bot": "", "colour": colour}
            is_new = (name, colour) != (here.name, here.colour)
            return Commit([NewEvent(e.SEATED, body)] if is_new else [])
        if here.kind != "open":
            raise RequestError("seat_taken", Phrase("error.seat_taken", {"seat": _called(state, seat)}))
        if state.settings.is_hotseat:
            newcomer = seating(seat, "person", _name(state, seat, request.name), "", state.names)
            return Commit([NewEvent(e.SEATED, {"seat": seat, **newcomer})], {seat: token_hash})
        return Commit([NewEvent(e.MOVED, {"seat": own, "to": seat})], {own: None, seat: token_hash})
    if own != state.host:
        raise RequestError("not_host", Phrase("error.host_seats"))
    if seat == own:
        raise RequestError("wrong_seat", Phrase("error.own_seat"))
    others = [name for other, name in enumerate(state.names) if other != seat]
    newcomer = seating(seat, request.kind, _name(state, seat, request.name), request.bot or usual, others)
    is_new = newcomer != {"kind": here.kind, "name": here.name, "bot": here.bot} or bool(here.colour)
    events = [NewEvent(e.SEATED, {"seat": seat, **newcomer})] if is_new else []
    return Commit(events, {seat: None} if here.kind == "person" else {})


def _colour(state: RoomState, seat: int, requested: str) -> str:
    """Return the colour that is requested for a seat, or the one that it has. Raises `RequestError`."""
    if not requested:
        return state.seats[seat].colour
    colours = state.colours
    free = state.free_colours([colour for other, colour in enumerate(colours) if other != seat])
    if requested.lower() not in free:
        raise RequestError("colour_taken", f"{requested!r:.30} is taken or unknown: expected one of {', '.join(free)}.")
    return requested.lower()


def check_start(state: RoomState, viewer: int | None) -> None:
    """Raise `RequestError` if the viewer cannot start the game now."""
    _in_lobby(state)
    if state.host is not None and viewer != state.host:
        seated(viewer)
        raise RequestError("not_host", Phrase("error.host_starts"))
    waiting = [_called(state, number) for number, seat in enumerate(state.seats) if seat.kind == "open"]
    if waiting:
        raise RequestError("seats_open", Phrase("error.seats_open", {"seats": Several(waiting, "comma")}))


def ready(state: RoomState, viewer: int | None, is_ready: bool) -> Commit:
    """Build the commit by which a person says whether the game may begin. Raises `RequestError`."""
    _in_lobby(state)
    seat = seated(viewer)
    is_new = state.seats[seat].is_ready != is_ready
    return Commit([NewEvent(e.READY, {"seat": seat, "is_ready": is_ready})] if is_new else [])


def add_text(state: RoomState, viewer: int | None, text: str) -> Commit:
    """Build the commit that sets a person's text for verifiable dice. Raises `RequestError`."""
    _in_lobby(state)
    seat, line = seated(viewer), clean_line(text, MOST_DICE_TEXT)
    if not state.settings.is_verifiable:
        raise RequestError("not_verifiable", Phrase("error.not_verifiable"))
    return Commit([NewEvent(e.TEXT, {"seat": seat, "text": line})] if state.seats[seat].text != line else [])


def set_pace(state: RoomState, viewer: int | None, pace: Pace) -> Commit:
    """Build the commit that changes the pace of bots; where only bots play, anybody can. Raises `RequestError`."""
    if state.status == "over":
        raise RequestError("game_over", Phrase("error.game_over"))
    if state.host is not None and viewer != state.host:
        seated(viewer)
        raise RequestError("not_host", Phrase("error.host_paces"))
    return Commit([NewEvent(e.PACE, {"pace": pace})] if state.settings.pace != pace else [])


def leave(state: RoomState, viewer: int | None) -> Commit:
    """Build the commit by which a person leaves: the seat is open, or played by a bot. Raises `RequestError`."""
    seat = seated(viewer)
    if state.status == "over":
        raise RequestError("game_over", Phrase("error.just_go"))
    others = [other for other in state.people if other != seat and not state.seats[other].has_left]
    if state.status == "playing":
        events = [] if state.seats[seat].has_left else [NewEvent(e.LEFT, {"seat": seat})]
        if events and others and state.host == seat:
            events.append(NewEvent(e.HOSTED, {"seat": others[0]}))
        return Commit(events)
    events = [NewEvent(e.SEATED, {"seat": seat, "kind": "open", "name": "", "bot": ""})]
    if state.host == seat:
        events.append(NewEvent(e.HOSTED, {"seat": next(iter(others), None)}))
    return Commit(events, {seat: None})


def again(state: RoomState, seat: int, tokens: Mapping[int, str]) -> NewRoom:
    """Build the commit of another room with the same people, who keep their tokens, bots and settings.

    The first person to ask is the host; the island is a new one, unless the game began at a position.
    """
    settings = state.settings.model_copy(update={"island_seed": None})
    body = {
        "settings": settings.model_dump(mode="json"),
        "ruleset": write_ruleset(state.ruleset),
        "rules_version": RULES_VERSION,
        "seats": [
            {"kind": each.kind, "name": each.name, "bot": each.bot, "colour": each.colour} for each in state.seats
        ],
        "host": seat,
        **_chance(),
    }
    held = {held: tokens[held] for held in state.people if held in tokens}
    return NewRoom(Commit([NewEvent(e.CREATED, body)], dict(held)), seat, "")


def seated_as(game: str, seat: int | None, token: str) -> Seated:
    """Return the message about a seat that somebody has taken."""
    return Seated(game=game, seat=seat, token=token)
