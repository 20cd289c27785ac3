"""Two browsers, and two servers behind a proxy that sends every request to the next server."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url

from tests.browser import pressing
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.setting import HeldSeat, sit
from tests.nginx import Nginx, nginx_before
from tests.postgres import Postgres, running_postgres
from tests.server.http.test_games import TWO
from tests.server.web import Process

TAKEN_OVER_S = 5.0 * 4  # on a busy machine; tests/server/http/test_processes.py shows what it takes at least


class Site:
    """Two servers on one database."""

    def __init__(self, postgres: Postgres, folder: Path) -> None:
        url = postgres.new_database()
        self._postgres, self._database = postgres, make_url(url).database or ""
        self.servers = [Process(folder, database=url) for _ in range(2)]
        for server in self.servers:
            server.begin()
        for server in self.servers:
            server.wait()

    def owner_of(self, game: str) -> Process:
        """Return the server that serves a game."""
        owner = f"SELECT address FROM processes JOIN games ON owner = processes.id WHERE games.id = '{game}'"
        ((address,),) = self._postgres.execute(owner, database=self._database)
        return next(server for server in self.servers if server.address == address)

    def close(self) -> None:
        """Stop the servers."""
        for server in self.servers:
            if server.is_running:
                server.stop(signal.SIGKILL)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running_postgres() as postgres:
        running = Site(postgres, tmp_path)
        yield running
        running.close()


@pytest.fixture
def proxy(site: Site, tmp_path: Path) -> Iterator[Nginx]:
    with nginx_before(tmp_path, [server.port for server in site.servers]) as running:
        yield running


@pytest.fixture
def people(new_person: NewPerson, proxy: Nginx) -> list[Person]:
    both = [new_person(), new_person()]
    for person in both:
        person.address = proxy.address
    return both


def opened(proxy: Nginx) -> list[HeldSeat]:
    """Open a game of two people through the proxy."""
    ada = httpx.post(f"{proxy.address}/api/games", json={**TWO, "wants_token": True}).json()
    at = f"{proxy.address}/api/games/{ada['game']}"
    ben = httpx.post(f"{at}/join", json={"name": "Ben", "wants_token": True}).json()
    started = httpx.post(f"{at}/start", json={}, headers={"Authorization": f"Bearer {ada['token']}"})
    assert started.status_code == 200, started.text
    return [HeldSeat(seated["game"], seated["seat"], seated["token"]) for seated in (ada, ben)]


def place(acting: Person, other: Person) -> None:
    """Take the first action that is listed, and wait until the other page shows it."""
    acting.wait_until(acting.is_awaited, "a turn")
    assert pressing.take(acting, acting.decision_actions()[0])
    other.wait_until(lambda: other.event == acting.event, "what the other has done")


def wait_for_more(people: list[Person], received: list[int]) -> None:
    """Wait until pages have reconnected, and so received more messages than some number."""
    for person, before in zip(people, received, strict=True):
        person.wait_until(partial(_has_more, person, before), "the next server")


def _has_more(person: Person, received: int) -> bool:
    return len(person.messages) > received


def test_a_game_goes_on_in_two_browsers_whichever_server_they_reach(
    site: Site, proxy: Nginx, people: list[Person]
) -> None:
    one, two = people
    seats = opened(proxy)
    for person, seat in zip(people, seats, strict=True):
        sit(person, seat)
    assert proxy.upstreams("/start") != proxy.upstreams("/join"), "one after the other"
    place(one, two)
    place(one, two)
    received = [len(person.messages) for person in people]
    site.owner_of(seats[0].game).stop(signal.SIGKILL)
    killed = time.monotonic()
    wait_for_more(people, received)
    assert time.monotonic() - killed < TAKEN_OVER_S
    place(two, one)
    assert len(one.snapshot["seats"][1]["settlements"]) == 1
    (left,) = (server for server in site.servers if server.is_running)
    ended = next(server for server in site.servers if not server.is_running)
    ended.start()
    received = [len(person.messages) for person in people]
    left.stop(signal.SIGTERM)  # the other server takes the game back
    wait_for_more(people, received)
    place(two, one)
    assert len(two.snapshot["seats"][1]["roads"]) == 1
    assert site.owner_of(seats[0].game) is ended
