"""An island and what stands on it, drawn with plain characters for a terminal of 80 columns.

Places have the numbers of the notation, all of them or only some: `17` or `(B17)` at an intersection, `33` on a path,
`#9` in a hex. Every seat has a colour and a letter, so that nothing depends on colour alone: `(B)` is Blue's
settlement, `[B]` its city, `b` its road.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from longroad.core import actions as a
from longroad.core.island.topology import (
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
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, MOUNTAINS, RESOURCE_NAMES, SEAT_NAMES, TERRAIN_NAMES

SEAT_LETTERS: Final = tuple(name[0] for name in SEAT_NAMES)

RED_TOKENS: Final = (6, 8)

HALF_WIDTH: Final = 5  # characters from a hex's middle to its side
MARGIN: Final = 4  # characters of sea beside the middle of its outermost hexes


class Shape(NamedTuple):
    """The height of a drawing: lines from one row of hexes to the next, and what fits into them."""

    row_height: int
    # From the middle of a sea hex to its corner -> where the pier is drawn (lines below, characters right), and how.
    piers: Mapping[Point, tuple[int, int, str]]


TALL: Final = Shape(
    4,
    {
        (0, -2): (-1, 0, "|"),
        (1, -1): (0, 4, "/"),
        (1, 1): (1, 4, "\\"),
        (0, 2): (2, 0, "|"),
        (-1, 1): (1, -4, "/"),
        (-1, -1): (0, -4, "\\"),
    },
)
LOW: Final = Shape(
    3,
    {
        (0, -2): (-1, 0, "|"),
        (1, -1): (-1, 2, "/"),
        (1, 1): (1, 2, "\\"),
        (0, 2): (1, 0, "|"),
        (-1, 1): (1, -2, "/"),
        (-1, -1): (-1, -2, "\\"),
    },
)


class Places(NamedTuple):
    """Some hexes, intersections and paths of an island."""

    hexes: frozenset[int] = frozenset()
    sites: frozenset[int] = frozenset()
    paths: frozenset[int] = frozenset()

    @classmethod
    def of(cls, actions: Iterable[int]) -> Places:
        """Return the places that actions name.

        >>> Places.of([a.action(a.BUILD_ROAD, 33), a.ROLL]).paths
        frozenset({33})
        """
        numbers: dict[int, set[int]] = {}
        for action in actions:
            numbers.setdefault(a.action_kind(action), set()).add(a.action_number(action))
        return cls(*(frozenset().union(*(numbers.get(kind, ()) for kind in kinds)) for kinds in _PLACE_KINDS))

    @classmethod
    def every(cls, island: int) -> Places:
        """Return all places of an island."""
        counts = (ISLAND_HEXES[island], ISLAND_SITE_COUNT[island], ISLAND_PATH_COUNT[island])
        return cls(*(frozenset(range(count)) for count in counts))


_PLACE_KINDS: Final = (
    (a.MOVE_ROBBER,),
    (a.BUILD_SETTLEMENT, a.BUILD_CITY, a.NEUTRAL_SETTLEMENT),
    (a.BUILD_ROAD, a.NEUTRAL_ROAD),
)
NO_PLACES: Final = Places()


class Style(NamedTuple):
    """The style of a character: colours of the terminal's palette of 256, and weight."""

    ink: int
    ground: int
    bold: bool = False


WATER: Final = Style(153, 24)
HARBOR_STYLE: Final = Style(230, 24, True)
SHORE: Final = Style(137, 223)  # paths and intersections that nobody has built on
LIT: Final = Style(16, 226, True)  # the number of a place where something can be done
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


WORDS: Final = (*TERRAIN_NAMES, *RESOURCE_NAMES, "mounts", "robber", "rob", "any")  # that a drawing may have


class Canvas:
    """Characters with styles at places; later ones cover earlier ones."""

    def __init__(self, island: int, shape: Shape, labels: Mapping[str, str] = MappingProxyType({})) -> None:
        self.shape = shape
        self.labels = labels
        self.hexes = ISLAND_HEXES[island]
        self.middle = HALF_WIDTH * (max(x for x, _ in SITE_POINTS[: ISLAND_SITE_COUNT[island]]) + 1) + MARGIN
        self.width = 2 * self.middle + 1
        self.cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def column(self, x: int) -> int:
        """Return the column of a point of the lattice."""
        return self.middle + HALF_WIDTH * x

    def line(self, y: int) -> int:
        """Return the line of a point of the lattice: an intersection, or the line in the middle of a hex."""
        row, rest = divmod(y + 2, 3)
        return self.shape.row_height * row + rest

    def write(self, line: int, column: int, text: str, style: Style) -> None:
        """Write text from a place to the right."""
        for i, character in enumerate(text):
            self.cells[line, column + i] = (character, style)

    def center(self, line: int, x: int, text: str, style: Style) -> None:
        """Write text around a point of the lattice."""
        self.write(line, self.column(x) - len(text) // 2, text, style)

    def text(self, color: bool) -> str:
        """Return everything as lines, with escape sequences if in colour."""
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


def draw(
    seen: Seen,
    color: bool = True,
    numbers: Places = NO_PLACES,
    lit: Places = NO_PLACES,
    shape: Shape = TALL,
    labels: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Draw the island of a state or a view with everything that stands on it, as lines of text.

    Places of `numbers` and `lit` show their number; those of `lit` are highlighted, since something can be done there.
    `labels` replaces the words of `WORDS`, for example in another language.
    """
    island = seen.s[ISLAND]
    canvas = Canvas(island, shape, labels)
    for place in range(ISLAND_HEXES[island]):
        _draw_hex(canvas, seen, place)
    for harbor in _harbors(seen):
        _draw_harbor(canvas, *harbor)
    for path in range(ISLAND_PATH_COUNT[island]):
        _draw_path(canvas, path, _road_owner(seen, path))
    for site in range(ISLAND_SITE_COUNT[island]):
        _draw_site(canvas, site, seen.s[SITE + site])
    for places, style in ((numbers, None), (lit, LIT)):
        _draw_numbers(canvas, seen, places, style)
    return canvas.text(color)


def size_of(island: int, shape: Shape) -> tuple[int, int]:
    """Return the columns and lines of a drawing of an island.

    >>> size_of(0, TALL), size_of(0, LOW), size_of(1, TALL)
    ((69, 26), (69, 19), (79, 34))
    """
    canvas = Canvas(island, shape)
    last = max(y for _, y in SEA_CENTERS[island])
    lines = canvas.line(last) - canvas.line(-3) + 1
    return canvas.width, lines + (1 if shape is TALL else 0)


# --- hexes and harbors ------------------------------------------------------------------------------------------------


def _draw_hex(canvas: Canvas, seen: Seen, place: int) -> None:
    x, y = HEX_CENTERS[place]
    terrain, token = seen.s[TERRAIN + place], seen.s[TOKEN + place]
    style, line = TERRAIN_STYLES[terrain], canvas.line(y)
    last = canvas.shape.row_height - 2  # lines below the middle to the one between the lower corners
    for below in range(-1, last + 1):
        half = 2 if below in (-1, last) else 4
        canvas.center(line + below, x, " " * (2 * half + 1), style)
    is_low = canvas.shape is LOW
    name = "mounts" if is_low and terrain == MOUNTAINS else TERRAIN_NAMES[terrain]
    canvas.center(line, x, canvas.labels.get(name, name), style)
    has_robber = seen.s[ROBBER] == place
    if has_robber:
        robber = "rob" if is_low else "robber"
        canvas.center(line - 1 if is_low else line + 1, x, canvas.labels.get(robber, robber), ROBBER_STYLE)
    token_style = RED_TOKEN_STYLE if token in RED_TOKENS else TOKEN_STYLE
    if token and (has_robber or is_low):  # between the lower corners, clear of the number of a path
        canvas.write(line + last, canvas.column(x), f"{token} ", token_style)
    elif token:
        canvas.center(line + 1, x, f" {token} ", token_style)


def _harbors(seen: Seen) -> Iterator[tuple[int, int, Point]]:
    """Yield each harbor's coast path, its kind, and the middle of the sea hex it lies in."""
    island = seen.s[ISLAND]
    edges = range(MOST_COAST * island, MOST_COAST * island + COAST_LENGTH[island])
    sea = {COAST_PATHS[edge]: SEA_CENTERS[island][COAST_SEA[edge]] for edge in edges}
    for path, kind in seen.island.harbors or ():
        yield path, kind, sea[path]


def _draw_harbor(canvas: Canvas, path: int, kind: int, sea: Point) -> None:
    """Write a harbor's rate and resource into the sea, with a pier towards each intersection that it serves."""
    line = canvas.line(sea[1])
    is_generic = kind == GENERIC_HARBOR
    rate, what = ("3:1", "any") if is_generic else ("2:1", HARBOR_NAMES[kind])
    what = canvas.labels.get(what, what)
    if canvas.shape is LOW:
        canvas.center(line, sea[0], f"{rate}{what}" if len(what) > 5 else f"{rate} {what}", HARBOR_STYLE)
    else:
        canvas.center(line, sea[0], rate, HARBOR_STYLE)
        canvas.center(line + 1, sea[0], what, HARBOR_STYLE)
    for site in PATH_SITES[2 * path : 2 * path + 2]:
        x, y = SITE_POINTS[site][0] - sea[0], SITE_POINTS[site][1] - sea[1]
        below, right, pier = canvas.shape.piers[x, y]
        canvas.write(line + below, canvas.column(sea[0]) + right, pier, HARBOR_STYLE)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _ends(path: int) -> tuple[Point, Point]:
    """Return the ends of a path, the upper one first."""
    one, other = (SITE_POINTS[site] for site in PATH_SITES[2 * path : 2 * path + 2])
    return (one, other) if one[1] < other[1] else (other, one)


def _draw_path(canvas: Canvas, path: int, owner: int | None) -> None:
    (x, y), (other_x, other_y) = _ends(path)
    column, line = canvas.column(x), canvas.line(y)
    if x == other_x:
        cells = [(below, column, "|") for below in range(line + 1, canvas.line(other_y))]
    else:
        way = 1 if other_x > x else -1
        cells = [(line + i // 2, column + way * (i + 1), "-.'-"[i]) for i in range(4)]
    for cell_line, cell_column, blank in cells:
        text = blank if owner is None else SEAT_LETTERS[owner].lower()
        canvas.write(cell_line, cell_column, text, _piece_style(owner))


def _piece_style(owner: int | None) -> Style:
    return SHORE if owner is None else SEAT_STYLES[owner]


def _road_owner(seen: Seen, path: int) -> int | None:
    owners = (seat for seat in range(SEATS) if contains(seen.m, ROADS + 2 * seat, path))
    return next(owners, None)


def _draw_site(canvas: Canvas, site: int, code: int, number: str = "", style: Style | None = None) -> None:
    x, y = SITE_POINTS[site]
    owner = (code - 1) % CITY_CODE if code else None
    if owner is None:
        text = number or "+"
    else:
        text = f"({SEAT_LETTERS[owner]}{number})" if code <= CITY_CODE else f"[{SEAT_LETTERS[owner]}{number}]"
    start = 2 - len(text) if owner is not None and number else -(len(text) // 2)  # clear of a path's number
    canvas.write(canvas.line(y), canvas.column(x) + start, text, style or _piece_style(owner))


# --- numbers ----------------------------------------------------------------------------------------------------------


def _draw_numbers(canvas: Canvas, seen: Seen, places: Places, style: Style | None) -> None:
    """Write the numbers of places, in a style or in that of what is there."""
    for place in places.hexes:
        x, y = HEX_CENTERS[place]
        ground = style or TERRAIN_STYLES[seen.s[TERRAIN + place]]
        canvas.write(canvas.line(y) - 1, canvas.column(x) - 1, f"#{place}", ground)
    for path in places.paths:
        line, column = _number_place(canvas, path)
        canvas.write(line, column, str(path), style or _piece_style(_road_owner(seen, path)))
    for site in places.sites:
        _draw_site(canvas, site, seen.s[SITE + site], str(site), style)


def _number_place(canvas: Canvas, path: int) -> tuple[int, int]:
    """Return where a path's number begins: on the line of its left end, or in the lower half of an upright path."""
    (x, y), (other_x, other_y) = _ends(path)
    if x == other_x:
        has_land_left = (x - 1, y + 1) in HEX_CENTERS[: canvas.hexes]
        return canvas.line(other_y) - 1, canvas.column(x) - (path > 99 or (path > 9 and has_land_left))
    left, left_y = (x, y) if x < other_x else (other_x, other_y)
    return canvas.line(left_y), canvas.column(left) + 2
