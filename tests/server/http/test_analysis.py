"""Analyses and reviews over HTTP: the library's own JSON, in turn and within limits, and nothing that is hidden."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi import FastAPI

from longroad import Game
from longroad.analysis import analyse, review
from longroad.notation.resources import Resources
from longroad.server.analysis_worker import (
    MOST_OF_ADDRESS,
    AnalysisRequest,
    AnalysisWorkers,
    Found,
    ReviewRequest,
)
from longroad.server.errors import RequestError
from longroad.server.fair_queue import Asker
from longroad.server.limits import Buckets
from longroad.server.room.room import Room
from tests.analysis.games import game_of
from tests.server.analysis_workers import take_time
from tests.server.rooms import NOTHING, act, computers_at, solo_at, until
from tests.server.web import running, visitor

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

QUICK = {"budget": "quick"}
THREE = {"settings": {"preset": "beginner", "options": {"players": 3}, "pace": "instant"}, "wants_token": True}
SEATS = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]


def middle(most: int = 120) -> Game:
    """Return a game in which a seat has a choice."""
    game = game_of("base", most=most)
    while game.phase != "main" or len(game.to_act) > 1 or len(game.legal_actions()) < 3:
        game.push(game_of("base").plies[len(game.plies)])
    return game


def compact(found: dict[str, Any]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FastAPI]:
    """A server for all tests here, so that its workers start once."""
    many = (10_000, 10_000)
    async with running(tmp_path_factory.mktemp("analysis"), analyses=many, reviews=many, malformed=many) as app:
        yield app


@pytest.fixture
async def ada(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with visitor(app) as client:
        yield client


# --- positions and records --------------------------------------------------------------------------------------------


async def test_the_answer_is_what_the_library_says(ada: httpx.AsyncClient) -> None:
    game = middle()
    for position in (game.position, game.view(game.turn).position):
        answer = await ada.post("/api/analyse", json={"position": position, **QUICK})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
        assert answer.content == compact(analyse(position, "quick").to_json())
    found = answer.json()
    assert len(found["chances"]) == 4
    assert all({"action", "chance", "error", "reason"} <= set(action) for action in found["actions"])


async def test_reasons_are_in_the_language_of_the_client(ada: httpx.AsyncClient) -> None:
    position = middle().position
    german = compact(analyse(position, "quick", language="de").to_json())
    assert german != compact(analyse(position, "quick").to_json())
    question = {"position": position, **QUICK}
    preferring = await ada.post("/api/analyse", json=question, headers={"Accept-Language": "de-AT, en;q=0.5"})
    asking = await ada.post("/api/analyse?lang=de", json=question)
    assert preferring.content == asking.content == german
    record = game_of("base", most=12).record.text
    reviewed = await ada.post("/api/review?lang=de", json={"record": record, **QUICK})
    assert reviewed.content == compact(review(record, "quick", language="de", threads=1).to_json())


async def test_a_moment_of_a_record_is_analysed_by_its_log(ada: httpx.AsyncClient) -> None:
    game = middle()
    ply = len(game.plies)
    for text in (game_of("base").record.text, game_of("base").record.jsonl):
        answer = await ada.post("/api/analyse", json={"record": text, "ply": ply, "seed": 3, **QUICK})
        assert answer.content == compact(analyse(game, "quick", seed=3).to_json())


async def test_another_seat_and_everything_can_be_asked_for(ada: httpx.AsyncClient) -> None:
    game, seat = middle(), (middle().turn + 1) % 4
    other = await ada.post("/api/analyse", json={"position": game.position, "seat": seat, **QUICK})
    assert other.json()["seat"] == seat
    everything = await ada.post("/api/analyse", json={"position": game.position, "everything": True, **QUICK})
    assert everything.content == compact(analyse(game.position, "quick", everything=True).to_json())


def wrong_bodies() -> dict[str, tuple[dict[str, Any], str, str]]:
    game, over = middle(), game_of("base")
    text, position = over.record.text, game.position
    hidden = game.view(game.turn).position
    return {
        "nothing": ({}, "malformed", "either a position, or a record and a ply"),
        "both": ({"position": position, "record": text}, "malformed", "either a position, or a record and a ply"),
        "no ply": ({"record": text}, "malformed", "either a position, or a record and a ply"),
        "a ply of a position": ({"position": position, "ply": 1}, "malformed", "either a position, or a record"),
        "no budget": ({"position": position, "budget": 0}, "malformed", "'quick', 'normal' or 'deep'"),
        "no position": ({"position": "v2/nonsense"}, "bad_position", "v2/nonsense"),
        "empty": ({"position": ""}, "bad_position", "This cannot be analysed"),
        "over": ({"position": over.position}, "bad_position", "the game is over"),
        "contradiction": ({"position": contradiction(hidden)}, "bad_position", "bank"),
        "everything of a view": ({"position": hidden, "everything": True}, "bad_position", "a view hides cards"),
        "no such seat": ({"position": position, "seat": 5}, "bad_position", "5"),
        "no record": ({"record": "hello", "ply": 0}, "bad_record", "This cannot be analysed"),
        "illegal": ({"record": text.replace(": roll", ": city 1", 1), "ply": 0}, "bad_record", "city 1"),
        "no such ply": ({"record": text, "ply": 9999}, "bad_record", "ply=9999: expected a whole number from 0 to"),
        "after the end": ({"record": text, "ply": len(over.plies)}, "bad_record", "the game is over"),
    }


def contradiction(position: str) -> str:
    """Return the position with a bank that holds more than there is."""
    before, _, after = position.partition("/bank:")
    return f"{before}/bank:19b19l19w19g19o/{after.partition('/')[2]}"


@pytest.mark.parametrize("wrong", wrong_bodies())
async def test_what_cannot_be_analysed_is_refused_with_a_clear_error(ada: httpx.AsyncClient, wrong: str) -> None:
    body, code, message = wrong_bodies()[wrong]
    answer = await ada.post("/api/analyse", json={**QUICK, **body})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert message in answer.json()["message"]


async def test_hidden_cards_of_a_full_position_change_nothing(ada: httpx.AsyncClient) -> None:
    one, other = exchanged()
    assert one != other
    answers = [await ada.post("/api/analyse", json={"position": each, "seat": 0, **QUICK}) for each in (one, other)]
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content
    known = [
        await ada.post("/api/analyse", json={"position": each, "seat": 0, "everything": True, **QUICK})
        for each in (one, other)
    ]
    assert known[0].content != known[1].content


def exchanged() -> tuple[str, str]:
    """Return two positions in which seats 1 and 2 hold each other's cards, which seat 0 cannot tell apart."""
    game = Game("beginner", players=3, seed=7, chance="given")
    for ply in ("roll", "rolled 2"):
        game.push(ply)
    positions = []
    for hands in ((Resources(ore=3), Resources(wool=3)), (Resources(wool=3), Resources(ore=3))):
        setup = game.edit()
        setup.hands[0] = Resources(brick=1, lumber=1, wool=1, grain=1)
        setup.hands[1], setup.hands[2] = hands
        setup.bank = None
        positions.append(setup.position)
    one, other = positions
    assert Game.from_position(one).view(0).position == Game.from_position(other).view(0).position
    return one, other


# --- reviews ----------------------------------------------------------------------------------------------------------


async def test_a_record_is_reviewed_as_by_the_library(ada: httpx.AsyncClient) -> None:
    record = game_of("base", most=50).record
    answer = await ada.post("/api/review", json={"record": record.text, **QUICK})
    assert answer.status_code == 200
    assert answer.content == compact(review(record, "quick").to_json())


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("hello", "This cannot be analysed"),
        (game_of("base", most=50).record.edition(1).text, "seat1 edition, which hides cards"),
        (game_of("base", most=50).record.text.replace(": settle", ": city", 1), "city"),
    ],
)
async def test_a_record_that_cannot_be_reviewed_is_refused(ada: httpx.AsyncClient, record: str, message: str) -> None:
    answer = await ada.post("/api/review", json={"record": record, **QUICK})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
    assert message in answer.json()["message"]


async def test_no_game_is_reviewed_deeply(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/api/review", json={"record": "", "budget": "deep"})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


# --- games of this server ---------------------------------------------------------------------------------------------


class Held(NamedTuple):
    """A room, and the tokens of its seats."""

    room: Room
    tokens: list[str]


async def three(
    app: FastAPI, client: httpx.AsyncClient, begin: str | None = None, *script: str, **settings: Any
) -> Held:
    """Start a game of three people."""
    changed = {**THREE["settings"], **settings}  # type: ignore[dict-item]
    first = (await client.post("/api/games", json={**THREE, "settings": changed, "seats": SEATS})).json()
    room: Room = await app.state.registry.find(first["game"])
    joins = [{"name": name, "wants_token": True} for name in ("Ben", "Cleo")]
    others = [(await client.post(f"/api/games/{room.id}/join", json=join)).json() for join in joins]
    await room.start(0, begin, script)
    return Held(room, [held["token"] for held in (first, *others)])


async def asked(client: httpx.AsyncClient, table: Held, by: int | None, **body: Any) -> httpx.Response:
    """Ask for the analysis of a game with the token of a seat."""
    headers = {} if by is None else {"Authorization": f"Bearer {table.tokens[by]}"}
    return await client.post(f"/api/games/{table.room.id}/analyse", json={**QUICK, **body}, headers=headers)


async def solo(app: FastAPI, client: httpx.AsyncClient, **settings: Any) -> Held:
    """Start a game of one person against bots."""
    opening = {"settings": {"preset": "beginner", "pace": "instant", **settings}, "starts": True, "wants_token": True}
    first = (await client.post("/api/games", json=opening)).json()
    room: Room = await app.state.registry.find(first["game"])
    return Held(room, [first["token"]])


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


# --- limits -----------------------------------------------------------------------------------------------------------


async def test_how_deeply_people_may_ask_is_a_setting(tmp_path: Path) -> None:
    body = {"position": Game("beginner").position, "budget": "normal"}
    for setting, budget, message in (
        ("off", "quick", "This server does not analyse games."),
        ("quick", "normal", "This server does not analyse with the budget normal: the most is quick."),
        ("normal", "deep", "This server does not analyse with the budget deep: the most is normal."),
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
async def sleeping(app: FastAPI, patience_s: float) -> AsyncIterator[AnalysisWorkers]:
    """Replace the workers of a server by some that only take time."""
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
    async with sleeping(app, 60):
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
    async with sleeping(app, 60) as workers:
        asked = ReviewRequest(str(tmp_path / "note"), "quick")
        reviewing = asyncio.ensure_future(workers.review(asked, Asker("a")))
        await asyncio.sleep(0.05)
        assert await workers.analyse(AnalysisRequest("", "quick"), Asker("b"))
        assert not reviewing.done()
        reviewing.cancel()


async def test_who_waits_too_long_is_told_to_try_again(app: FastAPI, ada: httpx.AsyncClient) -> None:
    async with sleeping(app, 0.2):
        answer = await ada.post("/api/analyse", json={"position": Game("beginner").position})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.headers["retry-after"]


async def test_nobody_waits_longer_because_another_address_asks_often(app: FastAPI) -> None:
    async with sleeping(app, 60) as workers:
        order: list[str] = []

        async def ask(who: str) -> None:
            await workers.analyse(AnalysisRequest("", "quick"), Asker(who))
            order.append(who)

        many = [asyncio.ensure_future(ask("many")) for _ in range(3)]
        await asyncio.sleep(0.05)
        await ask("one")
        await asyncio.gather(*many)
        assert order == ["many", "one", "many", "many"]


async def test_only_so_many_requests_of_an_address_wait(app: FastAPI) -> None:
    async with sleeping(app, 60) as workers:
        asked = AnalysisRequest("", "quick")
        asking = [asyncio.ensure_future(workers.analyse(asked, Asker("many"))) for _ in range(MOST_OF_ADDRESS)]
        await asyncio.sleep(0.05)
        with pytest.raises(RequestError) as refused:
            await workers.analyse(asked, Asker("many"))
        assert refused.value.code == "busy"
        assert await workers.analyse(asked, Asker("one"))
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        assert await workers.analyse(asked, Asker("many"))


async def test_who_waits_for_the_review_of_a_game_waits_no_longer_than_others(app: FastAPI, tmp_path: Path) -> None:
    async with sleeping(app, 0.5) as workers:

        async def asked() -> str:
            with pytest.raises(RequestError) as refused:
                await workers.review_game("a", lambda: str(tmp_path / "note"), "quick", "en", Asker("many"))
            return refused.value.code

        began = asyncio.get_running_loop().time()
        waiting = [asyncio.ensure_future(asked()) for _ in range(MOST_OF_ADDRESS)]
        await asyncio.sleep(0.05)
        assert await asked() == "busy"
        assert not any(each.done() for each in waiting), "one more than may wait is refused at once"
        assert await asyncio.gather(*waiting) == ["busy"] * MOST_OF_ADDRESS
        assert asyncio.get_running_loop().time() - began < 2 * 0.5


async def test_without_a_compiler_analyses_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.analysis_worker.compiled_available", lambda: False)
    workers = AnalysisWorkers("deep")
    workers.check("quick")
    with pytest.raises(RequestError, match="normal"):
        workers.check("normal")
    await workers.close()


async def test_waiting_requests_are_counted(app: FastAPI) -> None:
    async with sleeping(app, 60) as workers:
        asking = [asyncio.ensure_future(workers.analyse(AnalysisRequest("", "quick"), Asker("a"))) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert workers.waiting == {"analyses": 2, "reviews": 0}
        for each in asking:
            each.cancel()
