"""Snapshots of rooms: a long game is loaded from one, and nobody can tell."""

from __future__ import annotations

import asyncio
import gc
import time
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from longroad.bench.people import choose
from longroad.server import events as e
from longroad.server.events import NewEvent
from longroad.server.room import saved
from longroad.server.room.room import Room
from longroad.server.room.saved import DELAY, EVERY
from longroad.server.room.state import RoomState
from longroad.server.store import Change, Store, numbered
from longroad.server.wire.messages import Clock
from tests.server.rooms import act, decision_of, people_at, registry_at, run

COMPUTED = {"log", "_unlogged"}  # from the events after a snapshot


async def play(room: Room, events: int, rng: Random) -> None:
    """Play until a room has so many events, with chat and undos in between."""
    while room.last_event < events and room.status == "playing":
        assert room.state.game is not None
        seat = rng.choice(room.state.game.to_act)
        decision = decision_of(room, seat)
        if decision.is_automatic or decision.is_auto_refused:  # the room answers
            await asyncio.sleep(0)
            continue
        action = choose({**vars(decision), "forms": [vars(form) for form in decision.forms]}, rng)
        assert action is not None
        await act(room, seat, action)
        if room.status == "playing" and rng.random() < 0.2:
            await room.say(seat, f"That was {action}!")
        if room.status == "playing" and room.table(seat).decision is not None and decision_of(room, seat).can_undo:
            await room.undo(seat)
            await act(room, seat, action)


def told(state: RoomState) -> dict[str, Any]:
    """Return everything that a state holds, to be compared."""
    return {name: value for name, value in vars(state).items() if name not in COMPUTED}


@pytest.mark.parametrize("every", [DELAY + 50, pytest.param(EVERY, marks=pytest.mark.slow)])
def test_a_room_is_the_same_from_its_snapshot_and_from_all_its_events(
    every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "EVERY", every)

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, options={"limit": 900}, clock=Clock(decision_s=600))
            await play(room, every + DELAY + 30, Random(3))
            stored = await registry.store.read(room.id)
            assert stored is not None
            assert stored.snapshot is not None
            assert every <= stored.snapshot.number < every + 10
            assert len(stored.events) == room.last_event - stored.snapshot.number
            whole = RoomState.fold(room.id, await registry.store.all_events(room.id))
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            assert told(again.state) == told(whole)
            assert [entries[None] for entries in again.state.log] == [entries[None] for entries in whole.log]
            assert again.record(None, "public", "text") == room.record(None, "public", "text")
            await play(again, again.last_event + 20, Random(4))

    run(work())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RoomState]:
    """A folder with a game that has a snapshot, and its state."""
    folder = tmp_path_factory.mktemp("played")

    async def work() -> RoomState:
        async with registry_at(folder) as registry:
            room, _ = await people_at(registry, 3)
            await play(room, 2 * DELAY + 80, Random(3))
            return room.state

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(saved, "EVERY", DELAY + 50)
        return folder, run(work())


@pytest.mark.parametrize("damage", [{"version": "another"}, {"state": "00"}, {"seats": 7}, {"plies": None}])
def test_a_snapshot_that_cannot_be_read_is_ignored(
    tmp_path: Path, damage: dict[str, Any], played: tuple[Path, RoomState]
) -> None:
    folder, before = played
    copytree(folder, tmp_path, dirs_exist_ok=True)

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        stored = await store.read(before.id)
        assert stored is not None
        assert stored.snapshot is not None
        body = {**stored.snapshot.body, **damage}
        await store.write(Change(before.id, [], snapshot=stored.snapshot._replace(body=body)))
        await store.close()
        async with registry_at(tmp_path) as registry:
            assert told((await registry.find(before.id)).state) == told(before)

    run(work())


def test_the_loop_goes_on_while_a_long_game_is_loaded(tmp_path: Path) -> None:
    longest_s = 0.0

    async def tick() -> None:
        nonlocal longest_s
        while True:
            start = time.thread_time()
            await asyncio.sleep(0)
            longest_s = max(longest_s, time.thread_time() - start)

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 2)
            talk = [NewEvent(e.SAID, {"seat": 0, "text": f"line {number}"}) for number in range(30_000)]
            await registry.store.write(Change(room.id, numbered(talk, room.last_event, 1.0)))
            game, last = room.id, room.last_event + len(talk)
        store = await Store.open(str(tmp_path / "games.db"))
        stored = await store.read(game)
        await store.close()
        assert stored is not None
        state = RoomState(game)
        gc.collect()
        gc.disable()  # which takes longer the more other tests have left
        try:
            ticking = asyncio.create_task(tick())
            await asyncio.sleep(0)
            await state.catch_up(stored.events)
            ticking.cancel()
        finally:
            gc.enable()
        assert state.last_event == last
        assert longest_s < 0.05, "seconds of work at once"

    run(work())
