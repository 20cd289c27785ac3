"""Games that are shown again, from this server or from a record that somebody brings."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from longroad.narration import Said, Words
from longroad.server.callers import Language, RoomHere, Viewer
from longroad.server.errors import Wrong
from longroad.server.messages import RecordGiven, Replay
from longroad.server.replays import read_given, replay
from longroad.server.routes_games import problems

QUICK: Final = 1  # how hard the answer is compressed: looks are much alike, so that a little does almost everything
SHOWN: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Replay, "description": "The whole game."}}

replays = APIRouter(prefix="/api", tags=["replay"])


def _written(record: str, words: Words) -> bytes:
    return replay(*read_given(record), words).model_dump_json().encode()


async def _answer(request: Request, record: str, words: Words) -> Response:
    """Unfold a record beside the server's own work, and send it small: there is a look for every ply."""
    body = await asyncio.to_thread(_written, record, words)
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, QUICK)
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)


@replays.get(
    "/games/{game}/replay",
    response_class=Response,
    responses={**SHOWN, **problems(401, 403, 404, 409, 422)},
    summary="See a game again",
)
async def see_game(request: Request, room: RoomHere, viewer: Viewer, words: Language) -> Response:
    """Show a game that is over from its beginning, with all cards on the table."""
    if room.status != "over":
        raise Wrong("not_over", Said("wrong.no_replay_yet"))
    return await _answer(request, room.record(viewer, "full", "text"), words)


@replays.post(
    "/replay",
    response_class=Response,
    responses={**SHOWN, **problems(403, 413, 415, 422)},
    summary="See a record",
)
async def see_record(request: Request, given: RecordGiven, words: Language) -> Response:
    """Show a game from its full record, as text or JSON Lines; nothing of it is kept."""
    return await _answer(request, given.record, words)
