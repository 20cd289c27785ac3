"""`longroad admin` on both databases: backups and restores, exports, retention, and changes while servers run."""

from __future__ import annotations

import gzip
import stat
import time
from pathlib import Path
from shutil import copy
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import Engine, event, make_url, text

from longroad.cli import main
from longroad.notation.records.reader import read_record
from longroad.server.store import Store, admin
from longroad.server.store.admin import AdminDatabase, GameRow
from tests.postgres import Postgres
from tests.server.rooms import act, computers_at, decision_of, new_game, people_at, registry_at, run, until
from tests.server.web import SOLO, Process

DAY_S = 24 * 3600.0


class Stocked(NamedTuple):
    """A database with a game that is over, one that is played, and a room whose game has not begun."""

    address: str
    over: str
    playing: str
    lobby: str


async def stock(address: str) -> Stocked:
    async with registry_at(address) as registry:
        over = await computers_at(registry, limit=2)
        await until(lambda: over.status == "over")
        playing, _ = await people_at(registry, 3)
        for _ in range(3):
            assert playing.state.game is not None
            (seat,) = playing.state.game.to_act
            await act(playing, seat, decision_of(playing, seat).actions[0])
        lobby, _ = await registry.open(new_game(starts=False))
        async with registry.store.database.engine.begin() as connection:
            aged = {"at": time.time() - 400 * DAY_S, "game": lobby.id}
            await connection.execute(text("UPDATE events SET at = :at WHERE game = :game"), aged)
        return Stocked(address, over.id, playing.id, lobby.id)


@pytest.fixture(scope="module")
def stocked_file(tmp_path_factory: pytest.TempPathFactory) -> Stocked:
    """A file with games, to be copied."""
    return run(stock(str(tmp_path_factory.mktemp("stocked") / "games.db")))


@pytest.fixture(scope="module")
def stocked_database(postgres: Postgres) -> Stocked:
    """A database with games, to be copied."""
    return run(stock(postgres.new_database()))


@pytest.fixture(params=["sqlite", "postgresql"])
def stocked(request: pytest.FixtureRequest, tmp_path: Path) -> Stocked:
    """Games in a database of each kind that nobody else uses."""
    if request.param == "sqlite":
        original: Stocked = request.getfixturevalue("stocked_file")
        return original._replace(address=copy(original.address, str(tmp_path)))
    original = request.getfixturevalue("stocked_database")
    address: str = request.getfixturevalue("postgres").new_database(make_url(original.address).database)
    return original._replace(address=address)


def place(address: str) -> list[str]:
    """Return the options for a database."""
    return ["--database", address] if "://" in address else ["--data", str(Path(address).parent)]


async def contents(address: str) -> dict[str, list[Any]]:
    """Return everything that a backup has to keep."""
    store = await Store.open(address)
    queries = {
        "games": "SELECT id, status, created_at FROM games ORDER BY id",
        "seats": "SELECT * FROM seats ORDER BY game, seat",
        "events": "SELECT game, number, kind, at, body FROM events ORDER BY game, number",
        "snapshots": "SELECT game, number FROM snapshots ORDER BY game",
    }
    async with store.database.engine.connect() as connection:
        found = {name: [tuple(row) for row in await connection.execute(text(query))] for name, query in queries.items()}
    await store.close()
    return found


# --- backups ----------------------------------------------------------------------------------------------------------


def test_a_backup_can_be_restored_into_an_empty_database(
    stocked: Stocked, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    before = run(contents(stocked.address))
    file = tmp_path / "games.jsonl.gz"
    assert main(["admin", "backup", str(file), *place(stocked.address)]) == 0
    assert capsys.readouterr().out == f"{file}: 3 games with {len(before['events'])} events\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    is_file = "://" not in stocked.address
    empty = str(tmp_path / "other" / "games.db") if is_file else postgres.new_database()
    assert main(["admin", "restore", str(file), *place(empty)]) == 0
    assert run(contents(empty)) == before

    async def go_on() -> None:
        async with registry_at(empty) as registry:
            room = await registry.find(stocked.playing)
            assert room.state.game is not None
            (seat,) = room.state.game.to_act
            await act(room, seat, decision_of(room, seat).actions[0])

    run(go_on())


def test_a_backup_of_one_database_can_be_restored_into_the_other(tmp_path: Path, postgres: Postgres) -> None:
    stocked = run(stock(str(tmp_path / "games.db")))
    file, target = tmp_path / "games.jsonl.gz", postgres.new_database()
    assert main(["admin", "backup", str(file), *place(stocked.address)]) == 0
    assert main(["admin", "restore", str(file), *place(target)]) == 0

    async def is_there() -> str:
        async with registry_at(target) as registry:
            return (await registry.find(stocked.over)).status

    assert run(is_there()) == "over"


def test_a_restore_refuses_a_database_with_games_unless_forced(
    stocked: Stocked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl.gz"
    assert main(["admin", "backup", str(file), *place(stocked.address)]) == 0
    before = run(contents(stocked.address))
    assert main(["admin", "restore", str(file), *place(stocked.address)]) == 2
    assert "the database has 3 games already; expected an empty one" in capsys.readouterr().err
    assert main(["admin", "restore", "--force", str(file), *place(stocked.address)]) == 0
    assert run(contents(stocked.address)) == before


SLOW = pytest.mark.slow
DAMAGES = ("cut", "changed", "foreign", "newer", "other table", "other column")


@pytest.mark.parametrize(
    ("stocked", "damage"),
    [
        *(pytest.param("sqlite", damage) for damage in DAMAGES),
        *(pytest.param("postgresql", damage, marks=() if damage == "changed" else SLOW) for damage in DAMAGES),
    ],
    indirect=["stocked"],
)
def test_a_damaged_backup_changes_nothing(
    stocked: Stocked, tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl.gz"
    assert main(["admin", "backup", str(file), *place(stocked.address)]) == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    changed = {
        "cut": lines[:-1],
        "changed": [lines[0], *[line.replace(b'"playing"', b'"lobby"') for line in lines[1:]]],
        "foreign": [b'{"format": "other"}\n', *lines[1:]],
        "newer": [lines[0].replace(b'"000', b'"900'), *lines[1:]],
        "other table": [lines[0], *[line.replace(b'"seats"', b'"shops"') for line in lines[1:]]],
        "other column": [lines[0], *[line.replace(b'"token_hash"', b'"token"') for line in lines[1:]]],
    }[damage]
    file.write_bytes(gzip.compress(b"".join(changed)))
    before = run(contents(stocked.address))
    assert main(["admin", "restore", "--force", str(file), *place(stocked.address)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"longroad: {file} ")
    assert error.count("\n") == 1
    assert run(contents(stocked.address)) == before


def test_a_backup_overwrites_nothing(stocked: Stocked, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    assert main(["admin", "backup", str(file), *place(stocked.address)]) == 2
    assert capsys.readouterr().err == f"longroad: {file}: exists already\n"
    assert file.read_text() == "mine"


# --- export, list, retention ------------------------------------------------------------------------------------------


def test_an_export_has_full_records_of_games_that_are_over_and_public_ones_of_others(
    stocked: Stocked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "export", str(tmp_path / "out"), *place(stocked.address)]) == 0
    assert capsys.readouterr().out.endswith(": 1 full and 1 public records; 1 had not begun\n")
    over = read_record((tmp_path / "out" / f"{stocked.over}.longroad").read_text())
    playing = read_record((tmp_path / "out" / f"{stocked.playing}.longroad").read_text())
    assert (over.edition_name, playing.edition_name) == ("full", "public")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(
        f"{game}.longroad" for game in (stocked.over, stocked.playing)
    )
    assert main(["verify", str(tmp_path / "out" / f"{stocked.over}.longroad")]) == 0


def test_a_game_that_cannot_be_exported_is_named_and_the_others_are_exported(
    stocked: Stocked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def damage() -> None:
        store = await Store.open(stocked.address)
        async with store.database.engine.begin() as connection:
            spoil = """UPDATE events SET body = '{"ply": "0 knight"}' WHERE kind = 'ply' AND game = :game"""
            await connection.execute(text(spoil), {"game": stocked.playing})
        await store.close()

    run(damage())
    assert main(["admin", "export", str(tmp_path / "out"), *place(stocked.address)]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(f"longroad: game {stocked.playing} cannot be exported: ")
    assert ": 1 full and 0 public records; 1 had not begun" in printed.out


def test_games_are_listed_by_status(stocked: Stocked, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "games", *place(stocked.address)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["game", stocked.lobby, stocked.over, stocked.playing]
    assert main(["admin", "games", "--status", "playing", *place(stocked.address)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["game", stocked.playing]
    assert main(["admin", "games", "--status", "lost", *place(stocked.address)]) == 2
    assert "--status lost: expected one of lobby, playing, over, closed" in capsys.readouterr().err


def test_old_games_are_deleted_with_everything_that_belongs_to_them(
    stocked: Stocked, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "prune", "--older-than", "365d", "--dry-run", *place(stocked.address)]) == 0
    assert capsys.readouterr().out.startswith("Would delete 1 games")
    assert len(run(contents(stocked.address))["games"]) == 3
    assert main(["admin", "prune", "--older-than", "365d", *place(stocked.address)]) == 0
    left = run(contents(stocked.address))
    assert {row[0] for row in left["games"]} == {stocked.over, stocked.playing}
    assert {row[0] for row in left["events"]} == {stocked.over, stocked.playing}
    assert main(["admin", "prune", "--older-than", "soon", *place(stocked.address)]) == 2
    assert "--older-than soon: expected a number of days, such as 180d" in capsys.readouterr().err


def test_a_game_that_goes_on_while_old_ones_are_deleted_stays(
    stocked: Stocked, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = AdminDatabase.games

    async def played_on(self: AdminDatabase, *given: Any, **named: Any) -> list[GameRow]:
        rows = await listed(self, *given, **named)
        async with self.engine.begin() as connection:
            said = "INSERT INTO events (game, number, kind, at, body) VALUES (:game, 99, 'said', :at, '{}')"
            await connection.execute(text(said), {"game": stocked.lobby, "at": time.time()})
        return rows

    monkeypatch.setattr(AdminDatabase, "games", played_on)
    before = run(contents(stocked.address))
    assert main(["admin", "prune", "--older-than", "365d", *place(stocked.address)]) == 0
    assert capsys.readouterr().out.startswith("Deleted 0 games")
    after = run(contents(stocked.address))
    assert len(after["events"]) == len(before["events"]) + 1
    assert (after["games"], after["seats"]) == (before["games"], before["seats"])


# --- tokens and rooms -------------------------------------------------------------------------------------------------


def test_without_a_server_tokens_are_revoked_and_games_closed_in_the_database(
    stocked: Stocked, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "revoke", stocked.playing, "--seat", "1", *place(stocked.address)]) == 0
    assert capsys.readouterr().out == f"{stocked.playing}: revoked 1\n"
    assert [row[1] for row in run(contents(stocked.address))["seats"] if row[0] == stocked.playing] == [0, 2]
    assert main(["admin", "close", stocked.playing, *place(stocked.address)]) == 0
    after = run(contents(stocked.address))
    assert stocked.playing not in {row[0] for row in after["seats"]}
    assert (stocked.playing, "closed") in [row[:2] for row in after["games"]]
    assert main(["admin", "revoke", "nosuchgame", *place(stocked.address)]) == 2
    assert "nosuchgame: there is no such game" in capsys.readouterr().err


def test_an_answer_at_the_last_moment_counts(stocked: Stocked, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> str | None:
        database = await AdminDatabase.open(stocked.address)
        look = database._answer

        async def look_too_late(request: str) -> str | None:
            """Be answered in the moment in which the time runs out."""
            monkeypatch.setattr(database, "_answer", look)
            await admin.answer(database.engine, request, "closed")
            raise TimeoutError

        monkeypatch.setattr(database, "_answer", look_too_late)
        try:
            return await database.ask("close", stocked.playing, None, seconds=3600.0)
        finally:
            await database.close()

    assert run(work()) == "closed"


def test_a_request_that_nobody_answers_is_withdrawn(stocked: Stocked) -> None:
    async def work() -> tuple[str | None, list[Any]]:
        database = await AdminDatabase.open(stocked.address)
        answer = await database.ask("close", stocked.playing, None, seconds=0.1)
        left = await admin.pending(database.engine)
        await database.close()
        return answer, left

    assert run(work()) == (None, [])


def test_to_change_one_game_no_events_are_read(stocked: Stocked) -> None:
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        assert main(["admin", "revoke", stocked.playing, *place(stocked.address)]) == 0
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert any("FROM games" in statement for statement in asked)
    assert not [statement for statement in asked if "FROM events" in statement or "JOIN events" in statement]


def test_a_running_server_revokes_tokens_and_closes_games(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Process(tmp_path, database=address if "://" in address else None)
    server.start()
    try:
        seated = httpx.post(f"{server.address}/api/games", json={**SOLO, "wants_token": True}).json()
        at, headers = f"{server.address}/api/games/{seated['game']}", {"Authorization": f"Bearer {seated['token']}"}
        assert httpx.get(at, headers=headers).status_code == 200
        assert main(["admin", "revoke", seated["game"], *place(address)]) == 0
        assert capsys.readouterr().out == f"{seated['game']}: revoked {seated['seat']}\n"
        assert httpx.get(at, headers=headers).json()["code"] == "unknown_token"
        assert httpx.get(at).status_code == 200, "everybody can watch"
        assert main(["admin", "close", seated["game"], *place(address)]) == 0
        assert httpx.get(at).json()["code"] == "unknown_game"
        assert main(["admin", "backup", str(tmp_path / "live.gz"), *place(address)]) == 0, "a server goes on meanwhile"
        assert main(["admin", "restore", "--force", str(tmp_path / "live.gz"), *place(address)]) == 2
        assert "served" in capsys.readouterr().err
    finally:
        server.stop()


@pytest.mark.parametrize("command", ["games", "backup", "export"])
def test_a_place_without_a_database_is_refused(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [] if command == "games" else [str(tmp_path / "out")]
    assert main(["admin", command, *arguments, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"longroad: {tmp_path.resolve() / 'games.db'} does not exist\n"


@pytest.mark.parametrize(
    "address", ["mysql://ada:secret@db/games", "sqlite://", "postgresql://ada:secret@db:port/games"]
)
def test_what_is_no_address_of_a_database_is_refused_with_what_was_expected(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "games", "--database", address]) == 2
    error = capsys.readouterr().err
    assert "expected sqlite:///FILE or postgresql://USER@HOST/DATABASE" in error
    assert "secret" not in error
    assert error.count("\n") == 1
