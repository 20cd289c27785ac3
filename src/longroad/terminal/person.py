"""A person at the terminal: what has happened is told, what is expected is said, and what is typed is done."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from longroad.core.state import IllegalAction
from longroad.draw.text import NO_PLACES, Places
from longroad.narration import number_of
from longroad.notation.actions import Action
from longroad.notation.errors import quoted
from longroad.terminal import answers
from longroad.terminal.about import expected, possible
from longroad.terminal.answers import BadQuestion
from longroad.terminal.helping import help_lines
from longroad.terminal.match import Match
from longroad.terminal.prompt import Prompt
from longroad.terminal.reading import Command, Unclear, read_line, shortened
from longroad.terminal.saves import Keeper, Unusable, save_copy, user_path
from longroad.terminal.show import Show

SETTINGS: Final = {"ask": False, "refuse": True}


class Leave(Exception):
    """The person leaves the game, perhaps for another one."""

    def __init__(self, other: str | None = None) -> None:
        super().__init__(other)
        self.other = other


class Person:
    """One person's game: shows it, asks, and does what is typed until the game is over or left."""

    def __init__(self, match: Match, keeper: Keeper, show: Show, prompt: Prompt) -> None:
        self.match, self.keeper, self.show, self.prompt = match, keeper, show, prompt
        self.settings = dict(SETTINGS)
        self._drawn: object = None  # what the last drawing showed
        self._expected: object = None  # where it was said last what is expected
        self._refused: str = ""  # the action that was refused last
        self._asked_at = -1  # how many plies there were when the person last let a proposal be
        self._told_refusal = False
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "help": lambda rest: help_lines(self.match.view, self.seat, rest),
            "why": self._why,
            "undo": self._undo,
            "hand": lambda rest: answers.hand(self.match.view, self.seat),
            "costs": lambda rest: answers.costs(self.match.view, self.seat),
            "board": self._board,
            "places": lambda rest: answers.places(self.match.view, self.seat),
            "odds": lambda rest: answers.odds(self.match.view, self.seat, rest),
            "where": lambda rest: answers.where(self.match.view, self.seat, rest),
            "near": lambda rest: answers.near(self.match.view, self.seat, rest),
            "offers": lambda rest: answers.offers(self.match.view, self.seat),
            "points": lambda rest: answers.points(self.match.view, self.seat),
            "log": lambda rest: answers.recent(self.match.story, rest),
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

    # --- the course of the game ---------------------------------------------------------------------------------------

    def play(self) -> None:
        """Go on until the game is over. Raises `Leave`, `EOFError` or `KeyboardInterrupt` if it is left before."""
        while not self.match.game.is_over:
            self._tell()
            if not self.match.let_computer_act():
                self._decide()
            elif self._may_interject():
                self._interject()
        self._tell()

    def _tell(self) -> None:
        """Tell what has happened."""
        for sentence in self.match.hear():
            if sentence.startswith("Turn "):
                self.show.say()
                self.show.say(sentence, "bold")
            else:
                self.show.say(sentence)
            time.sleep(self.show.pause)
        if self.keeper.trouble:
            self.show.say(self.keeper.trouble)
            self.keeper.trouble = None

    def _decide(self) -> None:
        """Let the person decide, unless there is nothing to decide."""
        unasked = self._unasked()
        if unasked is not None:
            self.match.act(unasked)
            return
        self._show_position()
        self._obey(self.prompt.ask(self.match.view, self.seat))

    def _unasked(self) -> Action | None:
        """Give what is done for the person: pass where nothing can be built, refuse what could not be taken anyway."""
        view = self.match.view
        legal = view.legal_actions(self.seat)
        if view.phase == "special building" and len(legal) == 1:
            return legal[0]
        if not self.settings["refuse"] or "refuse" not in legal.by_kind or "accept" in legal.by_kind:
            return None
        if not self._told_refusal:
            self.show.say("(You lack the cards, so this is refused for you; `set refuse off` asks you instead.)")
            self._told_refusal = True
        return legal.by_kind["refuse"][0]

    def _may_interject(self) -> bool:
        """Tell whether the person is asked for a proposal: once after each roll of another player, if so wished."""
        last = self.match.last_decision
        is_rolled = last is not None and str(last.action) == "roll" and last.seat != self.seat
        game = self.match.game
        return self.settings["ask"] and is_rolled and self.seat in game.may_act and self._asked_at != len(game.plies)

    def _interject(self) -> None:
        count = len(self.match.game.plies)
        while self._asked_at != count == len(self.match.game.plies):
            self._tell()
            self._show_position()
            line = self.prompt.ask(self.match.view, self.seat)
            if line.strip():
                self._obey(line)
            else:
                self._asked_at = count

    def _show_position(self) -> None:
        """Show what has changed on the board, and say what is expected now."""
        view = self.match.view
        lit = Places.of(view.legal_actions(self.seat).codes)
        shown = (view.seen["site"], view.seen["roads"], view.seen["robber"], lit)
        is_needed = lit != NO_PLACES or (view.turn == self.seat and view.phase == "main")
        if is_needed and shown != self._drawn and not self.show.plain:
            self.show.show_island(view.seen, lit, voice=self.match.voice)
            self._drawn = shown
        now = (len(self.match.game.plies), self.seat)
        if now != self._expected:
            if self.show.plain and view.phase == "main":
                self.show.say(answers.hand(view, self.seat)[0])
            self.show.say(expected(view, self.seat), "bold")
        self._expected = now

    # --- what is typed ------------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Do what was typed, or say why not."""
        try:
            meant = read_line(line, self.match.view, self.seat)
            if isinstance(meant, Action):
                self._act(meant)
            else:
                self._answer(meant)
        except (Unclear, BadQuestion) as error:
            self.show.say(str(error))

    def _answer(self, command: Command) -> None:
        for line in self._commands[command.word](command.rest):
            self.show.say(line)

    def _act(self, action: Action) -> None:
        try:
            self.match.act(action)
        except IllegalAction as error:
            self._refused = str(action)
            self.show.say(f"{action}: {error.refusal.sentence} [{error.refusal.rule}]{self._instead(action)}")

    def _instead(self, action: Action) -> str:
        """Suggest what could be done instead of something illegal."""
        view = self.match.view
        alike = [str(other) for other in view.legal_actions(self.seat).by_kind.get(action.kind, ())]
        if alike:
            return f" Possible: {shortened(alike)}."
        return f" Possible: {possible(view, self.seat)}."

    # --- commands -----------------------------------------------------------------------------------------------------

    def _why(self, rest: str) -> list[str]:
        text = rest.removeprefix("not ") or self._refused
        if not text:
            return ["Nothing has been refused yet; ask as in `why settle 17`."]
        meant = read_line(text, self.match.view, self.seat)
        if not isinstance(meant, Action):
            return [f"{quoted(text)} is a command, and always allowed."]
        refusal = self.match.view.why_not(meant, self.seat)
        if refusal is None:
            return [f"Nothing forbids it: {meant} is possible now."]
        return [f"{meant}: rule {refusal.rule}. {refusal.sentence}"]

    def _undo(self, rest: str) -> list[str]:
        reason = self.match.why_no_undo()
        if reason is not None:
            return [reason]
        return [f"Taken back: {self.match.undo().action}."]

    def _board(self, rest: str) -> list[str]:
        view = self.match.view
        if rest not in ("", "numbers", "words"):
            raise BadQuestion(f"{quoted(rest)}: possible are `board`, `board numbers` and `board words`.")
        if rest == "words":
            plain = Show(self.show.console, 0, True)
            plain.show_island(view.seen, voice=self.match.voice)
            return []
        lit = Places.of(view.legal_actions(self.seat).codes)
        numbers = Places.every(view.seen["island"]) if rest == "numbers" else NO_PLACES
        self.show.show_island(view.seen, lit, numbers, self.match.voice)
        return []

    def _hint(self, rest: str) -> list[str]:
        if not self.match.is_waiting:
            return ["There is nothing to decide now."]
        return answers.hint(self.match.view)

    def _set(self, rest: str) -> list[str]:
        words = rest.lower().split()
        if len(words) == 2 and words[0] in self.settings and words[1] in ("on", "off"):
            self.settings[words[0]] = words[1] == "on"
        elif words:
            raise BadQuestion(f"{quoted(rest)}: expected {' or '.join(self.settings)}, and on or off.")
        return [f"{name} is {'on' if value else 'off'}." for name, value in self.settings.items()]

    def _save(self, rest: str) -> list[str]:
        if not rest:
            return [f"The game is kept after every ply, in {self.keeper.path}. `save FILE` writes a copy."]
        path = user_path(rest)
        try:
            save_copy(path, self.match.game)
        except Unusable as error:
            return [f"{error}."]
        except OSError as error:
            return [f"{path}: {error.strerror or error}. The game is still kept in {self.keeper.path}."]
        return [f"Saved {number_of(len(self.match.game.plies), 'ply').replace('plys', 'plies')} to {path}."]

    def _load(self, rest: str) -> list[str]:
        raise Leave(rest)

    def _quit(self, rest: str) -> list[str]:
        raise Leave
