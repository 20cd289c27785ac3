"""Where games that are shown again are worked out: in one process beside the server, and kept for a while."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from longroad.narration import words_of
from longroad.server.errors import RequestError
from longroad.server.replays import read_given, replay
from longroad.server.workers import Workers

MOST_KEPT: Final = 32  # answers, of some 40 KB each
HARD: Final = 6  # how hard an answer is compressed: looks are much alike, so that it becomes a thirtieth


class Folded(NamedTuple):
    """A record to be shown again in a language."""

    record: str
    language: str


class Unfolded(NamedTuple):
    """A `Replay` as compressed JSON, or what is wrong with the record."""

    body: bytes = b""
    flaw: str = ""


def unfold(folded: Folded) -> Unfolded:
    """Show a record again; this runs in a worker."""
    try:
        shown = replay(*read_given(folded.record), words_of(folded.language))
    except RequestError as wrong:
        return Unfolded(flaw=wrong.message)
    return Unfolded(gzip.compress(shown.model_dump_json().encode(), HARD, mtime=0))


class ReplayWorker:
    """The worker that shows games again, and its last answers about games of this server."""

    def __init__(self) -> None:
        self._worker = Workers(unfold, 1, tries=1)
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def of_record(self, record: str, language: str) -> bytes:
        """Show a record that somebody gives. Raises `RequestError`."""
        unfolded = await self._worker.ask(Folded(record, language))
        if unfolded is None:
            raise RequestError("bad_record", "This record takes too long to be shown.")
        if unfolded.flaw:
            raise RequestError("bad_record", unfolded.flaw)
        return unfolded.body

    def is_kept(self, game: str, language: str) -> bool:
        """Tell whether a game can be shown again at once."""
        return (game, language) in self._kept

    async def of_game(self, game: str, record: Callable[[], str], language: str) -> bytes:
        """Show a game that is over. Raises `RequestError`."""
        async with self._one_at_a_time:  # whoever asks for the same meanwhile gets the same answer
            if not self.is_kept(game, language):
                self._kept[game, language] = await self.of_record(record(), language)
        self._kept.move_to_end((game, language))
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[game, language]

    async def close(self) -> None:
        """End the worker."""
        await self._worker.close()
