"""Computer players: they think in worker processes, so that nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from longroad.bots.levels import make_bot
from longroad.bots.protocol import Translatable
from longroad.narration import Said
from longroad.notation.actions import Action
from longroad.server.workers import Workers
from longroad.view import View


class Question(NamedTuple):
    """What a computer player is asked: to choose, or whether it would propose something."""

    level: str
    seed: str
    view: View
    is_proposal: bool = False


class Thought(NamedTuple):
    """What a computer player came up with, and why in words."""

    action: Action | None
    why: str | Said = ""  # in English, or to be said in any language


def think(question: Question) -> Thought:
    """Answer a question; this runs in a worker."""
    bot = make_bot(question.level, question.seed)
    if question.is_proposal:
        return Thought(bot.propose(question.view))
    action = bot.choose(question.view)
    return Thought(action, bot.reason if isinstance(bot, Translatable) else bot.explain())


class Computers(Workers[Question, Thought]):
    """The worker processes in which computer players think.

    `think` is what a worker does with a question; it can be another function of a module for tests.
    """

    def __init__(self, workers: int | None = None, think: Callable[[Question], Thought] = think) -> None:
        super().__init__(think, workers)
