"""Curves as a picture: self-contained SVG, such as what a learner has achieved by when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor, log10
from typing import Final

from longroad.draw.markup import Spot, element, number, worded

WIDTH: Final = 720
HEIGHT: Final = 360
LEFT: Final = 60
RIGHT: Final = 150  # where the names are
TOP: Final = 56
BOTTOM: Final = 52
NAME: Final = 17  # the height of a name
INK: Final = "#2e2a26"
FAINT: Final = "#d8d2c4"
PAPER: Final = "#fffdf7"
COLORS: Final = ("#0072b2", "#d98200", "#009e73", "#c0392b", "#cc79a7")  # for all kinds of colour vision
DASHES: Final = ("none", "7 3", "2 3", "9 3 2 3", "4 4")


def draw_curves(
    title: str, curves: Mapping[str, Sequence[Spot]], across: str, marks: Mapping[str, float] | None = None
) -> str:
    """Draw named curves of shares, from 0 to 1, over anything; `marks` are horizontal lines with a name.

    >>> picture = draw_curves("Wins", {"against random": [(0, 0.25), (10, 0.5)]}, "minutes", {"by luck": 0.25})
    >>> picture.startswith("<svg"), "against random" in picture, "50 %" in picture
    (True, True, True)
    """
    last = max((x for spots in curves.values() for x, _ in spots), default=0) or 1
    parts = [
        element("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        worded("title", title),
        worded("text", title, x=LEFT, y=30, font_size=17, fill=INK),
        *_grid(last, across),
        *(part for name, share in (marks or {}).items() for part in _mark(name, share)),
        *_lines(curves, last),
    ]
    box = f"0 0 {WIDTH} {HEIGHT}"
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=WIDTH,
        height=HEIGHT,
        role="img",
        font_family="sans-serif",
        font_size=13,
    )


def _x(value: float, last: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * value / last


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _grid(last: float, across: str) -> Iterator[str]:
    for percent in range(0, 101, 25):
        y = _y(percent / 100)
        yield element("path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke=FAINT)
        yield worded("text", f"{percent} %", x=LEFT - 8, y=y + 4, text_anchor="end", fill=INK)
    step = 10 ** floor(log10(last))
    step = step if last / step >= 4 else step / 4
    for k in range(int(last / step) + 1):
        yield worded("text", number(step * k), x=_x(step * k, last), y=_y(0) + 18, text_anchor="middle", fill=INK)
    yield worded("text", across, x=WIDTH - RIGHT, y=_y(0) + 38, text_anchor="end", fill=INK)


def _mark(name: str, share: float) -> Iterator[str]:
    y = _y(share)
    yield element("path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke=INK, stroke_dasharray="3 4", opacity=0.6)
    yield worded("text", name, x=LEFT + 6, y=y - 5, font_size=11, fill=INK)


def _lines(curves: Mapping[str, Sequence[Spot]], last: float) -> Iterator[str]:
    places = _name_places(curves)
    for k, (name, spots) in enumerate(curves.items()):
        color, dashes = COLORS[k % len(COLORS)], DASHES[k % len(DASHES)]
        path = "M" + "L".join(f"{number(_x(x, last))} {number(_y(share))}" for x, share in spots)
        yield element("path", d=path, fill="none", stroke=color, stroke_width=2.2, stroke_dasharray=dashes)
        yield worded("text", name, x=WIDTH - RIGHT + 8, y=places[name] + 4, fill=color)


def _name_places(curves: Mapping[str, Sequence[Spot]]) -> dict[str, float]:
    """Return the height of each name: at the end of its curve, or above those that end lower."""
    places: dict[str, float] = {}
    lowest = _y(0) + NAME
    for name in sorted(curves, key=lambda name: curves[name][-1][1]):
        lowest = places[name] = min(_y(curves[name][-1][1]), lowest - NAME)
    return places
