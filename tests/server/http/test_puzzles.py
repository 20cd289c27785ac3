"""Puzzles over HTTP: that of the day, by theme, in the client's language; cached, and clear about what there is not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import httpx
import pytest

from longroad.puzzles import THEMES, all_puzzles, puzzle_of
from tests.server.web import running, visitor

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with running(tmp_path) as app, visitor(app) as client:
        yield client


async def test_the_list_names_all_puzzles_and_that_of_today(ada: httpx.AsyncClient) -> None:
    before = datetime.now(UTC).date()
    answer = (await ada.get("/api/puzzles")).json()
    day = date.fromisoformat(answer["day"])
    assert before <= day <= datetime.now(UTC).date(), "even at midnight"
    assert answer["today"] == puzzle_of(day).id
    assert set(answer["themes"]) == set(THEMES)
    assert sorted(one for ids in answer["themes"].values() for one in ids) == sorted(all_puzzles())


async def test_a_puzzle_is_a_table_with_the_worth_of_its_actions(ada: httpx.AsyncClient) -> None:
    puzzle = next(iter(all_puzzles().values()))
    answer = await ada.get(f"/api/puzzles/{puzzle.id}")
    found = answer.json()
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "max-age=86400")
    assert "Accept-Language" in answer.headers["vary"]
    assert found["table"]["room"]["you"] == puzzle.view.viewer
    assert found["choices"][0]["action"] == puzzle.best.action
    assert found["choices"][0]["reason"]
    listed = {one["action"] for one in found["choices"] if not one["action"].startswith("offer")}
    assert listed <= set(found["table"]["decision"]["actions"])
    german = await ada.get(f"/api/puzzles/{puzzle.id}", headers={"Accept-Language": "de"})
    assert german.json()["choices"][0]["reason"] != found["choices"][0]["reason"]


@pytest.mark.parametrize(("puzzle", "status", "code"), [("ffffff", 404, "unknown_puzzle"), ("a.b", 422, "malformed")])
async def test_a_puzzle_that_does_not_exist_is_refused(
    ada: httpx.AsyncClient, puzzle: str, status: int, code: str
) -> None:
    answer = await ada.get(f"/api/puzzles/{puzzle}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert puzzle in answer.json()["message"] or code == "malformed"


async def test_an_address_gets_only_so_many(tmp_path: Path) -> None:
    one, other, *_ = all_puzzles()
    async with running(tmp_path, previews=(1, 0)) as app, visitor(app) as client:
        assert (await client.get(f"/api/puzzles/{one}")).status_code == 200
        again = await client.get(f"/api/puzzles/{other}")
        assert (again.status_code, again.json()["code"]) == (429, "too_many")
