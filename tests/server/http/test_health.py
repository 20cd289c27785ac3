"""`/health/live`, `/health/ready` and `/metrics`: what they say, when, and to whom."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from longroad.server import metrics
from longroad.server.errors import STATUS
from longroad.server.http import serving
from longroad.server.http.app import Hosting, create_app
from longroad.server.http.routes.health import WritableCheck
from longroad.server.networks import network_of
from longroad.server.store import Store
from longroad.server.workers import Workers
from tests.server.web import SOLO, listening, running, visitor

pytestmark = pytest.mark.anyio

LOCAL = (network_of("127.0.0.1"),)


def client_at(app: FastAPI, address: str, **headers: str) -> httpx.AsyncClient:
    """Return a client with an address."""
    transport = httpx.ASGITransport(app=app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers)


def value(page: str, sample: str) -> float:
    """Return the value of a sample, 0 if there is none yet."""
    found = re.search(rf"^{re.escape(sample)} (\S+)$", page, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def next_decision(client: httpx.AsyncClient, game: str) -> dict[str, Any]:
    """Wait for a decision of one's own."""
    async with asyncio.timeout(120):
        while (decision := (await client.get(f"/api/games/{game}")).json()["decision"]) is None:
            await asyncio.sleep(0.05)
    return dict(decision)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with a built page."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<!doctype html>")
    return tmp_path / "static"


# --- health -----------------------------------------------------------------------------------------------------------


async def test_a_server_with_database_and_page_is_live_and_ready(tmp_path: Path, built: Path) -> None:
    async with running(tmp_path, static=built) as app, visitor(app) as ada:
        live, ready = await ada.get("/health/live"), await ada.get("/health/ready")
    assert (live.status_code, live.json()) == (200, {"is_live": True})
    assert (ready.status_code, ready.json()) == (200, {"is_ready": True, "missing": []})
    assert ready.headers["cache-control"] == "no-store"


async def test_a_server_that_stops_is_live_but_not_ready(tmp_path: Path, built: Path) -> None:
    async with running(tmp_path, static=built) as app, visitor(app) as ada:
        app.state.closing.set()
        live, ready = await ada.get("/health/live"), await ada.get("/health/ready")
    assert live.status_code == 200
    assert (ready.status_code, ready.json()["missing"]) == (503, ["it is stopping"])


async def test_a_server_without_its_page_is_not_ready(tmp_path: Path) -> None:
    async with running(tmp_path, static=tmp_path / "none") as app, visitor(app) as ada:
        ready = await ada.get("/health/ready")
    assert (ready.status_code, ready.json()["missing"]) == (503, ["the page is not built"])


async def test_a_database_that_cannot_be_written_is_not_ready(address: str, built: Path) -> None:
    store = await Store.open(address)
    try:
        assert await store.is_writable(60.0)
        is_file = "://" not in address
        async with store.database.engine.connect() as other:  # another program that holds the row, or the file
            await other.execute(text("BEGIN IMMEDIATE" if is_file else "SELECT * FROM alembic_version FOR UPDATE"))
            assert not await store.is_writable(0.3)
            await other.rollback()
        assert await store.is_writable(60.0)
    finally:
        await store.close()
    app = create_app(Hosting(address, static=built))
    async with client_at(app, "127.0.0.1") as ada:
        ready = await ada.get("/health/ready")
    assert ready.json()["missing"] == ["the database cannot be written"], "it is not open"


async def test_however_often_somebody_asks_the_database_is_checked_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = 7.0
    monkeypatch.setattr("longroad.server.http.routes.health.monotonic", lambda: moment)

    class Counting:
        asked = 0

        async def is_writable(self, seconds: float) -> bool:
            self.asked += 1
            return True

    check, store = WritableCheck(), Counting()
    asked: Any = store
    assert [await check(asked) for _ in range(5)] == [True] * 5
    assert store.asked == 1
    moment += 1.0
    assert await check(asked)
    assert store.asked == 2


# --- metrics ----------------------------------------------------------------------------------------------------------


async def test_metrics_count_games_plies_refusals_and_times(tmp_path: Path) -> None:
    async with running(tmp_path, metrics_from=LOCAL) as app, client_at(app, "127.0.0.1") as ada:
        before = (await ada.get("/metrics")).text
        seated = (await ada.post("/api/games", json=SOLO)).json()
        decision = await next_decision(ada, seated["game"])
        act = {"action": decision["actions"][0], "decision": decision["id"]}
        answer = await ada.post(f"/api/games/{seated['game']}/act", json=act)
        assert answer.status_code == 200, answer.text
        assert (await ada.get("/api/games/none")).status_code == 404
        answer = await ada.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    after = answer.text

    def rise(sample: str) -> float:
        return value(after, sample) - value(before, sample)

    assert rise('longroad_games_total{event="opened"}') == 1
    assert rise('longroad_games_total{event="started"}') == 1
    assert rise("longroad_plies_total") >= 1
    assert rise("longroad_act_seconds_count") == 1
    assert rise('longroad_refusals_total{code="unknown_game"}') == 1
    assert rise("longroad_database_write_seconds_count") >= 2
    assert value(after, 'longroad_rooms{status="playing"}') == 1
    assert value(after, 'longroad_waiting{queue="replays"}') == 0
    assert value(after, "process_resident_memory_bytes") > 1e6
    assert seated["game"] not in after


async def test_bots_and_their_waits_are_measured_by_level(tmp_path: Path) -> None:
    bots = {"settings": {"pace": "instant"}, "seats": [{"kind": "computer", "bot": "novice"}] * 3, "starts": True}
    async with running(tmp_path, metrics_from=LOCAL) as app, client_at(app, "127.0.0.1") as ada:
        before = (await ada.get("/metrics")).text
        game = (await ada.post("/api/games", json=bots)).json()["game"]
        async with asyncio.timeout(120):
            while (await ada.get(f"/api/games/{game}")).json()["event"] < 20:
                await asyncio.sleep(0.05)
        after = (await ada.get("/metrics")).text
    for sample in (
        'longroad_bot_seconds_count{level="novice"}',
        'longroad_wait_seconds_count{queue="bots"}',
        'longroad_work_seconds_count{queue="bots"}',
    ):
        assert value(after, sample) > value(before, sample), sample


def die(_question: int) -> int:
    """End a worker."""
    os._exit(1)


async def test_workers_that_die_are_counted() -> None:
    counter = 'longroad_workers_replaced_total{queue="deaths"}'
    workers = Workers(die, 1, tries=2, name="deaths")
    assert await workers.ask(1) is None
    await workers.close()
    assert value(metrics.exposition().decode(), counter) == 2


async def test_connections_that_cannot_be_accepted_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    before = value(metrics.exposition().decode(), "longroad_accept_errors_total")
    loop = asyncio.get_running_loop()
    for message in ("socket.accept() out of system resource", "Task exception was never retrieved"):
        serving.count_accept_errors(loop, {"message": message})
    assert value(metrics.exposition().decode(), "longroad_accept_errors_total") == before + 1
    assert len(caplog.records) == 2, "both are logged"


async def test_labels_have_few_values(tmp_path: Path) -> None:
    async with running(tmp_path, metrics_from=LOCAL) as app, client_at(app, "127.0.0.1") as ada:
        for path in ("/api/x", "/api/games/secret7", "/a.b", "/api/games/secret8/why?action=x"):
            await ada.get(path)
        page = (await ada.get("/metrics")).text
    codes = set(re.findall(r'longroad_refusals_total\{code="(\w+)"', page))
    assert codes <= {*STATUS, "broken"}
    assert "secret" not in page
    assert "127.0.0.1" not in page


@pytest.mark.parametrize(
    ("address", "forwarded", "status"),
    [
        ("127.0.0.1", None, 200),
        ("::1", None, 200),
        ("10.1.2.3", None, 200),
        ("203.0.113.5", None, 403),
        ("127.0.0.1", "203.0.113.5", 403),
        ("127.0.0.1", "127.0.0.1, 203.0.113.5", 403),
        ("127.0.0.1", "10.1.2.3", 200),
        ("203.0.113.5", "127.0.0.1", 403),
    ],
)
async def test_only_named_networks_read_metrics(
    tmp_path: Path, address: str, forwarded: str | None, status: int
) -> None:
    allowed = (network_of("127.0.0.1"), network_of("::1"), network_of("10.0.0.0/8"))
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    async with running(tmp_path, metrics_from=allowed) as app, client_at(app, address, **headers) as client:
        answer = await client.get("/metrics")
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "wrong_address"
        assert "longroad_" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8311", "longroad.test"])
async def test_by_default_nobody_reads_metrics_as_a_proxy_here_may_forward_anybody(tmp_path: Path, host: str) -> None:
    async with running(tmp_path) as app, client_at(app, "127.0.0.1", Host=host) as client:
        answer = await client.get("/metrics")
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_address")
    assert "--metrics-from" in answer.json()["message"]


async def test_open_connections_are_those_of_the_server(tmp_path: Path) -> None:
    async with (
        listening(tmp_path, metrics_from=LOCAL) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as ada,
    ):
        assert value((await ada.get("/metrics")).text, "longroad_connections") == 1
