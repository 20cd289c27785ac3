"""Invariants of the island and the board: pieces, sets of places and awards, each recomputed in another way."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import popcount
from longroad.core.check.network import check_length, check_network
from longroad.core.check.violations import (
    OFF_THE_ISLAND,
    ROBBER_AT_SEA,
    TOO_NEAR,
    TWO_ROADS,
    WRONG_BLOCKED,
    WRONG_CITIES_LEFT,
    WRONG_HARBORS,
    WRONG_HEX,
    WRONG_HEXES_OF,
    WRONG_LARGEST,
    WRONG_LONGEST,
    WRONG_OWNER,
    WRONG_POINTS,
    WRONG_ROADS_LEFT,
    WRONG_SETTLEMENTS,
    WRONG_SETTLEMENTS_LEFT,
    WRONG_TAKEN,
)
from longroad.core.compile.registry import rule
from longroad.core.island.material import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH
from longroad.core.island.topology import (
    ISLAND_HEXES,
    ISLAND_PATHS,
    ISLAND_SITE_COUNT,
    NEARBY_MASK,
)
from longroad.core.layout import (
    BLOCKED,
    CITIES_LEFT,
    CITY_CODE,
    DUEL,
    HARBOR,
    HARBORS,
    HEXES_OF,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    NOBODY,
    PLAYERS,
    POINTS,
    REACH,
    ROAD_LENGTH,
    ROADS,
    ROADS_LEFT,
    ROBBER,
    ROBBER_START,
    SEATS,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    SUMS,
    TAKEN,
    TERRAIN,
    TOKEN,
    TOUCHED,
    WORD_BITS,
    Block,
)
from longroad.core.rules.awards import AWARD_POINTS, LEAST_ARMY, LEAST_ROAD, owners
from longroad.core.sets import contains, size
from longroad.core.words import DESERT

SEAT_BITS: Final = 8  # a count or a set for each seat, packed into one integer
TOKEN_BITS: Final = 4  # a count for each token


@rule(inline=False)
def check_island(s: Block) -> int:
    """Check that every hex but the desert has a token, that the sums know their hexes, and where the robber is."""
    counts = 0
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        token = s[TOKEN + place]
        terrain = s[TERRAIN + place]
        if (token == 0) != (terrain == DESERT) or terrain > DESERT or token == 1 or token == 7:
            return WRONG_HEX
        if token != 0:
            alike = (counts >> (TOKEN_BITS * token)) & 15
            counts += 1 << (TOKEN_BITS * token)
            if alike > 2 or s[HEXES_OF + 3 * (token - 2) + alike] != place:
                return WRONG_HEXES_OF
    for total in range(SUMS):
        for k in range((counts >> (TOKEN_BITS * (total + 2))) & 15, 3):
            if s[HEXES_OF + 3 * total + k] != NOBODY:
                return WRONG_HEXES_OF
    if s[ROBBER] < 0 or max(s[ROBBER], s[ROBBER_START]) >= ISLAND_HEXES[s[ISLAND]]:
        return ROBBER_AT_SEA
    return 0


@rule(inline=False)
def check_buildings(s: Block, m: Block) -> int:
    """Check settlements, cities, harbors and supplies against the board, and the distance rule (BLD-3, BLD-6)."""
    blocked0 = 0
    blocked1 = 0
    settlements = 0
    cities = 0
    harbors = 0
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
        code = s[SITE + site]
        if code != 0:
            seat = code - 1
            if seat >= CITY_CODE:
                seat -= CITY_CODE
                cities += 1 << (SEAT_BITS * seat)
            else:
                settlements += 1 << (SEAT_BITS * seat)
                if contains(m, SETTLEMENTS + 2 * seat, site) == 0:
                    return WRONG_SETTLEMENTS
            if s[HARBOR + site] != 0:
                harbors |= 1 << (SEAT_BITS * seat + s[HARBOR + site])
            if site < WORD_BITS:
                is_near = (blocked0 >> site) & 1
            else:
                is_near = (blocked1 >> (site - WORD_BITS)) & 1
            if is_near != 0:
                return TOO_NEAR
            blocked0 |= NEARBY_MASK[2 * site]
            blocked1 |= NEARBY_MASK[2 * site + 1]
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]], SITES):
        if s[SITE + site] != 0:
            return OFF_THE_ISLAND
    if blocked0 != m[BLOCKED] or blocked1 != m[BLOCKED + 1]:
        return WRONG_BLOCKED
    for seat in range(SEATS):
        code = check_supply(
            s,
            m,
            seat,
            (settlements >> (SEAT_BITS * seat)) & 255,
            (cities >> (SEAT_BITS * seat)) & 255,
            (harbors >> (SEAT_BITS * seat)) & 255,
        )
        if code != 0:
            return code
    return 0


@rule(inline=False)
def check_supply(s: Block, m: Block, seat: int, settlements: int, cities: int, harbors: int) -> int:
    """Check what follows for a seat from its settlements, cities and harbors on the board (BLD-6, WIN-1)."""
    if size(m, SETTLEMENTS + 2 * seat) != settlements:
        return WRONG_SETTLEMENTS
    if s[HARBORS + seat] != harbors:
        return WRONG_HARBORS
    points = settlements + 2 * cities
    if s[LONGEST] == seat:
        points += AWARD_POINTS
    if s[LARGEST] == seat:
        points += AWARD_POINTS
    if s[POINTS + seat] != points:
        return WRONG_POINTS
    if seat >= owners(s):
        if (points | s[SETTLEMENTS_LEFT + seat] | s[CITIES_LEFT + seat]) != 0:
            return WRONG_OWNER
        return 0
    if settlements + s[SETTLEMENTS_LEFT + seat] != SETTLEMENTS_EACH or s[SETTLEMENTS_LEFT + seat] < 0:
        return WRONG_SETTLEMENTS_LEFT
    if cities + s[CITIES_LEFT + seat] != CITIES_EACH or s[CITIES_LEFT + seat] < 0:
        return WRONG_CITIES_LEFT
    if seat >= s[PLAYERS] and cities != 0:
        return WRONG_OWNER
    return 0


@rule(inline=False)
def check_paths(s: Block, m: Block) -> int:
    """Check that roads are on the island, one a path, and that the supplies fit (BLD-2, BLD-6)."""
    taken0 = 0
    taken1 = 0
    for seat in range(SEATS):
        roads0 = m[ROADS + 2 * seat]
        roads1 = m[ROADS + 2 * seat + 1]
        if ((taken0 & roads0) | (taken1 & roads1)) != 0:
            return TWO_ROADS
        taken0 |= roads0
        taken1 |= roads1
        built = popcount(roads0) + popcount(roads1)
        if seat >= owners(s):
            network = m[REACH + 2 * seat] | m[REACH + 2 * seat + 1] | m[TOUCHED + 2 * seat] | m[TOUCHED + 2 * seat + 1]
            if (built | s[ROADS_LEFT + seat] | s[ROAD_LENGTH + seat]) != 0 or network != 0:
                return WRONG_OWNER
        elif built + s[ROADS_LEFT + seat] != ROADS_EACH or s[ROADS_LEFT + seat] < 0:
            return WRONG_ROADS_LEFT
    if taken0 != m[TAKEN] or taken1 != m[TAKEN + 1]:
        return WRONG_TAKEN
    if ((taken0 & ~ISLAND_PATHS[2 * s[ISLAND]]) | (taken1 & ~ISLAND_PATHS[2 * s[ISLAND] + 1])) != 0:
        return OFF_THE_ISLAND
    return 0


@rule(inline=False)
def check_longest(s: Block) -> int:
    """Check who holds the longest road (AWD-1, AWD-3, AWD-4, AWD-6)."""
    longest = 0
    count = 0
    for seat in range(owners(s)):
        if s[ROAD_LENGTH + seat] > longest:
            longest = s[ROAD_LENGTH + seat]
            count = 0
        count += int(s[ROAD_LENGTH + seat] == longest)
    if s[LONGEST] == NOBODY:
        if longest >= LEAST_ROAD and count == 1:
            return WRONG_LONGEST
    elif longest < LEAST_ROAD or s[ROAD_LENGTH + s[LONGEST]] != longest:
        return WRONG_LONGEST
    return 0


@rule(inline=False)
def check_largest(s: Block) -> int:
    """Check who holds the largest army (AWD-5, DUO-10)."""
    largest = 0
    count = 0
    for seat in range(owners(s)):
        if s[KNIGHTS + seat] > largest:
            largest = s[KNIGHTS + seat]
            count = 0
        count += int(s[KNIGHTS + seat] == largest)
    if s[LARGEST] == NOBODY:
        # Only a knight that is taken away can leave a tie without a holder.
        if largest >= LEAST_ARMY and (count == 1 or s[DUEL] == 0):
            return WRONG_LARGEST
    elif largest < LEAST_ARMY or s[KNIGHTS + s[LARGEST]] != largest:
        return WRONG_LARGEST
    return 0


@rule(inline=False)
def check_board(s: Block, m: Block) -> int:
    """Check everything about the island and the board."""
    code = check_island(s)
    if code == 0:
        code = check_longest(s)
    if code == 0:
        code = check_largest(s)
    if code == 0:
        code = check_buildings(s, m)
    if code == 0:
        code = check_paths(s, m)
    for seat in range(owners(s)):
        if code == 0:
            code = check_network(s, m, seat)
        if code == 0:
            code = check_length(s, m, seat)
    return code
