"""The other side of the protocol: a computer player of ours that answers as a program, over any two streams."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, get_args

from longroad.bots.levels import make_bot
from longroad.bots.program_messages import MOST_NAME, PROTOCOL, Act, GameMessage, Greeting, ProgramMessage, written
from longroad.bots.protocol import Bot
from longroad.core.state import View as CoreView
from longroad.game import Game
from longroad.notation.actions import Ply
from longroad.notation.position import read_position
from longroad.view import View

KINDS: Final = tuple(kind.type for kind in get_args(GameMessage))
QUOTED: Final = 60  # characters of a line that is wrong


class BadMessage(ValueError):
    """What a game does not say; the message tells what it can."""


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
        """Take a message in, and give the answer if one is expected. Raises `BadMessage`."""
        kind = message.get("type")
        if kind not in KINDS:
            raise BadMessage(f"type {kind!r:.{QUOTED}}: possible are {', '.join(KINDS)}")
        if kind == "hello":
            self._warm_up()
            return Greeting(protocol=PROTOCOL, name=self._spec[:MOST_NAME])
        if kind == "game":
            self._bot, self._log = make_bot(self._spec, _seed(message)), []
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
        try:
            number, is_awaited = int(message["decision"]["id"]), bool(message["decision"]["is_awaited"])
            news = [Ply.parse(text).code for text in message["log"]["plies"]]
            self._log[message["log"]["since"] :] = news
            seen = read_position(message["position"])
        except (KeyError, TypeError, ValueError) as error:
            why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise BadMessage(f"expected a decide with decision, log and position: {why}") from None
        if not isinstance(seen, CoreView):
            raise BadMessage("expected the position as a seat sees it, such as v1/.../seat0/...")
        view = View(seen, self._log)
        action = self._bot.choose(view) if is_awaited else self._bot.propose(view)
        text = None if action is None else str(action)
        return Act(decision=number, action=text, why=self._bot.explain() if text else "")


def converse(player: Player, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer line by line until the input ends. Raises `BadMessage`, which quotes a line that is none."""
    for line in lines:
        try:
            answer = player.answer(_message(line))
        except BadMessage as error:
            text = line.rstrip("\n")
            quoted = repr(text if len(text) <= QUOTED else text[:QUOTED] + "...")
            raise BadMessage(f"{quoted}: {error}") from None
        if answer is not None:
            say(written(answer))


def _message(line: str) -> dict[str, Any]:
    """Read a line."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise BadMessage(f"expected a JSON object with a type: possible are {', '.join(KINDS)}")
    return message


def _seed(message: dict[str, Any]) -> int | str:
    """Give the seed of a game."""
    seed = message.get("seed")
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadMessage("expected a game with a seed, a whole number")
    return seed
