"""A game of computer players, shown in the terminal: the island drawn now and then, and what happens in sentences."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from longroad.bots.levels import DEFAULT_LEVEL, make_bot
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.layout import NOBODY
from longroad.core.state import Seen, State
from longroad.core.words import SEAT_NAMES
from longroad.draw.text import LOW, NO_PLACES, SEAT_LETTERS, SEAT_STYLES, TALL, Places, Shape, draw, size_of
from longroad.game.holdings import points_of
from longroad.narration import EVERYBODY, Voice, describe, narrate, number_of
from longroad.narration.phrases import sentence

ROUNDS_BETWEEN_PICTURES: Final = 6
LINES_BELOW: Final = 6  # of a window, that a drawing leaves for words and the prompt
SEAT_COLORS: Final = tuple(
    f"{'bold ' if style.bold else ''}color({style.ink}) on color({style.ground})" for style in SEAT_STYLES
)
_UNPRINTED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
SOURCES: Final = ("settlements", "cities", "longest_road", "largest_army", "point_cards")  # of holdings.Points


def printable(text: str) -> str:
    r"""Write out what would steer the terminal, or could not be written at all: names come from anybody's record.

    >>> print(printable("Eve\x1b[2J"))
    Eve\x1b[2J
    """
    return _UNPRINTED.sub(lambda found: ascii(found[0])[1:-1], text)


class Show:
    """Shows a game on a console: `speed` sentences a second (0: without waiting), in words alone if `plain`."""

    def __init__(self, console: Console, speed: float, plain: bool) -> None:
        self.console = console
        self.plain = plain
        self.has_color = not plain and console.color_system is not None and not console.no_color
        self.pause = 1 / speed if speed and console.is_terminal else 0.0

    def watch(self, history: History, seed: int, level: str = DEFAULT_LEVEL) -> None:
        """Play a game of computer players to its end and show it."""
        players = history.state["players"]
        self.show_island(history.state)
        for before, ply in play(history, [make_bot(level, seed) for _ in range(players)], seed):
            after = history.state
            for told in narrate(before, ply, after):
                self.say(told)
                time.sleep(self.pause)
            if after["turns"] != before["turns"] and not after.is_over:
                if (after["turns"] - 1) % (ROUNDS_BETWEEN_PICTURES * players) == 0:
                    self.say()
                    self.show_island(after)
                    self.show_standing(after)
                self.say()
                self.say(f"Turn {after['turns']}, {SEAT_NAMES[after['turn']]}", "bold")
        self.say()
        self.show_island(history.state)
        self.show_result(history.state)

    def say(self, sentence: str = "", style: str = "") -> None:
        """Print a sentence; the names of the seats in their colours."""
        text = Text(printable(sentence), style if self.has_color else "")
        if self.has_color:
            for name, color in zip(SEAT_NAMES, SEAT_COLORS, strict=True):
                text.highlight_words([name], color)
        self.console.print(text, soft_wrap=self.plain)

    def show_island(
        self, seen: Seen, lit: Places = NO_PLACES, numbers: Places = NO_PLACES, voice: Voice = EVERYBODY
    ) -> None:
        """Draw the island as large as the window allows, or tell it in words where there is no room."""
        shape = None if self.plain else self._shape(seen["island"], numbers != NO_PLACES)
        if shape is None:
            if not self.plain:
                self.say(f"A drawing needs {size_of(seen['island'], LOW)[0]} columns, so here it is in words.")
            self.say(describe(seen, voice).rstrip())
            return
        picture = draw(seen, self.has_color, numbers, lit, shape)
        text = Text.from_ansi(picture.rstrip("\n")) if self.has_color else Text(picture.rstrip("\n"))
        self.console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def _shape(self, island: int, is_dense: bool) -> Shape | None:
        """Choose how high to draw: low in a window of few lines, unless every number must find room."""
        if not self.console.is_terminal:
            return TALL
        columns, lines = self.console.size
        if columns < size_of(island, TALL)[0]:
            return None
        return TALL if is_dense or lines >= size_of(island, TALL)[1] + LINES_BELOW else LOW

    def show_standing(self, state: State) -> None:
        """Tell how everybody stands, as far as it is public."""
        for seat in range(state["players"]):
            self.say(standing(state, seat))

    def show_result(self, state: State, voice: Voice = EVERYBODY) -> None:
        """Tell where the points come from, and who has won."""
        rows = [(seat, points_of(state, seat)) for seat in range(state["players"])]
        if self.plain:
            for seat, points in rows:
                sources = ", ".join(f"{n} from {name.replace('_', ' ')}" for name, n in points.sources.items())
                self.say(f"{sentence(voice.name(seat))}: {number_of(points, 'point')} ({sources}).")
        else:
            names = (name.replace("_", " ") for name in SOURCES)
            table = Table("", *names, "points", box=None, padding=(0, 1), title="Victory points", title_justify="left")
            for seat, points in rows:
                name = Text(f" {SEAT_NAMES[seat]} ", SEAT_COLORS[seat] if self.has_color else "")
                table.add_row(name, *(str(points.sources.get(source, "-")) for source in SOURCES), f"{points}")
            for column in table.columns[1:]:
                column.justify = "right"
            self.console.print(table)
        self.say()
        winner = state["winner"]
        told = "Nobody has won" if winner == NOBODY else sentence(voice.tell("story.has_won", winner))
        self.say(f"{told}.", "bold")


def standing(state: State, seat: int) -> str:
    """Tell how a seat stands: its visible points, its cards, and what is special."""
    points = number_of(state["points"][seat], "point")
    return f"{SEAT_NAMES[seat]} ({SEAT_LETTERS[seat]}): {', '.join((points, *_goods(state, seat)))}."


def _goods(state: State, seat: int) -> Iterator[str]:
    yield number_of(state["hand_size"][seat], "card")
    if state["cards_size"][seat]:
        yield number_of(state["cards_size"][seat], "development card")
    if state["knights"][seat]:
        yield number_of(state["knights"][seat], "knight")
    if state["longest"] == seat:
        yield "the longest road"
    if state["largest"] == seat:
        yield "the largest army"
    if state["duel"]:
        yield number_of(state["trade_cards"][seat], "trade card")
