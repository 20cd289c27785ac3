"""Positions that are edited: everything that is wrong is listed by rule and place, over HTTP."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad import Game
from longroad.core.ruleset import PRESETS
from longroad.core.state import State
from longroad.notation.positions.position import write_position
from tests.notation.records import record_of
from tests.server.web import running, visitor

pytestmark = pytest.mark.anyio


async def check(client: httpx.AsyncClient, **asked: Any) -> dict[str, Any]:
    answer = await client.post("/api/positions/check", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def draft(client: httpx.AsyncClient, **asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = (await check(client, **asked))["draft"]
    return found


def rules(checked: dict[str, Any]) -> list[str | None]:
    return [problem["rule"] for problem in checked["problems"]]


def places(checked: dict[str, Any], rule: str) -> set[tuple[str, int]]:
    found = [problem["places"] for problem in checked["problems"] if problem["rule"] == rule]
    return {(place["where"], place["number"]) for many in found for place in many}


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_game_that_begins_is_a_sound_draft(ada: httpx.AsyncClient, preset: str) -> None:
    begun = await check(ada, preset=preset, island_seed=3)
    assert begun["problems"] == []
    assert State.from_bytes(b64decode(begun["start"])) == Game.from_position(begun["position"], chance="given").seen
    assert await check(ada, draft=begun["draft"]) == begun


@pytest.mark.parametrize("number", range(8))
async def test_positions_of_games_come_back(ada: httpx.AsyncClient, number: int) -> None:
    states = list(record_of(number).states())
    for state in states[:: max(1, len(states) // 6)]:
        if state.phase == "roll for start":
            continue
        position = write_position(state)
        shown = await check(ada, position=position, draws=False)
        assert shown["problems"] == []
        assert shown["svg"] is None
        again = await check(ada, draft=shown["draft"], draws=False)
        assert again == shown
        ours, theirs = (text.split("/", 2)[2] for text in (shown["position"], position))
        assert _without_start(ours) == _without_start(theirs)


def _without_start(text: str) -> list[str]:
    return [part for part in text.split("/") if not part.startswith("start:")]


async def test_everything_wrong_is_listed_by_rule_and_place(ada: httpx.AsyncClient) -> None:
    edited = await draft(ada)
    edited["buildings"]["8"] = {"kind": "city", "seat": 2}
    edited["roads"]["0"] = 1
    edited["hands"][0] = {"ore": 25}
    edited["terrain"][0] = "hills"
    edited["fresh"][3] = {"knight": 1}
    wrong = await check(ada, draft=edited)
    assert {"BRD-1", "SET-1", "BLD-3", "BLD-1", "TRN-5"} <= set(rules(wrong))
    assert places(wrong, "BLD-3") == {("site", 8), ("site", 12), ("site", 13)}
    assert places(wrong, "BLD-1") == {("path", 0)}
    assert places(wrong, "BRD-1") == {("hex", 0), ("hex", 4), ("hex", 6), ("hex", 16)}
    assert places(wrong, "TRN-5") == {("seat", 3)}
    assert (wrong["position"], wrong["start"]) == (None, None)


async def test_problems_are_told_in_the_language_of_the_page(ada: httpx.AsyncClient) -> None:
    edited = await draft(ada)
    edited["buildings"]["8"] = {"kind": "city", "seat": 2}
    edited["terrain"][0] = "hills"
    edited["harbors"][0] = [0, "ore"]
    answer = await ada.post("/api/positions/check", json={"draft": edited}, params={"lang": "de"})
    said = [problem["sentence"] for problem in answer.json()["problems"]]
    assert "4 Felder sind Hügel; die Insel hat 3" in said
    assert "2 Häfen sind für Erz; die Insel hat 1" in said
    assert "3 Häfen sind für jeden Rohstoff; die Insel hat 4" in said
    assert "Zwei Gebäude stehen direkt nebeneinander (Kreuzung 8, Kreuzung 12, Kreuzung 13)" in said


@pytest.mark.parametrize(
    ("change", "rule", "where"),
    [
        ({"tokens": {0: 9}}, "BRD-3", {("hex", 0), ("hex", 2), ("hex", 7)}),
        ({"tokens": {9: 5}}, "BRD-3", {("hex", 9), ("hex", 15), ("hex", 16)}),
        ({"tokens": {0: 0}}, "BRD-3", {("hex", 0)}),
        ({"harbors": {0: [0, "brick"]}}, "BRD-5", {("path", 0)}),
        ({"harbors": {0: [12, "generic"]}}, "BRD-5", {("path", 12)}),
        ({"harbors": {0: [4, "generic"]}}, "BRD-6", None),
    ],
)
async def test_a_wrong_island_is_shown_and_explained(
    ada: httpx.AsyncClient, change: dict[str, dict[int, Any]], rule: str, where: set[tuple[str, int]] | None
) -> None:
    edited = await draft(ada)
    for name, values in change.items():
        for at, value in values.items():
            edited[name][at] = value
    wrong = await check(ada, draft=edited)
    assert rule in rules(wrong)
    assert wrong["svg"].startswith("<svg")
    assert where is None or where & places(wrong, rule)
    assert wrong["geometry"]["tokens"] == edited["tokens"]


async def test_who_began_follows_from_the_turn(ada: httpx.AsyncClient) -> None:
    edited = await draft(ada)
    shown = await check(ada, draft=edited | {"turn": 2, "phase": "main", "rolled": [8], "turn_number": 12})
    assert shown["problems"] == []
    game = Game.from_position(shown["position"])
    assert (game.turn, game.turn_number, game.rolled) == (2, 12, (8,))


async def test_special_cards_follow_from_the_pieces(ada: httpx.AsyncClient) -> None:
    edited = await draft(ada)
    edited["knights"] = [0, 3, 0, 0]
    shown = await check(ada, draft=edited)
    assert (shown["problems"], shown["draft"]["largest_army"]) == ([], 1)
    edited["knights"] = [0, 3, 3, 0]
    assert (await check(ada, draft=edited | {"largest_army": 2}))["draft"]["largest_army"] == 2
    assert (await check(ada, draft=edited | {"largest_army": 0}))["draft"]["largest_army"] == 1
    for path in (50, 42, 43):  # on from the road at 55, which makes five with it and another
        edited["roads"][str(path)] = 0
    edited["roads"]["44"] = 0
    longer = await check(ada, draft=edited)
    assert (longer["problems"], longer["draft"]["longest_road"]) == ([], 0)


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        ({"position": "v2/base"}, "bad_position", "it begins with version/ruleset/viewer/island"),
        ({"position": Game("beginner").view(0).position}, "bad_position", "expected a full position"),
        ({"position": Game("beginner").position.replace("turn:0.1", "turn:0.4000001")}, "bad_position", "turn number"),
        ({"preset": "chess"}, "bad_settings", "'chess'"),
        ({"draft": {"ruleset": "base"}}, "malformed", "draft"),
        ({"draft": {"ruleset": "nonsense"}}, "bad_settings", "nonsense"),
        ({"draft": {"terrain": ["hills"]}}, "bad_position", "terrain has 1 hexes: expected 19"),
        ({"draft": {"robber": 25}}, "bad_position", "robber=25: expected a hex from 0 to 18"),
        ({"draft": {"hands": [{"gold": 1}]}}, "bad_position", "'gold' is not a resource"),
        ({"draft": {"cards": [{"wonder": 1}]}}, "bad_position", "'wonder' is not a development card"),
        ({"draft": {"terrain": ["swamp"]}}, "malformed", "terrain"),
    ],
)
async def test_what_is_no_draft_is_refused(
    ada: httpx.AsyncClient, asked: dict[str, Any], code: str, message: str
) -> None:
    if "draft" in asked and asked["draft"] != {"ruleset": "base"}:
        asked = {"draft": await draft(ada) | asked["draft"]}
    answer = await ada.post("/api/positions/check", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert message in answer.json()["message"]


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [{}]},
        {"knights": [1]},
        {"phase": "tea time"},
        {"fields": {"moon": "full"}},
        {"fields": {"robber": "3"}},
        {"buildings": {"79": {"kind": "city", "seat": 0}}},
        {"roads": {"108": 0}},
        {"buildings": {"3": {"kind": "city", "seat": 5}}},
        {"turn": 5},
    ],
)
async def test_bad_values_are_problems_too(ada: httpx.AsyncClient, change: dict[str, Any]) -> None:
    wrong = await check(ada, draft=await draft(ada) | change)
    assert wrong["problems"]
    assert wrong["position"] is None


async def test_an_address_can_check_only_so_often(tmp_path: Path) -> None:
    async with running(tmp_path, previews=(1, 0)) as app, visitor(app) as client:
        assert (await client.post("/api/positions/check", json={})).status_code == 200
        assert (await client.post("/api/positions/check", json={})).status_code == 429


async def test_a_position_is_drawn(ada: httpx.AsyncClient) -> None:
    position = Game("beginner", seed=7).position
    drawn = await ada.get("/api/position.svg", params={"position": position, "theme": "dark"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    assert drawn.text != (await ada.get("/api/position.svg", params={"position": position})).text
    refused = await ada.get("/api/position.svg", params={"position": "v2/base"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_position")
