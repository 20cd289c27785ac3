"""What a room sends: tables, updates, the room itself and chat; each viewer gets what they may know, rendered once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.game.view import View
from longroad.narration import ENGLISH, Words
from longroad.notation.legal import LegalActions
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.rulesets import write_ruleset
from longroad.server import events as e
from longroad.server.events import Event
from longroad.server.room.actions import can_undo
from longroad.server.room.automatic import is_auto_refused, is_automatic
from longroad.server.room.clock import Clock
from longroad.server.room.presence import Presence
from longroad.server.room.state import RoomState
from longroad.server.room.subscribers import Subscriber, Subscribers
from longroad.server.wire import render
from longroad.server.wire.compact import Moment, Written, write
from longroad.server.wire.log import Entries
from longroad.server.wire.messages import (
    Chatted,
    Decision,
    LogEntry,
    Room,
    RoomChanged,
    Seat,
    Settings,
    Snapshot,
    Table,
)
from longroad.server.wire.render import NO_CLOCKS, Asked, Times

# The kinds of event that change the message about the room, and those that change the table.
ROOM_KINDS: Final = frozenset(
    {
        *(e.JOINED, e.SEATED, e.MOVED, e.HOSTED, e.READY, e.TEXT, e.PACE),
        *(e.LEFT, e.BOT_TOOK_OVER, e.CAME_BACK, e.OVER, e.FOLLOWED),
    }
)
TABLE_KINDS: Final = frozenset({e.PLY, e.UNDONE, e.LEFT, e.BOT_TOOK_OVER, e.CAME_BACK})
MOST_CAUGHT_UP: Final = 8  # entries of the log that fit into an update; a client that missed more gets a table
NOTHING_LEGAL: Final = LegalActions(())


class Broadcaster:
    """Builds the messages of one room, and sends them to its subscribers."""

    def __init__(self, state: RoomState, subscribers: Subscribers, clock: Clock, presence: Presence) -> None:
        self._state = state
        self._subscribers = subscribers
        self._clock = clock
        self._presence = presence
        self._sent_here: list[bool] = []  # who was present according to the last message

    # --- messages -----------------------------------------------------------------------------------------------------

    def table(self, viewer: int | None, words: Words = ENGLISH) -> Table:
        """Return everything that a viewer may know."""
        state = self._state
        snapshot, decision = seen(state, viewer, self._clock.times(viewer))
        return Table(
            event=state.last_event,
            room=self.room(viewer),
            geometry=None if state.island is None else render.geometry(state.island),
            snapshot=snapshot,
            decision=decision,
            log=rendered(state.log, viewer, words),
            chat=list(state.chat),
        )

    def room(self, viewer: int | None) -> Room:
        """Return who sits where, and how it is played."""
        state, here = self._state, self._presence.here()
        colours, texts = state.colours, state.texts
        return Room(
            game=state.id,
            status=state.status,
            settings=_settings_for(state.settings, viewer),
            ruleset=write_ruleset(state.ruleset),
            seats=[
                Seat(
                    seat=number,
                    kind=seat.kind,
                    name=seat.name,
                    colour=colours[number],
                    bot=seat.bot,
                    is_here=here[number],
                    is_taken_over=seat.is_taken_over,
                    is_ready=seat.is_ready or seat.kind == "computer",
                    text=texts[number],
                )
                for number, seat in enumerate(state.seats)
            ],
            you=viewer,
            is_host=viewer is not None and viewer == state.host,
            host=state.host,
            watchers=self._subscribers.watchers(),
            has_hints=viewer is not None and state.has_hints,
            commitment=state.commitment,
            followed_by=state.followed_by,
        )

    def _room_changed(self, viewer: int | None) -> Written:
        return write(RoomChanged(event=self._state.last_event, room=self.room(viewer)))

    def _chat(self, first: int) -> list[Written]:
        """Return the lines of chat from an event on."""
        return [write(Chatted(line=line)) for line in self._state.chat if line.event >= first]

    def _moment(self) -> Moment | None:
        """Return the game as it is now; None before it."""
        state = self._state
        return None if state.game is None else Moment(state.last_event, state.game, state.dice)

    def _update(self, moment: Moment, viewer: int | None, logged: Iterable[Entries], words: Words) -> Written:
        """Return what has changed on the table for a viewer."""
        log = [entries.get(viewer, entries[None]).compact(words) for entries in logged]
        return moment.update(viewer, asked(self._state, moment.public, viewer), log, self._clock.times(viewer))

    # --- sending ------------------------------------------------------------------------------------------------------

    def greet(self, subscriber: Subscriber, since: int | None) -> None:
        """Send a new subscriber a table, or what was missed since an event."""
        missed = None if since is None else self._missed(subscriber, since)
        if missed is None:
            subscriber.send_table()
        for message in missed or ():
            subscriber.send(message)

    def _missed(self, subscriber: Subscriber, since: int) -> list[Written] | None:
        """Return the messages missed since an event of the game; None if a table is needed.

        A table is needed before the game, for an unknown event or one before the game, and if too much was missed.
        """
        state, viewer, words = self._state, subscriber.viewer, subscriber.words
        missed = state.log.since(since)
        moment = self._moment()
        if moment is None or not state.has_log_since(since) or len(missed) > MOST_CAUGHT_UP:
            return None
        return [self._update(moment, viewer, missed, words), self._room_changed(viewer), *self._chat(since + 1)]

    def send(self, events: Sequence[Event]) -> None:
        """Send everybody what events have changed; the start of a game is a new table."""
        self._move_subscribers(events)
        if not self._subscribers.all:
            return
        kinds, first = {event.kind for event in events}, events[0].number
        if e.STARTED in kinds:
            for subscriber in self._subscribers.all:
                subscriber.send_table()
            return
        moment = self._moment() if kinds & TABLE_KINDS else None
        logged = self._state.log.since(first - 1)
        messages: dict[tuple[int | None, str], list[Written]] = {}
        for subscriber in self._subscribers.all:
            key = (subscriber.viewer, subscriber.words.language)
            if key not in messages:
                messages[key] = self._news(subscriber, kinds, first, moment, logged)
            for message in messages[key]:
                subscriber.send(message)

    def _move_subscribers(self, events: Sequence[Event]) -> None:
        """Move the subscribers who have changed or lost their seats."""
        for event in events:
            if event.kind == e.MOVED:
                self._subscribers.move(event.body["seat"], event.body["to"])
            elif event.kind == e.SEATED and event.body["kind"] != "person":
                self._subscribers.move(event.body["seat"], None)

    def _news(
        self, subscriber: Subscriber, kinds: set[str], first: int, moment: Moment | None, logged: Sequence[Entries]
    ) -> list[Written]:
        """Return the messages about events of some kinds, from the first one on."""
        viewer = subscriber.viewer
        messages = [] if moment is None else [self._update(moment, viewer, logged, subscriber.words)]
        # After the update: both have the same last event, and pages would skip the update otherwise.
        if kinds & ROOM_KINDS:
            messages.append(self._room_changed(viewer))
        return messages + (self._chat(first) if e.SAID in kinds else [])

    def send_presence(self) -> None:
        """Send who is present, if that has changed."""
        here = self._presence.here()
        if here != self._sent_here:
            self._sent_here = here
            for subscriber in self._subscribers.all:
                subscriber.send(self._room_changed(subscriber.viewer))


# --- the room ---------------------------------------------------------------------------------------------------------


def _settings_for(settings: Settings, viewer: int | None) -> Settings:
    """Return the settings as a viewer may know them: the position where a game begins has hands and cards."""
    if settings.position is None:
        return settings
    return settings.model_copy(update={"position": _position_for(settings.position, viewer)})


@lru_cache(64)
def _position_for(position: str, viewer: int | None) -> str:
    """Return what a viewer may know of a full position."""
    state = read_position(position)
    assert isinstance(state, State)
    return write_position(state.view(PUBLIC if viewer is None else viewer))


# --- the game ---------------------------------------------------------------------------------------------------------


def asked(state: RoomState, table: View, viewer: int | None) -> Asked | None:
    """Return what is expected of a viewer; the table is that of any view."""
    if viewer is None or state.status == "over":
        return None
    choice, has_undo = state.choices.get(viewer), can_undo(state, viewer)
    if choice is None and not has_undo:
        return None
    legal = NOTHING_LEGAL if choice is None else choice.legal
    spared = is_auto_refused(state, viewer), is_automatic(state, viewer)
    return render.asked(table, viewer, state.decisions.get(viewer, 0), legal, has_undo, *spared)


def seen(state: RoomState, viewer: int | None, times: Times = NO_CLOCKS) -> tuple[Snapshot | None, Decision | None]:
    """Return what a viewer may see of the game, and what is expected of them."""
    if state.game is None:
        return None, None
    view = View(state.game.seen.view(PUBLIC if viewer is None else viewer))
    expected = asked(state, view, viewer)
    return render.snapshot(view, state.dice, times), None if expected is None else render.decision(expected)


def rendered(logged: Iterable[Entries], viewer: int | None, words: Words) -> list[LogEntry]:
    """Return entries of the log as a viewer may know them."""
    return [entries.get(viewer, entries[None]).render(words) for entries in logged]
