"""All rooms of this process: opened, found again from what is stored, and forgotten when nobody is there."""

from __future__ import annotations

from longroad.server.computers import Computers
from longroad.server.messages import NewGame, Seated
from longroad.server.rooms import Room
from longroad.server.store import Store


class Hall:
    """All rooms of this process."""

    def __init__(self, store: Store, computers: Computers) -> None:
        self.store = store
        self.computers = computers

    async def open(self, wish: NewGame, host_name: str = "") -> tuple[Room, Seated]:
        """Open a room. Raises `Wrong`."""
        raise NotImplementedError

    async def find(self, game: str) -> Room:
        """Find a room in memory, or fold it from what is stored. Raises `Wrong`."""
        raise NotImplementedError

    async def close(self) -> None:
        """Let go of all rooms; their games are stored."""
