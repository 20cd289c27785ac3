"""Making an island from the options in a state: terrain, number tokens, harbors, the robber (BRD).

The random numbers are those of the island's stream: each function takes the count of the next one and returns
the count after its own. What an option calls 'given' stays as the caller has put it (see `given`).
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.island.material import HARBOR_COUNT, HARBOR_KINDS, HARBOR_SITES, MOST_HARBORS, TERRAIN_SUPPLY
from longroad.core.island.topology import COASTAL, ISLAND_HEXES, ISLAND_SITE_COUNT, SITE_HEXES, symmetries
from longroad.core.island.variants import (
    clear_harbors,
    lay_spiral,
    lay_terrain_otherwise,
    lay_tokens_otherwise,
    put_harbors_otherwise,
)
from longroad.core.layout import (
    HARBOR,
    HARBORS_BY,
    HEXES,
    HEXES_OF,
    ISLAND,
    ROBBER,
    ROBBER_START,
    SPIRAL,
    SUMS,
    TERRAIN,
    TERRAIN_BY,
    TOKEN,
    TOKENS_BY,
    Block,
)
from longroad.core.rng import ISLAND_STREAM, random_below
from longroad.core.ruleset import BASE_ISLAND, RANDOM_TERRAIN, SHUFFLED_HARBORS, SPIRAL_TOKENS
from longroad.core.words import DESERT

OPPOSITE_SITES: Final = symmetries(BASE_ISLAND)[3].sites  # half a turn of the base island


@rule
def lay_terrain(s: Block, seed: int, k: int) -> int:
    """Shuffle the terrain hexes (BRD-8)."""
    island = s[ISLAND]
    for place in range(HEXES):
        s[TERRAIN + place] = TERRAIN_SUPPLY[HEXES * island + place]
    for place in range(ISLAND_HEXES[island] - 1, 0, -1):
        other = random_below(seed, ISLAND_STREAM, k, place + 1)
        terrain = s[TERRAIN + place]
        s[TERRAIN + place] = s[TERRAIN + other]
        s[TERRAIN + other] = terrain
        k += 1
    return k


@rule
def shuffle_harbors(s: Block, seed: int, k: int) -> int:
    """Deal the harbors onto the places of the printed frame (BRD-6)."""
    clear_harbors(s)
    first = MOST_HARBORS * s[ISLAND]
    count = HARBOR_COUNT[s[ISLAND]]
    for i in range(first, first + count):
        s[HARBOR + HARBOR_SITES[2 * i]] = HARBOR_KINDS[i]
    for i in range(count - 1, 0, -1):
        here = HARBOR + HARBOR_SITES[2 * (first + i)]
        there = HARBOR + HARBOR_SITES[2 * (first + random_below(seed, ISLAND_STREAM, k, i + 1))]
        kind = s[here]
        s[here] = s[there]
        s[there] = kind
        k += 1
    for i in range(first, first + count):
        s[HARBOR + HARBOR_SITES[2 * i + 1]] = s[HARBOR + HARBOR_SITES[2 * i]]
    return k


@rule
def find_hexes(s: Block) -> None:
    """Note which hexes each sum of the dice selects."""
    for i in range(3 * SUMS):
        s[HEXES_OF + i] = -1
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        token = s[TOKEN + place]
        if token != 0:
            row = HEXES_OF + 3 * (token - 2)
            while s[row] >= 0:
                row += 1
            s[row] = place


@rule
def place_robber(s: Block, seed: int, k: int) -> int:
    """Place the robber where it is set to begin, or on the desert, with two deserts on either (BRD-11)."""
    if s[ROBBER_START] >= 0:
        s[ROBBER] = s[ROBBER_START]
        return k
    deserts = 0
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        if s[TERRAIN + place] == DESERT:
            deserts += 1
            if deserts == 1:
                s[ROBBER] = place
            else:
                if random_below(seed, ISLAND_STREAM, k, deserts) == 0:
                    s[ROBBER] = place
                k += 1
    return k


@rule(inline=False)
def make_island(s: Block, seed: int) -> int:
    """Make the island that the options ask for; return how many random numbers it took."""
    k = 0
    if s[TERRAIN_BY] == RANDOM_TERRAIN:
        k = lay_terrain(s, seed, k)
    else:
        k = lay_terrain_otherwise(s, s[TERRAIN_BY], seed, k)
    if s[TOKENS_BY] == SPIRAL_TOKENS:
        k = lay_spiral(s, s[SPIRAL], seed, k)
    else:
        k = lay_tokens_otherwise(s, s[TOKENS_BY], seed, k)
    if s[HARBORS_BY] == SHUFFLED_HARBORS:
        k = shuffle_harbors(s, seed, k)
    else:
        k = put_harbors_otherwise(s, s[HARBORS_BY], seed, k)
    find_hexes(s)
    return place_robber(s, seed, k)


@rule
def pips_of(token: int) -> int:
    """Count the pips of a number token: in how many of 36 rolls its hex yields; none where there is no token."""
    if token == 0:
        return 0
    return 6 - abs(7 - token)


@rule
def site_pips(s: Block, site: int) -> int:
    """Count the pips of the tokens around an intersection."""
    pips = 0
    for i in range(3):
        place = SITE_HEXES[3 * site + i]
        if place >= 0:
            pips += pips_of(s[TOKEN + place])
    return pips


@rule(inline=False)
def neutral_site(s: Block, k: int) -> int:
    """Return where the k-th neutral player's settlement stands (DUO-1), on the base island.

    The two stand opposite each other and inland, where the poorer one has the most pips, then where both together have;
    of equals, the pair whose upper one is numbered first.
    """
    best = -1
    most = -1
    for site in range(ISLAND_SITE_COUNT[BASE_ISLAND]):
        opposite = OPPOSITE_SITES[site]
        if site < opposite and COASTAL[site] == 0:
            pips = site_pips(s, site)
            others = site_pips(s, opposite)
            worth = 64 * min(pips, others) + pips + others
            if worth > most:
                most = worth
                best = site
    if k == 0:
        return best
    return OPPOSITE_SITES[best]
