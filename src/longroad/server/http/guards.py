"""Checks before every route: size, content type and origin of a request; and the headers of every response.

Another site's page can make a browser send its cookies here. So every request that changes something must be JSON,
which a form cannot send, and must come from the server's own page, which a browser names in `Origin`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longroad.server.http.problems import problem

MOST_BODY: Final = 64 * 1024  # bytes of a request
MOST_AT: Final[Mapping[str, int]] = dict.fromkeys(  # where a whole record is sent
    ("/api/replay", "/api/board", "/api/analyse", "/api/review"), 4 * 1024 * 1024
)
CHANGING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
HTTP_SCHEMES: Final[Mapping[str, str]] = {"ws": "http", "wss": "https"}  # what pages call the schemes of WebSockets
HSTS: Final = ("Strict-Transport-Security", "max-age=31536000")  # a browser that came by HTTPS comes only by HTTPS

SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def is_own_origin(headers: Headers, scheme: str) -> bool:
    """Whether a request comes from the server's own page, or from no page at all.

    >>> own = Headers({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"})
    >>> is_own_origin(own, "http"), is_own_origin(own, "https")
    (True, False)
    >>> is_own_origin(Headers({"host": "127.0.0.1:8000", "origin": "https://elsewhere.example"}), "https")
    False
    """
    if headers.get("sec-fetch-site", "same-origin") in ("cross-site", "same-site"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme = HTTP_SCHEMES.get(scheme, scheme)
    own, _, named = origin.lower().partition("://")
    return own == scheme and bool(named) and _bare(named, scheme) == _bare(headers.get("host", ""), scheme)


def is_from_page(headers: Headers) -> bool:
    """Whether a browser sends a request for a page; a script can neither set nor remove these headers.

    >>> is_from_page(Headers({"sec-fetch-site": "same-origin"})), is_from_page(Headers({"accept": "*/*"}))
    (True, False)
    """
    return any(name in headers for name in ("origin", "sec-fetch-site", "sec-fetch-mode"))


def _bare(address: str, scheme: str) -> str:
    """Remove the default port of a scheme.

    >>> _bare("Example.org:443", "https"), _bare("example.org:443", "http")
    ('example.org', 'example.org:443')
    """
    return address.lower().removesuffix(":443" if scheme == "https" else ":80")


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
        refusal = _refusal(headers, scope.get("scheme", "http"), most)
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


def _refusal(headers: Headers, scheme: str, most: int) -> JSONResponse | None:
    if not is_own_origin(headers, scheme):
        return problem(403, "wrong_origin", wrong_origin(headers, scheme))
    if not _is_json(headers):
        return problem(415, "not_json", "what changes something has the content type application/json")
    length = headers.get("content-length", "0")
    return _too_large(most) if length.isascii() and length.isdigit() and int(length[:20]) > most else None


def wrong_origin(headers: Headers, scheme: str) -> str:
    """Return why a request of another page is refused."""
    origin = headers.get("origin", "another page")
    if scheme in ("http", "ws") and is_own_origin(headers, "https"):
        return f"{origin!r:.80}: HTTPS is believed only of a proxy that the server was started with (--trusted-proxy)"
    return f"{origin!r:.80}: only this server's own page may change anything here"


def _too_large(most: int) -> JSONResponse:
    answer = problem(413, "too_large", f"a request has at most {most} bytes")
    answer.headers["Connection"] = "close"  # the rest of the body is not read
    return answer


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
        is_api, is_secure = scope["path"].startswith("/api/"), scope.get("scheme", "http") == "https"

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                if is_secure:
                    headers.setdefault(*HSTS)
                if is_api:
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)
