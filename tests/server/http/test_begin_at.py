"""Games that begin at a position, as the editor starts them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from longroad import Game, Record
from longroad.game.fair import verify_record
from tests.server.rooms import until

pytestmark = pytest.mark.anyio

PUZZLE = (
    "v2/beginner,players:3/full/beginner,frame/robber:4/0:s29,c39.41,r42.43.44.50.60,h1b1l,d1v,k3/1:s14.40,r15.58"
    "/2:s12.31,r11.37/bank:18b18l19w19g19o/stack:11k2r2p2m4v/largest:0/turn:0.31/phase:main/rolled:6"
)
BOT = {"kind": "computer", "bot": "random"}


async def opened(client: httpx.AsyncClient, position: str = PUZZLE, **more: Any) -> httpx.Response:
    settings = {"position": position, "pace": "instant"} | more
    seats = [{"kind": "person", "name": "Ada"}, BOT, BOT]
    return await client.post("/api/games", json={"settings": settings, "seats": seats, "starts": True})


async def test_a_game_begins_at_a_position_and_goes_on(app: FastAPI, ada: httpx.AsyncClient) -> None:
    game = (await opened(ada)).json()["game"]
    table = (await ada.get(f"/api/games/{game}")).json()
    assert table["room"]["ruleset"] == "beginner,players:3"
    shown = Game.from_position(PUZZLE).view(0).position
    assert (table["room"]["settings"]["preset"], table["room"]["settings"]["position"]) == ("beginner", shown)
    assert (table["snapshot"]["turn_number"], table["snapshot"]["robber"]) == (31, 4)
    assert table["snapshot"]["seats"][0]["cities"] == [39, 41]
    assert "road 45" in " ".join(table["decision"]["actions"])
    acted = await ada.post(f"/api/games/{game}/act", json={"decision": table["decision"]["id"], "action": "road 45"})
    assert acted.status_code == 200
    room = await app.state.registry.find(game)
    await until(lambda: room.status == "over")
    record = Record.parse((await ada.get(f"/api/games/{game}/record", params={"edition": "full"})).text)
    assert (record.begins_at, record.result) == (PUZZLE, "0 wins")
    assert verify_record(record).is_right


async def test_nobody_sees_the_cards_of_others_in_the_settings(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}, BOT]
    opened = await ada.post("/api/games", json={"settings": {"position": PUZZLE}, "seats": seats})
    game = opened.json()["game"]
    begun = Game.from_position(PUZZLE)

    async def shown(client: httpx.AsyncClient) -> str:
        table = (await client.get(f"/api/games/{game}")).json()
        return str(table["room"]["settings"]["position"])

    assert await shown(ben) == begun.view().position
    await ben.post(f"/api/games/{game}/join", json={"name": "Ben"})
    assert await shown(ben) == begun.view(1).position
    assert "h1b1l" in await shown(ada)
    assert "h1b1l" not in await shown(ben)


async def test_it_survives_that_the_room_is_forgotten(app: FastAPI, ada: httpx.AsyncClient) -> None:
    game = (await opened(ada)).json()["game"]
    before = (await ada.get(f"/api/games/{game}")).json()["snapshot"]
    app.state.registry.forget_all()
    assert (await ada.get(f"/api/games/{game}")).json()["snapshot"] == before


async def test_dice_from_there_on_can_be_verified(app: FastAPI, ada: httpx.AsyncClient) -> None:
    position = Game("beginner", players=3, limit=6, seed=7).position
    settings = {"position": position, "pace": "instant"}
    game = (await ada.post("/api/games", json={"settings": settings, "seats": [BOT] * 3})).json()["game"]
    room = await app.state.registry.find(game)
    await until(lambda: room.status == "over")
    record = Record.parse((await ada.get(f"/api/games/{game}/record", params={"edition": "full"})).text)
    report = verify_record(record)
    assert (report.is_right, report.is_secret_kept) == (True, True)
    assert report.chances >= 6


@pytest.mark.parametrize(
    ("position", "more", "code", "message"),
    [
        ("v2/base", {}, "bad_position", "it begins with version/ruleset/viewer/island"),
        (Game("beginner", players=3).view(0).position, {}, "bad_position", "it is over, or it hides something"),
        (PUZZLE.replace("s29", "s34"), {}, "bad_position", "two buildings are next to each other"),
        (PUZZLE, {"island_seed": 5}, "bad_settings", "A position has its own island"),
        (Game("beginner", players=4).position, {}, "bad_settings", "There are 3 seats, but the position has 4."),
    ],
)
async def test_where_no_game_can_begin_is_refused(
    ada: httpx.AsyncClient, position: str, more: dict[str, Any], code: str, message: str
) -> None:
    answer = await opened(ada, position, **more)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert message in answer.json()["message"]
