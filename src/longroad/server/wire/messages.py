"""The messages between the server and its clients. The client's types are generated from these models.

Names, settings and geometry are sent once, in a table; after that only what changes: the snapshot, the decision and the
log. Actions are written in the notation (docs/notation.md), so a client needs no rules to send one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from longroad.game import snapshot

PROTOCOL = 4

Whole = Annotated[int, Field(strict=True)]  # a number: neither true nor "5"
Switch = Annotated[bool, Field(strict=True)]
Counts = snapshot.Counts
OfferView, FormView = snapshot.OfferView, snapshot.FormView
Kind = Literal["person", "computer", "open"]
Status = Literal["lobby", "playing", "over"]
Pace = Literal["slow", "normal", "instant"]
Hints = Literal["solo", "all", "none"]


class Message(BaseModel):
    """The base of all messages: immutable, and unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# --- opening a game ---------------------------------------------------------------------------------------------------


class Clock(Message):
    """Time to decide: seconds for each decision, and a reserve for the whole game."""

    decision_s: Annotated[int, Field(strict=True, ge=5, le=3600)] = 60
    reserve_s: Annotated[int, Field(strict=True, ge=0, le=36_000)] = 300


class SeatRequest(Message):
    """Requests a person, a bot, or an open seat."""

    kind: Kind = "open"
    name: Annotated[str, Field(max_length=40)] = ""
    bot: Annotated[str, Field(max_length=40)] = ""
    colour: Annotated[str, Field(max_length=20)] = ""  # of the pieces; empty leaves it as it is


class Settings(Message):
    """How a game is played: a preset and options, an island, clocks and pace."""

    preset: Annotated[str, Field(max_length=40)] = "base"
    options: dict[Annotated[str, Field(max_length=40)], Any] = {}
    island_seed: Annotated[Whole | None, Field(ge=0, lt=2**53)] = (
        None  # the island that was previewed; random if left out
    )
    position: Annotated[str | None, Field(max_length=4000)] = (
        None  # where the game begins, with the ruleset that it has; in a room, as you may know it
    )
    clock: Clock | None = None
    pace: Pace = "normal"
    is_verifiable: Switch = False  # people add texts to the dice before the game; the island follows from them, too
    is_hotseat: Switch = False  # pass and play: all people share one screen
    hints: Hints = "solo"  # who may have the running game analysed: one person who plays alone, all people, or nobody


class NewGame(Message):
    """Requests a game; the client gets the first seat of a person."""

    settings: Settings = Settings()
    seats: Annotated[list[SeatRequest], Field(max_length=6)] = []  # empty: a person and bots
    starts: Switch = False  # begin at once, if no seat is open
    wants_token: Switch = False  # for programs: the token in the answer instead of a cookie


class Join(Message):
    """Takes an open seat, or one that the same person held before."""

    seat: Annotated[Whole | None, Field(ge=0, le=5)] = None
    name: Annotated[str, Field(max_length=40)] = ""
    wants_token: Switch = False  # for programs: the token in the answer instead of a cookie


class Seated(Message):
    """The seat that a client holds by a secret token; browsers keep it in a cookie, which no script can read."""

    game: str
    seat: int | None  # None where only bots play, and the client watches
    token: str = ""  # only for programs that ask for it


# --- the room ---------------------------------------------------------------------------------------------------------


class Seat(Message):
    """Who sits on a seat."""

    seat: int
    kind: Kind
    name: str
    colour: str
    bot: str = ""
    is_here: bool = True  # whether a person is connected
    is_taken_over: bool = False  # whether a bot plays for a person who left or is away
    is_ready: bool = False  # before the game: whether a person wants it to begin; bots always do
    text: str = ""  # what the seat adds to verifiable dice


class Room(Message):
    """A room: who sits where, and how it is played."""

    game: str
    status: Status
    settings: Settings
    ruleset: str  # in the notation
    seats: list[Seat]
    you: int | None = None
    is_host: bool = False  # whether you are the host, who starts the game
    host: int | None = None  # the seat of the host
    watchers: int = 0
    has_hints: bool = False  # whether you may have the running game analysed
    commitment: str | None = None  # to the secret that all dice of the game come from
    followed_by: str | None = None  # the game that the same people play next


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Geometry(snapshot.Geometry):
    """The island, and where its places are in its drawing: points of the SVG's view box, by number."""

    view_box: tuple[float, float, float, float]
    hexes: list[tuple[float, float]]
    sites: list[tuple[float, float]]


@dataclass(frozen=True, kw_only=True)
class SeatView(snapshot.SeatView):
    """What can be seen of a seat; `hand`, `cards` and `fresh` are null where the kinds are hidden."""

    clock_s: float | None = None  # reserve left


@dataclass(frozen=True, kw_only=True)
class Snapshot(snapshot.Snapshot):
    """What a viewer may see of the game now."""

    seats: list[SeatView]  # type: ignore[assignment]
    neutral: list[SeatView] = field(default_factory=list)  # type: ignore[assignment]
    dice: list[int] = field(default_factory=list)  # the faces of the last roll of the turn, if they are known
    deadline_s: float | None = None  # seconds left for the decision that is waited for


@dataclass(frozen=True, kw_only=True)
class Decision(snapshot.Decision):
    """What is expected of a seat. `id` stays valid while others answer; an answer to an older one is refused."""

    can_undo: bool = False
    is_auto_refused: bool = False  # an offer that you cannot pay: the server refuses it for you
    is_automatic: bool = False  # only one answer is possible: the server gives it for you
    victims: dict[int, list[int]] = field(default_factory=dict)  # by seat to rob: its buildings beside the robber


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """What a viewer may know of one event."""

    event: int
    seat: int | None  # who acted; 6 is chance, None the room itself
    ply: str | None = None  # in the notation, redacted
    sentences: list[str] = field(default_factory=list)
    gains: dict[int, Counts] = field(default_factory=dict)  # what production brought, by seat
    gain_hexes: dict[int, list[int]] = field(default_factory=dict)  # where it came from, by seat
    is_undone: bool = False  # the ply was undone


class ChatLine(Message):
    """A line of chat."""

    event: int
    seat: int | None
    name: str
    text: str


class Table(Message):
    """Everything that a viewer may know."""

    type: Literal["table"] = "table"
    protocol: int = PROTOCOL
    event: int
    room: Room
    geometry: Geometry | None
    snapshot: Snapshot | None
    decision: Decision | None
    log: list[LogEntry]  # the latest
    chat: list[ChatLine]


class Update(Message):
    """What has changed, in 4 KB at most (server/wire/compact)."""

    type: Literal["update"] = "update"
    event: int
    snapshot: Snapshot
    decision: Decision | None = None
    log: list[LogEntry] = []


class PlyView(Message):
    """A ply, what was said about it, and what could have been played instead."""

    ply: str  # in the notation
    seat: int  # who acted; 6 is chance
    action: int  # what the seat did, as the engine takes it
    comment: str | None = None
    clock_ms: int | None = None  # time that the player has left after it
    variations: list[VariationView] = []


class VariationView(Message):
    """Plies that could have been played instead of one and those after it; they begin in the position before it."""

    name: str | None = None
    comment: str | None = None  # before its first ply
    plies: list[PlyView]


class Step(Message):
    """One ply of a replay: what happened, and the snapshot after it."""

    ply: str | None  # None for the beginning
    seat: int | None  # who acted; 6 is chance
    sentences: list[str]
    snapshot: Snapshot
    comment: str | None = None
    clock_ms: int | None = None  # time that the player has left after it
    action: int | None = None  # what the seat did, as the engine takes it
    weights: list[int] | None = None  # of the sums 2 to 12, for a roll that is not simply one of two dice
    variations: list[VariationView] = []  # what could have been played instead


class Replay(Message):
    """A whole game, from its beginning to its last ply, with everything in its record.

    The edition of a seat or the public has its viewer's snapshots, without hands after a monopoly.
    """

    ruleset: str  # in the notation
    seats: list[Seat]
    geometry: Geometry
    svg: str  # the drawing of the island, in light colours
    svg_dark: str
    steps: list[Step]
    start: str  # the state at the beginning, as the engine takes it: its bytes in base64; empty for an edition
    head: str  # the tags that begin its record, line by line
    result: str
    tags: dict[str, str] = {}
    warning: str | None = None  # why only the beginning of the record is shown
    edition: str = "full"  # or "seat0", "seat1", ..., "public"
    hands_until: int | None = None  # the first step at which the sizes of hands are unknown: an edition's monopoly
    secret: str | None = None  # of verifiable dice, once the game is over
    text: str = ""  # the record as text
    jsonl: str = ""  # the record as JSON Lines


class RoomChanged(Message):
    """Somebody came, left, took another seat, or the settings changed."""

    type: Literal["room"] = "room"
    event: int
    room: Room


class Chatted(Message):
    """A line was added to the chat."""

    type: Literal["chat"] = "chat"
    line: ChatLine


class Refused(Message):
    """A request was refused: why, and by which rule. Nothing has changed."""

    type: Literal["refused"] = "refused"
    code: str  # unknown_game, wrong_seat, stale_decision, illegal_action, malformed, too_large, room_full, ...
    message: str
    rule: str | None = None
    reply_to: int | None = None  # the number that the client gave its request


ServerMessage = Annotated[Table | Update | RoomChanged | Chatted | Refused, Field(discriminator="type")]


class RecordGiven(Message):
    """Asks for the replay of a record, as text or JSON Lines."""

    record: Annotated[str, Field(max_length=1_000_000)]


# --- what a client sends ----------------------------------------------------------------------------------------------


class Act(Message):
    """Takes an action; `decision` is the one that it answers."""

    type: Literal["act"] = "act"
    decision: Whole
    action: Annotated[str, Field(max_length=200)]
    request: Whole | None = None


class Undo(Message):
    """Undoes the last placement."""

    type: Literal["undo"] = "undo"
    request: Whole | None = None


class Say(Message):
    """Says something in the chat."""

    type: Literal["say"] = "say"
    text: Annotated[str, Field(min_length=1, max_length=300)]
    request: Whole | None = None


class Ask(Message):
    """Asks a bot why it answered an offer as it did; it replies in the chat."""

    type: Literal["ask"] = "ask"
    seat: Annotated[int, Field(strict=True, ge=0, le=5)]
    request: Whole | None = None


class Refresh(Message):
    """Asks for a fresh table."""

    type: Literal["refresh"] = "refresh"
    request: Whole | None = None


class SetPace(Message):
    """Changes the pace of bots, also of those that are thinking; only the host may do so."""

    type: Literal["pace"] = "pace"
    pace: Pace
    request: Whole | None = None


class Ready(Message):
    """Says before the game whether it may begin; the host can start it in any case."""

    type: Literal["ready"] = "ready"
    is_ready: Switch = True
    request: Whole | None = None


class DiceText(Message):
    """Sets a person's text for verifiable dice before the game; an empty one removes it."""

    type: Literal["text"] = "text"
    text: Annotated[str, Field(max_length=64)]
    request: Whole | None = None


ClientMessage = Annotated[Act | Undo | Say | Ask | Refresh | SetPace | Ready | DiceText, Field(discriminator="type")]
