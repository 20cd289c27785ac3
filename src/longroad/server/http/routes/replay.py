"""Games that are shown again, from this server or from a record that somebody brings."""

from __future__ import annotations

import gzip
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from longroad.narration import Said
from longroad.server.errors import RequestError
from longroad.server.http.clients import Language, RoomHere, Viewer, take_one
from longroad.server.http.routes.games import problems
from longroad.server.replay_worker import ReplayWorker
from longroad.server.wire.messages import RecordGiven, Replay

SHOWN: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Replay, "description": "The whole game."}}

replays = APIRouter(prefix="/api", tags=["replay"])


def unfolding_of(request: Request) -> ReplayWorker:
    """Give what shows games again."""
    unfolding = request.app.state.unfolding
    assert isinstance(unfolding, ReplayWorker)
    return unfolding


def _answer(request: Request, body: bytes) -> Response:
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type="application/json", headers=headers)


@replays.get(
    "/games/{game}/replay",
    response_class=Response,
    responses={**SHOWN, **problems(401, 403, 404, 409, 422, 429)},
    summary="See a game again",
)
async def see_game(request: Request, room: RoomHere, viewer: Viewer, words: Language) -> Response:
    """Show a game that is over from its beginning, with all cards on the table."""
    if room.status != "over":
        raise RequestError("not_over", Said("wrong.no_replay_yet"))
    unfolding, language = unfolding_of(request), words.language
    if not unfolding.is_kept(room.id, language):
        take_one(request, "replays")
    body = await unfolding.of_game(room.id, lambda: room.record(viewer, "full", "text"), language)
    return _answer(request, body)


@replays.post(
    "/replay",
    response_class=Response,
    responses={**SHOWN, **problems(403, 413, 415, 422, 429)},
    summary="See a record",
)
async def see_record(request: Request, given: RecordGiven, words: Language) -> Response:
    """Show a game from its full record, as text or JSON Lines; nothing of it is kept."""
    take_one(request, "replays")
    return _answer(request, await unfolding_of(request).of_record(given.record, words.language))
