"""Starts servers quickly: each is a fork of a process that has loaded what `longroad serve` needs, and no more.

A server that loads its modules by itself takes seconds to start on a busy machine, and hundreds of them are started.
"""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CLOCK = Path(__file__).parent / "clock"
LOADED = (
    "longroad.cli.commands",
    "longroad.server.http.serving",
    "longroad.server.http.exchange",
    "longroad.server.store.upgrade",
    "longroad.bots.levels",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "websockets.asyncio.client",
)


class Starter:
    """The process that starts servers."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()

    async def launch(self, arguments: Sequence[str], out: Path, log: Path, clock: Path) -> int:
        """Start `longroad` with arguments, and return the id of its process."""
        async with self._asking:
            process = self._process or await self._begin()
            assert process.stdin is not None
            assert process.stdout is not None
            asked = {"arguments": list(arguments), "out": str(out), "log": str(log), "clock": str(clock)}
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            await process.stdin.drain()
            return int(await process.stdout.readline())

    async def _begin(self) -> asyncio.subprocess.Process:
        path = os.pathsep.join([str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, "WITHOUT_NUMBA": "1"},
        )
        return self._process

    async def close(self) -> None:
        """End the process; the servers are not affected."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()


def main() -> None:
    """Start a server for each line of the input, and print the id of its process."""
    for module in LOADED:
        __import__(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the servers
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            _become_server(json.loads(line))
        print(process, flush=True)


def _become_server(asked: dict[str, Any]) -> None:
    """Turn a fork into a server; it does not return."""
    from tests.faults.real.clock.sitecustomize import shift

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for end, path in enumerate((os.devnull, asked["out"], asked["log"])):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        os.dup2(file, end)
        os.close(file)
    sys.stdin = os.fdopen(os.dup(0))  # one that nothing was read from
    os.environ["SHIFTED_CLOCK"] = asked["clock"]
    shift(asked["clock"])
    sys.argv = ["longroad", *asked["arguments"]]
    try:
        runpy.run_module("longroad.cli", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
        sys.stdout.flush()
        os._exit(code)
    os._exit(0)


if __name__ == "__main__":
    main()
