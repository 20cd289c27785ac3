"""The state of a room: the fold of its events. Nothing here waits, stores or sends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from longroad.core import actions as a
from longroad.core.island.given import Island
from longroad.core.layout import CHANCE, TURNS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.game.snapshot import NEUTRAL_SEATS
from longroad.narration import Phrase
from longroad.narration.phrases import called
from longroad.notation.actions import Ply
from longroad.notation.islands import read_island
from longroad.notation.records.record import Record
from longroad.notation.rulesets import read_ruleset
from longroad.server import events as e
from longroad.server.events import Event
from longroad.server.room.chances import Chances
from longroad.server.room.pending import Choice, choices_of
from longroad.server.wire import log, render
from longroad.server.wire.log import Entry, Log
from longroad.server.wire.messages import ChatLine, Kind, Settings, Status

CHAT_KEPT: Final = 100
FOLDED_AT_ONCE: Final = 200  # events, which take some 5 ms


@dataclass(slots=True)
class Seat:
    """Who sits on a seat. A bot plays for a person who left or has been away for long."""

    kind: Kind
    name: str
    bot: str = ""
    colour: str = ""  # if another than the seat's own was chosen
    is_taken_over: bool = False  # by a bot
    has_left: bool = False
    is_ready: bool = False
    text: str = ""  # for verifiable dice

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot acts on this seat."""
        return self.kind == "computer" or self.is_taken_over


class PlayedPly(NamedTuple):
    """A ply that was checked and applied, with the states around it."""

    code: int
    before: State
    after: State


class Progress(NamedTuple):
    """How a commit changes the game, computed before it is stored: nothing is checked or parsed a second time."""

    game: Game
    plies: Sequence[PlayedPly]
    choices: dict[int, Choice | None]  # of people


class RoomState:
    """What has happened in a room."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.status: Status = "lobby"
        self.last_event = 0
        self.settings = Settings()
        self.ruleset = Ruleset()
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.chances = Chances(0)
        self.game: Game | None = None
        self.beginning: Mapping[str, Any] = {}  # what was stored of it
        self.island: Island | None = None  # as it was at the beginning
        self.plies: list[int] = []  # that were not undone, as the core's codes
        self.chance_count = 0  # plies of chance among them
        self.choices: dict[int, Choice | None] = {}  # of people
        self.decisions: dict[int, int] = {}  # by seat: the event at which its choice last changed
        self.reserves: dict[int, float] = {}
        self.dice: tuple[int, ...] = ()  # the faces of the last roll of the turn
        self.log = Log()
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.undos = 0  # in this turn, by the seat `undone_by`
        self.undone_by: int | None = None
        self.started_at = 0  # the event
        self.followed_by: str | None = None
        self.is_scripted = False  # set up, so that its chance cannot be computed from a seed
        self._unlogged = 0  # events without an entry in the log, since the room was folded after them

    # --- asking -------------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def has_hints(self) -> bool:
        """Whether people may have the running game analysed."""
        return self.settings.hints == "all" or (self.settings.hints == "solo" and len(self.people) == 1)

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [seat.name or SEAT_NAMES[number] for number, seat in enumerate(self.seats)]

    @property
    def colours(self) -> list[str]:
        """The colours by seat: those that were chosen; the others have their own, or the next that is free."""
        chosen = {seat.colour for seat in self.seats if seat.colour}
        own = [SEAT_NAMES[number].lower() for number in range(len(self.seats))]
        free = [colour for colour in self.free_colours(chosen) if colour not in own]
        free += [colour for number, colour in enumerate(own) if self.seats[number].colour and colour not in chosen]
        return [
            seat.colour or (free.pop(0) if own[number] in chosen else own[number])
            for number, seat in enumerate(self.seats)
        ]

    def free_colours(self, taken: Collection[str]) -> list[str]:
        """List the colours that nobody has; neutral players keep theirs (DUO-1)."""
        neutral = [SEAT_NAMES[seat] for seat in NEUTRAL_SEATS] if self.ruleset.duel else []
        return [name.lower() for name in SEAT_NAMES if name not in neutral and name.lower() not in taken]

    @property
    def texts(self) -> list[str]:
        """What each seat adds to verifiable dice; bots add their names."""
        if self.chances.dice is None or not self.settings.is_verifiable:
            return [""] * len(self.seats)
        return [seat.name if seat.kind == "computer" else seat.text for seat in self.seats]

    def has_log_since(self, event: int) -> bool:
        """Whether the log holds everything that happened in the game after an event."""
        is_known = self.started_at <= event <= self.last_event and event >= self._unlogged
        return is_known and not self.log.is_cut_after(event)

    @property
    def commitment(self) -> str | None:
        """The commitment to the dice's secret; rooms from before all dice had one have none."""
        return None if self.chances.dice is None else self.chances.dice.commitment

    # --- folding ------------------------------------------------------------------------------------------------------

    @classmethod
    def fold(cls, game: str, events: Iterable[Event]) -> RoomState:
        """Build the state of a room from its stored events; only the last ones get entries in the log."""
        state = cls(game)
        for _ in state._fold(list(events)):
            pass
        return state

    async def catch_up(self, events: Sequence[Event]) -> None:
        """Apply stored events after those that it holds; others act now and then meanwhile."""
        for _ in self._fold(events):
            await asyncio.sleep(0)

    def _fold(self, events: Sequence[Event]) -> Iterator[None]:
        """Apply stored events, and yield now and then."""
        self._unlogged = self.last_event + max(len(events) - log.KEPT, 0)
        for event in events:
            self._apply(event, self._play(event))
            if event.number % FOLDED_AT_ONCE == 0:
                yield
        self.choices = choices_of(self.game.seen, self.people) if self.game is not None else {}

    def apply(self, events: Iterable[Event], progress: Progress | None = None) -> None:
        """Apply events that have just been stored; `progress` says how they change the game."""
        plies: Sequence[PlayedPly] = ()
        if progress is not None:
            self.game, plies, self.choices = progress
        played = iter(plies)
        for event in events:
            self._apply(event, next(played) if event.kind == e.PLY else None)

    def _play(self, event: Event) -> PlayedPly | None:
        """Change the game as a stored event says."""
        if event.kind == e.STARTED:
            self.game = new_game(event.body)
        elif event.kind == e.UNDONE:
            self._playing().pop()
        elif event.kind == e.PLY:
            game = self._playing()
            before, ply = game.seen.copy(), Ply.parse(event.body["ply"], game.players)
            game.push(ply)
            return PlayedPly(ply.code, before, game.seen)
        return None

    def _apply(self, event: Event, played: PlayedPly | None) -> None:
        """Apply the next event; the game has changed already."""
        if event.number != self.last_event + 1:
            raise ValueError(f"event {event.number} of {self.id}: expected {self.last_event + 1}")
        self.last_event = event.number
        if played is not None:
            self._ply(event, played)
        else:
            _HANDLERS[event.kind](self, event)

    def _created(self, event: Event) -> None:
        body = event.body
        self.settings = Settings.model_validate(body["settings"])
        self.ruleset = stored_ruleset(body)
        self.seats = [Seat(**seat) for seat in body["seats"]]
        self.host = body["host"]
        dice = FairDice(body["secret"]) if "secret" in body else None
        self.chances = Chances(body.get("seed", 0), dice)

    def _joined(self, event: Event) -> None:
        self.seats[event.body["seat"]] = Seat("person", event.body["name"])

    def _seated(self, event: Event) -> None:
        body = event.body
        before = self.seats[body["seat"]]
        seat = Seat(body["kind"], body["name"], body["bot"], body.get("colour", ""))
        if before.kind == seat.kind == "person":  # the same one, with another name or colour
            seat.is_ready, seat.text = before.is_ready, before.text
        self.seats[body["seat"]] = seat

    def _moved(self, event: Event) -> None:
        seat, to = event.body["seat"], event.body["to"]
        self.seats[seat], self.seats[to] = self.seats[to], self.seats[seat]
        if self.host == seat:
            self.host = to

    def _hosted(self, event: Event) -> None:
        self.host = event.body["seat"]

    def _ready(self, event: Event) -> None:
        self.seats[event.body["seat"]].is_ready = event.body["is_ready"]

    def _text(self, event: Event) -> None:
        self.seats[event.body["seat"]].text = event.body["text"]

    def _pace(self, event: Event) -> None:
        self.settings = self.settings.model_copy(update={"pace": event.body["pace"]})
        for seat in self.seats:
            seat.is_ready = False  # for a game of other settings

    def _started(self, event: Event) -> None:
        game = self._playing()
        self.beginning, self.island = event.body, game.island
        game.tags |= {f"Seat{seat}": name for seat, name in enumerate(self.names)}
        script = tuple(event.body.get("script", ()))
        is_set_up = "begin" in event.body and self.settings.position is None
        self.is_scripted = bool(script) or is_set_up
        self.chances = self.chances.begun(event.body.get("texts", ()), script)
        self.status, self.started_at = "playing", event.number
        clock = self.settings.clock
        if clock is not None:
            self.reserves = dict.fromkeys(range(len(self.seats)), float(clock.reserve_s))
        self._note_decisions(event)

    def _ply(self, event: Event, played: PlayedPly) -> None:
        code, before, after = played
        self.plies.append(code)
        self.chance_count += a.ply_seat(code) == CHANCE
        turn, next_turn = before.m[TURNS], after.m[TURNS]
        self._note_turn(a.ply_seat(code), turn, next_turn)
        self._note_decisions(event)
        if "reserve" in event.body:
            left = self.reserves[a.ply_seat(code)] = event.body["reserve"]
            self._playing().clocks[len(self.plies) - 1] = round(1000 * left)
        action = a.ply_action(code)
        if a.action_kind(action) == a.DICE_ROLLED:
            self.dice = tuple(face for face in (a.action_first(action), a.action_second(action)) if face)
        elif turn != next_turn:
            self.dice = ()
        if event.number > self._unlogged:
            names = render.seat_names(self.names)
            self.log.append(render.ply_entries(before, code, after, self._viewers, event.number, names))

    def _note_turn(self, seat: int, turn: int, next_turn: int) -> None:
        """Count undos from 0 again after a turn; while all place their first settlements, after another one's ply."""
        is_next = seat not in (CHANCE, self.undone_by) if turn == 0 else turn != next_turn
        if is_next:
            self.undos, self.undone_by = 0, None

    def _undone(self, event: Event) -> None:
        code = self.plies.pop()
        self.undos, self.undone_by = self.undos + 1, a.ply_seat(code)
        self._note_decisions(event)
        names = render.seat_names(self.names)
        self._add(event, lambda viewer: render.undo_entry(code, viewer, event.number, names))

    def _said(self, event: Event) -> None:
        seat, text = event.body["seat"], event.body["text"]
        name = self.names[seat] if seat is not None else ""
        self.chat.append(ChatLine(event=event.number, seat=seat, name=name, text=text))

    def _left(self, event: Event) -> None:
        seat = self.seats[event.body["seat"]]
        seat.has_left = True
        if all(self.seats[number].has_left for number in self.people):
            self._add_fact(event, "room.left_waits")
        else:
            seat.is_taken_over = True
            self._add_fact(event, "room.left")

    def _bot_took_over(self, event: Event) -> None:
        self.seats[event.body["seat"]].is_taken_over = True
        self._add_fact(event, "room.away")

    def _came_back(self, event: Event) -> None:
        seat = self.seats[event.body["seat"]]
        seat.has_left = seat.is_taken_over = False
        self._add_fact(event, "room.back")

    def _over(self, event: Event) -> None:
        self.status = "over"

    def _followed(self, event: Event) -> None:
        self.followed_by = event.body["game"]

    # --- the log ------------------------------------------------------------------------------------------------------

    def _add(self, event: Event, entry_for: Callable[[int | None], Entry]) -> None:
        """Add an event to the log, as each viewer may know it."""
        if event.number > self._unlogged:
            self.log.append({viewer: entry_for(viewer) for viewer in self._viewers})

    @property
    def _viewers(self) -> tuple[int | None, ...]:
        """Those for whom the log is kept: the public, and people."""
        return (None, *self.people)

    def _add_fact(self, event: Event, key: str) -> None:
        """Add something about a person in the room, which all may know."""
        seat = event.body["seat"]
        entry = Entry(event.number, None, None, [Phrase(key, {"name": called(seat, self.names[seat])})])
        self._add(event, lambda viewer: entry)

    def _note_decisions(self, event: Event) -> None:
        """Note whose choice an event changed."""
        self.decisions |= dict.fromkeys(event.body.get("asked", ()), event.number)

    def _playing(self) -> Game:
        if self.game is None:
            raise ValueError(f"{self.id}: the game has not begun")
        return self.game


_HANDLERS: Final = {
    e.CREATED: RoomState._created,
    e.JOINED: RoomState._joined,
    e.SEATED: RoomState._seated,
    e.MOVED: RoomState._moved,
    e.HOSTED: RoomState._hosted,
    e.READY: RoomState._ready,
    e.TEXT: RoomState._text,
    e.PACE: RoomState._pace,
    e.STARTED: RoomState._started,
    e.UNDONE: RoomState._undone,
    e.SAID: RoomState._said,
    e.LEFT: RoomState._left,
    e.BOT_TOOK_OVER: RoomState._bot_took_over,
    e.EARLIER_BOT_TOOK_OVER: RoomState._bot_took_over,
    e.CAME_BACK: RoomState._came_back,
    e.OVER: RoomState._over,
    e.FOLLOWED: RoomState._followed,
}


def stored_ruleset(body: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of a stored event; the first version of the rules stored no version."""
    return read_ruleset(body["ruleset"], body.get("rules_version", 1))


def new_game(body: Mapping[str, Any]) -> Game:
    """Return the game as it begins, from the stored event of its start; chance is given to it."""
    if "begin" in body:
        return Game.from_position(body["begin"], chance="given")
    record = Record(stored_ruleset(body), read_island(body["island"]))
    return Game.from_record(record, chance="given")
