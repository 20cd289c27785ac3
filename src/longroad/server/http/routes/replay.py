"""Replays of this server's games and of records that are uploaded, analysis boards, and positions that are edited."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from longroad.draw import svg
from longroad.narration import Phrase
from longroad.server.boards import board, read_full, record_of
from longroad.server.drafts import checked
from longroad.server.errors import RequestError
from longroad.server.http.clients import Language, RoomHere, Viewer, address_of, take_one
from longroad.server.http.compressed import compressed
from longroad.server.http.drawings import SvgResponse, Theme
from longroad.server.http.pages import FOREVER
from longroad.server.http.problems import problems
from longroad.server.replay_worker import ReplayWorker
from longroad.server.wire.messages import RecordGiven, Replay
from longroad.server.wire.responses import Board, BoardRequest, CheckedPosition, CheckPosition

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


@replays.post(
    "/positions/check",
    response_model=CheckedPosition,
    responses=problems(403, 413, 415, 422, 429),
    summary="Check a position",
)
async def check_position(request: Request, asked: CheckPosition, words: Language) -> CheckedPosition:
    """Return everything that is wrong with a position that is being edited, and if nothing is, its notation.

    Without a draft, the draft of a position, or of a game that begins by a preset, is returned. Nothing is stored.
    """
    take_one(request, "previews")
    return checked(asked, words)


PositionText = Annotated[str, Query(max_length=4000, description="A full position in the notation.")]


@replays.get(
    "/position.svg", response_class=SvgResponse, responses=problems(422, 429), summary="Draw a position as SVG"
)
async def position_svg(request: Request, position: PositionText, theme: Theme = "light") -> Response:
    """Draw a full position."""
    take_one(request, "previews")
    return SvgResponse(svg(read_full(position), theme=theme), headers={"Cache-Control": FOREVER})
