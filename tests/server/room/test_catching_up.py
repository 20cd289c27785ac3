"""What was missed: an update for a little of the running game, a table for everything else."""

from __future__ import annotations

from pathlib import Path

from longroad.server.room.broadcast import MOST_CAUGHT_UP
from longroad.server.room.room import Room
from longroad.server.wire.log import KEPT
from longroad.server.wire.messages import RoomChanged, Table, Update
from tests.server.rooms import OPEN, PERSON, Listener, act, decision_of, new_game, people_at, registry_at, run


async def first_heard(room: Room, since: int) -> list[type]:
    async with Listener(room, None, since) as listener:
        pass
    return [type(message) for message in listener.received]


async def anything(room: Room, times: int = 1) -> None:
    """Make whoever is waited for do the first thing that they can."""
    for _ in range(times):
        assert room.state.game is not None
        seat = room.state.game.to_act[0]
        await act(room, seat, decision_of(room, seat).actions[0])


def test_before_the_game_a_table_tells_everything(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN))
            for since in (0, 1, 2, 99):
                assert (await first_heard(room, since))[0] is Table

    run(work())


def test_an_update_tells_a_little_of_the_game_and_a_table_all_else(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, options={"first_player": "given"})
            began = room.state.started_at
            for since in range(began):
                assert (await first_heard(room, since)) == [Table], "events before the game"
            for since in (began, room.last_event):
                assert (await first_heard(room, since)) == [Update, RoomChanged]
            assert (await first_heard(room, room.last_event + 1)) == [Table], "not yet"
            await anything(room, MOST_CAUGHT_UP)
            assert (await first_heard(room, began)) == [Update, RoomChanged]
            await anything(room)
            assert (await first_heard(room, began)) == [Table], "too much"
            assert (await first_heard(room, began + 1)) == [Update, RoomChanged]

    run(work())


def test_nothing_is_skipped_where_the_story_is_not_told_any_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, options={"first_player": "given"})
            known = room.last_event
            await anything(room)
            for number in range(KEPT - 1):
                await room.set_pace(0, "slow" if number % 2 else "normal")
            await anything(room)
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            assert len(again.state.log) == 1
            assert (await first_heard(again, known))[0] is Table
            assert (await first_heard(again, known + 1))[0] is Update

    run(work())
