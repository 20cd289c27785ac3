"""Workers of bots under load: nobody waits for long because somebody else has many games."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from longroad.game.game import Game
from longroad.server.bot_workers import MOST_GAMES, BotWorkers, Question, Readiness, Thought
from longroad.server.fair_queue import Asker
from longroad.server.workers import PAUSE_S, Workers, no_preparation
from tests.server import workers
from tests.server.rooms import until

pytestmark = pytest.mark.anyio

ONE_SEARCH_S = 0.3  # of `workers.dawdle`
EXPERT = Thought(None, "expert")


@asynccontextmanager
async def searching(work: Callable[[Question], Thought] = workers.dawdle) -> AsyncIterator[BotWorkers]:
    """One worker for searches, which take a while, and one for quick answers."""
    computers = BotWorkers(1, work, no_preparation)
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


class Searches:
    """Searches of one worker that begin and end as a test says."""

    def __init__(self, computers: BotWorkers, folder: Path) -> None:
        self._computers, self._folder = computers, folder
        self._ended = 0

    def ask(self, address: str, game: str) -> asyncio.Task[Thought | None]:
        """Ask an expert for a game of an address."""
        asked = question("expert")._replace(seed=str(self._folder / address))
        return asyncio.ensure_future(self._computers.ask(asked, Asker(address, game)))

    @property
    def begun(self) -> list[str]:
        """The addresses whose searches have begun, in order."""
        path = self._folder / "begun"
        return path.read_text().splitlines() if path.exists() else []

    async def wait_for(self, begun: int, waiting: int) -> None:
        """Wait until so many searches have begun, and so many wait."""
        await until(lambda: len(self.begun) == begun and self._computers.waiting["searches"] == waiting)

    def end_one(self) -> None:
        """End the search that runs, so that the next begins."""
        self._ended += 1
        (self._folder / f"end {self._ended}").touch()


@asynccontextmanager
async def searches_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Searches]:
    """Searches of a worker that nobody gives up."""
    monkeypatch.setattr("longroad.server.bot_workers.PATIENCE_S", 600.0)
    async with searching(workers.search_in_turn) as computers:
        yield Searches(computers, folder)


async def test_another_address_waits_for_one_search_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with searches_in(tmp_path, monkeypatch) as searches:
        flooding = [searches.ask("flood", str(game)) for game in range(MOST_GAMES)]
        await searches.wait_for(begun=1, waiting=MOST_GAMES - 1)
        for turn in range(3):
            other = searches.ask("other", "game")
            await searches.wait_for(begun=1 + 2 * turn, waiting=MOST_GAMES - turn)
            searches.end_one()
            await searches.wait_for(begun=2 + 2 * turn, waiting=MOST_GAMES - 1 - turn)
            assert searches.begun[-1] == "other", "although all games of the flood waited longer"
            searches.end_one()
            assert await other == EXPERT
            await searches.wait_for(begun=3 + 2 * turn, waiting=MOST_GAMES - 2 - turn)
        for _ in flooding:
            searches.end_one()
        assert await asyncio.gather(*flooding) == [EXPERT] * MOST_GAMES


async def test_nobody_waits_longer_than_the_patience_while_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.bot_workers.PATIENCE_S", 0.5)
    async with searching(workers.search_in_turn) as computers:
        searches = Searches(computers, tmp_path)
        waiting = [searches.ask("flood", str(game)) for game in range(3)]
        answered = await asyncio.gather(*waiting[1:])  # while the first search goes on
        assert [thought.why for thought in answered if thought is not None] == ["novice"] * 2, "a quicker level answers"
        searches.end_one()
        await waiting[0]


async def test_only_so_many_games_of_an_address_wait_for_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with searches_in(tmp_path, monkeypatch) as searches:
        flooding = [searches.ask("flood", str(game)) for game in range(20)]
        await until(lambda: all(asked.done() for asked in flooding[MOST_GAMES:]))
        await searches.wait_for(begun=1, waiting=MOST_GAMES - 1)
        assert not any(asked.done() for asked in flooding[:MOST_GAMES]), "they wait for a search"
        for _ in range(MOST_GAMES):
            searches.end_one()
        levels = [thought.why for thought in await asyncio.gather(*flooding) if thought is not None]
        assert levels == ["expert"] * MOST_GAMES + ["novice"] * (20 - MOST_GAMES)


async def test_a_long_search_goes_on_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.bot_workers.PATIENCE_S", 0.05)
    async with searching() as computers:
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


async def test_a_worker_that_cannot_be_started_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As when the process that starts the workers is killed: multiprocessing raises EOFError."""
    submit, failures = ProcessPoolExecutor.submit, [EOFError("unexpected EOF"), ConnectionRefusedError()]

    def fail_first(*given: Any, **named: Any) -> Any:
        if failures:
            raise failures.pop()
        return submit(*given, **named)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", fail_first)
    slow = Workers(workers.nap, 1)
    assert await slow.ask(0.0) == 0.0
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2, "it is no defect of the work"
    await slow.close()


async def test_a_worker_whose_asker_has_gone_is_busy_until_it_has_finished(tmp_path: Path) -> None:
    slow = Workers(workers.begin_and_wait, 1)
    begun, end = tmp_path / "begun", tmp_path / "end"
    gone = asyncio.ensure_future(slow.ask((begun, end)))
    await until(begun.exists)
    gone.cancel()
    next_one = asyncio.ensure_future(slow.ask(None))
    await asyncio.sleep(0.1)
    assert slow.is_crowded, "the next one waits in the queue, where it can give up"
    assert not next_one.done()
    end.touch()
    assert await next_one
    await slow.close()


async def test_a_worker_that_still_starts_is_ended_too() -> None:
    """Else the server would wait for it at its end: a minute, where what it searches with must be compiled first."""
    before = threading.enumerate()  # one of another test may still be ending
    starting = BotWorkers(1, workers.dawdle, workers.prepare_for_ever)
    starting.begin()
    await asyncio.sleep(0)  # its process is not there yet
    await starting.close()
    left = [thread for thread in threading.enumerate() if thread not in before]
    assert not [thread for thread in left if type(thread).__name__ == "_ExecutorManagerThread"]
