"""An island and what stands on it, drawn with plain characters for a terminal of 80 columns.

Intersections have names as on a chess board: a letter for the row from the top, a number for the column from the left.
Every seat has a colour and a letter, so that colour is never alone: `(B)` is Blue's settlement, `[B]` its city, `b` a
road of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from longroad.core.island import (
    COAST_LENGTH,
    COAST_PATHS,
    COAST_SEA,
    HEX_CENTERS,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    MOST_COAST,
    PATH_SITES,
    SEA_CENTERS,
    SITE_POINTS,
    Point,
)
from longroad.core.layout import CITY_CODE, ISLAND, ROADS, ROBBER, SEATS, SITE, TERRAIN, TOKEN
from longroad.core.sets import contains
from longroad.core.state import Seen
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, SEAT_NAMES, TERRAIN_NAMES

SEAT_LETTERS: Final = tuple(name[0] for name in SEAT_NAMES)

RED_TOKENS: Final = (6, 8)

HALF_WIDTH: Final = 5  # characters from a hex's middle to its side
ROW_HEIGHT: Final = 4  # lines from a row of hexes to the next
MARGIN: Final = 3  # characters that the sea takes beside the middle of its outermost hexes
LABEL_WIDTH: Final = 2  # of the rows' letters at the left
# From the middle of a sea hex to its corner -> where the pier is drawn (lines below, characters to the right), and how.
PIERS: Final = {
    (0, -2): (-1, 0, "|"),
    (1, -1): (0, 4, "/"),
    (1, 1): (1, 4, "\\"),
    (0, 2): (2, 0, "|"),
    (-1, 1): (1, -4, "/"),
    (-1, -1): (0, -4, "\\"),
}


class Style(NamedTuple):
    """How a character looks: colours of the terminal's palette of 256, and weight."""

    ink: int
    ground: int
    bold: bool = False


LABEL: Final = Style(110, 24)
WATER: Final = Style(153, 24)
HARBOR_STYLE: Final = Style(230, 24, True)
SHORE: Final = Style(137, 223)  # paths and intersections that nobody has built on
ROBBER_STYLE: Final = Style(231, 16, True)
TERRAIN_STYLES: Final = (
    Style(231, 130),  # hills
    Style(194, 22),  # forest
    Style(22, 114),  # pasture
    Style(52, 220),  # fields
    Style(231, 243),  # mountains
    Style(52, 180),  # desert
)
TOKEN_STYLE: Final = Style(16, 230)
RED_TOKEN_STYLE: Final = Style(160, 230, True)
SEAT_STYLES: Final = (
    Style(231, 27, True),
    Style(16, 208, True),
    Style(16, 255, True),
    Style(231, 160, True),
    Style(16, 46, True),
    Style(231, 91, True),
)


def site_name(site: int, island: int) -> str:
    """Name an intersection by its row and column.

    >>> site_name(0, 0), site_name(53, 0)
    ('A4', 'L8')
    """
    x, y = SITE_POINTS[site]
    row = sorted({point[1] for point in SITE_POINTS}).index(y)
    return f"{chr(ord('A') + row)}{x + _most_x(island) + 1}"


def _most_x(island: int) -> int:
    return max(x for x, _ in SITE_POINTS[: ISLAND_SITE_COUNT[island]])


class Canvas:
    """Characters with styles at places; later ones cover earlier ones."""

    def __init__(self, island: int) -> None:
        self.middle = LABEL_WIDTH + HALF_WIDTH * (_most_x(island) + 1) + MARGIN
        self.width = 2 * self.middle + 1 - LABEL_WIDTH
        self.cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def column(self, x: int) -> int:
        """Tell the column of a point of the lattice."""
        return self.middle + HALF_WIDTH * x

    def write(self, line: int, column: int, text: str, style: Style) -> None:
        """Write text from a place to the right."""
        for i, character in enumerate(text):
            self.cells[line, column + i] = (character, style)

    def center(self, line: int, x: int, text: str, style: Style) -> None:
        """Write text around a point of the lattice."""
        self.write(line, self.column(x) - len(text) // 2, text, style)

    def text(self, color: bool) -> str:
        """Give everything as lines, with escape sequences if in colour."""
        lines = sorted({line for line, _ in self.cells})
        rows = ([self.cells.get((line, column), (" ", WATER)) for column in range(self.width)] for line in lines)
        return "\n".join(_colored(row) if color else "".join(c for c, _ in row).rstrip() for row in rows) + "\n"


def _colored(row: list[tuple[str, Style]]) -> str:
    parts, last = [], None
    for character, style in row:
        if style != last:
            parts.append(f"\x1b[0;{'1;' if style.bold else ''}38;5;{style.ink};48;5;{style.ground}m")
            last = style
        parts.append(character)
    return "".join(parts) + "\x1b[0m"


def _line(y: int) -> int:
    """Tell the line of a point of the lattice: an intersection, or the upper line in the middle of a hex."""
    row, rest = divmod(y + 2, 3)
    return ROW_HEIGHT * row + rest


def draw(seen: Seen, color: bool = True) -> str:
    """Draw the island of a state or a view with everything that stands on it, as lines of text."""
    island = seen.s[ISLAND]
    canvas = Canvas(island)
    _draw_labels(canvas, island)
    for place in range(ISLAND_HEXES[island]):
        _draw_hex(canvas, seen, place)
    for harbor in _harbors(seen):
        _draw_harbor(canvas, *harbor)
    for path in range(ISLAND_PATH_COUNT[island]):
        _draw_path(canvas, path, _road_owner(seen, path))
    for site in range(ISLAND_SITE_COUNT[island]):
        _draw_site(canvas, site, seen.s[SITE + site])
    return canvas.text(color)


def _draw_labels(canvas: Canvas, island: int) -> None:
    """Write the numbers of the columns at the top and the letters of the rows at the left."""
    rows = sorted({y for _, y in SITE_POINTS[: ISLAND_SITE_COUNT[island]]})
    last = _line(rows[-1]) + 2
    for line in range(-3, last + 1):
        canvas.write(line, 0, " " * LABEL_WIDTH, LABEL)
    canvas.write(-3, 0, " " * canvas.width, LABEL)
    most = _most_x(island)
    for x in range(-most, most + 1):
        canvas.center(-3, x, str(x + most + 1), LABEL)
    for row, y in enumerate(rows):
        canvas.write(_line(y), 0, chr(ord("A") + row), LABEL)


def _draw_hex(canvas: Canvas, seen: Seen, place: int) -> None:
    x, y = HEX_CENTERS[place]
    terrain, token = seen.s[TERRAIN + place], seen.s[TOKEN + place]
    style, line = TERRAIN_STYLES[terrain], _line(y)
    for below, half in ((-1, 2), (0, 4), (1, 4), (2, 2)):
        canvas.center(line + below, x, " " * (2 * half + 1), style)
    canvas.center(line, x, TERRAIN_NAMES[terrain], style)
    token_style = RED_TOKEN_STYLE if token in RED_TOKENS else TOKEN_STYLE
    if seen.s[ROBBER] != place:
        canvas.center(line + 1, x, f" {token} " if token else "", token_style)
        return
    number, word = (str(token), " robber") if token else ("", "robber")
    canvas.center(line + 1, x, number + word, ROBBER_STYLE)
    canvas.write(line + 1, canvas.column(x) - len(number + word) // 2, number, token_style)


def _harbors(seen: Seen) -> Iterator[tuple[int, int, Point]]:
    """Give each harbor's coast path, its kind, and the middle of the sea hex it lies in."""
    island = seen.s[ISLAND]
    edges = range(MOST_COAST * island, MOST_COAST * island + COAST_LENGTH[island])
    sea = {COAST_PATHS[edge]: SEA_CENTERS[island][COAST_SEA[edge]] for edge in edges}
    for path, kind in seen.island.harbors or ():
        yield path, kind, sea[path]


def _draw_harbor(canvas: Canvas, path: int, kind: int, sea: Point) -> None:
    """Write a harbor's rate and resource into the sea, with a pier towards each intersection that it serves."""
    line = _line(sea[1])
    is_generic = kind == GENERIC_HARBOR
    canvas.center(line, sea[0], "3:1" if is_generic else "2:1", HARBOR_STYLE)
    canvas.center(line + 1, sea[0], "any" if is_generic else HARBOR_NAMES[kind], HARBOR_STYLE)
    for site in PATH_SITES[2 * path : 2 * path + 2]:
        x, y = SITE_POINTS[site][0] - sea[0], SITE_POINTS[site][1] - sea[1]
        below, right, pier = PIERS[x, y]
        canvas.write(line + below, canvas.column(sea[0]) + right, pier, HARBOR_STYLE)


def _draw_path(canvas: Canvas, path: int, owner: int | None) -> None:
    (x, y), (other_x, _) = sorted((SITE_POINTS[s] for s in PATH_SITES[2 * path : 2 * path + 2]), key=_by_line)
    column, line = canvas.column(x), _line(y)
    if x == other_x:
        cells = [(line + 1, column, "|"), (line + 2, column, "|")]
    else:
        way = 1 if other_x > x else -1
        cells = [(line + i // 2, column + way * (i + 1), "-.'-"[i]) for i in range(4)]
    for cell_line, cell_column, blank in cells:
        text = blank if owner is None else SEAT_LETTERS[owner].lower()
        canvas.write(cell_line, cell_column, text, SHORE if owner is None else SEAT_STYLES[owner])


def _by_line(point: Point) -> int:
    return point[1]


def _road_owner(seen: Seen, path: int) -> int | None:
    owners = (seat for seat in range(SEATS) if contains(seen.m, ROADS + 2 * seat, path))
    return next(owners, None)


def _draw_site(canvas: Canvas, site: int, code: int) -> None:
    x, y = SITE_POINTS[site]
    if code == 0:
        canvas.center(_line(y), x, "+", SHORE)
    elif code <= CITY_CODE:
        canvas.center(_line(y), x, f"({SEAT_LETTERS[code - 1]})", SEAT_STYLES[code - 1])
    else:
        seat = code - CITY_CODE - 1
        canvas.center(_line(y), x, f"[{SEAT_LETTERS[seat]}]", SEAT_STYLES[seat])
