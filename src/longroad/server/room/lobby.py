"""Before and around the game: making a room, coming, changing seats, going. Gives orders; nothing changes here."""

from __future__ import annotations

import hashlib
import random
import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from longroad.bots.levels import DEFAULT_LEVEL, LEVELS
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.words import SEAT_NAMES
from longroad.narration import Said
from longroad.narration.catalogue import Several, Value
from longroad.narration.phrases import COLOURS
from longroad.notation.rulesets import write_ruleset
from longroad.server import events as e
from longroad.server.errors import RequestError
from longroad.server.events import NewEvent
from longroad.server.room.actions import Commit, seated
from longroad.server.room.state import RoomState
from longroad.server.wire.messages import Join, NewGame, Pace, Seated, SeatWish, Settings
from longroad.server.wire.meta import ruleset_of

TOKEN_BYTES: Final = 24  # 192 bits that nobody guesses
ID_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
ID_LENGTH: Final = 12  # 60 bits
MOST_NAME: Final = 24  # letters that are shown
MOST_NAME_BYTES: Final = 48  # of UTF-8, in which letters of most alphabets have two at most
MOST_DICE_TEXT: Final = 64  # letters that somebody adds to verifiable dice
COMPUTER_NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Edda", "Finn")
GUEST_NAMES: Final = ("Otter", "Panda", "Koala", "Gecko", "Puma", "Kiwi")  # of people who tell none


def new_token() -> str:
    """Make a token that holds a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """Give what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """Make the name of a game, as it stands in its link."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def clean_name(name: str) -> str:
    """Leave of a name what can be shown in one line, without anything that steers how text is shown.

    >>> clean_name("  Ada\\n\\u202eLovelace ")
    'Ada Lovelace'
    """
    line = clean_line(name, MOST_NAME)
    return line.encode()[:MOST_NAME_BYTES].decode(errors="ignore").strip()


def clean_line(text: str, most: int) -> str:
    """Leave of a text at most so many letters that can be shown in one line."""
    letters = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    shown = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "C")
    return " ".join(shown.split())[:most].strip()


# --- making a room ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room that is to be made, or a seat to be taken: the order, and the seat and token of whoever asks.

    The token is empty for who has one already.
    """

    order: Commit
    seat: int | None
    token: str


def make(wish: NewGame, host_name: str = "", usual: str = DEFAULT_LEVEL) -> NewRoom:
    """Make a room as wished; `usual` is the level where none is. Raises `RequestError`."""
    settings = wish.settings
    if settings.is_verifiable and settings.island_seed is not None:
        raise RequestError("bad_settings", Said("wrong.island_of_dice"))
    ruleset = _ruleset(settings, len(wish.seats))
    seats = _seats(wish, ruleset.players, host_name, usual)
    host = next((seat for seat, chair in enumerate(seats) if chair["kind"] == "person"), None)
    body = {
        "settings": settings.model_dump(mode="json"),
        "ruleset": write_ruleset(ruleset),
        "seats": seats,
        "host": host,
        **_chance(settings),
    }
    token = new_token()
    held = [seat for seat, chair in enumerate(seats) if chair["kind"] == "person"]
    return NewRoom(Commit([NewEvent(e.CREATED, body)], dict.fromkeys(held, hash_of(token))), host, token)


def _ruleset(settings: Settings, seats: int) -> Ruleset:
    """Give the ruleset for so many seats, where they are listed."""
    options = dict(settings.options)
    if seats:
        players = options.setdefault("players", seats)
        if players != seats:
            raise RequestError("bad_settings", f"There are {seats} seats, and the options say players={players!r}.")
    return ruleset_of(settings.preset, options)


def _seats(wish: NewGame, players: int, host_name: str, usual: str) -> list[dict[str, str]]:
    """Say who sits where; of several people the first is here, the others are awaited unless all share a screen."""
    wishes = wish.seats or [SeatWish(kind="person"), *(SeatWish(kind="computer") for _ in range(players - 1))]
    seats: list[dict[str, str]] = []
    is_here, taken = False, {clean_name(host_name), *(clean_name(wished.name) for wished in wishes)}
    for seat, wished in enumerate(wishes):
        kind, name = wished.kind, clean_name(wished.name)
        if kind == "person" and is_here and not wish.settings.is_hotseat:
            kind = "open"
        if kind == "person" and not is_here:
            is_here, name = True, clean_name(host_name) or name
        seats.append(chair(seat, kind, name, wished.bot or usual, taken))
        taken.add(seats[-1]["name"])
    return seats


def chair(seat: int, kind: str, name: str, bot: str, taken: Collection[str]) -> dict[str, str]:
    """Say who sits on a seat, with a name that is not taken and a level where none is wished. Raises `RequestError`."""
    if kind != "computer":
        guest = free_name(GUEST_NAMES, seat, taken) if kind == "person" else ""
        return {"kind": kind, "name": name or guest, "bot": ""}
    level = bot or DEFAULT_LEVEL
    if level not in LEVELS:
        raise RequestError("unknown_bot", f"{level!r:.60}: there are the computer players {', '.join(LEVELS)}.")
    return {"kind": kind, "name": name or free_name(COMPUTER_NAMES, seat, taken), "bot": level}


def free_name(names: Sequence[str], seat: int, taken: Collection[str]) -> str:
    """Give the name of a seat, or the next one that nobody has; it stays, whatever seat or colour is chosen later.

    >>> free_name(GUEST_NAMES, 0, []), free_name(GUEST_NAMES, 5, ["Kiwi"])
    ('Otter', 'Otter')
    """
    return next((name for name in (*names[seat:], *names[:seat]) if name not in taken), names[seat])


def _chance(settings: Settings) -> dict[str, Any]:
    if settings.is_verifiable:
        return {"secret": secrets.token_hex(32), "seed": 0}
    return {"seed": random.SystemRandom().randrange(MOST_SEED + 1)}


# --- coming and going -------------------------------------------------------------------------------------------------


def in_lobby(course: RoomState) -> None:
    """Raise `RequestError` if the game has started."""
    if course.status != "lobby":
        raise RequestError("already_started", Said("wrong.already_started"))


def join(course: RoomState, wish: Join) -> NewRoom:
    """Take an open seat. Raises `RequestError`."""
    in_lobby(course)
    is_open = [chair.kind == "open" for chair in course.chairs]
    if wish.seat is not None and wish.seat >= len(course.chairs):
        raise _no_seat(course, wish.seat)
    if not any(is_open):
        raise RequestError("room_full", Said("wrong.room_full"))
    if wish.seat is not None and not is_open[wish.seat]:
        raise RequestError("seat_taken", Said("wrong.seat_taken", {"seat": _called(course, wish.seat)}))
    seat = is_open.index(True) if wish.seat is None else wish.seat
    name = clean_name(wish.name) or course.chairs[seat].name or free_name(GUEST_NAMES, seat, course.names)
    drafts = [NewEvent(e.JOINED, {"seat": seat, "name": name})]
    if course.host is None:
        drafts.append(NewEvent(e.HOSTED, {"seat": seat}))
    token = new_token()
    return NewRoom(Commit(drafts, {seat: hash_of(token)}), seat, token)


def _no_seat(course: RoomState, seat: int) -> RequestError:
    return RequestError("unknown_seat", Said("wrong.no_such_seat", {"seat": seat, "count": len(course.chairs)}))


def _called(course: RoomState, seat: int) -> Value:
    """Name a seat by the colour that it has now."""
    return COLOURS[[name.lower() for name in SEAT_NAMES].index(course.colours[seat])]


def seat_of(course: RoomState, seat: int) -> int:
    """Give a seat that there is. Raises `RequestError`."""
    if not 0 <= seat < len(course.chairs):
        raise _no_seat(course, seat)
    return seat


def change(
    course: RoomState,
    viewer: int | None,
    seat: int,
    wish: SeatWish,
    token_hash: str | None,
    usual: str = DEFAULT_LEVEL,
) -> Commit:
    """Change who sits on a seat, or take it oneself, with the hash of the own token. Raises `RequestError`."""
    in_lobby(course)
    own, seat = seated(viewer), seat_of(course, seat)
    here = course.chairs[seat]
    if wish.kind == "person":
        if seat == own or (course.settings.is_hotseat and here.kind == "person"):
            name, colour = clean_name(wish.name) or here.name, _colour(course, seat, wish.colour)
            body = {"seat": seat, "kind": "person", "name": name, "bot": "", "colour": colour}
            return Commit([NewEvent(e.SEATED, body)])
        if here.kind != "open":
            raise RequestError("seat_taken", Said("wrong.seat_taken", {"seat": _called(course, seat)}))
        if course.settings.is_hotseat:
            return Commit(
                [NewEvent(e.SEATED, {"seat": seat, **chair(seat, "person", clean_name(wish.name), "", course.names)})],
                {seat: token_hash},
            )
        return Commit([NewEvent(e.MOVED, {"seat": own, "to": seat})], {own: None, seat: token_hash})
    if own != course.host:
        raise RequestError("not_host", Said("wrong.host_seats"))
    if seat == own:
        raise RequestError("wrong_seat", Said("wrong.own_seat"))
    others = [name for other, name in enumerate(course.names) if other != seat]
    seating = chair(seat, wish.kind, clean_name(wish.name), wish.bot or usual, others)
    drafts = [NewEvent(e.SEATED, {"seat": seat, **seating})]
    return Commit(drafts, {seat: None} if here.kind == "person" else {})


def _colour(course: RoomState, seat: int, wished: str) -> str:
    """Give the colour that is chosen for a seat, or the one that was. Raises `RequestError`."""
    if not wished:
        return course.chairs[seat].colour
    colours = course.colours
    free = course.free_colours([colour for other, colour in enumerate(colours) if other != seat])
    if wished.lower() not in free:
        raise RequestError("colour_taken", f"{wished!r:.30}: the colours that nobody has are {', '.join(free)}.")
    return wished.lower()


def check_start(course: RoomState, viewer: int | None) -> None:
    """Raise `RequestError` if somebody cannot start the game now."""
    in_lobby(course)
    if course.host is not None and viewer != course.host:
        seated(viewer)
        raise RequestError("not_host", Said("wrong.host_starts"))
    waiting = [_called(course, seat) for seat, chair in enumerate(course.chairs) if chair.kind == "open"]
    if waiting:
        raise RequestError("seats_open", Said("wrong.seats_open", {"seats": Several(waiting, "comma")}))


def ready(course: RoomState, viewer: int | None, is_ready: bool) -> Commit:
    """Let somebody say that the game may begin, or had better not. Raises `RequestError`."""
    in_lobby(course)
    seat = seated(viewer)
    is_new = course.chairs[seat].is_ready != is_ready
    return Commit([NewEvent(e.READY, {"seat": seat, "is_ready": is_ready})] if is_new else [])


def add_text(course: RoomState, viewer: int | None, text: str) -> Commit:
    """Let somebody add a text to verifiable dice, or another one. Raises `RequestError`."""
    in_lobby(course)
    seat, line = seated(viewer), clean_line(text, MOST_DICE_TEXT)
    if not course.settings.is_verifiable:
        raise RequestError("not_verifiable", Said("wrong.not_verifiable"))
    return Commit([NewEvent(e.TEXT, {"seat": seat, "text": line})] if course.chairs[seat].text != line else [])


def set_pace(course: RoomState, viewer: int | None, pace: Pace) -> Commit:
    """Change the pace of computer players; where only they play, whoever watches can. Raises `RequestError`."""
    if course.status == "over":
        raise RequestError("game_over", Said("wrong.game_over"))
    if course.host is not None and viewer != course.host:
        seated(viewer)
        raise RequestError("not_host", Said("wrong.host_paces"))
    return Commit([NewEvent(e.PACE, {"pace": pace})] if course.settings.pace != pace else [])


def leave(course: RoomState, viewer: int | None) -> Commit:
    """Give a seat up before the game; later a computer player takes over. Raises `RequestError`."""
    seat = seated(viewer)
    if course.status == "over":
        raise RequestError("game_over", Said("wrong.just_go"))
    others = [other for other in course.people if other != seat and not course.chairs[other].has_left]
    if course.status == "playing":
        drafts = [] if course.chairs[seat].has_left else [NewEvent(e.LEFT, {"seat": seat})]
        if drafts and others and course.host == seat:
            drafts.append(NewEvent(e.HOSTED, {"seat": others[0]}))
        return Commit(drafts)
    drafts = [NewEvent(e.SEATED, {"seat": seat, "kind": "open", "name": "", "bot": ""})]
    if course.host == seat:
        drafts.append(NewEvent(e.HOSTED, {"seat": next(iter(others), None)}))
    return Commit(drafts, {seat: None})


def again(course: RoomState, seat: int, tokens: Mapping[int, str]) -> NewRoom:
    """Make the same room once more: the same people, who keep their tokens, computer players and settings.

    Whoever asks first is the host; the island is a new one.
    """
    settings = course.settings.model_copy(update={"island_seed": None})
    body = {
        "settings": settings.model_dump(mode="json"),
        "ruleset": write_ruleset(course.ruleset),
        "seats": [
            {"kind": chair.kind, "name": chair.name, "bot": chair.bot, "colour": chair.colour}
            for chair in course.chairs
        ],
        "host": seat,
        **_chance(settings),
    }
    held = {held: tokens[held] for held in course.people if held in tokens}
    return NewRoom(Commit([NewEvent(e.CREATED, body)], dict(held)), seat, "")


def seated_as(game: str, seat: int | None, token: str) -> Seated:
    """Tell somebody the seat and the token."""
    return Seated(game=game, seat=seat, token=token)
