"""How well bots play: those that search are made ready in the background, and nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from longroad.bots.levels import LEVELS, needs_compiler
from longroad.game.game import Game
from longroad.narration import ENGLISH, words_of
from longroad.server import bot_workers as under_test
from longroad.server.bot_workers import NOT_READY, BotWorkers, Question, Readiness, prepare_search, think
from longroad.server.room.room import Room
from longroad.server.wire.messages import SeatRequest
from longroad.server.wire.meta import meta
from longroad.server.workers import no_preparation
from tests.server import workers
from tests.server.rooms import (
    COMPUTER,
    NOTHING,
    OPEN,
    PERSON,
    Inline,
    act,
    new_game,
    registry_at,
    run,
    until,
)
from tests.server.web import SOLO, running, visitor

READY = Readiness(is_ready=True, is_slow=False)
SLOW = Readiness(is_ready=True, is_slow=True)
COMPILING_S = 300.0  # that compiling may take where many tests run at once
SMALL_EXPERT = "expert:nodes=4,states=2,candidates=2,rollouts=2,turns=1,rollout_nodes=2,trade_states=2,trade_turns=2"


def run_long(work: Coroutine[Any, Any, None]) -> None:
    """Run a test that may have to compile first."""

    async def limited() -> None:
        await asyncio.wait_for(work, COMPILING_S)

    asyncio.run(limited())


def question(level: str) -> Question:
    game = Game("beginner", seed=7)
    game.push("roll")
    return Question(level, "7", game.view(0))


def seats(*levels: str) -> list[SeatRequest]:
    return [SeatRequest(kind="computer", bot=level) for level in levels]


def levels_of(room: Room) -> list[str]:
    return [seat.bot for seat in room.state.seats]


class Prepared(Inline):
    """Bots that are ready, and think here."""

    def __init__(self) -> None:
        super().__init__()
        self.readiness = READY


# --- what is sent -----------------------------------------------------------------------------------------------------


def test_what_is_ready_is_told_of_every_level() -> None:
    for readiness, usual in ((NOT_READY, "novice"), (READY, "skilled"), (SLOW, "novice")):
        received = meta("en", readiness)
        assert received.default_bot == usual
        assert [bot.name for bot in received.bots] == list(LEVELS)
        for bot in received.bots:
            assert bot.is_ready == (readiness.is_ready or not needs_compiler(bot.name))
            assert bot.is_slow == (readiness.is_slow and needs_compiler(bot.name))


@pytest.mark.compiled
def test_a_server_begins_at_once_and_takes_skilled_players_when_they_are_ready(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path, can_search=True) as app, visitor(app) as browser:
            for usual in ("novice", "skilled"):
                async with asyncio.timeout(COMPILING_S):
                    while (await browser.get("/api/meta")).json()["default_bot"] != usual:
                        await asyncio.sleep(0.1)
                opened = (await browser.post("/api/games", json=SOLO)).json()
                table = (await browser.get(f"/api/games/{opened['game']}")).json()
                assert table["room"]["status"] == "playing"
                assert [seat["bot"] for seat in table["room"]["seats"]] == ["", usual, usual, usual]

    run_long(work())


# --- who sits down ----------------------------------------------------------------------------------------------------


def test_whoever_chooses_nobody_plays_against_the_usual_level(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, *seats("random")))
            assert levels_of(room) == ["", "novice", "random"]
            registry.bot_workers.readiness = READY
            room, _ = await registry.open(new_game(PERSON, COMPUTER, OPEN, *seats("novice"), starts=False))
            await room.change_seat(0, 2, COMPUTER)
            assert levels_of(room) == ["", "skilled", "skilled", "novice"]

    run(work())


# --- while it is not ready --------------------------------------------------------------------------------------------


def test_a_novice_plays_for_those_that_are_not_ready_and_nobody_waits(tmp_path: Path) -> None:
    async def work() -> None:
        note = tmp_path / "compiled"
        computers = BotWorkers(1, workers.tell_level, partial(workers.wait_for, note))
        assert (await computers.ask(question("expert"))).why == "novice"  # type: ignore[union-attr]
        computers.begin()
        computers.begin()  # has begun already
        for level in LEVELS:
            thought = await computers.ask(question(level))
            assert thought is not None
            assert thought.why == ("novice" if needs_compiler(level) else level)
        assert not computers.readiness.is_ready
        note.touch()
        await until(lambda: computers.readiness.is_ready)
        for level in LEVELS:
            assert (await computers.ask(question(level))).why == level  # type: ignore[union-attr]
        await computers.close()

    run(work())


def test_what_cannot_be_made_ready_is_played_by_a_novice() -> None:
    async def work() -> None:
        computers = BotWorkers(1, workers.tell_level, workers.fail_to_prepare)
        computers.begin()
        assert computers._preparing is not None
        await computers._preparing
        assert computers.readiness == NOT_READY
        assert (await computers.ask(question("skilled"))).why == "novice"  # type: ignore[union-attr]
        await computers.close()

    run(work())


def test_a_server_that_stops_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    async def work() -> None:
        computers = BotWorkers(1, workers.tell_level, partial(workers.wait_for, tmp_path / "never"))
        computers.begin()
        await asyncio.sleep(0.2)
        await computers.close()
        await asyncio.sleep(0)
        assert computers.processes == []

    run(work())


# --- thinking ---------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.slow
def test_skilled_and_expert_players_play_a_game_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=lambda: BotWorkers(1)) as registry:
            registry.bot_workers.begin()
            await until(lambda: registry.bot_workers.readiness.is_ready, COMPILING_S)
            requested = new_game(
                *seats("skilled", "expert", "novice"), preset="beginner", options={"victory_points": 6}
            )
            room, _ = await registry.open(requested)
            await until(lambda: room.status == "over", COMPILING_S)
            game = room.state.game
            assert game is not None
            assert game.winner is not None
            assert not any(ply.is_absent for ply in game.plies)

    run_long(work())


def test_a_worker_keeps_the_players_it_knows_unless_one_stumbles(monkeypatch: pytest.MonkeyPatch) -> None:
    under_test._bot.cache_clear()
    first = think(question("novice"))
    assert think(question("novice")) == first
    assert under_test._bot.cache_info().hits == 1
    broken = question("novice")._replace(view=Game("beginner").view(2))  # it is not this seat's turn
    with pytest.raises(ValueError, match="nothing to choose"):
        think(broken)
    assert under_test._bot.cache_info().currsize == 0


def test_without_a_compiler_those_that_search_are_slow_but_play(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        computers = BotWorkers(1, workers.tell_level, no_preparation)
        computers.begin()
        await until(lambda: computers.readiness.is_ready)
        assert computers.readiness == SLOW
        assert (await computers.ask(question("expert"))).why == "expert"  # type: ignore[union-attr]
        await computers.close()

    for module in ("longroad.server.bot_workers", "longroad.search.searcher"):
        monkeypatch.setattr(f"{module}.compiled_available", lambda: False)
    prepare_search()  # has nothing to do
    run(work())


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["skilled", SMALL_EXPERT])
def test_those_that_search_answer_the_same_without_a_compiler(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    under_test._bot.cache_clear()
    compiled = think(question(level))
    under_test._bot.cache_clear()
    monkeypatch.setattr("longroad.search.searcher.compiled_available", lambda: False)
    assert think(question(level)) == compiled
    under_test._bot.cache_clear()


# --- why --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [name for name, level in LEVELS.items() if level.needs_compiler])
def test_those_that_search_say_why_in_every_language(level: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=Prepared) as registry:
            room, _ = await registry.open(new_game(PERSON, *seats(level, level), preset="beginner"), script=NOTHING)
            await act(room, 0, "roll")
            await act(room, 0, "offer 1 lumber for 1 grain")
            await until(lambda: set(room.bots.reasons) == {1, 2})
            for seat, words in ((1, ENGLISH), (2, words_of("de"))):
                why = words.sentence(room.bots.reasons[seat])
                await room.ask(0, seat, words)
                assert room.table(0).chat[-1].text == why
                assert why.endswith(".")
                assert "bot." not in why

    run(work())
