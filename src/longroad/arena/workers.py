"""Games on this machine: worker processes, made once, each given one game after the other.

A worker that dies takes along nothing but the game it was playing, which another one plays again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Final

from longroad.arena.game import BotFault, try_game
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.bots.processes import sigint_blocked
from longroad.bots.program.pipes import leave

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

MOST_DEATHS: Final = 3  # of workers over the same game
LEAVE_S: Final = 5.0  # that workers have to end, and to end the programs that play for them
LOADED: Final = ["longroad.arena.game"]  # once, before the first worker


class GameFailed(RuntimeError):
    """A game that cannot be played to its end, by no fault of a bot."""


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_locally(
    spec: MatchSpec, numbers: Iterable[int], workers: int | None = None, is_strict: bool = False
) -> Iterator[Result]:
    """Play games in worker processes, and yield each as it ends. Raises `GameFailed`, if strict also `BotFault`."""
    pool = WorkerPool(spec, workers or cores(), is_strict)
    try:
        yield from pool.play(numbers)
    finally:
        pool.close()


class WorkerPool:
    """Worker processes that play the games of a match."""

    def __init__(self, spec: MatchSpec, size: int, is_strict: bool = False) -> None:
        self._spec, self._size, self._is_strict = spec, size, is_strict
        self._context = _context()
        self._workers: dict[Connection, BaseProcess] = {}

    @property
    def processes(self) -> list[int]:
        """The numbers of the worker processes, as the system knows them."""
        return [worker.pid for worker in self._workers.values() if worker.pid]

    def play(self, numbers: Iterable[int]) -> Iterator[Result]:
        """Play games, and yield each as it ends."""
        waiting, deaths = deque(numbers), Counter[int]()
        idle, busy = list[Connection](), dict[Connection, int]()
        while waiting or busy:
            while waiting and len(busy) < self._size:
                pipe = idle.pop() if idle else self._start_worker()
                busy[pipe] = waiting.popleft()
                with contextlib.suppress(OSError):  # that it has died shows when it is listened to
                    pipe.send(busy[pipe])
            for pipe in _ready(busy):
                number = busy.pop(pipe)
                answer = _receive(pipe)
                if answer is None:
                    self._end(pipe)
                    deaths[number] += 1
                    if deaths[number] == MOST_DEATHS:
                        raise GameFailed(f"game {number}: {MOST_DEATHS} workers died of it")
                    waiting.appendleft(number)
                    continue
                idle.append(pipe)
                if isinstance(answer, str):
                    raise GameFailed(f"game {number}: {answer}")
                if isinstance(answer, BotFault):
                    raise answer
                yield answer

    def _start_worker(self) -> Connection:
        ours, theirs = self._context.Pipe()
        worker = self._context.Process(target=_work, args=(self._spec, self._is_strict, theirs), daemon=True)
        with sigint_blocked():
            worker.start()
        theirs.close()  # so that the pipe ends with the worker
        self._workers[ours] = worker
        return ours

    def _end(self, *pipes: Connection) -> None:
        """End workers, which end their programs when they hear no more of the arena."""
        for pipe in pipes:
            pipe.close()
        deadline = monotonic() + LEAVE_S
        for pipe in pipes:
            worker = self._workers.pop(pipe)
            worker.join(max(deadline - monotonic(), 0.0))
            worker.kill()
            worker.join()

    def close(self) -> None:
        """End the worker processes and their programs, whatever they are doing."""
        self._end(*self._workers)


class Exit:
    """The way out of a worker process, for the one that made it and for SIGTERM: at once, and with its programs."""

    def __init__(self) -> None:
        # A handler runs in the middle of anything: it may do no more than put a word into a queue of this kind.
        self._words = SimpleQueue[None]()
        self._is_open = threading.Event()
        threading.Thread(target=self._wait, daemon=True).start()
        for name in ("SIGINT", "SIGHUP"):  # a terminal tells everybody: who made this process ends, which is heard
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGTERM, lambda *_: self.leave())

    def leave(self) -> None:
        """End this process soon; the caller goes on until it does."""
        self._words.put(None)

    def pass_by(self) -> None:
        """Go on unless this process is leaving: then its programs have not played the last game to its end."""
        if self._is_open.is_set():
            threading.Event().wait()

    def _wait(self) -> None:
        self._words.get()
        self._is_open.set()
        leave(1)


def _context() -> SpawnContext | ForkServerContext:
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    return context


def _ready(pipes: Collection[Connection]) -> list[Connection]:
    """Wait until a worker sends something, or has died."""
    ready = wait(list(pipes))
    return [pipe for pipe in pipes if pipe in ready]


def _receive(pipe: Connection) -> Result | BotFault | str | None:
    """Receive from a worker: a game, the fault that stopped it, what went wrong, or nothing if it has died."""
    try:
        answer = pipe.recv()
    except (EOFError, OSError):
        return None
    assert isinstance(answer, Result | BotFault | str)
    return answer


def _work(spec: MatchSpec, is_strict: bool, pipe: Connection) -> None:
    """Play the games that are asked for, as long as somebody asks."""
    asked, exit_ = SimpleQueue[int](), Exit()
    threading.Thread(target=_listen, args=(pipe, asked, exit_), daemon=True).start()
    with contextlib.suppress(OSError):
        while True:
            answer = _played(spec, asked.get(), is_strict)
            exit_.pass_by()
            pipe.send(answer)


def _listen(pipe: Connection, asked: SimpleQueue[int], exit_: Exit) -> None:
    """Receive which games are asked for, and leave in the middle of one when the arena is gone, however it ended."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked.put(pipe.recv())
    exit_.leave()


def _played(spec: MatchSpec, number: int, is_strict: bool) -> Result | BotFault | str:
    try:
        return try_game(spec, number, is_strict)
    except Exception:  # sent to the arena, which ends
        return traceback.format_exc()
