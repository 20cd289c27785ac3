"""Clocks: a time for each decision, a reserve, and nothing while they stand still."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from longroad.server.room import actions as play
from longroad.server.room.pace import Timing
from longroad.server.room.room import Room
from longroad.server.room.time_control import Clocks
from longroad.server.wire.messages import Clock
from tests.server.rooms import AT_ONCE, Listener, act, people_at, registry_at, run, until


def clocks() -> Clocks:
    return Clocks(Clock(decision_s=10, reserve_s=60), range(3))


def test_a_quick_decision_costs_no_reserve() -> None:
    c = clocks()
    c.run([0], 100.0)
    assert c.stop(0, 109.0) == 60.0
    assert c.running == frozenset()


def test_a_slow_one_is_paid_from_the_reserve() -> None:
    c = clocks()
    c.run([0, 1], 100.0)
    c.run([0], 105.0)
    c.run([0], 130.0)  # goes on: it does not start over
    assert c.left(0, 130.0) == 40.0
    assert c.reserve(0, 130.0) == 40.0
    assert c.stop(0, 130.0) == 40.0
    assert c.reserves == {0: 40.0, 1: 60.0, 2: 60.0}


def test_no_time_runs_while_the_clocks_stand_still() -> None:
    c = clocks()
    c.run([0], 100.0)
    c.halt(103.0)
    assert c.next_due(500.0) is None
    assert c.left(0, 500.0) == 67.0
    c.run([0, 1], 600.0)
    c.resume(1000.0)
    assert c.left(0, 1000.0) == 67.0
    assert c.left(1, 1000.0) == 70.0
    assert c.next_due(1010.0) == (57.0, 0)


def test_who_decides_sees_the_own_time_and_others_the_shortest() -> None:
    c = clocks()
    c.run([0], 100.0)
    c.run([0, 1], 120.0)
    assert c.times(1, 130.0).deadline == 60.0
    assert c.times(0, 130.0).deadline == c.times(None, 130.0).deadline == 40.0
    assert c.times(2, 130.0).reserves == {0: 40.0, 1: 60.0, 2: 60.0}


# --- in a room --------------------------------------------------------------------------------------------------------


def test_when_time_runs_out_the_default_is_played_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.room.time_control.Clocks.__init__", hurried(0.15))

    async def work() -> None:
        async with registry_at(tmp_path, replace(AT_ONCE, here=0.0)) as registry:  # no time runs before somebody comes
            room, _ = await people_at(registry, 3, preset="beginner", clock=Clock(decision_s=5, reserve_s=0))
            async with Listener(room, 0) as listener:
                await until(lambda: len(room.state.plies) >= 3)
            first = listener.updates[0].log[0]
            assert first.ply == "0!: roll"
            assert first.sentences[0] == "Your time is up."
            assert listener.tables[0].snapshot is not None
            assert listener.tables[0].snapshot.deadline_s is not None
            assert "0!: roll" in room.record(None, "public", "text")

    run(work())


def test_nobodys_time_runs_while_nobody_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.room.time_control.Clocks.__init__", hurried(0.1))

    async def work() -> None:
        timing = Timing(moves=AT_ONCE.moves, answers=AT_ONCE.answers, here=0.0)
        async with registry_at(tmp_path, timing) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", clock=Clock(decision_s=5, reserve_s=0))
            await asyncio.sleep(0.3)
            assert room.state.plies == []
            async with Listener(room, 1):
                await until(lambda: len(room.state.plies) > 0)

    run(work())


def hurried(seconds: float):  # type: ignore[no-untyped-def]
    """Make clocks on which a decision takes no longer than that."""

    def begin(self: Clocks, clock: Clock, seats: range) -> None:
        self.decision_s = seconds
        self.reserves = {seat: float(clock.reserve_s) for seat in seats}
        self._since = {}
        self._halted_at = None

    return begin


class Hand:
    """The hand of a clock that only the test moves."""

    def __init__(self) -> None:
        self.at = 1000.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr("longroad.server.room.clock.time", hand)
    return hand


def left(room: Room, seat: int) -> tuple[float | None, float | None]:
    """Return what the clocks show to a seat: for its decision, and of its reserve."""
    times = room.clock.times(seat)
    return times.deadline, times.reserves[seat]


def test_taking_back_gives_no_new_time(tmp_path: Path, hand: Hand) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, clock=Clock(decision_s=10, reserve_s=5))
            seat = play.playing(room.state).to_act[0]
            async with Listener(room, 0), Listener(room, 1), Listener(room, 2):
                hand.at += 6
                await act(room, seat, "settle 20")
                assert left(room, seat) == (15, 5)
                hand.at += 3
                await room.undo(seat)
                assert left(room, seat) == (6, 5)
                hand.at += 3
                await act(room, seat, "settle 20")
                assert left(room, seat) == (13, 3)
                await room.undo(seat)
                assert left(room, seat) == (3, 3)

    run(work())


def test_leaving_and_coming_back_gives_no_new_time(tmp_path: Path, hand: Hand) -> None:
    async def work() -> None:
        slow = replace(AT_ONCE, moves=dict.fromkeys(AT_ONCE.moves, (60.0, 60.0)))
        async with registry_at(tmp_path, slow) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", clock=Clock(decision_s=10, reserve_s=5))
            async with Listener(room, 0), Listener(room, 1), Listener(room, 2):
                hand.at += 12
                await room.leave(0)
                hand.at += 1
                async with Listener(room, 0):
                    assert not room.state.seats[0].has_left
                    assert left(room, 0) == (2, 2)

    run(work())


def test_a_reserve_that_was_used_up_is_gone_also_without_an_answer(tmp_path: Path, hand: Hand) -> None:
    async def work() -> None:
        clock = Clock(decision_s=10, reserve_s=5)
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", clock=clock, script=("rolled 1+1",))
            async with Listener(room, 0), Listener(room, 1), Listener(room, 2):
                await act(room, 0, "roll")
                await act(room, 0, "offer 1 lumber for 1 grain to 1")
                hand.at += 13
                await act(room, 0, "withdraw")
                await act(room, 0, "end")
                assert left(room, 1)[1] == 2

    run(work())


def test_reserves_outlast_a_restart(tmp_path: Path, hand: Hand) -> None:
    async def work() -> None:
        clock = Clock(decision_s=5, reserve_s=50)
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", clock=clock)
            hand.at += 12
            await act(room, 0, "roll")
            assert room.state.reserves[0] == 43
        async with registry_at(tmp_path) as registry:
            snapshot = (await registry.find(room.id)).table(1).snapshot
            assert snapshot is not None
            assert [seat.clock_s for seat in snapshot.seats] == [43, 50, 50]

    run(work())
