"""Servers as processes of their own, each behind a proxy, which can be killed at any moment, also while they start."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random

from longroad.bench.serving import reserve_port
from tests.faults.real.processes import children, descendants, kill, limit_files, unlimit_files
from tests.faults.real.proxy import Proxy, Stream
from tests.starter import Started, Starter

CLOCK = Path(__file__).parent / "clock"
SHIFT = "tests.faults.real.clock.sitecustomize"
SLOWEST_START_S = 60.0
SLOWEST_STOP_S = 60.0
AGAIN_S = 0.02


class Server:
    """One `longroad serve`, at the same port in all its lives."""

    def __init__(self, starter: Starter, folder: Path, number: int, rng: Random) -> None:
        self.number, self._starter = number, starter
        self.arguments: Sequence[str] = ()
        self.network = Proxy(self._connect, rng)  # before it: clients and other servers come through here
        self.is_up = False
        self._port, self._held = reserve_port()
        self.pid = 0
        self._ended = asyncio.Event()
        self._ended.set()
        self._clock, self._out, self._log = (folder / f"{name}-{number}" for name in ("clock", "out", "log"))
        self._starting = asyncio.Lock()

    async def _connect(self) -> Stream:
        return await asyncio.open_connection("127.0.0.1", self._port)

    @property
    def address(self) -> str:
        """The host and port of the proxy before it."""
        return f"127.0.0.1:{self.network.port}"

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and has not ended."""
        return not self._ended.is_set()

    def log(self) -> str:
        """Return what it has logged."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    # --- life ---------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start it, and wait until it serves or has ended; do nothing if it runs."""
        async with self._starting:
            if not self.is_running:
                await self._begin()
            if not self.is_up:
                await self._wait()

    async def _begin(self) -> None:
        if not self.network.port:
            await self.network.start()
        command = ["serve", "--port", str(self._port), "--trusted-proxy", "127.0.0.1"]
        command += ["--internal-url", f"http://{self.address}", *self.arguments]
        if not self._clock.exists():
            self.shift_clock(0.0)
        self._out.unlink(missing_ok=True)
        self._out.touch()
        self.pid = (await asyncio.to_thread(self._launch, command)).pid
        self._watch()

    def _launch(self, command: Sequence[str]) -> Started:
        path = os.pathsep.join([str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH")])])
        shifted = {"PYTHONPATH": path, "SHIFTED_CLOCK": str(self._clock), "WITHOUT_NUMBA": "1"}
        with self._out.open("ab") as out, self._log.open("ab") as log:
            return self._starter.launch(
                command,
                stdout=out.fileno(),
                stderr=log.fileno(),
                environment={**os.environ, **shifted},
                first=SHIFT,
            )

    def _watch(self) -> None:
        """Notice when the process ends."""
        ended = self._ended = asyncio.Event()
        try:
            file = os.pidfd_open(self.pid)
        except ProcessLookupError:
            ended.set()
            return

        def note() -> None:
            asyncio.get_running_loop().remove_reader(file)
            os.close(file)
            ended.set()

        asyncio.get_running_loop().add_reader(file, note)

    async def _wait(self) -> None:
        """Wait until the process serves, or has ended. Raises `TimeoutError`."""
        async with asyncio.timeout(SLOWEST_START_S):
            while self.is_running:
                found = re.search(r"http://127\.0\.0\.1:(\d+)/", self._out.read_text())
                if found:
                    assert int(found[1]) == self._port
                    self.is_up = True
                    return
                await asyncio.sleep(AGAIN_S)

    async def kill(self) -> bool:
        """Kill it; return whether it was there."""
        return await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Stop it cleanly."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: int) -> bool:
        if not self.is_running:
            return False
        self.is_up = False
        os.kill(self.pid, how)
        await asyncio.wait_for(self._ended.wait(), SLOWEST_STOP_S)
        return True

    async def close(self) -> None:
        """End it and its proxy."""
        if self.is_running:
            os.kill(self.pid, signal.SIGCONT)
        await self.kill()
        await self.network.close()
        self._held.close()

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

    def shift_clock(self, seconds: float) -> bool:
        """Set its wall clock, also for its next lives."""
        if self._clock.exists():
            with self._clock.open("r+b") as file:
                file.write(struct.pack("d", seconds))
        else:
            self._clock.write_bytes(struct.pack("d", seconds))
        return True
