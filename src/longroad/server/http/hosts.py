"""Checks the host names that a server answers to.

Another site can point its own host name to this machine, and would then look like the server's own page (DNS
rebinding). A browser sends the name in `Host`, so only IP addresses and known names are served.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from longroad.server.errors import STATUS
from longroad.server.http.problems import problem

CODE = "wrong_host"


def name_of(host: str) -> str:
    """Return the name or address in a `Host`, without the port.

    >>> name_of("Example.org:8311"), name_of("[::1]:8311"), name_of("127.0.0.1")
    ('example.org', '::1', '127.0.0.1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().rstrip(".")


def is_served(host: str, names: frozenset[str]) -> bool:
    """Whether a server answers to a `Host`: an address, this machine, or one of its names.

    >>> asked = ("10.0.0.7:80", "localhost", "games.example", "evil.example")
    >>> [is_served(host, frozenset({"games.example"})) for host in asked]
    [True, True, True, False]
    """
    name = name_of(host)
    if name in ("", "localhost") or name.endswith(".localhost") or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Hosts:
    """Refuses requests for a name that is not the server's."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = frozenset(map(name_of, names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests for this server."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        if is_served(host, self.names):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            message = f"{host!r:.80} is not a name of this server: start it with --name to add it."
            await problem(STATUS[CODE], CODE, message)(scope, receive, send)
