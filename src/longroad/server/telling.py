"""What a room tells: its own state, the table, and what has changed, to each pair of eyes what they may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from longroad.core.words import SEAT_NAMES
from longroad.notation.rulesets import write_ruleset
from longroad.server import events as e
from longroad.server import looks, play
from longroad.server.course import Course
from longroad.server.events import Event
from longroad.server.looks import NO_CLOCKS, Times
from longroad.server.messages import (
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

# The kinds of event after which the room itself looks different.
ROOM_KINDS: Final = frozenset(
    {e.JOINED, e.SEATED, e.MOVED, e.HOSTED, e.LEFT, e.KEPT_WARM, e.CAME_BACK, e.OVER, e.FOLLOWED}
)
TABLE_KINDS: Final = frozenset({e.PLY, e.UNDONE, e.LEFT, e.KEPT_WARM, e.CAME_BACK})
MOST_CAUGHT_UP: Final = 8  # happenings that fit into an update; whoever missed more gets a table


def room(course: Course, viewer: int | None, here: Sequence[bool], watchers: int) -> Room:
    """Tell who sits where."""
    seats = [
        Seat(
            seat=number,
            kind=chair.kind,
            name=chair.name,
            colour=SEAT_NAMES[number].lower(),
            bot=chair.bot,
            is_here=here[number],
            is_kept_warm=chair.is_kept_warm,
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
        watchers=watchers,
        commitment=course.commitment,
        followed_by=course.followed_by,
    )


def table(course: Course, viewer: int | None, about: Room, times: Times = NO_CLOCKS) -> Table:
    """Tell everything that a viewer may know."""
    look, decision = seen(course, viewer, times)
    return Table(
        event=course.last_event,
        room=about,
        geometry=None if course.island is None else looks.geometry(course.island),
        look=look,
        decision=decision,
        story=[told.get(viewer, told[None]) for told in course.story],
        chat=list(course.chat),
    )


def seen(course: Course, viewer: int | None, times: Times) -> tuple[Look | None, Decision | None]:
    """Give what a viewer may see of the game, and what is expected of them."""
    if course.game is None:
        return None, None
    view = course.game.view(viewer)
    look = looks.look(view, course.dice, times)
    if viewer is None or course.status == "over":
        return look, None
    can_undo = play.why_not_back(course, viewer) is None
    return look, looks.decision(view, course.decisions.get(viewer, 0), can_undo)


def update(course: Course, viewer: int | None, happened: list[Happening], times: Times) -> Update | None:
    """Tell what has changed on the table."""
    look, decision = seen(course, viewer, times)
    if look is None:
        return None
    return Update(event=course.last_event, look=look, decision=decision, happened=happened)


def news(course: Course, viewer: int | None, about: Room, events: Sequence[Event], times: Times) -> list[ServerMessage]:
    """Tell the events that have just been taken in."""
    kinds = {event.kind for event in events}
    messages: list[ServerMessage] = []
    if kinds & ROOM_KINDS:
        messages.append(RoomChanged(event=course.last_event, room=about))
    if kinds & TABLE_KINDS:
        changed = update(course, viewer, happened_since(course, viewer, events[0].number - 1), times)
        messages += [] if changed is None else [changed]
    if e.SAID in kinds:
        messages += [Chatted(line=line) for line in course.chat if line.event >= events[0].number]
    return messages


def happened_since(course: Course, viewer: int | None, event: int) -> list[Happening]:
    """Give what happened after an event."""
    happened = []
    for told in reversed(course.story):
        mine = told.get(viewer, told[None])
        if mine.event <= event:
            break
        happened.append(mine)
    return happened[::-1]


def catch_up(course: Course, viewer: int | None, since: int, about: Room, times: Times) -> list[ServerMessage] | None:
    """Tell what was missed since an event; None if that is too much, and everything has to be told anew."""
    missed = happened_since(course, viewer, since)
    is_kept = since >= course.last_event or (course.story and course.story[0][None].event <= since)
    lines = [line for line in course.chat if line.event > since]
    if course.game is None or since > course.last_event or not is_kept or len(missed) > MOST_CAUGHT_UP:
        return None
    changed = update(course, viewer, missed, times)
    messages: list[ServerMessage] = [RoomChanged(event=course.last_event, room=about)]
    messages += [] if changed is None else [changed]
    return messages + [Chatted(line=line) for line in lines]
