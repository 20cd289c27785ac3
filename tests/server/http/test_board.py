"""What an analysis board begins with: a record with its variations, a position, or an island, over HTTP."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad import Game, Record, Variation
from longroad.core.state import State
from longroad.notation.positions.position import write_position
from longroad.server.boards import MOST_TREE
from tests.notation.records import annotated
from tests.notation.test_variations import with_variations
from tests.server.web import running, visitor

pytestmark = pytest.mark.anyio

CLOCK = re.compile(r"^((?:\d!?|\*): .*) @[0-9:.]+$", re.MULTILINE)  # of a ply


async def board(client: httpx.AsyncClient, **asked: Any) -> dict[str, Any]:
    answer = await client.post("/api/board", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def refused(client: httpx.AsyncClient, **asked: Any) -> tuple[str, str]:
    answer = await client.post("/api/board", json=asked)
    assert answer.status_code == 422
    return answer.json()["code"], answer.json()["message"]


def played(state: State, plies: list[dict[str, Any]]) -> State:
    """Play plies of a board and all their variations, each where it branches."""
    for ply in plies:
        for variation in ply["variations"]:
            played(state.copy(), variation["plies"])
        state.apply(ply["seat"], ply["action"])
    return state


def lines(plies: list[dict[str, Any]]) -> str:
    """Write the plies of a board as the notation describes it."""
    text = ""
    for ply in plies:
        text += f"{ply['ply']}\n{commented(ply['comment'])}"
        for variation in ply["variations"]:
            opening = "(" if variation["name"] is None else f"( {variation['name']}"
            text += f"{opening}\n{commented(variation['comment'])}{lines(variation['plies'])})\n"
    return text


def commented(comment: str | None) -> str:
    if comment is None:
        return ""
    return "".join(f"# {line}\n" if line else "#\n" for line in comment.split("\n"))


@pytest.mark.parametrize("form", ["text", "jsonl"])
async def test_a_record_comes_with_its_variations_and_can_be_written_again(ada: httpx.AsyncClient, form: str) -> None:
    record = with_variations(annotated(0, 60), 3)
    shown = await board(ada, record=getattr(record, form))
    written = f"{shown['head']}\n{commented(shown['comment'])}{lines(shown['plies'])}"
    assert written == CLOCK.sub(r"\1", record.text)
    assert Record.parse(written).codes == record.codes
    start = State.from_bytes(b64decode(shown["start"]))
    assert start == record.start
    assert played(start, shown["plies"]) == record.final
    assert shown["end"] == write_position(record.final)
    assert shown["tags"] == record.tags
    assert shown["seats"][0]["name"] == record.names[0]


async def test_a_damaged_record_is_shown_up_to_the_damage(ada: httpx.AsyncClient) -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    game.variations[1] = [Variation.of("*: rolled 1+1", "0: settle 3", name="Twos")]
    shown = await board(ada, record=game.record.text)
    assert "variation 0, ply 1: '0: settle 3' is not legal" in shown["warning"]
    assert [ply["ply"] for ply in shown["plies"]] == ["0: roll", "*: rolled 3+3"]
    assert shown["plies"][1]["variations"] == []


async def test_a_position_begins_the_record_of_its_board(ada: httpx.AsyncClient) -> None:
    game = Game("base", seed=7)
    game.push(game.legal_actions()[0])
    shown = await board(ada, position=game.position)
    assert shown["position"] == shown["end"] == game.position
    assert State.from_bytes(b64decode(shown["start"])) == game.seen
    assert Record.parse(f"{shown['head']}\n").begins_at == game.position
    assert shown["plies"] == []
    assert shown["svg"].startswith("<svg")
    assert shown["svg"] != shown["svg_dark"]


async def test_an_island_is_laid_by_settings_or_by_notation(ada: httpx.AsyncClient) -> None:
    drawn = await board(ada, preset="base", options={"players": 3}, island_seed=7)
    assert drawn == await board(ada, preset="base,players:3", island_seed=7)
    assert drawn["ruleset"] == "base,players:3"
    assert Record.parse(f"{drawn['head']}\n").start.to_bytes() == b64decode(drawn["start"])
    given = await board(ada, island="beginner,frame")
    assert given["geometry"]["hexes"] == drawn["geometry"]["hexes"]
    assert "beginner,frame" in given["head"]
    assert await board(ada) != await board(ada)  # an island at random


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        ({"record": "hello"}, "bad_record", "it begins with 'hello' instead of"),
        ({"record": Game("beginner").record.edition(1).text}, "bad_record", "the seat1 edition, which hides cards"),
        ({"position": "v2/base/full"}, "bad_position", "position 'v2/base/full': it begins with version/ruleset"),
        ({"position": Game("beginner").view(1).position}, "bad_position", "expected a full position"),
        ({"preset": "chess"}, "bad_settings", "'chess'"),
        ({"preset": "base", "options": {"players": 9}}, "bad_settings", "players=9: expected a whole number from 2 to"),
        ({"island": "xyz"}, "bad_settings", "xyz"),
        ({"preset": "base,terrain:given"}, "bad_settings", "terrain='given': expected one of random"),
        ({"record": "x", "position": "y"}, "malformed", "expected one of a record, a position, or an island"),
        ({"position": "y", "preset": "base"}, "malformed", "expected one of a record, a position, or an island"),
        ({"size": 3}, "malformed", "size"),
    ],
)
async def test_what_makes_no_board_is_refused_with_the_reason(
    ada: httpx.AsyncClient, asked: dict[str, Any], code: str, message: str
) -> None:
    found = await refused(ada, **asked)
    assert found[0] == code
    assert message in found[1]


async def test_a_broken_rule_is_named(ada: httpx.AsyncClient) -> None:
    beside_each_other = Game("beginner").position.replace("0:s39.41", "0:s39.43")
    answer = await ada.post("/api/board", json={"position": beside_each_other})
    assert (answer.status_code, answer.json()["rule"]) == (422, "BLD-3")


async def test_a_tree_that_is_too_large_is_refused(ada: httpx.AsyncClient) -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    game.variations[0] = [Variation.of("0: roll")] * MOST_TREE
    code, message = await refused(ada, record=game.record.text)
    assert code == "bad_record"
    assert f"This record has {MOST_TREE + 2} plies with all variations; at most {MOST_TREE} can be shown" in message


async def test_an_address_gets_only_so_many(tmp_path: Path) -> None:
    record = Game("beginner", seed=7).record.text
    async with running(tmp_path, replays=(1, 0), previews=(1, 0)) as app, visitor(app) as client:
        for asked in ({"record": record}, {"island": "base"}):
            assert (await client.post("/api/board", json=asked)).status_code == 200
            again = await client.post("/api/board", json=asked)
            assert (again.status_code, again.json()["code"]) == (429, "too_many")
