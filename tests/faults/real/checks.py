"""Compares what is stored with what people were told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from longroad.game.fair import verify_record
from longroad.notation.records.reader import read_record
from longroad.server import events as e
from longroad.server.events import Event
from longroad.server.room.record import record_of
from longroad.server.room.state import RoomState
from tests.faults.person import Violation
from tests.faults.real.people import Person, Sent

PLY = re.compile(r"(\d)!?: ")


def check_told(game: str, events: Sequence[Event], seat: int, told: Mapping[int, str]) -> None:
    """Check that everything that a person was told is stored, once. Raises `Violation`."""
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        raise Violation(f"{game}: the events are numbered {[event.number for event in events]}")
    for number, ply in told.items():
        stored = events[number - 1].body.get("ply", "") if number <= len(events) else "nothing"
        is_own = ply.startswith(f"{seat}: ")
        if stored != ply if is_own else stored.partition(":")[0] != ply.partition(":")[0]:
            raise Violation(f"{game}: seat {seat} was told that event {number} is {ply!r}; stored is {stored!r}")


def check_sent(game: str, events: Sequence[Event], person: Person) -> None:
    """Check that of everything sent in answer to a decision at most one was taken. Raises `Violation`."""
    answers = answers_by_decision(events)
    for sent in person.sent:
        taken = answers.get((person.seat, sent.decision), [])
        if len(taken) > 1 or len(sent.granted) > 1:
            raise Violation(f"{game}, seat {person.seat}: {sent} was taken more than once: {taken}")
        if sent.granted:
            _check_granted(game, person.seat, sent, taken)


def _check_granted(game: str, seat: int, sent: Sent, taken: Sequence[Event]) -> None:
    action, until = sent.granted[0]
    if not taken or taken[0].number > until or taken[0].body["ply"] != f"{seat}: {action}":
        raise Violation(f"{game}, seat {seat}: {sent} was granted, but stored is {taken}")


def answers_by_decision(events: Iterable[Event]) -> dict[tuple[int, int], list[Event]]:
    """Return the plies of each seat by the decision that they answer: the last event that asked the seat."""
    asked: dict[int, int] = {}
    answers: dict[tuple[int, int], list[Event]] = {}
    for event in events:
        found = PLY.match(event.body.get("ply", ""))
        if found and int(found[1]) in asked:
            seat = int(found[1])
            answers.setdefault((seat, asked[seat]), []).append(event)
        for seat in event.body.get("asked", ()):
            asked[seat] = event.number
    return answers


def check_finished(game: str, events: Sequence[Event], people: Sequence[Person]) -> int:
    """Check a game that is over as a whole; return the number of its plies. Raises `Violation`."""
    state = RoomState.fold(game, events)
    if state.status != "over":
        raise Violation(f"{game} is {state.status}")
    for person in people:
        check_told(game, events, person.seat, person.told)
        check_sent(game, events, person)
        _check_seen(state, person)
    if not verify_record(read_record(record_of(state, None, "full", "text"))).is_right:
        raise Violation(f"{game}: the record is wrong")
    return sum(event.kind == e.PLY for event in events)


def _check_seen(state: RoomState, person: Person) -> None:
    """Check that a person saw the end that is stored. Raises `Violation`."""
    assert state.game is not None
    assert person.snapshot is not None
    for seat, shown in enumerate(person.snapshot["seats"]):
        seen = [shown.get(kind, []) for kind in ("settlements", "cities", "roads")]
        stored = [list(kind(seat)) for kind in (state.game.settlements, state.game.cities, state.game.roads)]
        if seen != stored:
            raise Violation(f"{state.id}: seat {person.seat} saw another end of seat {seat}: {seen}, not {stored}")
