"""Writes SVG: elements, numbers, outlines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot
from typing import TypeAlias

Spot: TypeAlias = tuple[float, float]  # a point of the picture, y downwards


def number(value: float) -> str:
    """Return a number as text with at most two decimals, without trailing zeros.

    >>> number(12), number(-0.001), number(2.345678)
    ('12', '0', '2.35')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *content: str, **attributes: str | float) -> str:
    """Write an element; in the names of attributes an underscore stands for a hyphen, one at the end for nothing.

    The values of attributes are our own, never a caller's, and are written as they are.

    >>> element("circle", r=2.5, stroke_width=1)
    '<circle r="2.5" stroke-width="1"/>'
    >>> element("g", worded("title", "6 & 8"), class_="token")
    '<g class="token"><title>6 &amp; 8</title></g>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def worded(name: str, text: str, **attributes: str | float) -> str:
    """Write an element that holds text."""
    return element(name, escape(text, quote=False), **attributes)


def moved(x: float, y: float, scale: float = 1) -> str:
    """Return the transformation that moves a drawing from the origin to a place.

    >>> moved(1, 2), moved(1, 2, 0.5)
    ('translate(1 2)', 'translate(1 2) scale(0.5)')
    """
    return f"translate({number(x)} {number(y)})" + ("" if scale == 1 else f" scale({number(scale)})")


def polygon(spots: Sequence[Spot]) -> str:
    """Write the path of a polygon.

    >>> polygon([(0, 0), (4, 0), (4, 3)])
    'M0 0L4 0L4 3Z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z"


def rounded(spots: Sequence[Spot], radius: float) -> str:
    """Write the path of a polygon whose corners are rounded off, so far from each corner.

    >>> rounded([(0, 0), (8, 0), (8, 6)], 1)
    'M0.8 0.6Q0 0 1 0L7 0Q8 0 8 1L8 5Q8 6 7.2 5.4Z'
    """
    parts = []
    for i, (x, y) in enumerate(spots):
        before, after = (_towards((x, y), spots[k % len(spots)], radius) for k in (i - 1, i + 1))
        parts.append(f"{before}Q{number(x)} {number(y)} {after}")
    return "M" + "L".join(parts) + "Z"


def _towards(start: Spot, end: Spot, distance: float) -> str:
    x, y = along(start, end, distance / hypot(end[0] - start[0], end[1] - start[1]))
    return f"{number(x)} {number(y)}"


def along(start: Spot, end: Spot, part: float) -> Spot:
    """Return the point at a fraction of the way from one point to another.

    >>> along((0, 0), (10, 4), 0.25)
    (2.5, 1.0)
    """
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
