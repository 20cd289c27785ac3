"""Requests that come at the same time: nobody gets what is somebody else's, and nobody loses what is theirs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from longroad.server.errors import RequestError
from longroad.server.http.routes.record import lines
from longroad.server.room.room import Room
from longroad.server.wire.messages import Join
from tests.server.rooms import OPEN, PERSON, Listener, act, new_game, people_at, registry_at, run, settle, until


@asynccontextmanager
async def busy(room: Room) -> AsyncIterator[None]:
    """Make everything wait in line, as while something is being stored."""
    await room.commits.lock.acquire()
    try:
        yield
    finally:
        await settle()
        room.commits.lock.release()


def test_nobody_acts_with_a_seat_that_is_somebody_elses_by_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, OPEN, starts=False))
            mallory = await room.join(Join(name="Mallory"))
            async with busy(room):
                viewer = room.viewer_of(mallory.token)
                moving = asyncio.create_task(room.change_seat(viewer, 2, PERSON))
                await settle()
                joining = asyncio.create_task(room.join(Join(name="Bob", seat=1)))
                await settle()
                others = [
                    asyncio.create_task(room.change_seat(viewer, 3, PERSON)),
                    asyncio.create_task(room.ready(viewer)),
                    asyncio.create_task(room.say(viewer, "I am Mallory.")),
                    asyncio.create_task(room.leave(viewer)),
                ]
            await moving
            bob = await joining
            await asyncio.gather(*others)
            assert room.viewer_of(bob.token) == bob.seat == 1
            assert room.viewer_of(mallory.token) is None
            assert [seat.name for seat in room.state.seats[1:]] == ["Bob", "", ""]
            assert not room.state.seats[1].is_ready
            assert room.state.chat[0].name == "Mallory"

    run(work())


def test_nobody_listens_at_a_seat_that_is_somebody_elses_by_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False))
            mallory = await room.join(Join(name="Mallory"))
            listener = Listener(room, room.viewer_of(mallory.token))
            async with busy(room):
                leaving = asyncio.create_task(room.leave(1))
                await settle()
                joining = asyncio.create_task(room.join(Join(name="Bob", seat=1)))
                await settle()
                listening = asyncio.create_task(listener.__aenter__())
                await settle()
            await leaving
            await joining
            await listening
            assert listener.tables[0].room.you is None
            await listener.__aexit__()

    run(work())


def test_what_is_there_is_told_even_if_something_is_being_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            async with busy(room):
                listening = asyncio.create_task(received(room, 0))
                await asyncio.sleep(0.1)
            assert [line["type"] for line in await listening] == ["table"]

    async def received(room: Room, viewer: int | None) -> list[dict[str, Any]]:
        return [json.loads(line) async for line in lines(room, viewer, None, 0, asyncio.Event())]

    run(work())


def test_a_stream_has_the_eyes_of_the_seat_that_its_listener_moved_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.wire.compact.MOST_BYTES", 0)  # so that every update is sent as a table
    seen: list[dict[str, Any]] = []

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False, preset="beginner"))
            await room.join(Join(name="Mallory"))
            closing = asyncio.Event()
            listening = asyncio.create_task(listen(room, closing))
            await settle()
            await room.change_seat(1, 2, PERSON)
            await room.join(Join(name="Bob", seat=1))
            await room.start(0)
            await act(room, 0, "roll")
            await until(lambda: len([message for message in seen if message["type"] == "table"]) >= 3)
            closing.set()
            await listening
            assert [message["room"]["you"] for message in seen if message["type"] == "table"] == [1, 2, 2]

    async def listen(room: Room, closing: asyncio.Event) -> None:
        async for line in lines(room, 1, None, 60, closing):
            seen.extend([json.loads(line)] if line.strip() else [])

    run(work())


def test_whoever_asks_twice_for_another_game_keeps_the_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, held = await people_at(registry, 3, preset="beginner")
            room.state.status = "over"
            first, second = await asyncio.gather(room.again(0, held[0].token), room.again(0, held[0].token))
            assert first == second
            new = await registry.find(first.game)
            assert new.viewer_of(first.token) == 0

    run(work())


def test_whoever_joins_again_at_another_seat_moves_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, OPEN, starts=False))
            ann = await room.join(Join(name="Ann"))
            moved = await room.join(Join(name="Ann", seat=2), ann.token)
            assert (moved.seat, moved.token) == (2, ann.token)
            assert [(seat.kind, seat.name) for seat in room.state.seats[1:]] == [
                ("open", ""),
                ("person", "Ann"),
                ("open", ""),
            ]
            with pytest.raises(RequestError, match="taken"):
                await room.join(Join(seat=0), ann.token)

    run(work())
