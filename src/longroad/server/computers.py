"""Computer players: they think in worker processes at low priority, so that nobody waits for them.

Each worker is a pool of one process, so that a worker that dies takes along only the question it was asked. It is
replaced and asked again; a question that fails three times is left unanswered.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from longroad.bots.levels import make_bot
from longroad.bots.protocol import Translatable
from longroad.narration import Said
from longroad.notation.actions import Action
from longroad.view import View

NICE: Final = 10  # below everything that a person waits for
MOST_FAILURES: Final = 3
MOST_SECONDS: Final = 30.0  # that a question may take before its worker is given up

_log = logging.getLogger(__name__)


class Question(NamedTuple):
    """What a computer player is asked: to choose, or whether it would propose something."""

    level: str
    seed: str
    view: View
    is_proposal: bool = False


class Thought(NamedTuple):
    """What a computer player came up with, and why in words."""

    action: Action | None
    why: str | Said = ""  # in English, or to be said in any language


def think(question: Question) -> Thought:
    """Answer a question; this runs in a worker."""
    bot = make_bot(question.level, question.seed)
    if question.is_proposal:
        return Thought(bot.propose(question.view))
    action = bot.choose(question.view)
    return Thought(action, bot.reason if isinstance(bot, Translatable) else bot.explain())


def _begin() -> None:
    """Make a worker step back behind everything else, and let it end with the server alone."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Computers:
    """The worker processes in which computer players think.

    `think` is what a worker does with a question; it can be another function of a module for tests.
    """

    def __init__(self, workers: int | None = None, think: Callable[[Question], Thought] = think) -> None:
        self.workers = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
        self._think = think
        self._context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            self._context.set_forkserver_preload(["longroad.server.computers"])
        self._idle: asyncio.LifoQueue[ProcessPoolExecutor | None] = asyncio.LifoQueue()
        for _ in range(self.workers):
            self._idle.put_nowait(None)  # made when first needed
        self._all: set[ProcessPoolExecutor] = set()
        self._is_closed = False

    async def ask(self, question: Question) -> Thought | None:
        """Ask a computer player; None if three workers failed at it."""
        for attempt in range(1, MOST_FAILURES + 1):
            worker = await self._idle.get() or self._new()
            is_sound = False
            try:
                running = asyncio.get_running_loop().run_in_executor(worker, self._think, question)
                thought = await asyncio.wait_for(running, MOST_SECONDS)
                is_sound = True
                return thought
            except (BrokenProcessPool, TimeoutError) as error:
                _log.warning("a computer player's worker failed (%d): %r", attempt, error)
            except asyncio.CancelledError:
                is_sound = not self._is_closed  # whoever asked has gone; the worker finishes by itself
                raise
            except Exception as error:  # a bot's own mistake must not stop the game
                is_sound = True
                _log.exception("a computer player failed (%d): %r", attempt, error)
            finally:
                self._hand_back(worker if is_sound else None, worker)
        return None

    def _new(self) -> ProcessPoolExecutor:
        worker = ProcessPoolExecutor(1, self._context, initializer=_begin)
        self._all.add(worker)
        return worker

    def _hand_back(self, sound: ProcessPoolExecutor | None, used: ProcessPoolExecutor) -> None:
        """Give a worker back, or room for a new one in its place."""
        if sound is None:
            self._end(used)
        self._idle.put_nowait(sound)

    def _end(self, worker: ProcessPoolExecutor) -> None:
        self._all.discard(worker)
        for process in list((worker._processes or {}).values()):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        worker.shutdown(wait=False, cancel_futures=True)

    @property
    def processes(self) -> list[int]:
        """The numbers of the worker processes, as the system knows them."""
        return [pid for worker in self._all for pid in (worker._processes or {})]

    async def close(self) -> None:
        """End the worker processes."""
        self._is_closed = True
        for worker in list(self._all):
            self._end(worker)
