"""Where a person types: a prompt with completion and everybody's standing below, or plain lines."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.application.current import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from longroad.description.holdings import development_cards
from longroad.draw.text import LOW, SEAT_LETTERS, SEAT_STYLES, size_of
from longroad.game.view import View
from longroad.narration import Perspective, Phrase, Words, cards, say
from longroad.narration.catalogue import Value
from longroad.terminal.completion import completions

LEAST_MENU, MOST_MENU = 3, 8  # lines that completions may take
STYLE: Final = Style.from_dict({"bottom-toolbar": "noreverse bg:#303030 #e4e4e4"})


class Prompt(Protocol):
    """Asks a person for a line. Raises `EOFError` at the end of input."""

    def ask(self, view: View, perspective: Perspective) -> str:
        """Ask what the person does, given what the person may know."""
        ...

    def ask_text(self, question: str) -> str:
        """Ask for any text."""
        ...


class PlainPrompt:
    """Asks for lines and nothing else: no cursor moves, no colors."""

    def ask(self, view: View, perspective: Perspective) -> str:
        """Ask what the person does."""
        return self.ask_text(f"{_seat_name(perspective)}: ")

    def ask_text(self, question: str) -> str:
        """Ask for any text; a line that does not come from a terminal is printed, as typing would."""
        sys.stdout.flush()
        line = input(question)
        if not sys.stdin.isatty():
            print(line)
        return line


class RichPrompt:
    """Asks with completion while one types, and everybody's standing below."""

    def __init__(self, has_color: bool) -> None:
        self._has_color = has_color
        depth = None if has_color else ColorDepth.DEPTH_1_BIT
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory(), style=STYLE, color_depth=depth)

    def ask(self, view: View, perspective: Perspective) -> str:
        """Ask what the person does."""
        columns, lines = shutil.get_terminal_size()
        standing = _toolbar(view, perspective, columns).count("\n") + 1
        board = size_of(view.seen["island"], LOW)[1] + 1
        return self._session.prompt(
            self._name(perspective),
            completer=LegalCompleter(view, perspective),
            complete_while_typing=True,
            bottom_toolbar=lambda: _toolbar(view, perspective, _columns()),
            reserve_space_for_menu=max(LEAST_MENU, min(MOST_MENU, lines - board - standing)),
        )

    def ask_text(self, question: str) -> str:
        """Ask for any text."""
        return PromptSession[str]().prompt(question)

    def _name(self, perspective: Perspective) -> ANSI | FormattedText:
        text = f"{_seat_name(perspective)} ({SEAT_LETTERS[perspective.viewer]})"
        if not self._has_color:
            return FormattedText([("", f"{text}> ")])
        style = SEAT_STYLES[perspective.viewer]
        return ANSI(f"\x1b[0;1;38;5;{style.ink};48;5;{style.ground}m {text} \x1b[0m > ")


def _seat_name(perspective: Perspective) -> str:
    return Perspective(words=perspective.words).name(perspective.viewer)


def _columns() -> int:
    app = get_app()
    return app.output.get_size().columns if app.is_running else shutil.get_terminal_size().columns


class LegalCompleter(Completer):
    """Completes what the seat of a view can do."""

    def __init__(self, view: View, perspective: Perspective) -> None:
        self._view, self._perspective = view, perspective

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what can follow, each with a short description."""
        for found in completions(document.text_before_cursor, self._view, self._perspective):
            yield Completion(found.text, -found.length, display=found.text.strip(), display_meta=found.description)


def _toolbar(view: View, perspective: Perspective, columns: int) -> str:
    """Describe the person's hand and everybody's standing, in as few lines as fit."""
    words, seat = perspective.words, perspective.viewer
    hand = view.hand(seat)
    assert hand is not None
    own = [
        say(words, "standing.you", points=_points(view, seat)),
        cards(hand, words) if hand.total else say(words, "standing.no_cards"),
    ]
    held = development_cards(view, perspective)
    if held:
        own.append(held)
    if view.ruleset.duel:
        own.append(say(words, "cards.trade", count=view.trade_cards(seat)))
    others = [_short_standing(view, other, perspective) for other in range(view.players) if other != seat]
    lines = [" | ".join(own), *_packed(others, columns)]
    return "\n".join(line for text in lines for line in textwrap.wrap(text, max(columns, 20)))


def _points(view: View, seat: int) -> Phrase:
    return Phrase("count.points", {"count": view.points(seat)})


def _short_standing(view: View, seat: int, perspective: Perspective) -> str:
    words = perspective.words
    values: dict[str, Value] = {
        "who": perspective.who(seat),
        "points": _points(view, seat),
        "cards": Phrase("cards.number", {"count": view.hand_size(seat)}),
    }
    holders = {"longest_road": view.longest_road, "largest_army": view.largest_army}
    awards = [say(words, f"standing.{name}") for name, holder in holders.items() if holder == seat]
    if awards:
        return say(words, "standing.short_awards", awards=" ".join(awards), **values)
    return say(words, "standing.short", **values)


def _packed(texts: list[str], columns: int) -> list[str]:
    """Put texts side by side as long as they fit."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + 3 + len(text) <= columns:
            lines[-1] += f" | {text}"
        else:
            lines.append(text)
    return lines


def confirm(prompt: Prompt, question: str, words: Words, complain: Callable[[str], None]) -> bool:
    """Ask until the answer is yes (or nothing) or no, in English or the language of the words."""
    yes, no = (["", *say(words, "input.yes").split(), "y", "yes"], [*say(words, "input.no").split(), "n", "no"])
    while True:
        answer = prompt.ask_text(say(words, "input.confirm", question=question)).strip().lower()
        if answer in yes:
            return True
        if answer in no:
            return False
        complain(say(words, "input.yes_or_no", text=repr(answer)))
