"""The log of a server: one line for each failure, and never a token, a seed or a hidden card."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from traceback import format_exception
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from longroad.server.events import Event
from longroad.server.logs import configured, redacted
from longroad.server.room.registry import RoomRegistry
from longroad.server.store import Change, Store
from longroad.server.store.errors import Overtaken
from tests.server.web import SOLO, Process, listening

pytestmark = pytest.mark.anyio

CARDS = ("brick", "lumber", "wool", "grain", "ore", "knight", "monopoly", "year_of_plenty", "road_building", "hand")


def logged(process: Process) -> list[dict[str, Any]]:
    """Return the log of a process, which has to be JSON, without what it prints as it ends."""
    return [json.loads(line) for line in process.log.splitlines() if line.startswith("{")]


def stored_secrets(folder: Path) -> set[str]:
    """Return everything in the created and started events that looks like a seed, and all hashes of tokens."""
    with closing(sqlite3.connect(folder / "games.db")) as database:
        bodies = [row[0] for row in database.execute("SELECT body FROM events WHERE kind IN ('created', 'started')")]
        hashes = {row[0] for row in database.execute("SELECT token_hash FROM seats")}
    found = {text for body in bodies for text in re.findall(r"[0-9a-f]{16,}|\b\d{6,}\b", body)}
    assert found, "a game has a seed"
    return found | hashes


async def hear_all(socket: ClientConnection) -> None:
    """Receive messages until cancelled."""
    async for _ in socket:
        pass


async def play_some(process: Process, actions: int = 12) -> list[str]:
    """Play as a browser by a cookie over a WebSocket, and as a program by a bearer; return both tokens."""
    async with httpx.AsyncClient(base_url=process.address) as browser, httpx.AsyncClient() as program:
        game = (await browser.post("/api/games", json=SOLO)).json()["game"]
        cookie = next(iter(browser.cookies.jar))
        headers = {"Cookie": f"{cookie.name}={cookie.value}"}
        async with connect(process.socket(game), additional_headers=headers) as socket:
            hearing = asyncio.ensure_future(hear_all(socket))
            answered: set[int] = set()
            async with asyncio.timeout(30):
                while len(answered) < actions:
                    decision = (await browser.get(f"/api/games/{game}")).json()["decision"]
                    if decision and decision["actions"] and decision["id"] not in answered:
                        answered.add(decision["id"])
                        act = {"type": "act", "decision": decision["id"], "action": decision["actions"][0]}
                        await socket.send(json.dumps(act))
                    await asyncio.sleep(0.02)
            await socket.send(json.dumps({"type": "act", "decision": 0, "action": "settle 17"}))
            await socket.send("no JSON")
            hearing.cancel()
        token = (await program.post(f"{process.address}/api/games", json={**SOLO, "wants_token": True})).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        await program.get(f"{process.address}/api/games/{game}", headers=headers)
        await program.get(f"{process.address}/api/games/{game}/record?edition=full", headers=headers)
        assert cookie.value is not None
        return [cookie.value, token]


async def test_a_game_at_the_level_debug_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    process = Process(tmp_path, "--log-level", "debug", "--log-format", "json")
    process.start()
    tokens = await play_some(process)
    process.stop()
    entries = logged(process)
    assert any("/api/games" in entry["message"] for entry in entries), "requests are logged"
    assert not any("TEXT" in entry["message"] for entry in entries), "no message of a socket is"
    for secret in {*tokens, *(hashlib.sha256(token.encode()).hexdigest() for token in tokens)}:
        assert secret not in process.log
    for secret in stored_secrets(tmp_path):
        assert secret not in process.log
    for card in CARDS:
        assert not re.search(rf"\b{card}\b", process.log), card


async def test_a_game_that_is_damaged_is_logged_in_one_line_without_its_cards(tmp_path: Path) -> None:
    process = Process(tmp_path, "--log-level", "debug")
    process.start()
    await play_some(process, actions=3)
    process.stop()
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("DELETE FROM snapshots")
        database.execute("""UPDATE events SET body = '{"ply": "0 knight"}' WHERE kind = 'ply'""")
        (game,) = database.execute("SELECT game FROM events WHERE kind = 'ply'").fetchone()
    process.start()
    answer = httpx.get(f"{process.address}/api/games/{game}")
    process.stop()
    assert (answer.status_code, answer.json()["code"]) == (500, "broken_game")
    lines = [line for line in process.log.splitlines() if " ERROR " in line]
    assert len(lines) == 1
    assert re.search(rf"game {game} cannot be loaded: \w+ in \w+\.py:\d+ \[[0-9a-f]{{12}} 127\.0\.0\.1\]$", lines[0])
    assert "knight" not in process.log


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_a_failure_is_one_line_with_the_id_of_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_format: str
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("two\nlines, token=swordfish")

    monkeypatch.setattr(RoomRegistry, "open", broken)
    stream = io.StringIO()
    with configured("warning", log_format, stream):
        async with listening(tmp_path) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as ada:
            answer = await ada.post("/api/games", json=SOLO)
    assert answer.status_code == 500
    (line,) = stream.getvalue().splitlines()
    assert answer.headers["x-request-id"] in line
    assert "POST /api/games failed" in line
    assert "RuntimeError: two" in line
    assert "swordfish" not in line  # no hexadecimal digits alone, which the id of a request could have
    if log_format == "json":
        entry = json.loads(line)
        assert (entry["level"], entry["logger"]) == ("error", "longroad.server")
        assert "in open_game" in entry["traceback"]
    else:
        assert line.endswith(f"(RuntimeError: two lines, token=***) [{answer.headers['x-request-id']} 127.0.0.1]")


async def test_attempts_at_what_is_somebody_elses_are_logged_with_the_address(tmp_path: Path) -> None:
    stream = io.StringIO()
    with configured("info", "json", stream):
        async with listening(tmp_path, openings=(1, 0)) as port, httpx.AsyncClient() as ada:
            at = f"http://127.0.0.1:{port}/api/games"
            game = (await ada.post(at, json=SOLO)).json()["game"]
            await ada.get(f"{at}/{game}", headers={"Authorization": "Bearer guessed"})
            await ada.post(f"{at}/{game}/say", json={"text": "x"}, headers={"Origin": "http://elsewhere.example"})
            await ada.post(at, json=SOLO)
    entries = [json.loads(line) for line in stream.getvalue().splitlines()]
    refused = [entry for entry in entries if entry["message"].startswith("refused: ")]
    codes = [entry["message"].removeprefix("refused: ") for entry in refused]
    assert codes == ["unknown_token", "wrong_origin"], "a flood is counted, but not logged"
    assert all(entry["client"] == "127.0.0.1" and entry["request"] for entry in refused)
    assert "guessed" not in stream.getvalue()


async def test_at_debug_the_text_has_the_traceback(tmp_path: Path) -> None:
    stream = io.StringIO()
    with configured("debug", "text", stream):
        try:
            raise ValueError("no")
        except ValueError:
            logging.getLogger("longroad.server").exception("it failed")
    assert "Traceback (most recent call last)" in stream.getvalue()


async def test_an_error_of_the_database_quotes_no_values(address: str) -> None:
    store = await Store.open(address)
    twice = [Event(1, "created", 0.0, {"seed": "s3cr3t"}), Event(1, "created", 0.0, {"seed": "s3cr3t"})]
    with pytest.raises(Overtaken) as refused:
        await store.write(Change("g1", twice, {0: "a" * 64}))
    await store.close()
    told = "".join(format_exception(refused.value, limit=0))
    assert "UNIQUE" in told.upper()
    assert "s3cr3t" not in told
    assert "a" * 64 not in told


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("GET /x (cookie longroad_a1=abc.def)", "GET /x (cookie longroad_a1=***)"),
        ("{'token': 'abc', 'seat': 0}", "{'token': '***', 'seat': 0}"),
        ("(b'x-longroad-forwarded', b'00ff https 1.2.3.4 1')", "(b'x-longroad-forwarded', b'*** https 1.2.3.4 1')"),
        ("a worker failed (1): TimeoutError()", "a worker failed (1): TimeoutError()"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str, left: str) -> None:
    assert redacted(text) == left
