"""Rooms that are over leave the memory at once, and leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from operator import and_
from pathlib import Path
from typing import Any
from weakref import ReferenceType, ref

from starlette.websockets import WebSocket

from longroad.core import sets
from longroad.core.island import given
from longroad.game import holdings
from longroad.narration import phrases
from longroad.notation import actions, rulesets
from longroad.server.http.app import create_app
from longroad.server.http.socket import connect
from longroad.server.room.pace import Timing
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.wire import render
from longroad.server.wire.messages import SeatRequest
from tests.server.rooms import AT_ONCE, COMPUTER, PERSON, new_game, play_out, registry_at, run, settle, until

FORGETFUL = Timing(moves=AT_ONCE.moves, answers=AT_ONCE.answers, forget_over=0.0, sweep=3600.0)
RANDOM = SeatRequest(kind="computer", bot="random")
SHORT = {"limit": 2}  # turns


@contextmanager
def no_collector() -> Iterator[None]:
    """Turn the garbage collector off, so that only what nobody refers to is freed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def parts(room: Room) -> dict[str, ReferenceType[Any]]:
    """Refer weakly to what a room is made of."""
    made_of = [room, room.state, room.state.game, room.bots, room.clock, room.subscribers, room.commits]
    return {type(part).__name__: ref(part) for part in made_of}


def kept(made_of: dict[str, ReferenceType[Any]]) -> list[str]:
    return [name for name, part in made_of.items() if part() is not None]


async def visit(registry: RoomRegistry, game: str) -> list[dict[str, Any]]:
    """Look at a game over a WebSocket, and leave; return what was sent."""
    sent: list[dict[str, Any]] = []
    is_told = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if not sent:
            return {"type": "websocket.connect"}
        await is_told.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "websocket.send":
            is_told.set()

    path = f"/api/games/{game}/ws"
    scope = {"type": "websocket", "path": path, "headers": [], "query_string": b"", "app": create_app(registry)}
    await connect(WebSocket(scope, receive, send), game)
    return sent


async def drop_all(registry: RoomRegistry) -> None:
    """Sweep until no room is in memory: one whose last event is still being sent is dropped the next time."""
    while registry.rooms:
        await registry.sweep()
        await settle()


async def finished(registry: RoomRegistry) -> tuple[dict[str, ReferenceType[Any]], str]:
    """Make bots finish a game; return what its room is made of, and its name."""
    room, _ = await registry.open(new_game(*[COMPUTER] * 3, preset="beginner", options=SHORT))
    await until(lambda: room.status == "over")
    return parts(room), room.id


def test_a_finished_room_leaves_the_memory_without_the_collector(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, FORGETFUL) as registry:
            made_of, game = await finished(registry)
            with no_collector():
                assert any("table" in message.get("text", "") for message in await visit(registry, game))
                await drop_all(registry)
                assert kept(made_of) == []

    run(work())


def test_a_game_of_people_with_clocks_leaves_the_memory_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, FORGETFUL) as registry:
            requested = new_game(PERSON, COMPUTER, COMPUTER, preset="beginner", options=SHORT, clock={"decision_s": 60})
            room, _ = await registry.open(requested)
            await play_out(room, 0)
            made_of = parts(room)
            del room
            with no_collector():
                await drop_all(registry)
                assert kept(made_of) == []

    run(work())


def test_many_finished_rooms_leave_nothing_behind(tmp_path: Path) -> None:
    rounds, rooms = 6, 8

    async def round_of(registry: RoomRegistry) -> None:
        opened = [(await registry.open(new_game(*[RANDOM] * 3, options={"limit": 3})))[0] for _ in range(rooms)]
        await until(lambda: all(room.status == "over" for room in opened))
        opened.clear()
        await drop_all(registry)

    def counted() -> tuple[int, Counter[str]]:
        # Texts, islands, buildings and roads that are cached, within bounds.
        for remembered in (actions, rulesets, render, phrases, holdings, sets, given):
            for function in vars(remembered).values():
                getattr(function, "cache_clear", int)()
        gc.collect()
        # SQLite keeps references to cursors that are gone, 200 at most.
        there = [thing for thing in gc.get_objects() if type(thing) is not ReferenceType or thing() is not None]
        counts = Counter(type(thing).__qualname__ for thing in there)
        for scheduled in ("Context", "TimerHandle", "Handle"):  # what the loop is about to do, whatever the rooms did
            del counts[scheduled]
        return sys.getallocatedblocks(), counts

    async def work() -> None:
        async with registry_at(tmp_path, FORGETFUL) as registry:
            await asyncio.to_thread(int)  # the thread that SQLite's log is written by
            for _ in range(2):
                await round_of(registry)
            before, things = counted()
            grown, more = [], []
            for _ in range(rounds):
                await round_of(registry)
                blocks, counts = counted()
                grown.append(blocks - before)
                more.append(counts - things)
                before, things = blocks, counts
            # Whatever a room leaves behind, it leaves in every round; what is remembered for good, or what the loop or
            # the database is in the middle of, comes in some.
            lasting = reduce(and_, more)
            assert lasting.total() * rounds < rooms, lasting.most_common(5)
            assert min(grown) / rooms < 5, f"objects that {rooms} rooms leave behind: {grown}"

    gc.collect()
    gc.freeze()  # what is older than the test is not of its rooms, and there is much of it in a long run
    try:
        run(work())
    finally:
        gc.unfreeze()
