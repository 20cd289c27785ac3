"""Games over HTTP: open one, get its table, take a seat, act, undo, chat."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from longroad.server.http.base_path import with_base
from longroad.server.http.clients import (
    Language,
    RoomHere,
    Viewer,
    address_of,
    check_wants_token,
    hand_over,
    registry_of,
    take_one,
    token_of,
)
from longroad.server.http.problems import ASKS, CHANGES, OPENS, problems
from longroad.server.wire.messages import Act, DiceText, Join, NewGame, Ready, Say, Seated, SeatRequest, SetPace, Table
from longroad.server.wire.responses import Done, Why

MOST_ACTION = 200


SeatNumber = Annotated[int, Path(ge=0, le=5, description="A seat, counted from 0.")]

games = APIRouter(prefix="/api/games", tags=["games"])


@games.post(
    "",
    status_code=201,
    response_model=Seated,
    responses=problems(*OPENS),
    summary="Open a game",
)
async def open_game(request: Request, response: Response, body: NewGame) -> Seated:
    """Open a room by a preset and options, and take its first seat that is a person's.

    A token holds the seat: a browser keeps it as a cookie, and a program asks for it with `wants_token`.
    """
    check_wants_token(request, body.wants_token)
    take_one(request, "openings")
    room, seated = await registry_of(request).open(body, address=address_of(request))
    response.headers["Location"] = with_base(request, f"/api/games/{room.id}")
    return hand_over(request, response, seated, body.wants_token)


@games.get("/{game}", response_model=Table, responses=problems(*ASKS), summary="Get the table")
async def get_table(room: RoomHere, viewer: Viewer, words: Language) -> Table:
    """Return everything that you may know: your view and decision, or the public view without a seat."""
    return room.table(viewer, words)


@games.post("/{game}/join", response_model=Seated, responses=problems(*CHANGES), summary="Take a seat")
async def join(request: Request, response: Response, room: RoomHere, body: Join) -> Seated:
    """Take an open seat, the first or the one that is named."""
    check_wants_token(request, body.wants_token)
    token = token_of(request, room.id)
    if room.viewer_of(token) is None:
        take_one(request, "joins")
    return hand_over(request, response, await room.join(body, token, address_of(request)), body.wants_token)


@games.post("/{game}/seats/{number}", response_model=Done, responses=problems(*CHANGES), summary="Change a seat")
async def change_seat(room: RoomHere, viewer: Viewer, number: SeatNumber, body: SeatRequest) -> Done:
    """Before the game: the host assigns it; anybody else moves there or changes name or colour."""
    await room.change_seat(viewer, number, body)
    return Done(event=room.last_event)


@games.post("/{game}/ready", response_model=Done, responses=problems(*CHANGES), summary="Be ready")
async def ready(room: RoomHere, viewer: Viewer, body: Ready) -> Done:
    """Before the game: say whether you are ready; the host can start without it."""
    await room.ready(viewer, body.is_ready)
    return Done(event=room.last_event)


@games.post("/{game}/text", response_model=Done, responses=problems(*CHANGES), summary="Add a text to the dice")
async def add_text(room: RoomHere, viewer: Viewer, body: DiceText) -> Done:
    """Before a game with verifiable dice: add a text of your own, from which the dice also follow."""
    await room.add_text(viewer, body.text)
    return Done(event=room.last_event)


@games.post("/{game}/pace", response_model=Done, responses=problems(*CHANGES), summary="Change the pace")
async def set_pace(room: RoomHere, viewer: Viewer, body: SetPace) -> Done:
    """Make bots act more slowly or quickly from now on, if you are the host."""
    await room.set_pace(viewer, body.pace)
    return Done(event=room.last_event)


@games.post("/{game}/start", response_model=Done, responses=problems(*CHANGES), summary="Start the game")
async def start(room: RoomHere, viewer: Viewer) -> Done:
    """Begin, if you are the host and every seat is taken."""
    await room.start(viewer)
    return Done(event=room.last_event)


@games.post("/{game}/leave", response_model=Done, responses=problems(*CHANGES), summary="Leave")
async def leave(room: RoomHere, viewer: Viewer) -> Done:
    """Leave the table; a bot plays for you until your token takes the seat back."""
    await room.leave(viewer)
    return Done(event=room.last_event)


@games.post("/{game}/again", response_model=Seated, responses=problems(*CHANGES), summary="Play again")
async def again(request: Request, response: Response, room: RoomHere, viewer: Viewer) -> Seated:
    """Open another game with the same people and settings, once this one is over; your token holds your seat."""
    seated = await room.again(viewer, token_of(request, room.id) or "")
    return hand_over(request, response, seated)


@games.post("/{game}/act", response_model=Done, responses=problems(*CHANGES), summary="Act")
async def act(room: RoomHere, viewer: Viewer, body: Act) -> Done:
    """Take an action in the notation, in answer to your decision of that id."""
    await room.act(viewer, body)
    return Done(event=room.last_event)


@games.post("/{game}/undo", response_model=Done, responses=problems(*CHANGES), summary="Undo")
async def undo(room: RoomHere, viewer: Viewer) -> Done:
    """Undo your last placement, while nothing has been revealed and nobody has acted since."""
    await room.undo(viewer)
    return Done(event=room.last_event)


@games.post("/{game}/say", response_model=Done, responses=problems(*CHANGES), summary="Say something")
async def say(request: Request, room: RoomHere, viewer: Viewer, body: Say) -> Done:
    """Say something to everyone at the table."""
    take_one(request, "talks")
    await room.say(viewer, body.text)
    return Done(event=room.last_event)


@games.post("/{game}/seats/{number}/ask", response_model=Done, responses=problems(*CHANGES), summary="Ask a bot why")
async def ask(room: RoomHere, viewer: Viewer, number: SeatNumber, words: Language) -> Done:
    """Ask a bot why it answered an offer as it did; it replies in the chat."""
    await room.ask(viewer, number, words)
    return Done(event=room.last_event)


@games.get("/{game}/why", response_model=Why, responses=problems(*ASKS), summary="Ask why not")
async def why(
    room: RoomHere,
    viewer: Viewer,
    words: Language,
    action: Annotated[
        str, Query(max_length=MOST_ACTION, description="An action in the notation, or its first word alone: `settle`.")
    ],
) -> Why:
    """Return whether you may take an action now, and if not, the rule that forbids it and the cards you lack."""
    why_not = room.why(viewer, action)
    if why_not is None:
        return Why(is_legal=True)
    message = " ".join(words.say(phrase) for phrase in why_not.phrases)
    return Why(is_legal=False, rule=why_not.rule, message=message, lacks=why_not.lacks)
