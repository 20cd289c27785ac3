"""The shape of the islands: which hexes, intersections (sites) and paths there are and how they touch (BRD-1, BRD-4).

One lattice serves both islands. The base island is the top of the extension: its hexes 0-18, sites 0-53 and paths 0-71
are numbered first, the rest of the extension follows; each part row by row from the top, left to right. In a base game
the rest is absent: its hexes are sea, and the tables by island leave its sites and paths out.

Points are exact integers: x counts half widths of a hex, y half sides, downwards. A hex whose centre is (x, y) has its
corners at (x, y - 2), (x + 1, y - 1) and so on clockwise. In sides of a hex that is x * 3**0.5 / 2 across, y / 2 down.
Tables that rule functions read are flat tuples of ints, with -1 where there is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from longroad.core.layout import HEXES, PATHS, SITES, WORD_BITS

Point: TypeAlias = tuple[int, int]

ISLAND_HEXES: Final = (19, 30)
ISLAND_SITE_COUNT: Final = (54, 80)
ISLAND_PATH_COUNT: Final = (72, 109)
COAST_LENGTH: Final = (30, 38)  # coast edges, and as many coastal sites
SEA_HEXES: Final = (18, 22)
MOST_COAST: Final = 38
MOST_SEA: Final = 22

_ROWS: Final = ((3, 4, 5, 4, 3), (3, 4, 5, 6, 5, 4, 3))
_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # clockwise from the top
_STEPS: Final = (
    (1, -3),
    (2, 0),
    (1, 3),
    (-1, 3),
    (-2, 0),
    (-1, -3),
)  # to the neighbors, from the upper right


def _moved(point: Point, step: Point) -> Point:
    return point[0] + step[0], point[1] + step[1]


def _numbered(base: Iterable[Point], extension: Iterable[Point]) -> tuple[Point, ...]:
    """Number points row by row, those of the base island first."""
    first = sorted(set(base), key=lambda point: (point[1], point[0]))
    rest = sorted(set(extension) - set(first), key=lambda point: (point[1], point[0]))
    return (*first, *rest)


def _land(island: int) -> list[Point]:
    return [(x, 3 * row) for row, n in enumerate(_ROWS[island]) for x in range(1 - n, n, 2)]


def _corners(hexes: Iterable[Point]) -> list[Point]:
    return [_moved(center, corner) for center in hexes for corner in _CORNERS]


def _doubled_middles(hexes: Iterable[Point]) -> list[Point]:
    """Return each path as the sum of its ends, which is twice its middle."""
    return [
        _moved(_moved(center, _CORNERS[k]), _moved(center, _CORNERS[(k + 1) % 6])) for center in hexes for k in range(6)
    ]


HEX_CENTERS: Final = _numbered(_land(0), _land(1))
SITE_POINTS: Final = _numbered(_corners(_land(0)), _corners(_land(1)))
PATH_POINTS: Final = _numbered(_doubled_middles(_land(0)), _doubled_middles(_land(1)))  # twice the middle

_HEX_AT: Final = {point: i for i, point in enumerate(HEX_CENTERS)}
_SITE_AT: Final = {point: i for i, point in enumerate(SITE_POINTS)}
_PATH_AT: Final = {point: i for i, point in enumerate(PATH_POINTS)}

# hex * 6 + k: its corner k clockwise from the top, the path from corner k to the next, the hex across that path.
HEX_SITES: Final = tuple(_SITE_AT[point] for point in _corners(HEX_CENTERS))
HEX_PATHS: Final = tuple(_PATH_AT[point] for point in _doubled_middles(HEX_CENTERS))
HEX_NEIGHBORS: Final = tuple(_HEX_AT.get(_moved(center, step), -1) for center in HEX_CENTERS for step in _STEPS)


def _filled(rows: Iterable[Sequence[int]], width: int) -> tuple[int, ...]:
    return tuple(value for row in rows for value in (*row, *(-1,) * (width - len(row))))


def _where(table: Sequence[int], value: int, width: int) -> list[int]:
    """Return the rows of a flat table that hold a value, ascending."""
    return [i // width for i, entry in enumerate(table) if entry == value]


_ENDS: Final = {HEX_PATHS[i]: sorted((HEX_SITES[i], HEX_SITES[i - i % 6 + (i + 1) % 6])) for i in range(6 * HEXES)}

# path * 2 + k: its two ends, ascending.
PATH_SITES: Final = tuple(site for path in range(PATHS) for site in _ENDS[path])
# site * 3 + k, in ascending order of hexes and paths, so that those of the base island come first.
SITE_HEXES: Final = _filled((_where(HEX_SITES, site, 6) for site in range(SITES)), 3)
SITE_PATHS: Final = _filled((_where(PATH_SITES, site, 2) for site in range(SITES)), 3)
# The site at the other end of that path.
SITE_NEIGHBORS: Final = tuple(-1 if path < 0 else sum(_ENDS[path]) - i // 3 for i, path in enumerate(SITE_PATHS))


def _words(members: Iterable[int]) -> tuple[int, int]:
    """Return a set as two words."""
    bits = sum(1 << member for member in set(members))
    return bits & ((1 << WORD_BITS) - 1), bits >> WORD_BITS


def _paths_of(island: int, site: int) -> list[int]:
    return [path for path in SITE_PATHS[3 * site : 3 * site + 3] if 0 <= path < ISLAND_PATH_COUNT[island]]


def _hexes_of(island: int, site: int) -> list[int]:
    return [hex_ for hex_ in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= hex_ < ISLAND_HEXES[island]]


def _nearby(site: int) -> list[int]:
    return [site, *(near for near in SITE_NEIGHBORS[3 * site : 3 * site + 3] if near >= 0)]


# Sets, two words each: member i lies in word i // WORD_BITS, at bit i % WORD_BITS.
ISLAND_SITES: Final = tuple(word for count in ISLAND_SITE_COUNT for word in _words(range(count)))
ISLAND_PATHS: Final = tuple(word for count in ISLAND_PATH_COUNT for word in _words(range(count)))
NEARBY_MASK: Final = tuple(word for site in range(SITES) for word in _words(_nearby(site)))
# (island * 80 + site) * 2 + word: the paths at a site that the island has.
SITE_PATHS_MASK: Final = tuple(
    word for island in (0, 1) for site in range(SITES) for word in _words(_paths_of(island, site))
)
# island * 80 + site: 1 if the site lies on the island's coast.
COASTAL: Final = tuple(int(0 < len(_hexes_of(island, site)) < 3) for island in (0, 1) for site in range(SITES))


def _coast(island: int) -> list[tuple[int, int]]:
    """Walk clockwise around an island along (hex, side), from the upper left side of the first hex."""
    walk = [(0, 5)]
    while len(walk) < COAST_LENGTH[island]:
        here, side = walk[-1]
        side = (side + 1) % 6
        across = HEX_NEIGHBORS[6 * here + side]
        if 0 <= across < ISLAND_HEXES[island]:
            here, side = across, (side + 4) % 6  # the sea hex is the same, seen from the next land hex
        walk.append((here, side))
    return walk


def _sea_at(here: int, side: int) -> Point:
    return _moved(HEX_CENTERS[here], _STEPS[side])


_COASTS: Final = (_coast(0), _coast(1))
# The sea hexes around each island, clockwise from the upper left of the first hex.
SEA_CENTERS: Final = tuple(tuple(dict.fromkeys(_sea_at(*edge) for edge in coast)) for coast in _COASTS)
# island * 38 + i: the i-th coast edge, clockwise; the site it starts from (it ends where the next one starts); its land
# hex; and which of the sea hexes it borders on.
COAST_PATHS: Final = _filled(([HEX_PATHS[6 * h + k] for h, k in coast] for coast in _COASTS), MOST_COAST)
COAST_SITES: Final = _filled(([HEX_SITES[6 * h + k] for h, k in coast] for coast in _COASTS), MOST_COAST)
COAST_HEXES: Final = _filled(([h for h, _ in coast] for coast in _COASTS), MOST_COAST)
COAST_SEA: Final = _filled(
    ([SEA_CENTERS[i].index(_sea_at(*edge)) for edge in coast] for i, coast in enumerate(_COASTS)), MOST_COAST
)
# (island * 22 + sea hex) * 2 + k: the one or two coast edges that a sea hex borders on.
SEA_EDGES: Final = _filled(
    (
        [edge for edge in range(COAST_LENGTH[island]) if COAST_SEA[MOST_COAST * island + edge] == sea]
        for island in (0, 1)
        for sea in range(MOST_SEA)
    ),
    2,
)


def _ring(within: set[int]) -> list[int]:
    """Return the outermost of some hexes clockwise, from the one that is numbered first."""
    start = min(within)
    ring, side = [start], 5
    while True:
        for turn in range(1, 7):
            across = HEX_NEIGHBORS[6 * ring[-1] + (side + turn) % 6]
            if across in within:
                break
        if across == start and len(ring) > 1:
            return ring
        ring.append(across)
        side = (side + turn + 3) % 6


def _rings(island: int) -> list[list[int]]:
    """Return the rings of an island from the coast to the middle, each clockwise."""
    within, rings = set(range(ISLAND_HEXES[island])), []
    while len(within) > 1:
        rings.append(_ring(within))
        within -= set(rings[-1])
    return [*rings, sorted(within)] if within else rings


def _spiral(island: int, start: int, turn: int) -> list[int]:
    """Go round from a coastal hex to the middle, entering each ring beside the last one's start and end (BRD-7)."""
    spiral: list[int] = []
    for ring in _rings(island):
        if spiral:
            around = [set(HEX_NEIGHBORS[6 * h : 6 * h + 6]) for h in (start, spiral[-1])]
            (start,) = set(ring) & around[0] & around[1]
        at = ring.index(start)
        spiral += [ring[(at + turn * k) % len(ring)] for k in range(len(ring))]
    return spiral


def _starts(island: int, turn: int) -> list[int]:
    """Return where a spiral may start: counter-clockwise at a corner, clockwise at any coastal hex."""
    coast = list(dict.fromkeys(h for h, _ in _COASTS[island]))
    return coast if turn > 0 else [h for h in coast if sum(h == other for other, _ in _COASTS[island]) == 3]


_WAYS: Final = tuple((island, turn) for island in (0, 1) for turn in (-1, 1))
# island * 2 + direction (0 counter-clockwise, 1 clockwise): how many spirals there are, and the first one's number.
SPIRAL_COUNT: Final = tuple(len(_starts(*way)) for way in _WAYS)
SPIRAL_FIRST: Final = tuple(sum(SPIRAL_COUNT[:i]) for i in range(len(_WAYS)))
# spiral * 30 + k: its hexes in order.
SPIRALS: Final = _filled(
    (_spiral(island, start, turn) for island, turn in _WAYS for start in _starts(island, turn)), HEXES
)


class Symmetry(NamedTuple):
    """Where a rotation or reflection of an island takes each hex, site and path; what the island lacks stays."""

    hexes: tuple[int, ...]
    sites: tuple[int, ...]
    paths: tuple[int, ...]


def _turned(point: Point, center: Point, sixths: int, mirrored: bool) -> Point:
    """Mirror a point left to right if asked, then rotate it clockwise by sixths of a circle about a center.

    Coordinates are doubled, given and returned, since a sixth of a turn leads to halves.
    """
    x, y = point[0] - center[0], point[1] - center[1]
    if mirrored:
        x = -x
    for _ in range(sixths):
        x, y = (x - y) // 2, (3 * x + y) // 2
    return x + center[0], y + center[1]


def _images(points: Sequence[Point], count: int, center: Point, sixths: int, mirrored: bool) -> tuple[int, ...]:
    """Return where each of the first points is taken, -1 if to none of them; the other points stay."""
    at = {(2 * x, 2 * y): i for i, (x, y) in enumerate(points[:count])}
    moved = (at.get(_turned(point, center, sixths, mirrored), -1) for point in at)
    return (*moved, *range(count, len(points)))


@cache
def symmetries(island: int) -> tuple[Symmetry, ...]:
    """Return the rotations and reflections of an island, the identity first: 12 of the base, 4 of the extension."""
    middle = 3 * (len(_ROWS[island]) - 1)
    ways = [
        Symmetry(
            _images(HEX_CENTERS, ISLAND_HEXES[island], (0, middle), sixths, mirrored),
            _images(SITE_POINTS, ISLAND_SITE_COUNT[island], (0, middle), sixths, mirrored),
            _images(PATH_POINTS, ISLAND_PATH_COUNT[island], (0, 2 * middle), sixths, mirrored),
        )
        for mirrored in (False, True)
        for sixths in range(6)
    ]
    return tuple(way for way in ways if -1 not in way.hexes)
