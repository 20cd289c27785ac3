"""Gives each request an id, which stands in its response and, with the client's address, in what is logged about it."""

from __future__ import annotations

from secrets import token_hex
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longroad.server.logs import client, request_id

HEADER: Final = "X-Request-Id"


class RequestIds:
    """Adds an id to requests and their responses; a WebSocket keeps one for its life."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request under a new id."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = token_hex(6)
        request_id.set(name)
        client.set((scope.get("client") or ("",))[0])

        async def with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = name  # also of a response that another process has built
            await send(message)

        await self.app(scope, receive, with_id if scope["type"] == "http" else send)
