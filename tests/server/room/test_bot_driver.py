"""Bots: workers at low priority that may die, defaults where they fail, and delays that tell nothing."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from longroad.core import actions as a
from longroad.game.game import Game
from longroad.notation.actions import Action
from longroad.server.bot_workers import BotWorkers, Question, Thought, think
from longroad.server.errors import RequestError
from longroad.server.fair_queue import NOBODY, Asker
from longroad.server.room.pace import Timing
from longroad.server.room.pending import choice_of
from longroad.server.room.room import Room
from longroad.server.workers import NICE
from tests.server import workers
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    NOTHING,
    Inline,
    Listener,
    act,
    beginners_at,
    computers_at,
    decision_of,
    game_of,
    new_game,
    registry_at,
    run,
    settle,
    solo_at,
    until,
)


def question(level: str = "novice", is_proposal: bool = False) -> Question:
    return Question(level, "7", Game("beginner", seed=7).view(0), is_proposal)


# --- workers ----------------------------------------------------------------------------------------------------------


def test_workers_think_elsewhere_and_step_back() -> None:
    async def work() -> None:
        computers = BotWorkers(1, workers.tell_niceness)
        thought = await computers.ask(question())
        assert thought is not None
        assert int(str(thought.why)) >= min(19, os.nice(0) + NICE)
        assert computers.processes != []
        assert os.getpid() not in computers.processes
        await computers.close()

    run(work())


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def work() -> None:
        computers = BotWorkers(1)
        assert await computers.ask(question()) == Thought(Action.parse("roll"), think(question()).why)
        killed = computers.processes
        for process in killed:
            os.kill(process, signal.SIGKILL)
        await asyncio.sleep(0.1)
        thought = await computers.ask(question())
        assert thought is not None
        assert str(thought.action) == "roll"
        assert not set(killed) & set(computers.processes)
        await computers.close()

    run(work())


def test_a_question_is_asked_again_but_not_for_ever(tmp_path: Path) -> None:
    async def work() -> None:
        computers = BotWorkers(2, workers.die_once)
        thought = await computers.ask(question()._replace(seed=str(tmp_path / "note")))
        assert thought is not None
        await computers.close()
        for fails in (workers.die, workers.stumble):
            computers = BotWorkers(1, fails)
            assert await computers.ask(question()) is None
            await computers.close()

    run(work())


def test_a_whole_game_in_workers_with_one_killed_in_the_middle(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=lambda: BotWorkers(2)) as registry:
            room = await computers_at(registry, 15)
            await until(lambda: len(room.state.plies) > 20)
            for process in registry.bot_workers.processes:
                os.kill(process, signal.SIGKILL)
            await until(lambda: room.status == "over")
            assert not any(ply.is_absent for ply in room.state.game.plies)  # type: ignore[union-attr]

    run(work())


def test_whoever_cannot_decide_gets_the_stated_default(tmp_path: Path) -> None:
    class Silent(Inline):
        async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
            await asyncio.sleep(0)
            return None

    async def work() -> None:
        async with registry_at(tmp_path, computers=Silent) as registry:
            room = await computers_at(registry, 3)
            await until(lambda: room.status == "over")
            assert "0!: roll" in room.record(None, "full", "text")

    run(work())


def test_an_illegal_choice_becomes_the_default(tmp_path: Path) -> None:
    class Cheating(Inline):
        async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
            await asyncio.sleep(0)
            return Thought(None if question.is_proposal else Action.parse("city 5"))

    async def work() -> None:
        async with registry_at(tmp_path, computers=Cheating) as registry:
            room = await computers_at(registry, 2)
            await until(lambda: room.status == "over")

    run(work())


# --- in a room --------------------------------------------------------------------------------------------------------


class Deciding(Inline):
    """Bots with given answers, after thinking for longer or shorter."""

    def __init__(self, answer: str = "refuse", seconds: float = 0.0) -> None:
        super().__init__()
        self.answer, self.seconds = answer, seconds
        self.polls = 0

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        if question.is_proposal:
            self.polls += 1
            return Thought(None)
        if question.view.offer is not None:
            await asyncio.sleep(self.seconds)
            return Thought(Action.parse(self.answer), "It brings me nothing.")
        return await super().ask(question)


@pytest.mark.parametrize(
    ("answer", "seconds"), [("refuse", 0.0), ("accept", 0.0), ("refuse", 0.15), ("accept", 0.15), ("accept", 60.0)]
)
def test_answers_come_after_the_same_kind_of_delay(answer: str, seconds: float, tmp_path: Path) -> None:
    async def work() -> None:
        timing = Timing(moves=AT_ONCE.moves, answers=dict.fromkeys(AT_ONCE.answers, (0.2, 0.2)))
        async with registry_at(tmp_path, timing, lambda: Deciding(answer, seconds)) as registry:
            room, _ = await solo_at(registry, NOTHING * 2, preset="beginner")
            await act(room, 0, "roll")
            loop = asyncio.get_running_loop()
            began = loop.time()
            await act(room, 0, "offer 1 lumber for 1 grain")
            before = len(room.state.plies)
            await until(lambda: len(room.state.plies) > before)
            assert 0.2 <= loop.time() - began < 20, "however long it thinks"

    run(work())


class Weighing(Deciding):
    """Bots that think for a while about an offer which they can pay, and not at all about others."""

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        if question.view.offer is not None:
            is_able = "accept" in [str(action) for action in question.view.legal_actions()]
            self.seconds = 0.2 if is_able else 0.0
        return await super().ask(question, asker)


async def answer_delays(room: Room, offers: int) -> dict[int, list[float]]:
    """Make offers that seat 1 can pay and seat 2 cannot; return after how many seconds each has answered."""
    loop = asyncio.get_running_loop()
    delays: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(offers):
        await act(room, 0, "offer 1 lumber for 1 grain")
        began, seen = loop.time(), len(room.state.plies)
        for _answer in range(2):
            while len(room.state.plies) == seen:
                await asyncio.sleep(0.001)
            delays[a.ply_seat(room.state.plies[seen])].append(loop.time() - began)
            seen += 1
        await act(room, 0, "withdraw")
    return delays


def test_the_delay_of_an_answer_does_not_tell_who_can_pay(tmp_path: Path) -> None:
    """The delays are drawn from 30 to 90 ms with a fixed seed; the means of 40 draws differ by 4 ms on average."""

    async def work() -> None:
        timing = Timing(moves=AT_ONCE.moves, answers=dict.fromkeys(AT_ONCE.answers, (0.03, 0.09)))
        delays: dict[int, list[float]] = {1: [], 2: []}
        async with registry_at(tmp_path, timing, Weighing) as registry:
            for seed in (1, 2):
                room, _ = await solo_at(registry, NOTHING, preset="beginner")
                room.bots._random.seed(seed)
                await act(room, 0, "roll")
                for seat, measured in (await answer_delays(room, 20)).items():
                    delays[seat] += measured
        able, unable = (sorted(delays[seat]) for seat in (1, 2))
        assert len(able) == len(unable) == 40
        assert abs(mean(able[:36]) - mean(unable[:36])) < 0.02  # without those for which a busy machine stood still
        assert abs(able[35] - unable[35]) < 0.05, "those that come late come as late"

    run(work())


def test_computers_are_asked_for_proposals_after_the_roll_and_after_each_offer(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=Deciding) as registry:
            room, _ = await solo_at(registry, NOTHING, preset="beginner")
            computers = registry.bot_workers
            assert isinstance(computers, Deciding)
            assert computers.polls == 0
            await act(room, 0, "roll")
            await until(lambda: computers.polls == 2)
            await act(room, 0, "offer 1 lumber for 1 grain")
            await until(lambda: "withdraw" in decision_of(room, 0).actions and decision_of(room, 0).is_awaited)
            await act(room, 0, "withdraw")
            await until(lambda: computers.polls == 4)
            await asyncio.sleep(0.05)
            assert computers.polls == 4

    run(work())


def test_a_computer_player_says_why_when_asked(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=Deciding) as registry:
            room, _ = await solo_at(registry, NOTHING, preset="beginner")
            await act(room, 0, "roll")
            with pytest.raises(RequestError, match="nothing to say"):
                await room.ask(0, 1)
            await act(room, 0, "offer 1 lumber for 1 grain")
            await until(lambda: room.table(0).snapshot.offer is None or not room.table(0).snapshot.offer.waiting)  # type: ignore[union-attr]
            async with Listener(room, None) as public:
                await room.ask(0, 1)
            assert '"text":"It brings me nothing."' in public.text
            assert room.table(0).chat[-1].seat == 1
            with pytest.raises(RequestError, match="nothing to say"):
                await room.ask(0, 1)
            with pytest.raises(RequestError, match="watching"):
                await room.ask(None, 2)

    run(work())


def test_a_person_who_decides_for_a_computer_is_not_overtaken(tmp_path: Path) -> None:
    """A thought about something that has changed meanwhile is not played."""

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room = await beginners_at(registry)
            assert room.state.game is not None
            choice = choice_of(room.state.game.seen, 0)
            assert choice is not None
            await act(room, 0, "roll")
            before = room.last_event
            await room.bots.submit(0, choice, Thought(Action.parse("end")))
            assert room.last_event == before

    run(work())


def test_a_computer_that_was_woken_is_not_asked_once_the_game_waits_for_another(tmp_path: Path) -> None:
    """It may still propose a trade then, but nobody waits for it."""

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room = await beginners_at(registry)
            later = game_of(room).copy()
            for action in ("roll", "rolled 8", "end", "roll", "rolled 8"):
                later.push(action)
            room.state.seats[0].is_taken_over = True
            room.bots.wake()
            room.state.game = later
            assert later.to_act == (1,)
            assert choice_of(later.seen, 0) is not None
            await settle()
            assert isinstance(registry.bot_workers, Inline)
            assert registry.bot_workers.asked == 0

    run(work())


class Silent(Inline):
    """Bots that never answer."""

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        self.asked += 1
        await asyncio.Event().wait()
        return None


def test_the_computer_on_turn_is_asked_though_nobody_can_propose_any_more(tmp_path: Path) -> None:
    """The others were to be asked for proposals, and somebody acted before."""

    async def work() -> None:
        async with registry_at(tmp_path, computers=Silent) as registry:
            room = await beginners_at(registry)
            await act(room, 0, "roll")
            for seat in room.state.seats:
                seat.is_taken_over = True
            later = game_of(room).copy()
            later.push("end")
            room.bots.wake()
            room.state.game = later
            await settle()
            assert isinstance(registry.bot_workers, Silent)
            assert registry.bot_workers.asked == 1

    run(work())


def test_computers_among_themselves_pause_while_nobody_watches(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, replace(AT_ONCE, unwatched=0.05)) as registry:
            room, _ = await registry.open(new_game(COMPUTER, COMPUTER, COMPUTER, options={"victory_points": 20}))
            computers = registry.bot_workers
            assert isinstance(computers, Inline)
            async with Listener(room, None):
                await asyncio.sleep(0.1)
                await until(lambda: len(room.state.plies) > 5)
            before = -1
            async with asyncio.timeout(20):  # they are paused at the latest then, on a busy machine
                while computers.asked != before:
                    before = computers.asked
                    await asyncio.sleep(0.2)
            assert room.status == "playing"
            await registry.find(room.id)  # as whoever asks for its table
            await until(lambda: computers.asked > before)

    run(work())
