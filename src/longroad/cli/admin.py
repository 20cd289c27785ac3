"""`longroad admin`: backups, exports, retention, and what an administrator changes while servers run."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from longroad.cli.app import BadInput, subcommands
from longroad.cli.options import completed_from, whole
from longroad.cli.process import FAILED

if TYPE_CHECKING:
    from collections import Counter

    from longroad.server.store.admin import AdminDatabase

STATUSES = ("lobby", "playing", "over", "closed")
DAY_S = 24 * 3600.0
PATIENCE_S = 15.0  # that a server has to answer

Result = TypeVar("Result")

Data = Annotated[str | None, typer.Option(help="Folder of the games.", metavar="FOLDER", show_default=False)]
Database = Annotated[str | None, typer.Option(help="URL of the database.", metavar="URL", show_default=False)]
Config = Annotated[
    str | None, typer.Option(help="File with the server's settings.", metavar="FILE", show_default=False)
]
Game = Annotated[str, typer.Argument(help="Id of a game, as in its link.", metavar="GAME")]

admin = subcommands(
    "admin",
    "Back up, restore, export and prune the games of a server, revoke tokens and close games. "
    "The database is that of `longroad serve` with the same options, variables and file.",
)


@admin.callback()
def _for_all_commands() -> None:
    """Check that the packages of the server are installed. Raises `BadInput`."""
    from importlib.util import find_spec

    if find_spec("sqlalchemy") is None:
        raise BadInput('the server needs sqlalchemy: pip install "longroad[web]"')


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="File to write, such as games.jsonl.gz.", metavar="FILE")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write all games to a file; servers go on meanwhile."""
    from longroad.server.store.backup import back_up

    counts = _file_work(lambda: _with_database(data, database, config, lambda db: back_up(db.engine, file)), file)
    print(f"{file}: {_described(counts)}")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(help="File of `longroad admin backup`.", metavar="FILE")],
    force: Annotated[bool, typer.Option("--force", help="Delete the games that are there.")] = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Put the games of a backup into a database without games, while no server runs."""
    from longroad.server.store.backup import BadBackup
    from longroad.server.store.backup import restore as put_back

    address = _address(data, database, config)

    async def work() -> Counter[str]:
        from longroad.server.store.store import open_database

        place = await open_database(address)
        try:
            if place.is_shared and await _is_shared_and_served(address):
                raise BadInput(f"{place.name} is served: stop all its servers first")
            return await put_back(place.engine, file, force)
        finally:
            await place.close()

    try:
        counts = _run(work())
    except BadBackup as error:
        raise BadInput(str(error)) from error
    print(f"Restored {_described(counts)}.")


async def _is_shared_and_served(address: str) -> bool:
    from longroad.server.store.admin import AdminDatabase

    found = await AdminDatabase.open(address)
    try:
        return await found.is_served()
    finally:
        await found.close()


@admin.command()
def export(
    folder: Annotated[Path, typer.Argument(help="Folder for the records.", metavar="FOLDER")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> int:
    """Write every game that has begun as a record: those that are over in full, others as the public knows them."""
    from longroad.server.export import Exported, export_games

    async def work(db: AdminDatabase) -> list[Exported]:
        done: list[Exported] = []
        total = len(await db.games())
        async for exported in export_games(db, folder):
            done.append(exported)
            if sys.stderr.isatty():
                print(f"\r{len(done)} of {total} games", end="", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return done

    done = _file_work(lambda: _with_database(data, database, config, work), folder)
    full, public = (sum(each.edition == edition for each in done) for edition in ("full", "public"))
    failed = [each for each in done if each.error is not None]
    for each in failed:
        print(f"longroad: game {each.game} cannot be exported: {each.error}", file=sys.stderr)
    print(f"{folder}: {full} full and {public} public records; {len(done) - full - public - len(failed)} had not begun")
    return FAILED if failed else 0


@admin.command()
def games(
    status: Annotated[
        str | None,
        typer.Option(
            help=f"Only games with a status: {', '.join(STATUSES)}.",
            metavar="STATUS",
            show_default=False,
            autocompletion=completed_from(*STATUSES),
        ),
    ] = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """List the games, the one that has changed last at the end."""
    if status is not None and status not in STATUSES:
        raise BadInput(f"--status {status}: expected one of {', '.join(STATUSES)}")
    rows = _with_database(data, database, config, lambda db: db.games(status))
    print(f"{'game':<14}{'status':<9}{'opened':<18}{'last event':<18}events")
    for row in rows:
        print(f"{row.id:<14}{row.status:<9}{_day(row.created_at):<18}{_day(row.last_at):<18}{row.events}")


@admin.command()
def prune(
    older_than: Annotated[str, typer.Option(help="Age of the last event, in days, such as 180d.", metavar="DAYS")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count them.")] = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Delete games in which nothing has happened for long; servers go on meanwhile."""
    match = re.fullmatch(r"([1-9][0-9]{0,4})d", older_than)
    if match is None:
        raise BadInput(f"--older-than {older_than}: expected a number of days, such as 180d")
    before = time.time() - int(match[1]) * DAY_S

    async def work(db: AdminDatabase) -> int:
        return len(await db.games(before=before)) if dry_run else await db.prune(before)

    count = _with_database(data, database, config, work)
    print(f"{'Would delete' if dry_run else 'Deleted'} {count} games without an event since {_day(before)}.")


@admin.command()
def revoke(
    game: Game,
    seat: Annotated[int | None, whole("Only the token of this seat, counted from 0.")] = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Revoke the tokens of a game: the people who used them watch from now on."""
    if seat is not None and not 0 <= seat <= 5:
        raise BadInput(f"--seat {seat}: expected a whole number from 0 to 5")
    print(f"{game}: {_change('revoke', game, seat, data, database, config)}")


@admin.command()
def close(game: Game, data: Data = None, database: Database = None, config: Config = None) -> None:
    """Close a game for good: all tokens are revoked, and nobody can open its room again."""
    print(f"{game}: {_change('close', game, None, data, database, config)}")


def _change(what: str, game: str, seat: int | None, data: str | None, database: str | None, config: str | None) -> str:
    """Have the server of a game do something, or do it if no server runs; return what was done. Raises `BadInput`."""

    async def work(db: AdminDatabase) -> str | None:
        if not await db.has(game):
            raise BadInput(f"{game}: there is no such game (`longroad admin games` lists them)")
        if await db.is_served():
            return await db.ask(what, game, seat, PATIENCE_S)
        revoked = ", ".join(map(str, await db.do(what, game, seat))) or "nothing"
        return "closed" if what == "close" else f"revoked {revoked}"

    answer = _with_database(data, database, config, work)
    if answer is None:
        raise BadInput(f"{game}: no server has answered within {PATIENCE_S:.0f} seconds; the request is withdrawn")
    if answer.startswith("refused"):
        raise BadInput(f"{game}: {answer}")
    return answer


# --- the database -----------------------------------------------------------------------------------------------------


def _address(data: str | None, database: str | None, config: str | None) -> str:
    """Return the address of the database of a server with the same settings. Raises `BadInput`."""
    import os

    from longroad.cli.serve import chosen_settings, database_of

    return database_of(chosen_settings({"data": data, "database": database}, os.environ, config))


def _with_database(
    data: str | None,
    database: str | None,
    config: str | None,
    work: Callable[[AdminDatabase], Coroutine[Any, Any, Result]],
) -> Result:
    """Do something with a database. Raises `BadInput`."""
    address = _address(data, database, config)

    async def opened() -> Result:
        from longroad.server.store.admin import AdminDatabase

        found = await AdminDatabase.open(address)
        try:
            return await work(found)
        finally:
            await found.close()

    return _run(opened())


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run something on a database. Raises `BadInput`."""
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from longroad.server.store.errors import UnusableDatabase, reason

    try:
        return asyncio.run(work)
    except UnusableDatabase as error:
        raise BadInput(str(error)) from error
    except (SQLAlchemyError, TimeoutError, ConnectionError) as error:
        raise BadInput(f"the database has failed: {reason(error)}") from error


def _file_work(work: Callable[[], Result], path: Path) -> Result:
    """Do something with a file or a folder. Raises `BadInput`."""
    try:
        return work()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error


def _described(counts: Counter[str]) -> str:
    """Return the numbers of rows as text."""
    return f"{counts['games']} games with {counts['events']} events"


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
