"""Analyses of positions, and reviews of games; of a running game only what a seat may know."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from longroad.game.analysis import AnalysisView
from longroad.narration import Phrase
from longroad.server.analysis_worker import AnalysisRequest, AnalysisWorkers, ReviewRequest
from longroad.server.errors import RequestError
from longroad.server.fair_queue import Asker
from longroad.server.http.clients import Bearer, Credentials, Language, RoomHere, address_of, take_one
from longroad.server.http.compressed import compressed
from longroad.server.http.problems import CHANGES, problems
from longroad.server.room.room import Room
from longroad.server.wire.responses import AnalysePosition, AnalyseRoom, ReviewRecord, ReviewRoom, ReviewView

ANALYSED: Final[dict[int | str, dict[str, Any]]] = {200: {"model": AnalysisView, "description": "The analysis."}}
REVIEWED: Final[dict[int | str, dict[str, Any]]] = {200: {"model": ReviewView, "description": "The review."}}
REFUSED: Final = problems(403, 413, 415, 422, 429, 503)
REFUSED_IN_GAME: Final = problems(*CHANGES, 503)

analyses = APIRouter(prefix="/api", tags=["analysis"])


def _workers_of(request: Request) -> AnalysisWorkers:
    """Return the workers that analyse."""
    workers = request.app.state.analysis_workers
    assert isinstance(workers, AnalysisWorkers)
    return workers


@analyses.post(
    "/analyse", response_class=Response, responses={**ANALYSED, **REFUSED}, summary="Analyse a position or a record"
)
async def analyse_position(request: Request, body: AnalysePosition, words: Language) -> Response:
    """Estimate every seat's chance to win, and compare the actions of the seat that decides; nothing is stored.

    Of a full position or record only what that seat may know is used, unless it is told to use everything.
    """
    workers = _workers_of(request)
    workers.check(body.budget)
    take_one(request, "analyses")
    asked = AnalysisRequest(body.text, body.budget, body.ply, body.seat, body.everything, body.seed, words.language)
    return compressed(request, await workers.analyse(asked, Asker(address_of(request))))


@analyses.post("/review", response_class=Response, responses={**REVIEWED, **REFUSED}, summary="Review a record")
async def review_record(request: Request, body: ReviewRecord, words: Language) -> Response:
    """Separate luck from decisions in a full record, and judge the decisions; nothing is stored."""
    workers = _workers_of(request)
    workers.check(body.budget)
    take_one(request, "reviews")
    asked = ReviewRequest(body.record, body.budget, body.seed, words.language)
    return compressed(request, await workers.review(asked, Asker(address_of(request))))


@analyses.post(
    "/games/{game}/analyse",
    response_class=Response,
    responses={**ANALYSED, **REFUSED_IN_GAME},
    summary="Analyse a game",
)
async def analyse_game(
    request: Request, room: RoomHere, _bearer: Bearer, body: AnalyseRoom, words: Language
) -> Response:
    """Analyse a running game by what your seat may know, where the room allows hints; or a ply of one that is over."""
    workers = _workers_of(request)
    workers.check(body.budget)
    asked = _past(room, body) if room.status == "over" else _present(request, room, body)
    take_one(request, "analyses")
    asked = asked._replace(language=words.language)
    return compressed(request, await workers.analyse(asked, Asker(address_of(request), room.id)))


def _present(request: Request, room: Room, body: AnalyseRoom) -> AnalysisRequest:
    """Ask about the present position, by what a seat of the client may know. Raises `RequestError`."""
    view = room.hint_view(Credentials.of(request, room.id).viewer(room, body.seat))
    if body.ply is not None or body.everything:
        raise RequestError("record_hidden", Phrase("error.record_hidden"))
    return AnalysisRequest(view, body.budget)


def _past(room: Room, body: AnalyseRoom) -> AnalysisRequest:
    """Ask about a ply of a game that is over, whose full record everybody may read. Raises `RequestError`."""
    if body.ply is None:
        raise RequestError("game_over", Phrase("error.no_ply"))
    record = room.record(None, "full", "text")
    return AnalysisRequest(record, body.budget, body.ply, body.seat, body.everything)


@analyses.post(
    "/games/{game}/review",
    response_class=Response,
    responses={**REVIEWED, **REFUSED_IN_GAME},
    summary="Review a game",
)
async def review_game(request: Request, room: RoomHere, _bearer: Bearer, body: ReviewRoom, words: Language) -> Response:
    """Separate luck from decisions in a game that is over, and judge the decisions."""
    workers = _workers_of(request)
    workers.check(body.budget)
    if room.status != "over":
        raise RequestError("not_over", Phrase("error.no_review_yet"))
    budget, language = body.budget, words.language
    if not workers.is_cached(room.id, budget, language):
        take_one(request, "reviews")
    asker = Asker(address_of(request), room.id)
    found = await workers.review_game(room.id, lambda: room.record(None, "full", "text"), budget, language, asker)
    return compressed(request, found)
