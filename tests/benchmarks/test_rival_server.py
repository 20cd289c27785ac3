"""The harness that compares servers: pace, statistics and what it says if there is nothing to compare with."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from random import Random

import pytest
from benchmarks import rival_server
from benchmarks.rival_games import HttpLine, OurGame
from benchmarks.rival_server import Contestant, Outcome, highest

from longroad.bench.serving import Served, reserve_port, serving


class TimedGame:
    """A game in which every act takes the same time."""

    is_over = False

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    async def act(self) -> None:
        await asyncio.sleep(self.seconds)

    async def close(self) -> None:
        raise AssertionError("the game is still used")


class RefusingGame(TimedGame):
    """A game in which no act is possible."""

    async def act(self) -> None:
        raise RuntimeError("not now")


def outcome_of(game: TimedGame, rate: float, seconds: float) -> Outcome:
    return asyncio.run(Contestant("timed", os.getpid(), [game]).run(rate, seconds))


def test_acts_come_at_the_rate_that_is_asked_for() -> None:
    start = time.monotonic()
    outcome = outcome_of(TimedGame(0.0), rate=200.0, seconds=1.0)
    assert len(outcome.waited_ms) == outcome.due
    assert 150 < outcome.due < 250
    assert time.monotonic() - start >= 0.9


def test_an_act_that_has_to_wait_for_others_is_measured_from_the_moment_it_was_due() -> None:
    outcome = outcome_of(TimedGame(0.05), rate=40.0, seconds=0.5)
    assert max(outcome.waited_ms) > 150
    assert not outcome.sustains(100)


def test_an_act_that_fails_is_not_sustained() -> None:
    outcome = outcome_of(RefusingGame(0.0), rate=50.0, seconds=0.2)
    assert outcome.failures == ["RuntimeError('not now')"] * outcome.due
    assert not Outcome([1.0], due=2, failures=["RuntimeError()"]).sustains(100)
    assert Outcome([1.0, 2.0], due=2).sustains(100)


@pytest.mark.parametrize("limit", [1.7, 9.0, 10.0, 600.0])
def test_the_highest_rate_is_found_from_below_and_from_above(limit: float) -> None:
    async def sustains(rate: float) -> bool:
        return rate <= limit

    found = asyncio.run(highest(sustains, 10.0))
    assert found <= limit < found * 2 ** (1 / 8) * 1.001


def test_without_a_server_to_compare_with_it_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rival_server.parse([])
    assert "No running server of Catanatron is given" in capsys.readouterr().err


def test_an_address_where_nothing_answers_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    port, held = reserve_port()
    address = f"http://127.0.0.1:{port}"
    with held, pytest.raises(SystemExit):
        rival_server.parse(["--rival", address, "--rival-pid", str(os.getpid())])
    assert f"'{address}' does not answer as Catanatron's server" in capsys.readouterr().err


def test_an_act_on_our_server_is_over_when_all_four_know_it(tmp_path: Path) -> None:
    async def play(served: Served) -> tuple[int, list[int]]:
        game = await OurGame.open(served, Random(1))
        before = max(game.events)
        for _ in range(12):
            await game.act()
        events = game.events
        await game.close()
        return before, events

    with serving(tmp_path) as served:
        before, events = asyncio.run(play(served))
    assert len(set(events)) == 1
    assert events[0] >= before + 12


def test_requests_go_over_one_connection_and_errors_are_quoted(tmp_path: Path) -> None:
    async def ask(address: str) -> int:
        line = HttpLine(address)
        assert (await line.ask("/api/meta"))["version"]
        with pytest.raises(RuntimeError, match="404"):
            await line.ask("/api/games/unknown")
        rooms = await line.ask("/api/rooms")
        await line.close()
        return int(rooms["rooms"])

    with serving(tmp_path) as served:
        assert asyncio.run(ask(served.address)) == 0
