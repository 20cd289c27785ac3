"""Where a position is wrong: the places and seats that a violation is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from longroad.core.check.network import has_building, joined_roads
from longroad.core.check.places import find_places
from longroad.core.findings import HEX_SET, PATH_SET, SEAT_SET, SETS_SIZE, SITE_SET
from longroad.core.island.topology import SITE_NEIGHBORS
from longroad.core.layout import ROADS, SITE, SITES
from longroad.core.rules.awards import owners
from longroad.notation.positions.compact import places

Place: TypeAlias = tuple[str, int]  # ("hex", 9), ("site", 17), ("path", 33), ("seat", 2)

_SETS: Final = (("hex", HEX_SET, 1), ("site", SITE_SET, 2), ("path", PATH_SET, 2), ("seat", SEAT_SET, 1))


def where(s: list[int], m: list[int], code: int) -> tuple[Place, ...]:
    """Return the places that a violation is about; none where it is about the whole game."""
    sets = [0] * SETS_SIZE
    find_places(s, m, code, sets, 0)
    return places_in(sets)


def places_in(sets: Sequence[int]) -> tuple[Place, ...]:
    """Return the places in sets of hexes, intersections, paths and seats, as the core writes them."""
    found = ((kind, [*sets[first : first + words], 0][:2]) for kind, first, words in _SETS)
    return tuple((kind, place) for kind, words in found for place in places(words))


def near_pairs(s: list[int]) -> list[tuple[int, int]]:
    """Return the pairs of buildings that are next to each other."""
    near = ((site, other) for site in range(SITES) for other in SITE_NEIGHBORS[3 * site : 3 * site + 3] if site < other)
    return [(site, other) for site, other in near if s[SITE + site] and s[SITE + other]]


def loose_roads(s: list[int], m: list[int]) -> dict[int, list[int]]:
    """Return the roads of each seat that are joined to no building of their owner."""
    loose = {
        seat: sorted(set(places(m[ROADS + 2 * seat : ROADS + 2 * seat + 2])) - joined_roads(s, m, seat))
        for seat in range(owners(s))
    }
    return {seat: paths for seat, paths in loose.items() if paths}


def seats_without_building(s: list[int]) -> list[int]:
    """Return the seats that have no building."""
    return [seat for seat in range(owners(s)) if not has_building(s, seat)]
