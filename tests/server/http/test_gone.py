"""Clients and servers that go away in the middle of something: no error of this server, and nothing in its log."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import httpx
import pytest
import uvicorn
from starlette.datastructures import State
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from longroad.server.errors import RequestError
from longroad.server.http.connections import Connections
from longroad.server.http.exchange import Exchange
from longroad.server.http.forward import Forward, OwnerGone
from longroad.server.http.protocols import ServerConfig
from longroad.server.http.socket import Connection
from longroad.server.room.room import Room
from longroad.server.store.errors import Overtaken
from longroad.server.store.processes import Owner
from longroad.server.wire.compact import write
from longroad.server.wire.messages import Refused
from tests.server.rooms import PERSON, new_game, registry_at, until
from tests.server.web import listening

pytestmark = pytest.mark.anyio


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged as an error."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


# --- WebSockets -------------------------------------------------------------------------------------------------------


async def test_a_websocket_that_is_refused_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with listening(tmp_path) as port:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"ws://127.0.0.1:{port}/api/games/abc/ws", origin=Origin("https://elsewhere.example")):
                pass
        await asyncio.sleep(0.05)
    assert refused.value.response.status_code == 403
    assert errors(caplog) == []


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[int]:
    """Serve a bare ASGI application with the protocols of the server, and yield the port."""
    server = uvicorn.Server(ServerConfig(app, Connections(1000), port=0, log_config=None, lifespan="off"))
    running = asyncio.ensure_future(server.serve())
    await until(lambda: server.started)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def test_a_client_that_goes_away_during_the_handshake_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        cast("Any", send).__self__.transport.abort()  # as when the client is cut off at this moment
        websocket = WebSocket(scope, receive, send)
        websocket.client_state = websocket.client_state.CONNECTED
        try:
            await websocket.accept()
        finally:
            seen.append(scope["path"])

    async with serving(app) as port:
        with pytest.raises((InvalidHandshake, OSError, EOFError)):
            async with connect(f"ws://127.0.0.1:{port}/game"):
                pass
        await until(lambda: seen == ["/game"])
        await asyncio.sleep(0.05)
    assert errors(caplog) == []


async def test_a_client_that_goes_away_before_it_is_answered_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        cast("Any", send).__self__.transport.abort()
        seen.append(scope["path"])

    async with serving(app) as port:
        with pytest.raises((InvalidHandshake, OSError, EOFError)):
            async with connect(f"ws://127.0.0.1:{port}/game"):
                pass
        await until(lambda: seen == ["/game"])
        await asyncio.sleep(0.05)
    assert errors(caplog) == []


async def test_what_is_sent_to_a_client_that_has_gone_is_refused_as_a_disconnection() -> None:
    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            raise OSError

    scope = {"type": "websocket", "headers": [], "query_string": b"", "path": "/"}
    websocket = WebSocket(scope, cast("Receive", receive), send)
    await websocket.accept()
    connection = Connection(websocket, cast("Room", SimpleNamespace(id="none")), None)
    for _ in range(2):  # the stream of the room, and the answer to a request
        with pytest.raises(WebSocketDisconnect):
            await connection.send(write(Refused(code="x", message="x")))


# --- what nobody waits for any more -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("failure", "count"), [(Overtaken(), 0), (ValueError("a defect"), 1)])
async def test_a_change_that_is_refused_after_its_client_has_gone_is_no_error_but_a_defect_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
    count: int,
) -> None:
    unheard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context["message"]))
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, PERSON, PERSON, starts=False, is_hotseat=True))
        is_writing, stored = asyncio.Event(), asyncio.Event()

        async def fail(_change: object) -> None:
            is_writing.set()
            await stored.wait()
            raise failure

        monkeypatch.setattr(registry.store, "write", fail)
        saying = asyncio.ensure_future(room.say(0, "Hello"))
        await is_writing.wait()
        saying.cancel()
        await asyncio.gather(saying, return_exceptions=True)
        stored.set()
        await until(lambda: not room.commits.is_busy)
        del saying
        gc.collect()
        monkeypatch.undo()
    assert unheard == []
    assert len(errors(caplog)) == count


# --- servers ----------------------------------------------------------------------------------------------------------


class Alone:
    """A cluster in which nobody comes or goes."""

    secret = "secret"

    async def end_of(self, _process: str) -> None:
        await asyncio.Event().wait()


async def halves() -> AsyncIterator[bytes]:
    """Send a part of an answer, then die."""
    yield b'{"event": '
    raise httpx.ReadError("the connection was cut")


def cut_while_opened(_request: httpx.Request) -> httpx.Response:
    raise AttributeError("'NoneType' object has no attribute 'getpeername'")  # as of anyio


async def closed_meanwhile() -> AsyncIterator[bytes]:
    """Send a part of an answer, then fail as anyio does with a transport that is closed."""
    yield b'{"event": '
    raise AttributeError("'NoneType' object has no attribute 'resume_reading'")


def closed_in_the_answer(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, headers={"content-length": "20"}, content=closed_meanwhile())


def closed_in_a_stream(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, content=closed_meanwhile())


def cut_in_the_answer(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, headers={"content-length": "20"}, content=halves())


def cut_in_a_stream(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, content=halves())


async def forwarded(method: str, owner: Callable[[httpx.Request], httpx.Response]) -> list[Any]:
    """Forward a request to an owner, and return what is sent to the client."""
    sent = []

    async def forever() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    exchange = Exchange(cast("Any", Alone()), asyncio.Event())
    exchange._client = httpx.AsyncClient(transport=httpx.MockTransport(owner))
    scope = {"method": method, "scheme": "http", "raw_path": b"/api/games/a/act", "query_string": b"", "headers": []}
    try:
        await exchange.http(Owner("a", "http://127.0.0.1:1"), scope, b"", forever, send)
    except (OwnerGone, RequestError):
        assert sent == [], "so that the request can be refused or repeated"
        raise
    finally:
        await exchange.close()
    return sent


@pytest.mark.parametrize("owner", [cut_while_opened, cut_in_the_answer, closed_in_the_answer])
async def test_a_request_to_a_server_that_dies_before_its_answer_is_complete_is_refused_or_repeated(
    owner: Callable[[httpx.Request], httpx.Response],
) -> None:
    with pytest.raises(RequestError, match="try again"):
        await forwarded("POST", owner)
    with pytest.raises(OwnerGone):
        await forwarded("GET", owner)


@pytest.mark.parametrize("owner", [cut_in_a_stream, closed_in_a_stream])
async def test_the_stream_of_a_server_that_dies_ends(owner: Callable[[httpx.Request], httpx.Response]) -> None:
    start, part, end = await forwarded("GET", owner)
    assert (start["status"], part["body"], part["more_body"]) == (200, b'{"event": ', True)
    assert (end["body"], end["more_body"]) == (b"", False)


async def test_the_body_of_a_request_that_changes_nothing_is_not_read_before_it_is_served() -> None:
    """It has no limit, so that it could fill the memory."""

    class Registry:
        rooms: ClassVar[dict[str, Room]] = {}

    class Nobody:
        me = None

        async def owner_of(self, _game: str) -> None:
            return None

    async def unread(*_: object) -> Any:
        raise AssertionError("the body is read")

    served = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        served.append((scope["method"], await receive()))

    state = State({"cluster": Nobody(), "registry": Registry(), "closing": asyncio.Event()})
    scope = {"type": "http", "method": "GET", "path": "/api/games/abc"}
    await Forward(app, state)(scope, unread, unread)
    assert served == [("GET", {"type": "http.request", "body": b"", "more_body": False})]
