"""Records for tests: games at random, annotated, whole or cut short."""

from __future__ import annotations

from functools import cache

from longroad.core.history import History
from longroad.notation.records.record import Record
from tests.core.games import beginning, log_of

TAGS = {
    "Event": "A test — « été »",
    "Date": "2026-10-01",
    "Seat0": 'Ada "the Road" \\ Lovelace',
    "Seat1": "line\nbreak\tand \x00\x7f\u2028 unseen",
    "TimeControl": "900+10",
    "Seed": "17",
    "Annotator": "nobody",
}


@cache
def record_of(number: int, count: int | None = None) -> Record:
    """Return the record of a random game, or of its first plies."""
    return Record.of(History(beginning(number), log_of(number)[:count]))


@cache
def annotated(number: int, count: int | None = None) -> Record:
    """Return such a record with tags, clocks and comments."""
    history = History(beginning(number), log_of(number)[:count])
    plies = range(len(history.plies))
    comments = {at: f"[{at}] {{braces}} #hash\n\n# @0:00:01 two: lines  " for at in plies if at % 7 == 0}
    clocks = {at: 5_400_000 - 1_001 * at for at in plies if at % 3 == 0}
    return Record.of(history, tags=TAGS, comments=comments, clocks=clocks, foreword="Once\nupon a time")
