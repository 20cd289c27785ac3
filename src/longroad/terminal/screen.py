"""Shows a game on a console: the island drawn or described, the log in sentences, the result."""

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
from longroad.description.holdings import source_list
from longroad.draw.text import LOW, NO_PLACES, SEAT_LETTERS, SEAT_STYLES, TALL, WORDS, Places, Shape, draw, size_of
from longroad.game.holdings import Points, points_of
from longroad.narration import ENGLISH, Line, Perspective, Phrase, Words, describe, narrate_lines, say
from longroad.narration.phrases import sentence

ROUNDS_BETWEEN_PICTURES: Final = 6
PADDING: Final = 1  # spaces on both sides of a table's cells
LINES_BELOW: Final = 6  # of a window, that a drawing leaves for words and the prompt
SEAT_COLORS: Final = tuple(
    f"{'bold ' if style.bold else ''}color({style.ink}) on color({style.ground})" for style in SEAT_STYLES
)
_UNPRINTED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
SOURCES: Final = ("settlements", "cities", "longest_road", "largest_army", "point_cards")  # of holdings.Points


def printable(text: str) -> str:
    r"""Escape what would control the terminal, or could not be encoded: names come from anybody's record.

    >>> print(printable("Eve\x1b[2J"))
    Eve\x1b[2J
    """
    return _UNPRINTED.sub(lambda found: ascii(found[0])[1:-1], text)


class Screen:
    """Shows a game on a console: `speed` sentences a second (0: no pause), only words if `plain`."""

    def __init__(self, console: Console, speed: float, plain: bool, words: Words = ENGLISH) -> None:
        self.console = console
        self.plain = plain
        self.words = words
        self.has_color = not plain and console.color_system is not None and not console.no_color
        self.pause = 1 / speed if speed and console.is_terminal else 0.0
        self._labels = {word: say(words, f"drawing.{word}") for word in WORDS}

    def print(self, line: str = "", style: str = "") -> None:
        """Print a line; in plain mode it is not wrapped."""
        text = Text(printable(line), style if self.has_color else "")
        self.console.print(text, soft_wrap=self.plain)

    def say(self, key: str, /, **values: str | int) -> None:
        """Print a message in the language of the screen."""
        self.print(say(self.words, key, **values))

    def print_line(self, line: Line) -> None:
        """Print a line of the log; a title stands apart."""
        if line.is_title:
            self.print()
        self.print(line.text, "bold" if line.is_title else "")

    # --- the island ---------------------------------------------------------------------------------------------------

    def show_island(
        self, seen: Seen, lit: Places = NO_PLACES, numbers: Places = NO_PLACES, perspective: Perspective | None = None
    ) -> None:
        """Draw the island as large as the window allows, or describe it where there is no room."""
        shape = None if self.plain else self._shape(seen["island"], numbers != NO_PLACES)
        if shape is None:
            if not self.plain:
                self.say("standing.needs_columns", count=size_of(seen["island"], LOW)[0])
            self.describe_island(seen, perspective)
            return
        picture = draw(seen, self.has_color, numbers, lit, shape, self._labels)
        text = Text.from_ansi(picture.rstrip("\n")) if self.has_color else Text(picture.rstrip("\n"))
        self.console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def describe_island(self, seen: Seen, perspective: Perspective | None = None) -> None:
        """Describe the island in words."""
        self.print(describe(seen, perspective or Perspective(words=self.words)).rstrip())

    def _shape(self, island: int, is_dense: bool) -> Shape | None:
        """Choose how high to draw: low in a window of few lines, unless every number needs room."""
        if not self.console.is_terminal:
            return TALL
        columns, lines = self.console.size
        if columns < size_of(island, TALL)[0]:
            return None
        return TALL if is_dense or lines >= size_of(island, TALL)[1] + LINES_BELOW else LOW

    # --- standings and results ----------------------------------------------------------------------------------------

    def show_standing(self, state: State) -> None:
        """Show how everybody stands, as far as it is public."""
        for seat in range(state["players"]):
            self.print(standing(state, seat, self.words))

    def show_result(self, state: State, perspective: Perspective | None = None) -> None:
        """Show where the points come from, and who has won."""
        perspective = perspective or Perspective(words=self.words)
        rows = [(seat, points_of(state, seat)) for seat in range(state["players"])]
        table = self._result_table(rows)
        if self.plain or table is None:
            for seat, points in rows:
                total = say(self.words, "count.points", count=points)
                sources = source_list(points.sources, perspective)
                self.say("standing.result", who=sentence(perspective.name(seat)), points=total, sources=sources)
        else:
            self.console.print(table)
        self.print()
        self.print(self._winner(state, perspective), "bold")

    def _result_table(self, rows: list[tuple[int, Points]]) -> Table | None:
        """Build the table of points, its headings on one line or a line for each word; None if there is no room."""
        names = [f" {seat_name(seat, self.words)} " for seat, _ in rows]
        headings = [say(self.words, f"standing.{source}") for source in (*SOURCES, "total")]
        for shown in (headings, [heading.replace(" ", "\n") for heading in headings]):
            widths = [max(map(len, text.split("\n"))) for text in (max(names, key=len), *shown)]
            if sum(widths) + 2 * PADDING * len(widths) <= self.console.width:
                break
        else:
            return None
        title = say(self.words, "standing.heading")
        table = Table(box=None, padding=(0, PADDING), title=title, title_justify="left")
        table.add_column(no_wrap=True)
        for heading in shown:
            table.add_column(heading, justify="right", no_wrap=True)
        for name, (seat, points) in zip(names, rows, strict=True):
            styled = Text(name, SEAT_COLORS[seat] if self.has_color else "")
            table.add_row(styled, *(str(points.sources.get(source, "-")) for source in SOURCES), f"{points}")
        return table

    def _winner(self, state: State, perspective: Perspective) -> str:
        if state["winner"] == NOBODY:
            return say(self.words, "standing.nobody_won")
        return sentence(say(self.words, "standing.won", won=perspective.say("log.has_won", state["winner"])))

    # --- a whole game -------------------------------------------------------------------------------------------------

    def watch(self, history: History, seed: int, level: str = DEFAULT_LEVEL) -> None:
        """Play a game of bots to its end and show it."""
        players, perspective = history.state["players"], Perspective(words=self.words)
        self.show_island(history.state)
        for before, ply in play(history, [make_bot(level, seed) for _ in range(players)], seed):
            after = history.state
            for line in narrate_lines(before, ply, after, perspective):
                if line.is_title and (after["turns"] - 1) % (ROUNDS_BETWEEN_PICTURES * players) == 0:
                    self.print()
                    self.show_island(after)
                    self.show_standing(after)
                self.print_line(line)
                if not line.is_title:
                    time.sleep(self.pause)
        self.print()
        self.show_island(history.state)
        self.show_result(history.state)


def seat_name(seat: int, words: Words) -> str:
    """Return the color of a seat as its name."""
    return Perspective(words=words).name(seat)


def standing(state: State, seat: int, words: Words = ENGLISH) -> str:
    """Describe how a seat stands: its visible points, its cards, and its awards."""
    parts = ", ".join(words.say(part) for part in _holdings(state, seat))
    return say(words, "standing.seat", who=seat_name(seat, words), letter=SEAT_LETTERS[seat], parts=parts)


def _holdings(state: State, seat: int) -> Iterator[Phrase]:
    yield Phrase("count.points", {"count": state["points"][seat]})
    yield Phrase("cards.number", {"count": state["hand_size"][seat]})
    if state["cards_size"][seat]:
        yield Phrase("count.development_cards", {"count": state["cards_size"][seat]})
    if state["knights"][seat]:
        yield Phrase("count.knights", {"count": state["knights"][seat]})
    if state["longest"] == seat:
        yield Phrase("standing.holds_longest")
    if state["largest"] == seat:
        yield Phrase("standing.holds_largest")
    if state["duel"]:
        yield Phrase("cards.trade", {"count": state["trade_cards"][seat]})
