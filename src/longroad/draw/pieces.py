"""Number tokens, roads, settlements, cities and the robber.

Every seat has a colour and a mark, so that nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from longroad.core.island.setup import pips_of
from longroad.core.words import SEAT_NAMES, TERRAIN_NAMES
from longroad.draw.board import HEX_SPOTS, SITE_SPOTS, Board, path_ends, path_spot
from longroad.draw.glyphs import draw_glyphs
from longroad.draw.markup import Spot, along, element, moved, number, worded
from longroad.draw.terrain import HEX_PATH, UNLAID, art_name
from longroad.draw.theme import LIGHT, Theme, mixed

SEAT_COLORS: Final = ("#2f7fe8", "#fb9a1c", "#fbfaf5", "#c81e28", "#34b37a", "#56248f")
OUTLINE: Final = "#231f20"
PALE: Final = "#ffffff"
STONE: Final = "#8d897f"  # what neutral players' colours are mixed with
RED_TOKENS: Final = (6, 8)
TOKEN_SPOT: Final[Spot] = (0, 17)
TOKEN_RADIUS: Final = 21.5
ROBBER_SPOT: Final[Spot] = (31, 2)

# The marks of the seats within a square from -1 to 1: filled shapes, or strokes.
_MARKS: Final = (
    ("fill", "M-.9 0a.9 .9 0 1 0 1.8 0a.9 .9 0 1 0 -1.8 0Z"),  # a dot
    ("fill", "M0 -1L1.1 .9H-1.1Z"),  # a triangle
    ("stroke", "M-.75 -.75H.75V.75H-.75Z"),  # a square
    ("stroke", "M-.75 -.75L.75 .75M.75 -.75L-.75 .75"),  # a cross
    ("stroke", "M-.5 -.8V.8M.5 -.8V.8"),  # two bars
    ("fill", "M0 -1.15L1.15 0L0 1.15L-1.15 0Z"),  # a diamond
)
MARK_NAMES: Final = ("dot", "triangle", "square", "cross", "two bars", "diamond")

_SETTLEMENT: Final = "M-11.5 11V-2L0 -13.5L11.5 -2V11Z"
_SETTLEMENT_ROOF: Final = "M-11.5 -2L0 -13.5L11.5 -2V1.8L0 -9L-11.5 1.8Z"
_CITY: Final = "M-18 13V-10L-8.5 -20.5L1 -10V-4.5H18V13Z"
_CITY_ROOF: Final = "M-18 -10L-8.5 -20.5L1 -10V-6L-8.5 -16L-18 -6ZM1 -4.5H18V-.5H1Z"
_ROBBER: Final = (
    "M0 -22C7.4 -22 10.4 -16 10 -9.6C9.9 -6.6 9 -4.4 8.4 -3.4C12.4 -.4 14 9 14 18C14 20 12.6 20.6 11 20.6H-11"
    "C-12.6 20.6 -14 20 -14 18C-14 9 -12.4 -.4 -8.4 -3.4C-9 -4.4 -9.9 -6.6 -10 -9.6C-10.4 -16 -7.4 -22 0 -22Z"
)


def seat_name(seat: int, is_neutral: bool) -> str:
    """Name a seat by its colour, and say if it is neutral."""
    return SEAT_NAMES[seat] + (" (neutral)" if is_neutral else "")


def _seat_color(seat: int, is_neutral: bool = False) -> str:
    """Return the colour of a seat's pieces; a neutral player's is mixed with grey."""
    return mixed(SEAT_COLORS[seat], STONE, 0.55) if is_neutral else SEAT_COLORS[seat]


def mark(seat: int, x: float, y: float, size: float) -> str:
    """Draw a seat's mark around a point; `size` is the distance from its middle to its edge."""
    ink = OUTLINE if seat in (1, 2) else PALE
    kind, way = _MARKS[seat]
    if kind == "fill":
        return element("path", d=way, transform=moved(x, y, size), fill=ink)
    return element("path", d=way, transform=moved(x, y, size), fill="none", stroke=ink, stroke_width=0.55)


def hexes(theme: Theme, board: Board) -> Iterator[str]:
    """Draw the hexes with their number tokens."""
    for place, (terrain, token) in enumerate(zip(board.terrain, board.tokens, strict=True)):
        x, y = HEX_SPOTS[place]
        name = "land" if terrain == UNLAID else TERRAIN_NAMES[terrain]
        parts = [
            worded("title", f"Hex {place}: {name}" + (f", {token}" if token else "")),
            element("use", href=f"#{art_name(terrain)}"),
        ]
        if place == board.robber:
            parts.append(element("path", d=HEX_PATH, fill=theme.shadow, fill_opacity=0.26))
        if token:
            parts.append(element("g", token_art(theme, token), transform=moved(*TOKEN_SPOT), class_="token"))
        yield element("g", *parts, transform=moved(x, y), class_="hex", data_hex=str(place))


@cache
def token_art(theme: Theme, token: int) -> str:
    """Draw a number token around the origin with its pips; 6 and 8 are red and bold."""
    is_red = token in RED_TOKENS
    ink, weight = (theme.red, 0.21) if is_red else (theme.ink, 0.15)
    pips, gap = pips_of(token), 5.6
    left = -gap * (pips - 1) / 2
    return "".join(
        (
            element("circle", cy=2.2, r=TOKEN_RADIUS, fill=theme.shadow, fill_opacity=theme.shadow_strength),
            element("circle", r=TOKEN_RADIUS, fill=theme.paper, stroke=theme.paper_edge, stroke_width=1.6),
            element(
                "circle",
                r=TOKEN_RADIUS - 2.6,
                fill="none",
                stroke=theme.paper_edge,
                stroke_width=0.7,
                stroke_opacity=0.6,
            ),
            draw_glyphs(str(token), 0, -4, 18.5 if is_red else 17.5, ink, weight),
            *(element("circle", cx=left + gap * i, cy=11.4, r=2.15, fill=ink, class_="pip") for i in range(pips)),
        )
    )


def roads(theme: Theme, board: Board) -> Iterator[str]:
    """Draw the roads."""
    for path, seat in board.roads.items():
        yield _road_art(theme, path, seat, board.is_neutral(seat))


@cache
def _road_art(theme: Theme, path: int, seat: int, is_neutral: bool) -> str:
    """Draw a road where it lies."""
    start, end = path_ends(path)
    (x, y), (to_x, to_y) = along(start, end, 0.2), along(start, end, 0.8)
    way = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    return element(
        "g",
        worded("title", f"{seat_name(seat, is_neutral)}: road {path}"),
        element("path", d=way, stroke=theme.halo, stroke_width=16.5, stroke_opacity=theme.halo_strength),
        element("path", d=way, stroke=OUTLINE, stroke_width=13.5),
        element("path", d=way, stroke=_seat_color(seat, is_neutral), stroke_width=9.5),
        mark(seat, *path_spot(path), 3.3),
        class_="road",
        data_path=str(path),
        data_seat=str(seat),
    )


def buildings(theme: Theme, board: Board) -> Iterator[str]:
    """Draw settlements as houses and cities as a tower with a hall, from back to front."""
    standing = {**board.settlements, **board.cities}
    for site in sorted(standing, key=lambda site: (SITE_SPOTS[site][1], SITE_SPOTS[site][0])):
        seat, is_city = standing[site], site in board.cities
        word = "city" if is_city else "settlement"
        yield element(
            "g",
            worded("title", f"{seat_name(seat, board.is_neutral(seat))}: {word} {site}"),
            _building_art(theme, seat, is_city, board.is_neutral(seat)),
            transform=moved(*SITE_SPOTS[site]),
            class_=word,
            data_site=str(site),
            data_seat=str(seat),
        )


@cache
def _building_art(theme: Theme, seat: int, is_city: bool, is_neutral: bool) -> str:
    """Draw a settlement or a city around the origin."""
    body, roof = (_CITY, _CITY_ROOF) if is_city else (_SETTLEMENT, _SETTLEMENT_ROOF)
    color = _seat_color(seat, is_neutral)
    shade = mixed(color, "#000000", 0.14 if seat == 2 else 0.26)
    return "".join(
        (
            element(
                "path", d=body, transform="translate(1.5 2.5)", fill=theme.shadow, fill_opacity=theme.shadow_strength
            ),
            element("path", d=body, stroke=theme.halo, stroke_width=7.4, stroke_opacity=theme.halo_strength),
            element("path", d=body, fill=color, stroke=OUTLINE, stroke_width=4.4),
            element("path", d=body, fill=color),
            element("path", d=roof, fill=shade),
            mark(seat, 0, 5.6 if is_city else 4.8, 4.6 if is_city else 4.1),
        )
    )


def robber(theme: Theme, board: Board) -> str:
    """Draw the robber beside the token of its hex."""
    if board.robber is None:
        return ""
    (x, y), (dx, dy) = HEX_SPOTS[board.robber], ROBBER_SPOT
    return element(
        "g",
        worded("title", f"Robber on hex {board.robber}"),
        element("ellipse", cy=20, cx=2, rx=15, ry=4.5, fill=LIGHT.shadow, fill_opacity=0.35),
        element("path", d=_ROBBER, fill="#37333d", stroke="#f6f1e6", stroke_width=1.8),
        element("path", d="M-9 -4.4Q0 1.6 9 -4.4", fill="none", stroke="#5d5866", stroke_width=2),
        element("ellipse", cy=-10.4, rx=6, ry=6.4, fill="#0f0d12"),
        element("path", d="M-3.4 -11.4L-1 -10.2M3.4 -11.4L1 -10.2", stroke="#ffe9a3", stroke_width=1.9),
        transform=moved(x + dx, y + dy),
        class_="robber",
        data_hex=str(board.robber),
    )
