"""What a store needs of a database, whichever it is."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


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

    async def revive(self, connection: AsyncConnection) -> None:
        """Let a connection that was closed at the other end connect again when it is used next."""

    async def close(self) -> None:
        """Close it."""
