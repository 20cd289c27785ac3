"""The version of a database: an older one is upgraded after a backup, a newer or damaged one is refused untouched."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from longroad.server.store import Store, UnusableDatabase, schema, upgrade
from longroad.server.store.postgres import DRIVER
from longroad.server.store.upgrade import NEWEST, VERSIONS
from tests.postgres import Postgres
from tests.server.rooms import act, decision_of, registry_at, run

# Written by the server before its schema had a version: a game of three people who have placed once each.
FIRST = Path(__file__).parent / "stored" / "games-0001.db"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of the first version."""
    return Path(shutil.copy(FIRST, tmp_path / "games.db"))


def execute(path: Path, *statements: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return [connection.execute(statement).fetchall() for statement in statements][-1]


def test_a_game_of_the_first_version_goes_on_after_the_upgrade(path: Path, tmp_path: Path) -> None:
    (game,) = execute(path, "SELECT id FROM games")[0]
    before = execute(path, "SELECT * FROM events")

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room = await registry.find(game)
            assert room.status == "playing"
            (seat,) = room.table(None).snapshot.to_act  # type: ignore[union-attr]
            await act(room, seat, decision_of(room, seat).actions[0])
            stored = await registry.store.read(game)
            assert stored is not None
            assert len(stored.events) > len(before)
            assert len(stored.tokens) == 3

    run(work())
    assert execute(path, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


def test_the_file_before_an_upgrade_is_kept_beside_it(path: Path, tmp_path: Path) -> None:
    async def work() -> None:
        for _ in range(2):
            store = await Store.open(str(path))
            await store.close()
            shutil.copy(FIRST, path)  # somebody goes back to the earlier file

    run(work())
    backups = sorted(tmp_path.glob("*.backup-*"))
    assert [backup.name for backup in backups] == ["games.db.backup-0001", "games.db.backup-0001-2"]
    for backup in backups:
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        assert dump(backup) == dump(FIRST)


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as connection:
        return list(connection.iterdump())


def test_a_file_of_a_server_that_was_killed_is_upgraded_with_what_was_in_its_log(path: Path, tmp_path: Path) -> None:
    said = "INSERT INTO events SELECT id, 1000, 'said', 1.0, '{}' FROM games"
    writer = f"import os, sqlite3; c = sqlite3.connect({str(path)!r}); c.execute({said!r}); c.commit(); os._exit(0)"
    subprocess.run([sys.executable, "-c", writer], check=True)
    assert (tmp_path / "games.db-wal").stat().st_size > 0

    async def work() -> None:
        store = await Store.open(str(path))
        await store.close()

    run(work())
    for file in (path, tmp_path / "games.db.backup-0001"):
        assert execute(file, "SELECT kind FROM events WHERE number = 1000") == [("said",)]


def newer(path: Path) -> None:
    run(opened(path))
    execute(path, "UPDATE alembic_version SET version_num = '0099'")


def without_version(path: Path) -> None:
    run(opened(path))
    execute(path, "DELETE FROM alembic_version")


def odd_version(path: Path) -> None:
    run(opened(path))
    execute(path, "UPDATE alembic_version SET version_num = 'x'")


def without_table(path: Path) -> None:
    execute(path, "DROP TABLE seats")


def without_column(path: Path) -> None:
    run(opened(path))
    execute(path, "ALTER TABLE games DROP COLUMN owner")


def of_another_program(path: Path) -> None:
    path.unlink()
    execute(path, "CREATE TABLE bookmarks (address TEXT)")


def no_database(path: Path) -> None:
    path.write_text("These are not the games that you are looking for.\n" * 20)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5000])


def scrambled(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[4096:8192] = bytes(4096)
    path.write_bytes(whole)


async def opened(path: Path) -> None:
    store = await Store.open(str(path))
    await store.close()


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (newer, "was written by a newer Longroad (its schema is 0099, this one knows 0001 to 0003): upgrade Longroad"),
        (without_version, "is damaged: its schema version is []"),
        (odd_version, "is damaged: its schema version is ['x']"),
        (without_table, "is damaged: it has no table 'seats'"),
        (without_column, "is damaged: its table 'games' has no column 'owner'"),
        (of_another_program, "is not a database of Longroad: it has the tables bookmarks"),
        (no_database, "is damaged, or no SQLite database: file is not a database"),
        (cut_off, "is damaged"),
        (scrambled, "is damaged"),
    ],
)
def test_a_newer_or_damaged_file_is_refused_and_left_untouched(
    path: Path, tmp_path: Path, harm: Callable[[Path], None], message: str
) -> None:
    harm(path)
    for backup in tmp_path.glob("*.backup-*"):
        backup.unlink()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(UnusableDatabase) as refused:
        run(opened(path))
    assert f"{path} {message}" in str(refused.value)
    assert "\n" not in str(refused.value)
    after = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.name != "games.db.lock"}
    assert after == {name: content for name, content in before.items() if name != "games.db.lock"}


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: Connection) -> None:
        upgrade_whole(connection)
        raise OSError("No space left on device")

    upgrade_whole = upgrade.upgrade
    monkeypatch.setattr(upgrade, "upgrade", fail)
    with pytest.raises(UnusableDatabase, match="cannot be upgraded, and is unchanged: No space left on device"):
        run(opened(path))
    assert dump(path) == dump(FIRST)


def test_a_file_that_another_program_uses_is_not_upgraded(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT * FROM games").fetchall()
        with pytest.raises(UnusableDatabase, match="cannot be upgraded, and is unchanged: database is locked"):
            run(opened(path))
        assert list(other.iterdump()) == dump(FIRST)
    assert list(tmp_path.glob("*.backup-*")) == []
    run(opened(path))
    assert [backup.name for backup in tmp_path.glob("*.backup-*")] == ["games.db.backup-0001"]


def test_a_server_starts_without_loading_alembic_unless_it_upgrades(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from longroad.server.store import Store\n"
        "async def work(): await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(work()); print('alembic' in sys.modules)"
    )
    for name, is_loaded in (("new.db", "False"), ("new.db", "False"), ("old.db", "True")):
        if name == "old.db":
            shutil.copy(FIRST, tmp_path / name)
        command = [sys.executable, "-c", program, str(tmp_path / name)]
        assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == is_loaded


# --- the same on both databases ---------------------------------------------------------------------------------------


def described(connection: Connection) -> dict[str, Any]:
    """Describe all tables as the database sees them."""
    inspector = inspect(connection)
    return {
        name: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in inspector.get_columns(name)},
            inspector.get_pk_constraint(name)["constrained_columns"],
            [(key["constrained_columns"], key["referred_table"]) for key in inspector.get_foreign_keys(name)],
            [(index["name"], index["column_names"]) for index in inspector.get_indexes(name)],
        )
        for name in inspector.get_table_names()
    }


def migrated(connection: Connection) -> dict[str, Any]:
    """Build a database by all migrations, one after the other."""
    schema.version.create(connection)
    for version in VERSIONS:
        upgrade.upgrade(connection, version)
    return described(connection)


def created(connection: Connection) -> dict[str, Any]:
    upgrade.create(connection)
    return described(connection)


def test_migrations_lead_to_the_schema_of_a_new_file() -> None:
    built = []
    for build in (migrated, created):
        with create_engine("sqlite://").begin() as connection:
            built.append(build(connection))
    assert built[0] == built[1]
    assert set(built[0]) == set(schema.metadata.tables)


def test_migrations_lead_to_the_schema_of_a_new_postgresql(postgres: Postgres) -> None:
    async def build(how: Callable[[Connection], dict[str, Any]], url: str) -> dict[str, Any]:
        engine = create_async_engine(url.replace("postgresql", DRIVER, 1))
        async with engine.begin() as connection:
            found = await connection.run_sync(how)
        await engine.dispose()
        return found

    assert run(build(migrated, postgres.new_database())) == run(build(created, postgres.new_database()))


def test_a_postgresql_of_the_first_version_is_upgraded_and_a_newer_one_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    name = make_url(url).database or ""

    def first(connection: Connection) -> None:
        schema.version.create(connection)
        upgrade.upgrade(connection, VERSIONS[0])
        schema.version.drop(connection)

    async def work() -> None:
        engine = create_async_engine(url.replace("postgresql", DRIVER, 1))
        async with engine.begin() as connection:
            await connection.run_sync(first)
        await engine.dispose()
        store = await Store.open(url)
        await store.close()

    run(work())
    assert postgres.execute("SELECT version_num FROM alembic_version", database=name) == [(NEWEST,)]
    postgres.execute("UPDATE alembic_version SET version_num = '0099'", database=name)
    with pytest.raises(UnusableDatabase, match="was written by a newer Longroad"):
        run(Store.open(url))


def test_processes_that_start_together_create_one_database(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def work() -> None:
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        for store in stores:
            await store.close()

    run(work())
