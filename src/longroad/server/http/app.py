"""The ASGI application: routes, guards, the built page, and the registry of rooms, which it opens and closes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from longroad.server import garbage, metrics
from longroad.server.admin_requests import serve_requests
from longroad.server.analysis_worker import AnalysisWorkers
from longroad.server.bot_workers import BotWorkers
from longroad.server.cluster.membership import Membership
from longroad.server.errors import RequestError
from longroad.server.http.base_path import BasePath, with_base
from longroad.server.http.clients import words_of
from longroad.server.http.forward import Forward, ForwardedClient
from longroad.server.http.guards import SECURITY, Guard, SecurityHeaders
from longroad.server.http.hosts import Hosts
from longroad.server.http.openapi import DESCRIPTION, Application
from longroad.server.http.pages import STATIC, api_page, page
from longroad.server.http.problems import problem
from longroad.server.http.request_ids import HEADER, RequestIds
from longroad.server.http.routes.analysis import analyses
from longroad.server.http.routes.games import games
from longroad.server.http.routes.health import WritableCheck, health
from longroad.server.http.routes.meta import choices
from longroad.server.http.routes.metrics import measured
from longroad.server.http.routes.puzzles import puzzles
from longroad.server.http.routes.record import records
from longroad.server.http.routes.replay import replays
from longroad.server.http.socket import explained, sockets
from longroad.server.http.traffic import Traffic, TrafficLimits
from longroad.server.limits import Buckets, ConnectionLimit
from longroad.server.logs import mark_logged, request_id
from longroad.server.networks import Network
from longroad.server.replay_worker import ReplayWorker
from longroad.server.room.pace import DEFAULT_TIMING, Timing
from longroad.server.room.registry import RoomRegistry
from longroad.server.store import Store
from longroad.version import __version__

LEAST_COMPRESSED: Final = 1400  # bytes: smaller responses, which fit one packet, are not compressed
RETRY_AFTER: Final = {429: "2", 503: "1"}  # seconds, by status
STREAMS: Final = "application/x-ndjson"
MOST_LINES: Final = 120  # enough for a club behind one address, but not for a flood
LIMITED: Final = ("openings", "joins", "changes", "records", "replays", "previews", "talks", "analyses", "reviews")
METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

logger = logging.getLogger("longroad.server")


@dataclass(frozen=True)
class Hosting:
    """Where a server stores its games, and its limits."""

    database: str  # a path or URL, such as 'postgresql://longroad@localhost/games'
    static: Path = STATIC  # the built page
    names: tuple[str, ...] = ()  # host names it serves, besides its addresses
    workers: int = 1  # worker processes for bots, and as many for levels that search
    openings: tuple[float, float] = (30, 0.5)  # games that an address may open at once, and per second
    joins: tuple[float, float] = (20, 0.5)  # seats that an address may take
    changes: tuple[float, float] = (60, 30)  # by a person on a seat, or by all others at an address
    records: tuple[float, float] = (30, 1)
    replays: tuple[float, float] = (10, 0.2)  # games that have to be replayed
    previews: tuple[float, float] = (60, 10)
    analyses: tuple[float, float] = (30, 1)
    reviews: tuple[float, float] = (5, 0.05)
    talks: tuple[float, float] = (20, 2)  # lines of chat
    reads: tuple[float, float] = (600, 40)  # requests of the API that change nothing, and new WebSockets
    malformed: tuple[float, float] = (60, 1)  # requests that cannot be read
    at_once: int = 200  # requests of an address that are being answered, open connections included
    lines: int = MOST_LINES  # open connections of an address
    base_path: str = ""  # below which everything is, such as /catan
    metrics_from: tuple[Network, ...] = ()  # who may read the metrics
    timing: Timing = DEFAULT_TIMING
    analysis: str = "normal"  # how deeply people may analyse, or off
    address: str = ""  # the URL at which other processes of a shared database reach this one


def create_app(hosting: Hosting | RoomRegistry) -> FastAPI:
    """Build the application, with a registry of its own or around a given one."""
    registry = hosting if isinstance(hosting, RoomRegistry) else None
    chosen = hosting if isinstance(hosting, Hosting) else Hosting("")
    app = Application(
        title="Longroad",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(chosen) if registry is None else None,
    )
    _set_state(app.state, chosen, registry)
    for router in (health, measured, choices, games, records, replays, analyses, puzzles, sockets):
        app.include_router(router)
    _add_description(app)
    is_known = partial(_is_known, list(app.routes))
    _add_pages(app, chosen.static, is_known)
    _add_error_handlers(app)
    _add_middleware(app, chosen, is_known)
    return app


def _set_state(state: State, hosting: Hosting, registry: RoomRegistry | None) -> None:
    """Set what routes and guards share; the lifespan and what runs the application replace some of it."""
    state.database = hosting.database
    state.store = None
    state.stop = lambda why: logger.critical("%s", why)
    state.registry = registry
    state.static = hosting.static
    state.metrics_from = hosting.metrics_from
    state.is_writable = WritableCheck()
    state.open_connections = lambda: 0
    state.cluster = None
    state.exchange = None
    state.closing = asyncio.Event()
    # Worker processes: for bots, for levels that search, for replays, for analyses.
    state.workers = 2 * hosting.workers + 1 + AnalysisWorkers.COUNT
    for limited in LIMITED:
        setattr(state, limited, Buckets(*getattr(hosting, limited)))
    state.lines = ConnectionLimit(hosting.lines)


def _add_middleware(app: FastAPI, hosting: Hosting, is_known: Callable[[Scope], bool]) -> None:
    """Add what every request passes: the last one that is added is the first."""
    app.add_middleware(Forward, state=app.state)
    app.add_middleware(Guard, is_known=is_known)
    app.add_middleware(
        GZipMiddleware,
        minimum_size=LEAST_COMPRESSED,
        compresslevel=6,
        exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, STREAMS),
    )
    limits = TrafficLimits(ConnectionLimit(hosting.at_once), Buckets(*hosting.reads), Buckets(*hosting.malformed))
    app.add_middleware(Traffic, limits=limits)
    app.add_middleware(Hosts, names=hosting.names)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestIds)
    app.add_middleware(ForwardedClient, state=app.state)  # before the log notes who the client is
    app.add_middleware(BasePath, base=hosting.base_path)


def _lifespan(hosting: Hosting) -> Any:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await open_store(app)
        bot_workers = BotWorkers(hosting.workers)
        bot_workers.begin()
        cluster = await _join(app, store, hosting.address) if store.database.is_shared else None
        app.state.registry = registry = RoomRegistry(store, bot_workers, hosting.timing, cluster)
        app.state.replay_worker = ReplayWorker()
        app.state.analysis_workers = AnalysisWorkers(hosting.analysis)
        asking = asyncio.create_task(serve_requests(registry), name="administrators")
        background = [
            asyncio.create_task(_stop_when_lost(app, store), name="lost database"),
            asyncio.create_task(metrics.watch_loop(), name="loop lag"),
            asyncio.create_task(garbage.collect(lambda: store.stored), name="garbage"),
        ]
        try:
            yield
        finally:
            app.state.closing.set()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await _close(app)
            for task in background:
                task.cancel()
            await store.close()
            app.state.store = None

    return lifespan


async def _close(app: FastAPI) -> None:
    """Close all rooms, leave the cluster, and end the workers."""
    await app.state.registry.close()
    if app.state.cluster is not None:  # as soon as possible, since people wait for their games
        await app.state.cluster.leave()
        await app.state.exchange.close()
    await app.state.registry.bot_workers.close()
    await app.state.replay_worker.close()
    await app.state.analysis_workers.close()


async def _join(app: FastAPI, store: Store, address: str) -> Membership:
    """Join the other processes that share a database."""
    from longroad.server.http.exchange import Exchange  # its packages are installed with the driver of PostgreSQL

    cluster = Membership(store, address)
    await cluster.join()
    app.state.cluster, app.state.exchange = cluster, Exchange(cluster, app.state.closing)
    return cluster


async def open_store(app: FastAPI) -> Store:
    """Open the database of an application, unless it is open. Raises `UnusableDatabase`."""
    if app.state.store is None:
        app.state.store = await Store.open(app.state.database)
    store = app.state.store
    assert isinstance(store, Store)
    return store


async def _stop_when_lost(app: FastAPI, store: Store) -> None:
    """Stop the server at once when its database is lost."""
    lost = await store.lost()
    app.state.stop(lost.why)


def _is_known(routes: Sequence[BaseRoute], scope: Scope) -> bool:
    """Whether there is a route at a path, for any method."""
    return any(route.matches(scope)[0] is not Match.NONE for route in routes)


def _add_description(app: FastAPI) -> None:
    """Add the page about the API."""

    @app.get("/api/docs", include_in_schema=False)
    async def about_api(request: Request) -> Response:
        return HTMLResponse(api_page(app.openapi(), with_base(request, "")))


def _add_pages(app: FastAPI, static: Path, is_known: Callable[[Scope], bool]) -> None:
    """Add an error at every other path of the API, and the built page everywhere else."""

    @app.api_route("/api/{_path:path}", methods=METHODS, include_in_schema=False)
    async def no_such_route(request: Request, _path: str) -> Response:
        raise HTTPException(405 if is_known(request.scope) else 404)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def play(request: Request, path: str) -> Response:
        response = page(static, path, with_base(request, ""))
        if response is None:
            raise HTTPException(404)
        return response


def _add_error_handlers(app: FastAPI) -> None:
    """Turn every error into a response of the same shape."""

    @app.exception_handler(RequestError)
    async def wrong(request: Request, error: RequestError) -> Response:
        return _problem(error.status, error.code, error.text(words_of(request)), error.rule)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        return _problem(422, "malformed", explained(error.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        messages = {
            404: ("not_found", f"There is nothing at {request.url.path!r:.80}."),
            405: ("wrong_method", f"{request.method} is not possible here."),
        }
        if error.status_code == 400:  # FastAPI cannot read the body
            return _problem(422, "malformed", "The body is not JSON.")
        code, message = messages.get(error.status_code, ("malformed", str(error.detail)))
        return _problem(error.status_code, code, message, headers=error.headers)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
        mark_logged(error)
        # The middleware that adds headers to other responses is not passed here.
        headers = {**SECURITY, "Cache-Control": "no-store", HEADER: request_id.get()}
        return _problem(500, "broken", "Internal server error; it has been logged.", headers=headers)


def _problem(status: int, code: str, message: str, rule: str | None = None, headers: Any = None) -> Response:
    response = problem(status, code, message, rule, headers)
    if status in RETRY_AFTER:
        response.headers.setdefault("Retry-After", RETRY_AFTER[status])
    if status == 401:
        response.headers.setdefault("WWW-Authenticate", "Bearer")
    return response
