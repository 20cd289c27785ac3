"""Runs bots in worker processes, so that the server never waits for them.

Levels that search need compiled code, which takes a while the first time. They have their own workers, which prepare it
when the server starts; until it is ready, the default level plays for them. It also does while too many games want to
search, so that nobody waits for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from longroad.bots.levels import DEFAULT_LEVEL, LEVELS, make_bot, needs_compiler
from longroad.bots.protocol import Bot, Translatable
from longroad.bots.search_bot import compile_search
from longroad.core.compile.registry import compiled_available
from longroad.game.view import View
from longroad.narration import Phrase
from longroad.notation.actions import Action
from longroad.server import metrics
from longroad.server.fair_queue import NOBODY, Asker
from longroad.server.workers import Workers

PREFERRED: Final = "skilled"  # the default level of bots, once it is ready
MOST_BOTS: Final = 48  # bots that a worker caches, about 1 MB each, with their beliefs
PATIENCE_S: Final = 2.0  # that a search may take, with the wait for a worker, while others wait too
LOOK_S: Final = 0.1  # between two looks whether others wait
MOST_GAMES: Final = 8  # games of an address that search, or wait for it, at the same time
MOST_SEARCH_S: Final = 180.0  # that a search may take: the first may wait for the compiler, or there is none

_log = logging.getLogger(__name__)


class Question(NamedTuple):
    """A request to a bot: to choose, or to propose something."""

    level: str
    seed: str
    view: View
    is_proposal: bool = False


class Thought(NamedTuple):
    """A bot's choice, and the reason."""

    action: Action | None
    why: str | Phrase = ""  # in English, or translatable


class Readiness(NamedTuple):
    """Whether the levels that search are ready, and whether they are slow because there is no compiler.

    >>> Readiness(False, False).usual, Readiness(True, False).usual, Readiness(True, True).usual
    ('novice', 'skilled', 'novice')
    """

    is_ready: bool
    is_slow: bool

    @property
    def usual(self) -> str:
        """The default level of bots."""
        return PREFERRED if self.is_ready and not self.is_slow else DEFAULT_LEVEL

    def has(self, level: str) -> bool:
        """Whether a level is ready."""
        return self.is_ready or not needs_compiler(level)

    def slows(self, level: str) -> bool:
        """Whether a level needs seconds for a decision."""
        return self.is_slow and needs_compiler(level)


NOT_READY: Final = Readiness(is_ready=False, is_slow=False)


# --- in a worker ------------------------------------------------------------------------------------------------------


@lru_cache(MOST_BOTS)
def _bot(level: str, seed: str, seat: int | None) -> Bot:
    """Return the bot of a seat, cached: a new one would answer the same, but more slowly."""
    return make_bot(level, seed)


def think(question: Question) -> Thought:
    """Answer a question; this runs in a worker."""
    try:
        return _think(question, _bot(question.level, question.seed, question.view.viewer))
    except Exception:
        _bot.cache_clear()  # a bot that failed may be in a broken state
        raise


def _think(question: Question, bot: Bot) -> Thought:
    if question.is_proposal:
        return Thought(bot.propose(question.view))
    action = bot.choose(question.view)
    return Thought(action, bot.reason if isinstance(bot, Translatable) else bot.explain())


def prepare_search() -> None:
    """Compile what the levels that search need, or load it; this runs in a worker, and prints nothing."""
    with contextlib.redirect_stderr(io.StringIO()):
        compile_search()


# --- in the server ----------------------------------------------------------------------------------------------------


class BotWorkers:
    """The worker processes in which bots think.

    `think` answers a request in a worker, and `prepare` prepares a worker that searches; tests may replace both by
    other module-level functions.
    """

    def __init__(
        self,
        workers: int | None = None,
        think: Callable[[Question], Thought] = think,
        prepare: Callable[[], None] = prepare_search,
    ) -> None:
        self.readiness = NOT_READY
        self._quick = Workers(think, workers, name="bots")
        self._searching = Workers(think, workers, most_seconds=MOST_SEARCH_S, prepare=prepare, name="searches")
        self._askers: list[Asker] = []  # of the searches that run or wait
        self._preparing: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Prepare the levels that search in the background."""
        if self._preparing is None:
            self._preparing = asyncio.create_task(self._prepare(), name="bots")

    async def _prepare(self) -> None:
        if await self._searching.prepare():
            self.readiness = Readiness(is_ready=True, is_slow=not compiled_available())
        else:
            _log.error("bots cannot search here: %s plays for them", DEFAULT_LEVEL)

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        """Ask a bot, or the default level while it is not ready or too many games search; None if it failed."""
        level = question.level
        with metrics.timed(metrics.bot_seconds.labels(level if level in LEVELS else "other")):
            return await self._ask(question, asker)

    async def _ask(self, question: Question, asker: Asker) -> Thought | None:
        level = question.level
        if not needs_compiler(level):
            return await self._quick.ask(question, asker)
        if not self.readiness.has(level) or self._has_enough(asker):
            return await self._ask_default(question, asker)
        if self.readiness.slows(level):  # the page says so when it is chosen
            return await self._searching.ask(question, asker)
        return await self._search(question, asker)

    def _has_enough(self, asker: Asker) -> bool:
        """Whether an address has other games that search, and no more may."""
        games = {searching.game for searching in self._askers if searching.address == asker.address}
        return asker.game not in games and len(games) >= MOST_GAMES

    async def _ask_default(self, question: Question, asker: Asker) -> Thought | None:
        """Ask the default level, which answers at once."""
        return await self._quick.ask(question._replace(level=DEFAULT_LEVEL), asker)

    def answer_now(self, question: Question) -> Thought | None:
        """Answer as the default level does, in this process: it takes a tenth of a millisecond; None if it failed."""
        try:
            return think(question._replace(level=DEFAULT_LEVEL))
        except Exception:  # an error of a bot must not stop the server
            _log.exception("the default level failed")
            return None

    async def _search(self, question: Question, asker: Asker) -> Thought | None:
        """Ask a level that searches; ask the default level when that takes too long because others wait."""
        self._askers.append(asker)
        searching = asyncio.ensure_future(self._searching.ask(question, asker))
        wait = PATIENCE_S
        try:
            while not (await asyncio.wait({searching}, timeout=wait))[0]:
                if self._searching.is_crowded:
                    return await self._ask_default(question, asker)
                wait = LOOK_S
            return searching.result()
        finally:
            self._askers.remove(asker)
            searching.cancel()

    @property
    def waiting(self) -> dict[str, int]:
        """How many requests wait for a worker, by queue."""
        return {workers.name: workers.waiting for workers in (self._quick, self._searching)}

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        return [*self._quick.processes, *self._searching.processes]

    async def close(self) -> None:
        """End the worker processes."""
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.gather(self._preparing, return_exceptions=True)
        await self._quick.close()
        await self._searching.close()
