"""A record, step by step: forwards, backwards, to a turn or a ply, or found by a word."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.draw.text import NO_PLACES, Places
from longroad.narration import AFTERWARDS, listed, narrate
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from longroad.terminal.match import turn_title
from longroad.terminal.prompt import Prompt
from longroad.terminal.saves import Unusable
from longroad.terminal.show import Show

HELP: Final = {
    "next": "one ply on (Enter does the same); `next 5` five",
    "back": "one ply back; `back 5` five",
    "ply": "to a ply: `ply 30`, or the number alone",
    "turn": "to the beginning of a turn: `turn 12`",
    "first": "to the beginning",
    "last": "to the end",
    "play": "on by itself until Ctrl-C; `play 20` stops after 20 plies",
    "find": "the next ply that tells of a word: `find robber`",
    "board": "the island; `board numbers` numbers every place",
    "points": "how everybody stands",
    "help": "this",
    "quit": "leave",
}
ALSO_SAID: Final = {
    "n": "next",
    "b": "back",
    "previous": "back",
    "p": "ply",
    "end": "last",
    "exit": "quit",
    "?": "help",
}


class Step(NamedTuple):
    """A ply of a record as it is shown: its notation, what it did in sentences, and the comment after it."""

    text: str
    sentences: list[str]
    comment: str | None


class Story:
    """A record unfolded: the state after every ply, and what happened. An edition that hides cards has no states."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.states: list[State] = list(record.states()) if record.viewer is None else []
        self.steps = [self._step(number) for number in range(len(record.codes))]

    @classmethod
    def read(cls, path: Path) -> tuple[Story, str | None]:
        """Read a file, and tell what is wrong with it if only its beginning is sound. Raises `Unusable`."""
        try:
            return cls(read_record(path.read_bytes())), None
        except InvalidRecord as error:
            if error.beginning is None:
                raise Unusable(f"{path}: this is no record that can be replayed ({error})") from error
            return cls(error.beginning), f"{path} is damaged ({error}); this is what comes before."
        except InvalidNotation as error:
            raise Unusable(f"{path}: this is no record ({error})") from error
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror or error}") from error

    def _step(self, number: int) -> Step:
        ply = self.record.codes[number]
        sentences: list[str] = []
        if self.states:
            before, after = self.states[number], self.states[number + 1]
            sentences = narrate(before, ply, after, AFTERWARDS)
            if after["turns"] != before["turns"] and not after.is_over:
                sentences.append(turn_title(after, AFTERWARDS))
        return Step(write_ply(ply), sentences, self.record.comments.get(number))

    @property
    def last(self) -> int:
        """The number of plies."""
        return len(self.steps)

    def turn(self, number: int) -> int | None:
        """Give how many plies come before a turn begins."""
        return next((at for at, state in enumerate(self.states) if state["turns"] >= number), None)

    def find(self, text: str, after: int) -> int | None:
        """Give the next ply whose notation, story or comment has a text."""
        wanted = text.lower()
        for at in range(after, self.last):
            step = self.steps[at]
            if wanted in " ".join([step.text, *step.sentences, step.comment or ""]).lower():
                return at + 1
        return None

    def title(self) -> str:
        """Tell who plays, and how it ended."""
        names = [name or "?" for name in self.record.names]
        players = listed(f"{SEAT_NAMES[seat]} ({name})" for seat, name in enumerate(names))
        return f"{players}; {self.record.edition_name} edition, {self.last} plies, result: {self.record.result}."


class Replay:
    """Shows a story from one ply to another, at `at` plies from the beginning."""

    def __init__(self, story: Story, show: Show, speed: float) -> None:
        self.story, self.show = story, show
        self.at = 0
        self._pause = 1 / speed if speed and show.console.is_terminal else 0.0
        self._commands: dict[str, Callable[[str], None]] = {
            "next": lambda rest: self.go(self.at + _count(rest)),
            "back": lambda rest: self.go(self.at - _count(rest)),
            "ply": lambda rest: self.go(_count(rest)),
            "turn": self._turn,
            "first": lambda rest: self.go(0),
            "last": lambda rest: self.go(self.story.last),
            "play": self._play,
            "find": self._find,
            "board": self._board,
            "points": lambda rest: self._points(),
            "help": lambda rest: self._help(),
        }

    # --- showing ------------------------------------------------------------------------------------------------------

    def tell(self, number: int) -> None:
        """Tell one ply."""
        step = self.story.steps[number]
        for text in step.sentences:
            if text.startswith("Turn "):
                self.show.say()
            self.show.say(text, "bold" if text.startswith("Turn ") else "")
        if not self.story.states:
            self.show.say(step.text)
        if step.comment:
            self.show.say(f"# {step.comment}")

    def go(self, at: int) -> None:
        """Go to a ply, show the island there, and tell the ply that led there."""
        self.at = min(max(at, 0), self.story.last)
        self._board("")
        if self.at:
            self.show.say(f"Ply {self.at} of {self.story.last}: {self.story.steps[self.at - 1].text}")
            if self.story.states:
                self.tell(self.at - 1)
        else:
            self.show.say(f"The beginning, before {self.story.last} plies.")

    def tell_all(self) -> None:
        """Tell the whole story, with the island before and after it."""
        self._board("")
        for number in range(self.story.last):
            self.tell(number)
        self.at = self.story.last
        self.show.say()
        self._board("")
        self._points()

    def _board(self, rest: str) -> None:
        if rest not in ("", "numbers"):
            raise InvalidNotation(f"{quoted(rest)}: possible are `board` and `board numbers`.")
        if self.story.states and (rest or not self.show.plain or self.at in (0, self.story.last)):
            state = self.story.states[self.at]
            self.show.show_island(state, numbers=Places.every(state["island"]) if rest else NO_PLACES)

    def _points(self) -> None:
        if not self.story.states:
            self.show.say("This edition hides cards, so nothing but its plies can be shown.")
            return
        state = self.story.states[self.at]
        if state.is_over:
            self.show.show_result(state)
        else:
            self.show.show_standing(state)

    def _help(self) -> None:
        for word, told in HELP.items():
            self.show.say(f"  {word}: {told}")

    # --- stepping -----------------------------------------------------------------------------------------------------

    def interact(self, prompt: Prompt) -> None:
        """Do what is typed until the person leaves."""
        self.go(self.at)
        self.show.say("Enter goes on, `back` back, `help` tells the rest.")
        while True:
            try:
                line = prompt.ask_text(f"{self.at}/{self.story.last}> ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            word, _, rest = line.lower().partition(" ")
            if word.isdigit():
                word, rest = "ply", word
            word = self._known(word or "next")
            if word == "quit":
                return
            try:
                if word in self._commands:
                    self._commands[word](rest.strip())
                else:
                    self.show.say(f"{quoted(line)} is nothing known here: possible are {', '.join(HELP)}.")
            except InvalidNotation as error:
                self.show.say(str(error))

    @staticmethod
    def _known(word: str) -> str:
        word = ALSO_SAID.get(word, word)
        begun = [name for name in HELP if name.startswith(word)]
        return begun[0] if word not in HELP and len(begun) == 1 else word

    def _turn(self, rest: str) -> None:
        at = self.story.turn(_count(rest))
        if at is None:
            turns = self.story.states[-1]["turns"] if self.story.states else 0
            raise InvalidNotation(f"turn {rest}: the record has {turns} turns.")
        self.go(at)

    def _play(self, rest: str) -> None:
        end = min(self.story.last, self.at + (_count(rest) if rest else self.story.last))
        try:
            while self.at < end:
                self.tell(self.at)
                self.at += 1
                time.sleep(self._pause)
        except KeyboardInterrupt:
            self.show.say()
        self._board("")

    def _find(self, rest: str) -> None:
        if not rest:
            raise InvalidNotation("Find what? As in `find robber`.")
        found = self.story.find(rest, self.at)
        if found is None:
            raise InvalidNotation(f"{quoted(rest)}: nothing from here on tells of it.")
        self.go(found)


def _count(text: str) -> int:
    """Read how many plies; one if nothing is said. Raises `InvalidNotation`."""
    if not text:
        return 1
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise InvalidNotation(f"{quoted(text)}: expected a whole number.")
    return int(text)
