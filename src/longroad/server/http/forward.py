"""Sends requests for a game to the process that serves it, where several processes share a database.

A forwarded request carries a header with the secret of the cluster and the address of the client, which limits count
by. It is never forwarded again: a process that does not serve the game says so, and the first one asks again.
"""

from __future__ import annotations

import asyncio
import re
from hmac import compare_digest
from typing import Any, Final

from starlette.datastructures import State
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longroad.server.cluster.membership import Membership, unavailable
from longroad.server.errors import RequestError
from longroad.server.http.clients import words_of
from longroad.server.http.guards import CHANGING
from longroad.server.http.problems import problem
from longroad.server.store.processes import Owner

FORWARDED: Final = "x-longroad-forwarded"  # the secret, and the scheme, address and port of the client
NOT_OWNER: Final = "x-longroad-not-owner"  # in the response of a process that does not serve the game
MARK: Final = "longroad.forwarded"  # in the scope of a request that another process has forwarded
PATIENCE_S: Final = 6.0  # that a request waits for the next owner: a dead process lives on for 3 s
PAUSE_S: Final = 0.2
RESTARTING: Final = 1012  # the code with which a WebSocket is closed so that the page comes back
MISDIRECTED: Final = 421
GAME: Final = re.compile(r"/api/games/([A-Za-z0-9]{1,32})(?:/|$)")


class OwnerGone(Exception):
    """A process that no longer serves a game, and has done nothing with the request."""


def game_of(scope: Scope) -> str | None:
    """Return the game that a request is for.

    >>> game_of({"type": "http", "path": "/api/games/abc7/act"}), game_of({"type": "http", "path": "/api/meta"})
    ('abc7', None)
    """
    found = GAME.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
    return found[1] if found else None


class ForwardedClient:
    """Restores the client of a request that another process of the cluster has forwarded."""

    def __init__(self, app: ASGIApp, state: State) -> None:
        self.app, self.state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Believe the header if it has the secret; it goes no further in any case."""
        name = FORWARDED.encode()
        if scope["type"] in ("http", "websocket") and any(key == name for key, _ in scope["headers"]):
            values = [value for key, value in scope["headers"] if key == name]
            headers = [(key, value) for key, value in scope["headers"] if key != name]
            scope = {**scope, "headers": headers, **self._client(values[0].decode("latin-1"))}
        await self.app(scope, receive, send)

    def _client(self, value: str) -> dict[str, Any]:
        match value.split(" "):
            case [secret, scheme, host, port] if self._is_secret(secret) and port.isdigit():
                return {"scheme": scheme, "client": (host, int(port)) if host else None, MARK: True}
        return {}

    def _is_secret(self, given: str) -> bool:
        cluster = self.state.cluster
        return cluster is not None and compare_digest(given.encode(), cluster.secret.encode())


def forwarded_header(secret: str, scope: Scope) -> str:
    """Return the header that names the client to another process of the cluster.

    >>> forwarded_header("s3cret", {"scheme": "https", "client": ("192.0.2.7", 1234)})
    's3cret https 192.0.2.7 1234'
    """
    host, port = scope.get("client") or ("", 0)
    return f"{secret} {scope['scheme']} {host} {port}"


class Forward:
    """Serves the games of this process, and forwards requests for those of others."""

    def __init__(self, app: ASGIApp, state: State) -> None:
        self.app, self.state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Claim the game of a request, or forward the request to its owner."""
        cluster, game = self.state.cluster, game_of(scope)
        if cluster is None or game is None or game in self.state.registry.rooms:
            await self.app(scope, receive, send)
            return
        first = await _first(scope, receive)
        try:
            await self._pass_on(cluster, game, scope, first, receive, send)
        except RequestError as error:
            await refuse(error, scope, receive, send)

    async def _pass_on(
        self, cluster: Membership, game: str, scope: Scope, first: Message, receive: Receive, send: Send
    ) -> None:
        """Let the owner answer: the present one, or the next one within some seconds. Raises `RequestError`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE_S
        while True:
            if self.state.closing.is_set():
                raise unavailable()
            owner = await cluster.owner_of(game)
            if owner is None or owner == cluster.me:
                await self.app(scope, _after(first, receive), send)
                return
            try:
                await self._send_to(owner, scope, first, receive, send)
                return
            except OwnerGone:
                cluster.forget_owner(game)
                if loop.time() > end:
                    raise unavailable() from None
            await cluster.change(PAUSE_S)

    async def _send_to(self, owner: Owner, scope: Scope, first: Message, receive: Receive, send: Send) -> None:
        """Forward a request once. Raises `OwnerGone`, or `RequestError` if it is not known what became of it."""
        if MARK in scope:
            await _misdirected(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.state.exchange.socket(owner, scope, receive, send)
        else:
            await self.state.exchange.http(owner, scope, first.get("body", b""), receive, send)


async def _first(scope: Scope, receive: Receive) -> Message:
    """Receive what has to be repeated for each try: the whole body, or the request for a WebSocket.

    Only requests that change something have a body that matters, and a guard has limited its size.
    """
    if scope["type"] == "websocket":
        return await receive()
    body = bytearray()
    if scope["method"] not in CHANGING:
        return {"type": "http.request", "body": b"", "more_body": False}
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return {"type": "http.request", "body": bytes(body), "more_body": False}


def _after(first: Message, receive: Receive) -> Receive:
    """Return a `receive` that repeats the first message, and then continues."""
    left = [first]

    async def repeated() -> Message:
        return left.pop() if left else await receive()

    return repeated


async def refuse(error: RequestError, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request so that the client comes back soon."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": RESTARTING, "reason": error.code})
        return
    message = error.text(words_of(HTTPConnection(scope)))
    await problem(error.status, error.code, message, error.rule, {"Retry-After": "1"})(scope, receive, send)


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond to a forwarded request for a game that this process does not serve."""
    response = JSONResponse({"code": "unavailable"}, MISDIRECTED, {NOT_OWNER: "1"})
    if scope["type"] != "websocket":
        await response(scope, receive, send)
        return
    await send({"type": "websocket.http.response.start", "status": MISDIRECTED, "headers": response.raw_headers})
    await send({"type": "websocket.http.response.body", "body": response.body})
