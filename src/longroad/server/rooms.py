"""A room: people and computer players around one game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

from longroad.core.given import Island
from longroad.core.refusals import Refusal
from longroad.server.messages import Act, Join, Seated, SeatWish, ServerMessage, Status, Table


class Room:
    """A room: people and computer players around one game."""

    id: str
    status: Status
    last_event: int

    @property
    def island(self) -> Island | None:
        """The island, once it is known."""
        raise NotImplementedError

    def viewer_of(self, token: str | None, seat: int | None = None) -> int | None:
        """Tell the seat that a token holds; None watches. Raises `Wrong` if it does not hold the named seat."""
        raise NotImplementedError

    def table(self, viewer: int | None) -> Table:
        """Give everything that a viewer may know."""
        raise NotImplementedError

    async def join(self, wish: Join, token: str | None = None) -> Seated:
        """Take an open seat. Raises `Wrong`."""
        raise NotImplementedError

    async def change_seat(self, viewer: int | None, seat: int, wish: SeatWish) -> None:
        """Change who sits on a seat, or take another one. Raises `Wrong`."""
        raise NotImplementedError

    async def start(self, viewer: int | None) -> None:
        """Begin the game. Raises `Wrong`."""
        raise NotImplementedError

    async def leave(self, viewer: int | None) -> None:
        """Give a seat up before the game; during it a computer player acts for whoever left. Raises `Wrong`."""
        raise NotImplementedError

    async def again(self, viewer: int | None) -> Seated:
        """Make a new room with the same people and settings, or come along into it. Raises `Wrong`."""
        raise NotImplementedError

    async def act(self, viewer: int | None, act: Act) -> None:
        """Take an action. Raises `Wrong`."""
        raise NotImplementedError

    async def undo(self, viewer: int | None) -> None:
        """Take the last placement back. Raises `Wrong`."""
        raise NotImplementedError

    async def say(self, viewer: int | None, text: str) -> None:
        """Say something in the chat. Raises `Wrong`."""
        raise NotImplementedError

    async def ask(self, viewer: int | None, seat: int) -> None:
        """Ask a computer player why it answered as it did; it says so in the chat. Raises `Wrong`."""
        raise NotImplementedError

    def why(self, viewer: int | None, action: str) -> Refusal | None:
        """Tell which rule forbids an action. Raises `Wrong`."""
        raise NotImplementedError

    def record(self, viewer: int | None, edition: str, format: str) -> str:  # noqa: A002
        """Write the game down. Raises `Wrong`."""
        raise NotImplementedError

    def watch(
        self, viewer: int | None, since: int | None = None
    ) -> AbstractAsyncContextManager[AsyncIterator[ServerMessage]]:
        """Give a stream of messages; being there counts as being present."""
        raise NotImplementedError
