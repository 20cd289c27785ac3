"""Everybody reads the game in their own language: the log, what there is to choose, and why not."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from longroad.bots.levels import LEVELS
from longroad.narration import languages, words_of
from longroad.server.wire.messages import Table, Update
from longroad.server.wire.meta import meta
from tests.server.http.test_games import acted, table, together
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    PERSON,
    act,
    decision_of,
    new_game,
    people_at,
    received_as,
    registry_at,
    run,
    until,
)
from tests.server.web import SOLO, visitor

pytestmark = pytest.mark.anyio

GERMAN = words_of("de")


async def test_the_story_comes_in_the_language_that_is_asked_for(app: FastAPI) -> None:
    async with visitor(app) as ada, visitor(app) as ben:
        game = await together(ada, ben)
        await acted(ada, game)
        sentences = [(await table(ada, game, **asked))["log"][0]["sentences"][0] for asked in ({}, {"lang": "de"})]
        assert re.match(r"You place a settlement at (desert|[a-z]+ \d)", sentences[0])  # not by a number
        assert sentences[1].startswith("Du setzt eine Siedlung auf der Kreuzung von ")
        assert (await table(ben, game, lang="de-CH"))["log"][0]["sentences"][0].startswith("Ada setzt ")
        assert (await table(ben, game, lang="tlh"))["log"][0]["sentences"][0].startswith("Ada places ")


async def test_a_browser_says_which_language_it_prefers(app: FastAPI) -> None:
    async with visitor(app, **{"accept-language": "it, de-AT;q=0.8, en;q=0.7, nonsense;q=x"}) as client:
        translated = (await client.get("/api/meta")).json()
        assert translated["presets"][0]["title"] == "Grundspiel"
        assert translated["phrases"][0] == "Hallo!"
        assert (await client.get("/api/meta", params={"lang": "en"})).json()["presets"][0]["title"] == "Base game"


@pytest.mark.parametrize("language", languages())
def test_what_there_is_to_choose_is_told_in_every_language(language: str) -> None:
    translated, english = meta(language), meta()
    assert [preset.name for preset in translated.presets] == [preset.name for preset in english.presets]
    assert [option.name for option in translated.options] == [option.name for option in english.options]
    assert [bot.name for bot in translated.bots] == list(LEVELS)
    if language != "en":
        pairs = zip(translated.presets + translated.options, english.presets + english.options, strict=True)  # type: ignore[operator]
        assert all(one.sentence != other.sentence for one, other in pairs)


async def test_why_not_is_told_in_the_language(app: FastAPI) -> None:
    async with visitor(app) as client:
        game = (await client.post("/api/games", json=SOLO)).json()["game"]
        why = await client.get(f"/api/games/{game}/why", params={"action": "end", "lang": "de"})
        assert why.json()["message"].endswith(".")
        assert why.json()["message"] != (await client.get(f"/api/games/{game}/why?action=end")).json()["message"]
        undone = await client.post(f"/api/games/{game}/undo?lang=de", json={})
        assert undone.json()["message"] == "Du hast noch nichts getan."
        unknown = await client.get("/api/games/none", headers={"accept-language": "de"})
        assert unknown.json()["message"] == "Das Spiel 'none' gibt es nicht."


def test_two_who_watch_the_same_seat_hear_it_in_their_languages(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 2, options={"first_player": "given"})
            async with room.watch(None) as english, room.watch(None, None, GERMAN) as german:
                received = [received_as(await anext(messages)) for messages in (english, german)]
                assert all(isinstance(message, Table) for message in received)
                await act(room, 0, decision_of(room, 0).actions[0])
                received = [received_as(await anext(messages)) for messages in (english, german)]
                said = [message.log[0].sentences[0] for message in received if isinstance(message, Update)]
                assert "places a settlement" in said[0]
                assert "setzt eine Siedlung" in said[1]
            assert room.table(0, GERMAN).log[0].sentences[0].startswith("Du setzt")

    run(work())


def test_what_happens_in_the_room_is_told_in_every_language(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 2)
            await room.leave(1)
            sentences = [room.table(0, words).log[-1].sentences for words in (words_of("en"), GERMAN)]
            assert sentences == [
                ["Guest 1 has left; a computer player takes over."],
                ["Guest 1 ist gegangen; ein Computer übernimmt."],
            ]

    run(work())


def test_a_computer_player_answers_in_the_language_of_who_asks(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, AT_ONCE) as registry:
            room, _ = await registry.open(
                new_game(PERSON, COMPUTER, COMPUTER, preset="beginner"), script=("rolled 1+1",)
            )
            await act(room, 0, "roll")
            await act(room, 0, "offer 1 lumber for 1 grain")
            await until(lambda: not (room.table(0).snapshot.offer and room.table(0).snapshot.offer.waiting))  # type: ignore[union-attr]
            await asyncio.sleep(0)
            await room.ask(0, 1, GERMAN)
            text = room.table(0).chat[-1].text
            assert text.endswith(".")
            assert any(word in f" {text.lower()}" for word in (" ich ", " das ", " mir ", " wer "))

    run(work())
