"""Runs the application: finds a free port, reports when it is ready, and shuts down cleanly."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from longroad.server import metrics
from longroad.server.http.app import open_store
from longroad.server.http.connections import DEADLINES, Connections, Deadlines, raise_file_limit
from longroad.server.http.protocols import ServerConfig
from longroad.server.networks import Network
from longroad.server.repeats import filter_repeats
from longroad.server.store import UnusableDatabase

DEFAULT_PORT: Final = 8311
TRIES: Final = 50  # ports that are tried one after the other
GRACE_S: Final = 3  # that requests have to end when the server stops
MOST_FRAME: Final = 64 * 1024  # bytes above which a WebSocket is closed; smaller messages are answered


class NoPort(OSError):
    """An address that cannot be served at."""


class ServerStopped(RuntimeError):
    """A server that had to stop; the message says why."""


def listen(host: str, port: int | None) -> socket.socket:
    """Bind a port: the one that is named, else the usual one or the next free one. Raises `NoPort`."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + TRIES) if port is None else [port]
    try:
        family, _, _, _, address = socket.getaddrinfo(host, ports[0], type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise NoPort(f"{host}: {error.strerror or error}") from error
    for number in ports:
        taken = _taken(family, (address[0], number, *address[2:]))
        if taken is not None:
            return taken
    raise NoPort(f"port {ports[0]} of {host} is taken" if port else f"ports {ports[0]} to {ports[-1]} are all taken")


def _taken(family: int, address: tuple[object, ...]) -> socket.socket | None:
    """Bind an address; None if it is in use."""
    # With the protocol named, asyncio sets TCP_NODELAY, so small responses are sent at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise NoPort(f"{address[0]}, port {address[1]}: {error.strerror or error}") from error
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address at which a browser finds the server.

    >>> with listen("127.0.0.1", 0) as listener:
    ...     address_of(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
    True
    """
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


class Server(uvicorn.Server):
    """A server that reports when it is ready, and ends its streams when it is asked to stop."""

    def __init__(
        self,
        app: FastAPI,
        log_level: str,
        when_ready: Callable[[], None] | None = None,
        proxies: Sequence[Network] = (),
        deadlines: Deadlines = DEADLINES,
    ) -> None:
        workers = getattr(app.state, "workers", 0)
        connections = Connections(raise_file_limit(), workers, proxies)
        connections.peers = lambda: () if app.state.cluster is None else app.state.cluster.hosts
        config = ServerConfig(
            app,
            connections,
            deadlines,
            log_config=None,
            log_level=log_level,
            access_log=log_level in ("debug", "trace"),
            ws_max_size=MOST_FRAME,
            timeout_graceful_shutdown=GRACE_S,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=[str(network) for network in proxies],
        )
        filter_repeats()
        super().__init__(config)
        self._application, self._when_ready = app, when_ready
        self.is_interrupted = False
        self.failure: Exception | None = None  # why it did not start, or had to stop
        app.state.stop = self.stop
        app.state.open_connections = lambda: connections.count

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the database, start, and call `when_ready`."""
        try:
            await open_store(self._application)
        except UnusableDatabase as error:
            self.failure, self.should_exit = error, True
            return
        asyncio.get_running_loop().set_exception_handler(_count_accept_errors)
        await super().startup(sockets)
        if self.started and not self.should_exit and self._when_ready is not None:
            self._when_ready()

    def stop(self, why: str) -> None:
        """Stop as if asked to, because the server cannot go on."""
        self.failure = ServerStopped(why)
        self._application.state.closing.set()
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, and end the streams, which would go on for ever."""
        self._application.state.closing.set()
        self.is_interrupted |= sig == signal.SIGINT
        super().handle_exit(sig, frame)


def _count_accept_errors(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Count connections that could not be accepted, and log the error as usual."""
    if "accept" in str(context.get("message")):
        metrics.accept_errors.inc()
    loop.default_exception_handler(context)


def stopping() -> list[signal.Signals]:
    """Return the signals that stop a server besides SIGTERM: a terminal that is closed does, except after nohup."""
    is_heard = sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
    return [signal.SIGINT, signal.SIGHUP] if is_heard else [signal.SIGINT]


def run(
    app: FastAPI,
    listener: socket.socket,
    log_level: str = "warning",
    when_ready: Callable[[], None] | None = None,
    proxies: Sequence[Network] = (),
) -> None:
    """Serve until stopped. Raises `KeyboardInterrupt` after an orderly end if SIGINT asked for it.

    Addresses and schemes that a request was forwarded for are believed from `proxies` alone.

    Raises:
        UnusableDatabase: The database cannot be opened.
        ServerStopped: The server could not go on.
    """
    server = Server(app, log_level, when_ready, proxies)
    # Before there is a loop, which an exception would break; uvicorn adds SIGTERM.
    before = {number: signal.signal(number, server.handle_exit) for number in stopping()}
    try:
        server.run(sockets=[listener])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if server.failure is not None:
        raise server.failure
    if server.is_interrupted:
        raise KeyboardInterrupt
