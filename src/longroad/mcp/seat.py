"""A seat at a game against bots, as a language model plays it: its answers are text, of what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from longroad.bots.levels import DEFAULT_LEVEL, LEVELS
from longroad.bots.self_play import seats_to_ask
from longroad.core.legality.codes import Refusal
from longroad.description import describe_decision, describe_view, legal_lines
from longroad.description.actions import possible
from longroad.description.observation import reader_of
from longroad.game.game import Game
from longroad.game.options import chosen_ruleset
from longroad.game.view import View
from longroad.mcp.rules import rules_of
from longroad.narration import ENGLISH, Words, say, words_of
from longroad.narration.catalogue import refused
from longroad.notation.actions import Action
from longroad.notation.errors import quoted
from longroad.terminal.match import Match
from longroad.terminal.questions import hint

PASS: Final = "pass"  # proposes nothing; not an action of the notation


class BadCall(ValueError):
    """A call that cannot be answered; the message quotes what was given and says what was possible."""


@dataclass(frozen=True)
class Choices:
    """How a game begins: what a client asks for, or what the command line says where it does not."""

    preset: str = "base"
    players: int | None = None
    seat: int = 0
    bots: Sequence[str] = (DEFAULT_LEVEL,)  # one level for all, or one for each other seat
    seed: int | None = None
    all_trades: bool = False
    words: Words = ENGLISH

    def but(self, language: str | None = None, **asked: Any) -> Choices:
        """Return the choices with those that a client makes; None leaves one as it is. Raises `BadCall`."""
        made = {name: value for name, value in asked.items() if value is not None}
        is_other = made.get("preset", self.preset) != self.preset  # whose number of players is its own
        chosen = replace(self, **({"players": None} if is_other else {}) | made)
        return chosen if language is None else replace(chosen, words=_words(language))


class Seat:
    """A seat at a game against bots."""

    def __init__(self, match: Match, all_trades: bool = False) -> None:
        self.match = match
        self.words = match.perspective.words
        self._all_trades = all_trades
        self._passed_at = -1  # plies when the seat last proposed nothing
        self._since: list[str] = []
        self._go_on()

    @classmethod
    def begin(cls, choices: Choices, options: dict[str, Any]) -> Seat:
        """Begin a game, and let the bots play until the seat decides. Raises `BadCall`."""
        try:
            game = Game(chosen_ruleset(choices.preset, choices.players, None, options), seed=choices.seed)
        except ValueError as error:
            raise BadCall(str(error)) from error
        levels = levels_of(choices, game.players)
        for seat, level in enumerate(levels):
            game.tags[f"Seat{seat}"] = "Language model" if seat == choices.seat else f"Computer ({level})"
        game.tags["Date"] = date.today().isoformat()
        return cls(Match(game, choices.seat, words=choices.words, levels=levels), choices.all_trades)

    @property
    def view(self) -> View:
        """What the seat may know."""
        return self.match.view

    # --- answers ------------------------------------------------------------------------------------------------------

    def look(self) -> str:
        """Return everything that the seat may know."""
        return self._with_result(describe_view(self.view, self._since, self.words))

    def legal_actions(self) -> str:
        """List the legal actions in the notation, each with a description."""
        view, reader = self.view, reader_of(self.view, self.words)
        lines = legal_lines(view, reader)
        if self._is_asked_to_propose:
            lines.append(PASS)
        return "\n".join(lines) or say(self.words, "answer.now_nothing")

    def why_not(self, text: str) -> str:
        """Return whether a rule forbids an action, and which. Raises `BadCall` for what is not an action."""
        action = self._read(text)
        refusal = self.view.why_not(action, self.match.seat)
        if refusal is None:
            return say(self.words, "input.allowed", action=str(action))
        rule = rules_of(self.words.language)[refusal.rule]
        return f"{self._refusal(action, refusal)}\n{rule}"

    def hint(self) -> str:
        """Return what a bot would do. Raises `BadCall` if there is nothing to decide."""
        if not self.match.is_waiting:
            raise BadCall(say(self.words, "input.no_decision"))
        return "\n".join(hint(self.view, reader_of(self.view, self.words)))

    def record(self) -> str:
        """Return the record of the game. Raises `BadCall` while it goes on: it shows every card."""
        if not self.match.game.is_over:
            raise BadCall(say(self.words, "error.record_hidden"))
        return self.match.game.record.text

    # --- acting -------------------------------------------------------------------------------------------------------

    def act(self, text: str) -> str:
        """Take an action, and let the bots play until the seat decides again. Raises `BadCall`; nothing has changed."""
        if self.match.game.is_over:
            raise BadCall(f"{quoted(text)}: {say(self.words, 'error.game_over')}")
        if text.strip().lower() == PASS and self._is_asked_to_propose:
            self._passed_at = len(self.match.game.plies)
        else:
            action = self._read(text)
            refusal = self.view.why_not(action, self.match.seat)
            if refusal is not None:
                raise BadCall(f"{self._refusal(action, refusal)} {self._possible()}")
            self.match.act(action)
        self._since = []
        self._go_on()
        return self._with_result(describe_decision(self.view, self._since, self.words))

    def _read(self, text: str) -> Action:
        """Read an action of the seat. Raises `BadCall`."""
        try:
            return Action.parse(text, self.match.seat, self.match.game.players)
        except ValueError as error:
            raise BadCall(f"{error}. {self._possible()}") from error

    def _refusal(self, action: Action, refusal: Refusal) -> str:
        why = self.words.say(refused(refusal))
        return say(self.words, "input.refused", action=str(action), why=why, rule=refusal.rule)

    def _possible(self) -> str:
        words = self.words
        if self.match.game.is_over:
            return say(words, "answer.now_nothing")
        return say(words, "input.possible", possible=possible(self.view, reader_of(self.view, words)))

    # --- the bots -----------------------------------------------------------------------------------------------------

    @property
    def _is_asked_to_propose(self) -> bool:
        """Whether the seat is asked for a proposal in another player's turn, and has not passed yet."""
        game = self.match.game
        is_new = self._passed_at != len(game.plies)
        return self._all_trades and is_new and self.match.seat in seats_to_ask(game.view())

    def _go_on(self) -> None:
        """Let the bots play until the seat decides or the game is over; note what happens."""
        game = self.match.game
        while not game.is_over and not self._is_asked_to_propose:
            automatic = self.match.automatic_action(not self._all_trades) if self.match.is_waiting else None
            if automatic is not None:
                self._note(automatic)
                self.match.act(automatic)
            elif not self.match.bot_acts():
                break
        self._since += [line.text for line in self.match.new_lines()]

    def _note(self, automatic: Action) -> None:
        """Note that an offer is refused for the seat, after the offer itself."""
        if automatic.kind == "refuse":
            self._since += [line.text for line in self.match.new_lines()]
            self._since.append(say(self.words, "view.refused"))

    def _with_result(self, text: str) -> str:
        """Add everybody's points to a text once the game is over."""
        game = self.match.game
        if not game.is_over:
            return text
        reader = reader_of(self.view, self.words)
        points = (f"{reader.name(seat)}: {game.points(seat)}" for seat in range(game.players))
        return f"{text}\n{', '.join(points)}"


def levels_of(choices: Choices, players: int) -> list[str]:
    """Return the level of each seat's bot, also for the model's own. Raises `BadCall`, also for a seat that is none.

    Only levels can be named, not programs or classes, so that no client can have this machine run something.

    >>> levels_of(Choices(seat=1, bots=["random", "expert"]), 3)
    ['random', 'novice', 'expert']
    """
    if not 0 <= choices.seat < players:
        raise BadCall(f"seat {choices.seat}: expected 0 to {players - 1}")
    unknown = [level for level in choices.bots if level not in LEVELS]
    if unknown:
        raise BadCall(f"bots {unknown[0]!r}: expected one of {', '.join(LEVELS)}")
    levels = list(choices.bots) * (players - 1 if len(choices.bots) == 1 else 1)
    if len(levels) != players - 1:
        given = ", ".join(choices.bots)
        raise BadCall(f"bots {given}: expected one level for all, or one for each of the {players - 1} other seats")
    return [*levels[: choices.seat], DEFAULT_LEVEL, *levels[choices.seat :]]


def _words(language: str) -> Words:
    try:
        return words_of(language)
    except ValueError as error:
        raise BadCall(str(error)) from error
