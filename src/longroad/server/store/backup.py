"""Backups: all games of a database in one compressed file, the same for SQLite and PostgreSQL.

A line of JSON for each row, between a first line with the version and a last one with the numbers of rows and a hash.
A backup contains seeds and hashes of tokens, so only its user may read it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Table, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from longroad.server.store.schema import events, games, seats, snapshots
from longroad.server.store.sqlite import OWN_FILE
from longroad.server.store.upgrade import NEWEST, VERSIONS

FORMAT: Final = "longroad backup"
TABLES: Final[Mapping[str, Table]] = {table.name: table for table in (games, seats, events, snapshots)}
AT_ONCE: Final = 500  # rows that are read or inserted together

Row = dict[str, Any]


class BadBackup(ValueError):
    """A file that is no whole backup, or a place that is not empty; nothing has changed."""


async def back_up(engine: AsyncEngine, path: Path) -> Counter[str]:
    """Write all games as they are at one moment to a new file; return the number of rows by table.

    Raises `OSError` if the file exists or cannot be written; then there is no new file.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    if path.exists():
        raise FileExistsError(17, "exists already", str(path))
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_FILE)
    try:
        with os.fdopen(handle, "wb") as file:
            with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, filename="") as packed:
                counts = await _write(engine, packed)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return counts


async def _write(engine: AsyncEngine, file: gzip.GzipFile) -> Counter[str]:
    digest, counts = hashlib.sha256(), Counter[str]()

    def put(entry: Row) -> None:
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        digest.update(line)
        file.write(line)

    put({"format": FORMAT, "schema": NEWEST})
    async with _at_one_moment(engine) as connection:
        async for name, row in _rows(connection):
            put({"table": name, "row": row})
            counts[name] += 1
    put({"counts": dict(counts), "sha256": digest.hexdigest()})
    return counts


class _at_one_moment:  # noqa: N801
    """A transaction that sees the database as it was when it began."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._connection = engine, engine.connect()

    async def __aenter__(self) -> AsyncConnection:
        connection = await self._connection.__aenter__()
        if self._engine.dialect.name == "sqlite":
            await connection.exec_driver_sql("BEGIN")  # else each SELECT would see its own moment
        else:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        return connection

    async def __aexit__(self, *error: Any) -> None:
        await self._connection.__aexit__(*error)


async def _rows(connection: AsyncConnection) -> AsyncIterator[tuple[str, Row]]:
    for name, table in TABLES.items():
        result = await connection.stream(select(table).order_by(*table.primary_key.columns))
        async for rows in result.mappings().partitions(AT_ONCE):
            for row in rows:
                yield name, dict(row)


# --- restoring --------------------------------------------------------------------------------------------------------


async def restore(engine: AsyncEngine, path: Path, is_forced: bool = False) -> Counter[str]:
    """Put the games of a backup into a database, in one transaction; return the number of rows by table.

    Raises `BadBackup` if the file is not a whole backup, or if the database has games and it is not forced.
    """
    async with engine.begin() as connection:
        found = (await connection.execute(select(func.count()).select_from(games))).scalar_one()
        if found and not is_forced:
            raise BadBackup(f"the database has {found} games already; expected an empty one (--force deletes them)")
        for table in reversed(list(TABLES.values())):
            await connection.execute(delete(table))
        counts = Counter[str]()
        for name, some in _grouped(_read(path)):
            await connection.execute(insert(TABLES[name]), some)
            counts[name] += len(some)
        return counts


def _grouped(rows: Iterator[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    """Group rows of the same table."""
    for name, entries in groupby(rows, key=lambda entry: entry[0]):
        some = []
        for _, row in entries:
            some.append(row)
            if len(some) == AT_ONCE:
                yield name, some
                some = []
        if some:
            yield name, some


def _read(path: Path) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a backup. Raises `BadBackup`, also at the end if something is missing."""
    digest, counts = hashlib.sha256(), Counter[str]()
    try:
        with gzip.open(path, "rb") as file:
            lines = iter(file)
            first = next(lines, b"")
            _check_first(path, first)
            digest.update(first)
            for line in lines:
                entry = json.loads(line)
                if "counts" in entry:
                    if (entry["counts"], entry["sha256"]) != (dict(counts), digest.hexdigest()):
                        raise BadBackup(f"{path} is damaged: its contents are not those that were written")
                    return
                digest.update(line)
                counts[entry["table"]] += 1
                yield entry["table"], _fitting(entry["table"], entry["row"])
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, BadBackup):
            raise
        raise BadBackup(f"{path} cannot be read as a backup: {error}") from error
    raise BadBackup(f"{path} is damaged: its end is missing")


def _check_first(path: Path, line: bytes) -> None:
    head = json.loads(line)
    if head.get("format") != FORMAT:
        raise BadBackup(f"{path} is not a backup of Longroad")
    if head.get("schema") not in VERSIONS:
        raise BadBackup(f"{path} was written by a newer Longroad (its schema is {head.get('schema')!r:.20})")


def _fitting(name: str, row: Row) -> Row:
    """Return a row for this database: no server owns its game. Raises `ValueError` if it is not one."""
    if name not in TABLES or not set(row) <= {*TABLES[name].columns.keys()}:
        raise ValueError(f"{name!r:.40}: no such table, or not with the columns {', '.join(row):.200}")
    return {**row, "owner": None} if name == games.name else row
