"""The places of an island: hexes, intersections ('sites') and paths, by the numbers that the notation uses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from operator import contains, index
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
from longroad.core.words import DESERT, HARBOR_NAMES, NO_HARBOR, TERRAIN_NAMES


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
    """Return a hex of the island. Raises `ValueError` if it has no such hex."""
    count = ISLAND_HEXES[seen.s[ISLAND]]
    number = checked("hex", number, count)
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
    """Return an intersection of the island. Raises `ValueError` if it has no such intersection."""
    island = seen.s[ISLAND]
    number = checked("site", number, ISLAND_SITE_COUNT[island])
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
    """Return a path of the island. Raises `ValueError` if it has no such path."""
    island = seen.s[ISLAND]
    number = checked("path", number, ISLAND_PATH_COUNT[island])
    hexes = (place // 6 for place, path in enumerate(HEX_PATHS) if path == number)
    return Path(number, PATH_SITES[2 * number : 2 * number + 2], tuple(h for h in hexes if h < ISLAND_HEXES[island]))


def hexes_named(seen: Seen, name: str) -> tuple[int, ...]:
    """Return the hexes with a terrain, a token or both, such as 'forest 8'. Raises `ValueError` for any other name."""
    words = name.lower().split()
    terrain = [word for word in words if word in TERRAIN_NAMES[: DESERT + 1]]
    tokens = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(terrain) + len(tokens) != len(words) or len(terrain) > 1 or len(tokens) > 1 or not words:
        raise ValueError(
            f"hex {name!r}: expected a terrain ({', '.join(TERRAIN_NAMES[: DESERT + 1])}), a number token, or both "
            "as in 'forest 8'"
        )
    hexes = (find_hex(seen, number) for number in range(ISLAND_HEXES[seen.s[ISLAND]]))
    found = (h for h in hexes if h.terrain in (terrain or [h.terrain]) and (not tokens or h.token in tokens))
    return tuple(h.number for h in found)


def sites_between(seen: Seen, hexes: Sequence[int | str], harbor: str | None) -> tuple[int, ...]:
    """Return the intersections that touch all these different hexes, and have this harbor if one is named."""
    if harbor is not None and harbor not in HARBOR_NAMES[1:]:
        raise ValueError(f"harbor {harbor!r}: expected one of {', '.join(HARBOR_NAMES[1:])}")
    choices = [hexes_named(seen, h) if isinstance(h, str) else (find_hex(seen, h).number,) for h in hexes]
    sites = (find_site(seen, number) for number in range(ISLAND_SITE_COUNT[seen.s[ISLAND]]))
    return tuple(
        site.number
        for site in sites
        if harbor in (None, site.harbor)
        and any(all(map(contains, choices, order)) for order in permutations(site.hexes, len(choices)))
    )


def path_joining(seen: Seen, one: int, other: int) -> int:
    """Return the path between two neighboring intersections. Raises `ValueError` if they are not neighbors."""
    site = find_site(seen, one)
    number = find_site(seen, other).number
    if number not in site.neighbors:
        raise ValueError(f"sites {one} and {other}: the neighbors of {one} are {', '.join(map(str, site.neighbors))}")
    return next(path for path in site.paths if number in find_path(seen, path).sites)


def checked(name: str, number: int, count: int) -> int:
    """Return a whole number of any type, such as NumPy's, if it is in range. Raises `ValueError` if not."""
    if type(number) is int and 0 <= number < count:
        return number
    try:
        whole = -1 if isinstance(number, bool) else index(number)
    except TypeError:
        whole = -1
    if not 0 <= whole < count:
        raise ValueError(f"{name} {number!r}: expected 0 to {count - 1}")
    return whole


def _within(numbers: tuple[int, ...], count: int) -> tuple[int, ...]:
    return tuple(number for number in numbers if 0 <= number < count)
