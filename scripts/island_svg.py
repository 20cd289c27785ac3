"""Draw the picture of the README: a position from a game of the computer players, as SVG.

    python scripts/island_svg.py > docs/island.svg

Another game or moment: `python scripts/island_svg.py SEED PLIES`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from longroad.core.history import History
from longroad.core.island import (
    COAST_LENGTH,
    COAST_PATHS,
    COAST_SEA,
    HEX_CENTERS,
    HEX_SITES,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    MOST_COAST,
    PATH_SITES,
    SEA_CENTERS,
    SITE_POINTS,
)
from longroad.core.layout import CITY_CODE, ROADS, SEATS
from longroad.core.ruleset import Ruleset
from longroad.core.sets import contains
from longroad.core.setup import pips_of
from longroad.core.state import Seen, State
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, SEAT_NAMES, TERRAIN_NAMES
from longroad.demo import play

SEED, PLIES = 6, 651
SIDE = 50.0  # of a hex
MARGIN = 20.0
TERRAIN_COLORS = ("#b8623b", "#2f6b3c", "#9cc963", "#e9c13f", "#8b8f98", "#dcc79a")
TERRAIN_INKS = ("#fbe9df", "#d7ecd2", "#33521b", "#5e4a08", "#f4f5f7", "#7a6537")
SEAT_COLORS = ("#2f6fdb", "#ee8a1d", "#f7f7f4", "#cf2f2f", "#2aa84a", "#7d3fb0")
OUTLINE = "#2b2a28"
SEA, SHORE, HARBOR = "#2b6f93", "#efdcb0", "#f6ecd2"


def place(point: tuple[float, float]) -> tuple[float, float]:
    """Turn a point of the lattice into one of the picture."""
    return round(point[0] * SIDE * 3**0.5 / 2, 1), round(point[1] * SIDE / 2, 1)


def element(name: str, text: str = "", **attributes: str | float) -> str:
    """Write an element; underscores in the names of attributes stand for hyphens."""
    written = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f"<{name}{written}>{text}</{name}>" if text else f"<{name}{written}/>"


def polygon(points: Iterable[tuple[float, float]], **attributes: str | float) -> str:
    """Write a polygon."""
    return element("polygon", "", points=" ".join(f"{x:g},{y:g}" for x, y in points), **attributes)


def label(x: float, y: float, text: str, size: float, color: str, weight: str = "normal") -> str:
    """Write text around a point."""
    return element(
        "text", text, x=f"{x:g}", y=f"{y:g}", font_size=size, fill=color, text_anchor="middle", font_weight=weight
    )


def hexes(seen: Seen, island: int) -> Iterator[str]:
    """Draw the terrain on a sandy shore, and the number tokens with their pips."""
    corners = [[place(SITE_POINTS[s]) for s in HEX_SITES[6 * h : 6 * h + 6]] for h in range(ISLAND_HEXES[island])]
    for points in corners:
        yield polygon(points, fill=SHORE, stroke=SHORE, stroke_width=16, stroke_linejoin="round")
    for h, points in enumerate(corners):
        terrain, token = seen["terrain"][h], seen["token"][h]
        x, y = place(HEX_CENTERS[h])
        yield polygon(points, fill=TERRAIN_COLORS[terrain], stroke=SHORE, stroke_width=5, stroke_linejoin="round")
        yield label(x, y - 20, TERRAIN_NAMES[terrain], 10, TERRAIN_INKS[terrain])
        if token:
            yield from number_token(x, y + 7, token)


def number_token(x: float, y: float, token: int) -> Iterator[str]:
    """Draw a number token."""
    color = "#c22a22" if token in (6, 8) else OUTLINE
    yield element("circle", cx=f"{x:g}", cy=f"{y:g}", r=18, fill="#fbf4e0", stroke="#c9b78a")
    yield label(x, y + 4, str(token), 17, color, "bold")
    pips = pips_of(token)
    for i in range(pips):
        yield element("circle", cx=f"{x + 4.4 * (i - (pips - 1) / 2):g}", cy=f"{y + 10:g}", r=1.5, fill=color)


def harbors(seen: Seen, island: int) -> Iterator[str]:
    """Draw the harbors with a pier to each intersection that they serve."""
    edges = range(MOST_COAST * island, MOST_COAST * island + COAST_LENGTH[island])
    sea = {COAST_PATHS[edge]: SEA_CENTERS[island][COAST_SEA[edge]] for edge in edges}
    for path, kind in seen.island.harbors or ():
        ends = [place(SITE_POINTS[site]) for site in PATH_SITES[2 * path : 2 * path + 2]]
        (sea_x, sea_y), middle = place(sea[path]), [sum(c) / 2 for c in zip(*ends, strict=True)]
        x, y = middle[0] + 0.62 * (sea_x - middle[0]), middle[1] + 0.62 * (sea_y - middle[1])
        for end_x, end_y in ends:
            yield line(x, y, end_x, end_y, stroke=HARBOR, stroke_width=4, stroke_dasharray="5 3")
        yield element("circle", cx=f"{x:g}", cy=f"{y:g}", r=17, fill=HARBOR, stroke="#b79f68")
        yield label(x, y - 1, "3:1" if kind == GENERIC_HARBOR else "2:1", 11, OUTLINE, "bold")
        yield label(x, y + 9, "any" if kind == GENERIC_HARBOR else HARBOR_NAMES[kind], 8, OUTLINE)


def line(x: float, y: float, to_x: float, to_y: float, **attributes: str | float) -> str:
    """Draw a line with round ends."""
    ends = {"x1": f"{x:g}", "y1": f"{y:g}", "x2": f"{to_x:g}", "y2": f"{to_y:g}"}
    return element("line", "", **ends, stroke_linecap="round", **attributes)


def roads(seen: Seen, island: int) -> Iterator[str]:
    """Draw the roads."""
    for path in range(ISLAND_PATH_COUNT[island]):
        for seat in range(SEATS):
            if contains(seen.m, ROADS + 2 * seat, path):
                (x, y), (to_x, to_y) = (place(SITE_POINTS[site]) for site in PATH_SITES[2 * path : 2 * path + 2])
                ends = [a + 0.2 * (b - a) for a, b in ((x, to_x), (y, to_y), (to_x, x), (to_y, y))]
                yield line(*ends, stroke=OUTLINE, stroke_width=10)
                yield line(*ends, stroke=SEAT_COLORS[seat], stroke_width=7)


SETTLEMENT = ((-8, 8), (-8, -3), (0, -11), (8, -3), (8, 8))
CITY = ((-13, 10), (-13, -8), (-6, -15), (1, -8), (1, -2), (13, -2), (13, 10))


def buildings(seen: Seen, island: int) -> Iterator[str]:
    """Draw settlements as houses, and cities as houses with an annex."""
    for site in range(ISLAND_SITE_COUNT[island]):
        code = seen["site"][site]
        if code:
            x, y = place(SITE_POINTS[site])
            shape = SETTLEMENT if code <= CITY_CODE else CITY
            color = SEAT_COLORS[(code - 1) % CITY_CODE]
            points = ((x + dx, y + dy) for dx, dy in shape)
            yield polygon(points, fill=color, stroke=OUTLINE, stroke_width=2, stroke_linejoin="round")


def robber(seen: Seen) -> Iterator[str]:
    """Draw the robber beside the token."""
    x, y = place(HEX_CENTERS[seen["robber"]])
    x, y = x + 25, y + 8
    around = [(x + 8 * cos(t * pi / 8), y + 13 - 20 * sin(t * pi / 8)) for t in range(9)]
    yield polygon(around, fill=OUTLINE, stroke="#f4f4f4", stroke_width=1.5)
    yield element("circle", cx=f"{x:g}", cy=f"{y - 9:g}", r=5.5, fill=OUTLINE, stroke="#f4f4f4", stroke_width=1.5)


def picture(seen: Seen) -> str:
    """Draw a position."""
    island = 1 if seen.island.island == "extension" else 0
    points = [place(point) for point in (*SITE_POINTS[: ISLAND_SITE_COUNT[island]], *SEA_CENTERS[island])]
    left, top = (min(axis) - MARGIN for axis in zip(*points, strict=True))
    width, height = (max(axis) - min(axis) + 2 * MARGIN for axis in zip(*points, strict=True))
    holders = ", ".join(f"{SEAT_NAMES[seat]} {seen['points'][seat]}" for seat in range(seen["players"]))
    parts = [
        element("title", f"An island in the middle of a game; visible points: {holders}"),
        element("rect", x=f"{left:g}", y=f"{top:g}", width=f"{width:g}", height=f"{height:g}", rx=18, fill=SEA),
        *harbors(seen, island),
        *hexes(seen, island),
        *roads(seen, island),
        *buildings(seen, island),
        *robber(seen),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="Helvetica, Arial, DejaVu Sans, sans-serif">'
    )
    return "\n".join((head, *parts, "</svg>", ""))


def position(seed: int, plies: int) -> State:
    """Let the computer players play so far."""
    history = History(State.new(Ruleset.preset("base"), seed))
    for _ in play(history, seed):
        if len(history.plies) == plies:
            break
    return history.state


def main(arguments: list[str]) -> int:
    """Print the picture."""
    seed, plies = (int(argument) for argument in arguments) if arguments else (SEED, PLIES)
    print(picture(position(seed, plies)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
