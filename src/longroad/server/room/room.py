"""A room: people and bots around one game. Every event is stored before it is sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol

from longroad.core.island.given import Island
from longroad.game.view import View
from longroad.narration import ENGLISH, Phrase, Words
from longroad.server import events as e
from longroad.server import metrics
from longroad.server.bot_workers import BotWorkers
from longroad.server.errors import RequestError
from longroad.server.events import Event, NewEvent
from longroad.server.room import actions, lobby
from longroad.server.room.actions import Commit
from longroad.server.room.bot_driver import BotDriver
from longroad.server.room.broadcast import Broadcaster
from longroad.server.room.clock import Clock
from longroad.server.room.commits import CommitQueue
from longroad.server.room.lobby import NewRoom
from longroad.server.room.names import clean_line
from longroad.server.room.pace import Timing
from longroad.server.room.presence import Presence
from longroad.server.room.record import record_of
from longroad.server.room.state import RoomState
from longroad.server.room.subscribers import Subscriber, Subscribers, WriteNow
from longroad.server.room.tokens import Tokens, hash_of
from longroad.server.room.why import WhyNot, example, why_not
from longroad.server.store import Store
from longroad.server.wire.compact import Written
from longroad.server.wire.messages import Act, Join, Pace, Seated, SeatRequest, Status, Table

MOST_SAID: Final = 300  # letters of a line of chat

_log = logging.getLogger(__name__)


class Registry(Protocol):
    """What a room needs of the registry that it is in."""

    store: Store
    bot_workers: BotWorkers
    timing: Timing

    async def add(self, new: NewRoom, address: str = "") -> Room:
        """Store a new room, and return it."""

    async def seat_of(self, game: str, token: str, address: str = "") -> Seated:
        """Return the seat that a token holds in a game. Raises `RequestError`."""

    def forget(self, game: str, state: RoomState | None = None) -> None:
        """Drop the room with a state from memory, so that it is folded again at the next request."""


class Room:
    """A room: its state, and the parts that store, send, keep time and play bots.

    Its bots wait for workers as the room of an address: the one that opened it, or loaded it from the store.
    """

    def __init__(
        self,
        registry: Registry,
        state: RoomState,
        hashes: dict[int, str],
        address: str = "",
        owner: str | None = None,  # the id of this process, where several share the store
    ) -> None:
        timing = registry.timing
        self.state = state
        self.tokens = Tokens(hashes)
        self.subscribers = Subscribers()
        self.presence = Presence(state, self.subscribers, timing)
        self.clock = Clock(state, self.presence, self._time_is_up)
        self.broadcaster = Broadcaster(state, self.subscribers, self.clock, self.presence)
        forget = partial(registry.forget, state.id, state)
        self.commits = CommitQueue(state, self.tokens, registry.store, self._applied, forget, owner)
        self.bots = BotDriver(state, self.commits, self.clock, self.presence, registry.bot_workers, timing, address)
        self.address = address
        self._registry = registry
        self._is_shut = False

    # --- queries ------------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the game, as it stands in its link."""
        return self.state.id

    @property
    def status(self) -> Status:
        """Whether the game has not begun, is being played, or is over."""
        return self.state.status

    @property
    def last_event(self) -> int:
        """The number of the last event."""
        return self.state.last_event

    @property
    def island(self) -> Island | None:
        """The island, once the game has begun."""
        return self.state.island

    def table(self, viewer: int | None, words: Words = ENGLISH) -> Table:
        """Return everything that a viewer may know, in a language."""
        if viewer is not None:
            self.subscribers.note(viewer)
        return self.broadcaster.table(viewer, words)

    def viewer_of(self, token: str | None, seat: int | None = None) -> int | None:
        """Return the seat that a token holds, None to watch. Raises `RequestError` if it does not hold `seat`."""
        held = self.tokens.seats(token)
        if seat is not None and seat not in held:
            lobby.seat_of(self.state, seat)
            raise RequestError("wrong_seat", Phrase("error.not_your_seat", {"seat": seat}))
        return seat if seat is not None else min(held, default=None)

    def why(self, viewer: int | None, action: str) -> WhyNot | None:
        """Return why an action, or a kind of action, is not possible; None if it is. Raises `RequestError`."""
        game, seat = actions.playing(self.state), actions.seated(viewer)
        view = game.view(seat)
        return why_not(view, seat, actions.read(self.state, seat, example(view, seat, action)), action)

    def hint_view(self, viewer: int | None) -> View:
        """Return what a seat may know of the running game, to be analysed for it. Raises `RequestError`."""
        game, seat = actions.playing(self.state), actions.seated(viewer)
        if not self.state.has_hints:
            raise RequestError("no_hints", Phrase("error.no_hints"))
        return game.view(seat)

    def record(self, viewer: int | None, edition: str, format: str) -> str:  # noqa: A002
        """Return the record of the game; the full one only once it is over. Raises `RequestError`."""
        return record_of(self.state, viewer, edition, format)

    # --- presence -----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def watch(
        self,
        viewer: int | None,
        since: int | None = None,
        words: Words = ENGLISH,
        write_now: WriteNow | None = None,
    ) -> AsyncIterator[AsyncIterator[Written]]:
        """Open a stream of messages: a table, or what was missed since an event, then what happens.

        Those that `write_now` takes are not in the stream.
        """
        if viewer is not None:
            viewer = await self.commits.finish(self._welcome(viewer, self.tokens.hash_at(viewer)))
        subscriber = Subscriber(viewer, self.table, words, write_now)
        self.subscribers.add(subscriber)
        self.broadcaster.greet(subscriber, since)
        self._presence_changed()
        try:
            yield subscriber.messages()
        finally:
            self.subscribers.remove(subscriber)
            self._presence_changed()

    async def _welcome(self, viewer: int, hashed: str | None) -> int | None:
        """Return a person's seat as it is now, and take it back from a bot."""
        async with self.commits.lock:
            seat = self.tokens.seat_now(viewer, hashed)
            if seat is not None:
                await self._come_back(seat)
            return seat

    async def _come_back(self, seat: int) -> None:
        """Take a seat back from the bot that played for a person; the lock is held."""
        self.subscribers.note(seat)
        here = self.state.seats[seat]
        if here.is_taken_over or here.has_left:
            await self.commits.write(Commit([NewEvent(e.CAME_BACK, {"seat": seat})]))

    async def check_presence(self) -> None:
        """Send who is present, and have bots take over for people who have been away for too long."""
        self._presence_changed()
        state = self.state
        if state.status != "playing" or state.settings.is_hotseat or not self.presence.is_anybody_here:
            return
        for seat in state.people:
            if self.presence.is_away(seat):
                await self.commits.submit(partial(self._take_over, seat))

    def _take_over(self, seat: int) -> Commit:
        is_away = self.presence.is_away(seat)
        return Commit([NewEvent(e.BOT_TOOK_OVER, {"seat": seat})] if is_away else [])

    def _presence_changed(self) -> None:
        """Send who is present, if that has changed; clocks stop while nobody is."""
        self.broadcaster.send_presence()
        self.wake()

    # --- lifetime -----------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Continue clocks and bots where they were."""
        if not self._is_shut:
            self.clock.set()
            self.bots.wake()

    def keep(self) -> None:
        """Note a request for the room; bots that paused continue."""
        is_paused = not self.presence.is_watched
        self.presence.note_request()
        if is_paused:
            self.wake()

    def has_been_idle(self, seconds: float) -> bool:
        """Whether nobody has subscribed, and nothing has happened, for this many seconds."""
        return not self.commits.is_busy and self.presence.has_been_idle(seconds)

    def shut(self) -> None:
        """End all streams, and stop clocks and bots."""
        self._is_shut = True
        self.clock.close()
        self.subscribers.close()
        self.bots.shut()

    async def close(self) -> None:
        """Shut the room, and wait for everything that has begun; the game is stored."""
        self.shut()
        await self.bots.close()
        await self.commits.close()

    def _applied(self, commit: Commit, events: list[Event]) -> None:
        """Send what a commit has changed, and continue clocks and bots."""
        self.presence.note_change()
        if events:
            is_undone = any(event.kind == e.UNDONE for event in events)
            self.clock.set(commit.seat, is_undone)
            self.broadcaster.send(events)
            self.bots.wake()

    def _time_is_up(self, seat: int) -> None:
        """Play the stated default for a person whose time is up."""

        def build() -> Commit:
            game = self.state.game
            is_due = game is not None and seat in game.to_act and self.clock.is_up(seat)
            return actions.default(self.state, seat, reserve=0.0) if is_due else Commit([])

        self.commits.start(self.commits.submit(build)).add_done_callback(self._default_played)

    def _default_played(self, task: asyncio.Task[None]) -> None:
        """Log an error, and restart the clocks after a while."""
        if not task.cancelled() and task.exception() is not None:
            _log.error("%s: the default could not be played", self.id, exc_info=task.exception())
            asyncio.get_running_loop().call_later(self._registry.timing.again, self.wake)

    # --- before and after the game ------------------------------------------------------------------------------------

    async def join(self, request: Join, token: str | None = None, address: str = "") -> Seated:
        """Take an open seat, keep the seat already held, or move to the named one. Raises `RequestError`.

        The address is that of the client, which can take only so many seats.
        """
        return await self.commits.finish(self._join(request, token, address))

    async def _join(self, request: Join, token: str | None, address: str) -> Seated:
        async with self.commits.lock:
            held = self.tokens.seats(token)
            if token and held:
                seat = held[0] if request.seat is None else request.seat
                if seat in held:
                    await self._come_back(seat)
                else:
                    there = SeatRequest(kind="person", name=request.name)
                    change = lobby.change(self.state, held[0], seat, there, hash_of(token))
                    await self.commits.write(change, held[0])
                return lobby.seated_as(self.id, seat, token)
            new = lobby.join(self.state, request)
            self.commits.lobby_limit.check_arrival(address)
            await self.commits.write(new.commit, new.seat)
            if new.seat is not None:
                self.subscribers.note(new.seat)
            return lobby.seated_as(self.id, new.seat, new.token)

    async def change_seat(self, viewer: int | None, seat: int, request: SeatRequest) -> None:
        """Change who sits on a seat, or take another one. Raises `RequestError`."""

        def build(own: int | None) -> Commit:
            level = self._registry.bot_workers.readiness.usual
            return lobby.change(self.state, own, seat, request, self.tokens.hash_at(own), level)

        await self.commits.submit_as(viewer, build)

    async def start(self, viewer: int | None, begin: str | None = None, script: tuple[str, ...] = ()) -> None:
        """Start the game; tests may give a position and scripted chance. Raises `RequestError`."""

        def build(own: int | None) -> Commit:
            lobby.check_start(self.state, own)
            return actions.start(self.state, begin, script)

        await self.commits.submit_as(viewer, build)

    async def ready(self, viewer: int | None, is_ready: bool = True) -> None:
        """Say whether the game may begin. Raises `RequestError`."""
        await self.commits.submit_as(viewer, lambda own: lobby.ready(self.state, own, is_ready))

    async def add_text(self, viewer: int | None, text: str) -> None:
        """Add or replace a person's text for verifiable dice. Raises `RequestError`."""
        await self.commits.submit_as(viewer, lambda own: lobby.add_text(self.state, own, text))

    async def set_pace(self, viewer: int | None, pace: Pace) -> None:
        """Change the pace of bots, at once. Raises `RequestError`."""
        await self.commits.submit_as(viewer, lambda own: lobby.set_pace(self.state, own, pace))

    async def leave(self, viewer: int | None) -> None:
        """Leave a seat before the game; during it a bot takes over. Raises `RequestError`."""
        await self.commits.submit_as(viewer, lambda own: lobby.leave(self.state, own))

    async def revoke(self, seat: int | None = None) -> list[int]:
        """Revoke the token of a seat, or of all: the people there watch from now on. Return the seats.

        Raises `RequestError`.
        """
        return await self.commits.finish(self._revoke(seat))

    async def _revoke(self, seat: int | None) -> list[int]:
        async with self.commits.lock:
            asked = list(self.tokens.hashes) if seat is None else [lobby.seat_of(self.state, seat)]
            held = [number for number in asked if number in self.tokens.hashes]
            await self.commits.write(Commit([], dict.fromkeys(held)))
            for number in held:
                self.subscribers.move(number, None)
            self.subscribers.refresh(None)
            return held

    async def again(self, viewer: int | None, token: str) -> Seated:
        """Create a room with the same people and settings, or join it; tokens stay valid. Raises `RequestError`."""
        return await self.commits.finish(self._again(actions.seated(viewer), token))

    async def _again(self, seat: int, token: str) -> Seated:
        async with self.commits.lock:
            if self.state.status != "over":
                raise RequestError("not_over", Phrase("error.not_over"))
            if self.state.followed_by is not None:
                return await self._registry.seat_of(self.state.followed_by, token, self.address)
            room = await self._registry.add(lobby.again(self.state, seat, self.tokens.hashes), self.address)
            await self.commits.write(Commit([NewEvent(e.FOLLOWED, {"game": room.id})]))
        if len(set(self.tokens.hashes.values())) == 1:
            await room.start(seat)
        return room.seat_by_token(token)

    def seat_by_token(self, token: str) -> Seated:
        """Return the seat of a person who comes from the previous game. Raises `RequestError`."""
        seat = self.viewer_of(token)
        if seat is None:
            raise RequestError("seat_taken", Phrase("error.seat_given"))
        return lobby.seated_as(self.id, seat, token)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def act(self, viewer: int | None, request: Act) -> None:
        """Take an action; a pass in a special build phase waits, so that it tells nothing. Raises `RequestError`."""
        await self.commits.finish(self._act(viewer, request))

    async def _act(self, viewer: int | None, request: Act) -> None:
        await self.bots.hold_back(viewer, request)
        with metrics.timed(metrics.act_seconds):
            async with self.commits.lock:
                seat, code = actions.read_act(self.state, viewer, request)
                commit = actions.ply(self.state, seat, code, self.clock.reserve(seat))
                await self._come_back(seat)
                await self.commits.write(commit)

    async def undo(self, viewer: int | None) -> None:
        """Undo the last placement. Raises `RequestError`."""
        await self.commits.submit_as(viewer, lambda own: actions.undo(self.state, own))

    async def say(self, viewer: int | None, text: str) -> None:
        """Say something in the chat. Raises `RequestError`."""
        line = clean_line(text, MOST_SAID)
        if not line:
            raise RequestError("malformed", Phrase("error.nothing_said"))
        await self.commits.submit_as(viewer, lambda own: _said(actions.seated(own), line))

    async def ask(self, viewer: int | None, seat: int, words: Words = ENGLISH) -> None:
        """Ask a bot why it answered an offer as it did; it replies in the chat, once. Raises `RequestError`."""
        actions.seated(viewer)
        name = self.state.seats[lobby.seat_of(self.state, seat)].name
        reason = self.bots.reasons.pop(seat, "")
        if not reason:
            raise RequestError("nothing_to_say", Phrase("error.nothing_to_say", {"name": name}))
        line = clean_line(words.without_numbers.sentence(reason), MOST_SAID)
        await self.commits.submit(lambda: _said(seat, line))


def _said(seat: int, line: str) -> Commit:
    return Commit([NewEvent(e.SAID, {"seat": seat, "text": line})])
