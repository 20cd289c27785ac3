"""Whether the server is ready, for a proxy or whatever starts and stops servers."""

from __future__ import annotations

from fastapi import APIRouter, Request

from longroad.narration import Phrase
from longroad.server.errors import RequestError
from longroad.server.http.problems import problems
from longroad.server.wire.messages import Message

health = APIRouter(prefix="/api", tags=["choices"])


class Health(Message):
    """A server that takes requests."""

    is_ready: bool


@health.get("/health", response_model=Health, responses=problems(503), summary="Ask whether the server is ready")
async def get_health(request: Request) -> Health:
    """Return whether the server takes requests; not while it stops, or cannot reach its database."""
    state = request.app.state
    is_member = state.cluster is None or state.cluster.is_alive
    if state.closing.is_set() or not is_member:
        raise RequestError("unavailable", Phrase("error.unavailable"))
    return Health(is_ready=True)
