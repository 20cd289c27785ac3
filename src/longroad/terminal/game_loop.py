"""The loop of a game in the terminal: shows what has happened, asks the person, and does what is typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from longroad.core.legality.codes import Refusal
from longroad.core.state import IllegalAction
from longroad.description import holdings
from longroad.description.actions import expected, possible
from longroad.draw.text import NO_PLACES, Places
from longroad.narration import Phrase, say
from longroad.narration.catalogue import refused
from longroad.notation.actions import Action
from longroad.notation.errors import quoted
from longroad.terminal import questions
from longroad.terminal.help import help_lines
from longroad.terminal.match import Match
from longroad.terminal.parser import Command, ParseError, parse_line, shorten
from longroad.terminal.prompt import Prompt
from longroad.terminal.questions import BadQuestion
from longroad.terminal.saves import Autosave, InvalidSave, save_copy, user_path
from longroad.terminal.screen import Screen

SETTINGS: Final = {"ask": False, "refuse": True}


class LeaveGame(Exception):
    """The person leaves the game; `other` names the file of the game to load instead, if any."""

    def __init__(self, other: str | None = None) -> None:
        super().__init__(other)
        self.other = other


class GameLoop:
    """One person's game: shows it, asks, and does what is typed until the game is over or left."""

    def __init__(self, match: Match, autosave: Autosave, screen: Screen, prompt: Prompt) -> None:
        self.match, self.autosave, self.screen, self.prompt = match, autosave, screen, prompt
        self.perspective = match.perspective
        self.settings = dict(SETTINGS)
        self._drawn: object = None  # what the last drawing showed
        self._expected_at = -1  # the number of plies when it was last said what is expected
        self._refused = ""  # the last action that was refused
        self._asked_at = -1  # the number of plies when the person last declined to propose
        self._has_explained_refusal = False
        self._problem: Phrase | None = None  # of saving, as last said
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "help": lambda rest: help_lines(self.match.view, self.perspective, rest),
            "why": self._why,
            "undo": self._undo,
            "hand": lambda rest: holdings.hand(self.match.view, self.perspective),
            "costs": lambda rest: holdings.costs(self.match.view, self.perspective),
            "board": self._board,
            "places": lambda rest: questions.places(self.match.view, self.perspective),
            "odds": lambda rest: questions.odds(self.match.view, self.perspective, rest),
            "where": lambda rest: questions.where(self.match.view, self.perspective, rest),
            "near": lambda rest: questions.near(self.match.view, self.perspective, rest),
            "offers": lambda rest: holdings.offers(self.match.view, self.perspective),
            "points": lambda rest: holdings.points(self.match.view, self.perspective),
            "log": lambda rest: questions.recent(self.match.log, rest, self.perspective),
            "hint": self._hint,
            "set": self._set,
            "save": self._save,
            "load": self._load,
            "quit": self._quit,
        }

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.match.seat

    def _say(self, key: str, /, **values: str | int) -> str:
        return say(self.perspective.words, key, **values)

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the game is over. Raises `LeaveGame`, `EOFError` or `KeyboardInterrupt` if it is left before."""
        while not self.match.game.is_over:
            self._narrate()
            if not self.match.bot_acts():
                self._decide()
            elif self._may_interject():
                self._interject()
        self._narrate()

    def _narrate(self) -> None:
        """Print what has happened, and a new problem with saving."""
        for line in self.match.new_lines():
            self.screen.print_line(line)
            time.sleep(self.screen.pause)
        if self.autosave.problem is not None and self.autosave.problem != self._problem:
            self.screen.print(self.perspective.words.say(self.autosave.problem))
        self._problem = self.autosave.problem

    def _decide(self) -> None:
        """Ask the person for a decision, unless there is nothing to decide."""
        automatic = self._automatic_action()
        if automatic is not None:
            self.match.act(automatic)
            return
        self._show_position()
        self._handle(self.prompt.ask(self.match.view, self.perspective))

    def _automatic_action(self) -> Action | None:
        """Return what is done without asking, and explain once that offers are refused."""
        action = self.match.automatic_action(refuses=self.settings["refuse"])
        if action is not None and action.kind == "refuse" and not self._has_explained_refusal:
            self.screen.say("now.refused_for_you")
            self._has_explained_refusal = True
        return action

    def _may_interject(self) -> bool:
        """Whether the person is asked for a proposal: once after each roll of another player, if set so."""
        last = self.match.last_decision
        is_rolled = last is not None and str(last.action) == "roll" and last.seat != self.seat
        game = self.match.game
        return self.settings["ask"] and is_rolled and self.seat in game.may_act and self._asked_at != len(game.plies)

    def _interject(self) -> None:
        count = len(self.match.game.plies)
        while self._asked_at != count == len(self.match.game.plies):
            self._narrate()
            self._show_position()
            line = self.prompt.ask(self.match.view, self.perspective)
            if line.strip():
                self._handle(line)
            else:
                self._asked_at = count

    # --- showing ------------------------------------------------------------------------------------------------------

    def show_board(self) -> None:
        """Draw the island with the places where the person can act, unless the last drawing shows the same."""
        view = self.match.view
        lit = Places.of(view.legal_actions(self.seat).codes)
        drawn = (view.seen["site"], view.seen["roads"], view.seen["robber"], lit)
        if drawn != self._drawn and not self.screen.plain:
            self.screen.show_island(view.seen, lit, perspective=self.perspective)
            self._drawn = drawn

    def _show_position(self) -> None:
        """Draw the board where the person builds or moves, and say what is expected now."""
        view = self.match.view
        has_places = Places.of(view.legal_actions(self.seat).codes) != NO_PLACES
        if self._drawn is None or has_places or (view.turn == self.seat and view.phase == "main"):
            self.show_board()
        if len(self.match.game.plies) != self._expected_at:
            if self.screen.plain and view.phase == "main":
                self.screen.print(holdings.own_hand(view, self.perspective))
            self.screen.print(expected(view, self.perspective), "bold")
        self._expected_at = len(self.match.game.plies)

    # --- what is typed ------------------------------------------------------------------------------------------------

    def _handle(self, line: str) -> None:
        """Do what was typed, or say why not."""
        try:
            parsed = parse_line(line, self.match.view, self.perspective)
            if isinstance(parsed, Action):
                self._act(parsed)
            else:
                self._answer(parsed)
        except (ParseError, BadQuestion) as error:
            self.screen.print(str(error))

    def _answer(self, command: Command) -> None:
        for line in self._commands[command.word](command.rest):
            self.screen.print(line)

    def _act(self, action: Action) -> None:
        try:
            self.match.act(action)
        except IllegalAction as error:
            self._refused = str(action)
            why = self._say(
                "input.refused", action=str(action), why=self._reason(error.refusal), rule=error.refusal.rule
            )
            self.screen.print(f"{why} {self._say('input.possible', possible=self._alternatives(action))}")

    def _reason(self, refusal: Refusal) -> str:
        return self.perspective.words.say(refused(refusal))

    def _alternatives(self, action: Action) -> str:
        """List what is possible instead of an illegal action."""
        view = self.match.view
        same_kind = [str(other) for other in view.legal_actions(self.seat).by_kind.get(action.kind, ())]
        return shorten(same_kind) if same_kind else possible(view, self.perspective)

    # --- commands -----------------------------------------------------------------------------------------------------

    def _why(self, rest: str) -> list[str]:
        text = rest.removeprefix("not ") or self._refused
        if not text:
            return [self._say("input.nothing_refused")]
        action = parse_line(text, self.match.view, self.perspective)
        if not isinstance(action, Action):
            return [self._say("input.is_command", text=quoted(text))]
        refusal = self.match.view.why_not(action, self.seat)
        if refusal is None:
            return [self._say("input.allowed", action=str(action))]
        return [self._say("input.forbidden", action=str(action), rule=refusal.rule, why=self._reason(refusal))]

    def _undo(self, rest: str) -> list[str]:
        reason = self.match.why_no_undo()
        return [self._say("input.taken_back", action=str(self.match.undo().action)) if reason is None else reason]

    def _board(self, rest: str) -> list[str]:
        view = self.match.view
        if rest not in ("", "numbers", "words"):
            raise BadQuestion(self._say("input.board", text=quoted(rest)))
        if rest == "words":
            self.screen.describe_island(view.seen, self.perspective)
            return []
        lit = Places.of(view.legal_actions(self.seat).codes)
        numbers = Places.every(view.seen["island"]) if rest == "numbers" else NO_PLACES
        self.screen.show_island(view.seen, lit, numbers, self.perspective)
        return []

    def _hint(self, rest: str) -> list[str]:
        if not self.match.is_waiting:
            return [self._say("input.no_decision")]
        return questions.hint(self.match.view, self.perspective)

    def _set(self, rest: str) -> list[str]:
        words = rest.lower().split()
        if len(words) == 2 and words[0] in self.settings and words[1] in ("on", "off"):
            self.settings[words[0]] = words[1] == "on"
        elif words:
            names = self.perspective.words.join(list(self.settings), "or")
            raise BadQuestion(self._say("input.setting", text=quoted(rest), names=names))
        keys = {True: "input.setting_on", False: "input.setting_off"}
        return [self._say(keys[value], name=name) for name, value in self.settings.items()]

    def _save(self, rest: str) -> list[str]:
        if not rest:
            return [self.saved_where()]
        path = user_path(rest)
        try:
            save_copy(path, self.match.game)
        except InvalidSave as error:
            return [f"{self.perspective.words.say(error.why)}."]
        except OSError as error:
            return [f"{path}: {error.strerror or error}.", self.saved_where()]
        plies = self._say("count.plies", count=len(self.match.game.plies))
        return [self._say("session.copied", plies=plies, path=str(path))]

    def saved_where(self) -> str:
        """Say where the game is saved, or why it is not."""
        if self.autosave.problem is None:
            return self._say("session.autosave", path=str(self.autosave.path))
        return not_saved(self.autosave, self.screen)

    def _load(self, rest: str) -> list[str]:
        raise LeaveGame(rest)

    def _quit(self, rest: str) -> list[str]:
        raise LeaveGame


def not_saved(autosave: Autosave, screen: Screen) -> str:
    """Say that the game is not saved, or how much of it is, and why."""
    assert autosave.problem is not None
    why = screen.words.say(autosave.problem)
    if autosave.plies < 0:
        return say(screen.words, "session.not_saved", why=why)
    return say(screen.words, "session.saved_until", count=autosave.plies, path=str(autosave.path), why=why)
