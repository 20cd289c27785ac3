"""Tables at which people and bots play one game after the other while servers fail."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import httpx

from tests.faults.person import Violation
from tests.faults.real.checks import check_finished, check_told
from tests.faults.real.databases import Database
from tests.faults.real.people import BUSY, Network, Person, code_of, headers_of

PRESETS = ("beginner", "base")
LEVELS = ("random", "novice")
AGAIN_S = 0.2
AGAIN = {"too_many"}


class Table:
    """A place for games; each has one to three people, and bots on the other seats."""

    def __init__(self, network: Network, database: Database, rng: Random, turns: tuple[int, int]) -> None:
        self.people: list[Person] = []
        self.games = self.plies = self.confirmed = 0  # that were finished
        self.is_last = False  # whether no other game begins
        self._network, self._database, self._rng, self._turns = network, database, rng, turns

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun, and its people have not all seen its end."""
        return any(not person.is_over for person in self.people)

    @property
    def known(self) -> int:
        """The last event that anybody knows."""
        return max((person.known for person in self.people), default=0)

    @property
    def confirmed_so_far(self) -> int:
        """The actions of people that were confirmed, in the game that goes on, too."""
        return self.confirmed + sum(person.confirmed for person in self.people)

    async def live(self) -> None:
        """Play one game after the other, and check each when it is over. Raises `Violation`."""
        while not self.is_last:
            people = await self._open()
            if people:
                self.people = people
                await _all_live(people)
                await self._check_end()

    async def _check_end(self) -> None:
        people, game = self.people, self.people[0].game
        self.plies += check_finished(game, await self._database.events(game), people)
        self.games += 1
        self.confirmed, self.people = self.confirmed_so_far, []

    async def check(self) -> None:
        """Check that everything that the people were told is stored. Raises `Violation`."""
        told = [(person, dict(person.told)) for person in self.people]
        if told:
            events = await self._database.events(told[0][0].game)
            for person, plies in told:
                check_told(person.game, events, person.seat, plies)

    # --- opening ------------------------------------------------------------------------------------------------------

    async def _open(self) -> list[Person]:
        """Open a game and seat everybody; return nobody if an answer was lost, and with it a seat."""
        count, others = self._rng.choice((3, 4)), self._rng.randint(0, 2)
        bots = [{"kind": "computer", "bot": self._rng.choice(LEVELS)} for _ in range(count - 1 - others)]
        settings = {
            "preset": self._rng.choice(PRESETS),
            "options": {"limit": self._rng.randint(*self._turns)},
            "pace": "instant",
        }
        seats = [{"kind": "person"}, *[{"kind": "open"}] * others, *bots]
        host = await self._post("/api/games", {"settings": settings, "seats": seats, "wants_token": True})
        seated = [host]
        for _ in range(others):
            seated.append(host and await self._post(f"/api/games/{host['game']}/join", {"wants_token": True}))
        if not all(seated):
            await asyncio.sleep(AGAIN_S)
            return []
        await self._start(host["game"], host["token"])
        return [
            Person(self._network, host["game"], one["seat"], one["token"], Random(self._rng.random())) for one in seated
        ]

    async def _start(self, game: str, token: str) -> None:
        """Start a game, however often the request has to be sent."""
        while await self._post(f"/api/games/{game}/start", {}, token) is None:
            await asyncio.sleep(AGAIN_S)

    async def _post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Any:
        """Send a request; return its answer, None if there is none. Raises `Violation`."""
        url = f"http://{self._network.address(self._rng)}{path}"
        headers = headers_of(f"{self._rng.randrange(10**6)}", token)
        with suppress(httpx.TransportError):
            answer = await self._network.client.post(url, json=body, headers=headers)
            if answer.status_code == 200 or answer.status_code == 201:
                return answer.json()
            if answer.status_code == BUSY:
                return None
            code = code_of(answer)
            if code == "already_started":
                return {}
            if code not in AGAIN:
                raise Violation(f"{path}: {answer.status_code} {answer.text}")
        return None


async def _all_live(people: Sequence[Person]) -> None:
    """Let people play to the end. Raises what goes wrong first, without waiting for the others."""
    living = [asyncio.create_task(person.live()) for person in people]
    try:
        await asyncio.wait(living, return_when=asyncio.FIRST_EXCEPTION)
        for task in living:
            if task.done():
                task.result()
    finally:
        for task in living:
            task.cancel()
