"""The protocols of connections: uvicorn's, with deadlines for what a peer has to do and limits of open connections.

uvicorn waits for ever for the rest of a request, and for a peer that reads nothing of what is sent to it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

import h11
import uvicorn
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from longroad.server import metrics
from longroad.server.http.connections import DEADLINES, Connections, Deadlines

PING_S: Final = 20.0  # between two pings of a WebSocket
WRITE_NOW: Final = "longroad.write_now"  # an extension of a WebSocket's scope: the `write_now` to call
WHOLE_TEXT: Final = 0x81  # the first byte of a frame that holds a whole text (RFC 6455, section 5.2)
_SHORT_FRAME: Final = Struct("!BBH")
_LONG_FRAME: Final = Struct("!BBQ")


class ServerConfig(uvicorn.Config):
    """The configuration of a server, with its limits of connections."""

    def __init__(self, app: Any, connections: Connections, deadlines: Deadlines = DEADLINES, **settings: Any) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            backlog=connections.backlog,
            ws_ping_interval=PING_S,
            ws_ping_timeout=deadlines.pong,
            ws_per_message_deflate=False,  # updates are small: compressing one costs more than building it
            **settings,
        )
        self.connections, self.deadlines = connections, deadlines


class Timer:
    """Calls something after some seconds, unless it is stopped or set again before."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        """Start to count from now."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._call)

    def stop(self) -> None:
        """Call nothing."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class ReadWatch:
    """Aborts a connection whose peer has to read something before it goes on or closes, and reads nothing.

    It looks twice within the given seconds. Nothing is added to what has to be read while writing is paused, or after
    the connection was closed, so that it becomes less if the peer reads.
    """

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport, self._seconds = transport, seconds / 2
        self._left = math.inf  # bytes that had to be read at the last look
        self._is_paused = False
        self._timer = Timer(self._look)
        self._timer.set(self._seconds)

    def pause(self) -> None:
        """Note that writing is paused: the peer has to read first."""
        self._is_paused = True

    def resume(self) -> None:
        """Note that the peer has read enough."""
        self._is_paused, self._left = False, math.inf

    def stop(self) -> None:
        """Stop watching."""
        self._timer.stop()

    def _look(self) -> None:
        left = self._transport.get_write_buffer_size()
        if 0 < left >= self._left:
            self._transport.abort()
            return
        self._left = left if self._is_paused or self._transport.is_closing() else math.inf
        self._timer.set(self._seconds)


def _peer_of(transport: asyncio.BaseTransport) -> str:
    """Return the address of the peer."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class WatchedProtocol(asyncio.Protocol):
    """What both kinds of connection have: they are counted, and aborted if the peer does not read."""

    config: ServerConfig
    _peer: str
    _reading: ReadWatch

    def _watch(self, transport: asyncio.Transport) -> None:
        """Watch whether the peer reads."""
        self._reading = ReadWatch(transport, self.config.deadlines.reading)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one connection less."""
        self.config.connections.give_back(self._peer)
        self._reading.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the peer to read."""
        super().pause_writing()
        self._reading.pause()

    def resume_writing(self) -> None:
        """Go on: the peer has read enough."""
        super().resume_writing()
        self._reading.resume()


class HttpProtocol(WatchedProtocol, H11Protocol):
    """A connection for HTTP: limited in number, and closed if a request does not come to its end in time."""

    config: ServerConfig
    _is_counted = False
    _is_upgraded = False  # to a WebSocket
    _awaited: Any = None  # what the peer has to send: the state of its side, as h11 names it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a new connection, or close it if there are too many."""
        self._peer = _peer_of(transport)
        self._is_counted = self.config.connections.take(self._peer)
        if not self._is_counted:
            metrics.connections_refused.inc()
            transport.abort()
            return
        super().connection_made(transport)
        self._deadline = Timer(transport.abort)
        self._watch(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one connection less, if it was counted."""
        if self._is_counted:
            self._deadline.stop()
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._set_deadline()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._set_deadline()

    def _set_deadline(self) -> None:
        """Set the deadline for what is awaited of the peer, once for the headers and once for the body."""
        if self._is_upgraded or self._awaited is self.conn.their_state:
            return
        self._awaited = self.conn.their_state
        self._deadline.stop()
        if self._awaited is h11.IDLE:
            self._deadline.set(self.config.deadlines.headers)
        elif self._awaited is h11.SEND_BODY:
            self._deadline.set(self.config.deadlines.body)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket."""
        self._is_upgraded = True
        self._deadline.stop()
        self._reading.stop()
        super().handle_websocket_upgrade(event)


class WebSocketProtocol(WatchedProtocol, WebSocketsSansIOProtocol):
    """A WebSocket, which the connection for HTTP has counted; the peer has to answer a ping at once."""

    config: ServerConfig

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn.debug = False  # it would log headers with cookies, and messages with hands

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection over."""
        super().connection_made(transport)
        self._peer = _peer_of(transport)
        self._watch(self.transport)

    async def run_asgi(self) -> None:
        """Run the application; a client that goes away before the handshake ends is no error of it."""
        application = self.app
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), WRITE_NOW: {"call": self.write_now}}

        async def checked(scope: Any, receive: Any, send: Any) -> None:
            await application(scope, receive, send)
            if self.transport.is_closing() and not self.handshake_complete:
                raise ClientDisconnected

        self.app = checked
        await super().run_asgi()

    def start_keepalive(self) -> None:
        """Send the first ping when the WebSocket opens; its answer shows that somebody is there."""
        self.send_keepalive_ping()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. Raises `ClientDisconnected`, also if the client goes away during the handshake.

        A handshake that is answered with a refusal is complete too; uvicorn would log an error about it.
        """
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is not None and self.write_now(str(text).encode()):
            return
        if self.transport.is_closing() and not self.handshake_complete:
            raise ClientDisconnected
        await super().send(message)
        self.handshake_complete |= self.initial_response is not None and self.close_sent

    def write_now(self, text: bytes) -> bool:
        """Send a text if that needs no waiting; return whether it was sent."""
        is_open = self.conn.state is State.OPEN and not self.close_sent and not self.disconnected
        if is_open and self.writable.is_set():
            self.transport.write(text_frame(text))
            return True
        return False


def text_frame(text: bytes) -> bytes:
    """Return a message as the one frame of a WebSocket, in a tenth of the time of uvicorn and websockets.

    >>> text_frame(b"{}"), text_frame(b" " * 300)[:4]
    (b'\\x81\\x02{}', b'\\x81~\\x01,')
    """
    size = len(text)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return _SHORT_FRAME.pack(WHOLE_TEXT, 126, size) + text
    return _LONG_FRAME.pack(WHOLE_TEXT, 127, size) + text
