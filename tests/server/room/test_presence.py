"""Being there: coming back, being taken over by a bot, slow listeners, and what leaves the memory."""

from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import replace
from pathlib import Path

from longroad.server.bot_workers import Question, Thought
from longroad.server.fair_queue import NOBODY, Asker
from longroad.server.room.subscribers import MOST_WAITING
from longroad.server.wire.messages import RoomChanged, Table
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    PERSON,
    Inline,
    Listener,
    act,
    new_game,
    people_at,
    received_as,
    registry_at,
    run,
    settle,
    until,
)

QUICK = replace(AT_ONCE, grace=0.05, here=0.0)


# --- streams ----------------------------------------------------------------------------------------------------------


def test_who_comes_gets_the_table_and_then_what_happens(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", script=("rolled 1+1",))
            async with Listener(room, None) as listener:
                await act(room, 0, "roll")
                await room.say(1, "Oh!")
            assert isinstance(listener.received[0], Table)
            assert listener.received[0].decision is None
            assert [
                type(message).__name__ for message in listener.received if not isinstance(message, RoomChanged)
            ] == [
                "Table",
                "Update",
                "Chatted",
            ]
            update = listener.updates[0]
            assert [entry.ply for entry in update.log] == ["0: roll", "*: rolled 1+1"]
            assert update.snapshot.dice == [1, 1]
            assert update.event == room.last_event - 1

    run(work())


def test_who_reconnects_is_told_what_was_missed(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", script=("rolled 1+1",))
            await room.say(0, "Hello")
            since = room.last_event
            async with Listener(room, 1, since) as listener:
                pass
            assert [entry for update in listener.updates for entry in update.log] == []
            await act(room, 0, "roll")
            await act(room, 0, "end")
            await room.say(2, "At last")
            async with Listener(room, 1, since) as listener:
                pass
            assert not listener.tables
            assert [entry.ply for entry in listener.updates[0].log] == ["0: roll", "*: rolled 1+1", "0: end"]
            assert '"text":"At last"' in listener.text
            assert '"text":"Hello"' not in listener.text
            for wrong in (0, room.last_event + 50):
                async with Listener(room, 1, wrong) as listener:
                    pass
                assert isinstance(listener.received[0], Table)

    run(work())


def test_a_slow_listener_gets_a_fresh_table_instead_of_a_backlog(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            async with room.watch(None) as messages:
                assert (await anext(messages)).type == "table"
                for number in range(MOST_WAITING + 5):
                    await room.say(0, f"line {number}")
                received = received_as(await anext(messages))
                assert isinstance(received, Table)
                assert received.event == room.last_event
                await room.say(0, "more")
                assert (await anext(messages)).type == "chat"

    run(work())


# --- people -----------------------------------------------------------------------------------------------------------


def test_who_is_away_is_kept_warm_and_takes_the_seat_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, QUICK) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            async with Listener(room, 1) as other:
                async with Listener(room, 0):
                    await registry.sweep()
                    await asyncio.sleep(0.1)
                    await registry.sweep()
                    assert room.state.plies == []
                await asyncio.sleep(0.1)
                await registry.sweep()
                await until(lambda: room.state.game is not None and room.state.game.turn == 1)
                assert room.table(1).room.seats[0].is_taken_over
                assert not room.table(1).room.seats[1].is_taken_over
                async with Listener(room, 0):
                    assert not room.table(0).room.seats[0].is_taken_over
            said = [sentence for update in other.updates for entry in update.log for sentence in entry.sentences]
            assert "Otter is away; a computer player takes over." in said
            assert "Otter is back." in said

    run(work())


def test_nobody_plays_for_the_only_person(tmp_path: Path) -> None:
    """Closing the page of a game against computers loses nothing."""

    async def work() -> None:
        async with registry_at(tmp_path, QUICK) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, preset="beginner"))
            async with Listener(room, 0):
                pass
            await asyncio.sleep(0.1)
            await registry.sweep()
            await registry.sweep()
            assert room.state.plies == []
            assert not room.state.seats[0].is_taken_over
            await room.leave(0)
            await asyncio.sleep(0.05)
            assert room.state.plies == []

    run(work())


def test_who_leaves_is_replaced_at_once_and_may_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, held = await people_at(registry, 3, preset="beginner")
            await room.leave(0)
            await until(lambda: room.state.game is not None and room.state.game.turn == 1)
            await room.leave(0)
            number = room.last_event
            assert room.viewer_of(held[0].token) == 0
            await act(room, 1, "roll")
            async with Listener(room, 0) as listener:
                assert listener.tables[0].room.seats[0].is_taken_over is False
            assert room.last_event > number

        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            assert not again.state.seats[0].is_taken_over

    run(work())


def test_a_person_who_acts_takes_the_seat_back(tmp_path: Path) -> None:
    class Quiet(Inline):
        async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
            return Thought(None) if question.is_proposal else await super().ask(question)

    async def work() -> None:
        async with registry_at(tmp_path, computers=Quiet) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", script=("rolled 1+1",))
            await room.leave(1)
            assert room.state.seats[1].is_taken_over
            await act(room, 0, "roll")
            await act(room, 1, "propose 1 grain for 1 lumber")
            assert not room.state.seats[1].is_taken_over

    run(work())


# --- memory -----------------------------------------------------------------------------------------------------------


def test_finished_rooms_leave_the_memory_and_are_found_again(tmp_path: Path) -> None:
    async def work() -> None:
        timing = replace(AT_ONCE, forget_over=0.0, forget_idle=3600.0)
        async with registry_at(tmp_path, timing) as registry:
            rooms = [
                (await registry.open(new_game(*[COMPUTER] * 3, preset="beginner", options={"limit": 2})))[0]
                for _ in range(5)
            ]
            waiting, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
            await until(lambda: all(room.status == "over" for room in rooms))
            kept = rooms[0]
            async with Listener(kept, None):
                while len(registry.rooms) > 2:  # one whose last event is still being sent is dropped the next time
                    await registry.sweep()
                    await settle()
                assert set(registry.rooms) == {kept.id, waiting.id}
            record, name = rooms[1].record(None, "full", "text"), rooms[1].id
            gone = [weakref.ref(room) for room in rooms[1:]]
            rooms.clear()
            await until(lambda: gc.collect() >= 0 and not any(reference() for reference in gone))
            again = await registry.find(name)
            assert again.status == "over"
            assert again.record(None, "full", "text") == record
            assert (await registry.find(name)) is again

    run(work())


def test_a_game_that_is_being_played_stays(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, replace(AT_ONCE, forget_over=0.0, forget_idle=60.0)) as registry:
            room, seated = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, preset="beginner"))
            await registry.sweep()
            assert room.id in registry.rooms
            registry.timing = replace(registry.timing, forget_idle=0.2)  # not before, on a busy machine
            await asyncio.sleep(0.3)
            await registry.sweep()
            assert room.id not in registry.rooms
            again = await registry.find(room.id)
            assert again.viewer_of(seated.token) == 0
            await act(again, 0, "roll")

    run(work())


def test_many_who_look_for_a_room_find_one(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, preset="beginner"))
        async with registry_at(tmp_path) as registry:
            found = await asyncio.gather(*(registry.find(room.id) for _ in range(10)))
            assert len(set(map(id, found))) == 1

    run(work())


def test_closing_a_hall_ends_all_streams(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, preset="beginner"))
            received: list[str] = []

            async def listen() -> None:
                async with room.watch(0) as messages:
                    async for message in messages:
                        received.append(message.type)

            task = asyncio.create_task(listen())
            await until(lambda: bool(received))
        await asyncio.wait_for(task, 60)
        assert received[0] in ("table", "update")

    run(work())
