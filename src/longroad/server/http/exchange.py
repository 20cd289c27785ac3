"""Forwards one request or WebSocket to another process, and its answer back to the client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Set
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.http11 import Response

from longroad.server.cluster.membership import Membership, unavailable
from longroad.server.errors import RequestError
from longroad.server.http.forward import FORWARDED, NOT_OWNER, RESTARTING, OwnerGone, forwarded_header
from longroad.server.store.processes import Owner

CONNECT_S: Final = 2.0  # that a process has to take a connection
CLOSE_S: Final = 1.0  # and to close one
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})  # methods that can be repeated
# Headers about one connection, and those that a proxy in front of this process has added.
OF_ONE_CONNECTION: Final = frozenset(
    {"connection", "date", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"}
    | {"transfer-encoding", "upgrade", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}
)
OF_A_BODY: Final = frozenset({"content-length"})
OF_A_SOCKET: Final = frozenset(
    {"host", "sec-websocket-extensions", "sec-websocket-key", "sec-websocket-protocol", "sec-websocket-version"}
)
NO_CODES: Final = frozenset({None, 1005, 1006, 1015})  # of a connection that was closed without a code

RawHeaders = Iterable[tuple[bytes, bytes]]


class OwnerDied(Exception):
    """A process that has died while it handled a request."""


class Exchange:
    """Forwards requests to other processes of a cluster."""

    def __init__(self, cluster: Membership, closing: asyncio.Event) -> None:
        """Take an event that is set when this process stops, which ends streams."""
        self._cluster, self._closing = cluster, closing
        self._client = httpx.AsyncClient(
            timeout=httpx.Timeout(None, connect=CONNECT_S, pool=CONNECT_S),
            limits=httpx.Limits(max_connections=None, keepalive_expiry=4.0),
            trust_env=False,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    def _about(self, scope: Scope) -> tuple[str, str]:
        """Return the header about the client."""
        return FORWARDED, forwarded_header(self._cluster.secret, scope)

    async def _race(self, owner: Owner, exchange: Coroutine[Any, Any, None], client: Coroutine[Any, Any, None]) -> None:
        """Run an exchange until it ends, or the client has gone. Raises `OwnerDied`."""
        running, gone = asyncio.ensure_future(exchange), asyncio.ensure_future(client)
        died = asyncio.ensure_future(self._cluster.end_of(owner.process))
        try:
            await asyncio.wait((running, gone, died), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            elif died.done():
                raise OwnerDied
        finally:
            for task in (running, gone, died):
                task.cancel()
            await asyncio.gather(running, gone, died, return_exceptions=True)

    # --- HTTP ---------------------------------------------------------------------------------------------------------

    async def http(self, owner: Owner, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Forward a request. Raises `OwnerGone`, or `RequestError` if it is not known what became of it."""
        url = httpx.URL(owner.address).copy_with(raw_path=_target(scope))
        headers = [*_kept(scope["headers"], OF_A_BODY), self._about(scope)]
        request = httpx.Request(scope["method"], url, headers=headers, content=body or None)
        answer = _Answer(send, self._closing)
        try:
            await self._race(owner, answer.pass_on(self._client, request), _disconnected(receive))
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise OwnerGone from error
        except (httpx.TransportError, OwnerDied) as error:
            if answer.is_begun:
                await answer.end_stream()
            elif scope["method"] in SAFE:
                raise OwnerGone from error
            else:
                raise unavailable() from error

    # --- WebSocket ----------------------------------------------------------------------------------------------------

    async def socket(self, owner: Owner, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a WebSocket, which the client has asked for. Raises `OwnerGone` or `RequestError`."""
        try:
            upstream = await self._connect(owner, scope)
        except InvalidStatus as refused:
            if NOT_OWNER in refused.response.headers:
                raise OwnerGone from refused
            await _deny(refused.response, send)
            return
        except InvalidURI as error:
            raise RequestError("malformed", f"{error}"[:200]) from error
        except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
            raise OwnerGone from error
        async with upstream:
            await send({"type": "websocket.accept"})
            try:
                await self._race(owner, _from_owner(upstream, send), _to_owner(upstream, receive))
            except OwnerDied:
                await send({"type": "websocket.close", "code": RESTARTING, "reason": ""})

    async def _connect(self, owner: Owner, scope: Scope) -> ClientConnection:
        to = urlsplit(owner.address)
        host = Headers(scope=scope).get("host") or to.netloc
        return await connect(
            f"ws://{host}{_target(scope).decode('ascii')}",
            host=to.hostname,
            port=to.port,
            additional_headers=[*_kept(scope["headers"], OF_A_SOCKET), self._about(scope)],
            user_agent_header=None,
            compression=None,
            max_size=None,
            open_timeout=CONNECT_S,
            close_timeout=CLOSE_S,
            proxy=None,
        )


def _target(scope: Scope) -> bytes:
    """Return the path and the query of a request as they were sent.

    >>> _target({"raw_path": b"/api/games/a%20b", "query_string": b"since=7"})
    b'/api/games/a%20b?since=7'
    """
    query: bytes = scope["query_string"]
    return bytes(scope["raw_path"]) + (b"?" + query if query else b"")


def _kept(headers: RawHeaders, others: Set[str]) -> list[tuple[str, str]]:
    """Return the headers that are forwarded."""
    named = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers]
    return [(name, value) for name, value in named if name not in OF_ONE_CONNECTION and name not in others]


# --- an answer over HTTP ----------------------------------------------------------------------------------------------


class _Answer:
    """The answer of another process on its way to the client."""

    def __init__(self, send: Send, closing: asyncio.Event) -> None:
        self._send, self._closing = send, closing
        self.is_begun = False

    async def pass_on(self, client: httpx.AsyncClient, request: httpx.Request) -> None:
        """Send a request, and pass the answer on. Raises `OwnerGone`, or what the connection raises."""
        with _cuts():
            response = await client.send(request, stream=True)
        try:
            if NOT_OWNER in response.headers:
                raise OwnerGone
            if "content-length" in response.headers:  # in one piece it keeps its length
                with _cuts():
                    whole = b"".join([part async for part in response.aiter_raw()])
                await self._begin(response)
                await self._send({"type": "http.response.body", "body": whole, "more_body": False})
            else:
                await self._begin(response)
                async for part in _until(self._closing, _parts(response)):
                    await self._send({"type": "http.response.body", "body": part, "more_body": True})
                await self.end_stream()
        finally:
            with _cuts():
                await response.aclose()

    async def _begin(self, response: httpx.Response) -> None:
        """Send the status and the headers."""
        raw = [(name.encode(), value.encode("latin-1")) for name, value in _kept(response.headers.raw, frozenset())]
        self.is_begun = True
        await self._send({"type": "http.response.start", "status": response.status_code, "headers": raw})

    async def end_stream(self) -> None:
        """End a stream, also if the other process has died."""
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


@contextmanager
def _cuts() -> Iterator[None]:
    """Raise `httpx.ReadError` for what anyio raises about a connection that was cut, which has no transport."""
    try:
        yield
    except AttributeError as error:
        raise httpx.ReadError("the connection was cut") from error


async def _parts(response: httpx.Response) -> AsyncIterator[bytes]:
    """Yield the parts of an answer as they come. Raises `httpx.ReadError`."""
    with _cuts():
        async for part in response.aiter_raw():
            yield part


async def _until(closing: asyncio.Event, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the parts of a stream until it ends, or this process stops."""
    is_closing = asyncio.ensure_future(closing.wait())
    try:
        while not is_closing.done():
            coming = asyncio.ensure_future(anext(parts, None))
            try:
                await asyncio.wait((coming, is_closing), return_when=asyncio.FIRST_COMPLETED)
                part = coming.result() if coming.done() else None
            finally:
                coming.cancel()
                await asyncio.gather(coming, return_exceptions=True)
            if part is None:
                return
            yield part
    finally:
        is_closing.cancel()


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


# --- messages of a WebSocket ------------------------------------------------------------------------------------------


async def _from_owner(upstream: ClientConnection, send: Send) -> None:
    """Pass messages on until the other process closes the connection; then close that of the client."""
    try:
        while True:
            message = await upstream.recv()
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})
    except ConnectionClosed:
        code = RESTARTING if upstream.close_code in NO_CODES else upstream.close_code
        await send({"type": "websocket.close", "code": code, "reason": upstream.close_reason or ""})


async def _to_owner(upstream: ClientConnection, receive: Receive) -> None:
    """Pass messages on until the client closes its connection."""
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        try:
            await upstream.send(message["bytes"] if text is None else text)
        except ConnectionClosed:
            await asyncio.Event().wait()  # what comes from the process says how it has ended


async def _deny(response: Response, send: Send) -> None:
    """Refuse a WebSocket as the other process did."""
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers.raw_items()]
    headers = [(name.encode(), value.encode("latin-1")) for name, value in _kept(raw, frozenset())]
    await send({"type": "websocket.http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": bytes(response.body or b"")})
