"""What is stored: every event once, in order, and no token that could be used."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from longroad.server.events import Event, NewEvent
from longroad.server.store import Change, DatabaseTrouble, LostDatabase, Overtaken, Store, UnusableDatabase, numbered
from longroad.server.store.changes import Snapshot
from longroad.server.store.rows import put
from tests.postgres import Postgres
from tests.server.rooms import COMPUTER, PERSON, new_game, registry_at, run


def events(first: int, count: int) -> list[Event]:
    return numbered([NewEvent("said", {"seat": 0, "text": f"Grüße {first + i}"}) for i in range(count)], first - 1, 1.5)


def test_what_was_written_is_read_in_order(address: str) -> None:
    async def work() -> None:
        store = await Store.open(address)
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
        again = await Store.open(address)
        assert await again.read("game") == stored
        await again.close()

    run(work())


def test_a_number_is_never_used_twice_and_harms_nobody_else(address: str) -> None:
    async def work() -> None:
        store = await Store.open(address)
        await store.write(Change("one", events(1, 2)))
        await store.write(Change("two", events(1, 1)))
        written = await asyncio.gather(
            store.write(Change("two", events(2, 1))),
            store.write(Change("one", events(2, 2))),  # 2 is taken
            store.write(Change("two", events(3, 1))),
            return_exceptions=True,
        )
        assert [type(result) for result in written] == [type(None), Overtaken, type(None)]
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


def test_what_cannot_be_stored_is_not_told_and_changes_nothing(address: str) -> None:
    async def work() -> None:
        async with registry_at(address) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
            before = room.table(0)
            await registry.store.write(Change(room.id, events(room.last_event + 1, 1)))  # somebody else was quicker
            with pytest.raises(Overtaken):
                await room.say(0, "Hello?")
            assert room.table(0) == before
            again = await registry.find(room.id)
            assert again is not room
            assert [line.text for line in again.table(0).chat] == ["Grüße 2"]

    run(work())


def test_a_change_that_cannot_be_written_does_not_end_all_writing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise UnicodeEncodeError("utf-8", "x", 0, 1, "surrogates not allowed")

    async def work() -> None:
        store = await Store.open(address)
        with monkeypatch.context() as odd:
            odd.setattr(store.database, "write", broken)
            with pytest.raises(UnicodeEncodeError):
                await asyncio.wait_for(store.write(Change("one", events(1, 1))), 60)
        await asyncio.wait_for(store.write(Change("one", events(1, 1))), 60)
        assert await store.read("one") is not None
        await store.close()

    run(work())


def test_nobody_waits_for_a_store_that_has_stopped_writing(address: str) -> None:
    async def work() -> None:
        store = await Store.open(address)
        store._writer.cancel()
        with pytest.raises(RuntimeError, match="stopped"):
            await asyncio.wait_for(store.write(Change("one", events(1, 1))), 60)
        await store.close()

    run(work())


def test_a_database_that_somebody_else_holds_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.store.sqlite.LONGEST_LOCKED_S", 0.4)

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        tried, write = [], store.database.write

        async def count(changes: Sequence[Change]) -> None:
            tried.append(len(changes))
            await write(changes)

        monkeypatch.setattr(store.database, "write", count)
        games = [f"game{number}" for number in range(8)]
        written = await asyncio.gather(
            *(store.write(Change(game, events(1, 1))) for game in games), return_exceptions=True
        )
        assert {type(result) for result in written} == {DatabaseTrouble}
        assert len(tried) <= 2, "one after the other they would wait nine times"
        other.execute("ROLLBACK")
        other.close()
        await store.write(Change("game0", events(1, 1)))
        await store.close()

    run(work())


def test_a_snapshot_replaces_the_events_before_it_and_the_snapshot_before(address: str) -> None:
    async def work() -> None:
        store = await Store.open(address)
        await store.write(Change("game", events(1, 3), {0: "aa"}, snapshot=Snapshot(2, {"seats": ["Ada", "Grüße"]})))
        stored = await store.read("game")
        assert stored is not None
        assert (stored.snapshot, stored.events) == (Snapshot(2, {"seats": ["Ada", "Grüße"]}), events(3, 1))
        await store.write(Change("game", events(4, 1), snapshot=Snapshot(4, [4])))
        stored = await store.read("game")
        assert stored is not None
        assert (stored.snapshot, stored.events, stored.tokens) == (Snapshot(4, [4]), [], {0: "aa"})
        await store.close()

    run(work())


def test_a_postgresql_that_starts_again_costs_only_the_writes_of_that_moment(postgres: Postgres) -> None:
    address = postgres.new_database()

    async def work() -> None:
        store = await Store.open(address)
        await store.write(Change("one", events(1, 1)))
        await asyncio.to_thread(postgres.stop)
        with pytest.raises(DatabaseTrouble):
            await store.write(Change("one", events(2, 1)))
        with pytest.raises(DatabaseTrouble):
            await store.read("one")
        await asyncio.to_thread(postgres.start)
        await store.write(Change("one", events(2, 2)))
        stored = await store.read("one")
        assert stored is not None
        assert stored.events == events(1, 3)
        await store.close()

    run(work())


def test_a_postgresql_that_recovers_from_a_crash_is_in_trouble_too(postgres: Postgres) -> None:
    """One of its processes is killed: it ends the others, and takes no connections until it has recovered."""
    address = postgres.new_database()
    name = make_url(address).database or ""

    async def work() -> None:
        store = await Store.open(address)
        await store.write(Change("one", events(1, 1)))
        ((backend,),) = postgres.execute(
            f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid() LIMIT 1"
        )
        os.kill(backend, signal.SIGKILL)
        failures: list[Exception] = []
        while not await _is_stored(store, failures):
            await asyncio.sleep(0.01)
        assert failures, "it was noticed"
        assert {type(failure) for failure in failures} == {DatabaseTrouble}
        await store.close()

    run(work())


async def _is_stored(store: Store, failures: list[Exception]) -> bool:
    """Try to store an event; note what goes wrong."""
    try:
        await store.write(Change("one", events(2, 1)))
    except Exception as failure:
        failures.append(failure)
        return False
    return True


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://ada@localhost/games", "mysql://ada@localhost/games cannot hold games: expected sqlite:///FILE or"),
        ("sqlite://", "sqlite:// cannot hold games: expected"),
        ("://", "'://' is not the URL of a database: expected sqlite:///FILE or postgresql://"),
        ("postgresql://ada:secret@127.0.0.1:1/games", r"postgresql://ada:\*\*\*@127.0.0.1:1/games cannot be opened: "),
    ],
)
def test_an_address_that_is_no_database_is_refused_with_a_sentence(address: str, message: str) -> None:
    with pytest.raises(UnusableDatabase, match=message) as refused:
        run(Store.open(address))
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_driver_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(UnusableDatabase, match=r'needs asyncpg: pip install "longroad\[postgres\]"'):
        run(Store.open("postgresql://ada@localhost/games"))


# --- the file of SQLite -----------------------------------------------------------------------------------------------


def test_a_file_is_served_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    (tmp_path / "link.db").symlink_to(path)

    async def work() -> None:
        store = await Store.open(str(path))
        for name in ("games.db", "link.db"):
            with pytest.raises(UnusableDatabase, match=r"games\.db is already served by another process"):
                await Store.open(str(tmp_path / name))
        await store.write(Change("one", events(1, 1)))
        await store.close()
        again = await Store.open(str(path))
        assert await again.read("one") is not None
        await again.close()

    run(work())


def test_only_the_user_of_the_server_can_read_its_files(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch(0o644)

    async def work() -> None:
        store = await Store.open(str(path))
        await store.write(Change("one", events(1, 1)))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        assert modes == dict.fromkeys(("games.db", "games.db-wal", "games.db-shm", "games.db.lock"), 0o600)
        await store.close()

    run(work())


@pytest.mark.parametrize("name", ["games.db", "games.db-wal"])
@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_is_stored_in_a_file_that_is_lost(tmp_path: Path, name: str, is_replaced: bool) -> None:
    path = tmp_path / name

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.write(Change("one", events(1, 1)))
        lost = asyncio.ensure_future(store.lost())
        await asyncio.sleep(0)
        assert not lost.done()
        if is_replaced:
            shutil.copy(path, tmp_path / "another")
            (tmp_path / "another").rename(path)
        else:
            path.unlink()
        for number in (2, 3):
            with pytest.raises(LostDatabase):
                await store.write(Change("one", events(number, 1)))
        what = "replaced" if is_replaced else "deleted"
        assert (await lost).why == f"{path} was {what} while it was served; nothing more can be stored in it"
        await store.close()

    run(work())


def test_a_file_that_is_lost_is_noticed_even_if_nothing_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.store.store.WATCH_S", 0.01)

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        (tmp_path / "games.db").unlink()
        assert "was deleted" in (await asyncio.wait_for(store.lost(), 60)).why
        await store.close()

    run(work())


def test_a_file_that_is_deleted_during_a_transaction_takes_no_acknowledged_event_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put_and_delete(*arguments: Any) -> None:
        put(*arguments)
        (tmp_path / "games.db").unlink()

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        with monkeypatch.context() as odd:
            odd.setattr("longroad.server.store.sqlite.put", put_and_delete)
            with pytest.raises(LostDatabase):
                await store.write(Change("one", events(1, 1)))
        await store.close()

    run(work())


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files as Unix does")
def test_a_full_disk_refuses_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.write(Change("one", events(1, 1)))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "games.db-wal").stat().st_size, hard))
        try:
            with pytest.raises(DatabaseTrouble):
                await store.write(Change("one", events(2, 1)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, ignored)
        await store.write(Change("one", events(2, 1)))
        stored = await store.read("one")
        assert stored is not None
        assert stored.events == events(1, 2)
        await store.close()

    run(work())


def test_the_log_of_sqlite_does_not_grow_while_writes_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.store.sqlite.MOST_LOGGED", 50)

    async def work() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.write(Change("one", events(1, 1)))
        sizes = []
        for number in range(2, 1500):
            await store.write(Change("one", events(number, 1)))
            sizes.append((tmp_path / "games.db-wal").stat().st_size)
            await asyncio.sleep(0)
            if number % 100 == 0:  # a busy machine may let the other thread wait for longer than all writes take
                await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "checkpoint"))
        assert max(sizes[750:]) <= 2 * max(sizes[:750]), "it is restarted"
        assert max(sizes) < 4_000_000, "and 1,500 transactions would take 11 MB"
        await store.close()

    run(work())


@pytest.mark.parametrize("url", ["postgresql ://ada:geheim@db/games", "postgresql://ada:geheim@db:port/games"])
def test_the_url_of_a_database_that_is_wrong_is_told_without_its_password(url: str) -> None:
    async def work() -> None:
        with pytest.raises(UnusableDatabase, match="expected") as refused:
            await Store.open(url)
        assert "geheim" not in str(refused.value)

    run(work())


def test_a_connection_to_postgresql_that_is_cut_while_it_is_opened_is_no_defect(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut(*_: object, **__: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'get_extra_info'")

    address = postgres.new_database()
    monkeypatch.setattr("asyncpg.connect", cut)
    with pytest.raises(UnusableDatabase, match="cannot be opened: the connection was cut while it was opened"):
        run(Store.open(address))
