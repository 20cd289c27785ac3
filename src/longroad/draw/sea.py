"""The sea with its shallows, waves and compass, the beach, and the harbors with their piers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, dist, pi, sin
from typing import Final

from longroad.core.island.topology import ISLAND_HEXES, PATH_SITES
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES
from longroad.draw.board import HEX_SPOTS, SITE_SPOTS, Board, coast, frame_of, harbor_spot
from longroad.draw.glyphs import draw_glyphs
from longroad.draw.icons import HARBOR_ICONS
from longroad.draw.markup import Spot, along, element, moved, number, polygon, worded
from longroad.draw.theme import Theme

HARBOR_RADIUS: Final = 23
SHALLOWS: Final = (78, 52, 32)  # how wide the bands of shallow water are drawn, along both sides of the coast
FOAM: Final = 19
BEACH: Final = 13
WAVE: Final = "q4.5 -5.5 9 0t9 0"
WAVE_STEP: Final[Spot] = (52, 30)
COMPASS_RADIUS: Final = 27


def definitions(theme: Theme) -> str:
    """Define the gradient of the sea."""
    stops = element("stop", offset=0.45, stop_color=theme.sea) + element("stop", offset=1, stop_color=theme.deep)
    return element("radialGradient", stops, id="~sea", r=0.68)


@cache
def sea(theme: Theme, island: int) -> str:
    """Draw the sea and the beach of an island."""
    frame, shore = frame_of(island), polygon(coast(island))
    rect = {"x": frame.left, "y": frame.top, "width": frame.width, "height": frame.height}
    inner = {"x": frame.left + 8, "y": frame.top + 8, "width": frame.width - 16, "height": frame.height - 16}
    bands = [*zip(theme.shallows, SHALLOWS, strict=True), (theme.foam, FOAM), (theme.shore, BEACH + 2.4)]
    return "".join(
        (
            element("rect", **rect, rx=22, fill="url(#~sea)"),
            element("rect", **inner, rx=15, fill="none", stroke=theme.wave, stroke_width=1.5, stroke_opacity=0.6),
            *(element("path", d=shore, fill=color, stroke=color, stroke_width=width) for color, width in bands),
            element("path", d=shore, fill=theme.sand, stroke=theme.sand, stroke_width=BEACH),
            _compass(theme, island),
            _ship(theme, island),
        )
    )


def _compass_spot(island: int) -> Spot:
    frame = frame_of(island)
    return frame.left + frame.width - 46, frame.top + frame.height - 46


def _compass(theme: Theme, island: int) -> str:
    """Draw a compass rose in the lower right corner."""
    x, y = _compass_spot(island)
    rays = []
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        length, angle = COMPASS_RADIUS * (1 if k % 2 == 0 else 0.62), k * pi / 4
        tip = length * sin(angle), -length * cos(angle)
        for side, opacity in ((-1, 0.85), (1, 0.4)):
            base = 5 * sin(angle + side * pi / 4), -5 * cos(angle + side * pi / 4)
            rays.append(element("path", d=polygon([(0, 0), tip, base]), fill_opacity=opacity))
    ring = element(
        "circle", r=COMPASS_RADIUS * 0.72, fill="none", stroke=theme.wave, stroke_width=1.4, stroke_opacity=0.7
    )
    return element("g", ring, *rays, transform=moved(x, y), fill=theme.wave)


def _ship_spot(island: int) -> Spot:
    frame = frame_of(island)
    return frame.left + 47, frame.top + frame.height - 41


def _ship(theme: Theme, island: int) -> str:
    """Draw a ship under sail in the lower left corner."""
    sails = "M-2 -30Q-19 -19 -20 -3Q-10 -6 -2 -3ZM2 -35Q21 -21 22 -3Q11 -7 2 -3Z"
    return element(
        "g",
        element("path", d=sails, fill_opacity=0.7),
        element("path", d="M0 -38V2", fill="none", stroke=theme.wave, stroke_width=1.8),
        element("path", d="M0 -38Q7 -41 12 -37Q7 -36 0 -34Z", fill_opacity=0.7),
        element("path", d="M-25 2H25Q23 13 14 14H-13Q-22 13 -25 2Z", fill_opacity=0.8),
        element(
            "path",
            d="M-34 19q5 -5.5 10 0t10 0t10 0t10 0t10 0t10 0",
            fill="none",
            stroke=theme.wave,
            stroke_width=2,
            stroke_opacity=0.6,
        ),
        transform=moved(*_ship_spot(island), 0.8),
        fill=theme.wave,
    )


def waves(theme: Theme, board: Board) -> str:
    """Draw small waves where the sea is open."""
    harbors = [harbor_spot(board.island, path) for path, _ in board.harbors]
    spots = (spot for spot in _open_sea(board.island) if all(dist(spot, harbor) > 42 for harbor in harbors))
    way = "".join(f"M{number(x - 9)} {number(y)}{WAVE}" for x, y in spots)
    return element("path", d=way, fill="none", stroke=theme.wave, stroke_width=2, stroke_opacity=0.55)


@cache
def _open_sea(island: int) -> tuple[Spot, ...]:
    """Return the places for waves, away from land, frame, compass and ship."""
    frame, hexes = frame_of(island), HEX_SPOTS[: ISLAND_HEXES[island]]
    taken = _compass_spot(island), _ship_spot(island)
    spots = (
        (frame.left + column * WAVE_STEP[0] / 2, frame.top + row * WAVE_STEP[1] - 3)
        for row in range(1, int(frame.height / WAVE_STEP[1]))
        for column in range(1, int(2 * frame.width / WAVE_STEP[0]))
        if (row + column) % 4 == 0
    )
    return tuple(
        (x, y)
        for x, y in spots
        if frame.left + 24 <= x <= frame.left + frame.width - 24
        and y <= frame.top + frame.height - 18
        and all(dist((x, y), spot) > 50 for spot in taken)
        and all(dist((x, y), spot) > 106 for spot in hexes)
    )


def harbors(theme: Theme, board: Board) -> Iterator[str]:
    """Draw each harbor as a buoy with its icon and rate, and a pier to each intersection that it serves."""
    for path, kind in board.harbors:
        spot = harbor_spot(board.island, path)
        rate = "3:1" if kind == GENERIC_HARBOR else "2:1"
        resource = "any resource" if kind == GENERIC_HARBOR else HARBOR_NAMES[kind]
        yield element(
            "g",
            worded("title", f"Harbor {path}: {rate}, {resource}"),
            *(_pier(theme, spot, SITE_SPOTS[site]) for site in PATH_SITES[2 * path : 2 * path + 2]),
            element("g", _harbor_art(theme, kind), transform=moved(*spot)),
            class_="harbor",
            data_path=str(path),
        )


def _pier(theme: Theme, start: Spot, end: Spot) -> str:
    (x, y), (to_x, to_y) = along(end, start, 0.1), along(end, start, 0.75)
    way = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    return element("path", d=way, stroke=theme.pier, stroke_width=8, stroke_linecap="butt") + element(
        "path", d=way, stroke=theme.plank, stroke_width=5.6, stroke_dasharray="3.4 1.2", stroke_linecap="butt"
    )


@cache
def _harbor_art(theme: Theme, kind: int) -> str:
    """Draw a harbor around the origin."""
    rate = "3:1" if kind == GENERIC_HARBOR else "2:1"
    return "".join(
        (
            element("circle", cy=2.5, r=HARBOR_RADIUS, fill=theme.shadow, fill_opacity=theme.shadow_strength),
            element("circle", r=HARBOR_RADIUS, fill=theme.paper, stroke=theme.paper_edge, stroke_width=2),
            element("g", HARBOR_ICONS[kind], transform=moved(0, -9, 0.58)),
            draw_glyphs(rate, 0, 10.8, 13.5, theme.ink, 0.18),
        )
    )
