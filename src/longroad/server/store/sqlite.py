"""SQLite: a file that one process serves at a time, and that only its user can read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from longroad.server.store import upgrade
from longroad.server.store.changes import Change
from longroad.server.store.errors import LostDatabase, UnusableDatabase, reason
from longroad.server.store.rows import adds_only_events, event_rows, insert_events, put, put_version

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# Nothing that was sent is lost when the process dies; a power failure loses at most the last moment.
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000")
# The writer waits for nothing: neither for a lock nor for the disk, which another thread brings up to date.
WRITER_PRAGMAS: Final = (*PRAGMAS[:-1], "busy_timeout=0", "wal_autocheckpoint=0")
LONGEST_LOCKED_S: Final = 5.0  # that the writer tries again while another program has locked the file
AGAIN_S: Final = 0.02  # between two tries
LOG: Final = "-wal"  # SQLite's write-ahead log beside the file
MOST_LOGGED: Final = 1000  # transactions in it before it is written into the file
OWN_FILE: Final = 0o600

Identity = tuple[int, int]  # the device and the inode of a file


class SqliteFile:
    """An open SQLite file, which no other server can open."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        """Open a file, create it, or upgrade it after a backup. Raises `UnusableDatabase`."""
        self.path = path.resolve()
        self._log = str(self.path.with_name(self.path.name + LOG))
        with contextlib.ExitStack() as opening:
            self._lock = opening.enter_context(_lock_of(self.path))
            _make_private(self.path)
            _prepare(self.path)
            self._identities = {str(self.path): _identity(self.path)}
            self.engine = engine_of(self.path)
            self._writer = opening.enter_context(_writer(self.path))
            self._logged = 0  # transactions since the log was last written into the file
            self._checkpoint: asyncio.Task[None] | None = None
            self._held = opening.pop_all()

    @property
    def name(self) -> str:
        """Its path."""
        return str(self.path)

    def check(self) -> None:
        """Check that the file and its log are still those that were opened. Raises `LostDatabase`."""
        if self._log not in self._identities and (log := _identity(self._log)) is not None:
            self._identities[self._log] = log
        for path, opened in self._identities.items():
            now = _identity(path)
            if now != opened:
                what = "was deleted" if now is None else "was replaced"
                raise LostDatabase(f"{path} {what} while it was served; nothing more can be stored in it")

    async def write(self, changes: Sequence[Change]) -> None:
        """Write changes in one transaction.

        This takes some 0.1 ms in the event loop's own thread: handing it to another one would take three times as long.
        """
        end = asyncio.get_running_loop().time() + LONGEST_LOCKED_S
        while True:
            if all(map(adds_only_events, changes)) and self._insert(changes):
                break
            try:
                with self._writer.begin():
                    put(self._writer, changes)
                break
            except OperationalError as error:
                if not _is_locked(error) or asyncio.get_running_loop().time() >= end:
                    raise
            await asyncio.sleep(AGAIN_S)
        self._logged += 1
        self._shorten_log()

    def _insert(self, changes: Sequence[Change]) -> bool:
        """Write events in a transaction, without SQLAlchemy, which takes as long again; return whether it succeeded.

        If it did not, nothing is written, and SQLAlchemy's error will say why.
        """
        raw: Any = self._writer.connection.driver_connection
        try:
            raw.executemany(insert_events(self._writer.dialect), event_rows(changes))
            raw.commit()
        except sqlite3.Error:
            raw.rollback()
            return False
        return True

    def _shorten_log(self) -> None:
        """Write the log into the file now and then: most of it in another thread, the rest between two transactions.

        SQLite restarts the log only when all of it is in the file.
        """
        if self._checkpoint is not None and self._checkpoint.done():
            self._checkpoint = None
            raw: Any = self._writer.connection.driver_connection
            with contextlib.suppress(sqlite3.Error):
                raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        elif self._checkpoint is None and self._logged >= MOST_LOGGED:
            self._logged = 0
            self._checkpoint = asyncio.create_task(asyncio.to_thread(_write_log, self.path), name="checkpoint")

    async def try_write(self) -> None:
        """Write what is there already, to see whether that works. Raises an error of SQLAlchemy."""
        with self._writer.begin():
            put_version(self._writer)

    async def close(self) -> None:
        """Close the file, and let others open it."""
        if self._checkpoint is not None:
            await asyncio.gather(self._checkpoint, return_exceptions=True)
        await self.engine.dispose()
        self._held.close()


def _identity(path: Path | str) -> Identity | None:
    """Return the identity of a file; None if it does not exist."""
    try:
        found = os.stat(path)  # quicker than `Path.stat`: it is asked after every transaction
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def engine_of(path: Path) -> AsyncEngine:
    """Return the engine of a file."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=True)
    event.listen(engine.sync_engine, "connect", partial(_set_pragmas, PRAGMAS))
    return engine


def _set_pragmas(pragmas: Sequence[str], connection: Any, record: object) -> None:
    """Set pragmas on a new connection."""
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _writer(path: Path) -> Connection:
    """Open the connection that writes. Raises `UnusableDatabase`."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", partial(_set_pragmas, WRITER_PRAGMAS))
    try:
        return engine.connect()
    except DatabaseError as error:
        raise UnusableDatabase(f"{path} cannot be opened: {reason(error)}") from error


def _is_locked(error: OperationalError) -> bool:
    """Whether an error says that another program has locked the file."""
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _write_log(path: Path) -> None:
    """Write the log into the file; if that fails, the log grows, and it is tried again."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


# --- files ------------------------------------------------------------------------------------------------------------


@contextmanager
def _lock_of(path: Path) -> Iterator[None]:
    """Hold the lock of a database, in a file beside it, which stays. Raises `UnusableDatabase`."""
    try:
        file = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, OWN_FILE)
    except OSError as error:
        raise UnusableDatabase(f"{path} cannot be opened: {error.strerror or error}") from error
    try:
        try:
            _lock(file)
        except OSError as error:
            raise UnusableDatabase(f"{path} is already served by another process") from error
        yield
    finally:
        os.close(file)


def is_served(path: Path) -> bool:
    """Whether a server has a database open."""
    try:
        with _lock_of(path):
            return False
    except UnusableDatabase:
        return True


def _lock(file: int) -> None:
    """Lock a file until it is closed or the process ends. Raises `OSError` if it is locked."""
    if sys.platform == "win32":
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _make_private(path: Path) -> None:
    """Create a database file if there is none, and let only its user read it. Raises `UnusableDatabase`."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE))
        for file in (path, *(path.with_name(path.name + end) for end in (LOG, "-shm", ".lock"))):
            if file.exists():
                file.chmod(OWN_FILE)
    except OSError as error:
        raise UnusableDatabase(f"{path} cannot be opened: {error.strerror or error}") from error


# --- version ----------------------------------------------------------------------------------------------------------


def _prepare(path: Path) -> None:
    """Bring a file to the newest version. Raises `UnusableDatabase` for a newer or damaged one, and changes nothing."""
    version = _checked_version(path)
    backup: Path | None = None
    try:
        if version is None:
            _change(path, upgrade.create)
        elif version != upgrade.NEWEST:
            backup = back_up(path, version)
            _change(path, upgrade.upgrade)
    except (DatabaseError, sqlite3.Error, OSError) as error:
        if backup is not None:
            backup.unlink()
        raise UnusableDatabase(f"{path} cannot be upgraded, and is unchanged: {reason(error)}") from error


def _checked_version(path: Path) -> str | None:
    """Return the version of a file; None if it is empty. It is read without changing it. Raises `UnusableDatabase`."""
    # A file without a log is read as it is; with 'mode=ro' alone SQLite would create a log beside it.
    has_log = path.with_name(path.name + LOG).exists()
    reading = partial(sqlite3.connect, f"{path.as_uri()}?mode=ro{'' if has_log else '&immutable=1'}", uri=True)
    engine = create_engine("sqlite://", creator=reading, poolclass=NullPool, hide_parameters=True)
    try:
        with engine.connect() as connection:
            damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if damage != "ok":
                raise UnusableDatabase(f"is damaged: {' '.join(str(damage).split())}")
            return upgrade.version_of(connection)
    except UnusableDatabase as error:
        raise UnusableDatabase(f"{path} {error}") from None
    except DatabaseError as error:
        raise UnusableDatabase(f"{path} is damaged, or no SQLite database: {reason(error)}") from error


def _change(path: Path, change: Any) -> None:
    """Change a file in one transaction, unless another program uses it, such as a server of a version without locks."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _begin_by_hand)
    event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        change(connection)


def _begin_by_hand(connection: Any, record: object) -> None:
    """Keep Python from beginning transactions, as it begins none before a table is created."""
    connection.isolation_level = None
    for pragma in ("busy_timeout=1000", "locking_mode=EXCLUSIVE", "journal_mode=WAL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def back_up(path: Path, version: str) -> Path:
    """Copy a database of a version beside it, under a name that is free; return that name. Raises `OSError`."""
    target = _free(path.with_name(f"{path.name}.backup-{version}"))
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN_FILE))
    try:
        with contextlib.closing(sqlite3.connect(path)) as source, contextlib.closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        part.rename(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return target


def _free(path: Path) -> Path:
    """Return a path that does not exist: the given one, or one with a number."""
    paths = (path if n == 1 else path.with_name(f"{path.name}-{n}") for n in range(1, sys.maxsize))
    return next(each for each in paths if not each.exists())
