"""The course of a room: what has come about in it, as the fold of its events. Nothing here waits, stores or tells."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from longroad.core import actions as a
from longroad.core.island.given import Island
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.game.snapshot import NEUTRAL_SEATS
from longroad.narration import Said
from longroad.narration.phrases import called
from longroad.notation.actions import Action, Ply
from longroad.notation.islands import read_island
from longroad.notation.records.record import Record
from longroad.notation.rulesets import read_ruleset
from longroad.server import events as e
from longroad.server.events import Event
from longroad.server.room.pending import Choice, choices_of
from longroad.server.wire import render as looks
from longroad.server.wire.log import Entry, Told
from longroad.server.wire.messages import ChatLine, Kind, Settings, Status

STORY_KEPT: Final = 80  # happenings told to whoever comes in
CHAT_KEPT: Final = 100


@dataclass(slots=True)
class Chair:
    """Who sits on a seat. A person who left, or is away for long, has a computer player acting for them."""

    kind: Kind
    name: str
    bot: str = ""
    colour: str = ""  # if another than the seat's own was chosen
    is_kept_warm: bool = False
    has_left: bool = False
    is_ready: bool = False
    text: str = ""  # for verifiable dice

    @property
    def is_driven(self) -> bool:
        """Whether a computer player acts on this seat."""
        return self.kind == "computer" or self.is_kept_warm


@dataclass(frozen=True, slots=True)
class Chances:
    """Where rolls, thefts and draws come from: what was scripted, then a seed or verifiable dice."""

    seed: int
    dice: FairDice | None = None
    script: tuple[str, ...] = ()

    @property
    def island_seed(self) -> int:
        """The seed that the island follows from, where none was chosen."""
        return self.seed if self.dice is None else self.dice.island_seed

    def begun(self, texts: Sequence[str], script: Sequence[str] = ()) -> Chances:
        """Give chance as it is once the seats have added their texts."""
        dice = None if self.dice is None else FairDice(self.dice.secret, tuple(texts))
        return Chances(self.seed, dice, tuple(script))

    def outcome(self, state: State, number: int) -> int:
        """Give the outcome of chance that follows, which is the so-manieth of the game."""
        if number < len(self.script):
            return Action.parse(self.script[number]).code
        return state.sample(self.seed) if self.dice is None else self.dice.outcome(state)


class RoomState:
    """What has come about in a room."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.status: Status = "lobby"
        self.last_event = 0
        self.settings = Settings()
        self.ruleset = Ruleset()
        self.chairs: list[Chair] = []
        self.host: int | None = None
        self.chances = Chances(0)
        self.game: Game | None = None
        self.island: Island | None = None  # as it was at the beginning
        self.plies: list[int] = []  # the surviving line, as the core knows plies
        self.chance_count = 0  # plies of chance among them
        self.choices: dict[int, Choice | None] = {}  # of people
        self.decisions: dict[int, int] = {}  # by seat: the event at which its choice last changed
        self.reserves: dict[int, float] = {}
        self.dice: tuple[int, ...] = ()  # the faces of the last roll of the turn
        self.story: deque[Told] = deque(maxlen=STORY_KEPT)
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.started_at = 0  # the event
        self.followed_by: str | None = None
        self._untold = 0  # events that were not put into words when the room was folded
        self.is_scripted = False  # set up, so that its chance cannot be computed from a seed

    # --- asking -------------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The seats that are people's."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [chair.name or SEAT_NAMES[seat] for seat, chair in enumerate(self.chairs)]

    @property
    def colours(self) -> list[str]:
        """The colours by seat: those that were chosen, and everybody else's own, or the next that is free."""
        chosen = {chair.colour for chair in self.chairs if chair.colour}
        own = [SEAT_NAMES[seat].lower() for seat in range(len(self.chairs))]
        free = [colour for colour in self.free_colours(chosen) if colour not in own]
        free += [colour for seat, colour in enumerate(own) if self.chairs[seat].colour and colour not in chosen]
        return [
            chair.colour or (free.pop(0) if own[seat] in chosen else own[seat])
            for seat, chair in enumerate(self.chairs)
        ]

    def free_colours(self, taken: Collection[str]) -> list[str]:
        """List the colours that nobody has; neutral players keep theirs (DUO-1)."""
        neutral = [SEAT_NAMES[seat] for seat in NEUTRAL_SEATS] if self.ruleset.duel else []
        return [name.lower() for name in SEAT_NAMES if name not in neutral and name.lower() not in taken]

    @property
    def texts(self) -> list[str]:
        """What each seat adds to verifiable dice; computer players add their names."""
        if self.chances.dice is None:
            return [""] * len(self.chairs)
        return [chair.name if chair.kind == "computer" else chair.text for chair in self.chairs]

    def has_story_since(self, event: int) -> bool:
        """Tell whether everything that happened in the game after an event is still there to be told."""
        is_cut = len(self.story) == STORY_KEPT and self.story[0][None].event > event + 1
        return self.started_at <= event <= self.last_event and event >= self._untold and not is_cut

    @property
    def commitment(self) -> str | None:
        """What is promised about verifiable dice."""
        return None if self.chances.dice is None else self.chances.dice.commitment

    # --- folding ------------------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, game: str, events: Iterable[Event]) -> RoomState:
        """Fold the events of a game; only what is still told is put into words."""
        course, stored = cls(game), list(events)
        untold = len(stored) - STORY_KEPT
        for number, event in enumerate(stored):
            course.take(event, is_told=number >= untold)
        course._untold = max(untold, 0)
        course.look_around()
        return course

    def take(self, event: Event, is_told: bool = True) -> None:
        """Take the next event in."""
        if event.number != self.last_event + 1:
            raise ValueError(f"event {event.number} of {self.id}: expected {self.last_event + 1}")
        self.last_event = event.number
        told = _TAKING[event.kind](self, event, is_told)
        if told and is_told:
            self.story.append(told)

    def look_around(self) -> None:
        """Note what people can do now."""
        self.choices = choices_of(self.game.seen, self.people) if self.game is not None else {}

    def _created(self, event: Event, is_told: bool) -> None:
        body = event.body
        self.settings = Settings.model_validate(body["settings"])
        self.ruleset = read_ruleset(body["ruleset"])
        self.chairs = [Chair(**chair) for chair in body["seats"]]
        self.host = body["host"]
        dice = FairDice(body["secret"]) if "secret" in body else None
        self.chances = Chances(body.get("seed", 0), dice)

    def _joined(self, event: Event, is_told: bool) -> None:
        self.chairs[event.body["seat"]] = Chair("person", event.body["name"])

    def _seated(self, event: Event, is_told: bool) -> None:
        body = event.body
        before = self.chairs[body["seat"]]
        chair = Chair(body["kind"], body["name"], body["bot"], body.get("colour", ""))
        if before.kind == chair.kind == "person":  # the same one, with another name or colour
            chair.is_ready, chair.text = before.is_ready, before.text
        self.chairs[body["seat"]] = chair

    def _moved(self, event: Event, is_told: bool) -> None:
        seat, to = event.body["seat"], event.body["to"]
        self.chairs[seat], self.chairs[to] = self.chairs[to], self.chairs[seat]
        if self.host == seat:
            self.host = to

    def _hosted(self, event: Event, is_told: bool) -> None:
        self.host = event.body["seat"]

    def _ready(self, event: Event, is_told: bool) -> None:
        self.chairs[event.body["seat"]].is_ready = event.body["is_ready"]

    def _text(self, event: Event, is_told: bool) -> None:
        self.chairs[event.body["seat"]].text = event.body["text"]

    def _pace(self, event: Event, is_told: bool) -> None:
        self.settings = self.settings.model_copy(update={"pace": event.body["pace"]})
        for chair in self.chairs:
            chair.is_ready = False  # for a game of other settings

    def _started(self, event: Event, is_told: bool) -> None:
        self.game = beginning(event.body)
        self.island = self.game.island
        self.game.tags |= {f"Seat{seat}": name for seat, name in enumerate(self.names)}
        script = tuple(event.body.get("script", ()))
        self.is_scripted = bool(script) or "begin" in event.body
        self.chances = self.chances.begun(event.body.get("texts", ()), script)
        self.status, self.started_at = "playing", event.number
        clock = self.settings.clock
        if clock is not None:
            self.reserves = dict.fromkeys(range(len(self.chairs)), float(clock.reserve_s))
        self._note(event)

    def _ply(self, event: Event, is_told: bool) -> Told | None:
        game = self._playing()
        before, text = game.seen.copy(), event.body["ply"]
        game.push(text)
        after, entry = game.seen, Ply.parse(text).code
        self.plies.append(entry)
        self.chance_count += a.ply_seat(entry) == CHANCE
        self._note(event)
        if "reserve" in event.body:
            seat, left = a.ply_seat(entry), event.body["reserve"]
            self.reserves[seat] = left
            game.clocks[len(self.plies) - 1] = round(1000 * left)
        action = a.ply_action(entry)
        if a.action_kind(action) == a.DICE_ROLLED:
            self.dice = tuple(face for face in (a.action_first(action), a.action_second(action)) if face)
        elif after["turns"] != before["turns"]:
            self.dice = ()
        if not is_told:
            return None
        return {
            viewer: looks.happening(before, entry, after, viewer, event.number, self.names)
            for viewer in (None, *self.people)
        }

    def _undone(self, event: Event, is_told: bool) -> Told:
        self._playing().pop()
        ply = self.plies.pop()
        self._note(event)
        return {viewer: looks.undone(ply, viewer, event.number, self.names) for viewer in (None, *self.people)}

    def _said(self, event: Event, is_told: bool) -> None:
        seat, text = event.body["seat"], event.body["text"]
        name = self.names[seat] if seat is not None else ""
        self.chat.append(ChatLine(event=event.number, seat=seat, name=name, text=text))

    def _left(self, event: Event, is_told: bool) -> Told:
        chair = self.chairs[event.body["seat"]]
        chair.has_left = True
        if all(self.chairs[seat].has_left for seat in self.people):
            return self._about(event, "room.left_waits")
        chair.is_kept_warm = True
        return self._about(event, "room.left")

    def _kept_warm(self, event: Event, is_told: bool) -> Told:
        self.chairs[event.body["seat"]].is_kept_warm = True
        return self._about(event, "room.away")

    def _came_back(self, event: Event, is_told: bool) -> Told:
        chair = self.chairs[event.body["seat"]]
        chair.has_left = chair.is_kept_warm = False
        return self._about(event, "room.back")

    def _over(self, event: Event, is_told: bool) -> None:
        self.status = "over"

    def _followed(self, event: Event, is_told: bool) -> None:
        self.followed_by = event.body["game"]

    def _about(self, event: Event, key: str) -> Told:
        """Tell everybody something about somebody in the room."""
        seat = event.body["seat"]
        fact = Said(key, {"name": called(seat, self.names[seat])})
        return dict.fromkeys((None, *self.people), Entry(event.number, None, None, [fact]))

    def _note(self, event: Event) -> None:
        """Note whose choice an event changed."""
        self.decisions |= dict.fromkeys(event.body.get("asked", ()), event.number)

    def _playing(self) -> Game:
        if self.game is None:
            raise ValueError(f"{self.id}: the game has not begun")
        return self.game


_TAKING: Final = {
    e.CREATED: RoomState._created,
    e.JOINED: RoomState._joined,
    e.SEATED: RoomState._seated,
    e.MOVED: RoomState._moved,
    e.HOSTED: RoomState._hosted,
    e.READY: RoomState._ready,
    e.TEXT: RoomState._text,
    e.PACE: RoomState._pace,
    e.STARTED: RoomState._started,
    e.PLY: RoomState._ply,
    e.UNDONE: RoomState._undone,
    e.SAID: RoomState._said,
    e.LEFT: RoomState._left,
    e.KEPT_WARM: RoomState._kept_warm,
    e.CAME_BACK: RoomState._came_back,
    e.OVER: RoomState._over,
    e.FOLLOWED: RoomState._followed,
}


def beginning(body: Mapping[str, Any]) -> Game:
    """Give the game as it begins, from what is stored of its start; chance is given to it."""
    if "begin" in body:
        return Game.from_position(body["begin"], chance="given")
    record = Record(read_ruleset(body["ruleset"]), read_island(body["island"]))
    return Game.from_record(record, chance="given")
