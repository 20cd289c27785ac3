"""What an update costs the server: the processor time from a person's action to four messages as text.

Four people play rooms on a real database in this process; each has a subscriber.
The network is left out (`make load` has it). `--profile` lists where the time goes.

    python benchmarks/update_cost.py [--acts 3000] [--profile]
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import pstats
import sys
import tempfile
import time
from collections.abc import Coroutine
from contextlib import nullcontext
from pathlib import Path
from random import Random

from longroad.bench.people import choose
from longroad.server.bot_workers import BotWorkers
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.store import Store
from longroad.server.wire.messages import Act, Join, NewGame, SeatRequest, Settings

GAMES = 8  # that take turns, so that no cache holds only one


class Listener:
    """A subscriber who counts the bytes of every message."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room, self.seat = room, seat
        self.bytes = 0

    async def listen(self) -> None:
        """Receive until the room closes."""
        async with self.room.watch(self.seat) as messages:
            async for message in messages:
                self.bytes += len(message.json)


async def four_people(registry: RoomRegistry) -> Room:
    """Open a room of four people, and start its game."""
    seats = [SeatRequest(kind="person"), *[SeatRequest(kind="open")] * 3]
    room, _ = await registry.open(NewGame(settings=Settings(pace="instant"), seats=seats))
    for _ in range(3):
        await room.join(Join())
    await room.start(0)
    return room


async def act(room: Room, rng: Random, profile: cProfile.Profile | None) -> bool:
    """Take any action for a seat that the game waits for; return whether the game goes on."""
    assert room.state.game is not None
    if room.status == "over":
        return False
    seat = rng.choice(room.state.game.to_act)
    decision = room.table(seat).decision
    assert decision is not None
    shown = {**vars(decision), "forms": [vars(form) for form in decision.forms]}
    action = choose(shown, rng)
    assert action is not None
    with profile or nullcontext():
        start = time.process_time()
        await room.act(seat, Act(decision=decision.id, action=action))
        await asyncio.sleep(0)  # the listeners write
        COST.append(time.process_time() - start)
    return True


COST: list[float] = []


async def measure(acts: int, profile: cProfile.Profile | None) -> int:
    """Play, and return the bytes that were sent."""
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder) / "games.db"))
        registry = RoomRegistry(store, BotWorkers(1))
        rooms: list[Room] = []
        listeners: list[Listener] = []
        tasks: list[asyncio.Task[None]] = []
        done = 0
        while done < acts:
            rooms = [room for room in rooms if room.status != "over"]
            while len(rooms) < GAMES:
                room = await four_people(registry)
                rooms.append(room)
                new = [Listener(room, seat) for seat in range(4)]
                listeners += new
                tasks += [asyncio.create_task(one.listen()) for one in new]
            await asyncio.sleep(0)
            for room in rooms:
                done += await act(room, rng, profile)
        await registry.close()
        await asyncio.gather(*tasks)
        await store.close()
        await registry.bot_workers.close()
    return sum(one.bytes for one in listeners)


def run(work: Coroutine[None, None, int]) -> int:
    """Run on the loop that a server uses."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=3000)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    profile = cProfile.Profile() if given.profile else None
    gc.disable()  # as a server does
    sent = run(measure(given.acts, profile))
    costs = sorted(1000 * cost for cost in COST)
    print(
        f"{len(costs)} acts: {sum(costs) / len(costs):.3f} ms each, median {costs[len(costs) // 2]:.3f} ms,"
        f" {sent / len(costs):.0f} bytes each"
    )
    if profile is not None:
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main()
