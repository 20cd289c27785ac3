"""Runs slow work in worker processes at low priority, so that the server stays responsive.

Those who ask wait in a fair queue, in turn by address and by game. Each worker is a pool of one process, so that a
worker that dies loses only its own request. It is replaced and the request is repeated; a request that has failed too
often gets no answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final, Generic, TypeVar

from longroad.bots.processes import sigint_blocked
from longroad.server import metrics
from longroad.server.fair_queue import NOBODY, Asker, FairQueue

NICE: Final = 10  # lower than everything that a person waits for
MOST_FAILURES: Final = 3
PAUSE_S: Final = 0.1  # before the second try, and twice as long before each further one
MOST_SECONDS: Final = 30.0  # that a request may take before its worker is replaced
LOADED: Final = ["longroad.server.bot_workers"]  # once, before the first worker: what most of them need

_log = logging.getLogger(__name__)

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")
Result = TypeVar("Result")


def no_preparation() -> None:
    """Prepare nothing: a worker can begin at once."""


def _begin(prepare: Callable[[], None]) -> None:
    """Lower the priority of a worker, make it end only with the server, and prepare it."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True, name="end").start()
    prepare()


def _end_with_server() -> None:
    """End this worker when the server is gone, however it ended."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _is_there() -> bool:
    """Report that a worker has started."""
    return True


def _start(worker: ProcessPoolExecutor) -> None:
    """Start the process of a worker, which takes too long for the loop's thread.

    While it starts it must not get Ctrl-C, which is for the server. Raises `BrokenProcessPool` if it does not start.
    """
    try:
        with sigint_blocked():
            worker.submit(_is_there)
    except (EOFError, OSError) as error:  # the process that starts workers has died; the next try starts another
        raise BrokenProcessPool(f"it cannot be started: {error!r}") from error


def _kill(worker: ProcessPoolExecutor) -> None:
    """Kill the process of a worker."""
    for process in list((worker._processes or {}).values()):
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def _shut_down(workers: Iterable[ProcessPoolExecutor]) -> None:
    """Shut down workers that have been killed, and wait until nothing of them is left."""
    for worker in workers:
        worker.shutdown(cancel_futures=True)


class Workers(Generic[Asked, Answered]):
    """Worker processes that answer requests; `work`, a module-level function, answers one.

    Each begins with `prepare`, whose time counts towards its first request.
    """

    def __init__(
        self,
        work: Callable[[Asked], Answered],
        count: int | None = None,
        tries: int = MOST_FAILURES,
        most_seconds: float = MOST_SECONDS,
        prepare: Callable[[], None] = no_preparation,
        name: str = "work",
    ) -> None:
        self.name = name  # of the queue, in metrics
        self.count = max(1, (os.cpu_count() or 2) - 1) if count is None else count
        self._work, self._tries, self._most_seconds, self._prepare = work, tries, most_seconds, prepare
        self._context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            self._context.set_forkserver_preload(LOADED)
        self._idle: FairQueue[ProcessPoolExecutor | None] = FairQueue()
        for _ in range(self.count):
            self._idle.put(None)  # made when first needed
        self._all: set[ProcessPoolExecutor] = set()
        self._running: set[asyncio.Task[Any]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return self._idle.waiting

    @property
    def is_crowded(self) -> bool:
        """Whether somebody waits for a worker."""
        return self._idle.is_crowded

    async def ask(self, question: Asked, asker: Asker = NOBODY) -> Answered | None:
        """Send a request to a worker, when it is the asker's turn; None if every try failed."""
        return await self._run(partial(self._work, question), asker)

    async def prepare(self) -> bool:
        """Start a worker before the first request; return whether that worked."""
        return await self._run(_is_there) is not None

    async def _run(self, work: Callable[[], Result], asker: Asker = NOBODY) -> Result | None:
        """Run a request in a worker; None if it failed."""
        for attempt in range(1, self._tries + 1):
            if attempt > 1:  # what starts the workers may be starting again itself
                await asyncio.sleep(PAUSE_S * 2 ** (attempt - 2))
            began = time.perf_counter()
            idle = await self._idle.get(asker)
            metrics.wait_seconds.labels(self.name).observe(time.perf_counter() - began)
            if self._is_closed:
                return None
            running = asyncio.ensure_future(self._try(idle, work, attempt))
            self._running.add(running)
            running.add_done_callback(self._running.discard)
            answers = await asyncio.shield(running)  # a worker whose asker has gone is busy until it has finished
            if answers:
                return answers[0]
        return None

    async def _try(self, idle: ProcessPoolExecutor | None, work: Callable[[], Result], attempt: int) -> list[Result]:
        """Run a request once, and hand the worker back; return the answer, or nothing if it failed."""
        worker, is_sound = idle or self._new(), False
        try:
            if idle is None:
                await self._start(worker)
            began = time.perf_counter()
            running = asyncio.get_running_loop().run_in_executor(worker, work)
            answer = await asyncio.wait_for(running, self._most_seconds)
            is_sound = True
            metrics.work_seconds.labels(self.name).observe(time.perf_counter() - began)
            return [answer]
        except (BrokenProcessPool, TimeoutError) as error:
            _log.warning("a worker failed (%d): %r", attempt, error)
        except Exception as error:  # an error in the work must not stop the server
            is_sound = True
            _log.exception("a request failed (%d): %r", attempt, error)
        finally:
            self._hand_back(worker if is_sound else None, worker)
        return []

    def _new(self) -> ProcessPoolExecutor:
        worker = ProcessPoolExecutor(1, self._context, initializer=_begin, initargs=(self._prepare,))
        self._all.add(worker)
        return worker

    async def _start(self, worker: ProcessPoolExecutor) -> None:
        """Start the process of a worker. Raises `BrokenProcessPool` if it does not start."""
        starting = asyncio.ensure_future(asyncio.to_thread(_start, worker))
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        await starting

    def _hand_back(self, sound: ProcessPoolExecutor | None, used: ProcessPoolExecutor) -> None:
        """Return a worker to the pool, or make room for a new one."""
        if sound is None and not self._is_closed:
            metrics.workers_replaced.labels(self.name).inc()
            self._all.discard(used)
            _kill(used)
            used.shutdown(wait=False, cancel_futures=True)
        self._idle.put(sound)

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        return [pid for worker in self._all for pid in (worker._processes or {})]

    async def close(self) -> None:
        """End the worker processes, as soon as those that start have started: before, they cannot be killed."""
        self._is_closed = True
        while self._starting:
            await asyncio.gather(*self._starting, return_exceptions=True)
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for worker in self._all:
            _kill(worker)
        # Now, because the interpreter can fail at its end while threads of these pools end, too.
        await asyncio.to_thread(_shut_down, self._all)
        self._all.clear()
