"""What a store needs of a database, whichever it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from longroad.server.store.changes import Change
from longroad.server.store.errors import UnusableDatabase, reason


class Database(Protocol):
    """An open database: SQLite or PostgreSQL."""

    engine: AsyncEngine

    @property
    def name(self) -> str:
        """Its path, or its URL without the password."""

    @property
    def is_shared(self) -> bool:
        """Whether several processes may serve it."""

    def check(self) -> None:
        """Check that it is still the one that was opened. Raises `LostDatabase`."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Write changes in one transaction."""

    async def try_write(self) -> None:
        """Write what is there already, to see whether that works. Raises an error of SQLAlchemy."""

    async def close(self) -> None:
        """Close it."""


@asynccontextmanager
async def opening(name: str, engine: AsyncEngine) -> AsyncIterator[None]:
    """Open a database: if that fails, its connections are closed. Raises `UnusableDatabase` with its name."""
    try:
        yield
    except UnusableDatabase as error:
        await engine.dispose()
        raise UnusableDatabase(f"{name} {error}") from None
    except (DBAPIError, OSError, TimeoutError) as error:
        await engine.dispose()
        raise UnusableDatabase(f"{name} cannot be opened: {reason(error)}") from error
