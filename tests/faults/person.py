"""A simulated person: connects, follows, acts and talks, over a connection that is slow and is cut now and then."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from longroad.bench.people import choose
from longroad.server.errors import RequestError
from longroad.server.room.room import Room
from longroad.server.wire.messages import Act, Decision, ServerMessage, Snapshot, Table, Update
from tests.faults.process import Lost, Process
from tests.server.rooms import received_as

if TYPE_CHECKING:
    from tests.faults.game import SimulatedGame

PATIENCE_S = 200.0  # without any message, after which a page would be reloaded
EXPECTED = {"stale_decision", "not_your_turn", "game_over", "cannot_undo", "too_many", "not_over", "unavailable"}


class Violation(AssertionError):
    """Something that must never happen."""


class Person:
    """Somebody with a seat, who remembers what the server has confirmed."""

    def __init__(self, table: SimulatedGame, token: str, rng: Random) -> None:
        self.table, self.token, self.rng = table, token, rng
        self.known: int | None = None  # the last event
        self.snapshot: Snapshot | None = None
        self.decision: Decision | None = None
        self.acknowledged: dict[int, str] = {}  # by the number of its event: the ply
        self.answered: set[int] = set()  # decisions for which an answer was sent
        self.seat = -1

    @property
    def is_over(self) -> bool:
        """Whether the person has seen the end."""
        return self.snapshot is not None and self.snapshot.phase == "over"

    async def live(self) -> None:
        """Follow the game to its end, however often the connection breaks."""
        while not self.is_over:
            try:
                await self._visit(self.table.any_process(self.rng))
            except Lost:
                self.decision = None
            await asyncio.sleep(self.rng.choice((0.0, 0.1, 1.0, 5.0, 90.0)))

    async def _visit(self, process: Process) -> None:
        """Connect, and play until the connection breaks. Raises `Lost`."""
        room = await self._find(process)
        self.seat = self._own_seat(room)
        since = self.known if self.rng.random() < 0.7 else None
        inbox: asyncio.Queue[ServerMessage | None] = asyncio.Queue()
        line = process.start(self._serve(room, since, inbox))
        cut = asyncio.get_running_loop().call_later(self.rng.expovariate(1 / 60.0), line.cancel)
        line.add_done_callback(lambda _: inbox.put_nowait(None))
        try:
            while not self.is_over:
                await self._receive(inbox)
                await self._respond(process, room, inbox)
        finally:
            cut.cancel()
            line.cancel()

    async def _find(self, process: Process) -> Room:
        """Return the room. Raises `Lost` if another server has it, or the next one cannot claim it yet."""
        try:
            return await process.call(process.registry.find(self.table.id))
        except RequestError as error:
            if error.code != "unavailable":
                raise
            raise Lost from error

    def _own_seat(self, room: Room) -> int:
        seat = room.viewer_of(self.token)
        if seat is None:
            raise Violation(f"the token of seat {self.seat} holds no seat any more")
        return seat

    async def _serve(self, room: Room, since: int | None, inbox: asyncio.Queue[ServerMessage | None]) -> None:
        """Send what happens; this runs in the server."""
        async with room.watch(self.seat, since) as messages:
            async for message in messages:
                inbox.put_nowait(received_as(message))

    async def _receive(self, inbox: asyncio.Queue[ServerMessage | None]) -> None:
        """Take what has arrived, after the time that it takes to arrive. Raises `Lost`."""
        await asyncio.sleep(self.rng.choice((0.0, 0.02, 0.02, 1.0)))
        try:
            message = await asyncio.wait_for(inbox.get(), PATIENCE_S)
        except TimeoutError:
            raise Lost from None
        self._note(message)
        while not inbox.empty():
            self._note(inbox.get_nowait())

    def _note(self, message: ServerMessage | None) -> None:
        """Remember what a message says, and check it. Raises `Lost` at the end of the connection."""
        if message is None:
            raise Lost
        if not isinstance(message, (Table, Update)):
            return
        if self.known is not None and message.event < self.known:
            raise Violation(f"seat {self.seat} knew event {self.known}, and is told of {message.event}")
        self.known, self.snapshot, self.decision = message.event, message.snapshot, message.decision
        if self.snapshot is not None and not self.is_over:
            self._check_hidden(self.snapshot)

    def _check_hidden(self, snapshot: Snapshot) -> None:
        for seat in snapshot.seats:
            is_shown = seat.hand is not None or seat.cards is not None
            if is_shown != (seat.seat == self.seat):
                raise Violation(f"seat {self.seat} sees the hand of {seat.seat}: {is_shown}")

    # --- acting -------------------------------------------------------------------------------------------------------

    async def _respond(self, process: Process, room: Room, inbox: asyncio.Queue[ServerMessage | None]) -> None:
        """Do what the game waits for, or something else, or nothing."""
        if self.rng.random() < 0.05:
            await self._try(process, self._other(room))
        while self.decision is not None and inbox.empty() and not self.is_over:
            shown = {**vars(self.decision), "forms": [vars(form) for form in self.decision.forms]}
            action = choose(shown, self.rng)
            if action is None:
                return
            await asyncio.sleep(self.rng.choice((0.0, 0.5, 2.0)))
            act = Act(decision=self.decision.id, action=action)
            self.decision = None
            await self._act(process, room, act)
            if self.rng.random() < 0.1:
                await self._act(process, room, act, is_repeat=True)

    async def _act(self, process: Process, room: Room, act: Act, is_repeat: bool = False) -> None:
        """Act, and remember what was confirmed."""
        ply = f"{self.seat}: {act.action}"
        self.answered.add(act.decision)
        if not await self._try(process, room.act(self.seat, act)):
            return
        if is_repeat:
            raise Violation(f"{ply}: an answer to decision {act.decision} was taken twice")
        number = self.table.event_with(ply, after=max([act.decision - 1, *self.acknowledged]), until=room.last_event)
        if number is None:
            raise Violation(f"{ply} was confirmed, but is not stored")
        self.acknowledged[number] = ply

    async def _try(self, process: Process, work: object) -> bool:
        """Send a request; return whether it was granted. Raises `Lost`."""
        try:
            await process.call(work)  # type: ignore[arg-type]
        except RequestError as error:
            if error.code == "unavailable":  # a page connects again
                raise Lost from error
            if error.code not in EXPECTED:
                raise Violation(f"seat {self.seat}: {error.code}: {error}") from error
            return False
        return True

    def _other(self, room: Room) -> object:
        """Choose something to do besides playing."""
        return self.rng.choice(
            (
                lambda: room.say(self.seat, f"line {self.rng.random()}"),
                lambda: room.undo(self.seat),
                lambda: room.leave(self.seat),
            )
        )()
