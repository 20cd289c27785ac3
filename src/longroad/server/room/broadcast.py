"""What a room tells: its own state, the table, and what has changed, to each pair of eyes what they may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from longroad.narration import ENGLISH, Words
from longroad.notation.rulesets import write_ruleset
from longroad.server import events as e
from longroad.server.events import Event
from longroad.server.room import actions as play
from longroad.server.room.state import RoomState
from longroad.server.wire import render as looks
from longroad.server.wire.messages import (
    Chatted,
    Decision,
    Happening,
    Look,
    Room,
    RoomChanged,
    Seat,
    ServerMessage,
    Table,
    Update,
)
from longroad.server.wire.render import NO_CLOCKS, Times

# The kinds of event after which the room itself looks different.
ROOM_KINDS: Final = frozenset(
    {
        *(e.JOINED, e.SEATED, e.MOVED, e.HOSTED, e.READY, e.TEXT, e.PACE),
        *(e.LEFT, e.KEPT_WARM, e.CAME_BACK, e.OVER, e.FOLLOWED),
    }
)
TABLE_KINDS: Final = frozenset({e.PLY, e.UNDONE, e.LEFT, e.KEPT_WARM, e.CAME_BACK})
MOST_CAUGHT_UP: Final = 8  # happenings that fit into an update; whoever missed more gets a table


def room(course: RoomState, viewer: int | None, here: Sequence[bool], watchers: int) -> Room:
    """Tell who sits where."""
    colours, texts = course.colours, course.texts
    seats = [
        Seat(
            seat=number,
            kind=chair.kind,
            name=chair.name,
            colour=colours[number],
            bot=chair.bot,
            is_here=here[number],
            is_kept_warm=chair.is_kept_warm,
            is_ready=chair.is_ready or chair.kind == "computer",
            text=texts[number],
        )
        for number, chair in enumerate(course.chairs)
    ]
    return Room(
        game=course.id,
        status=course.status,
        settings=course.settings,
        ruleset=write_ruleset(course.ruleset),
        seats=seats,
        you=viewer,
        is_host=viewer is not None and viewer == course.host,
        host=course.host,
        watchers=watchers,
        commitment=course.commitment,
        followed_by=course.followed_by,
    )


def table(
    course: RoomState, viewer: int | None, about: Room, times: Times = NO_CLOCKS, words: Words = ENGLISH
) -> Table:
    """Tell everything that a viewer may know."""
    look, decision = seen(course, viewer, times)
    return Table(
        event=course.last_event,
        room=about,
        geometry=None if course.island is None else looks.geometry(course.island),
        look=look,
        decision=decision,
        story=[told.get(viewer, told[None]).told(words) for told in course.story],
        chat=list(course.chat),
    )


def seen(
    course: RoomState, viewer: int | None, times: Times, public: Look | None = None
) -> tuple[Look | None, Decision | None]:
    """Give what a viewer may see of the game, and what is expected of them."""
    if course.game is None:
        return None, None
    view = course.game.view(viewer)
    look = looks.look(view, course.dice, times, public)
    if viewer is None or course.status == "over":
        return look, None
    can_undo = play.why_not_back(course, viewer) is None
    return look, looks.decision(view, course.decisions.get(viewer, 0), can_undo)


def update(
    course: RoomState, viewer: int | None, happened: list[Happening], times: Times, public: Look | None = None
) -> Update | None:
    """Tell what has changed on the table."""
    look, decision = seen(course, viewer, times, public)
    if look is None:
        return None
    return Update(event=course.last_event, look=look, decision=decision, happened=happened)


class News:
    """The events that have just been taken in, to be told to each pair of eyes once."""

    def __init__(self, course: RoomState, events: Sequence[Event]) -> None:
        self._course = course
        self._first = events[0].number
        self._kinds = {event.kind for event in events}
        self._public: Look | None = None

    def told(
        self, viewer: int | None, about: Callable[[int | None], Room], times: Times, words: Words = ENGLISH
    ) -> list[ServerMessage]:
        """Tell them to a viewer in a language."""
        course = self._course
        messages: list[ServerMessage] = []
        if self._kinds & TABLE_KINDS:
            self._public = self._public or seen(course, None, times)[0]
            happened = happened_since(course, viewer, self._first - 1, words)
            changed = update(course, viewer, happened, times, self._public)
            messages += [] if changed is None else [changed]
        # After the update, which pages would take for old news otherwise: both tell the same last event.
        if self._kinds & ROOM_KINDS:
            messages.append(RoomChanged(event=course.last_event, room=about(viewer)))
        if e.SAID in self._kinds:
            messages += [Chatted(line=line) for line in course.chat if line.event >= self._first]
        return messages


def happened_since(course: RoomState, viewer: int | None, event: int, words: Words = ENGLISH) -> list[Happening]:
    """Give what happened after an event."""
    happened = []
    for told in reversed(course.story):
        mine = told.get(viewer, told[None])
        if mine.event <= event:
            break
        happened.append(mine.told(words))
    return happened[::-1]


def catch_up(
    course: RoomState, viewer: int | None, since: int, about: Room, times: Times, words: Words = ENGLISH
) -> list[ServerMessage] | None:
    """Tell what was missed since an event of the game; None if a table has to tell everything anew.

    So it is before the game, for an event before it or one that has not been, and where more was missed than fits.
    """
    missed = happened_since(course, viewer, since, words)
    lines = [line for line in course.chat if line.event > since]
    if course.game is None or not course.has_story_since(since) or len(missed) > MOST_CAUGHT_UP:
        return None
    changed = update(course, viewer, missed, times)
    messages: list[ServerMessage] = [] if changed is None else [changed]
    messages.append(RoomChanged(event=course.last_event, room=about))
    return messages + [Chatted(line=line) for line in lines]
