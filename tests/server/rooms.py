"""A registry on a real database for tests, with bots that think here and at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from longroad.bots.levels import make_bot
from longroad.game.game import Game
from longroad.server.bot_workers import BotWorkers, Question, Thought, think
from longroad.server.fair_queue import NOBODY, Asker
from longroad.server.room.pace import Timing
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.store import Store
from longroad.server.wire.compact import Written, expand
from longroad.server.wire.messages import (
    Act,
    Decision,
    Join,
    NewGame,
    Seated,
    SeatRequest,
    ServerMessage,
    Settings,
    Table,
    Update,
)

Result = TypeVar("Result")
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

AT_ONCE = Timing(
    moves={"slow": (0.0, 0.0), "normal": (0.0, 0.0), "instant": (0.0, 0.0)},
    answers={"slow": (0.0, 0.0), "normal": (0.0, 0.0), "instant": (0.0, 0.0)},
    passes=0.0,
    sweep=3600.0,
    unwatched=3600.0,
)
LONGEST_S = 240.0  # that a test may take, also on a busy machine
PERSON, COMPUTER, OPEN = SeatRequest(kind="person"), SeatRequest(kind="computer"), SeatRequest(kind="open")
NOTHING = ("rolled 1+1",)  # a first roll of the beginners' game that brings nobody anything


class Inline(BotWorkers):
    """Bots without worker processes."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        self.asked += 1
        await asyncio.sleep(0)
        return think(question)


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a test to its end, but not for ever."""

    async def limited() -> Result:
        return await asyncio.wait_for(work, LONGEST_S)

    return asyncio.run(limited())


@asynccontextmanager
async def registry_at(
    where: Path | str, timing: Timing = AT_ONCE, computers: Callable[[], BotWorkers] = Inline
) -> AsyncIterator[RoomRegistry]:
    """Open the registry of a folder, or of a database by its URL; opened again, it finds what was stored there."""
    store, workers = await Store.open(where if isinstance(where, str) else str(where / "games.db")), computers()
    registry = RoomRegistry(store, workers, timing)
    try:
        yield registry
    finally:
        await registry.close()
        await workers.close()
        await store.close()


def new_game(*seats: SeatRequest, preset: str = "base", starts: bool = True, **settings: Any) -> NewGame:
    return NewGame(settings=Settings(preset=preset, pace="instant", **settings), seats=list(seats), starts=starts)


async def people_at(
    registry: RoomRegistry, count: int, begin: str | None = None, script: tuple[str, ...] = (), **settings: Any
) -> tuple[Room, list[Seated]]:
    """Open a room of people alone, and start it."""
    seats = [PERSON, *[OPEN] * (count - 1)]
    room, first = await registry.open(new_game(*seats, starts=False, **settings))
    held = [first, *[await room.join(Join(name=f"Guest {seat}")) for seat in range(1, count)]]
    await room.start(0, begin, script)
    return room, held


async def beginners_at(registry: RoomRegistry, **settings: Any) -> Room:
    """Open a room of three people who play the beginners' game, and start it.

    After the first roll seat 0 has brick, lumber and ore, seat 1 grain and ore, seat 2 no grain.
    """
    room, _ = await people_at(registry, 3, preset="beginner", script=NOTHING, **settings)
    return room


async def solo_at(registry: RoomRegistry, script: tuple[str, ...] = (), **settings: Any) -> tuple[Room, Seated]:
    """Open a room of one person among bots, and start it."""
    return await registry.open(new_game(PERSON, COMPUTER, COMPUTER, **settings), script=script)


async def computers_at(registry: RoomRegistry, limit: int) -> Room:
    """Open a room with only bots, and start it: the beginners' game, for at most `limit` turns."""
    room, _ = await registry.open(new_game(*[COMPUTER] * 3, preset="beginner", options={"limit": limit}))
    return room


def game_of(room: Room) -> Game:
    """Return the game as it is now; each commit replaces it."""
    assert room.state.game is not None
    return room.state.game


def decision_of(room: Room, seat: int) -> Decision:
    decision = room.table(seat).decision
    assert decision is not None, f"seat {seat} has nothing to decide"
    return decision


async def act(room: Room, seat: int, action: str) -> None:
    """Take an action as a page would: answering the decision that the seat has now."""
    await room.act(seat, Act(decision=decision_of(room, seat).id, action=action))


async def until(is_so: Callable[[], bool], seconds: float = LONGEST_S) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.005)


def is_asked(room: Room, seat: int) -> bool:
    """Whether the game waits for a seat that is not answered for."""
    return seat in game_of(room).to_act and not decision_of(room, seat).is_automatic


async def next_asked(room: Room) -> int:
    """Wait until a seat is asked that is not answered for, or until the game is over; return the seat."""
    await until(lambda: room.status == "over" or is_asked(room, game_of(room).to_act[0]))
    return game_of(room).to_act[0] if room.status != "over" else 0


async def play_out(room: Room, seat: int) -> None:
    """Make a person do what bots would, until the game is over."""
    while room.status != "over":
        await until(lambda: room.status == "over" or is_asked(room, seat))
        if is_asked(room, seat):
            await act(room, seat, str(make_bot("novice").choose(game_of(room).view(seat))))


def received_as(message: Written) -> ServerMessage:
    """Read a message as a client does, and fill in what an update leaves out."""
    return SERVER_MESSAGE.validate_python(expand(json.loads(message.json)))


class Listener:
    """A subscriber that keeps everything that it received."""

    def __init__(self, room: Room, viewer: int | None, since: int | None = None) -> None:
        self.received: list[ServerMessage] = []
        self._room, self._viewer, self._since = room, viewer, since
        self._is_open = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Listener:
        self._task = asyncio.create_task(self._listen())
        await self._is_open.wait()
        await settle()
        return self

    async def __aexit__(self, *error: object) -> None:
        await settle()
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        async with self._room.watch(self._viewer, self._since) as messages:
            self._is_open.set()
            async for message in messages:
                self.received.append(received_as(message))

    @property
    def updates(self) -> list[Update]:
        return [message for message in self.received if isinstance(message, Update)]

    @property
    def tables(self) -> list[Table]:
        return [message for message in self.received if isinstance(message, Table)]

    @property
    def text(self) -> str:
        return "\n".join(message.model_dump_json() for message in self.received)


async def settle() -> None:
    """Make everything that is ready happen."""
    for _ in range(10):
        await asyncio.sleep(0)
