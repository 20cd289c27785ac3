"""What a bot must not learn, and what it must not reveal."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from longroad.notation.actions import Action
from longroad.server.bot_workers import Question, Thought
from longroad.server.errors import RequestError
from longroad.server.fair_queue import NOBODY, Asker
from longroad.server.room.actions import playing
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    PERSON,
    Inline,
    Listener,
    act,
    new_game,
    people_at,
    registry_at,
    run,
    until,
)


class Overheard(Inline):
    """Bots whose questions are kept as a worker receives them."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Question] = []

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        self.questions.append(question)
        return await super().ask(question)


@pytest.mark.parametrize("is_verifiable", [False, True])
def test_a_computer_player_is_not_told_what_the_dice_come_from(tmp_path: Path, is_verifiable: bool) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=Overheard) as registry:
            room, _ = await registry.open(new_game(COMPUTER, COMPUTER, COMPUTER, is_verifiable=is_verifiable))
            workers = registry.bot_workers
            assert isinstance(workers, Overheard)
            await until(lambda: bool(workers.questions))
            chances, sent = room.state.chances, pickle.dumps(workers.questions[0])
            secret = str(chances.seed) if chances.dice is None else chances.dice.secret
            assert secret.encode() not in sent

    run(work())


class Telling(Inline):
    """Bots who refuse every offer, and say why."""

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        if question.view.offer is not None and not question.is_proposal:
            return Thought(Action.parse("refuse"), "I have no grain.")
        return await super().ask(question)


def test_nobody_learns_why_a_computer_player_answered_for_a_person(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, computers=Telling) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", script=("rolled 1+1",))
            async with Listener(room, 0), Listener(room, 2):
                await act(room, 0, "roll")
                await room.leave(1)
                await act(room, 0, "offer 1 lumber for 1 grain to 1")
                await until(lambda: "1: refuse" in [str(ply) for ply in playing(room.state).plies])
                with pytest.raises(RequestError, match="nothing to say"):
                    await room.ask(0, 1)

    run(work())


def test_an_answer_that_was_not_given_is_not_explained(tmp_path: Path) -> None:
    async def work() -> None:
        timing = replace(AT_ONCE, answers=dict.fromkeys(AT_ONCE.answers, (1.0, 1.0)))
        async with registry_at(tmp_path, timing, Telling) as registry:
            room, _ = await registry.open(
                new_game(PERSON, COMPUTER, COMPUTER, preset="beginner"), script=("rolled 1+1",)
            )
            await act(room, 0, "roll")
            await act(room, 0, "offer 1 lumber for 1 grain to 1")
            await act(room, 0, "withdraw")
            await until(lambda: not room.bots._deciding)  # the answer is ready, and comes too late
            with pytest.raises(RequestError, match="nothing to say"):
                await room.ask(0, 1)

    run(work())
