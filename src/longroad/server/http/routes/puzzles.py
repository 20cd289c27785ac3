"""Puzzles: which there are, that of the day, and each of them."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response

from longroad.narration import words_of
from longroad.server.http.clients import Language, take_one
from longroad.server.http.compressed import compressed
from longroad.server.http.problems import problems
from longroad.server.wire.puzzles import find_puzzle, puzzle_list, puzzle_view
from longroad.server.wire.responses import PuzzleList, PuzzleView

A_DAY: Final = "max-age=86400"  # a puzzle changes with the server's version only
MOST_CACHED: Final = 64  # puzzles, of some 10 KB each
COMPRESSION: Final = 6  # of gzip
SHOWN: Final[dict[int | str, dict[str, Any]]] = {200: {"model": PuzzleView, "description": "The puzzle."}}
PuzzleId = Annotated[str, Path(max_length=64, pattern=r"^[\w-]+$")]

puzzles = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


@puzzles.get("", response_model=PuzzleList, responses=problems(422, 429), summary="List the puzzles")
async def list_puzzles(response: Response) -> PuzzleList:
    """Return all puzzles by theme, and that of today, which is the same for everybody."""
    response.headers["Cache-Control"] = "no-cache"
    return puzzle_list(datetime.now(UTC).date())


@puzzles.get(
    "/{puzzle}",
    response_class=Response,
    responses={**SHOWN, **problems(404, 422, 429)},
    summary="Get a puzzle",
)
async def get_puzzle(request: Request, puzzle: PuzzleId, words: Language) -> Response:
    """Return a puzzle: the table as the seat sees it that decides, and what all its actions are worth."""
    take_one(request, "previews")
    response = compressed(request, _body(puzzle, words.language))
    response.headers["Cache-Control"] = A_DAY
    return response


@lru_cache(MOST_CACHED)
def _body(puzzle: str, language: str) -> bytes:
    """Return a puzzle as compressed JSON. Raises `RequestError`."""
    view = puzzle_view(find_puzzle(puzzle), words_of(language))
    return gzip.compress(view.model_dump_json().encode(), COMPRESSION, mtime=0)
