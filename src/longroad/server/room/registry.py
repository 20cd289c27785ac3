"""All rooms of this process: opened, loaded from the store, and dropped from memory when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from weakref import WeakValueDictionary

from longroad.narration import Phrase
from longroad.server.bot_workers import BotWorkers
from longroad.server.cluster.membership import Membership
from longroad.server.errors import RequestError
from longroad.server.room import lobby
from longroad.server.room.lobby import NewRoom
from longroad.server.room.pace import DEFAULT_TIMING, Timing
from longroad.server.room.room import Room
from longroad.server.room.state import RoomState
from longroad.server.room.tokens import Tokens
from longroad.server.store import Change, Store, numbered
from longroad.server.wire.messages import NewGame, Seated

_log = logging.getLogger(__name__)


class RoomRegistry:
    """All rooms of this process."""

    def __init__(
        self,
        store: Store,
        bot_workers: BotWorkers,
        timing: Timing = DEFAULT_TIMING,
        cluster: Membership | None = None,  # where several processes share the store
    ) -> None:
        self.store = store
        self._cluster = cluster
        if cluster is not None:
            cluster.when_expired = self.forget_all
        self.bot_workers = bot_workers
        self.timing = timing
        self.rooms: dict[str, Room] = {}
        self._finding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep_all(), name="rooms")

    async def open(
        self, request: NewGame, host_name: str = "", begin: str | None = None, script: tuple[str, ...] = ()
    ) -> tuple[Room, Seated]:
        """Open a room, and start its game at once if that is requested and no seat is open. Raises `RequestError`.

        Tests may give a position to begin from, and the first outcomes of chance.
        """
        new = lobby.make(request, host_name, self.bot_workers.readiness.usual)
        room = await self.add(new)
        is_open = any(seat.kind == "open" for seat in room.state.seats)
        if (request.starts and not is_open) or new.seat is None:
            await room.start(new.seat, begin, script)
        return room, lobby.seated_as(room.id, new.seat, new.token)

    async def add(self, new: NewRoom) -> Room:
        """Store a new room, and return it."""
        game = lobby.new_id()
        events = numbered(new.commit.events, 0, time.time())
        await self.store.write(Change(game, events, new.commit.tokens, "lobby"))
        await self._own(game)
        held = {seat: hashed for seat, hashed in new.commit.tokens.items() if hashed is not None}
        room = self.rooms[game] = Room(self, RoomState.fold(game, events), held)
        if new.seat is not None:
            room.subscribers.note(new.seat)
        return room

    async def find(self, game: str) -> Room:
        """Return a room from memory, or load it from the store. Raises `RequestError`."""
        if game not in self.rooms:
            async with self._finding.setdefault(game, asyncio.Lock()):
                if game not in self.rooms:
                    self.rooms[game] = await self._load(game)
                    self.rooms[game].wake()
        room = self.rooms[game]
        room.keep()
        return room

    async def _load(self, game: str) -> Room:
        stored = None
        if game.isalnum() and len(game) <= 32:
            await self._own(game)
            stored = await self.store.read(game)
        if stored is None:
            raise RequestError("unknown_game", Phrase("error.unknown_game", {"game": f"{game!r:.40}"}))
        try:
            return Room(self, RoomState.fold(game, stored.events), stored.tokens)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            _log.exception("game %s cannot be loaded", game)
            raise RequestError("broken_game", Phrase("error.broken_game", {"game": game})) from error

    async def _own(self, game: str) -> None:
        """Claim a game where several processes share the store. Raises `RequestError` if another one serves it."""
        if self._cluster is not None:
            await self._cluster.own(game)

    async def seat_of(self, game: str, token: str) -> Seated:
        """Return the seat that a token holds in a game, whichever process serves it. Raises `RequestError`."""
        room = self.rooms.get(game)
        tokens = Tokens(await self.store.tokens(game)) if room is None else room.tokens
        held = tokens.seats(token)
        if not held:
            raise RequestError("seat_taken", Phrase("error.seat_given"))
        return lobby.seated_as(game, min(held), token)

    def forget_all(self) -> None:
        """Drop all rooms from memory."""
        for game in list(self.rooms):
            self.forget(game)

    def forget(self, game: str) -> None:
        """Drop a room from memory, so that it is folded again at the next request."""
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
        """Check all rooms: who has been away for long, and which ones nobody needs in memory."""
        for game, room in list(self.rooms.items()):
            limit = self.timing.forget_over if room.status == "over" else self.timing.forget_idle
            if room.has_been_idle(limit):
                self.rooms.pop(game, None)
                await room.close()
            else:
                await room.check_presence()

    async def close(self) -> None:
        """Close all rooms; their games are stored."""
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        rooms = list(self.rooms.values())
        self.rooms.clear()
        await asyncio.gather(*(room.close() for room in rooms))
