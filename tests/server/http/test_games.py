"""Games over HTTP: seats are held by tokens, watching is not playing, and each bad request has its own answer."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from longroad.server.wire.compact import expand
from tests.server.web import HOST, JSON, SOLO, visitor

pytestmark = pytest.mark.anyio

TWO: dict[str, Any] = {
    "settings": {"preset": "one_on_one", "options": {"first_player": "given"}, "pace": "instant"},
    "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}],
}


async def opened(client: httpx.AsyncClient, body: dict[str, Any]) -> str:
    """Open a game and return its id."""
    answer = await client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game"])


async def together(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> str:
    """Make two people begin a game; Ada is to act."""
    game = await opened(ada, TWO)
    assert (await ben.post(f"/api/games/{game}/join", json={"name": "Ben"})).status_code == 200
    assert (await ada.post(f"/api/games/{game}/start", json={})).status_code == 200
    return game


async def table(client: httpx.AsyncClient, game: str, **asked: Any) -> dict[str, Any]:
    """Get the table of a game."""
    answer = await client.get(f"/api/games/{game}", params=asked)
    assert answer.status_code == 200, answer.text
    received: dict[str, Any] = answer.json()
    return received


async def acted(client: httpx.AsyncClient, game: str, action: str | None = None) -> httpx.Response:
    """Take an action, by default the first that is possible."""
    decision = (await table(client, game))["decision"]
    action = decision["actions"][0] if action is None else action
    return await client.post(f"/api/games/{game}/act", json={"decision": decision["id"], "action": action})


def said(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of an answer, which also has a message."""
    assert answer.json()["message"]
    return answer.status_code, answer.json()["code"]


# --- seats and tokens -------------------------------------------------------------------------------------------------


async def test_who_opens_a_game_holds_its_first_seat(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/api/games", json=SOLO)
    seated = answer.json()
    assert seated["seat"] == 0
    assert answer.headers["location"] == f"/api/games/{seated['game']}"
    cookie = answer.headers["set-cookie"]
    name, _, token = cookie.partition(";")[0].partition("=")
    assert name == f"longroad_{seated['game']}"
    assert len(token) >= 22, "128 bits and more"
    assert token not in answer.text, "no script of the page can read it"
    for part in ("HttpOnly", "SameSite=lax", f"Path=/api/games/{seated['game']}", "Max-Age="):
        assert part in cookie
    assert "Secure" not in cookie
    received = await table(ada, seated["game"])
    assert received["room"]["you"] == 0
    assert received["room"]["status"] == "playing"
    assert [seat["kind"] for seat in received["room"]["seats"]] == ["person", "computer", "computer", "computer"]


async def test_over_https_the_cookie_is_secure(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="https://longroad.test") as client:
        answer = await client.post("/api/games", json=SOLO)
        game = answer.json()["game"]
        cookie = answer.headers["set-cookie"]
        assert "; Secure" in cookie
        assert cookie.startswith(f"__Secure-longroad_{game}="), "browsers accept it over HTTPS alone"
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert (await table(client, game))["room"]["you"] == 0


async def test_a_cookie_from_before_https_is_still_good(app: FastAPI, ada: httpx.AsyncClient) -> None:
    game = await opened(ada, SOLO)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="https://longroad.test") as client:
        client.cookies.set(f"longroad_{game}", ada.cookies[f"longroad_{game}"])
        assert (await table(client, game))["room"]["you"] == 0


async def test_a_program_gets_its_token_in_the_answer(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    opened = await ada.post("/api/games", json={"seats": seats, "wants_token": True})
    game = opened.json()["game"]
    joined = await ben.post(f"/api/games/{game}/join", json={"wants_token": True})
    for answer, seat in ((opened, 0), (joined, 1)):
        assert len(answer.json()["token"]) >= 22
        assert "set-cookie" not in answer.headers
        held = {"authorization": f"Bearer {answer.json()['token']}"}
        assert (await ada.get(f"/api/games/{game}", headers=held)).json()["room"]["you"] == seat


@pytest.mark.parametrize("headers", [{"origin": HOST}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-mode": "cors"}])
async def test_a_script_of_the_page_cannot_ask_for_the_token(
    ada: httpx.AsyncClient, headers: dict[str, str], app: FastAPI
) -> None:
    answer = await ada.post("/api/games", json={**SOLO, "wants_token": True}, headers=headers)
    assert said(answer) == (403, "wrong_origin")
    game = await opened(ada, {"seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]})
    async with visitor(app) as ben:
        answer = await ben.post(f"/api/games/{game}/join", json={"wants_token": True}, headers=headers)
        assert said(answer) == (403, "wrong_origin")
    assert (await table(ada, game))["room"]["seats"][1]["kind"] == "open"


async def test_a_bearer_token_does_what_a_cookie_does(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    seated = (await ada.post("/api/games", json={**SOLO, "wants_token": True})).json()
    held = {"authorization": f"Bearer {seated['token']}"}
    answer = await ben.get(f"/api/games/{seated['game']}", headers=held)
    assert answer.json()["room"]["you"] == 0
    assert (await table(ben, seated["game"]))["room"]["you"] is None


@pytest.mark.parametrize("token", ["wrong", "x" * 2000, "ä".encode().decode("latin-1"), ""])
async def test_a_token_that_holds_no_seat_is_told_so(ada: httpx.AsyncClient, app: FastAPI, token: str) -> None:
    game = await opened(ada, SOLO)
    async with visitor(app) as client:
        headers = {"authorization": b"Bearer " + token.encode("latin-1")}
        answer = await client.get(f"/api/games/{game}", headers=headers)  # type: ignore[arg-type]
        assert said(answer) == (401, "unknown_token")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_cookie_of_another_game_holds_nothing(ada: httpx.AsyncClient) -> None:
    first, second = await opened(ada, SOLO), await opened(ada, SOLO)
    ada.cookies.set(f"longroad_{second}", ada.cookies[f"longroad_{first}"], path=f"/api/games/{second}")
    async with httpx.AsyncClient(transport=ada._transport, base_url=ada.base_url) as stranger:
        stranger.cookies.set(f"longroad_{second}", ada.cookies[f"longroad_{first}"])
        assert (await table(stranger, second))["room"]["you"] is None


async def test_a_link_to_watch_is_no_link_to_play(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await opened(ada, SOLO)
    received = await table(ben, game)
    assert received["room"]["you"] is None
    assert received["decision"] is None
    assert all(seat["hand"] is None and seat["cards"] is None for seat in received["snapshot"]["seats"])
    mine = (await table(ada, game))["decision"]
    if mine is not None:
        answer = await ben.post(f"/api/games/{game}/act", json={"decision": mine["id"], "action": mine["actions"][0]})
        assert said(answer) == (403, "not_seated")
    for what in ("start", "undo", "leave", "again"):
        assert said(await ben.post(f"/api/games/{game}/{what}", json={}))[0] in (403, 409)
    assert said(await ben.post(f"/api/games/{game}/say", json={"text": "Hello!"})) == (403, "not_seated")
    assert said(await ben.get(f"/api/games/{game}", params={"seat": 0})) == (403, "wrong_seat")


async def test_on_one_screen_the_address_picks_the_seat(ada: httpx.AsyncClient) -> None:
    body = {"settings": {**TWO["settings"], "is_hotseat": True}, "seats": [{"kind": "person"}] * 2, "starts": True}
    game = await opened(ada, body)
    for seat in (0, 1):
        received = await table(ada, game, seat=seat)
        assert received["room"]["you"] == seat
        hands = [each["hand"] is not None for each in received["snapshot"]["seats"]]
        assert hands == [seat == 0, seat == 1]


# --- coming together --------------------------------------------------------------------------------------------------


async def test_two_people_come_together_and_play(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    received = await table(ada, game)
    assert [seat["name"] for seat in received["room"]["seats"]] == ["Ada", "Ben"]
    assert received["decision"]["is_awaited"]
    assert (await table(ben, game))["decision"] is None
    answer = await acted(ada, game)
    assert answer.status_code == 200, answer.text
    assert answer.json()["event"] > received["event"]
    assert len((await table(ben, game))["snapshot"]["seats"][0]["settlements"]) == 1


async def test_a_room_is_full_and_a_seat_taken(ada: httpx.AsyncClient, ben: httpx.AsyncClient, app: FastAPI) -> None:
    game = await opened(ada, TWO)
    assert said(await ben.post(f"/api/games/{game}/join", json={"seat": 0})) == (409, "seat_taken")
    assert said(await ben.post(f"/api/games/{game}/join", json={"seat": 5})) == (404, "unknown_seat")
    assert said(await ada.post(f"/api/games/{game}/start", json={})) == (409, "seats_open")
    assert (await ben.post(f"/api/games/{game}/join", json={})).status_code == 200
    async with visitor(app) as cleo:
        assert said(await cleo.post(f"/api/games/{game}/join", json={})) == (409, "room_full")
    assert said(await ben.post(f"/api/games/{game}/start", json={})) == (403, "not_host")


async def test_the_host_fills_a_seat_with_a_computer_player(ada: httpx.AsyncClient) -> None:
    game = await opened(ada, TWO)
    seat = f"/api/games/{game}/seats/1"
    assert said(await ada.post(seat, json={"kind": "computer", "bot": "grandmaster"})) == (404, "unknown_bot")
    assert (await ada.post(seat, json={"kind": "computer", "bot": "random"})).status_code == 200
    assert (await table(ada, game))["room"]["seats"][1]["bot"] == "random"
    assert (await ada.post(f"/api/games/{game}/start", json={})).status_code == 200
    assert said(await ada.post(f"/api/games/{game}/start", json={})) == (409, "already_started")


# --- each bad request has its own answer, and changes nothing ---------------------------------------------------------


@pytest.mark.parametrize("game", ["nothing", "a" * 64])
async def test_a_game_that_does_not_exist_is_unknown(ada: httpx.AsyncClient, game: str) -> None:
    for path in ("", "/record", "/island.svg", "/events", "/why?action=roll"):
        assert said(await ada.get(f"/api/games/{game}{path}")) == (404, "unknown_game")
    for path in ("/join", "/start", "/undo", "/leave", "/again"):
        assert said(await ada.post(f"/api/games/{game}{path}", json={})) == (404, "unknown_game")


@pytest.mark.parametrize("game", ["a" * 65, "no%20where", "%00", "..%2f.."])
async def test_what_is_no_name_of_a_game_is_malformed_or_nothing(ada: httpx.AsyncClient, game: str) -> None:
    assert said(await ada.get(f"/api/games/{game}")) in ((422, "malformed"), (404, "not_found"))


async def test_bad_actions_are_told_apart_and_change_nothing(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    before = await table(ada, game)
    act, right = f"/api/games/{game}/act", before["decision"]["id"]
    wrong = {
        "illegal_action": {"decision": right, "action": "road 0"},
        "stale_decision": {"decision": right + 1000, "action": "settle 10"},
    }
    for code, body in wrong.items():
        assert said(await ada.post(act, json=body)) == (409, code)
    received = (await ada.post(act, json=wrong["illegal_action"])).json()
    assert received["rule"] == "SET-3"
    for body in ({}, {"decision": right}, {"decision": "x", "action": "roll"}, {"decision": right, "action": 7}):
        assert said(await ada.post(act, json=body)) == (422, "malformed")
    assert said(await ada.post(act, json={"decision": right, "action": "x" * 300})) == (422, "malformed")
    assert said(await ada.post(act, json={"decision": right, "action": "sing"})) == (422, "malformed")
    assert said(await ben.post(act, json={"decision": right, "action": "settle 10"}))[0] == 409
    after = await table(ada, game)
    assert {**after, "room": None} == {**before, "room": None}


async def test_why_not_names_the_rule(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    answer = await ada.get(f"/api/games/{game}/why", params={"action": "road 0"})
    assert answer.json()["is_legal"] is False
    assert answer.json()["rule"] == "SET-3"
    assert answer.json()["message"].endswith(".")
    legal = (await table(ada, game))["decision"]["actions"][0]
    assert (await ada.get(f"/api/games/{game}/why", params={"action": legal})).json()["is_legal"]
    assert said(await ada.get(f"/api/games/{game}/why")) == (422, "malformed")
    assert said(await ada.get(f"/api/games/{game}/why", params={"action": "sing"})) == (422, "malformed")


async def test_a_placement_is_taken_back_while_nobody_has_acted_since(
    ada: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    game = await together(ada, ben)
    undo = f"/api/games/{game}/undo"
    assert said(await ada.post(undo, json={})) == (409, "cannot_undo")
    await acted(ada, game)
    assert said(await ben.post(undo, json={})) == (409, "cannot_undo")
    assert (await ada.post(undo, json={})).status_code == 200
    received = await table(ada, game)
    assert received["snapshot"]["seats"][0]["settlements"] == []
    assert received["log"][-1]["is_undone"]


async def test_people_talk(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    assert (await ada.post(f"/api/games/{game}/say", json={"text": "Hello <b>Ben</b>!"})).status_code == 200
    assert [(line["name"], line["text"]) for line in (await table(ben, game))["chat"]] == [("Ada", "Hello <b>Ben</b>!")]
    for text in ("", " ", "x" * 301):
        assert said(await ada.post(f"/api/games/{game}/say", json={"text": text})) == (422, "malformed")
    assert said(await ada.post(f"/api/games/{game}/seats/1/ask", json={}))[0] == 409


async def test_a_flood_of_talk_is_stopped(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    answers = [await ada.post(f"/api/games/{game}/say", json={"text": "Hello!"}) for _ in range(30)]
    assert answers[0].status_code == 200
    assert said(answers[-1]) == (429, "too_many")


async def test_a_game_of_computer_players_alone_is_watched(ada: httpx.AsyncClient) -> None:
    body = {"settings": {**TWO["settings"]}, "seats": [{"kind": "computer"}] * 2, "starts": True}
    game = await opened(ada, body)
    received = await table(ada, game)
    assert received["room"]["you"] is None
    assert received["room"]["status"] == "playing"


async def test_a_request_without_a_body_still_says_that_it_is_json(ada: httpx.AsyncClient) -> None:
    game = await opened(ada, {**TWO, "seats": [{"kind": "person"}, {"kind": "computer"}]})
    assert said(await ada.post(f"/api/games/{game}/start")) == (415, "not_json")
    assert (await ada.post(f"/api/games/{game}/start", headers=JSON)).status_code == 200


# --- what a game tells ------------------------------------------------------------------------------------------------


async def test_events_come_as_lines_from_where_one_left_off(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    await acted(ada, game)
    known = (await table(ada, game))["event"]
    await acted(ada, game)
    everything = await told_lines(ada, game)
    assert everything[0]["type"] == "table"
    missed = await told_lines(ben, game, since=known)
    assert "table" not in [message["type"] for message in missed]
    assert [h["seat"] for m in missed if m["type"] == "update" for h in m["log"]] == [0]
    assert (await ada.get(f"/api/games/{game}/events", params={"since": -1})).json()["code"] == "malformed"


async def told_lines(client: httpx.AsyncClient, game: str, **asked: Any) -> list[dict[str, Any]]:
    """Return the lines of a stream that ends at once."""
    import json

    answer = await client.get(f"/api/games/{game}/events", params={"seconds": 0, **asked})
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [expand(json.loads(line)) for line in answer.text.splitlines() if line]


async def test_records_tell_what_one_may_know(ada: httpx.AsyncClient, ben: httpx.AsyncClient, app: FastAPI) -> None:
    game = await together(ada, ben)
    await acted(ada, game)
    record = f"/api/games/{game}/record"
    for edition in ("public", "seat"):
        text = await ada.get(record, params={"edition": edition})
        assert text.text.startswith("[Longroad")
        assert f'filename="longroad-{game}.longroad"' in text.headers["content-disposition"]
    lines = await ada.get(record, params={"format": "jsonl"})
    assert lines.text.startswith('{"longroad"')
    assert said(await ada.get(record, params={"edition": "full"})) == (403, "record_hidden")
    assert said(await ada.get(record, params={"edition": "secret"})) == (422, "malformed")
    async with visitor(app) as stranger:
        assert said(await stranger.get(record, params={"edition": "seat"}))[0] == 403


async def test_the_island_is_drawn_once_and_kept(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    game = await together(ada, ben)
    day = await ben.get(f"/api/games/{game}/island.svg")
    night = await ben.get(f"/api/games/{game}/island.svg", params={"theme": "dark"})
    assert day.text.startswith("<svg")
    assert day.text != night.text
    assert "immutable" in day.headers["cache-control"]
    assert said(await ben.get(f"/api/games/{game}/island.svg", params={"theme": "sepia"})) == (422, "malformed")


async def test_a_previewed_island_is_the_one_that_is_played(ada: httpx.AsyncClient) -> None:
    seen = (await ada.post("/api/preview", json={})).json()
    game = await opened(ada, {**SOLO, "settings": {"pace": "instant", "island_seed": seen["island_seed"]}})
    assert (await table(ada, game))["geometry"] == seen["geometry"]


@pytest.mark.parametrize("decision", [True, "5", 5.0, 5.5, None])
async def test_a_decision_is_a_number(ada: httpx.AsyncClient, decision: object) -> None:
    game = (await ada.post("/api/games", json=SOLO)).json()["game"]
    answer = await ada.post(f"/api/games/{game}/act", json={"decision": decision, "action": "roll"})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


@pytest.mark.parametrize("body", [{"starts": 1}, {"starts": "yes"}, {"settings": {"island_seed": "7"}}])
async def test_nothing_is_guessed_about_a_request(ada: httpx.AsyncClient, body: dict[str, object]) -> None:
    answer = await ada.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
