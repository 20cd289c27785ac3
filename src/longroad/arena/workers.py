"""Plays games on this machine, in worker processes that play one game after the other.

If a worker dies, only the game that it was playing is lost, and another worker plays it again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from longroad.arena.game import BotFault, LoggedGame, log_game, try_game
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.bots.processes import sigint_blocked
from longroad.bots.program.pipes import leave

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

Game = TypeVar("Game")
Play: TypeAlias = Callable[[MatchSpec, int, bool], Game | BotFault]  # plays a game by its number, strict or not

MOST_DEATHS: Final = 3  # of workers that play the same game
LEAVE_S: Final = 5.0  # that workers have to end, and to end their programs
LOADED: Final = ["longroad.arena.game"]  # once, before the first worker


class GameFailed(RuntimeError):
    """A game that cannot be played to its end, for another reason than a bot's fault."""


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_locally(
    spec: MatchSpec, numbers: Iterable[int], workers: int | None = None, is_strict: bool = False
) -> Iterator[Result]:
    """Play games in worker processes, and yield each as it ends. Raises `GameFailed`, if strict also `BotFault`."""
    return _played_by(WorkerPool(spec, workers or cores(), try_game, is_strict), numbers)


def log_locally(spec: MatchSpec, numbers: Iterable[int], workers: int | None = None) -> Iterator[LoggedGame]:
    """Play games in worker processes, and yield each with its log as it ends. Raises `GameFailed`."""
    return _played_by(WorkerPool(spec, workers or cores(), log_game), numbers)


def _played_by(pool: WorkerPool[Game], numbers: Iterable[int]) -> Iterator[Game]:
    try:
        yield from pool.play(numbers)
    finally:
        pool.close()


class WorkerPool(Generic[Game]):
    """Worker processes that play the games of a match, each by a call of `play`."""

    def __init__(self, spec: MatchSpec, size: int, play: Play[Game], is_strict: bool = False) -> None:
        self._spec, self._size, self._play, self._is_strict = spec, size, play, is_strict
        self._context = _context()
        self._workers: dict[Connection, BaseProcess] = {}

    @property
    def processes(self) -> list[int]:
        """The numbers of the worker processes, as the system knows them."""
        return [worker.pid for worker in self._workers.values() if worker.pid]

    def play(self, numbers: Iterable[int]) -> Iterator[Game]:
        """Play games, and yield each as it ends."""
        waiting, deaths = iter(numbers), Counter[int]()  # there may be more numbers than fit in memory
        idle, busy = list[Connection](), dict[Connection, int]()
        while True:
            for number in islice(waiting, self._size - len(busy)):
                pipe = idle.pop() if idle else self._start_worker()
                busy[pipe] = number
                with contextlib.suppress(OSError):  # if it has died, the next read shows it
                    pipe.send(number)
            if not busy:
                return
            for pipe in _ready(busy):
                number = busy.pop(pipe)
                answer: Game | BotFault | str | None = _receive(pipe)
                if answer is None:
                    self._end(pipe)
                    deaths[number] += 1
                    if deaths[number] == MOST_DEATHS:
                        raise GameFailed(f"game {number}: {MOST_DEATHS} workers died while playing it")
                    waiting = chain([number], waiting)
                    continue
                idle.append(pipe)
                if isinstance(answer, str):
                    raise GameFailed(f"game {number}: {answer}")
                if isinstance(answer, BotFault):
                    raise answer
                yield answer

    def _start_worker(self) -> Connection:
        ours, theirs = self._context.Pipe()
        worker = self._context.Process(
            target=_work, args=(self._spec, self._play, self._is_strict, theirs), daemon=True
        )
        with sigint_blocked():
            worker.start()
        theirs.close()  # so that the pipe ends with the worker
        self._workers[ours] = worker
        return ours

    def _end(self, *pipes: Connection) -> None:
        """End workers; they end their programs once the arena's end of the pipe is closed."""
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
    """Ends a worker process at once together with its programs, on request or on SIGTERM."""

    def __init__(self) -> None:
        # A signal handler may interrupt anything: all it may safely do is put something into a queue of this kind.
        self._requests = SimpleQueue[None]()
        self._is_ending = threading.Event()
        threading.Thread(target=self._wait, daemon=True).start()
        for name in ("SIGINT", "SIGHUP"):  # sent to the parent too, whose end closes the pipe
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGTERM, lambda *_: self.leave())

    def leave(self) -> None:
        """Request the end of this process, and return at once."""
        self._requests.put(None)

    def wait_if_ending(self) -> None:
        """Block if this process is ending, since its programs have not finished the last game."""
        if self._is_ending.is_set():
            threading.Event().wait()

    def _wait(self) -> None:
        self._requests.get()
        self._is_ending.set()
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


def _receive(pipe: Connection) -> Any:
    """Receive from a worker: a game, the fault that stopped it, what went wrong, or nothing if it has died."""
    try:
        return pipe.recv()
    except (EOFError, OSError):
        return None


def _work(spec: MatchSpec, play: Play[Game], is_strict: bool, pipe: Connection) -> None:
    """Play the games that are requested until the pipe is closed."""
    asked, exit_ = SimpleQueue[int](), Exit()
    threading.Thread(target=_listen, args=(pipe, asked, exit_), daemon=True).start()
    with contextlib.suppress(OSError):
        while True:
            answer = _played(spec, play, asked.get(), is_strict)
            exit_.wait_if_ending()
            pipe.send(answer)


def _listen(pipe: Connection, asked: SimpleQueue[int], exit_: Exit) -> None:
    """Receive the numbers of games; when the arena is gone, end this process even in the middle of a game."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked.put(pipe.recv())
    exit_.leave()


def _played(spec: MatchSpec, play: Play[Game], number: int, is_strict: bool) -> Game | BotFault | str:
    try:
        return play(spec, number, is_strict)
    except Exception:  # sent to the arena, which then ends
        return traceback.format_exc()
