"""Steps through a record: forwards, backwards, to a turn or a ply, or to the next mention of a word."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from longroad.core.state import State
from longroad.draw.text import NO_PLACES, Places
from longroad.narration import AFTERWARDS, ENGLISH, Line, Phrase, Words, narrate_lines, say
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from longroad.terminal.keys import Keyboard
from longroad.terminal.prompt import Prompt
from longroad.terminal.saves import InvalidSave, file_error
from longroad.terminal.screen import Screen, seat_name

# What each command does is in the message files, under `replay`; the keys that do the same stand here.
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "next": ("space", "enter", "n", "right", "down"),
    "back": ("b", "backspace", "left", "up"),
    "ply": ("digits",),
    "turn": ("t",),
    "first": ("g", "home"),
    "last": ("G", "end"),
    "play": ("p",),
    "find": ("/", "f"),
    "board": ("i",),
    "points": ("s",),
    "help": ("h", "?"),
    "quit": ("q", "eof"),
}
KEYS: Final = {key: command for command, keys in COMMANDS.items() for key in keys}
NAMED_KEYS: Final = ("space", "enter", "right", "down", "left", "up", "backspace", "home", "end", "digits")
ASKED_FOR: Final = ("turn", "find")  # keys that ask for the rest of the command
LINE_KEY: Final = ":"
SYNONYMS: Final = {
    "n": "next",
    "b": "back",
    "previous": "back",
    "p": "ply",
    "end": "last",
    "exit": "quit",
    "?": "help",
}


class BadCommand(ValueError):
    """A command that cannot be done; the message says why."""


class Step(NamedTuple):
    """A ply of a record as it is shown: its notation, the lines that narrate it, and the comment after it."""

    text: str
    lines: list[Line]
    comment: str | None


class ReplayLog:
    """A record with the state after every ply, and what happened. An edition that hides cards has no states."""

    def __init__(self, record: Record, words: Words = ENGLISH) -> None:
        self.record = record
        self.words = words
        self._perspective = AFTERWARDS._replace(words=words)
        self.states: list[State] = list(record.states()) if record.viewer is None else []
        self.steps = [self._step(number) for number in range(len(record.codes))]

    @classmethod
    def read(cls, path: Path, words: Words = ENGLISH) -> tuple[ReplayLog, str | None]:
        """Read a file; of a damaged one the valid beginning, and a warning. Raises `InvalidSave`."""
        try:
            return cls(read_record(path.read_bytes()), words), None
        except InvalidRecord as error:
            if error.beginning is None:
                raise InvalidSave("not_replayable", path=str(path), why=str(error)) from error
            return cls(error.beginning, words), say(words, "file.damaged_replay", path=str(path), why=str(error))
        except InvalidNotation as error:
            raise InvalidSave("not_record", path=str(path), why=str(error)) from error
        except OSError as error:
            raise file_error(path, error) from error

    def _step(self, number: int) -> Step:
        ply = self.record.codes[number]
        lines: list[Line] = []
        if self.states:
            lines = narrate_lines(self.states[number], ply, self.states[number + 1], self._perspective)
        return Step(write_ply(ply), lines, self.record.comments.get(number))

    @property
    def last(self) -> int:
        """The number of plies."""
        return len(self.steps)

    def turn(self, number: int) -> int | None:
        """Return how many plies come before a turn."""
        return next((at for at, state in enumerate(self.states) if state["turns"] >= number), None)

    def find(self, text: str, after: int) -> int | None:
        """Return the number of the next ply whose notation, log or comment has a text."""
        wanted = text.lower()
        for at in range(after, self.last):
            step = self.steps[at]
            if wanted in " ".join([step.text, *(line.text for line in step.lines), step.comment or ""]).lower():
                return at + 1
        return None

    def title(self) -> str:
        """Return the players and the result."""
        players = [
            say(self.words, "replay.player", seat=seat_name(seat, self.words), name=name or "?")
            for seat, name in enumerate(self.record.names)
        ]
        return say(
            self.words,
            "replay.title_line",
            players=self.words.join(players),
            edition=self.record.edition_name,
            plies=Phrase("count.plies", {"count": self.last}),
            result=self.record.result,
        )


class Replay:
    """Shows a log from one ply to another, at `at` plies from the beginning."""

    def __init__(self, log: ReplayLog, screen: Screen, speed: float, keyboard: Keyboard | None = None) -> None:
        self.log, self.screen, self.words = log, screen, screen.words
        self.at = 0
        self._pause = 1 / speed if speed and screen.console.is_terminal else 0.0
        self._keyboard = keyboard
        self._commands: dict[str, Callable[[str], None]] = {
            "next": lambda rest: self.go(self.at + self._count(rest)),
            "back": lambda rest: self.go(self.at - self._count(rest)),
            "ply": lambda rest: self.go(self._count(rest)),
            "turn": self._turn,
            "first": lambda rest: self.go(0),
            "last": lambda rest: self.go(self.log.last),
            "play": self._play,
            "find": self._find,
            "board": self._board,
            "points": lambda rest: self._points(),
            "help": lambda rest: self._help(),
        }

    # --- showing ------------------------------------------------------------------------------------------------------

    def narrate(self, number: int) -> None:
        """Narrate one ply."""
        step = self.log.steps[number]
        for line in step.lines:
            self.screen.print_line(line)
        if not self.log.states:
            self.screen.print(step.text)
        if step.comment:
            self.screen.print(f"# {step.comment}")

    def go(self, at: int) -> None:
        """Go to a ply, show the island there, and narrate the ply before."""
        self.at = min(max(at, 0), self.log.last)
        self._board("")
        if self.at:
            text = self.log.steps[self.at - 1].text
            self.screen.say("replay.at", number=self.at, count=self.log.last, text=text)
            if self.log.states:
                self.narrate(self.at - 1)
        else:
            self.screen.say("replay.beginning", plies=say(self.words, "count.plies", count=self.log.last))

    def narrate_all(self) -> None:
        """Narrate the whole record, with the island before and after it."""
        self._board("")
        for number in range(self.log.last):
            self.narrate(number)
        self.at = self.log.last
        self.screen.print()
        self._board("")
        self._points()

    def _board(self, rest: str) -> None:
        if rest not in ("", "numbers"):
            raise BadCommand(say(self.words, "replay.board_how", text=quoted(rest)))
        if self.log.states and (rest or not self.screen.plain or self.at in (0, self.log.last)):
            state = self.log.states[self.at]
            self.screen.show_island(state, numbers=Places.every(state["island"]) if rest else NO_PLACES)

    def _points(self) -> None:
        if not self.log.states:
            self.screen.say("replay.hidden")
            return
        state = self.log.states[self.at]
        if state.is_over:
            self.screen.show_result(state)
        else:
            self.screen.show_standing(state)

    def _help(self) -> None:
        for command, keys in COMMANDS.items():
            names = [say(self.words, f"key.{key}") if key in NAMED_KEYS else key for key in keys if key != "eof"]
            shown = ", ".join([command] if self._keyboard is None else names)
            self.screen.say("replay.key", keys=shown, about=say(self.words, f"replay.{command}"))
        if self._keyboard is not None:
            self.screen.say("replay.key", keys=LINE_KEY, about=say(self.words, "replay.line"))

    # --- stepping -----------------------------------------------------------------------------------------------------

    def interact(self, prompt: Prompt) -> None:
        """Run what is typed until the person leaves: key by key if the terminal supports it, else line by line."""
        self.go(self.at)
        self.screen.say("replay.use_lines" if self._keyboard is None else "replay.use_keys")
        try:
            if self._keyboard is None:
                while self._do_line(prompt.ask_text(f"{self.at}/{self.log.last}> ")):
                    pass
            else:
                with self._keyboard.key_by_key():
                    while self._do_key(self._keyboard, prompt):
                        pass
        except (EOFError, KeyboardInterrupt):
            return

    def _do_key(self, keyboard: Keyboard, prompt: Prompt) -> bool:
        """Read a key and do what it stands for; return whether to go on."""
        key = keyboard.read() or "eof"
        if key.isdigit():
            return self._do_line(f"ply {self._rest_of_number(keyboard, key)}")
        if key not in KEYS and key != LINE_KEY:
            self.screen.say("replay.unknown_key", key=quoted(key))
            return True
        command = KEYS.get(key, "")
        if command and command not in ASKED_FOR:
            return self._do_line(command)
        try:
            with keyboard.line_by_line():
                line = prompt.ask_text(f"{command or LINE_KEY} ")
        except (EOFError, KeyboardInterrupt):
            self.screen.print()
            return True
        return self._do_line(f"{command} {line}") if line.strip() else True

    def _rest_of_number(self, keyboard: Keyboard, digits: str) -> str:
        """Read digits until another key, and show them."""
        write = self.screen.console.file.write
        while True:
            write(digits[-1])
            self.screen.console.file.flush()
            key = keyboard.read() or "eof"
            if not key.isdigit():
                self.screen.print()
                return digits
            digits += key

    def _do_line(self, line: str) -> bool:
        """Do what a line says; return whether to go on."""
        word, _, rest = line.strip().lower().partition(" ")
        if word.isdigit():
            word, rest = "ply", word
        word = self._resolve(word or "next")
        if word == "quit":
            return False
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            else:
                self.screen.say("replay.unknown", text=quoted(line), words=", ".join(COMMANDS))
        except BadCommand as error:
            self.screen.print(str(error))
        return True

    @staticmethod
    def _resolve(word: str) -> str:
        word = SYNONYMS.get(word, word)
        begun = [name for name in COMMANDS if name.startswith(word)]
        return begun[0] if word not in COMMANDS and len(begun) == 1 else word

    def _turn(self, rest: str) -> None:
        at = self.log.turn(self._count(rest))
        if at is None:
            turns = self.log.states[-1]["turns"] if self.log.states else 0
            raise BadCommand(say(self.words, "replay.no_turn", text=rest, count=turns))
        self.go(at)

    def _play(self, rest: str) -> None:
        """Play on until the end, a key or Ctrl-C."""
        end = min(self.log.last, self.at + (self._count(rest) if rest else self.log.last))
        try:
            while self.at < end:
                self.narrate(self.at)
                self.at += 1
                if self.at < end and self._is_stopped():
                    break
        except KeyboardInterrupt:
            self.screen.print()
        self._board("")

    def _is_stopped(self) -> bool:
        """Wait for the next ply; return whether a key was pressed meanwhile."""
        if self._keyboard is not None:
            return self._keyboard.read(self._pause) is not None
        time.sleep(self._pause)
        return False

    def _find(self, rest: str) -> None:
        if not rest:
            raise BadCommand(say(self.words, "replay.find_what"))
        found = self.log.find(rest, self.at)
        if found is None:
            raise BadCommand(say(self.words, "replay.not_found", text=quoted(rest)))
        self.go(found)

    def _count(self, text: str) -> int:
        """Read a number of plies; one if there is none. Raises `BadCommand`."""
        if not text:
            return 1
        if not (text.isascii() and text.isdigit() and len(text) < 8):
            raise BadCommand(say(self.words, "replay.whole_number", text=quoted(text)))
        return int(text)
