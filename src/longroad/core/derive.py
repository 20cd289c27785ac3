"""Derives the redundant parts of a state from the rest, for positions that were set up, not played."""

from __future__ import annotations

from longroad.core.check.network import road_from_ends
from longroad.core.island.material import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH
from longroad.core.island.topology import ISLAND_SITE_COUNT, NEARBY_MASK
from longroad.core.layout import (
    BLOCKED,
    CITIES_LEFT,
    CITY_CODE,
    HARBOR,
    HARBORS,
    ISLAND,
    LARGEST,
    LONGEST,
    NOBODY,
    POINTS,
    ROAD_LENGTH,
    ROADS,
    ROADS_LEFT,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    SITE,
    TAKEN,
    Block,
)
from longroad.core.rules.awards import AWARD_POINTS, owners
from longroad.core.rules.network import reconnect
from longroad.core.sets import include, size
from longroad.core.words import NO_HARBOR


def derive_board(s: Block, m: Block) -> None:
    """Derive what follows from the buildings, the roads and the holders of the special cards; none of it is set before.

    Requires that nobody has more pieces than the supply, and that only seats that can own pieces have any.
    """
    for seat in range(owners(s)):
        s[SETTLEMENTS_LEFT + seat] = SETTLEMENTS_EACH
        s[CITIES_LEFT + seat] = CITIES_EACH
        s[ROADS_LEFT + seat] = ROADS_EACH - size(m, ROADS + 2 * seat)
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
        if s[SITE + site] != 0:
            _count_building(s, m, site)
    for seat in range(owners(s)):
        for word in range(2):
            m[TAKEN + word] |= m[ROADS + 2 * seat + word]
        reconnect(s, m, seat)
        s[ROAD_LENGTH + seat] = road_from_ends(s, m, seat)  # interpreted, the fastest way
    for holder in (s[LONGEST], s[LARGEST]):
        if holder != NOBODY:
            s[POINTS + holder] += AWARD_POINTS


def _count_building(s: Block, m: Block, site: int) -> None:
    """Derive what follows from one building."""
    seat = (s[SITE + site] - 1) % CITY_CODE
    if s[SITE + site] > CITY_CODE:
        s[CITIES_LEFT + seat] -= 1
        s[POINTS + seat] += 2
    else:
        s[SETTLEMENTS_LEFT + seat] -= 1
        s[POINTS + seat] += 1
        include(m, SETTLEMENTS + 2 * seat, site)
    for word in range(2):
        m[BLOCKED + word] |= NEARBY_MASK[2 * site + word]
    if s[HARBOR + site] != NO_HARBOR:
        s[HARBORS + seat] |= 1 << s[HARBOR + site]
