"""A pass that waits before others see it: nothing else that its connection asks for waits, except later actions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from longroad.server.room.pace import DEFAULT_TIMING
from tests.server.http.test_socket import hear, say
from tests.server.room.test_automatic import FIVE, ROAD
from tests.server.web import listening

pytestmark = pytest.mark.anyio

BOT = {"kind": "computer", "bot": "random"}
HELD_S = 4.0  # longer than a busy machine takes for everything that is asked for meanwhile


class Seat:
    """The seat of somebody who could build between two turns, over HTTP and over a socket."""

    def __init__(self, address: str, game: str, token: str) -> None:
        self.path, self.headers = f"{address}/api/games/{game}", {"Authorization": f"Bearer {token}"}

    async def table(self) -> dict[str, Any]:
        async with httpx.AsyncClient(headers=self.headers) as client:
            table: dict[str, Any] = (await client.get(f"http://{self.path}")).json()
        return table

    def connect(self) -> connect:
        return connect(f"ws://{self.path}/ws", additional_headers=self.headers)


@pytest.fixture
async def ben(tmp_path: Path) -> AsyncIterator[Seat]:
    """The second of two people, whose pass after the turn of the first is held back."""
    async with (
        listening(tmp_path, timing=replace(DEFAULT_TIMING, passes=HELD_S)) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/games/") as ada,
        httpx.AsyncClient(base_url=ada.base_url) as guest,
    ):
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}, BOT, BOT, BOT]
        settings = {"position": FIVE.format(hand=ROAD), "pace": "slow"}
        game = (
            await ada.post(f"http://127.0.0.1:{port}/api/games", json={"settings": settings, "seats": seats})
        ).json()["game"]
        held = (await guest.post(f"{game}/join", json={"name": "Ben", "wants_token": True})).json()
        assert (await ada.post(f"{game}/start", json={})).status_code == 200
        decision = (await ada.get(game)).json()["decision"]
        assert (await ada.post(f"{game}/act", json={"decision": decision["id"], "action": "end"})).status_code == 200
        yield Seat(f"127.0.0.1:{port}", game, held["token"])


async def pass_on(socket: ClientConnection) -> dict[str, Any]:
    """Pass, and return the decision that this answers."""
    decision: dict[str, Any] = (await hear(socket, "table"))["decision"]
    await say(socket, type="act", decision=decision["id"], action="end", request=1)
    return decision


async def test_chat_does_not_wait_for_a_pass_and_actions_keep_their_order(ben: Seat) -> None:
    async with ben.connect() as socket:
        decision = await pass_on(socket)
        road = next(action for action in decision["actions"] if action.startswith("road"))
        await say(socket, type="act", decision=decision["id"], action=road, request=2)
        await say(socket, type="say", text="Good luck!")
        await say(socket, type="refresh")
        assert (await hear(socket, "chat"))["line"]["text"] == "Good luck!"
        assert (await hear(socket, "table"))["decision"]["id"] == decision["id"], "the pass is not seen yet"
        refused = await hear(socket, "refused")
        assert refused["reply_to"] == 2, "what was asked for after the pass comes after it"
    assert (await ben.table())["snapshot"]["seats"][1]["roads"] == [38, 70]


async def test_a_pass_counts_if_its_connection_closes_meanwhile(ben: Seat) -> None:
    async with ben.connect() as socket:
        await pass_on(socket)
        await say(socket, type="refresh")  # its answer says that the pass has been read
        await hear(socket, "table")
    async with ben.connect() as socket:
        assert (await hear(socket, "update"))["decision"] is None
