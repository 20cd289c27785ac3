"""The signs of terrain and resources: bricks, conifers, a sheep, wheat, peaks, a cactus.

The same motif stands on a terrain's hexes and on the harbors of the resource that it yields. Each is drawn around the
origin, about 30 wide and high, lit from the upper left.
"""

from __future__ import annotations

from typing import Final

from longroad.core.words import DESERT, FIELDS, FOREST, HILLS, MOUNTAINS, PASTURE
from longroad.draw.markup import element, moved, number


def _brick(x: float, y: float) -> str:
    """Draw one brick around a point, 16 wide and 9 high, seen a little from above."""
    return (
        f'<path d="M{number(x - 8)} {number(y - 2)}l3 -3.4h13l-3 3.4z" fill="#f4b48c"/>'
        f'<path d="M{number(x + 5)} {number(y - 2)}l3 -3.4v7l-3 3.4z" fill="#9c4526"/>'
        f'<path d="M{number(x - 8)} {number(y - 2)}h13v7h-13z" fill="#dd8355"/>'
    )


def _outlined(shape: str, ink: str, width: float) -> str:
    return f'<path d="{shape}" fill="{ink}" stroke="{ink}" stroke-width="{number(width)}"/>'


BRICKS: Final = (
    _outlined("M-17 11V3.5L-9 0V-8L-5.5 -11.5H8.5V-4.5L9 0H17V7L13.5 11Z", "#6b2b14", 3)
    + _brick(-8, 6)
    + _brick(6.5, 6)
    + _brick(-0.5, -4)
)


def _conifer(x: float, y: float, scale: float = 1) -> str:
    """Draw a conifer whose foot stands at a point."""
    left = "M0 -34L-8 -21H-5L-11 -11.5H-7.5L-13 -2H0Z"
    right = "M0 -34L8 -21H5L11 -11.5H7.5L13 -2H0Z"
    return element(
        "g",
        '<path d="M-2.2 -4H2.2V3H-2.2Z" fill="#5b3a1e"/>',
        f'<path d="{left}" fill="#4f9a63"/><path d="{right}" fill="#1d5233"/>',
        '<path d="M0 -34L8 -21H5L11 -11.5H7.5L13 -2H-13L-7.5 -11.5H-11L-5 -21H-8Z" fill="none" stroke="#123a22" '
        'stroke-width="1.6"/>',
        transform=moved(x, y, scale),
    )


TREES: Final = _conifer(-14, 13, 0.72) + _conifer(14, 13, 0.72) + _conifer(0, 17, 0.98)
TREE: Final = _conifer(0, 15, 0.9)

SHEEP: Final = (
    '<path d="M-8 6V15M-3 8V16M5 8V16M9.5 6V15" stroke="#3b342d" stroke-width="2.6"/>'
    '<path d="M-12 6.5C-17 5 -17 -1.5 -12.5 -2.5C-13.5 -8 -7 -11 -3.8 -8C-1.5 -12 5 -12 7 -8C11.5 -10 16 -6 14.2 -1.8'
    'C18 1 16 7 11.5 7C9.5 10.5 4 11 2 8.4C-1 11.5 -7 11.4 -8 8C-9.5 8.4 -11 8 -12 6.5Z" fill="#fffdf5" '
    'stroke="#5d564a" stroke-width="1.7"/>'
    '<path d="M-4 -1.5C-2.5 .5 0 .5 1.5 -1.2M3.5 2.5C5 4.5 8 4.5 9.5 2.6M-3 5C-2 6.2 0 6.2 1 5" fill="none" '
    'stroke="#cbc3b0" stroke-width="1.5"/>'
    '<path d="M-11 -8.5C-8.5 -9.5 -6.8 -7.5 -7.4 -4C-8 -.5 -10 3.6 -13.2 3.6C-16.6 3.6 -18 .4 -17.6 -2.8'
    'C-17.2 -6 -14 -7.8 -11 -8.5Z" fill="#3b342d"/>'
    '<path d="M-10.5 -8C-8 -10.4 -5 -9.6 -4.6 -7.4C-6.4 -5.8 -8.6 -5.8 -10.5 -8Z" fill="#3b342d"/>'
    '<circle cx="-13.4" cy="-3.6" r="1.15" fill="#fffdf5"/>'
)


def _grain(x: float, y: float, side: int) -> str:
    """Draw one grain of an ear, to the left or to the right of a point of its stem."""
    a, b = number(side * 5.2), number(side * 4.6)
    return f'<path d="M{number(x)} {number(y)}q{a} -.6 {b} -6.6q{number(-side * 4.8)} 1.4 {number(-side * 4.6)} 6.6z"/>'


def _ear(x: float, lean: float) -> str:
    """Draw an ear of wheat whose stem starts below the origin and leans to one side."""
    grains = "".join(_grain(0, y, side) for y in (-1, -6, -11) for side in (-1, 1))
    top = '<path d="M0 -14.5q-3 -3.4 0 -8.4q3 5 0 8.4z"/>'
    return (
        f'<g transform="translate({number(x)} 3) rotate({number(lean)})">'
        f'<path d="M0 14V-15" stroke="#734706" stroke-width="2.2"/>{grains}{top}</g>'
    )


_EARS: Final = _ear(-6.5, -17) + _ear(6.5, 17) + _ear(0, 0)
WHEAT: Final = (
    f'<g fill="#fff2bd" stroke="#734706" stroke-width="1.5">{_EARS}</g>'
    '<path d="M-5.6 9.5Q0 12 5.6 9.5" fill="none" stroke="#7c3a12" stroke-width="3.4"/>'
)

PEAKS: Final = (
    '<path d="M-24 15L-11 -6L-3 6L4 -17L25 15Z" fill="#454c59" stroke="#353b46" stroke-width="3" '
    "/>"
    '<path d="M-24 15L-11 -6L-12 15Z" fill="#c3cad5"/><path d="M-11 -6L3 15H-12Z" fill="#6d7583"/>'
    '<path d="M-9 15L4 -17L2 15Z" fill="#d3d9e2"/><path d="M4 -17L25 15H2Z" fill="#6d7583"/>'
    '<path d="M-1 -4.6L4 -17L11.4 -5.7L7.6 -7.6L4.4 -3.2L2 -6.4Z" fill="#ffffff"/>'
    '<path d="M-15.2 .8L-11 -6L-6.8 .3L-9 -.8L-11.4 2.2L-13 0Z" fill="#ffffff"/>'
)
PEAK: Final = f'<g transform="translate(-4 0)">{PEAKS}</g>'

CACTUS: Final = (
    '<circle cx="15" cy="-11" r="6.5" fill="#f2a93b"/>'
    '<path d="M15 -21.5V-24M22.4 -18.4L24.2 -20.2M25.5 -11H28M7.6 -18.4L5.8 -20.2M22.4 -3.6L24.2 -1.8" '
    'stroke="#e08f1e" stroke-width="2.2"/>'
    '<path d="M-6 17V-15M-6 5H-10Q-15 5 -15 0V-6M-6 0H-2Q3 0 3 -5V-9" fill="none" stroke="#35532f" '
    'stroke-width="8.6"/>'
    '<path d="M-6 17V-15M-6 5H-10Q-15 5 -15 0V-6M-6 0H-2Q3 0 3 -5V-9" fill="none" stroke="#76a05a" '
    'stroke-width="5.6"/>'
    '<path d="M-7.4 14V-14M-16.3 -1V-6" stroke="#a3c47f" stroke-width="1.5"/>'
)

ANCHOR: Final = (
    '<path d="M0 -7V13M-6.5 -3.5H6.5M-12 4.5Q-11 13 0 14Q11 13 12 4.5" fill="none" stroke="#35506a" '
    'stroke-width="3.4"/>'
    '<circle cy="-11" r="3.6" fill="none" stroke="#35506a" stroke-width="3"/>'
    '<path d="M-15.4 8L-12.2 1.6L-8 7ZM15.4 8L12.2 1.6L8 7Z" fill="#35506a" stroke="#35506a"/>'
)

TERRAIN_ICONS: Final = {
    HILLS: BRICKS,
    FOREST: TREES,
    PASTURE: SHEEP,
    FIELDS: WHEAT,
    MOUNTAINS: PEAKS,
    DESERT: CACTUS,
}
HARBOR_ICONS: Final = ("", BRICKS, TREE, SHEEP, WHEAT, PEAKS, ANCHOR)  # by the kind of harbor
