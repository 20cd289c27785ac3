"""A TCP proxy whose connections can be cut, stalled, delayed and half closed.

It stands between clients and servers, between servers, and between servers and PostgreSQL. TCP itself neither
duplicates nor reorders what it carries, so these faults are those of messages: people send an action twice, on two
connections, and let one action overtake another (`people.py`).
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

AT_ONCE = 1 << 16  # bytes
AT_ONCE_RESET = struct.pack("ii", 1, 0)  # no lingering: closing sends a reset

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Passes connections on to a target, as well as its faults allow."""

    def __init__(self, target: Callable[[], Awaitable[Stream]], rng: Random) -> None:
        self.port = 0
        self.delay_s = (0.0, 0.0)  # the least and the most that each piece of data waits
        self._target, self._rng = target, rng
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._lines: dict[asyncio.Task[None], list[asyncio.StreamWriter]] = {}
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen at a free port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut all connections, and accept no more."""
        if self._server is not None:
            self._server.close()
        lines = list(self._lines)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)

    # --- faults -------------------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Reset all connections at both ends."""
        for writers in self._lines.values():
            for writer in writers:
                _reset(writer)

    def half_close(self) -> None:
        """End what flows to the clients; they may still send."""
        for writers in self._lines.values():
            with suppress(OSError, RuntimeError):
                writers[0].write_eof()

    def stall(self) -> None:
        """Hold everything back, new connections too."""
        self._flowing.clear()

    def resume(self) -> None:
        """Let everything flow again."""
        self._flowing.set()

    # --- passing on ---------------------------------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None
        self._lines[line] = [writer]
        try:
            await self._pass_on(line, reader, writer)
        except (OSError, RuntimeError, asyncio.CancelledError):  # closed by a fault, or by its other end
            pass
        finally:
            for end in self._lines.pop(line):
                _reset(end)

    async def _pass_on(
        self, line: asyncio.Task[None], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await self._flowing.wait()
        from_target, to_target = await self._target()
        self._lines[line].append(to_target)
        await asyncio.gather(self._pump(reader, to_target), self._pump(from_target, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass data on in one direction until it ends."""
        while data := await reader.read(AT_ONCE):
            if self.delay_s[1]:
                await asyncio.sleep(self._rng.uniform(*self.delay_s))
            await self._flowing.wait()
            writer.write(data)
            await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection with a reset."""
    found = writer.get_extra_info("socket")
    if found is not None and found.family != socket.AF_UNIX:
        with suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE_RESET)
    writer.transport.abort()
