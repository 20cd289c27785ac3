"""A server below a path: requests with the path and without it, and every address that it names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from longroad.server.http.base_path import BasePath
from tests.server.web import SOLO, Process, running, visitor

pytestmark = pytest.mark.anyio

PAGE = '<head><link href="./icon.svg"></head><script src="./assets/a.js"></script>'


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built page."""
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text(PAGE)
    (tmp_path / "static" / "assets" / "a.js").write_text("1")
    return tmp_path / "static"


@pytest.mark.parametrize("path", ["/catan", "/catan/", "/catan/game/abc", "/catan/index.html", "/"])
async def test_the_page_finds_its_files_below_the_path(tmp_path: Path, static: Path, path: str) -> None:
    async with running(tmp_path, static=static, base_path="/catan") as app, visitor(app) as ada:
        page = await ada.get(path)
        assert page.status_code == 200
        assert 'href="/catan/icon.svg"' in page.text
        assert '<meta name="base-path" content="/catan" />' in page.text
        script = await ada.get("/catan/assets/a.js")
    assert (script.status_code, script.text) == (200, "1")
    assert "immutable" in script.headers["cache-control"]


async def test_at_the_root_the_page_finds_its_files_there(tmp_path: Path, static: Path) -> None:
    async with running(tmp_path, static=static) as app, visitor(app) as ada:
        page = await ada.get("/game/abc")
        assert 'href="/icon.svg"' in page.text
        assert (await ada.get("/catan/none.js")).status_code == 404


async def test_cookies_locations_and_links_name_the_path(tmp_path: Path) -> None:
    async with running(tmp_path, base_path="/catan") as app, visitor(app) as ada:
        answer = await ada.post("/catan/api/games", json=SOLO)
        game = answer.json()["game"]
        assert answer.headers["location"] == f"/catan/api/games/{game}"
        assert f"Path=/catan/api/games/{game};" in answer.headers["set-cookie"]
        said = await ada.post(f"/catan/api/games/{game}/say", json={"text": "Hello"})
        assert said.status_code == 200, "the cookie comes back"
        assert 'href="/catan/api/openapi.json"' in (await ada.get("/catan/api/docs")).text
        preview = await ada.post("/catan/api/preview", json={"preset": "base"})
        assert preview.json()["svg"].startswith("/catan/api/preview.svg?")
        assert (await ada.get("/catan/health/live")).status_code == 200
        assert (await ada.get("/catanx/api/meta")).headers["content-type"].startswith("text/html"), "another path"


@pytest.mark.parametrize(
    ("sent", "below"),
    [
        (b"/catan/api/games/a%20b", b"/api/games/a%20b"),
        (b"/%63atan/api/games/a%20b", b"/api/games/a%20b"),
        (b"/cat%61n", b"/"),
        (b"/catanx/api", b"/catanx/api"),
    ],
)
async def test_the_path_is_removed_as_it_was_sent(sent: bytes, below: bytes) -> None:
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope["path"], scope["raw_path"]))

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    scope = {"type": "http", "path": unquote(sent.decode()), "raw_path": sent}
    await BasePath(app, "/catan")(scope, nothing, nothing)
    assert seen == [(unquote(below.decode()), below)]


async def test_a_websocket_is_found_below_the_path(tmp_path: Path) -> None:
    process = Process(tmp_path, "--base-path", "/catan/")
    process.start()
    try:
        async with connect(process.socket("nosuchgame").replace("/api/", "/catan/api/")) as socket:
            assert json.loads(await socket.recv())["code"] == "unknown_game"
    finally:
        process.stop()
