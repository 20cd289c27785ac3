"""A review as a picture: the curve of every seat's chances, the turning points, and what was luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from longroad.analysis.reviews import Review, ReviewedPly, SeatReview
from longroad.draw.markup import element, number, worded

WIDTH: Final = 820
LEFT: Final = 56
RIGHT: Final = 150  # where the names stand
TOP: Final = 56
CURVES: Final = 300  # the height of the curves
ROW: Final = 34  # of a seat in the table below them
NAME: Final = 17  # the height of a name
LABEL: Final = 26  # the width of a ply's number
INK: Final = "#2e2a26"
FAINT: Final = "#d8d2c4"
PAPER: Final = "#fffdf7"
COLORS: Final = ("#0072b2", "#d98200", "#8a8578", "#c0392b", "#009e73", "#7a5230")  # by seat, as its pieces
DASHES: Final = ("none", "none", "7 3", "none", "2 3", "9 3 2 3")  # so that curves are told apart without colour
FONT: Final = "font-family:system-ui,sans-serif;font-size:13px"
COLUMNS: Final = ("start", "dice", "thefts", "draws", "decisions", "result")


def draw_review(review: Review) -> str:
    """Draw a review as SVG."""
    bottom = TOP + CURVES
    height = bottom + 70 + ROW * (len(review.names) + 1)
    parts = [
        element("rect", width=WIDTH, height=height, fill=PAPER),
        worded("title", _summary(review)),
        worded("text", "Chances to win", x=LEFT, y=30, style="font-size:17px;font-weight:600", fill=INK),
        *_grid(review),
        *_turning_points(review),
        *_curves(review),
        *_table(review, bottom + 62),
    ]
    box = f"0 0 {WIDTH} {number(height)}"
    return element(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, width=WIDTH, height=height, style=FONT
    )


def _summary(review: Review) -> str:
    """Say in words what the picture shows."""
    return "; ".join(
        f"{seat.name}: {_points(seat.start)} at the start, {_points(seat.luck)} by luck,"
        f" {_points(seat.decisions)} by decisions, {_points(seat.result)} at the end"
        for seat in review.seats
    )


def _points(share: float) -> str:
    """Return a share of a victory in points of a hundred."""
    return f"{100 * share:.1f}"


def _x(review: Review, number_: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * number_ / max(len(review.plies), 1)


def _y(chance: float) -> float:
    return TOP + CURVES * (1 - chance)


def _grid(review: Review) -> Iterator[str]:
    right = _x(review, len(review.plies))
    for percent in range(0, 101, 25):
        y = _y(percent / 100)
        yield element("path", d=f"M{LEFT} {number(y)}H{number(right)}", stroke=FAINT)
        yield worded("text", f"{percent} %", x=LEFT - 8, y=y + 4, text_anchor="end", fill=INK)
    yield worded("text", f"{len(review.plies)} plies", x=right, y=_y(0) + 20, text_anchor="end", fill=INK)


def _curves(review: Review) -> Iterator[str]:
    places = _name_places(review)
    for seat in range(len(review.names)):
        spots = [review.start[seat], *(ply.chances[seat] for ply in review.plies)]
        path = "M" + "L".join(f"{number(_x(review, k))} {number(_y(chance))}" for k, chance in enumerate(spots))
        yield element("path", d=path, fill="none", stroke=COLORS[seat], stroke_width=2.2, stroke_dasharray=DASHES[seat])
        right = _x(review, len(review.plies)) + 10
        yield worded("text", review.names[seat][:18], x=right, y=places[seat] + 4, fill=COLORS[seat])


def _name_places(review: Review) -> dict[int, float]:
    """Return the height of each name: at the end of its curve, or above those that end lower."""
    places: dict[int, float] = {}
    lowest = _y(0) + NAME
    for seat in sorted(range(len(review.names)), key=lambda seat: review.result[seat]):
        lowest = places[seat] = min(_y(review.result[seat]), lowest - NAME)
    return places


def _turning_points(review: Review) -> Iterator[str]:
    last = -float(LABEL)
    for ply in review.turning_points:
        x = _x(review, ply.number + 1)
        label = worded("text", str(ply.number), x=x, y=TOP - 6, text_anchor="middle", fill=INK, style="font-size:11px")
        line = element("path", d=f"M{number(x)} {TOP}V{TOP + CURVES}", stroke=INK, stroke_dasharray="2 4", opacity=0.6)
        has_room = x - last >= LABEL
        last = x if has_room else last
        yield element("g", worded("title", _turn(review, ply)), line, *([label] if has_room else []))


def _turn(review: Review, ply: ReviewedPly) -> str:
    seat = max(range(len(review.names)), key=lambda seat: abs(ply.changes[seat]))
    return f"ply {ply.number}, {ply.ply}: {review.names[seat]} {100 * ply.changes[seat]:+.1f}"


def _table(review: Review, top: float) -> Iterator[str]:
    """Write for each seat the sum from start to result, in points of a hundred."""
    step = (WIDTH - LEFT - 170) / len(COLUMNS)
    for column, name in enumerate(COLUMNS):
        yield worded("text", name, x=LEFT + 150 + step * column, y=top, text_anchor="end", fill=INK)
    for row, seat in enumerate(review.seats, 1):
        y = top + ROW * row - 8
        yield worded("text", seat.name[:18], x=LEFT - 40, y=y, fill=COLORS[seat.seat], style="font-weight:600")
        for column, text in enumerate(_cells(seat)):
            yield worded("text", text, x=LEFT + 150 + step * column, y=y, text_anchor="end", fill=INK)


def _cells(seat: SeatReview) -> Sequence[str]:
    changes = [f"{100 * change:+.1f}" for change in (seat.dice, seat.thefts, seat.draws, seat.decisions)]
    return [_points(seat.start), *changes, _points(seat.result)]
