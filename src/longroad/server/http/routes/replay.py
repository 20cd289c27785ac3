"""Replays of this server's games and of records that are uploaded, and analysis boards."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from longroad.narration import Phrase
from longroad.server.boards import board, record_of
from longroad.server.errors import RequestError
from longroad.server.http.clients import Language, RoomHere, Viewer, address_of, take_one
from longroad.server.http.compressed import compressed
from longroad.server.http.problems import problems
from longroad.server.replay_worker import ReplayWorker
from longroad.server.wire.messages import RecordGiven, Replay
from longroad.server.wire.responses import Board, BoardRequest

LAID_OUT: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Board, "description": "The board."}}
SHOWN: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Replay, "description": "The whole game."}}

replays = APIRouter(prefix="/api", tags=["replay"])


def _worker_of(request: Request) -> ReplayWorker:
    """Return the worker that builds replays."""
    worker = request.app.state.replay_worker
    assert isinstance(worker, ReplayWorker)
    return worker


@replays.get(
    "/games/{game}/replay",
    response_class=Response,
    responses={**SHOWN, **problems(401, 403, 404, 409, 422, 429)},
    summary="Replay a game",
)
async def see_game(request: Request, room: RoomHere, viewer: Viewer, words: Language) -> Response:
    """Return every ply of a game that is over, with all cards face up."""
    if room.status != "over":
        raise RequestError("not_over", Phrase("error.no_replay_yet"))
    worker, language = _worker_of(request), words.language
    if not worker.is_cached(room.id, language):
        take_one(request, "replays")
    body = await worker.of_game(room.id, lambda: room.record(viewer, "full", "text"), language, address_of(request))
    return compressed(request, body)


@replays.post(
    "/replay",
    response_class=Response,
    responses={**SHOWN, **problems(403, 413, 415, 422, 429)},
    summary="Replay a record",
)
async def see_record(request: Request, given: RecordGiven, words: Language) -> Response:
    """Return every ply of a record, given as text or JSON Lines; nothing is stored.

    An edition that hides cards shows what its viewer could see, and no hands after a monopoly.
    """
    take_one(request, "replays")
    return compressed(request, await _worker_of(request).of_record(given.record, words.language, address_of(request)))


@replays.post(
    "/board",
    response_class=Response,
    responses={**LAID_OUT, **problems(403, 413, 415, 422, 429)},
    summary="Lay out an analysis board",
)
async def lay_out(request: Request, asked: BoardRequest, words: Language) -> Response:
    """Return what an analysis board begins with: a full record with its variations, a full position, or an island.

    Nothing is stored. The states after the first follow from the actions, which the engine in the page applies.
    """
    if asked.record is None:
        take_one(request, "previews")
        return Response(board(record_of(asked)).model_dump_json(), media_type="application/json")
    take_one(request, "replays")
    return compressed(request, await _worker_of(request).board_of(asked.record, words.language, address_of(request)))
