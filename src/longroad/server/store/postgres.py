"""PostgreSQL: a database that many processes may share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import URL, Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from longroad.server.store import upgrade
from longroad.server.store.addresses import shown
from longroad.server.store.changes import Change
from longroad.server.store.database import opening
from longroad.server.store.errors import UnusableDatabase
from longroad.server.store.rows import check_owners, put, put_version

DRIVER: Final = "postgresql+asyncpg"
LONGEST_CONNECT_S: Final = 5.0
LONGEST_COMMAND_S: Final = 10.0  # a database that has vanished says nothing, for a quarter of an hour
UPGRADE_LOCK: Final = 0x6C6F6E67726F6164  # processes that start together upgrade one after the other


class PostgresDatabase:
    """A PostgreSQL database; the server at the other end guards its files."""

    is_shared = True

    def __init__(self, name: str, engine: AsyncEngine, writer: AsyncConnection) -> None:
        self.name, self.engine = name, engine
        self._writer = writer  # kept open to save time

    @classmethod
    async def open(cls, url: URL) -> PostgresDatabase:
        """Connect to a database; create its tables or upgrade them. Raises `UnusableDatabase`."""
        engine = engine_of(url, LONGEST_COMMAND_S)
        async with opening(shown(url), engine):
            async with engine.begin() as connection:
                await connection.run_sync(_prepare)
            return cls(shown(url), engine, await engine.connect())

    def check(self) -> None:
        """Check nothing: a database that is lost refuses the next transaction by itself."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Write changes in one transaction."""
        raw: Any = (await self._writer.get_raw_connection()).driver_connection
        if raw.is_closed():  # as when PostgreSQL has started again
            await self._writer.invalidate()
        try:
            async with self._writer.begin():
                await self._writer.run_sync(check_owners, changes)
                await self._writer.run_sync(put, changes)
        except TimeoutError:
            await self._writer.invalidate()
            raise

    async def try_write(self) -> None:
        """Write what is there already, to see whether that works. Raises an error of SQLAlchemy."""
        async with self.engine.begin() as connection:
            await connection.run_sync(put_version)

    async def close(self) -> None:
        """Close all connections."""
        await self._writer.close()
        await self.engine.dispose()


def engine_of(url: URL, longest_command: float | None = None) -> AsyncEngine:
    """Return the engine of a database, whose commands may take some seconds at most. Raises `UnusableDatabase`."""
    try:
        return create_async_engine(
            _for_asyncpg(url),
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={
                "timeout": LONGEST_CONNECT_S,
                "command_timeout": longest_command,
                "async_creator_fn": _connect,
            },
        )
    except ModuleNotFoundError as error:
        extra = 'pip install "longroad[postgres]"'
        raise UnusableDatabase(f"{shown(url)} needs {error.name}: {extra}") from error


async def _connect(*place: Any, **settings: Any) -> Any:
    """Connect to a database. Raises `OSError`, also for a connection that is cut while it is opened."""
    import asyncpg  # installed with an extra

    try:
        return await asyncpg.connect(*place, **settings)
    except AttributeError as error:  # the transport was closed before asyncpg could use it
        raise ConnectionResetError("the connection was cut while it was opened") from error


def _for_asyncpg(url: URL) -> URL:
    """Return a URL for asyncpg, which calls `sslmode` of other clients `ssl`."""
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    return url.set(drivername=DRIVER, query=query)


def _prepare(connection: Connection) -> None:
    """Bring a database to the newest version, in one transaction. Raises `UnusableDatabase`."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    version = upgrade.version_of(connection)
    if version is None:
        upgrade.create(connection)
    elif version != upgrade.NEWEST:
        upgrade.upgrade(connection)
