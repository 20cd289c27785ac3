"""The metrics in the text format of Prometheus, for the networks that the settings name.

They say how many people play, so nobody else may read them, also not this machine: behind a proxy here that does not
say whom it forwards, everybody looks like this machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import State
from starlette.responses import Response

from longroad.server import metrics
from longroad.server.errors import RequestError
from longroad.server.networks import is_in

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
STATUSES: Final = ("lobby", "playing", "over")

measured = APIRouter(include_in_schema=False)


@measured.get("/metrics")
async def get_metrics(request: Request) -> Response:
    """Return all metrics."""
    _check_address(request)
    _set_gauges(request.app.state)
    return Response(metrics.exposition(), media_type=TEXT, headers={"Cache-Control": "no-store"})


def _check_address(request: Request) -> None:
    """Check that the client may read metrics. Raises `RequestError`.

    Every address that a proxy names has to be allowed too, as it need not be trusted.
    """
    client = request.client.host if request.client else ""
    for address in (client, *_forwarded_for(request.headers.getlist("x-forwarded-for"))):
        if not is_in(address, request.app.state.metrics_from):
            message = f"{address!r:.60} may not read the metrics: start the server with --metrics-from to add it."
            raise RequestError("wrong_address", message)


def _forwarded_for(headers: Iterable[str]) -> list[str]:
    return [address.strip() for header in headers for address in header.split(",")]


def _set_gauges(state: State) -> None:
    """Set what is read off at this moment."""
    rooms = list(state.registry.rooms.values())
    by_status = Counter(room.status for room in rooms)
    for status in STATUSES:
        metrics.rooms.labels(status).set(by_status[status])
    watchers = sum(room.subscribers.watchers() for room in rooms)
    metrics.subscribers.labels("watcher").set(watchers)
    metrics.subscribers.labels("seat").set(sum(len(room.subscribers.all) for room in rooms) - watchers)
    metrics.connections.set(state.open_connections())
    for workers in (state.registry.bot_workers, state.replay_worker, state.analysis_workers):
        for queue, count in workers.waiting.items():
            metrics.waiting.labels(queue).set(count)
