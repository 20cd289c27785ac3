"""Positions and records are analysed and reviewed as by the library, and what cannot be is refused."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from longroad import Game
from longroad.analysis import analyse, review
from tests.analysis.games import game_of
from tests.server.http.analysis.tables import QUICK, compact, exchanged

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]


def middle(most: int = 120) -> Game:
    """Return a game in which a seat has a choice."""
    game = game_of("base", most=most)
    while game.phase != "main" or len(game.to_act) > 1 or len(game.legal_actions()) < 3:
        game.push(game_of("base").plies[len(game.plies)])
    return game


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
