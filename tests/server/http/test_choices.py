"""The choices for a game come with a sentence for everything, and islands can be previewed."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from pydantic import TypeAdapter

from longroad.bots.levels import LEVELS
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.server.wire.messages import Geometry
from longroad.server.wire.render import geometry
from tests.server.web import running, visitor

pytestmark = pytest.mark.anyio


async def test_everything_there_is_to_choose_is_told(ada: httpx.AsyncClient) -> None:
    answer = await ada.get("/api/meta")
    received = answer.json()
    assert answer.headers["cache-control"] == "no-cache"
    assert [preset["name"] for preset in received["presets"]] == list(PRESETS)
    assert [bot["name"] for bot in received["bots"]] == list(LEVELS)
    assert received["default_bot"] in LEVELS
    assert received["costs"]["city"] == {"grain": 2, "ore": 3}
    assert len(received["phrases"]) >= 8
    by_name = {option["name"]: option for option in received["options"]}
    assert by_name["dice"]["choices"][1]["value"] == "deck"
    assert (by_name["victory_points"]["least"], by_name["victory_points"]["most"]) == (3, 20)
    assert "given" not in [choice["value"] for choice in by_name["terrain"]["choices"]], "no island can be given here"
    assert by_name["dice"]["rules"] == ["PRO-6"]


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preview_is_the_island_of_its_seed(ada: httpx.AsyncClient, preset: str) -> None:
    answer = await ada.post("/api/preview", json={"preset": preset, "island_seed": 7})
    assert answer.status_code == 200, answer.text
    island = State.new(Ruleset.preset(preset), 7).island
    assert answer.json()["geometry"] == TypeAdapter(Geometry).dump_python(geometry(island), mode="json")
    assert answer.json()["options"]["players"] == Ruleset.preset(preset).players
    drawn = await ada.get(answer.json()["svg"] + "&theme=dark")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "immutable" in drawn.headers["cache-control"]
    assert ElementTree.fromstring(drawn.text).tag.endswith("svg")


async def test_without_a_seed_another_island_is_rolled(ada: httpx.AsyncClient) -> None:
    first, second = [(await ada.post("/api/preview", json={})).json() for _ in range(2)]
    assert first["island_seed"] != second["island_seed"]
    assert first["geometry"] != second["geometry"]
    assert first["island_seed"] < 2**53


async def test_a_preview_without_pieces_has_no_robber(ada: httpx.AsyncClient) -> None:
    drawn = await ada.get("/api/preview.svg", params={"preset": "beginner", "seed": 0})
    assert "robber" not in drawn.text.lower()


@pytest.mark.parametrize(
    ("body", "code", "received"),
    [
        ({"preset": "catan"}, "bad_settings", "preset 'catan'"),
        ({"options": {"players": 9}}, "bad_settings", "players=9"),
        ({"options": {"playrs": 3}}, "bad_settings", "did you mean 'players'"),
        ({"options": {"terrain": "given"}}, "bad_settings", "expected one of random"),
        ({"options": {"dice": ["deck"]}}, "bad_settings", "expected one of random, deck"),
        ({"island_seed": -1}, "malformed", "island_seed"),
        ({"island": "base"}, "malformed", "island"),
    ],
)
async def test_options_that_make_no_game_are_told_why(
    ada: httpx.AsyncClient, body: dict[str, object], code: str, received: str
) -> None:
    answer = await ada.post("/api/preview", json=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert received in answer.json()["message"]


@pytest.mark.parametrize("preset", ["base,players:9", "base,terrain:given", "", "base,x"])
async def test_a_drawing_of_no_game_is_refused(ada: httpx.AsyncClient, preset: str) -> None:
    answer = await ada.get("/api/preview.svg", params={"preset": preset})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_settings")


async def test_who_asks_for_too_many_islands_waits(tmp_path: Path) -> None:
    async with running(tmp_path, previews=(2, 0.001)) as slow, visitor(slow) as client:
        answers = [await client.post("/api/preview", json={}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_many"
    assert "retry-after" in answers[2].headers


@pytest.mark.parametrize("name", ["cls", "self", "name", "__class__", "no such option"])
async def test_an_option_that_there_is_not_is_refused(ada: httpx.AsyncClient, name: str) -> None:
    answer = await ada.post("/api/preview", json={"options": {name: 1}})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_settings")


@pytest.mark.parametrize("value", ["x" * 50_000, 10**4000, [1] * 20_000], ids=["text", "number", "list"])
@pytest.mark.parametrize("name", ["limit", "terrain", "duel", "neutral_sites"])
async def test_a_long_value_is_not_told_back_in_full(ada: httpx.AsyncClient, name: str, value: object) -> None:
    answer = await ada.post("/api/preview", json={"options": {name: value}})
    assert answer.status_code == 422
    assert len(answer.content) < 400
