"""Starts a server process and talks to it over HTTP."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

SLOWEST_START_S: Final = 60.0
SLOWEST_STOP_S: Final = 30.0
TOO_MANY: Final = 429

DATABASE_VARIABLE: Final = "LONGROAD_BENCH_DATABASE"  # the URL of a database instead of a file in the folder
SWEEP_VARIABLE: Final = "LONGROAD_BENCH_SWEEP"  # seconds between two checks of all rooms; 1 if it is not set

# As `longroad serve`, but one address may open any number of games and connections, bots go on though nobody watches,
# finished rooms leave the memory at the next check of all rooms rather than after minutes, and a route returns the
# number of rooms and objects and how long the event loop was blocked since it was last asked; until it is asked first,
# nothing watches the loop.
PROGRAM: Final = """
import asyncio
import gc
import os
import sys
import time
from dataclasses import replace
from starlette.responses import JSONResponse
from starlette.routing import Route
from longroad.server.http import serving
from longroad.server.http.app import Hosting, create_app
from longroad.server.networks import network_of

def ready():
    registry = app.state.registry
    sweep = float(os.environ.get("LONGROAD_BENCH_SWEEP", "1"))
    registry.timing = replace(registry.timing, forget_over=0.5, sweep=sweep, unwatched=3600.0)

blocked = [0.0]
watchdogs = []

async def watch():
    while True:
        start = time.monotonic()
        await asyncio.sleep(0.005)
        blocked.append(time.monotonic() - start - 0.005)

async def rooms(request):
    if not watchdogs:
        watchdogs.append(asyncio.create_task(watch()))
    if "collect" in request.query_params:
        gc.collect()
    waits = sorted(blocked)
    blocked[:] = [0.0]
    return JSONResponse({
        "rooms": len(app.state.registry.rooms),
        "blocks": sys.getallocatedblocks(),
        "blocked_ms": 1000 * waits[-1],
        "blocked_p99_ms": 1000 * waits[int(0.99 * len(waits))],
    })

hosting = Hosting(
    os.environ.get("LONGROAD_BENCH_DATABASE") or f"{sys.argv[2]}/games.db",
    address=f"http://127.0.0.1:{sys.argv[1]}",
    openings=(1e6, 1e6), joins=(1e6, 1e6), reads=(1e6, 1e6), at_once=1_000_000, lines=1_000_000,
)
app = create_app(hosting)
app.router.routes.insert(0, Route("/api/rooms", rooms))
everybody = [network_of("127.0.0.1")]  # one address stands for many people, as that of a proxy does
serving.run(app, serving.listen("127.0.0.1", int(sys.argv[1])), when_ready=ready, proxies=everybody)
"""


class Refusal(RuntimeError):
    """The server answered with an error."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status}: {text}")
        self.status = status


class Served:
    """A running server and its address."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, path: str, body: object = None, token: str | None = None, method: str | None = None) -> Any:
        """Send a request, and return the JSON; a body makes it a POST. Waits and repeats after 'too many requests'.

        Raises:
            Refusal: The server refused.
        """
        while True:
            try:
                return self._ask_once(path, body, token, method)
            except Refusal as refusal:
                if refusal.status != TOO_MANY:
                    raise
                time.sleep(0.2)

    def _ask_once(self, path: str, body: object, token: str | None, method: str | None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SLOWEST_START_S) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refused:
            raise Refusal(refused.code, refused.read().decode(errors="replace")) from None

    def memory_mb(self) -> float | None:
        """Return the memory of the server process without its workers; None where the system has no such figure."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def cpu_s(self) -> float | None:
        """Return the CPU seconds of the server process; None where the system has no such figure."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return None
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def output_tail(self) -> str:
        """Return the end of the server's output."""
        return self.log.read_text(errors="replace")[-4000:] if self.log.exists() else ""


def reserve_port() -> tuple[int, socket.socket]:
    """Return a free port, and what holds it until it is closed: nobody listens there, or is given the port.

    A server that reuses addresses, as most do, can listen there meanwhile, and again after it has stopped. Only Linux
    has this; elsewhere another program may be given the port first.

    >>> port, held = reserve_port()
    >>> with held, socket.socket() as listener:
    ...     listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ...     listener.bind(("127.0.0.1", port))
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = int(held.getsockname()[1])
    if sys.platform != "linux":
        held.close()
    return port, held


def _wait_until_up(served: Served, path: str) -> None:
    """Wait until a server answers.

    Raises:
        RuntimeError: It ended, or took too long; its output is quoted.
    """
    end = time.monotonic() + SLOWEST_START_S
    while time.monotonic() < end:
        if served.process.poll() is not None:
            raise RuntimeError(f"the server ended with {served.process.returncode}:\n{served.output_tail()}")
        try:
            served.ask(path)
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start within {SLOWEST_START_S:.0f} s:\n{served.output_tail()}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a server with SIGINT, then kill it if it does not stop."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGINT)
    try:
        process.wait(SLOWEST_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def serving(
    folder: Path,
    command: Sequence[str] = (sys.executable, "-c", PROGRAM),
    environment: Mapping[str, str] | None = None,
    port: int | None = None,
) -> Iterator[Served]:
    """Run a server with its database in a folder; the command gets the port and the folder.

    Raises:
        RuntimeError: It does not start.
    """
    free, held = reserve_port()
    port = port or free
    log = folder / "server.log"
    arguments = [*command, str(port), str(folder)]
    with held:
        with log.open("ab") as output:
            process = subprocess.Popen(
                arguments,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                env={**os.environ, **(environment or {})},
            )
        try:
            served = Served(process, port, log)
            _wait_until_up(served, "/api/meta")
            yield served
        finally:
            stop(process)
