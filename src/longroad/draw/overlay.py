"""What is laid over the picture: the numbers of places, highlights and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist
from typing import Final

from longroad.core.island import ISLAND_HEXES, ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, SITE_POINTS
from longroad.draw.board import HEX_SPOTS, SITE_SPOTS, Board, Place, harbor_spot, path_ends, path_spot, spot_of
from longroad.draw.lettering import lettered, width
from longroad.draw.markup import Spot, along, element, moved, number, polygon
from longroad.draw.sea import HARBOR_RADIUS
from longroad.draw.terrain import hex_path
from longroad.draw.theme import Theme

SITE_RADIUS: Final = 9.5
HEX_TAG: Final[Spot] = (-31, -7)  # from the middle of a hex
BEND: Final = 0.16  # how far an arrow leaves the straight line, as a part of its length
HEAD_LENGTH: Final = 17
HEAD_HALF: Final = 10.5


def coordinates(theme: Theme, board: Board, kinds: frozenset[str]) -> Iterator[str]:
    """Write the numbers of places: hexes in hexagons, intersections in circles, paths in bars, harbors in a flag."""
    if "hexes" in kinds:
        yield from (_hex_label(theme, board, place) for place in range(ISLAND_HEXES[board.island]))
    if "paths" in kinds:
        yield from (_path_label(theme, path) for path in range(ISLAND_PATH_COUNT[board.island]))
    if "sites" in kinds:
        yield from (_site_label(theme, board, site) for site in range(ISLAND_SITE_COUNT[board.island]))
    if "harbors" in kinds:
        yield from (_harbor_label(theme, board, path) for path, _ in board.harbors)


def _hex_label(theme: Theme, board: Board, place: int) -> str:
    """Number a hex: large where there is nothing else to see, else as a small tag at its top."""
    x, y = HEX_SPOTS[place]
    if board.terrain[place] < 0:
        return lettered(str(place), x, y, 26, theme.ink, 0.15)
    tag = element("path", d=hex_path(0.2, 2), fill=theme.ink, stroke=theme.paper, stroke_width=1.2)
    return element(
        "g", tag, lettered(str(place), 0, 0, 9, theme.paper, 0.17), transform=moved(x + HEX_TAG[0], y + HEX_TAG[1])
    )


def _path_label(theme: Theme, path: int) -> str:
    x, y = path_spot(path)
    half = width(str(path), 8.4) / 2 + 4.2
    tag = element(
        "rect", x=-half, y=-7, width=2 * half, height=14, rx=3, fill="#ffffff", stroke=theme.ink, stroke_width=1
    )
    return element("g", tag, lettered(str(path), 0, 0, 8.4, theme.ink, 0.16), transform=moved(x, y))


def _site_label(theme: Theme, board: Board, site: int) -> str:
    """Number an intersection; beside its building if it has one, where no path leads."""
    x, y = SITE_SPOTS[site]
    if site in board.settlements or site in board.cities:
        x -= 27 if site in board.cities else 20
        y += -10 if SITE_POINTS[site][1] % 3 == 1 else 10  # at the top of a hex the way up is a path
    tag = element("circle", r=SITE_RADIUS, fill="#1f4e79", stroke="#ffffff", stroke_width=1.2)
    return element("g", tag, lettered(str(site), 0, 0, 8.8, "#ffffff", 0.17), transform=moved(x, y))


def _harbor_label(theme: Theme, board: Board, path: int) -> str:
    x, y = harbor_spot(board.island, path)
    half = width(str(path), 8.8) / 2 + 4.5
    tag = element("rect", x=-half, y=-7.4, width=2 * half, height=14.8, rx=7.4, fill="#8c2f1d", stroke="#ffffff")
    label = lettered(str(path), 0, 0, 8.8, "#ffffff", 0.17)
    return element("g", tag, label, transform=moved(x, y - HARBOR_RADIUS - 1))


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
        return hex_path(0.9)
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
        stem, head = _arrow(spot_of(board, start), spot_of(board, end))
        yield element(
            "g",
            element("path", d=stem, fill="none", stroke=theme.accent_edge, stroke_width=11),
            element("path", d=head, fill=theme.accent_edge, stroke=theme.accent_edge, stroke_width=6),
            element("path", d=stem, fill="none", stroke=theme.accent, stroke_width=6.5),
            element("path", d=head, fill=theme.accent, stroke=theme.accent, stroke_width=1.5),
            class_="arrow",
        )


def _arrow(start: Spot, end: Spot) -> tuple[str, str]:
    """Write the stem of an arrow, which bends a little to the left, and its head."""
    (x, y), (to_x, to_y) = start, end
    bend = (x + to_x) / 2 + BEND * (to_y - y), (y + to_y) / 2 - BEND * (to_x - x)
    way_x, way_y = (c / dist(bend, end) for c in (to_x - bend[0], to_y - bend[1]))
    neck = to_x - HEAD_LENGTH * way_x, to_y - HEAD_LENGTH * way_y
    sides = [(neck[0] - side * HEAD_HALF * way_y, neck[1] + side * HEAD_HALF * way_x) for side in (-1, 1)]
    stem = f"M{number(x)} {number(y)}Q{number(bend[0])} {number(bend[1])} {number(neck[0])} {number(neck[1])}"
    return stem, polygon([sides[0], end, sides[1]])
