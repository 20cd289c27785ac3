"""Analyses positions and reviews games in processes beside the server.

They have workers of their own, at a lower priority than those of bots, so that no game waits for them; each is started
when somebody asks for the first time.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple

from longroad.analysis import analyse, review
from longroad.core.compile.registry import compiled_available
from longroad.game.analysis import BUDGETS
from longroad.game.view import View
from longroad.narration import Phrase
from longroad.narration.catalogue import SOURCE
from longroad.notation.records.record import Record
from longroad.server.errors import RequestError
from longroad.server.fair_queue import Asker
from longroad.server.replays import MOST_PLIES
from longroad.server.response_cache import ResponseCache
from longroad.server.workers import Workers

OFF: Final = "off"
NICE: Final = 5  # in addition to what all workers have
PATIENCE_S: Final = 60.0  # that somebody waits for an answer
MOST_S: Final = 90.0  # that a worker may take: its first answer may wait for the compiler
MOST_OF_ADDRESS: Final = 8  # requests that wait at once
MOST_WAITING: Final = 64
MOST_CACHED: Final = 32  # reviews, of some 30 KB each
COMPRESSION: Final = 6  # of gzip


class AnalysisRequest(NamedTuple):
    """A position to analyse: the view of a seat, the text of a position, or that of a record with a ply."""

    position: View | str
    budget: str
    ply: int | None = None
    seat: int | None = None
    everything: bool = False
    seed: int = 0
    language: str = SOURCE


class ReviewRequest(NamedTuple):
    """A full record to review."""

    record: str
    budget: str
    seed: int = 0
    language: str = SOURCE


class Found(NamedTuple):
    """An analysis or a review as compressed JSON, or why there is none."""

    body: bytes = b""
    flaw: str = ""


# --- in a worker ------------------------------------------------------------------------------------------------------


def find(request: AnalysisRequest | ReviewRequest) -> Found:
    """Analyse a position, or review a game; this runs in a worker, and prints nothing, even if it has to compile."""
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            found = _analysed(request) if isinstance(request, AnalysisRequest) else _reviewed(request)
    except ValueError as error:
        return Found(flaw=str(error))
    body = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    return Found(gzip.compress(body, COMPRESSION, mtime=0))


def _analysed(asked: AnalysisRequest) -> dict[str, object]:
    position = asked.position if asked.ply is None or isinstance(asked.position, View) else _record(asked.position)
    analysis = analyse(
        position,
        asked.budget,
        ply=asked.ply,
        seat=asked.seat,
        everything=asked.everything,
        seed=asked.seed,
        language=asked.language,
    )
    return analysis.to_json()


def _reviewed(asked: ReviewRequest) -> dict[str, object]:
    record = _record(asked.record)
    return review(record, asked.budget, seed=asked.seed, language=asked.language, threads=1).to_json()


def _record(text: str) -> Record:
    """Read a record that is uploaded. Raises `ValueError`."""
    record = Record.parse(text)
    if len(record.codes) > MOST_PLIES:
        raise ValueError(f"this record has {len(record.codes)} plies; at most {MOST_PLIES} are read")
    return record


def lower_priority() -> None:
    """Lower the priority of a worker below that of bots; what it searches with is loaded by the first analysis."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)


# --- in the server ----------------------------------------------------------------------------------------------------


class AnalysisWorkers:
    """The workers for analyses and for reviews, and how deeply people may ask: `off`, or up to a budget.

    `work` answers a request in a worker; tests may replace it by another module-level function.
    """

    COUNT: Final = 2

    def __init__(
        self,
        deepest: str = "normal",
        work: Callable[[AnalysisRequest | ReviewRequest], Found] = find,
        patience_s: float = PATIENCE_S,
    ) -> None:
        allowed = () if deepest == OFF else BUDGETS[: BUDGETS.index(deepest) + 1]
        self._allowed = allowed if compiled_available() else allowed[:1]
        self._patience_s = patience_s
        self._open: Counter[str] = Counter()  # requests by address
        self._analyses = Workers(work, 1, tries=1, most_seconds=MOST_S, prepare=lower_priority, name="analyses")
        self._reviews = Workers(work, 1, tries=1, most_seconds=MOST_S, prepare=lower_priority, name="reviews")
        self._cache: ResponseCache[tuple[str, str, str]] = ResponseCache(MOST_CACHED)  # by game, budget and language

    def check(self, budget: str) -> None:
        """Raise `RequestError` if this server does not analyse so deeply."""
        if not self._allowed:
            raise RequestError("no_analysis", Phrase("error.no_analysis"))
        if budget not in self._allowed:
            raise RequestError("no_analysis", Phrase("error.too_deep", {"budget": budget, "most": self._allowed[-1]}))

    async def analyse(self, request: AnalysisRequest, asker: Asker) -> bytes:
        """Return an analysis as compressed JSON, when it is the asker's turn. Raises `RequestError`."""
        self.check(request.budget)
        code = "bad_position" if request.ply is None else "bad_record"
        return await self._in_time(self._answer(self._analyses, request, asker, code), asker.address)

    async def review(self, request: ReviewRequest, asker: Asker) -> bytes:
        """Return a review as compressed JSON, when it is the asker's turn. Raises `RequestError`."""
        self.check(request.budget)
        return await self._in_time(self._answer(self._reviews, request, asker, "bad_record"), asker.address)

    def is_cached(self, game: str, budget: str, language: str) -> bool:
        """Whether the review of a game is cached."""
        return (game, budget, language) in self._cache

    async def review_game(
        self, game: str, record: Callable[[], str], budget: str, language: str, asker: Asker
    ) -> bytes:
        """Return the review of this server's game that is over, made once for all who ask. Raises `RequestError`."""
        self.check(budget)

        async def review() -> bytes:
            request = ReviewRequest(record(), budget, language=language)
            return await self._answer(self._reviews, request, asker, "bad_record")

        return await self._in_time(self._cache.get((game, budget, language), review), asker.address)

    async def _answer(
        self,
        workers: Workers[AnalysisRequest | ReviewRequest, Found],
        request: AnalysisRequest | ReviewRequest,
        asker: Asker,
        code: str,
    ) -> bytes:
        """Return what a worker says. Raises `RequestError`, with a code if the request is wrong."""
        found = await workers.ask(request, asker)
        if found is None:
            raise RequestError("busy", Phrase("error.busy"))
        if found.flaw:
            raise RequestError(code, f"This cannot be analysed: {found.flaw}")
        return found.body

    async def _in_time(self, answer: Coroutine[Any, Any, bytes], address: str) -> bytes:
        """Wait for an answer, unless too many wait. Raises `RequestError` for those, and who waits for too long."""
        if self._open[address] >= MOST_OF_ADDRESS or self._open.total() >= MOST_WAITING:
            answer.close()
            raise RequestError("busy", Phrase("error.busy"))
        self._open[address] += 1
        try:
            return await asyncio.wait_for(answer, self._patience_s)
        except TimeoutError:
            raise RequestError("busy", Phrase("error.busy")) from None
        finally:
            self._open -= Counter([address])  # forgets an address that has none

    @property
    def waiting(self) -> dict[str, int]:
        """How many requests wait for a worker, by queue."""
        return {workers.name: workers.waiting for workers in (self._analyses, self._reviews)}

    async def close(self) -> None:
        """End the workers."""
        await self._analyses.close()
        await self._reviews.close()
