"""Digits and the colon as strokes, so that no font has to be installed."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from longroad.draw.markup import element, moved, number

HEIGHT: Final = 14.0  # of every sign, in the pen's own units
SPACE: Final = 3.4  # between signs, from the middle of one pen stroke to the middle of the next

# Each sign: its width and its pen path, from the upper left corner; x to the right, y downwards.
GLYPHS: Final = {
    "0": (8.8, "M4.4 0C7.3 0 8.8 2.9 8.8 7S7.3 14 4.4 14S0 11.1 0 7S1.5 0 4.4 0Z"),
    "1": (3.8, "M0 2.7L3.8 0V14"),
    "2": (8.4, "M.2 3.9C.3 1.5 2 0 4.3 0S8.2 1.5 8.2 3.7C8.2 6.6 5.2 9 0 14H8.4"),
    "3": (8.6, "M.7 0H7.9L3.9 5.5C6.8 5.5 8.6 7.2 8.6 9.7C8.6 12.3 6.7 14 4.1 14C2.3 14 .8 13.2 0 11.8"),
    "4": (9.2, "M6.7 14V0L0 10H9.2"),
    "5": (
        8.6,
        "M7.7 0H1.5L.8 6.2C1.8 5.5 2.9 5.1 4.1 5.1C6.8 5.1 8.6 6.9 8.6 9.5C8.6 12.2 6.8 14 4.1 14C2.3 14 .8 13.2 0 12",
    ),
    "6": (8.8, "M6.4 0C3.4 1.8 0 5.4 0 9.5C0 12.2 1.9 14 4.4 14S8.8 12.2 8.8 9.6S7 5.3 4.5 5.3C2.5 5.3 .8 6.5 .2 8.4"),
    "7": (8.6, "M0 0H8.6L3.2 14"),
    "8": (
        8.8,
        "M4.4 6.5C2.3 6.5 .8 5.1 .8 3.2S2.3 0 4.4 0S8 1.3 8 3.2S6.5 6.5 4.4 6.5"
        "C1.9 6.5 0 8 0 10.2S1.9 14 4.4 14S8.8 12.4 8.8 10.2S6.9 6.5 4.4 6.5Z",
    ),
    "9": (
        8.8,
        "M2.4 14C5.4 12.2 8.8 8.6 8.8 4.5C8.8 1.8 6.9 0 4.4 0S0 1.8 0 4.4S1.8 8.7 4.3 8.7C6.3 8.7 8 7.5 8.6 5.6",
    ),
    ":": (1.2, "M.6 3.2L1.2 3.8L.6 4.4L0 3.8ZM.6 10.4L1.2 11L.6 11.6L0 11Z"),
}

_STEP: Final = re.compile(r"([MLHVCSZ])([^MLHVCSZ]*)")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def width(text: str, height: float) -> float:
    """Return the width of a text of this height, from pen stroke to pen stroke.

    >>> round(width("11", 14), 1)
    11.0
    """
    return (sum(GLYPHS[sign][0] for sign in text) + SPACE * (len(text) - 1)) * height / HEIGHT


@cache
def outline(text: str, height: float) -> str:
    """Return the pen path of a text around the origin.

    >>> outline("1", 14)
    'M-1.9 -4.3L1.9 -7V7'
    """
    scale, left, parts = height / HEIGHT, -width(text, height) / 2, []
    for sign in text:
        for step, numbers in _STEP.findall(GLYPHS[sign][1]):
            parts.append(step + _placed(step, [float(n) * scale for n in _NUMBER.findall(numbers)], left, -height / 2))
        left += (GLYPHS[sign][0] + SPACE) * scale
    return "".join(parts)


def _placed(step: str, numbers: list[float], left: float, top: float) -> str:
    """Move the numbers of one step, which are x and y in turn, except in horizontal and vertical ones."""
    starts = (top, top) if step == "V" else (left, left if step == "H" else top)
    return " ".join(number(n + starts[i % 2]) for i, n in enumerate(numbers))


def draw_glyphs(text: str, x: float, y: float, height: float, ink: str, weight: float = 0.15) -> str:
    """Draw a text around a point; the weight is the pen's width as a fraction of the height.

    The pen's ends are round, as everywhere in a picture.

    >>> draw_glyphs("1", 5, 6, 14, "#000000")
    '<path transform="translate(5 6)" d="M-1.9 -4.3L1.9 -7V7" fill="none" stroke="#000000" stroke-width="2.1"/>'
    """
    return element(
        "path",
        transform=moved(x, y),
        d=outline(text, height),
        fill="none",
        stroke=ink,
        stroke_width=weight * height,
    )
