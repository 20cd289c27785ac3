"""Servers as processes of their own, each behind a proxy, which can be killed at any moment, also while they start."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.faults.real.processes import children, descendants, kill, limit_files, unlimit_files
from tests.faults.real.proxy import Proxy, Stream

SLOWEST_START_S = 60.0
SLOWEST_STOP_S = 20.0
CLOCK = Path(__file__).parent / "clock"


class Server:
    """One `longroad serve`, at the same port in all its lives."""

    def __init__(self, folder: Path, number: int, rng: Random) -> None:
        self.number, self._folder = number, folder
        self.arguments: Sequence[str] = ()
        self.network = Proxy(self._connect, rng)  # before it: clients and other servers come through here
        self.is_up = False
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None
        self._clock = folder / f"clock-{number}"
        self._starting = asyncio.Lock()

    async def _connect(self) -> Stream:
        return await asyncio.open_connection("127.0.0.1", self._port)

    @property
    def address(self) -> str:
        """The host and port of the proxy before it."""
        return f"127.0.0.1:{self.network.port}"

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def _log(self) -> Path:
        return self._folder / f"server-{self.number}.log"

    def log(self) -> str:
        """Return what it has logged."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    # --- life ---------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start it, and wait until it serves or has ended; do nothing if it runs."""
        async with self._starting:
            if not self.is_running:
                await self._begin()
            assert self._process is not None
            if not self.is_up:
                await self._wait(self._process)

    async def _begin(self) -> None:
        if not self.network.port:
            await self.network.start()
        command = [sys.executable, "-m", "longroad.cli", "serve", "--port", str(self._port)]
        command += ["--trusted-proxy", "127.0.0.1", "--internal-url", f"http://{self.address}", *self.arguments]
        if not self._clock.exists():
            self.shift_clock(0.0)
        path = os.pathsep.join([str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "SHIFTED_CLOCK": str(self._clock), "PYTHONPATH": path}
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, stderr=log, env=environment
            )

    async def _wait(self, process: asyncio.subprocess.Process) -> None:
        """Wait until a process serves, or has ended."""
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), SLOWEST_START_S)
        found = re.search(rb"http://127\.0\.0\.1:(\d+)/", line)
        if found:
            self._port, self.is_up = int(found[1]), True
        else:
            await process.wait()

    async def kill(self) -> bool:
        """Kill it; return whether it was there."""
        process = self._process
        if process is None or process.returncode is not None:
            return False
        self.is_up = False
        process.kill()
        await process.wait()
        return True

    async def stop(self) -> None:
        """Stop it cleanly."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        self.is_up = False
        process.terminate()
        await asyncio.wait_for(process.wait(), SLOWEST_STOP_S)

    async def close(self) -> None:
        """End it and its proxy."""
        if self.is_running:
            os.kill(self.pid, signal.SIGCONT)
        await self.kill()
        await self.network.close()

    # --- faults -------------------------------------------------------------------------------------------------------

    def kill_worker(self, rng: Random) -> bool:
        """Kill one of the processes below it: a worker, or the one that starts them."""
        if not self.is_running:
            return False
        own = children(self.pid)[1:]  # the first one only cleans up after the others
        below = own + [worker for each in own for worker in descendants(each)]
        return bool(below) and kill(rng.choice(below))

    async def freeze(self, seconds: float) -> bool:
        """Let it stand still for a while; return whether it was there."""
        if not self.is_up:
            return False
        os.kill(self.pid, signal.SIGSTOP)
        frozen = self.pid
        await asyncio.sleep(seconds)
        if self.is_running and self.pid == frozen:
            os.kill(frozen, signal.SIGCONT)
        return True

    async def fill_disk(self, seconds: float) -> bool:
        """Let it write nothing for a while; return whether it was there."""
        if not self.is_up:
            return False
        limited = self.pid
        limit_files(limited)
        await asyncio.sleep(seconds)
        unlimit_files(limited)
        return True

    def shift_clock(self, seconds: float) -> None:
        """Set its wall clock, also for its next lives."""
        if self._clock.exists():
            with self._clock.open("r+b") as file:
                file.write(struct.pack("d", seconds))
        else:
            self._clock.write_bytes(struct.pack("d", seconds))
