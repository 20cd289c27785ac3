"""The other side of the protocol: runs one of our bots as a program, over any two streams."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar, get_args

from longroad.bots.levels import make_bot
from longroad.bots.program.messages import (
    MOST_NAME,
    PROTOCOL,
    Act,
    Analysed,
    GameMessage,
    Greeting,
    ProgramMessage,
    written,
)
from longroad.bots.protocol import Bot, awaited_seat, seat_of
from longroad.core.layout import CHANCE
from longroad.core.state import View as CoreView
from longroad.game.analysis import Analysis
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Ply
from longroad.notation.positions.position import read_position

KINDS: Final = tuple(kind.type for kind in get_args(GameMessage))
QUOTED: Final = 60  # characters of a wrong line that are quoted
WORDS: Final[dict[type, str]] = {
    bool: "true or false",
    dict: "an object",
    int: "a whole number",
    list: "a list",
    str: "text",
}
Analyst = Callable[[View, str, int], Analysis]  # analyses a view by the name of a budget and a seed
Part = TypeVar("Part", bool, int, str, dict[str, Any], list[Any])


class BadMessage(ValueError):
    """A message that is not part of the protocol; the text says what was expected."""


class Asked(NamedTuple):
    """The parts of a request that are needed to answer it."""

    number: int
    is_awaited: bool
    view: View


class Player:
    """A bot that answers messages, and asks an analyst for analyses. Raises `ValueError` for an unknown bot.

    >>> player = Player("novice")
    >>> player.answer({"type": "hello", "protocol": 2})
    Greeting(type='hello', protocol=2, name='novice', proposes=True, analyses=False)
    """

    def __init__(self, spec: str, analyst: Analyst | None = None) -> None:
        self._spec = spec
        self._bot: Bot = make_bot(spec)
        self._analyst = analyst
        self._seed = 0
        self._log: list[int] = []

    def answer(self, message: dict[str, Any]) -> ProgramMessage | None:
        """Handle a message, and return the answer if one is expected. Raises `BadMessage`."""
        kind = message.get("type")
        if kind not in KINDS:
            raise BadMessage(f"type {kind!r:.{QUOTED}}: expected one of {', '.join(KINDS)}")
        if kind == "hello":
            self._warm_up()
            return Greeting(protocol=PROTOCOL, name=self._spec[:MOST_NAME], analyses=self._analyst is not None)
        if kind == "game":
            self._seed, self._log = _seed(message), []
            self._bot = make_bot(self._spec, self._seed)
        elif kind == "decide":
            return self._decide(message)
        elif kind == "analyse":
            return self._analyse(message)
        return None

    def _warm_up(self) -> None:
        """Decide once in a founding and once in a turn, so that no later decision waits for the compiler."""
        game = Game("beginner", seed=1)
        game.push("roll")
        for view in (Game("base", seed=1, first_player="given").view(0), game.view(0)):
            self._bot.choose(view)

    def _decide(self, message: dict[str, Any]) -> Act:
        """Choose, or propose, from the position and the log."""
        asked = self._read(message)
        action = self._bot.choose(asked.view) if asked.is_awaited else self._bot.propose(asked.view)
        text = None if action is None else str(action)
        return Act(decision=asked.number, action=text, why=self._bot.explain() if text else "")

    def _analyse(self, message: dict[str, Any]) -> Analysed:
        """Analyse the position."""
        if self._analyst is None:
            raise BadMessage('this bot does not analyse, as its hello says: "analyses": false')
        asked = self._read(message)
        try:
            analysis = self._analyst(asked.view, _part(message, "budget", str), self._seed)
        except ValueError as error:
            raise BadMessage(f"this cannot be analysed: {error}") from None
        return Analysed(decision=asked.number, **vars(analysis.view))

    def _read(self, message: dict[str, Any]) -> Asked:
        """Read a request, and keep its log."""
        try:
            asked = _asked(message, self._log)
        except ValueError as error:
            raise BadMessage(f"expected {message['type']} with decision, log and position: {error}") from None
        self._log = list(asked.view.log)
        return asked


def converse(player: Player, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer line by line until the input ends. Raises `BadMessage`, which quotes the wrong line."""
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
        raise BadMessage(f"expected a JSON object with a type, one of {', '.join(KINDS)}")
    return message


def _seed(message: dict[str, Any]) -> int:
    """Return the seed of a game."""
    try:
        return _part(message, "seed", int)
    except ValueError as error:
        raise BadMessage(f"expected a game with a seed, a whole number: {error}") from None


def _asked(message: dict[str, Any], before: list[int]) -> Asked:
    """Read a request, given the log that was sent before. Raises `ValueError` if it cannot be answered."""
    decision, log = _part(message, "decision", dict), _part(message, "log", dict)
    number, is_awaited = _part(decision, "id", int), _part(decision, "is_awaited", bool)
    since, plies = _part(log, "since", int), _part(log, "plies", list)
    if not 0 <= since <= len(before):
        raise ValueError(f"since {since}: {len(before)} entries of the log were sent before")
    seen = read_position(_part(message, "position", str))
    if not isinstance(seen, CoreView):
        raise ValueError("expected the position in the view of a seat, such as v2/.../seat0/...")
    view = View(seen, [*before[:since], *(_ply(text, seen.ruleset.players) for text in plies)])
    awaited_seat(view) if is_awaited else seat_of(view)
    return Asked(number, is_awaited, view)


def _part(message: dict[str, Any], name: str, kind: type[Part]) -> Part:
    """Return a part of a message. Raises `ValueError` if it is missing, or of another type."""
    if name not in message:
        raise ValueError(f"{name!r} is missing")
    part = message[name]
    if type(part) is not kind:  # so that true is not a number
        raise ValueError(f"{name} {part!r:.{QUOTED}}: expected {WORDS[kind]}")
    return part


def _ply(text: object, players: int) -> int:
    """Read an entry of the log. Raises `ValueError`."""
    if not isinstance(text, str):
        raise ValueError(f"ply {text!r:.{QUOTED}}: expected text")
    ply = Ply.parse(text, players)
    if ply.seat not in (CHANCE, *range(players)):
        raise ValueError(f"ply {text!r:.{QUOTED}}: expected a seat from 0 to {players - 1}")
    return ply.code
