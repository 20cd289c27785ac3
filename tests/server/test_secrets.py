"""What a computer player must not learn, and what it must not tell."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from longroad.server.computers import Question, Thought
from tests.server.halls import COMPUTER, Inline, hall_at, run, until, wish


class Overheard(Inline):
    """Computer players whose questions are kept as a worker receives them."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Question] = []

    async def ask(self, question: Question) -> Thought | None:
        self.questions.append(question)
        return await super().ask(question)


@pytest.mark.parametrize("is_verifiable", [False, True])
def test_a_computer_player_is_not_told_what_the_dice_come_from(tmp_path: Path, is_verifiable: bool) -> None:
    async def work() -> None:
        async with hall_at(tmp_path, computers=Overheard) as hall:
            room, _ = await hall.open(wish(COMPUTER, COMPUTER, COMPUTER, is_verifiable=is_verifiable))
            workers = hall.computers
            assert isinstance(workers, Overheard)
            await until(lambda: bool(workers.questions))
            chances, sent = room.course.chances, pickle.dumps(workers.questions[0])
            secret = str(chances.seed) if chances.dice is None else chances.dice.secret
            assert secret.encode() not in sent

    run(work())
