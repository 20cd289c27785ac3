"""A queue that serves those who wait in turn: by address, and within an address by game.

The one who was served longest ago is the next; somebody new comes before all who were served already.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Asker(NamedTuple):
    """Who waits: the address of a client, and its game."""

    address: str = ""
    game: str = ""


NOBODY: Final = Asker()
MOST_REMEMBERED: Final = 2000  # addresses and games of which it is known when they were served

Places = deque["asyncio.Future[Item]"]


class FairQueue(Generic[Item]):
    """Hands out items, such as idle workers; if there are none, those who ask wait.

    Nobody waits longer because another address has many games, or because another game asks often.
    """

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._waiting: dict[str, dict[str, Places[Item]]] = {}  # by address, then by game
        self._served: OrderedDict[Asker, int] = OrderedDict()  # how many were served before, the latest last
        self._numbers = count(1)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(places) for games in self._waiting.values() for places in games.values())

    @property
    def is_crowded(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def put(self, item: Item) -> None:
        """Hand an item to whose turn it is, or keep it for the next who asks; the last one is taken first."""
        while self._waiting:
            asker, place = self._next()
            if not place.done():  # else the one who waited there is about to leave
                place.set_result(item)
                self._note_served(asker)
                return
        self._items.append(item)

    async def get(self, asker: Asker = NOBODY) -> Item:
        """Take an item, or wait for one."""
        if self._items:
            self._note_served(asker)
            return self._items.pop()
        place: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        games = self._waiting.setdefault(asker.address, {})
        games.setdefault(asker.game, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._leave(asker, place)
            else:  # it was handed over in the same moment
                self.put(place.result())
            raise

    def _next(self) -> tuple[Asker, asyncio.Future[Item]]:
        """Take the place of whose turn it is out of the queue."""
        address = min(self._waiting, key=lambda address: self._served.get(Asker(address), 0))
        games = self._waiting[address]
        game = min(games, key=lambda game: self._served.get(Asker(address, game), 0))
        asker, place = Asker(address, game), games[game][0]
        self._leave(asker, place)
        return asker, place

    def _note_served(self, asker: Asker) -> None:
        """Note that an address and its game had their turn."""
        number = next(self._numbers)
        for served in (Asker(asker.address), asker):
            self._served.pop(served, None)
            self._served[served] = number
        while len(self._served) > MOST_REMEMBERED:
            self._served.popitem(last=False)

    def _leave(self, asker: Asker, place: asyncio.Future[Item]) -> None:
        """Remove the place of somebody who waits no longer, if it is still there."""
        games = self._waiting.get(asker.address, {})
        if place not in games.get(asker.game, ()):
            return
        games[asker.game].remove(place)
        if not games[asker.game]:
            del games[asker.game]
        if not games:
            del self._waiting[asker.address]
