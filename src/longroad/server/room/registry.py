"""All rooms of this process: opened, loaded from the store, and dropped from memory when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Final
from weakref import WeakValueDictionary

from longroad.narration import Phrase
from longroad.server import metrics
from longroad.server.bot_workers import BotWorkers
from longroad.server.cluster.membership import Membership, unavailable
from longroad.server.errors import RequestError
from longroad.server.logs import where
from longroad.server.room import lobby
from longroad.server.room.lobby import NewRoom
from longroad.server.room.pace import DEFAULT_TIMING, Timing
from longroad.server.room.room import Room
from longroad.server.room.saved import restored
from longroad.server.room.state import RoomState
from longroad.server.room.tokens import Tokens, still_valid
from longroad.server.store import Change, Store, numbered
from longroad.server.store.changes import Stored
from longroad.server.wire.messages import NewGame, Seated

CHECKED_AT_ONCE: Final = 20  # rooms, which take some 0.2 ms

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
        self,
        request: NewGame,
        host_name: str = "",
        begin: str | None = None,
        script: tuple[str, ...] = (),
        address: str = "",
    ) -> tuple[Room, Seated]:
        """Open a room, and start its game at once if that is requested and no seat is open. Raises `RequestError`.

        Tests may give a position to begin from, and the first outcomes of chance.
        """
        new = lobby.make(request, host_name, self.bot_workers.readiness.usual)
        room = await self.add(new, address)
        is_open = any(seat.kind == "open" for seat in room.state.seats)
        if (request.starts and not is_open) or new.seat is None:
            await room.start(new.seat, begin, script)
        return room, lobby.seated_as(room.id, new.seat, new.token)

    async def add(self, new: NewRoom, address: str = "") -> Room:
        """Store a new room, and return it."""
        game = lobby.new_id()
        events = numbered(new.commit.events, 0, time.time())
        await self.store.write(Change(game, events, new.commit.tokens, "lobby"))
        owner = await self._own(game)
        metrics.games.labels("opened").inc()
        held = {seat: hashed for seat, hashed in new.commit.tokens.items() if hashed is not None}
        room = self.rooms[game] = Room(self, RoomState.fold(game, events), held, address, owner)
        if new.seat is not None:
            room.subscribers.note(new.seat)
        return room

    async def find(self, game: str, address: str = "") -> Room:
        """Return a room from memory, or load it from the store for an address. Raises `RequestError`."""
        if game not in self.rooms:
            async with self._finding.setdefault(game, asyncio.Lock()):
                if game not in self.rooms:
                    self.rooms[game] = await self._load(game, address)
                    self.rooms[game].wake()
        room = self.rooms[game]
        room.keep()
        return room

    async def _load(self, game: str, address: str = "") -> Room:
        stored, owner = None, None
        if game.isalnum() and len(game) <= 32:
            owner = await self._own(game)
            stored = await self.store.read(game)
        if stored is None:
            raise RequestError("unknown_game", Phrase("error.unknown_game", {"game": f"{game!r:.40}"}))
        try:
            tokens = still_valid(stored.tokens, stored.events[-1].at, time.time())
            room = Room(self, await self._folded(game, stored), tokens, address, owner)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            _log.error("game %s cannot be loaded: %s", game, where(error))
            raise RequestError("broken_game", Phrase("error.broken_game", {"game": game})) from error
        if self._life != owner:  # meanwhile another process may have claimed it, and gone on
            raise unavailable()
        return room

    @property
    def _life(self) -> str | None:
        """The id under which this process claims games; None while it may not, or serves all of them."""
        return self._cluster.me.process if self._cluster is not None and self._cluster.is_alive else None

    async def _folded(self, game: str, stored: Stored) -> RoomState:
        """Return the state of a stored room: from its snapshot, if there is one, and the events after it."""
        state = RoomState(game) if stored.snapshot is None else restored(game, stored.snapshot.body)
        if state is not None:
            await state.catch_up(stored.events)
            return state
        whole = RoomState(game)
        await whole.catch_up(await self.store.all_events(game))
        return whole

    async def _own(self, game: str) -> str | None:
        """Claim a game where several processes share the store; return the id of this process.

        Raises `RequestError` if another one serves it.
        """
        return None if self._cluster is None else await self._cluster.own(game)

    async def seat_of(self, game: str, token: str, address: str = "") -> Seated:
        """Return the seat that a token holds in a game, whichever process serves it. Raises `RequestError`."""
        if self._cluster is None or await self._cluster.claim(game) == self._cluster.me:
            return (await self.find(game, address)).seat_by_token(token)
        held = Tokens(await self.store.tokens(game)).seats(token)
        if not held:
            raise RequestError("seat_taken", Phrase("error.seat_given"))
        return lobby.seated_as(game, min(held), token)

    async def revoke(self, game: str, seat: int | None = None) -> list[int]:
        """Revoke the token of a seat, or of all seats of a game; return the seats. Raises `RequestError`."""
        return await (await self.find(game)).revoke(seat)

    async def close_game(self, game: str) -> None:
        """Close a game for good: nobody can open its room again. Raises `RequestError`."""
        room = await self.find(game)
        await room.commits.finish(room.commits.close_for_good())

    def forget_all(self) -> None:
        """Drop all rooms from memory."""
        for game in list(self.rooms):
            self.forget(game)

    def forget(self, game: str, state: RoomState | None = None) -> None:
        """Drop a room from memory, so that it is folded again when it is asked for: the one with a state, if given."""
        room = self.rooms.get(game)
        if room is not None and state in (None, room.state):
            del self.rooms[game]
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
        for number, (game, room) in enumerate(list(self.rooms.items()), 1):
            limit = self.timing.forget_over if room.status == "over" else self.timing.forget_idle
            if room.has_been_idle(limit):
                self.rooms.pop(game, None)
                await room.close()
            else:
                await room.check_presence()
            if number % CHECKED_AT_ONCE == 0:
                await asyncio.sleep(0)  # others are served meanwhile

    async def close(self) -> None:
        """Close all rooms; their games are stored."""
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        rooms = list(self.rooms.values())
        self.rooms.clear()
        await asyncio.gather(*(room.close() for room in rooms))
