"""The other side of the protocol: a computer player of ours that answers as a program, over any two streams."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from longroad.bots.levels import make_bot
from longroad.bots.program_messages import MOST_NAME, PROTOCOL, Act, Greeting, ProgramMessage, written
from longroad.bots.protocol import Bot
from longroad.core.state import View as CoreView
from longroad.game import Game
from longroad.notation.actions import Ply
from longroad.notation.position import read_position
from longroad.view import View


class Player:
    """A computer player that is asked in messages. Raises `ValueError` for one that there is not.

    >>> player = Player("novice")
    >>> player.answer({"type": "hello", "protocol": 1})
    Greeting(type='hello', protocol=1, name='novice', proposes=True)
    """

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._bot: Bot = make_bot(spec)
        self._log: list[int] = []

    def answer(self, message: dict[str, Any]) -> ProgramMessage | None:
        """Take a message in, and give the answer if one is expected."""
        kind = message["type"]
        if kind == "hello":
            self._warm_up()
            return Greeting(protocol=PROTOCOL, name=self._spec[:MOST_NAME])
        if kind == "game":
            self._bot, self._log = make_bot(self._spec, message["seed"]), []
        elif kind == "decide":
            return self._decide(message)
        return None

    def _warm_up(self) -> None:
        """Think once about a founding and once about a turn, so that no decision waits for a compiler."""
        game = Game("beginner", seed=1)
        game.push("roll")
        for view in (Game("base", seed=1, first_player="given").view(0), game.view(0)):
            self._bot.choose(view)

    def _decide(self, message: dict[str, Any]) -> Act:
        """Choose, or propose, from the position and the log alone."""
        news, decision = message["log"], message["decision"]
        self._log[news["since"] :] = [Ply.parse(text).code for text in news["plies"]]
        seen = read_position(message["position"])
        assert isinstance(seen, CoreView)
        view = View(seen, self._log)
        action = self._bot.choose(view) if decision["is_awaited"] else self._bot.propose(view)
        text = None if action is None else str(action)
        return Act(decision=decision["id"], action=text, why=self._bot.explain() if text else "")


def converse(player: Player, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer line by line until the input ends."""
    for line in lines:
        answer = player.answer(json.loads(line))
        if answer is not None:
            say(written(answer))
