"""Does what an administrator asks for in the database: revokes tokens, and closes games."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from longroad.server.errors import RequestError
from longroad.server.room.registry import RoomRegistry
from longroad.server.store import admin
from longroad.server.store.admin import AdminRequest
from longroad.server.store.errors import reason

LOOK_S: Final = 1.0  # between two looks

_log = logging.getLogger(__name__)


async def serve_requests(registry: RoomRegistry) -> None:
    """Look for requests until cancelled."""
    while True:
        await asyncio.sleep(LOOK_S)
        try:
            await answer_all(registry)
        except (SQLAlchemyError, OSError) as error:
            _log.warning("requests of administrators cannot be read: %s", reason(error))
        except Exception:  # the next look may work
            _log.exception("requests of administrators cannot be answered")


async def answer_all(registry: RoomRegistry) -> None:
    """Answer the requests for games that no other process serves."""
    engine = registry.store.database.engine
    for request in await admin.pending(engine):
        answer = await _answer(registry, request)
        if answer is not None:
            _log.info("an administrator asked to %s game %s: %s", request.what, request.game, answer)
            await admin.answer(engine, request.id, answer)


async def _answer(registry: RoomRegistry, request: AdminRequest) -> str | None:
    """Do what a request asks for; return the answer, None if another process has to."""
    try:
        if request.what == admin.CLOSE:
            await registry.close_game(request.game)
            return "closed"
        revoked = await registry.revoke(request.game, request.seat)
        return f"revoked {', '.join(map(str, revoked)) or 'nothing'}"
    except RequestError as error:
        return None if error.code == "unavailable" else f"refused: {error.message}"
