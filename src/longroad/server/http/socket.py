"""The WebSocket of a game: it sends the table on connecting, then what happens, and receives what the client asks for.

A request that is refused gets a `refused` message and changes nothing. Close codes from 4000 on are 4000 and the
HTTP status that says the same: 4404 for an unknown game, 4401 for a token that holds no seat, 4429 for a flood.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any, Final, get_args

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketState

from longroad.narration import Phrase, Words
from longroad.server.errors import STATUS, RequestError
from longroad.server.http.clients import Credentials, address_of, registry_of, take_one, words_of
from longroad.server.http.guards import is_own_origin, wrong_origin
from longroad.server.http.problems import note_refusal, problem
from longroad.server.http.protocols import WRITE_NOW
from longroad.server.limits import Bucket
from longroad.server.room.room import Room
from longroad.server.wire.compact import Written, write
from longroad.server.wire.messages import (
    PROTOCOL,
    Act,
    Ask,
    ClientMessage,
    DiceText,
    Ready,
    Refresh,
    Refused,
    Say,
    SetPace,
    Undo,
)

MOST_MESSAGE: Final = 4096  # bytes that a client may send at once
AT_ONCE: Final = 30  # messages
PER_SECOND: Final = 10.0
MOST_REFUSED: Final = 100  # messages in a flood before it is cut off

GOING_AWAY: Final = 1001
BROKEN: Final = 1011
CLOSED_BY_STATUS: Final = 4000

logger = logging.getLogger("longroad.server")
Request = Act | Undo | Say | Ask | Refresh | SetPace | Ready | DiceText
requests: TypeAdapter[Request] = TypeAdapter(ClientMessage)
TYPES: Final = tuple(kind.model_fields["type"].default for kind in get_args(Request))

sockets = APIRouter()


@sockets.websocket("/api/games/{game}/ws")
async def connect(websocket: WebSocket, game: str) -> None:
    """Follow a game, and act in it."""
    scheme = websocket.scope.get("scheme", "ws")
    if not is_own_origin(websocket.headers, scheme):
        message = wrong_origin(websocket.headers, scheme)
        await websocket.send_denial_response(problem(STATUS["wrong_origin"], "wrong_origin", message))
        return
    await websocket.accept()
    address = address_of(websocket)
    try:
        take_one(websocket, "lines")
    except RequestError as error:
        await _refuse_and_close(websocket, error)
        return
    try:
        room = await registry_of(websocket).find(game, address)
        await Connection(websocket, room, _number(websocket, "seat")).run(_since(websocket))
    except RequestError as error:
        await _refuse_and_close(websocket, error)
    except WebSocketDisconnect:
        pass
    except Exception:
        logger.exception("the connection to game %r failed", game)
        await _close(websocket, BROKEN, "broken")
    finally:
        websocket.app.state.lines.give_back(address)


def _number(websocket: WebSocket, name: str) -> int | None:
    """Read a number from the query. Raises `RequestError`."""
    text = websocket.query_params.get(name)
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise RequestError("malformed", f"{name}={text!r:.40}: expected a whole number from 0")
    return int(text)


def _since(websocket: WebSocket) -> int | None:
    """Return the last event that a client knows; None if it uses another protocol and needs everything."""
    since = _number(websocket, "since")
    return since if _number(websocket, "protocol") in (None, PROTOCOL) else None


async def _refuse_and_close(websocket: WebSocket, error: RequestError) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(refused(error, words_of(websocket)).model_dump_json())
        await websocket.close(CLOSED_BY_STATUS + error.status, error.code)


async def _close(websocket: WebSocket, code: int, reason: str) -> None:
    """Close a connection, unless it is closed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.close(code, reason)


def refused(error: RequestError, words: Words, request: int | None = None) -> Refused:
    """Return the message about a request that is refused."""
    note_refusal(error.code)
    return Refused(code=error.code, message=error.text(words), rule=error.rule, reply_to=request)


class Connection:
    """One client of a room: receives its requests, and sends what happens."""

    def __init__(self, websocket: WebSocket, room: Room, seat: int | None) -> None:
        self.websocket, self.room, self.seat = websocket, room, seat
        self._credentials = Credentials.of(websocket, room.id)
        self.words = words_of(websocket)
        self.bucket = Bucket(AT_ONCE, PER_SECOND)
        self.floods = 0
        self._line: asyncio.Queue[Act | Undo] = asyncio.Queue()  # a pass that is held back, and what was asked after it
        self._is_holding = False

    @property
    def viewer(self) -> int | None:
        """The seat that is held now: people change seats before the game. Raises `RequestError`."""
        return self._credentials.viewer(self.room, self.seat)

    async def run(self, since: int | None) -> None:
        """Send and receive until either side closes. Raises `RequestError` for a flood."""
        write_now = self.websocket.scope.get("extensions", {}).get(WRITE_NOW, {}).get("call")
        async with self.room.watch(self.viewer, since, self.words, write_now) as messages:
            work = (self.send_all(messages), self.receive_all(), self.act_in_line())
            tasks = [asyncio.ensure_future(one) for one in work]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
        await _close(self.websocket, GOING_AWAY, "the room is closed")

    async def send_all(self, messages: AsyncIterator[Written]) -> None:
        """Send the messages of the room."""
        async for message in messages:
            await self.send(message)

    async def send(self, message: Written) -> None:
        """Send a message. Raises `WebSocketDisconnect` if the client has gone."""
        if self.websocket.application_state is WebSocketState.DISCONNECTED:
            raise WebSocketDisconnect
        await self.websocket.send_text(message.json.decode())

    async def receive_all(self) -> None:
        """Handle messages one after the other until the client disconnects.

        That raises nothing: a traceback would keep the room in memory.
        """
        while (received := await self.websocket.receive())["type"] != "websocket.disconnect":
            await self.handle(received)

    async def handle(self, received: Any) -> None:
        """Do what a message asks for, or refuse it. Raises `RequestError` for a flood."""
        message: Request | None = None
        try:
            self._count()
            message = read(received)
            if isinstance(message, Act | Undo) and self._must_wait(message):
                self._is_holding = True
                self._line.put_nowait(message)
            else:
                await self._do(message)
            self.floods = max(0, self.floods - 1)  # handling a message does not end a flood
        except RequestError as error:
            if self.floods >= MOST_REFUSED:
                raise
            await self._refuse(error, message)

    def _must_wait(self, message: Act | Undo) -> bool:
        """Whether an action is held back, or was asked for after one that is."""
        return self._is_holding or (isinstance(message, Act) and self.room.bots.is_held_back(self.viewer, message))

    async def act_in_line(self) -> None:
        """Do what is held back, in the order in which it was asked for; chat does not wait for it."""
        while True:
            message = await self._line.get()
            try:
                await self._do(message)
            except RequestError as error:
                await self._refuse(error, message)
            self._is_holding = not self._line.empty()

    async def _refuse(self, error: RequestError, message: Request | None) -> None:
        await self.send(write(refused(error, self.words, message.request if message else None)))
        if error.code == "stale_decision":
            await self.send(self._table())

    def _count(self) -> None:
        if not self.bucket.take():
            self.floods += 1
            raise RequestError("too_many", Phrase("error.flood", {"count": int(PER_SECOND)}))

    async def _do(self, message: Request) -> None:
        match message:
            case Act():
                await self.room.act(self.viewer, message)
            case Undo():
                await self.room.undo(self.viewer)
            case Say():
                take_one(self.websocket, "talks")
                await self.room.say(self.viewer, message.text)
            case Ask():
                await self.room.ask(self.viewer, message.seat, self.words)
            case SetPace():
                await self.room.set_pace(self.viewer, message.pace)
            case Ready():
                await self.room.ready(self.viewer, message.is_ready)
            case DiceText():
                await self.room.add_text(self.viewer, message.text)
            case Refresh():
                await self.send(self._table())

    def _table(self) -> Written:
        return write(self.room.table(self.viewer, self.words))


def read(received: Any) -> Request:
    """Read a message. Raises `RequestError`.

    >>> read({"text": '{"type": "say", "text": "Hello!"}'})
    Say(type='say', text='Hello!', request=None)
    >>> read({"text": '{"type": "sing"}'})
    Traceback (most recent call last):
    ...
    longroad.server.errors.RequestError: type: expected one of act, undo, say, ask, refresh, pace, ready, text
    """
    text = received.get("text")
    if text is None:
        raise RequestError("malformed", "Messages are text, not bytes.")
    if len(text) > MOST_MESSAGE or len(text.encode(errors="replace")) > MOST_MESSAGE:
        raise RequestError("too_large", f"A message has at most {MOST_MESSAGE} bytes.")
    try:
        return requests.validate_json(text)
    except ValidationError as error:
        raise RequestError("malformed", explained(error.errors(include_url=False, include_input=False))) from None


def explained(errors: Any) -> str:
    """Describe the first validation error."""
    error = errors[0]
    kind = error["type"]
    if kind == "union_tag_invalid" or kind == "union_tag_not_found":
        return f"type: expected one of {', '.join(TYPES)}"
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    return f"{where}: {error['msg']}"[:300] if where else str(error["msg"])[:300]
