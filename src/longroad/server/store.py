"""What the server keeps: games, seats and events. The only place with SQL."""

from __future__ import annotations


class Store:
    """The database of a server; SQLite unless told otherwise."""

    def __init__(self, address: str) -> None:
        self.address = address  # such as 'sqlite+aiosqlite:///games.db'

    @classmethod
    async def open(cls, address: str) -> Store:
        """Open a database, and make its tables if it is new."""
        return cls(address)

    async def close(self) -> None:
        """Write what is left, and close it."""
