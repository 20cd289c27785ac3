"""The WebSocket of a real server: the table on connecting, what happens since, and an answer to every bad message."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from longroad.server.http.app import MOST_LINES
from longroad.server.http.socket import MOST_MESSAGE
from longroad.server.wire.compact import expand
from longroad.server.wire.messages import PROTOCOL
from tests.server.http.test_games import TWO
from tests.server.web import Process

pytestmark = pytest.mark.anyio

PATIENCE_S = 60.0


class Player:
    """Somebody who holds a seat by its token."""

    def __init__(self, server: Process, game: str, token: str | None) -> None:
        self.server, self.game = server, game
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def connect(self, **asked: Any) -> connect:
        """Open the socket."""
        return connect(self.server.socket(self.game, **asked), additional_headers=self.headers)


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for a message of a kind."""
    while True:
        message: dict[str, Any] = expand(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE_S)))
        if message["type"] == kind:
            return message


async def close_code(socket: ClientConnection) -> int:
    """Listen to the end, and return how the server closed the connection."""
    try:
        while True:
            await asyncio.wait_for(socket.recv(), PATIENCE_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


async def say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def cut_off(socket: ClientConnection, kind: str, pause_s: float) -> int:
    """Send messages of a kind, and read all answers, until the server closes the connection; return how it did."""
    closing = asyncio.ensure_future(close_code(socket))
    with suppress(ConnectionClosed):
        while not closing.done():
            await say(socket, type=kind)
            await asyncio.sleep(pause_s)
    return await closing


@pytest.fixture
def two(server: Process) -> tuple[Player, Player]:
    """Two people at a table; the first is to act."""
    with httpx.Client(base_url=server.address) as client:
        ada = client.post("/api/games", json={**TWO, "wants_token": True}).json()
    with httpx.Client(base_url=server.address) as client:
        ben = client.post(f"/api/games/{ada['game']}/join", json={"name": "Ben", "wants_token": True}).json()
    players = [Player(server, ada["game"], seated["token"]) for seated in (ada, ben)]
    answer = httpx.post(f"{server.address}/api/games/{ada['game']}/start", json={}, headers=players[0].headers)
    assert answer.status_code == 200, answer.text
    return players[0], players[1]


async def test_two_people_and_a_watcher_follow_one_game(two: tuple[Player, Player], server: Process) -> None:
    ada, ben = two
    watcher = Player(server, ada.game, None)
    async with ada.connect() as first, ben.connect() as second, watcher.connect() as third:
        tables = [await hear(socket, "table") for socket in (first, second, third)]
        assert [table["room"]["you"] for table in tables] == [0, 1, None]
        decision = tables[0]["decision"]
        await say(first, type="act", decision=decision["id"], action="settle 10", request=1)
        for socket in (first, second, third):
            update = await hear(socket, "update")
            assert update["snapshot"]["seats"][0]["settlements"] == [10]
            assert update["log"][0]["ply"] == "0: settle 10"
        await say(second, type="say", text="Well chosen.")
        assert (await hear(third, "chat"))["line"]["text"] == "Well chosen."
        await say(third, type="say", text="Indeed.", request=7)
        refused = await hear(third, "refused")
        assert (refused["code"], refused["reply_to"]) == ("not_seated", 7)
        await say(third, type="act", decision=decision["id"], action="road 0")
        assert (await hear(third, "refused"))["code"] == "not_seated"


async def test_whoever_comes_back_is_told_what_was_missed(two: tuple[Player, Player]) -> None:
    ada, ben = two
    async with ada.connect() as socket:
        decision = (await hear(socket, "table"))["decision"]
        await say(socket, type="act", decision=decision["id"], action="settle 10")
        decision = (await hear(socket, "update"))["decision"]
        async with ben.connect() as other:
            known = (await hear(other, "table"))["event"]
        await say(socket, type="act", decision=decision["id"], action=decision["actions"][0])
        await hear(socket, "update")
    async with ben.connect(since=known) as socket:
        update = await hear(socket, "update")
        assert [happening["ply"] for happening in update["log"]] == [f"0: {decision['actions'][0]}"]
    async with ben.connect(since=10**9) as socket:
        assert (await hear(socket, "table"))["snapshot"]["seats"][0]["settlements"] == [10]
    async with ben.connect(since=known, protocol=PROTOCOL - 1) as socket:  # a page from before the server's upgrade
        assert (await hear(socket, "table"))["protocol"] == PROTOCOL


async def test_bad_messages_are_refused_one_by_one_and_change_nothing(two: tuple[Player, Player]) -> None:
    async with two[0].connect() as socket:
        before = await hear(socket, "table")
        right = before["decision"]["id"]
        wrong: list[tuple[str | bytes, str]] = [
            ("", "malformed"),
            ("{", "malformed"),
            ("[]", "malformed"),
            ("null", "malformed"),
            ('{"type": "sing"}', "malformed"),
            ('{"type": "act"}', "malformed"),
            ('{"type": "say", "text": "x", "more": 1}', "malformed"),
            ('{"type": "say", "text": "\\ud800"}', "malformed"),
            ("[" * 4000, "malformed"),
            (b"\x00\x01", "malformed"),
            ("x" * (MOST_MESSAGE + 1), "too_large"),
            ("ä" * (MOST_MESSAGE // 2 + 1), "too_large"),
            (json.dumps({"type": "act", "decision": right, "action": "sing"}), "malformed"),
            (json.dumps({"type": "act", "decision": right, "action": "road 0"}), "illegal_action"),
            (json.dumps({"type": "undo"}), "cannot_undo"),
        ]
        for text, code in wrong:
            await socket.send(text)
            refused = await hear(socket, "refused")
            assert refused["code"] == code, text
            assert refused["message"]
        await say(socket, type="refresh")
        after = await hear(socket, "table")
        assert after["event"] == before["event"]
        assert after["snapshot"] == before["snapshot"]


async def test_a_stale_decision_is_refused_and_everything_told_anew(two: tuple[Player, Player]) -> None:
    async with two[0].connect() as socket:
        decision = (await hear(socket, "table"))["decision"]
        await say(socket, type="act", decision=decision["id"] - 1, action="settle 10", request=3)
        refused = await hear(socket, "refused")
        assert (refused["code"], refused["reply_to"]) == ("stale_decision", 3)
        assert (await hear(socket, "table"))["decision"]["id"] == decision["id"]


async def test_a_rule_that_forbids_is_named(two: tuple[Player, Player]) -> None:
    async with two[0].connect() as socket:
        decision = (await hear(socket, "table"))["decision"]
        await say(socket, type="act", decision=decision["id"], action="road 0")
        assert (await hear(socket, "refused"))["rule"] == "SET-3"


async def test_a_flood_is_refused_and_cut_off_in_the_end(two: tuple[Player, Player]) -> None:
    async with two[0].connect() as socket:
        await hear(socket, "table")
        count = 100  # some of which are refused even if they take seconds, and too few to be cut off
        for _ in range(count):
            await say(socket, type="undo")
        codes = [(await hear(socket, "refused"))["code"] for _ in range(count)]
        assert codes[0] == "cannot_undo"
        assert codes[-1] == "too_many"
        assert await cut_off(socket, "undo", 0.0) == 4429


async def test_a_flood_of_which_some_is_heard_is_cut_off_too(two: tuple[Player, Player]) -> None:
    async with two[0].connect() as socket:
        await hear(socket, "table")
        assert await cut_off(socket, "refresh", 0.01) == 4429  # some 100 a second, of which 10 are received


async def test_what_is_far_too_large_ends_the_connection(two: tuple[Player, Player]) -> None:
    async with two[0].connect() as socket:
        await hear(socket, "table")
        with suppress(ConnectionClosed):
            await socket.send("x" * 200_000)
        assert await close_code(socket) == 1009


@pytest.mark.parametrize(
    ("game", "query", "headers", "code", "closed_with"),
    [
        ("nothing", "", {}, "unknown_game", 4404),
        (None, "", {"Authorization": "Bearer wrong"}, "unknown_token", 4401),
        (None, "seat=0", {}, "wrong_seat", 4403),
        (None, "since=x", {}, "malformed", 4422),
        (None, "seat=-1", {}, "malformed", 4422),
    ],
)
async def test_a_connection_that_cannot_be_is_told_why(
    two: tuple[Player, Player], game: str | None, query: str, headers: dict[str, str], code: str, closed_with: int
) -> None:
    address = two[0].server.socket(game or two[0].game) + query
    async with connect(address, additional_headers=headers) as socket:
        assert (await hear(socket, "refused"))["code"] == code
        assert await close_code(socket) == closed_with


async def test_an_address_has_so_many_connections_at_once(two: tuple[Player, Player]) -> None:
    address = two[1].server.socket(two[1].game)
    async with AsyncExitStack() as stack:
        for _ in range(MOST_LINES):
            await stack.enter_async_context(connect(address, compression=None))
        async with connect(address) as socket:
            assert (await hear(socket, "refused"))["code"] == "too_many"
            assert await close_code(socket) == 4429
    async with connect(address) as socket:
        assert await hear(socket, "table"), "those were closed"


async def test_another_page_cannot_connect(two: tuple[Player, Player]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with two[0].connect() as _, connect(two[0].server.socket(two[0].game), origin="http://elsewhere.example"):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["code"] == "wrong_origin"


async def test_a_server_that_starts_again_goes_on_with_the_game(two: tuple[Player, Player], server: Process) -> None:
    ada, ben = two
    async with ada.connect() as socket:
        decision = (await hear(socket, "table"))["decision"]
        await say(socket, type="act", decision=decision["id"], action="settle 10")
        known = (await hear(socket, "update"))["event"]
        server.stop()
        assert await close_code(socket) in (1001, 1012)
    server.start()
    async with ada.connect(since=known) as first, ben.connect() as second:
        received = await asyncio.wait_for(first.recv(), PATIENCE_S)
        assert json.loads(received)["type"] in ("room", "update", "table")
        table = await hear(second, "table")
        assert table["snapshot"]["seats"][0]["settlements"] == [10]
        await say(first, type="refresh")
        table = await hear(first, "table")
        await say(first, type="act", decision=table["decision"]["id"], action=table["decision"]["actions"][0])
        assert (await hear(second, "update"))["snapshot"]["seats"][0]["roads"]
