"""Overlays of a picture: the numbers of places, highlights and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import dist
from typing import Final

from longroad.core.island.topology import ISLAND_HEXES, ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, SITE_POINTS
from longroad.draw.board import HEX_SPOTS, SITE_SPOTS, Board, Place, harbor_spot, path_ends, path_spot, spot_of
from longroad.draw.glyphs import draw_glyphs, outline, width
from longroad.draw.markup import Spot, along, element, moved, number, polygon, worded
from longroad.draw.sea import HARBOR_RADIUS
from longroad.draw.terrain import UNLAID, hex_path
from longroad.draw.theme import Theme

LABEL_HEIGHT: Final = 8.8
LABEL_INK: Final = "#2e2a26"
SITE_RADIUS: Final = 9.8
SITE_GROUND: Final = "#1f4e79"
HARBOR_GROUND: Final = "#8c2f1d"
HEX_TAG_PATH: Final = hex_path(0.2, 2)
HEX_TAG: Final[Spot] = (-31, -7)  # from the middle of a hex
BEND: Final = 0.16  # how far an arrow bends from the straight line, as a fraction of its length
HEAD_LENGTH: Final = 17
REACH: Final = {"hex": 36, "site": 13, "path": 8, "harbor": HARBOR_RADIUS}  # how far from a place's middle arrows stay


def coordinates(theme: Theme, board: Board, kinds: frozenset[str]) -> Iterator[str]:
    """Write the numbers of places: hexes in hexagons, intersections in circles, paths in bars, harbors on a flag."""
    if "hexes" in kinds:
        labels = [_hex_label(theme, board, place) for place in range(ISLAND_HEXES[board.island])]
        yield element("g", *labels, fill=theme.ink, stroke=theme.paper, stroke_width=1.4, class_="hexes")
    if "paths" in kinds:
        labels = [_path_label(path) for path in range(ISLAND_PATH_COUNT[board.island])]
        yield element("g", *labels, fill="#ffffff", stroke=LABEL_INK, stroke_width=1.4, class_="paths")
    if "sites" in kinds:
        labels = [_site_label(board, site) for site in range(ISLAND_SITE_COUNT[board.island])]
        yield element("g", *labels, fill=SITE_GROUND, stroke="#ffffff", stroke_width=1.4, class_="sites")
    if "harbors" in kinds and board.harbors:
        labels = [_harbor_label(board, path) for path, _ in board.harbors]
        yield element("g", *labels, fill=HARBOR_GROUND, stroke="#ffffff", stroke_width=1.4, class_="harbors")


def _label(text: str, spot: Spot, tag: str) -> str:
    """Write a number on its tag, with the tag's outline as ink."""
    way = element("path", d=outline(text, LABEL_HEIGHT), fill="none")
    return element("g", worded("title", text), tag, way, transform=moved(*spot))


def _bar(text: str, half_height: float, radius: float) -> str:
    half = width(text, LABEL_HEIGHT) / 2 + 4.4
    return element("rect", x=-half, y=-half_height, width=2 * half, height=2 * half_height, rx=radius)


def _hex_label(theme: Theme, board: Board, place: int) -> str:
    """Number a hex: large where there is no token, else as a small tag beside the token."""
    x, y = HEX_SPOTS[place]
    if board.terrain[place] == UNLAID:
        return draw_glyphs(str(place), x, y, 26, theme.ink)
    return _label(str(place), (x + HEX_TAG[0], y + HEX_TAG[1]), element("path", d=HEX_TAG_PATH))


@cache
def _path_label(path: int) -> str:
    return _label(str(path), path_spot(path), _bar(str(path), 7.2, 3))


def _site_label(board: Board, site: int) -> str:
    """Number an intersection; beside its building if it has one, where no path leads."""
    x, y = SITE_SPOTS[site]
    if site in board.settlements or site in board.cities:
        x -= 27 if site in board.cities else 20
        y += -10 if SITE_POINTS[site][1] % 3 == 1 else 10  # at the top of a hex a path leads up
    return _label(str(site), (x, y), element("circle", r=SITE_RADIUS))


def _harbor_label(board: Board, path: int) -> str:
    x, y = harbor_spot(board.island, path)
    return _label(str(path), (x, y - HARBOR_RADIUS - 4), _bar(str(path), 7.6, 7.6))


def highlights(theme: Theme, board: Board, places: Iterable[Place]) -> Iterator[str]:
    """Draw a bright outline around each place."""
    for kind, place in places:
        shape = _outline(kind, place)
        yield element(
            "g",
            element("path", d=shape, stroke=theme.accent_edge, stroke_width=8),
            element("path", d=shape, stroke=theme.accent, stroke_width=4.6),
            transform=moved(*spot_of(board, (kind, place))),
            class_="highlight",
            fill="none",
        )


def _outline(kind: str, place: int) -> str:
    """Write the outline of a place around its middle."""
    if kind == "hex":
        return hex_path(0.85)
    if kind == "path":
        return _capsule(place, 14)
    return _circle(HARBOR_RADIUS + 2 if kind == "harbor" else 19)


def _circle(radius: float) -> str:
    r, d = number(radius), number(2 * radius)
    return f"M-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z"


def _capsule(path: int, radius: float) -> str:
    """Write an outline around the middle of a path and some way to both ends."""
    middle = path_spot(path)
    (x, y), (to_x, to_y) = (along(middle, end, 0.55) for end in path_ends(path))
    length = dist((x, y), (to_x, to_y))
    across = -(to_y - y) / length * radius, (to_x - x) / length * radius
    corners = ((x, y, 1), (x, y, -1), (to_x, to_y, -1), (to_x, to_y, 1))
    a, b, c, d = (
        f"{number(cx - middle[0] + side * across[0])} {number(cy - middle[1] + side * across[1])}"
        for cx, cy, side in corners
    )
    r = number(radius)
    return f"M{a}A{r} {r} 0 0 1 {b}L{c}A{r} {r} 0 0 1 {d}Z"


def arrows(theme: Theme, board: Board, ways: Iterable[tuple[Place, Place]]) -> Iterator[str]:
    """Draw a curved arrow from each place to another."""
    for start, end in ways:
        stem, head = _arrow(*_apart(board, start, end))
        yield element(
            "g",
            element("path", d=stem, fill="none", stroke=theme.accent_edge, stroke_width=11),
            element("path", d=head, fill=theme.accent_edge, stroke=theme.accent_edge, stroke_width=6),
            element("path", d=stem, fill="none", stroke=theme.accent, stroke_width=6.5),
            element("path", d=head, fill=theme.accent, stroke=theme.accent, stroke_width=1.5),
            class_="arrow",
        )


def _apart(board: Board, start: Place, end: Place) -> tuple[Spot, Spot]:
    """Return the ends of an arrow: a little away from both places, so that they stay visible."""
    spots = spot_of(board, start), spot_of(board, end)
    length = dist(*spots)  # no two places have the same middle
    near, far = (min(REACH[kind] / length, 0.32) for kind, _ in (start, end))
    return along(*spots, near), along(*spots, 1 - far)


def _arrow(start: Spot, end: Spot) -> tuple[str, str]:
    """Write the stem of an arrow, which bends a little to the left, and its head."""
    (x, y), (to_x, to_y) = start, end
    bend = (x + to_x) / 2 + BEND * (to_y - y), (y + to_y) / 2 - BEND * (to_x - x)
    way_x, way_y = (c / dist(bend, end) for c in (to_x - bend[0], to_y - bend[1]))
    head = min(HEAD_LENGTH, dist(start, end) / 2)
    neck = to_x - head * way_x, to_y - head * way_y
    sides = [(neck[0] - side * 0.62 * head * way_y, neck[1] + side * 0.62 * head * way_x) for side in (-1, 1)]
    stem = f"M{number(x)} {number(y)}Q{number(bend[0])} {number(bend[1])} {number(neck[0])} {number(neck[1])}"
    return stem, polygon([sides[0], end, sides[1]])
