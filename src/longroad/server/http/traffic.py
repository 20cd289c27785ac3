"""Limits of every request, for each address: how many at once, how many reads, and how many malformed ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from longroad.narration import Phrase
from longroad.server.errors import RequestError
from longroad.server.http.clients import address_of, words_of
from longroad.server.http.problems import problem
from longroad.server.limits import Buckets, ConnectionLimit

API: Final = "/api/"
READING: Final = frozenset({"GET", "HEAD"})
MALFORMED: Final = frozenset({400, 413, 415, 422})  # statuses of requests that a client should not have sent
RETRY: Final[Mapping[str, str]] = {"Retry-After": "2", "Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class TrafficLimits:
    """The limits of each address."""

    at_once: ConnectionLimit
    reads: Buckets
    malformed: Buckets

    def refusal(self, connection: HTTPConnection, address: str) -> RequestError | None:
        """Count one more request; return why it is refused, None if it is not."""
        is_read = connection.scope["type"] == "websocket" or connection.scope["method"] in READING
        if is_read and connection.scope["path"].startswith(API) and not self.reads.take(address):
            return RequestError("too_many", Phrase("error.many_reads"))
        if not is_read and not self.malformed.has_one(address):
            return RequestError("too_many", Phrase("error.many_malformed"))
        return None


class Traffic:
    """Refuses requests of an address that sends too many."""

    def __init__(self, app: ASGIApp, limits: TrafficLimits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests within the limits."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address = address_of(connection)
        if not self.limits.at_once.take(address):
            error = RequestError("too_many", Phrase("error.many_lines"))
            await _refuse(connection, error, receive, send)
            return
        try:
            refusal = self.limits.refusal(connection, address)
            if refusal is None:
                await self.app(scope, receive, self._counting(address, send) if scope["type"] == "http" else send)
            else:
                await _refuse(connection, refusal, receive, send)
        finally:
            self.limits.at_once.give_back(address)

    def _counting(self, address: str, send: Send) -> Send:
        """Return a `send` that counts responses to malformed requests."""

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in MALFORMED:
                self.limits.malformed.take(address)
            await send(message)

        return counting


async def _refuse(connection: HTTPConnection, error: RequestError, receive: Receive, send: Send) -> None:
    response = problem(error.status, error.code, error.text(words_of(connection)), headers=RETRY)
    if connection.scope["type"] == "websocket":
        await WebSocket(connection.scope, receive, send).send_denial_response(response)
    else:
        await response(connection.scope, receive, send)
