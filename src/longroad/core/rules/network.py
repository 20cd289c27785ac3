"""Pieces on the island: where a network can grow, and what an opponent's settlement does to its roads (BLD)."""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.island.topology import NEARBY_MASK, PATH_SITES, SITE_PATHS_MASK
from longroad.core.layout import (
    BLOCKED,
    CITIES_LEFT,
    CITY_CODE,
    CUT_ROADS,
    HARBOR,
    HARBORS,
    ISLAND,
    PATHS,
    POINTS,
    REACH,
    ROADS,
    ROADS_LEFT,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    TAKEN,
    TOUCHED,
    WORD_BITS,
    Block,
)
from longroad.core.rules.awards import is_foreign, measure_road, owners, remeasure_road
from longroad.core.ruleset import CUT_ABANDONED, CUT_LOST
from longroad.core.sets import contains, exclude, include
from longroad.core.words import NO_HARBOR


@rule
def road_places(m: Block, seat: int, word: int) -> int:
    """Return one word of the free paths that join a seat's network (BLD-1, BLD-2)."""
    return m[REACH + 2 * seat + word] & ~m[TAKEN + word]


@rule
def settlement_places(m: Block, seat: int, word: int) -> int:
    """Return one word of the intersections where a seat may settle (BLD-3)."""
    return m[TOUCHED + 2 * seat + word] & ~m[BLOCKED + word]


@rule
def has_road_place(s: Block, m: Block, seat: int) -> bool:
    """Whether a seat has a road left and a place for it."""
    return s[ROADS_LEFT + seat] > 0 and (road_places(m, seat, 0) | road_places(m, seat, 1)) != 0


@rule
def has_settlement_place(s: Block, m: Block, seat: int) -> bool:
    """Whether a seat has a settlement left and a place for it."""
    return s[SETTLEMENTS_LEFT + seat] > 0 and (settlement_places(m, seat, 0) | settlement_places(m, seat, 1)) != 0


@rule
def reach_from(s: Block, m: Block, seat: int, site: int) -> None:
    """Extend a seat's reach by the paths at a site."""
    row = 2 * (SITES * s[ISLAND] + site)
    m[REACH + 2 * seat] |= SITE_PATHS_MASK[row]
    m[REACH + 2 * seat + 1] |= SITE_PATHS_MASK[row + 1]


@rule
def lead_to(s: Block, m: Block, seat: int, site: int) -> None:
    """Record that a seat's road leads to a site."""
    include(m, TOUCHED + 2 * seat, site)
    if not is_foreign(s, seat, site):
        reach_from(s, m, seat, site)


@rule
def owns_site(s: Block, seat: int, site: int) -> bool:
    """Whether a seat has a building at a site."""
    code = s[SITE + site]
    return code == seat + 1 or code == seat + 1 + CITY_CODE


@rule
def has_road_at(s: Block, m: Block, seat: int, site: int) -> bool:
    """Whether a road of a seat leads to a site, cut off or not."""
    row = 2 * (SITES * s[ISLAND] + site)
    roads = m[ROADS + 2 * seat] & SITE_PATHS_MASK[row]
    return (roads | (m[ROADS + 2 * seat + 1] & SITE_PATHS_MASK[row + 1])) != 0


@rule(inline=False)
def is_live(s: Block, m: Block, seat: int, path: int) -> bool:
    """Whether a road's network, split at opponents' buildings, has a building of its owner (BLD-8).

    Spreads from the road over the seat's roads until nothing is added.
    """
    near0 = 0  # the sites reached, as two words
    near1 = 0
    todo0 = m[ROADS + 2 * seat]
    todo1 = m[ROADS + 2 * seat + 1]
    step = path
    while step >= 0:
        if step < WORD_BITS:
            todo0 &= ~(1 << step)
        else:
            todo1 &= ~(1 << (step - WORD_BITS))
        for end in range(2):
            site = PATH_SITES[2 * step + end]
            if owns_site(s, seat, site):
                return True
            if not is_foreign(s, seat, site):
                if site < WORD_BITS:
                    near0 |= 1 << site
                else:
                    near1 |= 1 << (site - WORD_BITS)
        step = -1
        for candidate in range(PATHS):
            if candidate < WORD_BITS:
                is_left = (todo0 >> candidate) & 1
            else:
                is_left = (todo1 >> (candidate - WORD_BITS)) & 1
            if is_left != 0:
                for end in range(2):
                    site = PATH_SITES[2 * candidate + end]
                    if site < WORD_BITS:
                        touches = (near0 >> site) & 1
                    else:
                        touches = (near1 >> (site - WORD_BITS)) & 1
                    if touches != 0:
                        step = candidate
    return False


@rule(inline=False)
def lose_cut_roads(s: Block, m: Block, seat: int) -> None:
    """Return a seat's roads that are cut off to its supply (BLD-8, `lost`)."""
    lost0 = 0
    lost1 = 0
    for path in range(PATHS):
        if contains(m, ROADS + 2 * seat, path) != 0 and not is_live(s, m, seat, path):
            s[ROADS_LEFT + seat] += 1
            if path < WORD_BITS:
                lost0 |= 1 << path
            else:
                lost1 |= 1 << (path - WORD_BITS)
    m[ROADS + 2 * seat] &= ~lost0
    m[ROADS + 2 * seat + 1] &= ~lost1
    m[TAKEN] &= ~lost0
    m[TAKEN + 1] &= ~lost1


@rule(inline=False)
def reconnect(s: Block, m: Block, seat: int) -> None:
    """Recompute where a seat can build from."""
    for word in range(2):
        m[REACH + 2 * seat + word] = 0
        m[TOUCHED + 2 * seat + word] = 0
    for site in range(SITES):
        if owns_site(s, seat, site):
            reach_from(s, m, seat, site)
    for path in range(PATHS):
        if contains(m, ROADS + 2 * seat, path) != 0:
            if s[CUT_ROADS] != CUT_ABANDONED or is_live(s, m, seat, path):
                lead_to(s, m, seat, PATH_SITES[2 * path])
                lead_to(s, m, seat, PATH_SITES[2 * path + 1])


@rule(inline=False)
def place_road(s: Block, m: Block, seat: int, path: int) -> None:
    """Put a seat's road on a path."""
    include(m, ROADS + 2 * seat, path)
    include(m, TAKEN, path)
    s[ROADS_LEFT + seat] -= 1
    if s[CUT_ROADS] == CUT_ABANDONED:
        reconnect(s, m, seat)
    else:
        lead_to(s, m, seat, PATH_SITES[2 * path])
        lead_to(s, m, seat, PATH_SITES[2 * path + 1])
    measure_road(s, m, seat, path)


@rule(inline=False)
def interrupt(s: Block, m: Block, seat: int) -> None:
    """Update a seat's network after an opponent's new settlement on it (BLD-1, BLD-8, AWD-2)."""
    if s[CUT_ROADS] == CUT_LOST:
        lose_cut_roads(s, m, seat)
    reconnect(s, m, seat)
    remeasure_road(s, m, seat)


@rule(inline=False)
def place_settlement(s: Block, m: Block, seat: int, site: int) -> None:
    """Put a seat's settlement on an intersection."""
    s[SITE + site] = seat + 1
    include(m, SETTLEMENTS + 2 * seat, site)
    m[BLOCKED] |= NEARBY_MASK[2 * site]
    m[BLOCKED + 1] |= NEARBY_MASK[2 * site + 1]
    s[SETTLEMENTS_LEFT + seat] -= 1
    s[POINTS + seat] += 1
    harbor = s[HARBOR + site]
    if harbor != NO_HARBOR:
        s[HARBORS + seat] |= 1 << harbor
    reach_from(s, m, seat, site)
    for other in range(owners(s)):
        if other != seat and has_road_at(s, m, other, site):
            interrupt(s, m, other)


@rule
def place_city(s: Block, m: Block, seat: int, site: int) -> None:
    """Replace a seat's settlement by a city; the settlement returns to the supply (BLD-4)."""
    s[SITE + site] = seat + 1 + CITY_CODE
    exclude(m, SETTLEMENTS + 2 * seat, site)
    s[SETTLEMENTS_LEFT + seat] += 1
    s[CITIES_LEFT + seat] -= 1
    s[POINTS + seat] += 1
