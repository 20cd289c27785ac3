"""The server as clients meet it: within this process, or as a process of its own."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import httpx
from fastapi import FastAPI
from httpx._config import DEFAULT_TIMEOUT_CONFIG as HTTPX

from longroad.bench.serving import reserve_port
from longroad.server.bot_workers import BotWorkers
from longroad.server.http.app import Hosting, create_app
from longroad.server.http.connections import DEADLINES, Deadlines
from longroad.server.http.serving import Server, listen
from longroad.server.networks import Network
from tests.server.priority import kept_priority
from tests.server.unprepared import prepare_nothing
from tests.starter import Started, starter

HOST = "http://longroad.test"
JSON = {"content-type": "application/json"}
SOLO: dict[str, Any] = {"settings": {"pace": "instant"}, "starts": True}
STOP_S = 60.0  # in which a server ends, also on a busy machine

# A busy machine may take longer for an answer than the five seconds after which httpx gives up.
HTTPX.connect = HTTPX.read = HTTPX.write = HTTPX.pool = 60.0


def database(folder: Path) -> str:
    """Return the address of a database in a folder."""
    return str(folder / "games.db")


def unprepared() -> AbstractContextManager[object]:
    """Start servers whose bots cannot search yet: each would load the compiler in a process of its own."""
    return patch.object(BotWorkers, "begin")


@asynccontextmanager
async def running(folder: Path, *, can_search: bool = False, **changes: Any) -> AsyncIterator[FastAPI]:
    """Run an application in this process; its bots cannot search unless that is asked for."""
    unlimited = dict.fromkeys(("openings", "previews", "joins", "changes", "records"), (10_000, 10_000))
    hosting = {"names": (urlsplit(HOST).netloc,), **unlimited, **changes}
    app = create_app(Hosting(database(folder), **hosting))
    async with AsyncExitStack() as stack:
        stack.enter_context(kept_priority())
        with nullcontext() if can_search else unprepared():
            await stack.enter_async_context(app.router.lifespan_context(app))
        yield app


def visitor(app: FastAPI, **headers: str) -> httpx.AsyncClient:
    """Return a browser with cookies of its own."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=HOST, headers=headers)


@asynccontextmanager
async def listening(
    folder: Path, deadlines: Deadlines = DEADLINES, proxies: Sequence[Network] = (), **changes: Any
) -> AsyncIterator[int]:
    """Serve at a real port from this process, with bots that cannot search, and yield the port."""
    app = create_app(Hosting(database(folder), **changes))
    listener = listen("127.0.0.1", 0)
    ready = asyncio.Event()
    server = Server(app, "warning", ready.set, proxies, deadlines)
    with unprepared():
        serving = asyncio.ensure_future(server.serve([listener]))
        await asyncio.wait({serving, asyncio.ensure_future(ready.wait())}, return_when=asyncio.FIRST_COMPLETED)
    try:
        with kept_priority():
            yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        app.state.closing.set()
        await serving


class Process:
    """A server in a process of its own, which can be stopped and started again, each time at the same port.

    `files` limits the files that it may open; `arguments` are added to its command. Its bots cannot search unless that
    is asked for; otherwise `first`, a function of tests.server.unprepared, is called before anything else.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        database: str | None = None,
        files: int | None = None,
        stderr: int | None = None,
        can_search: bool = False,
        first: Callable[[], None] = prepare_nothing,
    ) -> None:
        self._first = None if can_search else f"{first.__module__}:{first.__name__}"
        self.folder = folder
        self.port, self._held = reserve_port()
        self._where = ("--data", str(folder)) if database is None else ("--database", database)
        self.arguments, self.files, self._stderr = arguments, files, stderr
        self.process: Started | None = None

    def start(self) -> str:
        """Start it, and return its address."""
        self.begin()
        return self.wait()

    def begin(self) -> None:
        """Begin to start it."""
        arguments = ["serve", "--port", str(self.port), *self._where, *self.arguments]
        with (self.folder / "log").open("a") as log:
            self.process = starter().launch(
                arguments, stderr=self._stderr or log.fileno(), files=self.files, first=self._first
            )

    def wait(self) -> str:
        """Wait until it has started, and return its address."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.port = int(found[1])
        return self.address

    @property
    def log(self) -> str:
        """What it has logged."""
        return (self.folder / "log").read_text()

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def socket(self, game: str, **asked: Any) -> str:
        """Return the address of a game's WebSocket."""
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        return f"ws://127.0.0.1:{self.port}/api/games/{game}/ws?{query}"

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it, and return how it ended."""
        assert self.process is not None
        self.process.send_signal(how)
        try:
            return self.process.wait(STOP_S)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            assert self.process.stdout is not None
            self.process.stdout.close()
