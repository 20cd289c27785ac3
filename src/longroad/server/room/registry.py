"""All rooms of this process: opened, found again from what is stored, and let go of when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from weakref import WeakValueDictionary

from longroad.narration import Said
from longroad.server.bot_workers import BotWorkers
from longroad.server.errors import RequestError
from longroad.server.room import lobby
from longroad.server.room.lobby import NewRoom
from longroad.server.room.pace import DEFAULT_TIMING, Timing
from longroad.server.room.room import Room
from longroad.server.room.state import RoomState
from longroad.server.store import Change, Store, numbered
from longroad.server.wire.messages import NewGame, Seated

_log = logging.getLogger(__name__)


class RoomRegistry:
    """All rooms of this process."""

    def __init__(self, store: Store, computers: BotWorkers, timing: Timing = DEFAULT_TIMING) -> None:
        self.store = store
        self.computers = computers
        self.timing = timing
        self.rooms: dict[str, Room] = {}
        self._finding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep_all(), name="hall")

    async def open(
        self, wish: NewGame, host_name: str = "", begin: str | None = None, script: tuple[str, ...] = ()
    ) -> tuple[Room, Seated]:
        """Open a room, and begin at once if that is wished and no seat is open. Raises `RequestError`.

        `begin` and `script` set a game up for a test: the position it begins from, and its first outcomes of chance.
        """
        making = lobby.make(wish, host_name, self.computers.readiness.usual)
        room = await self.open_made(making)
        is_open = any(chair.kind == "open" for chair in room.course.chairs)
        if (wish.starts and not is_open) or making.seat is None:
            await room.start(making.seat, begin, script)
        return room, lobby.seated_as(room.id, making.seat, making.token)

    async def open_made(self, making: NewRoom) -> Room:
        """Open a room that has been made."""
        game = lobby.new_id()
        events = numbered(making.order.drafts, 0, time.time())
        await self.store.write(Change(game, events, making.order.tokens, "lobby"))
        held = {seat: hashed for seat, hashed in making.order.tokens.items() if hashed is not None}
        room = self.rooms[game] = Room(self, RoomState.of(game, events), held)
        if making.seat is not None:
            room.greet(making.seat)
        return room

    async def find(self, game: str) -> Room:
        """Find a room in memory, or fold it from what is stored. Raises `RequestError`."""
        if game not in self.rooms:
            async with self._finding.setdefault(game, asyncio.Lock()):
                if game not in self.rooms:
                    self.rooms[game] = await self._fold(game)
                    self.rooms[game].wake()
        room = self.rooms[game]
        room.keep()
        return room

    async def _fold(self, game: str) -> Room:
        stored = await self.store.read(game) if game.isalnum() and len(game) <= 32 else None
        if stored is None:
            raise RequestError("unknown_game", Said("wrong.unknown_game", {"game": f"{game!r:.40}"}))
        try:
            return Room(self, RoomState.of(game, stored.events), stored.tokens)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            _log.exception("game %s cannot be folded", game)
            raise RequestError("broken_game", Said("wrong.broken_game", {"game": game})) from error

    def forget(self, game: str) -> None:
        """Let go of a room, so that it is folded anew when somebody asks for it."""
        room = self.rooms.pop(game, None)
        if room is not None:
            room.shut()

    # --- sweeping -----------------------------------------------------------------------------------------------------

    async def _sweep_all(self) -> None:
        while True:
            await asyncio.sleep(self.timing.sweep)
            try:
                await self.sweep()
            except Exception:  # the next sweep may work
                _log.exception("sweeping failed")

    async def sweep(self) -> None:
        """Look at all rooms: who has been away for long, and which ones nobody needs in memory."""
        for game, room in list(self.rooms.items()):
            limit = self.timing.forget_over if room.status == "over" else self.timing.forget_idle
            if room.has_been_idle(limit):
                self.rooms.pop(game, None)
                await room.close()
            else:
                await room.attend()

    async def close(self) -> None:
        """Let go of all rooms; their games are stored."""
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        rooms = list(self.rooms.values())
        self.rooms.clear()
        await asyncio.gather(*(room.close() for room in rooms))
