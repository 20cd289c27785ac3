"""The stream of a game's messages, its record, and the drawing of its island."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from longroad.narration import ENGLISH, Phrase, Words
from longroad.server.errors import RequestError
from longroad.server.http.clients import Language, RoomHere, Viewer, address_of, take_one
from longroad.server.http.drawings import SvgResponse, Theme
from longroad.server.http.pages import FOREVER
from longroad.server.http.problems import ASKS, problems
from longroad.server.room.room import Room
from longroad.server.wire.compact import Written
from longroad.server.wire.render import island_svg

KEEP_ALIVE_S: Final = 15.0  # after which a silent stream sends an empty line
MOST_SECONDS: Final = 3600

Since = Annotated[
    int | None, Query(ge=0, lt=2**53, description="The last event that you know; without it you get the whole table.")
]

records = APIRouter(prefix="/api/games", tags=["records"])


class NdjsonResponse(StreamingResponse):
    """One message a line, until the client disconnects."""

    media_type = "application/x-ndjson"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and release the connection when it is closed."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            request = Request(scope)
            request.app.state.lines.give_back(address_of(request))


@records.get(
    "/{game}/events",
    response_class=NdjsonResponse,
    responses={200: {"description": "One message a line; empty lines mean nothing."}, **problems(*ASKS, 429)},
    summary="Follow a game",
)
async def events(
    request: Request,
    room: RoomHere,
    viewer: Viewer,
    words: Language,
    since: Since = None,
    seconds: Annotated[
        int, Query(ge=0, le=MOST_SECONDS, description="End the stream after so long; 0 sends what is queued.")
    ] = MOST_SECONDS,
) -> Response:
    """Stream what happens, as far as you may know: the messages that the WebSocket sends, one a line."""
    take_one(request, "lines")
    return NdjsonResponse(lines(room, viewer, since, seconds, request.app.state.closing, words))


async def lines(
    room: Room, viewer: int | None, since: int | None, seconds: float, closing: asyncio.Event, words: Words = ENGLISH
) -> AsyncIterator[bytes]:
    """Yield the messages of a room as lines until the time is over, or the room or the server closes."""
    loop = asyncio.get_running_loop()
    is_closing = asyncio.ensure_future(closing.wait())
    async with room.watch(viewer, since, words) as messages:
        end = loop.time() + seconds
        coming = asyncio.ensure_future(_next(messages))
        try:
            while not is_closing.done():
                left = max(0.0, end - loop.time())  # even with no time left, what is queued is sent
                waited_for = {coming, is_closing}
                await asyncio.wait(waited_for, timeout=min(left, KEEP_ALIVE_S), return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    if left == 0:
                        return
                    yield b"\n"
                    continue
                message = coming.result()
                if message is None:
                    return
                yield message.json + b"\n"
                coming = asyncio.ensure_future(_next(messages))
        finally:
            coming.cancel()
            is_closing.cancel()


async def _next(messages: AsyncIterator[Written]) -> Written | None:
    """Return the next message; None if there are no more."""
    return await anext(messages, None)


@records.get(
    "/{game}/record",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {}, "application/x-ndjson": {}}, "description": "The record."},
        **problems(*ASKS, 429),
    },
    summary="Get the record",
)
async def record(
    request: Request,
    room: RoomHere,
    viewer: Viewer,
    edition: Annotated[
        Literal["full", "seat", "public"],
        Query(description="Everything (once it is over), what your seat may know, or what everybody may know."),
    ] = "public",
    format: Annotated[Literal["text", "jsonl"], Query(description="As text or JSON Lines.")] = "text",  # noqa: A002
) -> Response:
    """Return the record of the game, which `longroad replay` shows and `longroad verify` checks."""
    take_one(request, "records")
    suffix = ".longroad" if format == "text" else ".jsonl"
    return Response(
        room.record(viewer, edition, format),
        media_type="text/plain; charset=utf-8" if format == "text" else "application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="longroad-{room.id}{suffix}"'},
    )


@records.get("/{game}/island.svg", response_class=SvgResponse, responses=problems(*ASKS), summary="Draw the island")
async def island(room: RoomHere, theme: Theme = "light") -> Response:
    """Draw the island of a game, without pieces and robber; it never changes."""
    laid = room.island
    if laid is None:
        raise RequestError("not_started", Phrase("error.no_island"))
    return SvgResponse(island_svg(laid, theme), headers={"Cache-Control": FOREVER})
