"""Serves everything below a path, such as /catan behind a proxy.

The path is removed from requests before anything else sees them, whether a proxy passes it on or not. What names an
address of its own has to put it back: cookies, `Location`, and the page.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote_to_bytes

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

BASE: Final = "longroad.base_path"  # in the scope of a request


class BasePath:
    """Removes the path of the server from requests."""

    def __init__(self, app: ASGIApp, base: str = "") -> None:
        self.app, self.base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request as if the server were at the root."""
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, BASE: self.base}
            path = scope["path"]
            if self.base and (path == self.base or path.startswith(self.base + "/")):
                scope["path"] = path[len(self.base) :] or "/"
                scope["raw_path"] = _below(scope.get("raw_path") or path.encode(), self.base) or b"/"
        await self.app(scope, receive, send)


def _below(raw: bytes, base: str) -> bytes:
    """Return what follows the path of the server in a path as it was sent, whose letters may be escaped.

    >>> _below(b"/catan/api/games/a%20b", "/catan"), _below(b"/%63at%61n/api", "/catan")
    (b'/api/games/a%20b', b'/api')
    """
    ends = range(len(base), len(raw) + 1)
    return next((raw[end:] for end in ends if unquote_to_bytes(raw[:end]) == base.encode()), raw)


def with_base(connection: HTTPConnection, path: str) -> str:
    """Return a path of the server as clients have to ask for it."""
    return str(connection.scope.get(BASE, "")) + path
