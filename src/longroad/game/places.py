"""The places of an island: hexes, intersections ('sites') and paths, by the numbers that the notation uses."""

from __future__ import annotations

from operator import index
from typing import NamedTuple

from longroad.core.island.topology import (
    HEX_NEIGHBORS,
    HEX_PATHS,
    HEX_SITES,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    PATH_SITES,
    SITE_HEXES,
    SITE_NEIGHBORS,
    SITE_PATHS,
)
from longroad.core.layout import HARBOR, ISLAND, TERRAIN, TOKEN
from longroad.core.state import Seen
from longroad.core.words import HARBOR_NAMES, NO_HARBOR, TERRAIN_NAMES


class Hex(NamedTuple):
    """A hex: its terrain and token (None on a desert), its corners and sides clockwise, and the land around it."""

    number: int
    terrain: str
    token: int | None
    sites: tuple[int, ...]
    paths: tuple[int, ...]
    neighbors: tuple[int, ...]


class Site(NamedTuple):
    """An intersection: what it touches, and its harbor: a resource (2:1), 'generic' (3:1) or None."""

    number: int
    hexes: tuple[int, ...]
    paths: tuple[int, ...]
    neighbors: tuple[int, ...]
    harbor: str | None


class Path(NamedTuple):
    """A path: the two intersections that it joins, and the hexes beside it."""

    number: int
    sites: tuple[int, ...]
    hexes: tuple[int, ...]


def find_hex(seen: Seen, number: int) -> Hex:
    """Give a hex of the island. Raises `ValueError` if it has no such hex."""
    count = ISLAND_HEXES[seen.s[ISLAND]]
    number = checked("hex", "hex numbers", number, count)
    around = HEX_NEIGHBORS[6 * number : 6 * number + 6]
    return Hex(
        number,
        TERRAIN_NAMES[seen.s[TERRAIN + number]],
        seen.s[TOKEN + number] or None,
        HEX_SITES[6 * number : 6 * number + 6],
        HEX_PATHS[6 * number : 6 * number + 6],
        _within(around, count),
    )


def find_site(seen: Seen, number: int) -> Site:
    """Give an intersection of the island. Raises `ValueError` if it has no such intersection."""
    island = seen.s[ISLAND]
    number = checked("site", "site numbers", number, ISLAND_SITE_COUNT[island])
    kind = seen.s[HARBOR + number]
    row = slice(3 * number, 3 * number + 3)
    return Site(
        number,
        _within(SITE_HEXES[row], ISLAND_HEXES[island]),
        _within(SITE_PATHS[row], ISLAND_PATH_COUNT[island]),
        _within(SITE_NEIGHBORS[row], ISLAND_SITE_COUNT[island]),
        None if kind == NO_HARBOR else HARBOR_NAMES[kind],
    )


def find_path(seen: Seen, number: int) -> Path:
    """Give a path of the island. Raises `ValueError` if it has no such path."""
    island = seen.s[ISLAND]
    number = checked("path", "path numbers", number, ISLAND_PATH_COUNT[island])
    hexes = (place // 6 for place, path in enumerate(HEX_PATHS) if path == number)
    return Path(number, PATH_SITES[2 * number : 2 * number + 2], tuple(h for h in hexes if h < ISLAND_HEXES[island]))


def checked(name: str, names: str, number: int, count: int) -> int:
    """Give a whole number, such as NumPy's, that is in range. Raises `ValueError` for any other, and for True."""
    try:
        whole = -1 if isinstance(number, bool) else index(number)
    except TypeError:
        whole = -1
    if not 0 <= whole < count:
        raise ValueError(f"{name} {number!r}: there are {names} 0 to {count - 1}")
    return whole


def _within(numbers: tuple[int, ...], count: int) -> tuple[int, ...]:
    return tuple(number for number in numbers if 0 <= number < count)
