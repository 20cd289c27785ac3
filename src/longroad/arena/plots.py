"""The results of an arena as pictures: self-contained SVG, with a number on every bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from longroad.arena.result import SOURCES, Result
from longroad.draw.markup import element, number, worded

WIDTH: Final = 720
MARGIN: Final = 24
LABELS: Final = 200  # the width of the names beside the rows
ROW: Final = 30
TOP: Final = 64
BARS: Final = 24  # of a histogram, at most
INK: Final = "#2e2a26"
FAINT: Final = "#d8d2c4"
PAPER: Final = "#fffdf7"
COLORS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9")  # for all kinds of colour vision (Okabe, Ito)
INKS: Final = ("#ffffff", INK, "#ffffff", INK, INK)  # legible on each


class Row(NamedTuple):
    """A figure and the interval around it."""

    label: str
    value: float
    interval: tuple[float, float]


def write_plots(folder: Path, summary: dict[str, Any], results: Sequence[Result]) -> list[Path]:
    """Write all pictures into a folder, and return which. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, picture in pictures(summary, results):
        path = folder / f"{name}.svg"
        path.write_text(picture, encoding="utf-8")
        paths.append(path)
    return paths


def pictures(summary: dict[str, Any], results: Sequence[Result]) -> Iterator[tuple[str, str]]:
    """Draw ratings, win rates by seat, lengths of games and points by source, each with its name."""
    lines = [line for line in summary["pooled"] if line["games"]]
    if not lines:
        return
    ratings = [(line["name"], line["rating"]["mu"], 2 * line["rating"]["sigma"]) for line in lines]
    ranges = [Row(name, mean, (mean - margin, mean + margin)) for name, mean, margin in ratings]
    yield "rating", _whiskers("Rating, with two standard deviations", ranges)
    seats = [
        Row(f"{line['name']}, seat {seat['seat']}", 100 * seat["win_rate"], _percent(seat["ci95"]))
        for line in lines
        for seat in line["by_seat"]
        if seat["games"]
    ]
    parity = 100 / summary["players"]
    yield "seats", _whiskers("Win rate by seat in percent, with 95 % intervals", seats, mark=parity)
    yield "length", _histogram("Turns of a game", [result.turns for result in results])
    points = [(line["name"], [line["points"][source] for source in SOURCES]) for line in lines]
    yield "points", stacks("Points at the end by source, on average", points, SOURCES)


def _percent(interval: Sequence[float]) -> tuple[float, float]:
    return 100 * interval[0], 100 * interval[1]


def _whiskers(title: str, rows: Sequence[Row], mark: float | None = None) -> str:
    """Draw a dot for each figure and a line for its interval; `mark` is a vertical line across all rows."""
    low = min(0.0, *(row.interval[0] for row in rows))
    high = max(row.interval[1] for row in rows)
    scale = (WIDTH - 2 * MARGIN - LABELS - 60) / ((high - low) or 1.0)

    def place(value: float) -> float:
        return MARGIN + LABELS + (value - low) * scale

    bottom = TOP + ROW * len(rows)
    parts = [_line(place(low), TOP, place(low), bottom, FAINT)]
    if mark is not None:
        parts.append(_line(place(mark), TOP - 8, place(mark), bottom, INK, stroke_dasharray="3 4"))
        parts.append(_text(place(mark), TOP - 12, f"by luck {mark:.4g}", anchor="middle", size=11))
    for i, row in enumerate(rows):
        y = TOP + ROW * i + ROW / 2
        start, end = map(place, row.interval)
        parts += [
            _text(MARGIN + LABELS - 10, y + 4, _short(row.label), anchor="end"),
            _line(start, y, end, y, COLORS[0], stroke_width=3, stroke_linecap="round"),
            element("circle", cx=place(row.value), cy=y, r=5, fill=COLORS[0]),
            _text(end + 10, y + 4, f"{row.value:.1f}"),
        ]
    return _picture(title, bottom + MARGIN, parts)


def _histogram(title: str, values: Sequence[int]) -> str:
    """Draw how often values occur, in bars of equal width."""
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // BARS))
    counts = Counter((value - low) // step for value in values)
    most, bars = max(counts.values()), max(counts) + 1
    width, height = (WIDTH - 2 * MARGIN) / bars, 220
    bottom = TOP + height
    parts = [_line(MARGIN, bottom, WIDTH - MARGIN, bottom, INK)]
    for i in range(bars):
        x, tall = MARGIN + width * i, height * counts[i] / most
        if counts[i]:
            parts.append(element("rect", x=x + 1, y=bottom - tall, width=width - 2, height=tall, fill=COLORS[0]))
            parts.append(_text(x + width / 2, bottom - tall - 4, str(counts[i]), anchor="middle", size=10))
        if i % 2 == 0:
            parts.append(_text(x, bottom + 16, str(low + step * i), size=11))
    return _picture(title, bottom + MARGIN + 12, parts)


def stacks(title: str, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]) -> str:
    """Draw stacked bars, with the names of their parts above."""
    scale = (WIDTH - 2 * MARGIN - LABELS - 60) / (max(sum(parts) for _, parts in rows) or 1.0)
    drawn = []
    for i, name in enumerate(names):
        x = MARGIN + i * (WIDTH - 2 * MARGIN) / len(names)
        drawn += [element("rect", x=x, y=TOP - 16, width=12, height=12, fill=COLORS[i]), _text(x + 18, TOP - 6, name)]
    top = TOP + 14
    for i, (label, parts) in enumerate(rows):
        x, y = float(MARGIN + LABELS), top + ROW * i
        drawn.append(_text(x - 10, y + 20, _short(label), anchor="end"))
        for k, part in enumerate(parts):
            drawn.append(element("rect", x=x, y=y + 4, width=part * scale, height=ROW - 8, fill=COLORS[k]))
            if part * scale > 26:
                drawn.append(_text(x + part * scale / 2, y + 20, f"{part:.1f}", anchor="middle", fill=INKS[k]))
            x += part * scale
        drawn.append(_text(x + 8, y + 20, f"{sum(parts):.1f}"))
    return _picture(title, top + ROW * len(rows) + MARGIN, drawn)


def _picture(title: str, height: float, parts: Sequence[str]) -> str:
    return element(
        "svg",
        worded("title", title),
        element("rect", width=WIDTH, height=height, fill=PAPER),
        _text(MARGIN, 30, title, size=17),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        font_family="sans-serif",
    )


def _line(x: float, y: float, to_x: float, to_y: float, color: str, **attributes: str | float) -> str:
    return element("line", x1=x, y1=y, x2=to_x, y2=to_y, stroke=color, **attributes)


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = 13, fill: str = INK) -> str:
    return worded("text", text, x=x, y=y, text_anchor=anchor, font_size=size, fill=fill)


def _short(label: str) -> str:
    return label if len(label) <= 28 else f"{label[:27]}…"
