"""Reverse proxies: what they say about a client is believed only of those that the server was started with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from longroad.cli import main
from longroad.server.networks import Network, network_of
from tests.server.web import SOLO, listening

pytestmark = pytest.mark.anyio

HERE = network_of("127.0.0.1")


async def opened(port: int, forwarded: Sequence[str], scheme: str = "http") -> list[httpx.Response]:
    """Open a game for each of the addresses that a proxy names."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as proxy:
        headers = [{"X-Forwarded-For": each, "X-Forwarded-Proto": scheme} for each in forwarded]
        return [await proxy.post("/api/games", json=SOLO, headers=named) for named in headers]


async def test_the_clients_of_a_trusted_proxy_are_told_apart(tmp_path: Path) -> None:
    clients = ["203.0.113.5", "203.0.113.6", "203.0.113.5", "198.51.100.1, 203.0.113.6", "203.0.113.7, 127.0.0.1"]
    async with listening(tmp_path, proxies=[HERE], openings=(1, 0)) as port:
        answers = await opened(port, clients)
    assert [answer.status_code for answer in answers] == [201, 201, 429, 429, 201], (
        "the last one before the proxy counts"
    )


@pytest.mark.parametrize("proxies", [[], [network_of("10.0.0.0/8")]])
async def test_others_cannot_hide_behind_a_made_up_address(tmp_path: Path, proxies: list[Network]) -> None:
    async with listening(tmp_path, proxies=proxies, openings=(1, 0)) as port:
        answers = await opened(port, ["203.0.113.5", "203.0.113.6"], "https")
    assert [answer.status_code for answer in answers] == [201, 429]
    assert "Secure" not in answers[0].headers["set-cookie"]
    assert "strict-transport-security" not in answers[0].headers


async def test_https_is_believed_of_a_trusted_proxy(tmp_path: Path) -> None:
    async with listening(tmp_path, proxies=[HERE]) as port:
        (answer,) = await opened(port, ["203.0.113.5"], "https")
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("proxy", ["nginx", "10.0.0.1/8", "300.1.1.1", "*"])
def test_a_proxy_is_named_by_its_address(proxy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--trusted-proxy", proxy]) == 2
    assert f"--trusted-proxy {proxy}: expected an address or a network" in capsys.readouterr().err
