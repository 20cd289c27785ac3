"""Before any route: small JSON from the server's own page; and answers that no other page can use."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from longroad.server.http.guards import MOST_BODY, SECURITY
from longroad.server.room.registry import RoomRegistry
from tests.server.web import HOST, JSON, running, visitor

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "http://longroad.test.elsewhere.example"},
        {"origin": "http://longroad.test:81"},
        {"origin": "https://longroad.test"},
        {"origin": "http://longroad.test:443"},
        {"origin": "null"},
        {"origin": "http://[broken"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_another_page_can_change_nothing(ada: httpx.AsyncClient, headers: dict[str, str]) -> None:
    answer = await ada.post("/api/preview", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")


@pytest.mark.parametrize("headers", [{}, {"origin": HOST}, {"origin": HOST.upper(), "sec-fetch-site": "same-origin"}])
async def test_the_own_page_and_programs_can(ada: httpx.AsyncClient, headers: dict[str, str]) -> None:
    assert (await ada.post("/api/preview", json={}, headers=headers)).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_what_a_form_can_send_is_refused(ada: httpx.AsyncClient, kind: str) -> None:
    answer = await ada.post("/api/games", content=b"{}", headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed"),
        (b"{", "malformed"),
        (b"[]", "malformed"),
        (b"\xff\xfe", "malformed"),
        (b"[" * 30_000, "malformed"),
        (b'{"island_seed": ' + b"9" * 5000 + b"}", "malformed"),
        (b'{"preset": "\\ud800"}', "malformed"),
        (b'{"options": {"limit": 1e999}}', "bad_settings"),
        (b'{"options": {"limit": NaN}}', "bad_settings"),
        (b'{"options": {"x": "' + b"y" * 60_000 + b'"}}', "bad_settings"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(ada: httpx.AsyncClient, body: bytes, code: str) -> None:
    answer = await ada.post("/api/preview", content=body, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert len(answer.text) < 1000


async def test_a_body_that_is_too_large_is_refused(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/api/preview", content=b" " * (MOST_BODY + 1), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_body_of_unknown_length_is_cut_off(ada: httpx.AsyncClient) -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 4096

    answer = await ada.post("/api/preview", content=parts(), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_every_answer_says_what_a_page_may_do_with_it(ada: httpx.AsyncClient) -> None:
    for path in ("/", "/api/meta", "/api/nothing", "/api/preview.svg"):
        headers = (await ada.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


async def test_larger_answers_are_compressed(ada: httpx.AsyncClient) -> None:
    assert (await ada.get("/api/meta")).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in (await ada.get("/api/meta", headers={"accept-encoding": "identity"})).headers
    assert "content-encoding" not in (await ada.get("/api/nothing")).headers


async def test_an_address_that_does_not_exist_is_told(ada: httpx.AsyncClient) -> None:
    answer = await ada.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("headers", [{}, JSON])
async def test_no_method_finds_what_there_is_not(ada: httpx.AsyncClient, method: str, headers: dict[str, str]) -> None:
    for path in ("/api/nothing", "/api/", "/api/games/abc/dance", "/api/games/abc/act/more"):
        answer = await ada.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    answer = await ada.request(method, "/api/meta", headers=JSON)
    assert answer.status_code == (200 if method == "GET" else 405)
    assert method == "GET" or answer.json()["code"] == "wrong_method"


async def test_what_breaks_is_told_without_its_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(self: RoomRegistry, game: str) -> None:
        raise RuntimeError(f"secret of {game}")

    monkeypatch.setattr(RoomRegistry, "find", breaks)
    async with running(tmp_path) as app:
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            answer = await client.get("/api/games/abc")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert "secret" not in answer.text
    assert "abc" not in answer.text
    assert answer.headers.items() >= {name.lower(): value for name, value in SECURITY.items()}.items()
    assert answer.headers["cache-control"] == "no-store"


async def test_an_address_has_so_many_streams_at_once(tmp_path: Path) -> None:
    async with running(tmp_path, lines=2) as app, visitor(app) as ada:
        game = (await ada.post("/api/games", json={"starts": True})).json()["game"]
        at = f"/api/games/{game}/events"
        for _ in range(5):
            assert (await ada.get(at, params={"seconds": 0})).status_code == 200, "each was closed again"
        assert (await ada.get("/api/games/nothing/events")).status_code == 404
        assert app.state.lines.take("127.0.0.1")
        assert app.state.lines.take("127.0.0.1")
        answer = await ada.get(at, params={"seconds": 0})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
        assert answer.headers["retry-after"]


async def test_the_page_about_the_api_loads_nothing(ada: httpx.AsyncClient) -> None:
    answer = await ada.get("/api/docs")
    assert answer.status_code == 200
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", answer.text)
    assert "<script" not in answer.text
    for path in (await ada.get("/api/openapi.json")).json()["paths"]:
        assert path in answer.text


# --- the built page ---------------------------------------------------------------------------------------------------


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Longroad</title>")
    (folder / "assets" / "index-abc123.js").write_text("start()" * 1000)
    (tmp_path / "secret.txt").write_text("treasure")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


async def test_the_built_page_is_served(tmp_path: Path, built: Path) -> None:
    async with running(tmp_path, static=built) as app, visitor(app) as client:
        for path in ("/", "/game/abc", "/index.html"):
            answer = await client.get(path)
            assert (answer.status_code, answer.text) == (200, "<title>Longroad</title>")
            assert answer.headers["cache-control"] == "no-cache"
            assert (await client.head(path)).status_code == 200
        script = await client.get("/assets/index-abc123.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        assert (await client.get("/assets/gone.js")).status_code == 404


async def test_the_page_is_served_where_a_link_leads_to_it(tmp_path: Path, built: Path) -> None:
    (tmp_path / "current").symlink_to(tmp_path, target_is_directory=True)
    async with running(tmp_path, static=tmp_path / "current" / built.name) as app, visitor(app) as client:
        assert (await client.get("/")).status_code == 200
        script = await client.get("/assets/index-abc123.js")
        assert (script.status_code, "immutable" in script.headers["cache-control"]) == (200, True)
        assert "treasure" not in (await client.get("/link.txt")).text


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/link.txt"])
async def test_nothing_beside_the_page_is_served(tmp_path: Path, built: Path, path: str) -> None:
    async with running(tmp_path, static=built) as app, visitor(app) as client:
        assert "treasure" not in (await client.get(path)).text


async def test_an_odd_address_is_no_error(tmp_path: Path, built: Path) -> None:
    async with running(tmp_path, static=built) as app, visitor(app) as client:
        for path in ("/%00", "/" + "a" * 5000, "/%ff", "//", "/a//b"):
            assert (await client.get(path)).status_code in (200, 404)


async def test_without_a_built_page_it_is_told_how_to_build_it(tmp_path: Path) -> None:
    async with running(tmp_path, static=tmp_path / "nothing") as app, visitor(app) as client:
        answer = await client.get("/")
    assert answer.status_code == 503
    assert "make client" in answer.text


async def test_a_page_by_https_that_the_server_does_not_know_of_is_told_what_to_do(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/api/preview", json={}, headers={"origin": HOST.replace("http:", "https:")})
    assert answer.status_code == 403
    assert "--trusted-proxy" in answer.json()["message"]


@pytest.mark.parametrize("seed", ["true", "false", '"5"', "5.0"])
async def test_what_is_no_number_is_refused(ada: httpx.AsyncClient, seed: str) -> None:
    bodies = {
        "/api/preview": f'{{"island_seed": {seed}}}',
        "/api/games": f'{{"settings": {{"island_seed": {seed}}}}}',
    }
    for path, body in bodies.items():
        answer = await ada.post(path, content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), path
    for option in ("players", "discard_limit", "first_seat"):
        answer = await ada.post("/api/preview", content=f'{{"options": {{"{option}": {seed}}}}}', headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_settings"), option
