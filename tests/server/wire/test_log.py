"""The log of a room: packed but for the newest entries, which nobody notices."""

from __future__ import annotations

from longroad.narration import Phrase
from longroad.server.wire.log import KEPT, UNPACKED, Entry, Log


def filled(count: int) -> Log:
    log = Log()
    for event in range(1, count + 1):
        fact = Phrase("log.knight", {"who": f"seat {event}"})
        public = Entry(event, 0, f"0: end {event}", [fact], {0: {"ore": event}})
        log.append({None: public, 0: public, 1: Entry(event, 0, None, [fact])})
    return log


def test_the_log_keeps_the_last_entries_as_they_were() -> None:
    log = filled(KEPT + 30)
    kept = list(log)
    assert [entries[None].event for entries in kept] == list(range(31, KEPT + 31))
    assert len(log) == KEPT
    assert [entry.render().sentences for entry in kept[0].values()] == [["Seat 31 plays a knight."]] * 3
    assert kept[0][None].gains == {0: {"ore": 31}}
    assert kept[0][None] is kept[0][0], "what viewers share is still shared"


def test_the_log_tells_what_came_after_an_event() -> None:
    log = filled(KEPT + 30)
    for since in (30, 31, KEPT + 30 - UNPACKED - 1, KEPT + 30 - UNPACKED, KEPT + 29, KEPT + 30):
        assert [entries[1].event for entries in log.since(since)] == list(range(since + 1, KEPT + 31))
    assert filled(3).since(1)[0][None].event == 2
    assert Log().since(0) == []


def test_the_log_knows_what_it_has_dropped() -> None:
    log = filled(KEPT + 1)
    assert log.is_cut_after(0)
    assert not log.is_cut_after(1)
    assert not filled(KEPT).is_cut_after(0)
    assert not Log().is_cut_after(0)
