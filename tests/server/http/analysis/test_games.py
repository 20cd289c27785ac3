"""Games of this server: who may have them analysed, and nothing that is hidden from a seat."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from longroad import Game
from longroad.analysis import analyse, review
from longroad.notation.resources import Resources
from longroad.server.analysis_worker import (
    AnalysisWorkers,
    Found,
    ReviewRequest,
)
from longroad.server.fair_queue import Asker
from longroad.server.limits import Buckets
from longroad.server.room.room import Room
from tests.server.http.analysis.tables import QUICK, SEATS, THREE, Held, asked, compact, exchanged, solo, three
from tests.server.rooms import act, computers_at, until

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]


async def test_who_plays_alone_gets_an_analysis_of_what_their_seat_knows(app: FastAPI, ada: httpx.AsyncClient) -> None:
    table = await solo(app, ada)
    assert table.room.state.game is not None
    answer = await asked(ada, table, 0)
    assert answer.status_code == 200
    assert answer.content == compact(analyse(table.room.state.game.view(0), "quick").to_json())


async def test_who_only_watches_gets_none(app: FastAPI, ada: httpx.AsyncClient) -> None:
    for table in (await solo(app, ada), await three(app, ada, hints="all")):
        answer = await asked(ada, table, None)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


async def test_a_wrong_token_or_seat_is_refused(app: FastAPI, ada: httpx.AsyncClient) -> None:
    table = await three(app, ada, hints="all")
    assert (await asked(ada, table, 0, seat=0)).status_code == 200
    assert (await asked(ada, table, 0, seat=1)).json()["code"] == "wrong_seat"
    stranger = Held(table.room, ["a token that holds nothing"])
    answer = await asked(ada, stranger, 0)
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown_token")


async def test_rooms_of_several_people_have_no_hints_unless_they_want_them(
    app: FastAPI, ada: httpx.AsyncClient
) -> None:
    for settings in ({}, {"hints": "none"}):
        answer = await asked(ada, await three(app, ada, **settings), 0)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_hints")
        assert answer.json()["message"] == "Hints are off in this room."
    assert (await asked(ada, await three(app, ada, hints="all"), 1)).json()["seat"] == 1


async def test_a_table_says_whether_its_viewer_may_have_hints(app: FastAPI, ada: httpx.AsyncClient) -> None:
    alone, several = await solo(app, ada), await three(app, ada)
    assert [table.room.table(0).room.has_hints for table in (alone, several)] == [True, False]
    shared = await three(app, ada, hints="all")
    assert [shared.room.table(viewer).room.has_hints for viewer in (0, 2, None)] == [True, True, False]


async def test_a_room_can_forbid_hints_to_who_plays_alone(app: FastAPI, ada: httpx.AsyncClient) -> None:
    answer = await asked(ada, await solo(app, ada, hints="none"), 0)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_hints")
    refused = await ada.post("/api/games", json={"settings": {"hints": "some"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "malformed")


async def test_of_a_running_game_nothing_hidden_and_nothing_past_is_analysed(
    app: FastAPI, ada: httpx.AsyncClient
) -> None:
    table = await solo(app, ada)
    for more in ({"everything": True}, {"ply": 0}, {"ply": 0, "seat": 0}):
        answer = await asked(ada, table, 0, **more)
        assert (answer.status_code, answer.json()["code"]) == (403, "record_hidden")
    answer = await ada.post(f"/api/games/{table.room.id}/review", json=QUICK)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


async def test_before_its_start_there_is_nothing_to_analyse(app: FastAPI, ada: httpx.AsyncClient) -> None:
    first = (await ada.post("/api/games", json={**THREE, "seats": SEATS})).json()
    headers = {"Authorization": f"Bearer {first['token']}"}
    answer = await ada.post(f"/api/games/{first['game']}/analyse", json=QUICK, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_started")


async def test_a_game_that_is_over_is_analysed_and_reviewed_for_everybody(app: FastAPI, ada: httpx.AsyncClient) -> None:
    opening = {
        "settings": {"pace": "instant", "preset": "beginner", "options": {"limit": 3}, "hints": "none"},
        "seats": [{"kind": "computer", "bot": "random"}] * 3,
    }
    room: Room = await app.state.registry.find((await ada.post("/api/games", json=opening)).json()["game"])
    await until(lambda: room.status == "over")
    record = room.record(None, "full", "text")
    none = await ada.post(f"/api/games/{room.id}/analyse", json=QUICK)
    assert (none.status_code, none.json()["code"]) == (409, "game_over")
    for seat, everything in ((0, False), (1, False), (0, True)):
        more = {"ply": 2, "seat": seat, "everything": everything}
        answer = await ada.post(f"/api/games/{room.id}/analyse", json={**QUICK, **more})
        expected = analyse(record, "quick", ply=2, seat=seat, everything=everything)
        assert answer.content == compact(expected.to_json())
    answer = await ada.post(f"/api/games/{room.id}/review", json=QUICK)
    assert answer.content == compact(review(record, "quick").to_json())


async def test_a_game_is_reviewed_once_for_all_who_ask(
    app: FastAPI, ada: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = [await computers_at(app.state.registry, limit=limit) for limit in (3, 4)]
    await until(lambda: all(room.status == "over" for room in rooms))
    workers: AnalysisWorkers = app.state.analysis_workers
    asked, find_one = [], workers._reviews.ask

    async def counted(request: ReviewRequest, asker: Asker) -> Found | None:
        asked.append((asker.game, request.budget, request.language))
        return await find_one(request, asker)

    async def reviewed(room: Room, budget: str = "quick", language: str = "en") -> bytes:
        headers = {"Accept-Language": language}
        answer = await ada.post(f"/api/games/{room.id}/review", json={"budget": budget}, headers=headers)
        assert answer.status_code == 200
        return answer.content

    monkeypatch.setattr(workers._reviews, "ask", counted)
    monkeypatch.setitem(app.state._state, "reviews", Buckets(6, 0.0))
    same = await asyncio.gather(*(reviewed(rooms[0]) for _ in range(3)))
    same += [await reviewed(rooms[0]) for _ in range(3)]
    assert len(set(same)) == 1
    await reviewed(rooms[0], language="de")
    await reviewed(rooms[0], "normal")
    await reviewed(rooms[1])
    one, other = (room.id for room in rooms)
    assert asked == [(one, "quick", "en"), (one, "quick", "de"), (one, "normal", "en"), (other, "quick", "en")]
    refused = await ada.post("/api/review", json={"record": "x", **QUICK})
    assert refused.status_code == 429, "the three who waited and the three others count, who came later do not"


# --- hidden cards -----------------------------------------------------------------------------------------------------


async def answers_to(client: httpx.AsyncClient, tables: list[Held], by: int, **body: Any) -> list[bytes]:
    """Return what a seat gets at each of some tables."""
    answers = [await asked(client, table, by, **body) for table in tables]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content for answer in answers]


async def test_cards_that_opponents_exchange_change_nothing(app: FastAPI, ada: httpx.AsyncClient) -> None:
    tables = [await three(app, ada, position, hints="all") for position in exchanged()]
    mine, other = await answers_to(ada, tables, 0)
    assert mine == other
    assert json.loads(mine)["actions"]
    mine, other = await answers_to(ada, tables, 1)
    assert mine != other  # who holds other cards has other chances


@pytest.mark.parametrize("budget", ["quick", "normal"])
async def test_a_card_that_one_opponent_stole_from_another_changes_nothing(
    app: FastAPI, ada: httpx.AsyncClient, budget: str
) -> None:
    tables = []
    for card in ("grain", "ore"):
        script = ("rolled 1+1", "rolled 3+4", f"1 stole {card} from 2", "rolled 1+1", "rolled 1+1")
        tables.append(table := await three(app, ada, ROBBED, *script, hints="all"))
        for seat, action in ((0, "roll"), (0, "end"), (1, "roll"), (1, "robber 0")):
            await act(table.room, seat, action)
    mine, other = await answers_to(ada, tables, 0, budget=budget)
    assert mine == other
    mine, other = await answers_to(ada, tables, 1, budget=budget)
    assert mine != other


async def test_a_card_that_an_opponent_drew_changes_nothing(app: FastAPI, ada: httpx.AsyncClient) -> None:
    tables = []
    for card in ("knight", "point", "monopoly"):
        script = ("rolled 1+1", f"0 drew {card}", "rolled 1+1")
        tables.append(table := await three(app, ada, BUYING, *script, hints="all"))
        for seat, action in ((0, "roll"), (0, "buy"), (0, "end"), (1, "roll")):
            await act(table.room, seat, action)
    assert len(set(await answers_to(ada, tables, 1))) == 1
    assert len(set(await answers_to(ada, tables, 0))) > 1


BUYING = (
    Game("beginner", players=3)
    .position.replace("h1b1l1o/", "h1w1g1o/")
    .replace("bank:18b17l18w17g16o", "bank:19b18l17w16g16o")
)


def robbed() -> str:
    """Return a beginning at which seat 2 holds grain and ore."""
    setup = Game("beginner", players=3).edit()
    setup.hands[2] = Resources(grain=2, ore=2)
    setup.bank = None
    return setup.position


ROBBED = robbed()
