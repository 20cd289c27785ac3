"""The reliability diagram: how often what was said to be so likely came true, a curve for each table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from longroad.draw.markup import element, number, worded

SIDE: Final = 420  # of the square
LEFT, TOP, BOTTOM, RIGHT = 64, 56, 62, 240
GRID: Final = range(0, 101, 20)  # in percent
INK: Final = "#2e2a26"
FAINT: Final = "#d8d2c4"
PAPER: Final = "#fffdf7"
COLORS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")  # Okabe and Ito's
DASHES: Final = ("none", "7 3", "2 3", "9 3 2 3", "12 4", "4 4")  # so that curves are told apart without colour
FONT: Final = "font-family:system-ui,sans-serif;font-size:13px"


class Bin(NamedTuple):
    """Chances of about the same size: their mean, the share of them that came true, and how many there are."""

    predicted: float
    observed: float
    size: int


class Curve(NamedTuple):
    """A table, how far its chances are off on average, and its bins."""

    name: str
    error: float
    bins: Sequence[Bin]


def draw_reliability(curves: Sequence[Curve]) -> str:
    """Draw curves as SVG; where the chances come true, a curve is on the diagonal."""
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
    summary = "; ".join(f"{curve.name}: {100 * curve.error:.2f} points off" for curve in curves)
    parts = (
        worded("title", f"Predicted chances, and how often they came true. {summary}."),
        element("rect", width=width, height=height, fill=PAPER),
        worded("text", "Do the chances come true?", x=LEFT, y=30, style="font-size:17px;font-weight:600", fill=INK),
        *_grid(),
        *(part for place, curve in enumerate(curves) for part in _curve(place, curve)),
    )
    box = f"0 0 {width} {height}"
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, style=FONT, role="img") + "\n"


def _spot(predicted: float, observed: float) -> tuple[float, float]:
    return LEFT + predicted * SIDE, TOP + (1 - observed) * SIDE


def _grid() -> Iterator[str]:
    """Draw the square with its diagonal, and say what the axes are."""
    for percent in GRID:
        x, y = _spot(percent / 100, percent / 100)
        yield element("path", d=f"M{number(x)} {TOP}V{TOP + SIDE}M{LEFT} {number(y)}H{LEFT + SIDE}", stroke=FAINT)
        yield worded("text", f"{percent}", x=x, y=TOP + SIDE + 20, text_anchor="middle", fill=INK)
        yield worded("text", f"{percent}", x=LEFT - 10, y=y + 4, text_anchor="end", fill=INK)
    yield element("path", d=f"M{LEFT} {TOP + SIDE}L{LEFT + SIDE} {TOP}", stroke=INK, stroke_dasharray="1 4")
    middle = TOP + SIDE / 2
    yield worded("text", "predicted, in %", x=LEFT + SIDE / 2, y=TOP + SIDE + 46, text_anchor="middle", fill=INK)
    turned = f"rotate(-90 20 {number(middle)})"
    yield worded("text", "observed, in %", x=20, y=middle, text_anchor="middle", fill=INK, transform=turned)


def _curve(place: int, curve: Curve) -> Iterator[str]:
    """Draw a curve with its line in the legend."""
    color, dashes = COLORS[place % len(COLORS)], DASHES[place % len(DASHES)]
    spots = "L".join(f"{number(x)} {number(y)}" for x, y in (_spot(one.predicted, one.observed) for one in curve.bins))
    line: dict[str, str | float] = {"stroke": color, "stroke_width": 2, "stroke_dasharray": dashes, "fill": "none"}
    yield element("path", d=f"M{spots}", **line)
    x, y = LEFT + SIDE + 20, TOP + 20 + 44 * place
    yield element("path", d=f"M{x} {y}h28", **line)
    yield worded("text", curve.name, x=x + 36, y=y + 4, fill=INK)
    yield worded("text", f"{100 * curve.error:.2f} points off", x=x + 36, y=y + 22, fill=INK)
