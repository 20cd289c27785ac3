"""Games that are shown again over HTTP: worked out elsewhere, kept, and not for everybody as often as they like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from longroad import Game
from longroad.server import replay_worker
from longroad.server.fair_queue import Asker
from longroad.server.replay_worker import ReplayRequest, ReplayResult
from tests.server.rooms import until
from tests.server.web import running, visitor

pytestmark = pytest.mark.anyio

QUICK = {
    "settings": {"pace": "instant", "preset": "beginner", "options": {"limit": 3}},
    "seats": [{"kind": "computer", "bot": "random"}] * 3,
}


def record() -> dict[str, Any]:
    game = Game("beginner", seed=7)
    game.push("roll")
    return {"record": game.record.text}


async def over(app: FastAPI, client: httpx.AsyncClient) -> str:
    """Make bots play a short game, and return its address."""
    game: str = (await client.post("/api/games", json=QUICK)).json()["game"]
    room = await app.state.registry.find(game)
    await until(lambda: room.status == "over")
    return f"/api/games/{game}/replay"


async def test_it_is_worked_out_in_a_process_of_its_own(
    app: FastAPI, ada: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.replays.snapshot", None)  # here nothing could be shown
    answer = await ada.post("/api/replay", json=record())
    assert (answer.status_code, len(answer.json()["steps"])) == (200, 3)
    plain = await ada.post("/api/replay", json=record(), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == answer.json()


async def test_an_edition_is_shown_with_hidden_cards_face_down(ada: httpx.AsyncClient) -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    answer = await ada.post("/api/replay", json={"record": game.record.edition(1).jsonl})
    shown = answer.json()
    assert (answer.status_code, shown["edition"], shown["start"]) == (200, "seat1", "")
    assert [seat["hand"] is None for seat in shown["steps"][-1]["snapshot"]["seats"]] == [True, False, True, True]
    assert shown["text"] == game.record.edition(1).text


async def test_what_is_no_record_is_told(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/api/replay", json={"record": "hello"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")


async def test_a_game_is_worked_out_once_for_all_who_see_it_again(
    app: FastAPI, ada: httpx.AsyncClient, ben: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ReplayRequest] = []

    async def answered(request: ReplayRequest, _asker: Asker) -> ReplayResult:
        asked.append(request)
        return replay_worker.build(request)

    address = await over(app, ada)
    monkeypatch.setattr(app.state.replay_worker._worker, "ask", answered)
    first, second = await ada.get(address), await ben.get(address)
    assert first.json() == second.json()
    assert len(asked) == 1
    german = await ben.get(address, params={"lang": "de"})
    assert german.json()["steps"] != first.json()["steps"]


async def test_an_address_can_let_only_so_many_be_worked_out(tmp_path: Path) -> None:
    async with running(tmp_path, replays=(2, 0)) as app, visitor(app) as client:
        address = await over(app, client)
        answers = [await client.post("/api/replay", json=record()), await client.get(address)]
        assert [answer.status_code for answer in answers] == [200, 200]
        refused = await client.post("/api/replay", json=record())
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert (await client.get(address)).status_code == 200  # which costs nothing any more
