"""One simulated game from a seed: people and bots play it to its end while the store fails and the server is killed."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from random import Random

from longroad.game.fair import verify_record
from longroad.notation.records.reader import read_record
from longroad.server import events as e
from longroad.server.events import Event
from longroad.server.room.record import record_of
from longroad.server.room.state import RoomState
from longroad.server.store.errors import Overtaken
from longroad.server.wire.messages import Clock, Join, NewGame, SeatRequest, Settings
from tests.faults.leases import Leases
from tests.faults.memory import Data, Faults, Refused, Taken
from tests.faults.person import Person, Violation
from tests.faults.process import Process
from tests.faults.real.checks import answers_by_decision
from tests.faults.world import World

LONGEST_S = 24 * 3600.0  # of virtual time, in which every game must end
FAULTS = (Faults(), Faults(refused=0.02, slow=0.02), Faults(unsaid=0.02), Faults(0.01, 0.01, 0.1, 20.0))
PRESETS = ("beginner", "base", "duel", "traveler")
SHARED = 4  # one of so many games has two servers on the same store


@dataclass
class Outcome:
    """What happened in a game."""

    seed: int
    plies: int = 0
    confirmed: int = 0  # actions of people
    kills: int = 0
    seconds: float = 0.0  # of virtual time
    has_snapshot: bool = False  # whether its room was loaded from one, at least at the end
    takeovers: int = 0  # by the other one of two servers, or by the same one in another life


class SimulatedGame:
    """A table in a world of its own."""

    def __init__(self, seed: int) -> None:
        self.world = World(seed)
        self.rng = self.world.rng
        self.data = Data()
        self.faults = Faults()  # none before the game
        self.leases = Leases() if seed % SHARED == 0 else None  # of two servers that share the store
        self.id = ""
        self.people: list[Person] = []
        self.outcome = Outcome(seed)

    def play(self) -> Outcome:
        """Play it to its end. Raises `Violation`."""
        self.world.run(self._play())
        return self.outcome

    async def _play(self) -> None:
        self.processes = [await self._start() for _ in range(1 if self.leases is None else 2)]
        await self._open()
        self.faults.__dict__.update(vars(self.rng.choice(FAULTS)))
        trouble = asyncio.create_task(self._make_trouble())
        living = [asyncio.create_task(person.live()) for person in self.people]
        ended = asyncio.gather(*living)
        try:
            await asyncio.wait_for(ended, LONGEST_S)
        except TimeoutError:
            raise Violation(f"the game has not ended: {self.data.events_of(self.id)[-1]}") from None
        finally:
            trouble.cancel()
        self.faults.__dict__.update(vars(Faults()))
        self._check()

    async def _start(self) -> Process:
        process = Process(self.data, self.faults, self.rng, self.leases)
        await process.join()
        return process

    def any_process(self, rng: Random) -> Process:
        """Return a server; people do not know which one has their game."""
        return self.processes[0] if self.leases is None else rng.choice(self.processes)

    async def _open(self) -> None:
        """Open a room, seat everybody, and start the game."""
        preset = self.rng.choice(PRESETS)
        count = 2 if preset == "duel" else 3
        people = self.rng.randint(1, count)
        clock = self.rng.choice((None, Clock(decision_s=5, reserve_s=self.rng.choice((0, 20)))))
        settings = Settings(preset=preset, options={"limit": self.rng.randint(1, 4)}, clock=clock)
        open_seats = [SeatRequest(kind="open")] * (people - 1)
        bots = [SeatRequest(kind="computer", bot="random")] * (count - people)
        seats = [SeatRequest(kind="person"), *open_seats, *bots]
        room, seated = await self.processes[0].registry.open(NewGame(settings=settings, seats=seats))
        joined = [await room.join(Join()) for _ in open_seats]
        await room.start(0)
        self.id = room.id
        self.people = [Person(self, each.token, Random(self.rng.random())) for each in (seated, *joined)]

    async def _make_trouble(self) -> None:
        """Kill a server now and then, or let it stand still, and set the clock on the wall."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / 40.0))
            self.world.wall_offset += self.rng.choice((0.0, 3600.0, -3600.0))
            number = self.processes.index(self.any_process(self.rng))
            if self.rng.random() < 0.5:
                self.outcome.kills += 1
                self.processes[number].kill()
                await asyncio.sleep(self.rng.choice((0.0, 0.0, 3.0)))
                self.processes[number] = await self._start()
            elif self.leases is not None:  # some stalls outlast the lease
                self.processes[number].stall(self.rng.choice((1.0, 4.0, 10.0)))

    # --- checks -------------------------------------------------------------------------------------------------------

    def event_with(self, ply: str, after: int, until: int) -> int | None:
        """Return the number of the stored event of a ply between two others."""
        events = self.data.events_of(self.id)[after:until]
        return next((event.number for event in events if event.body.get("ply") == ply), None)

    def _check(self) -> None:
        """Check what is stored against what people were told. Raises `Violation`."""
        events = self.data.events_of(self.id)
        state = RoomState.fold(self.id, events)
        if state.status != "over":
            raise Violation(f"the game is {state.status}")
        for person in self.people:
            for number, ply in person.acknowledged.items():
                if events[number - 1].body.get("ply") != ply:
                    raise Violation(f"event {number} was confirmed as {ply}, and is {events[number - 1]}")
            self._check_once(events, person)
        record = read_record(record_of(state, None, "full", "text"))
        if not verify_record(record).is_right:
            raise Violation("the record is wrong")
        self._check_seen(state)
        self.outcome.plies = sum(event.kind == e.PLY for event in events)
        self.outcome.confirmed = sum(len(person.acknowledged) for person in self.people)
        self.outcome.seconds = self.world.now
        self.outcome.has_snapshot = self.id in self.data.snapshots
        self.outcome.takeovers = 0 if self.leases is None else self.leases.takeovers

    def _check_once(self, events: list[Event], person: Person) -> None:
        """Check that of everything sent in answer to a decision at most one was taken, by whichever server."""
        answers = answers_by_decision(events)
        for decision in person.answered:
            taken = answers.get((person.seat, decision), [])
            if len(taken) > 1:
                raise Violation(f"decision {decision} of seat {person.seat} was answered by {taken}")

    def _check_seen(self, state: RoomState) -> None:
        """Check that everybody saw the same end."""
        assert state.game is not None
        for person in self.people:
            assert person.snapshot is not None
            pieces = [(seat.settlements, seat.cities, seat.roads, seat.hand_size) for seat in person.snapshot.seats]
            game = state.game
            seats = range(game.players)
            stored = [
                (list(game.settlements(s)), list(game.cities(s)), list(game.roads(s)), game.hand_size(s)) for s in seats
            ]
            if pieces != stored:
                raise Violation(f"seat {person.seat} saw another end")


class Errors(logging.Handler):
    """Collects the errors that a server logs, but for those that are meant."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.unexpected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Look at an error."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, (Refused, Taken, Overtaken)):
            self.unexpected.append(f"{record.getMessage()}: {error!r}")


def play(seed: int) -> Outcome:
    """Play the game of a seed. Raises `Violation`, or whatever else goes wrong."""
    errors, log = Errors(), logging.getLogger()
    before, log.handlers = log.handlers, [errors]
    try:
        outcome = SimulatedGame(seed).play()
    finally:
        log.handlers = before
    if errors.unexpected:
        raise Violation(f"the server logged {errors.unexpected}")
    return outcome
