"""Where a position is wrong: the places and seats that a violation is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from longroad.core.check import violations as v
from longroad.core.check.network import has_building, joined_roads
from longroad.core.island.topology import ISLAND_HEXES, ISLAND_SITE_COUNT, SITE_NEIGHBORS
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    FRESH,
    HAND_SIZE,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    NOBODY,
    PLAYERS,
    ROAD_LENGTH,
    ROADS,
    ROBBER,
    SITE,
    SITES,
    TURN,
    VICTORY_POINTS,
)
from longroad.core.rules.awards import LEAST_ARMY, LEAST_ROAD, owners, total_points
from longroad.notation.positions.compact import places

Place: TypeAlias = tuple[str, int]  # ("hex", 9), ("site", 17), ("path", 33), ("seat", 2)


def where(s: list[int], m: list[int], code: int) -> tuple[Place, ...]:
    """Return the places that a violation is about; none where it is about the whole game."""
    return tuple(_PLACES[code](s, m)) if code in _PLACES else ()


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


def _too_near(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("site", site) for site in sorted({site for pair in near_pairs(s) for site in pair}))


def _loose(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("path", path) for paths in loose_roads(s, m).values() for path in paths)


def _homeless(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("seat", seat) for seat in seats_without_building(s))


def _at_sea(s: list[int], m: list[int]) -> Iterator[Place]:
    yield "hex", s[ROBBER]


def _off_island(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("site", site) for site in range(ISLAND_SITE_COUNT[s[ISLAND]], SITES) if s[SITE + site])


def _fresh(s: list[int], m: list[int]) -> Iterator[Place]:
    for seat in range(s[PLAYERS]):
        first = CARD_KINDS * seat
        kinds = range(first, first + CARD_KINDS)
        if any(s[FRESH + kind] > s[CARDS + kind] for kind in kinds):
            yield "seat", seat


def _award(holder: int, counts: int, least: int) -> Callable[[list[int], list[int]], Iterator[Place]]:
    """Show who has a special card, and who has the most of what it is given for."""

    def show(s: list[int], m: list[int]) -> Iterator[Place]:
        numbers = s[counts : counts + owners(s)]
        seats = {seat for seat, number in enumerate(numbers) if number == max(numbers) >= least}
        yield from (("seat", seat) for seat in sorted(seats | ({s[holder]} - {NOBODY})))

    return show


def _winners(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("seat", seat) for seat in range(s[PLAYERS]) if total_points(s, seat) >= s[VICTORY_POINTS])


def _turn(s: list[int], m: list[int]) -> Iterator[Place]:
    yield "seat", s[TURN]


def _holders(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("seat", seat) for seat in range(s[PLAYERS]) if s[HAND_SIZE + seat])


def _hexes(s: list[int], m: list[int]) -> Iterator[Place]:
    yield from (("hex", place) for place in range(ISLAND_HEXES[s[ISLAND]]))


_PLACES: Final[Mapping[int, Callable[[list[int], list[int]], Iterator[Place]]]] = {
    v.WRONG_HEX: _hexes,
    v.ROBBER_AT_SEA: _at_sea,
    v.WRONG_CARDS: _holders,
    v.TOO_MANY_CARDS: _holders,
    v.WRONG_FRESH: _fresh,
    v.OFF_THE_ISLAND: _off_island,
    v.TOO_NEAR: _too_near,
    v.LOOSE_ROAD: _loose,
    v.NO_BUILDING: _homeless,
    v.WRONG_LONGEST: _award(LONGEST, ROAD_LENGTH, LEAST_ROAD),
    v.WRONG_LARGEST: _award(LARGEST, KNIGHTS, LEAST_ARMY),
    v.WRONG_SEAT: _turn,
    v.WRONG_TURN_COUNT: _turn,
    v.WRONG_ROBBERY: _at_sea,
    v.NOT_ENDED: _winners,
}
