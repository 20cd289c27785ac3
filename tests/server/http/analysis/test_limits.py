"""How deeply, how often and how long: limits of analyses, and the workers that compute them in turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from longroad import Game
from longroad.server.analysis_worker import (
    MOST_OF_ADDRESS,
    AnalysisRequest,
    AnalysisWorkers,
    ReviewRequest,
)
from longroad.server.errors import RequestError
from longroad.server.fair_queue import Asker
from tests.analysis.games import game_of
from tests.server.analysis_workers import take_time
from tests.server.http.analysis.tables import QUICK
from tests.server.rooms import NOTHING, act, solo_at, until
from tests.server.web import running, visitor

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]


async def test_how_deeply_people_may_ask_is_a_setting(tmp_path: Path) -> None:
    body = {"position": Game("beginner").position, "budget": "normal"}
    for setting, budget, message in (
        ("off", "quick", "This server doesn't analyse games."),
        ("quick", "normal", "This server doesn't analyse with the budget normal: the most is quick."),
        ("normal", "deep", "This server doesn't analyse with the budget deep: the most is normal."),
    ):
        async with running(tmp_path, analysis=setting) as app, visitor(app) as client:
            answer = await client.post("/api/analyse", json={**body, "budget": budget})
            assert (answer.status_code, answer.json()["code"]) == (403, "no_analysis")
            assert answer.json()["message"] == message
    AnalysisWorkers("deep").check("deep")


async def test_an_address_can_ask_only_so_often(tmp_path: Path) -> None:
    position, record = Game("beginner").position, Game("beginner").record.text
    async with running(tmp_path, analyses=(1, 0), reviews=(1, 0)) as app, visitor(app) as client:
        for path, body in (("analyse", {"position": position}), ("review", {"record": record})):
            answers = [await client.post(f"/api/{path}", json={**QUICK, **body}) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 429]
            assert answers[1].headers["retry-after"]


async def test_a_body_has_a_limit(ada: httpx.AsyncClient) -> None:
    for body in ({"position": "x" * 20_001}, {"record": "x" * 1_000_001, "ply": 0}):
        answer = await ada.post("/api/analyse", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    for path in ("analyse", "review"):
        answer = await ada.post(f"/api/{path}", json={"record": "x" * 5_000_000})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_record_has_at_most_so_many_plies(ada: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from longroad.server import analysis_worker

    monkeypatch.setattr(analysis_worker, "MOST_PLIES", 10)
    record = game_of("base", most=50).record.text
    for request in (AnalysisRequest(record, "quick", 5), ReviewRequest(record, "quick")):
        assert analysis_worker.find(request).flaw == "this record has 50 plies; at most 10 are read"


@asynccontextmanager
async def waiting_for_notes(app: FastAPI, patience_s: float = 600.0) -> AsyncIterator[AnalysisWorkers]:
    """Replace the workers of a server by some that only take time, until somebody leaves a note."""
    usual, workers = app.state.analysis_workers, AnalysisWorkers("normal", take_time, patience_s)
    app.state.analysis_workers = workers
    try:
        yield workers
    finally:
        app.state.analysis_workers = usual
        await workers.close()


async def test_what_is_asked_is_computed_in_another_process_and_keeps_nobody_waiting(
    app: FastAPI, ada: httpx.AsyncClient, tmp_path: Path
) -> None:
    async with waiting_for_notes(app):
        reviewing = asyncio.ensure_future(ada.post("/api/review", json={"record": str(tmp_path / "note")}))
        await asyncio.sleep(0.05)
        room, _ = await solo_at(app.state.registry, NOTHING, preset="beginner")
        for action in ("roll", "end"):
            await act(room, 0, action)
        played = len(room.state.plies)
        await until(lambda: len(room.state.plies) > played)  # bots play on, too
        assert (await ada.get(f"/api/games/{room.id}")).status_code == 200
        assert not reviewing.done()
        (tmp_path / "note").touch()
        assert int((await reviewing).content) != os.getpid()


async def test_reviews_keep_no_analysis_waiting(app: FastAPI, tmp_path: Path) -> None:
    async with waiting_for_notes(app) as workers:
        asked = ReviewRequest(str(tmp_path / "note"), "quick")
        reviewing = asyncio.ensure_future(workers.review(asked, Asker("a")))
        await asyncio.sleep(0.05)
        assert await workers.analyse(AnalysisRequest("", "quick"), Asker("b"))
        assert not reviewing.done()
        reviewing.cancel()


async def test_who_waits_too_long_is_told_to_try_again(app: FastAPI, ada: httpx.AsyncClient, tmp_path: Path) -> None:
    async with waiting_for_notes(app, 0.2):
        answer = await ada.post("/api/analyse", json={"position": str(tmp_path / "note")})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.headers["retry-after"]


async def test_nobody_waits_longer_because_another_address_asks_often(app: FastAPI, tmp_path: Path) -> None:
    async with waiting_for_notes(app) as workers:
        order: list[str] = []
        asked = AnalysisRequest(str(tmp_path / "note"), "quick")

        async def ask(who: str) -> None:
            await workers.analyse(asked, Asker(who))
            order.append(who)

        asking = [asyncio.ensure_future(ask("many")) for _ in range(3)]
        await until(lambda: workers.waiting["analyses"] == 2)
        asking.append(asyncio.ensure_future(ask("one")))
        await until(lambda: workers.waiting["analyses"] == 3)
        (tmp_path / "note").touch()
        await asyncio.gather(*asking)
        assert order == ["many", "one", "many", "many"]


async def test_only_so_many_requests_of_an_address_wait(app: FastAPI, tmp_path: Path) -> None:
    async with waiting_for_notes(app) as workers:
        asked = AnalysisRequest(str(tmp_path / "note"), "quick")
        asking = [asyncio.ensure_future(workers.analyse(asked, Asker("many"))) for _ in range(MOST_OF_ADDRESS)]
        await until(lambda: workers.waiting["analyses"] == MOST_OF_ADDRESS - 1)
        with pytest.raises(RequestError) as refused:
            await workers.analyse(asked, Asker("many"))
        assert refused.value.code == "busy"
        other = asyncio.ensure_future(workers.analyse(asked, Asker("one")))
        await until(lambda: workers.waiting["analyses"] == MOST_OF_ADDRESS)
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        (tmp_path / "note").touch()
        assert await other
        assert await workers.analyse(asked, Asker("many"))


async def test_who_waits_for_the_review_of_a_game_waits_no_longer_than_others(app: FastAPI, tmp_path: Path) -> None:
    async with waiting_for_notes(app, 0.5) as workers, asyncio.timeout(60):

        async def asked() -> str:
            with pytest.raises(RequestError) as refused:
                await workers.review_game("a", lambda: str(tmp_path / "note"), "quick", "en", Asker("many"))
            return refused.value.code

        assert await asyncio.gather(*(asked() for _ in range(MOST_OF_ADDRESS))) == ["busy"] * MOST_OF_ADDRESS


async def test_one_more_than_may_wait_for_the_review_of_a_game_is_refused_at_once(app: FastAPI, tmp_path: Path) -> None:
    async with waiting_for_notes(app) as workers:

        async def asked() -> bytes:
            return await workers.review_game("a", lambda: str(tmp_path / "note"), "quick", "en", Asker("many"))

        waiting = [asyncio.ensure_future(asked()) for _ in range(MOST_OF_ADDRESS)]
        await until(lambda: workers._open["many"] == MOST_OF_ADDRESS)
        with pytest.raises(RequestError) as refused:
            await asked()
        assert refused.value.code == "busy"
        (tmp_path / "note").touch()
        assert len(set(await asyncio.gather(*waiting))) == 1


async def test_without_a_compiler_analyses_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.analysis_worker.compiled_available", lambda: False)
    workers = AnalysisWorkers("deep")
    workers.check("quick")
    with pytest.raises(RequestError, match="normal"):
        workers.check("normal")
    await workers.close()


async def test_waiting_requests_are_counted(app: FastAPI, tmp_path: Path) -> None:
    async with waiting_for_notes(app) as workers:
        asked = AnalysisRequest(str(tmp_path / "note"), "quick")
        asking = [asyncio.ensure_future(workers.analyse(asked, Asker("a"))) for _ in range(3)]
        await until(lambda: workers.waiting == {"analyses": 2, "reviews": 0})
        for each in asking:
            each.cancel()
