"""Where a person types: a prompt that completes and shows how everybody stands, or plain lines."""

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

from longroad.core.words import SEAT_NAMES
from longroad.draw.text import LOW, SEAT_LETTERS, SEAT_STYLES, size_of
from longroad.game.view import View
from longroad.narration import number_of
from longroad.terminal.answers import development_cards
from longroad.terminal.completing import completions

LEAST_MENU, MOST_MENU = 3, 8  # lines that completions may take
STYLE: Final = Style.from_dict({"bottom-toolbar": "noreverse bg:#303030 #e4e4e4"})


class Prompt(Protocol):
    """Asks a person for a line. Raises `EOFError` where there are no more lines."""

    def ask(self, view: View, seat: int) -> str:
        """Ask what the person does, given what the person may know."""
        ...

    def ask_text(self, question: str) -> str:
        """Ask for any text."""
        ...


class PlainPrompt:
    """Asks for lines and nothing else: no cursor moves, no colours."""

    def ask(self, view: View, seat: int) -> str:
        """Ask what the person does."""
        return self.ask_text(f"{SEAT_NAMES[seat]}: ")

    def ask_text(self, question: str) -> str:
        """Ask for any text."""
        sys.stdout.flush()
        line = input(question)
        if not sys.stdin.isatty():
            print(line)
        return line


class RichPrompt:
    """Asks with completion while one types, and the standing of all below."""

    def __init__(self, has_color: bool) -> None:
        self._has_color = has_color
        depth = None if has_color else ColorDepth.DEPTH_1_BIT
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory(), style=STYLE, color_depth=depth)

    def ask(self, view: View, seat: int) -> str:
        """Ask what the person does."""
        columns, lines = shutil.get_terminal_size()
        standing = toolbar(view, seat, columns).count("\n") + 1
        board = size_of(view.seen["island"], LOW)[1] + 1
        return self._session.prompt(
            self._name(seat),
            completer=LegalCompleter(view, seat),
            complete_while_typing=True,
            bottom_toolbar=lambda: toolbar(view, seat, _columns()),
            reserve_space_for_menu=max(LEAST_MENU, min(MOST_MENU, lines - board - standing)),
        )

    def ask_text(self, question: str) -> str:
        """Ask for any text."""
        return PromptSession[str]().prompt(question)

    def _name(self, seat: int) -> ANSI | FormattedText:
        text = f" {SEAT_NAMES[seat]} ({SEAT_LETTERS[seat]}) "
        if not self._has_color:
            return FormattedText([("", f"{SEAT_NAMES[seat]} ({SEAT_LETTERS[seat]})> ")])
        style = SEAT_STYLES[seat]
        return ANSI(f"\x1b[0;1;38;5;{style.ink};48;5;{style.ground}m{text}\x1b[0m > ")


def _columns() -> int:
    app = get_app()
    return app.output.get_size().columns if app.is_running else shutil.get_terminal_size().columns


class LegalCompleter(Completer):
    """Completes what the seat of a view can do."""

    def __init__(self, view: View, seat: int) -> None:
        self._view, self._seat = view, seat

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Give what can follow, with a short description of each."""
        for found in completions(document.text_before_cursor, self._view, self._seat):
            yield Completion(found.text, -found.length, display=found.text.strip(), display_meta=found.about)


def toolbar(view: View, seat: int, columns: int) -> str:
    """Tell the person's hand and how everybody stands, in as few lines as fit."""
    own = [f"You: {number_of(view.points(seat), 'point')}", str(view.hand(seat)) or "no cards"]
    cards = development_cards(view, seat)
    if cards:
        own.append(cards)
    if view.ruleset.duel:
        own.append(number_of(view.trade_cards(seat), "trade card"))
    others = [_short_standing(view, other) for other in range(view.players) if other != seat]
    lines = [" | ".join(own), *_packed(others, columns)]
    return "\n".join(line for text in lines for line in textwrap.wrap(text, max(columns, 20)))


def _short_standing(view: View, seat: int) -> str:
    awards = " longest road" * (view.longest_road == seat) + " largest army" * (view.largest_army == seat)
    return (
        f"{SEAT_NAMES[seat]} {number_of(view.points(seat), 'point')} {number_of(view.hand_size(seat), 'card')}{awards}"
    )


def _packed(texts: list[str], columns: int) -> list[str]:
    """Put texts side by side as long as they fit."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + 3 + len(text) <= columns:
            lines[-1] += f" | {text}"
        else:
            lines.append(text)
    return lines


def confirm(prompt: Prompt, question: str, say: Callable[[str], None]) -> bool:
    """Ask until the answer is yes (or nothing) or no."""
    while True:
        answer = prompt.ask_text(f"{question} [Y/n] ").strip().lower()
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            return False
        say(f"{answer!r}: please answer yes or no.")
