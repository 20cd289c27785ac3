"""Checks before every route: size, content type and origin of a request; and the headers of every response.

Another site's page can make a browser send its cookies here. So every request that changes something must be JSON,
which a form cannot send, and must come from the server's own page, which a browser names in `Origin`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY: Final = 64 * 1024  # bytes of a request
MOST_AT: Final[Mapping[str, int]] = {"/api/replay": 4 * 1024 * 1024}  # where a whole record is sent
CHANGING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def is_own_origin(headers: Headers) -> bool:
    """Whether a request comes from the server's own page, or from no page at all.

    >>> is_own_origin(Headers({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}))
    True
    >>> is_own_origin(Headers({"host": "127.0.0.1:8000", "origin": "https://elsewhere.example"}))
    False
    """
    if headers.get("sec-fetch-site", "same-origin") in ("cross-site", "same-site"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        named = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(named) and _bare(named) == _bare(headers.get("host", ""))


def _bare(address: str) -> str:
    """Remove the default port of a scheme."""
    return address.lower().removesuffix(":443").removesuffix(":80")


def _is_json(headers: Headers) -> bool:
    """Whether a request says that it is JSON.

    >>> _is_json(Headers({"content-type": "application/json; charset=utf-8"})), _is_json(Headers({}))
    (True, False)
    """
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


class Guard:
    """Refuses requests that change something unless they are small, JSON and from the server's own page."""

    def __init__(self, app: ASGIApp, is_known: Callable[[Scope], bool]) -> None:
        self.app, self.is_known = app, is_known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on valid requests, and those for unknown routes."""
        if scope["type"] != "http" or scope["method"] not in CHANGING or not self.is_known(scope):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = MOST_AT.get(scope["path"], MOST_BODY)
        refusal = _refusal(headers, most)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        try:
            body = await _whole(receive, most)
        except ConnectionAbortedError:
            return
        if body is None:
            await _too_large(most)(scope, receive, send)
            return
        await self.app(scope, _given(body, receive), send)


def _refusal(headers: Headers, most: int) -> JSONResponse | None:
    if not is_own_origin(headers):
        message = f"{headers.get('origin', 'another page')!r:.80}: only this server's own page may change anything here"
        return _problem(403, "wrong_origin", message)
    if not _is_json(headers):
        return _problem(415, "not_json", "what changes something has the content type application/json")
    length = headers.get("content-length", "0")
    return _too_large(most) if length.isascii() and length.isdigit() and int(length[:20]) > most else None


def _too_large(most: int) -> JSONResponse:
    answer = _problem(413, "too_large", f"a request has at most {most} bytes")
    answer.headers["Connection"] = "close"  # the rest of the body is not read
    return answer


def _problem(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message, "rule": None}, status)


async def _whole(receive: Receive, most: int) -> bytes | None:
    """Read a body; None if it is too large. Raises `ConnectionAbortedError` if it does not come to its end."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionAbortedError
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _given(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that repeats the body that has been read, and then continues."""
    parts: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return parts.pop() if parts else await receive()

    return given


class SecurityHeaders:
    """Adds the security headers to every response that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to the response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                if is_api:
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)
