"""Builds replays and analysis boards in a process beside the server, and caches the last replays."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Final, NamedTuple

from longroad.narration import words_of
from longroad.server.boards import board
from longroad.server.errors import RequestError
from longroad.server.fair_queue import Asker
from longroad.server.replays import read_given, replay
from longroad.server.response_cache import ResponseCache
from longroad.server.workers import Workers

MOST_CACHED: Final = 32  # replays, of some 40 KB each
COMPRESSION: Final = 6  # of gzip: snapshots are similar, so that a replay shrinks to a thirtieth


class ReplayRequest(NamedTuple):
    """A record to replay in a language, or to lay out on an analysis board."""

    record: str
    language: str
    is_board: bool = False


class ReplayResult(NamedTuple):
    """A `Replay` or a `Board` as compressed JSON, or the error of the record."""

    body: bytes = b""
    flaw: str = ""


def build(request: ReplayRequest) -> ReplayResult:
    """Build a replay or a board; this runs in a worker."""
    try:
        record, flaw = read_given(request.record)
        built = board(record, flaw) if request.is_board else replay(record, flaw, words_of(request.language))
    except RequestError as error:
        return ReplayResult(flaw=error.message)
    return ReplayResult(gzip.compress(built.model_dump_json().encode(), COMPRESSION, mtime=0))


class ReplayWorker:
    """The worker that builds replays; those of this server's games are cached by game and language."""

    def __init__(self) -> None:
        self._worker = Workers(build, 1, tries=1, name="replays")
        self._cache: ResponseCache[tuple[str, str]] = ResponseCache(MOST_CACHED)

    async def of_record(self, record: str, language: str, address: str = "") -> bytes:
        """Return the replay of a record as compressed JSON, when it is the address's turn. Raises `RequestError`."""
        return await self._ask(ReplayRequest(record, language), address)

    async def board_of(self, record: str, language: str, address: str = "") -> bytes:
        """Return the analysis board of a record as compressed JSON. Raises `RequestError`."""
        return await self._ask(ReplayRequest(record, language, is_board=True), address)

    async def _ask(self, request: ReplayRequest, address: str) -> bytes:
        result = await self._worker.ask(request, Asker(address))
        if result is None:
            raise RequestError("bad_record", "This record takes too long to replay.")
        if result.flaw:
            raise RequestError("bad_record", result.flaw)
        return result.body

    @property
    def waiting(self) -> dict[str, int]:
        """How many requests wait for the worker, by queue."""
        return {self._worker.name: self._worker.waiting}

    def is_cached(self, game: str, language: str) -> bool:
        """Whether the replay of a game is cached."""
        return (game, language) in self._cache

    async def of_game(self, game: str, record: Callable[[], str], language: str, address: str = "") -> bytes:
        """Return the replay of a game that is over, as compressed JSON. Raises `RequestError`."""
        return await self._cache.get((game, language), lambda: self.of_record(record(), language, address))

    async def close(self) -> None:
        """End the worker."""
        await self._worker.close()
