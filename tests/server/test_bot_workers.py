"""Workers of bots under load: nobody waits for long because somebody else has many games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from longroad.game.game import Game
from longroad.server.bot_workers import MOST_GAMES, PATIENCE_S, BotWorkers, Question, Readiness, Thought
from longroad.server.fair_queue import Asker
from longroad.server.workers import PAUSE_S, Workers, no_preparation
from tests.server import workers
from tests.server.rooms import until

pytestmark = pytest.mark.anyio

ONE_SEARCH_S = 0.3  # of `workers.dawdle`


@asynccontextmanager
async def dawdling() -> AsyncIterator[BotWorkers]:
    """One worker for searches, which take a while, and one for quick answers."""
    computers = BotWorkers(1, workers.dawdle, no_preparation)
    computers.begin()
    await until(lambda: computers.readiness.is_ready)
    computers.readiness = Readiness(is_ready=True, is_slow=False)
    await computers.ask(question("novice"))  # so that its process has started
    try:
        yield computers
    finally:
        await computers.close()


def question(level: str) -> Question:
    game = Game("beginner", seed=7)
    game.push("roll")
    return Question(level, "7", game.view(0))


async def timed(computers: BotWorkers, asker: Asker) -> tuple[str, float]:
    """Ask an expert; return which level answered, and after how many seconds."""
    begun = time.monotonic()
    thought = await computers.ask(question("expert"), asker)
    assert isinstance(thought, Thought)
    return str(thought.why), time.monotonic() - begun


async def flood(computers: BotWorkers, games: int) -> list[tuple[str, float]]:
    """Ask for many games of one address at once."""
    return await asyncio.gather(*(timed(computers, Asker("flood", str(game))) for game in range(games)))


async def test_another_address_waits_for_one_search_only() -> None:
    async with dawdling() as computers:
        flooding = asyncio.ensure_future(flood(computers, 20))
        await asyncio.sleep(0.1)
        for _ in range(3):
            level, waited = await timed(computers, Asker("other", "game"))
            assert level == "expert"
            assert waited < 20 * ONE_SEARCH_S / 2, "of which it would wait for all, were it not its turn"
        await flooding


async def test_nobody_waits_longer_than_the_patience_while_others_wait() -> None:
    async with dawdling() as computers:
        answers = await flood(computers, 20)
        assert max(waited for _, waited in answers) < PATIENCE_S + 1
        assert {level for level, _ in answers} == {"expert", "novice"}, "a quicker level answers for those"


async def test_only_so_many_games_of_an_address_wait_for_a_search() -> None:
    async with dawdling() as computers:
        answers = await flood(computers, 20)
        quickest = sorted(answers, key=lambda answer: answer[1])[: 20 - MOST_GAMES]
        assert {level for level, _ in quickest} == {"novice"}


async def test_a_long_search_goes_on_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.bot_workers.PATIENCE_S", 0.05)
    async with dawdling() as computers:
        level, waited = await timed(computers, Asker("one", "game"))
        assert level == "expert"
        assert waited >= ONE_SEARCH_S


async def test_tries_that_fail_follow_each_other_after_growing_pauses() -> None:
    failing = Workers(workers.stumble, 1)
    await failing.prepare()
    begun = time.monotonic()
    assert await failing.ask(question("novice")) is None
    assert time.monotonic() - begun >= PAUSE_S + 2 * PAUSE_S
    await failing.close()


async def test_a_worker_whose_asker_has_gone_is_busy_until_it_has_finished(tmp_path: Path) -> None:
    slow = Workers(workers.nap, 1)
    await slow.prepare()
    gone = asyncio.ensure_future(slow.ask(0.5))
    await asyncio.sleep(0.1)
    gone.cancel()
    begun = time.monotonic()
    next_one = asyncio.ensure_future(slow.ask(0.0))
    await asyncio.sleep(0)
    assert slow.is_crowded, "the next one waits in the queue, where it can give up"
    assert await next_one == 0.0
    assert time.monotonic() - begun > 0.2
    await slow.close()
