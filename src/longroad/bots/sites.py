"""Rates places for a seat: intersections by what they yield, roads by where they lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from longroad.core.island.setup import pips_of
from longroad.core.island.topology import (
    HEX_SITES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    PATH_SITES,
    SITE_HEXES,
    SITE_PATHS,
)
from longroad.core.layout import (
    BLOCKED,
    CITY_CODE,
    HARBOR,
    ISLAND,
    LONGEST,
    NOBODY,
    RESOURCES,
    ROAD_LENGTH,
    ROADS_LEFT,
    ROBBER,
    SITE,
    TAKEN,
    TERRAIN,
    TOKEN,
    TOUCHED,
)
from longroad.core.rules.awards import LEAST_ROAD
from longroad.core.rules.network import place_road
from longroad.core.sets import contains
from longroad.core.state import View
from longroad.core.words import DESERT, GENERIC_HARBOR, NO_HARBOR

NEW_RESOURCE: Final = 2.0  # pips that count for a resource that the seat's buildings do not yield yet
ANY_HARBOR: Final = 1.0  # pips that count for a 3:1 harbor
OWN_HARBOR: Final = 0.3  # share of the pips of its resource that counts for a 2:1 harbor
FURTHEST: Final = 2  # roads from the next site to a goal, at most
RACE_ROADS: Final = 2  # roads that the longest road may be away to be worth pursuing
RACE_WORTH: Final = 12.0  # value of a road that extends the longest road


def yields_at(seen: View, site: int) -> Iterator[tuple[int, int]]:
    """Yield the resource and the pips of each productive hex at an intersection."""
    for hex_ in SITE_HEXES[3 * site : 3 * site + 3]:
        if hex_ >= 0 and seen.s[TERRAIN + hex_] < DESERT:
            yield seen.s[TERRAIN + hex_], pips_of(seen.s[TOKEN + hex_])


def yields_of(seen: View, seat: int) -> list[int]:
    """Count the pips of each resource that a seat's buildings yield, twice at a city."""
    pips = [0] * RESOURCES
    for site, code in enumerate(seen.s[SITE : SITE + ISLAND_SITE_COUNT[seen.s[ISLAND]]]):
        if code and (code - 1) % CITY_CODE == seat:
            for resource, count in yields_at(seen, site):
                pips[resource] += count * (2 if code > CITY_CODE else 1)
    return pips


def owners_beside(seen: View, hex_: int) -> set[int]:
    """Return who has built at a hex."""
    codes = (seen.s[SITE + site] for site in HEX_SITES[6 * hex_ : 6 * hex_ + 6])
    return {(code - 1) % CITY_CODE for code in codes if code}


def site_worth(seen: View, own: list[int], site: int) -> float:
    """Rate an intersection in pips for a seat with these yields: new resources and harbors count too."""
    here = list(yields_at(seen, site))
    new = {resource for resource, _ in here if own[resource] == 0}
    return sum(pips for _, pips in here) + NEW_RESOURCE * len(new) + _harbor_worth(seen, own, here, site)


def _harbor_worth(seen: View, own: list[int], here: list[tuple[int, int]], site: int) -> float:
    harbor = seen.s[HARBOR + site]
    if harbor == NO_HARBOR:
        return 0.0
    if harbor == GENERIC_HARBOR:
        return ANY_HARBOR
    return OWN_HARBOR * (own[harbor - 1] + sum(pips for resource, pips in here if resource == harbor - 1))


def is_robbed(seen: View, seat: int) -> bool:
    """Return whether the robber stands beside a building of a seat."""
    hex_ = seen.s[ROBBER]
    codes = (seen.s[SITE + site] for site in HEX_SITES[6 * hex_ : 6 * hex_ + 6])
    return any(code and (code - 1) % CITY_CODE == seat for code in codes)


# --- roads ------------------------------------------------------------------------------------------------------------


def road_goal(seen: View, seat: int, own: list[int], path: int) -> tuple[float, int]:
    """Rate a road by the best free intersection that it leads to; farther intersections count less.

    Returns the value and the intersection; 0 and -1 if it leads to none.
    """
    best = (0.0, -1)
    seen_sites: set[int] = set()
    level = [end for end in PATH_SITES[2 * path : 2 * path + 2] if not _is_home(seen, seat, end)]
    for steps in range(1, FURTHEST + 2):
        seen_sites.update(level)
        for site in level:
            if contains(seen.m, BLOCKED, site) == 0:
                best = max(best, (site_worth(seen, own, site) / steps, site))
        open_sites = [site for site in level if not _is_foreign(seen, seat, site)]
        level = [site for start in open_sites for site in _ways_on(seen, start) if site not in seen_sites]
    return best


def _is_home(seen: View, seat: int, site: int) -> bool:
    code = seen.s[SITE + site]
    return contains(seen.m, TOUCHED + 2 * seat, site) != 0 or (code > 0 and (code - 1) % CITY_CODE == seat)


def _is_foreign(seen: View, seat: int, site: int) -> bool:
    code = seen.s[SITE + site]
    return code > 0 and (code - 1) % CITY_CODE != seat


def _ways_on(seen: View, site: int) -> Iterator[int]:
    """Yield the intersections next to one that a free path leads to."""
    for path in SITE_PATHS[3 * site : 3 * site + 3]:
        if 0 <= path < ISLAND_PATH_COUNT[seen.s[ISLAND]] and contains(seen.m, TAKEN, path) == 0:
            yield PATH_SITES[2 * path] + PATH_SITES[2 * path + 1] - site


def is_racing(seen: View, seat: int) -> bool:
    """Return whether the longest road is a few roads away, and not the seat's own."""
    holder = seen.s[LONGEST]
    if holder == seat:
        return False
    needed = LEAST_ROAD if holder == NOBODY else seen.s[ROAD_LENGTH + holder] + 1
    return needed - seen.s[ROAD_LENGTH + seat] <= min(RACE_ROADS, seen.s[ROADS_LEFT + seat])


def helps_race(seen: View, seat: int, path: int) -> bool:
    """Return whether a road brings the longest road closer while it is worth pursuing."""
    if not is_racing(seen, seat):
        return False
    s, m = seen.s.copy(), seen.m.copy()
    place_road(s, m, seat, path)
    return s[ROAD_LENGTH + seat] > seen.s[ROAD_LENGTH + seat]


def road_worth(seen: View, seat: int, own: list[int], path: int) -> float:
    """Rate a road by where it leads, and more if it helps to win the longest road."""
    return road_goal(seen, seat, own, path)[0] + RACE_WORTH * helps_race(seen, seat, path)
