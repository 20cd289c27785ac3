"""Processes that share a PostgreSQL: who is alive, and who serves which game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from longroad.server.cluster.membership import Membership
from longroad.server.errors import RequestError
from longroad.server.room.registry import RoomRegistry
from longroad.server.store import Overtaken, Store
from longroad.server.store.changes import Stored
from longroad.server.store.processes import Owner
from tests.postgres import Postgres
from tests.server.rooms import AT_ONCE, Inline, act, decision_of, people_at, run, until

URLS = ("http://127.0.0.1:1", "http://127.0.0.1:2")
LONG_S = 600.0


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.new_database()


@asynccontextmanager
async def process(address: str, url: str = URLS[0], lifetime: float = LONG_S) -> AsyncIterator[RoomRegistry]:
    """Run what a server has of a cluster, without HTTP; by default it lives however busy the machine is."""
    store, workers = await Store.open(address), Inline()
    cluster = Membership(store, url, lifetime)
    await cluster.join()
    registry = RoomRegistry(store, workers, AT_ONCE, cluster)
    try:
        yield registry
    finally:
        await registry.close()
        await cluster.leave()
        await workers.close()
        await store.close()


def cluster_of(registry: RoomRegistry) -> Membership:
    assert registry._cluster is not None
    return registry._cluster


async def shorten(registry: RoomRegistry, lifetime: float) -> None:
    """Let a process live no longer than that without a heartbeat."""
    cluster = cluster_of(registry)
    cluster._lifetime = lifetime
    for _ in range(2):  # heartbeats, the first of which may have begun before
        await next_heartbeat(cluster)


async def next_heartbeat(cluster: Membership) -> None:
    """Wait until a heartbeat has ended."""
    last = cluster._expiry
    await until(lambda: cluster._expiry is not last)


def test_a_game_has_one_owner_until_that_leaves(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 3600.0)

    async def work() -> None:
        async with process(address, URLS[1]) as other:
            async with process(address) as registry:
                room, _ = await people_at(registry, 3, preset="beginner")
                for each in (registry, other):
                    assert await cluster_of(each).claim(room.id) == cluster_of(registry).me
                assert cluster_of(registry).me.address == URLS[0]
                assert await cluster_of(other).claim("nosuchgame") is None
                with pytest.raises(RequestError, match="try again"):
                    await other.find(room.id)
                gone = asyncio.create_task(cluster_of(other).end_of(cluster_of(registry).me.process))
                await asyncio.sleep(0)
                assert not gone.done()
            await gone  # by the notification, before the next heartbeat
            found = await other.find(room.id)
            assert found.table(0).snapshot == room.table(0).snapshot
            await act(found, 0, decision_of(found, 0).actions[0])

    run(work())


def test_of_many_who_claim_a_game_at_once_one_gets_it(address: str) -> None:
    async def work() -> None:
        async with process(address) as first:
            room, _ = await people_at(first, 3)
        async with process(address) as a, process(address) as b, process(address) as c:
            claims = [cluster_of(each).claim(room.id) for each in (a, b, c) for _ in range(5)]
            owners = set(await asyncio.gather(*claims))
            assert len(owners) == 1
            assert owners <= {cluster_of(each).me for each in (a, b, c)}

    run(work())


def test_a_process_without_heartbeats_drops_its_rooms_before_others_may_claim_them(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 0.1)

    async def work() -> None:
        async with process(address) as registry, process(address, URLS[1]) as other:
            room, _ = await people_at(registry, 3)
            first = cluster_of(registry).me
            await shorten(registry, 0.5)

            async def stuck(*_: object) -> list[Owner]:
                await asyncio.sleep(3600)
                return []

            with monkeypatch.context() as broken:
                broken.setattr(cluster_of(registry)._lifeline, "extend", stuck)
                while (owner := await cluster_of(other).claim(room.id)) == first:
                    assert room.id in registry.rooms or not cluster_of(registry).is_alive
                    await asyncio.sleep(0.01)
            assert owner == cluster_of(other).me
            assert registry.rooms == {}
            with pytest.raises(RequestError):
                await registry.find(room.id)
            await until(lambda: cluster_of(registry).is_alive)
            assert cluster_of(registry).me.process != first.process
            assert await cluster_of(registry).claim(room.id) == cluster_of(other).me

    run(work())


def test_a_process_that_stood_still_during_a_heartbeat_joins_again_before_the_next(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks meanwhile waits for it."""
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 0.3)
    monkeypatch.setattr("longroad.server.cluster.membership.JOIN_S", LONG_S)

    async def work() -> None:
        async with process(address) as registry:
            room, _ = await people_at(registry, 3)
            cluster, first = cluster_of(registry), cluster_of(registry).me
            await shorten(registry, 1.0)
            extend, is_beating = cluster._lifeline.extend, asyncio.Event()

            async def stuck(*_: object) -> list[Owner]:
                is_beating.set()
                await asyncio.sleep(3600)
                return []

            monkeypatch.setattr(cluster._lifeline, "extend", stuck)
            await is_beating.wait()
            monkeypatch.setattr(cluster._lifeline, "extend", extend)
            monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 3600.0)
            await until(lambda: not cluster.is_alive)
            assert (await registry.find(room.id)).last_event == room.last_event
            assert cluster.me.process != first.process

    run(work())


def test_who_waits_for_a_process_is_served_once_it_has_joined_whatever_its_heartbeat_does(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if another process leaves meanwhile, and the heartbeat after joining fails."""
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 3600.0)
    monkeypatch.setattr("longroad.server.cluster.membership.JOIN_S", LONG_S)

    async def work() -> None:
        async with process(address) as registry:
            room, _ = await people_at(registry, 3)
            cluster = cluster_of(registry)
            cluster._living.add("another")
            cluster._expire()

            async def failing(*_: object) -> list[Owner]:
                raise OSError("unreachable")

            monkeypatch.setattr(cluster._lifeline, "extend", failing)
            asking = asyncio.create_task(registry.find(room.id))
            await asyncio.sleep(0)
            cluster._heard("another")
            assert (await asking).last_event == room.last_event

    run(work())


def test_a_process_that_others_have_given_up_joins_again_as_another(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 0.05)

    async def work() -> None:
        async with process(address) as registry:
            await people_at(registry, 3)
            first = cluster_of(registry).me
            async with registry.store.database.engine.begin() as connection:
                await connection.execute(text("UPDATE processes SET expires_at = 0"))  # as if its clock had stopped
            await until(lambda: cluster_of(registry).me.process != first.process)
            assert registry.rooms == {}
            assert cluster_of(registry).me.address == first.address

    run(work())


async def stop_heartbeat(registry: RoomRegistry) -> None:
    """Leave heartbeats to the test."""
    beating = cluster_of(registry)._beating
    assert beating is not None
    beating.cancel()
    await asyncio.wait([beating])


async def set_clock_back(registry: RoomRegistry, seconds: float) -> None:
    """Let the times of all processes jump as if the database's clock had been set back."""
    async with registry.store.database.engine.begin() as connection:
        await connection.execute(text(f"UPDATE processes SET expires_at = expires_at + {seconds}"))


def test_a_process_that_joins_again_leaves_no_life_behind(address: str) -> None:
    async def work() -> None:
        async with process(address) as registry:
            room, _ = await people_at(registry, 3)
            await stop_heartbeat(registry)
            cluster_of(registry)._expire()
            await set_clock_back(registry, 3600)  # before its time has run out in the database
            await cluster_of(registry)._beat()
            assert (await registry.find(room.id)).last_event == room.last_event, "not an hour later"

    run(work())


def test_the_dead_stay_dead_when_the_clock_is_set_back(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 0.05)

    async def work() -> None:
        async with process(address, URLS[1]) as other, process(address) as killed:
            room, _ = await people_at(killed, 3)
            dead = cluster_of(killed).me.process
            await shorten(killed, 0.3)
            await stop_heartbeat(killed)
            await until(lambda: not cluster_of(killed).is_alive)
            await until(lambda: dead not in cluster_of(other)._living)
            await set_clock_back(other, 3600)
            assert (await other.find(room.id)).last_event == room.last_event

    run(work())


def test_a_game_that_was_lost_while_it_was_read_is_not_served(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have gone on with it; what was read would be shown as if nothing had happened since."""

    async def work() -> None:
        async with process(address, URLS[1]) as first:
            room, _ = await people_at(first, 3, preset="beginner")
        async with process(address) as registry:
            await stop_heartbeat(registry)
            read, life = registry.store.read, cluster_of(registry).me.process

            async def read_slowly(game: str) -> Stored | None:
                stored = await read(game)
                cluster_of(registry)._expire()
                return stored

            monkeypatch.setattr(registry.store, "read", read_slowly)
            with pytest.raises(RequestError, match="try again"):
                await registry.find(room.id)
            assert room.id not in registry.rooms
            monkeypatch.undo()
            await cluster_of(registry)._table.leave(life)  # as when its time has run out
            await cluster_of(registry)._beat()
            assert (await registry.find(room.id)).last_event == room.last_event, "under a new id"

    run(work())


def test_of_two_who_write_the_same_event_the_first_wins_and_the_other_folds_again(address: str) -> None:
    async def work() -> None:
        async with process(address) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            other = RoomRegistry(registry.store, Inline(), AT_ONCE)  # it believes that the game is its own
            copy = await other.find(room.id)
            await act(copy, 0, "roll")
            with pytest.raises(Overtaken):
                await room.say(0, "Is it my turn?")
            again = await registry.find(room.id)
            assert again.last_event == copy.last_event
            assert again.state.plies == copy.state.plies
            await again.say(0, "It was.")
            await other.close()

    run(work())


def test_a_write_that_comes_after_another_process_has_claimed_the_game_is_not_stored(address: str) -> None:
    """As one that was on its way to the database for longer than its process lived."""

    async def work() -> None:
        async with process(address) as registry, process(address, URLS[1]) as other:
            room, _ = await people_at(registry, 3, preset="beginner")
            async with registry.store.database.engine.begin() as connection:
                claimed = {"owner": cluster_of(other).me.process, "game": room.id}
                await connection.execute(text("UPDATE games SET owner = :owner WHERE id = :game"), claimed)
            found = await other.find(room.id)
            before = await other.store.all_events(room.id)
            with pytest.raises(Overtaken):
                await act(room, 0, "roll")
            assert await other.store.all_events(room.id) == before
            await act(found, 0, "roll")
            assert found.last_event > room.last_event

    run(work())


def test_who_plays_again_finds_the_next_game_wherever_it_is_served(address: str) -> None:
    async def work() -> None:
        async with process(address) as registry, process(address, URLS[1]) as other:
            room, held = await people_at(registry, 2, preset="one_on_one", options={"limit": 1})
            while room.status != "over":
                for seat in tuple(room.state.game.to_act if room.state.game else ()):
                    await act(room, seat, _any(decision_of(room, seat)))
            first = await room.again(0, held[0].token)
            registry.forget(first.game)
            async with registry.store.database.engine.begin() as connection:
                await connection.execute(
                    text("UPDATE games SET owner = :owner WHERE id = :game"),
                    {"owner": cluster_of(other).me.process, "game": first.game},
                )
            second = await room.again(1, held[1].token)
            assert (second.game, second.seat) == (first.game, 1)

    run(work())


def _any(decision: object) -> str:
    actions = decision.actions  # type: ignore[attr-defined]
    return str(next((action for action in actions if str(action) in ("end", "roll")), actions[0]))


def test_all_processes_know_one_secret(address: str) -> None:
    async def work() -> None:
        async with process(address) as a, process(address) as b:
            await until(lambda: cluster_of(b).hosts == {"127.0.0.1"})
            secrets = {cluster_of(each).secret for each in (a, b)}
            assert len(secrets) == 1
            assert len(secrets.pop()) == 64

    run(work())


def test_a_database_that_starts_again_costs_no_game(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 0.1)
    address = postgres.new_database()

    async def work() -> None:
        async with process(address) as registry:
            room, _ = await people_at(registry, 3)
            await shorten(registry, 0.6)
            await asyncio.to_thread(postgres.stop)
            await until(lambda: not cluster_of(registry).is_alive)
            assert registry.rooms == {}
            with pytest.raises(RequestError):
                await registry.find(room.id)
            cluster_of(registry)._lifetime = LONG_S
            await asyncio.to_thread(postgres.start)
            await until(lambda: cluster_of(registry).is_alive)
            found = await registry.find(room.id)
            assert found.last_event == room.last_event
            await found.say(0, "Where were we?")

    run(work())


def test_a_process_with_a_nonsensical_address_harms_nobody(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("longroad.server.cluster.membership.BEAT_S", 0.05)

    async def work() -> None:
        async with process(address) as registry, process(address, "http://127.0.0.1:83111"):
            cluster, before, beats = cluster_of(registry), cluster_of(registry).me, 0
            extend = cluster._lifeline.extend

            async def count(*given: Any) -> list[Owner]:
                nonlocal beats
                beats += 1
                return await extend(*given)

            monkeypatch.setattr(cluster._lifeline, "extend", count)
            await until(lambda: beats >= 5)
            assert cluster.is_alive
            assert cluster.me == before
            assert "heartbeat failed" not in caplog.text

    run(work())
