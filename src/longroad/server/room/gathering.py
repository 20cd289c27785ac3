"""Who is in a room: how they come and go, and how what happens is stored, taken in and told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from longroad.core.island.given import Island
from longroad.narration import ENGLISH, Said, Words
from longroad.server import events as e
from longroad.server.bot_workers import BotWorkers, Thought
from longroad.server.errors import RequestError
from longroad.server.events import Event, NewEvent
from longroad.server.room import actions as play
from longroad.server.room import broadcast as telling
from longroad.server.room.actions import Commit
from longroad.server.room.bot_driver import BotDriver
from longroad.server.room.clock import Clock
from longroad.server.room.pace import Timing
from longroad.server.room.pending import Choice
from longroad.server.room.state import RoomState
from longroad.server.room.subscribers import Listener, Subscribers
from longroad.server.store import Change, Store, numbered
from longroad.server.wire.messages import Room as RoomMessage
from longroad.server.wire.messages import RoomChanged, ServerMessage, Status, Table

MOST_BEFORE: Final = 5000  # events before a game, which a room would have to keep for ever
Result = TypeVar("Result")
_log = logging.getLogger(__name__)


class House(Protocol):
    """What a gathering needs of the hall that it is in."""

    store: Store
    computers: BotWorkers
    timing: Timing

    def forget(self, game: str) -> None:
        """Let go of a room, so that it is folded anew when somebody asks for it."""


class Gathering:
    """Those who are in a room, around its course.

    What changes it waits in line, is checked, stored, taken in and told, one after the other, and is not broken off
    when whoever asked has gone meanwhile.
    """

    def __init__(self, house: House, course: RoomState, tokens: dict[int, str]) -> None:
        self.course = course
        self._house = house
        self._tokens = tokens  # by seat: the hash of the token that holds it
        self._lock = asyncio.Lock()
        self._is_given_up = self._is_shut = False
        self._going: set[asyncio.Task[Any]] = set()
        self._audience = Subscribers()
        self._conductor = BotDriver(self, house.computers, house.timing)
        self._time = Clock(course, self._time_is_up)
        self._told_here: list[bool] = []  # who was there when that was last told
        self._changed_at = self._asked_at = time.monotonic()

    def wake(self) -> None:
        """Let clocks and computer players go on where they were."""
        if self._is_shut:
            return
        self._time.set(self._is_anybody_here())
        self._conductor.wake()

    async def drive(self, seat: int, choice: Choice, thought: Thought | None) -> None:
        """Let a computer player act, unless its choice has changed meanwhile."""
        raise NotImplementedError

    async def refuse(self, seat: int, choice: Choice) -> None:
        """Refuse an offer for a person who cannot pay it, unless their choice has changed meanwhile."""
        raise NotImplementedError

    # --- asking -------------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The name of the game, as it stands in its link."""
        return self.course.id

    @property
    def status(self) -> Status:
        """Whether the game is still to begin, being played, or over."""
        return self.course.status

    @property
    def last_event(self) -> int:
        """The number of the last event."""
        return self.course.last_event

    @property
    def island(self) -> Island | None:
        """The island, once the game has begun."""
        return self.course.island

    def table(self, viewer: int | None, words: Words = ENGLISH) -> Table:
        """Tell everything that a viewer may know, in a language."""
        if viewer is not None:
            self.greet(viewer)
        return telling.table(self.course, viewer, self._about(viewer), self._time.times(viewer), words)

    def _about(self, viewer: int | None) -> RoomMessage:
        return telling.room(self.course, viewer, self._here(), self._audience.watchers())

    def _here(self) -> list[bool]:
        """Tell who is there; of those who share a screen, all are where one of them is."""
        is_shared, within = self.course.settings.is_hotseat, self._house.timing.here
        near = {seat: self._audience.is_near(seat, within) for seat in self.course.people}
        is_one_near = any(near.values())
        return [
            chair.kind == "computer" or (seat in near and (is_one_near if is_shared else near[seat]))
            for seat, chair in enumerate(self.course.chairs)
        ]

    def _is_anybody_here(self) -> bool:
        here = self._here()
        return any(here[seat] for seat in self.course.people)

    # --- being there --------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def watch(
        self, viewer: int | None, since: int | None = None, words: Words = ENGLISH
    ) -> AsyncIterator[AsyncIterator[ServerMessage]]:
        """Give a stream of messages: everything, or what was missed since an event, then what happens."""
        if viewer is not None:
            viewer = await self._whole(self._welcome(viewer, self._tokens.get(viewer)))
        listener = Listener(viewer, self.table, words)
        self._audience.enter(listener)
        missed = None
        if since is not None:
            times = self._time.times(viewer)
            missed = telling.catch_up(self.course, viewer, since, self._about(viewer), times, words)
        if missed is None:
            listener.tell_anew()
        for message in missed or ():
            listener.tell(message)
        self._tell_presence()
        try:
            yield listener.messages()
        finally:
            self._audience.go(listener)
            self._tell_presence()

    def greet(self, seat: int) -> None:
        """Note that a person is there, who has just come or asked for something."""
        self._audience.note(seat)

    async def _welcome(self, viewer: int, holder: str | None) -> int | None:
        """Give a seat back to whoever comes, and tell which it is now."""
        async with self._lock:
            seat = self._seat_now(viewer, holder)
            if seat is not None:
                await self._come_back(seat)
            return seat

    async def _come_back(self, seat: int) -> None:
        """Give a seat back to a person for whom a computer player acted; the lock is held."""
        self.greet(seat)
        chair = self.course.chairs[seat]
        if chair.is_kept_warm or chair.has_left:
            await self._commit(Commit([NewEvent(e.CAME_BACK, {"seat": seat})]))

    async def attend(self) -> None:
        """See who is there; let computer players act for those who have been away for too long."""
        self._tell_presence()
        if self.course.status != "playing" or self.course.settings.is_hotseat or not self._is_anybody_here():
            return
        for seat in self.course.people:
            if self._is_away(seat):
                await self._do(partial(self._kept_warm, seat))

    def _is_away(self, seat: int) -> bool:
        is_driven = self.course.chairs[seat].is_driven
        return not is_driven and self._audience.absence(seat) >= self._house.timing.grace

    def _kept_warm(self, seat: int) -> Commit:
        return Commit([NewEvent(e.KEPT_WARM, {"seat": seat})] if self._is_away(seat) else [])

    def _tell_presence(self) -> None:
        """Tell who is there, if that has changed; nobody's time runs while nobody is."""
        here = self._here()
        if here != self._told_here:
            self._told_here = here
            for listener in self._audience.listeners:
                listener.tell(RoomChanged(event=self.last_event, room=self._about(listener.viewer)))
        self.wake()

    def keep(self) -> None:
        """Note that somebody has asked for the room, who may stay; computer players who paused go on."""
        is_paused = not self.is_watched
        self._changed_at = self._asked_at = time.monotonic()
        if is_paused:
            self.wake()

    @property
    def is_watched(self) -> bool:
        """Whether somebody plays, listens, or has asked for the room just now."""
        is_asked_for = time.monotonic() - self._asked_at < self._house.timing.unwatched
        return is_asked_for or bool(self.course.people or self._audience.listeners)

    def has_been_idle(self, seconds: float) -> bool:
        """Tell whether nobody has listened, and nothing has happened, for so long."""
        if self._audience.listeners or self._going:
            return False
        return time.monotonic() - max(self._audience.empty_since, self._changed_at) >= seconds

    def shut(self) -> None:
        """Tell nobody anything any more: clocks and streams end."""
        self._is_shut = True
        self._time.close()
        self._audience.close()
        self._conductor.shut()

    async def close(self) -> None:
        """Let go of everything; the game is stored."""
        self.shut()
        await self._conductor.close()
        await asyncio.gather(*self._going, return_exceptions=True)

    def _time_is_up(self, seat: int) -> None:
        """Let the stated default be played for a person whose time is up."""

        def order() -> Commit:
            game = self.course.game
            is_due = game is not None and seat in game.to_act and self._time.is_up(seat)
            return play.default(self.course, seat, reserve=0.0) if is_due else Commit([])

        self._start(self._do(order)).add_done_callback(self._default_played)

    def _default_played(self, task: asyncio.Task[None]) -> None:
        """Note what went wrong, and let the clocks call again after a while."""
        if not task.cancelled() and task.exception() is not None:
            _log.error("%s: no default could be played", self.id, exc_info=task.exception())
            asyncio.get_running_loop().call_later(self._house.timing.again, self.wake)

    # --- changing -----------------------------------------------------------------------------------------------------

    async def _do(self, order: Callable[[], Commit]) -> None:
        """Wait in line, see what is to be stored, and store it."""

        async def done() -> None:
            async with self._lock:
                await self._commit(order())

        await self._whole(done())

    async def _do_as(self, viewer: int | None, order: Callable[[int | None], Commit]) -> None:
        """Do something for whoever holds a seat now, even if they have moved when their turn in line comes."""
        holder = None if viewer is None else self._tokens.get(viewer)
        await self._do(lambda: order(self._seat_now(viewer, holder)))

    def _seat_now(self, viewer: int | None, holder: str | None) -> int | None:
        """Give the seat of whoever held one before they waited in line; None if it is somebody else's by now."""
        if viewer is None or self._tokens.get(viewer) == holder:
            return viewer
        return min((seat for seat, held in self._tokens.items() if held == holder), default=None)

    async def _whole(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something to its end, even if whoever asked for it has gone meanwhile."""
        return await asyncio.shield(self._start(work))

    def _start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.ensure_future(work)
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        return task

    async def _commit(self, order: Commit) -> None:
        """Store an order, take its events in, and tell them; the lock is held."""
        if not order.drafts and not order.tokens:
            return
        if self._is_given_up:
            raise RuntimeError(f"{self.id} is folded anew: nothing more happens in what was known of it")
        events = numbered(order.drafts, self.course.last_event, time.time())
        kinds = {event.kind for event in events}
        if self.course.status == "lobby" and events and events[-1].number > MOST_BEFORE and e.STARTED not in kinds:
            raise RequestError("too_many", Said("wrong.many_before"))
        status = "playing" if e.STARTED in kinds else None
        status = "over" if e.OVER in kinds else status
        try:
            await self._house.store.write(Change(self.id, events, order.tokens, status))
            self._take(order, events)
        except Exception:
            self._is_given_up = True  # whatever is stored is the truth: it is folded anew
            self._house.forget(self.id)
            raise

    def _take(self, order: Commit, events: list[Event]) -> None:
        """Take in what has been stored, and tell it."""
        course, before = self.course, self.course.status
        for event in events:
            course.take(event)
        if order.choices is not None:
            course.choices = order.choices
        for seat, hashed in order.tokens.items():
            self._hold(seat, hashed)
        self._changed_at = time.monotonic()
        if not events:
            return
        is_undone = any(event.kind == e.UNDONE for event in events)
        self._time.set(self._is_anybody_here(), order.seat, is_undone)
        self._tell(events, is_new_table=before == "lobby" and course.status != "lobby")
        self._conductor.wake()

    def _hold(self, seat: int, hashed: str | None) -> None:
        if hashed is None:
            self._tokens.pop(seat, None)
        else:
            self._tokens[seat] = hashed

    def _tell(self, events: list[Event], is_new_table: bool) -> None:
        """Tell everybody who listens what has happened, to each pair of eyes in each language once."""
        for event in events:
            if event.kind == e.MOVED:
                self._audience.move(event.body["seat"], event.body["to"])
            elif event.kind == e.SEATED and event.body["kind"] != "person":
                self._audience.move(event.body["seat"], None)
        if is_new_table:
            for listener in self._audience.listeners:
                listener.tell_anew()
            return
        news, told = telling.News(self.course, events), dict[tuple[int | None, str], list[ServerMessage]]()
        for listener in self._audience.listeners:
            viewer, words = listener.viewer, listener.words
            ears = (viewer, words.language)
            if ears not in told:
                told[ears] = news.told(viewer, self._about, self._time.times(viewer), words)
            for message in told[ears]:
                listener.tell(message)
