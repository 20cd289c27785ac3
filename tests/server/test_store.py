"""What is stored: every event once, in order, and no token that could be used."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from longroad.server.events import Event, NewEvent
from longroad.server.store import PRAGMAS, Change, Store, numbered
from tests.server.rooms import COMPUTER, PERSON, new_game, registry_at, run


def events(first: int, count: int) -> list[Event]:
    return numbered([NewEvent("said", {"seat": 0, "text": f"Grüße {first + i}"}) for i in range(count)], first - 1, 1.5)


def test_what_was_written_is_read_in_order(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.write(Change("game", events(1, 3), {0: "aa", 2: "bb"}, "lobby"))
        await store.write(Change("game", events(4, 2), {2: None}, "playing"))
        stored = await store.read("game")
        assert stored is not None
        assert stored.events == events(1, 5)
        assert stored.tokens == {0: "aa"}
        assert await store.games("playing") == ["game"]
        assert await store.games("lobby") == []
        assert await store.read("another") is None
        await store.close()
        again = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
        assert await again.read("game") == stored
        await again.close()

    run(work())


def test_a_number_is_never_used_twice_and_harms_nobody_else(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.write(Change("one", events(1, 2)))
        await store.write(Change("two", events(1, 1)))
        written = await asyncio.gather(
            store.write(Change("two", events(2, 1))),
            store.write(Change("one", events(2, 2))),  # 2 is taken
            store.write(Change("two", events(3, 1))),
            return_exceptions=True,
        )
        assert [type(result) for result in written] == [type(None), IntegrityError, type(None)]
        one, two = await store.read("one"), await store.read("two")
        assert one is not None
        assert two is not None
        assert (one.events, two.events) == (events(1, 2), events(1, 3))
        await store.close()
        with pytest.raises(RuntimeError, match="closed"):
            await store.write(Change("one", events(3, 1)))

    run(work())


def test_the_log_is_written_ahead(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.write(Change("one", events(1, 2)))
        assert (tmp_path / "games.db-wal").exists()
        await store.close()

    run(work())


def test_tokens_are_stored_hashed(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, seated = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
            assert len(seated.token) >= 22, "at least 128 bits"
            stored = await registry.store.read(room.id)
            assert stored is not None
            assert list(stored.tokens) == [0]
        written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert seated.token.encode() not in written
        assert stored.tokens[0].encode() in written

    run(work())


def test_what_cannot_be_stored_is_not_told_and_changes_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
            before = room.table(0)
            await registry.store.write(Change(room.id, events(room.last_event + 1, 1)))  # somebody else was quicker
            with pytest.raises(IntegrityError):
                await room.say(0, "Hello?")
            assert room.table(0) == before
            again = await registry.find(room.id)
            assert again is not room
            assert [line.text for line in again.table(0).chat] == ["Grüße 2"]

    run(work())


def test_a_change_that_cannot_be_written_does_not_end_all_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise UnicodeEncodeError("utf-8", "x", 0, 1, "surrogates not allowed")

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        with monkeypatch.context() as odd:
            odd.setattr("longroad.server.store._put", broken)
            with pytest.raises(UnicodeEncodeError):
                await asyncio.wait_for(store.write(Change("one", events(1, 1))), 5)
        await asyncio.wait_for(store.write(Change("one", events(1, 1))), 5)
        assert await store.read("one") is not None
        await store.close()

    run(work())


def test_nobody_waits_for_a_store_that_has_stopped_writing(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        store._writer.cancel()
        with pytest.raises(RuntimeError, match="stopped"):
            await asyncio.wait_for(store.write(Change("one", events(1, 1))), 5)
        await store._engine.dispose()

    run(work())


def test_a_database_that_somebody_else_holds_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy_s = 0.4
    monkeypatch.setattr("longroad.server.store.PRAGMAS", (*PRAGMAS[:-1], f"busy_timeout={int(1000 * busy_s)}"))

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        games = [f"game{number}" for number in range(8)]
        written = await asyncio.gather(
            *(store.write(Change(game, events(1, 1))) for game in games), return_exceptions=True
        )
        assert {type(result) for result in written} == {OperationalError}
        assert time.monotonic() - began < 4 * busy_s  # one after the other they would take 9 times as long
        other.execute("ROLLBACK")
        other.close()
        await store.write(Change("game0", events(1, 1)))
        await store.close()

    run(work())
