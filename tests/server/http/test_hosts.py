"""A page whose name leads to this machine is not taken for the server's own page."""

from __future__ import annotations

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from longroad.cli.serve import own_names
from longroad.server.http.hosts import is_served
from tests.server.web import SOLO, Process

pytestmark = pytest.mark.anyio


def test_another_name_for_this_machine_is_refused(server: Process) -> None:
    evil = {"Host": f"evil.example:{server.port}", "Origin": f"http://evil.example:{server.port}"}
    for path in ("/", "/api/meta", "/api/games"):
        answer = httpx.get(server.address + path, headers=evil)
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert httpx.post(f"{server.address}/api/games", json=SOLO, headers=evil).status_code == 421


async def test_nobody_listens_by_another_name(server: Process) -> None:
    game = httpx.post(f"{server.address}/api/games", json=SOLO).json()["game"]
    evil = {"Host": f"evil.example:{server.port}"}
    with pytest.raises(InvalidStatus):
        async with connect(server.socket(game), additional_headers=evil):
            pass


def test_own_names_and_addresses_are_served(server: Process) -> None:
    for host in (f"localhost:{server.port}", f"127.0.0.1:{server.port}", "192.168.1.7:8311", "[::1]:8311"):
        assert httpx.get(f"{server.address}/api/meta", headers={"Host": host}).status_code == 200
    assert is_served("games.example:443", frozenset({"games.example"}))
    assert own_names("127.0.0.1") == ()
    assert own_names("0.0.0.0")[1:] != ()
