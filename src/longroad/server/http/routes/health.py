"""Whether the server is alive and ready, for proxies and for whatever starts and stops servers."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import State
from starlette.responses import JSONResponse

from longroad.server.store import Store

AGAIN_S: Final = 1.0  # for which a check of the database holds, however often somebody asks
PATIENCE_S: Final = 2.0  # that the database has to answer
FRESH: Final = {"Cache-Control": "no-store"}

health = APIRouter(prefix="/health", include_in_schema=False)


class WritableCheck:
    """Whether the database can be written, asked at most once a second."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._is_writable, self._at = False, float("-inf")

    async def __call__(self, store: Store | None) -> bool:
        """Whether a write works now, or did a moment ago."""
        async with self._lock:
            if monotonic() - self._at >= AGAIN_S:
                self._is_writable = store is not None and await store.is_writable(PATIENCE_S)
                self._at = monotonic()
        return self._is_writable


@health.get("/live")
async def live() -> JSONResponse:
    """Answer: the event loop runs."""
    return JSONResponse({"is_live": True}, headers=FRESH)


@health.get("/ready")
async def ready(request: Request) -> JSONResponse:
    """Return whether requests can be served here, and what is missing; status 503 if something is."""
    missing = await missing_of(request.app.state)
    return JSONResponse({"is_ready": not missing, "missing": missing}, 503 if missing else 200, FRESH)


async def missing_of(state: State) -> list[str]:
    """List what a server lacks to serve requests."""
    missing = []
    if state.closing.is_set():
        missing.append("it is stopping")
    if not await state.is_writable(state.store):
        missing.append("the database cannot be written")
    if state.cluster is not None and not state.cluster.is_alive:
        missing.append("it has lost its games to other servers")
    if not (state.static / "index.html").is_file():
        missing.append("the page is not built")
    return missing
