"""What lies in the box: terrain, number tokens, harbors, the frame, the beginner island and the Traveler's pieces.

The tables that rule functions read are flat. Coast edges are counted as in `island`: clockwise from the upper left side
of the first hex.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from longroad.core.island.topology import COAST_LENGTH, COAST_SITES, MOST_COAST, symmetries
from longroad.core.layout import HEXES, RESOURCES
from longroad.core.words import (
    BRICK,
    DESERT,
    FIELDS,
    FOREST,
    GENERIC_HARBOR,
    GRAIN,
    HILLS,
    LUMBER,
    MOUNTAINS,
    NO_HARBOR,
    ORE,
    PASTURE,
    SEA,
    WOOL,
)

# The pieces of each player, and the cards by island and kind (SET-1).
ROADS_EACH: Final = 15
SETTLEMENTS_EACH: Final = 5
CITIES_EACH: Final = 4
BANK_CARDS: Final = (19, 24)  # of each resource
STACK: Final = (14, 2, 2, 2, 5, 20, 3, 3, 3, 5)

# What each costs: brick, lumber, wool, grain, ore (BLD-1, BLD-3, BLD-4, BLD-5).
ROAD_COST: Final = (1, 1, 0, 0, 0)
SETTLEMENT_COST: Final = (1, 1, 1, 1, 0)
CITY_COST: Final = (0, 0, 0, 2, 3)
CARD_COST: Final = (0, 0, 1, 1, 1)
# The same as the flat table that rule functions read, and where each cost begins in it.
COSTS: Final = (*SETTLEMENT_COST, *CITY_COST, *CARD_COST, *ROAD_COST)
SETTLEMENT_AT: Final = 0
CITY_AT: Final = RESOURCES
CARD_AT: Final = 2 * RESOURCES
ROAD_AT: Final = 3 * RESOURCES
CHEAPEST_COST: Final = min(map(sum, (ROAD_COST, SETTLEMENT_COST, CITY_COST, CARD_COST)))  # in cards

# Hills, forest, pasture, fields, mountains, desert of each island (BRD-1, BRD-4).
TERRAIN_COUNTS: Final = ((3, 4, 4, 4, 3, 1), (5, 6, 6, 6, 5, 2))
# island * 30 + i: the terrain hexes, sea where the island has none.
TERRAIN_SUPPLY: Final = tuple(
    terrain
    for counts in TERRAIN_COUNTS
    for terrain, count in enumerate((*counts, HEXES - sum(counts)))
    for _ in range(count)
)
assert TERRAIN_SUPPLY[HEXES - 1] == SEA

# The tokens in the order of their letters: A to R (BRD-3); A to Y, Za, Zb, Zc (BRD-4).
TOKENS: Final = (
    (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    (2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
)
MOST_TOKENS: Final = 28
# island * 28 + i: the i-th token, 0 where there is none.
TOKEN_ORDER: Final = tuple((TOKENS[island] + (0,) * MOST_TOKENS)[i] for island in (0, 1) for i in range(MOST_TOKENS))
RED_TOKENS: Final = (4, 6)  # tokens 6 and 8 of each island, as many of one as of the other

PACK_BITS: Final = 4  # bits of each count where counts of several kinds are packed into one integer


def packed(kinds: Iterable[int]) -> int:
    """Count kinds in one integer."""
    return sum(1 << PACK_BITS * kind for kind in kinds)


# The tokens that are not red, counted by their number.
OTHER_TOKENS: Final = tuple(packed(token for token in tokens if token not in (6, 8)) for tokens in TOKENS)

_3_1: Final = GENERIC_HARBOR
# The harbors clockwise: on the base island those of the printed frame. The frame of the extension has the pieces of the
# base game and two more harbors, a 3:1 between grain and ore and wool between brick and lumber (BRD-5, BRD-6).
HARBORS: Final = (
    (_3_1, 1 + GRAIN, 1 + ORE, _3_1, 1 + WOOL, _3_1, _3_1, 1 + BRICK, 1 + LUMBER),
    (_3_1, 1 + WOOL, _3_1, _3_1, 1 + BRICK, 1 + WOOL, 1 + LUMBER, _3_1, 1 + GRAIN, _3_1, 1 + ORE),
)
# Where they lie: at every other sea hex, facing the land that is nearer to the middle.
HARBOR_EDGES: Final = ((0, 3, 7, 10, 13, 17, 20, 23, 27), (0, 3, 7, 10, 14, 17, 21, 24, 28, 31, 34))
HARBOR_COUNT: Final = (9, 11)
MOST_HARBORS: Final = 11


def _edge_sites(island: int, edge: int) -> tuple[int, int]:
    """Return the two intersections that a harbor at a coast edge serves."""
    coast = COAST_SITES[MOST_COAST * island :]
    return coast[edge], coast[(edge + 1) % COAST_LENGTH[island]]


# (island * 11 + i) * 2 + k: the two intersections of the i-th harbor; island * 11 + i: its printed kind.
HARBOR_SITES: Final = tuple(
    site
    for island in (0, 1)
    for edge in (HARBOR_EDGES[island] + (0,) * MOST_HARBORS)[:MOST_HARBORS]
    for site in _edge_sites(island, edge)
)
HARBOR_KINDS: Final = tuple(
    (HARBORS[island] + (NO_HARBOR,) * MOST_HARBORS)[i] for island in (0, 1) for i in range(MOST_HARBORS)
)
HARBOR_SUPPLY: Final = tuple(packed(kinds) for kinds in HARBORS)

# Each of the six frame pieces borders on five coast edges, from a corner clockwise: its printed harbors are the base
# island's, since the pieces lie in order there. piece * 5 + edge: the harbor's kind.
FRAME_PIECES: Final = 6
FRAME_EDGES: Final = 5
FRAME_SUPPLY: Final = packed(range(FRAME_PIECES))
FRAME_KINDS: Final = tuple(
    dict(zip(HARBOR_EDGES[0], HARBORS[0], strict=True)).get(edge, NO_HARBOR) for edge in range(COAST_LENGTH[0])
)

# The beginner island, row by row (BRD-9).
BEGINNER_TERRAIN: Final = (
    *(MOUNTAINS, PASTURE, FOREST),
    *(FIELDS, HILLS, PASTURE, HILLS),
    *(FIELDS, FOREST, DESERT, FOREST, MOUNTAINS),
    *(FOREST, MOUNTAINS, FIELDS, PASTURE),
    *(HILLS, FIELDS, PASTURE),
)
BEGINNER_TOKENS: Final = (10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11)

# The beginner's settlements, each with its road. Seats 0 to 3 are blue, orange, white and red, so that three players
# leave red out. seat * 2 + k: k = 1 is the marked one, which gives the starting income. Each colour has 20 pips.
BEGINNER_COLORS: Final = ("blue", "orange", "white", "red")
BEGINNER_SITES: Final = (41, 39, 14, 40, 12, 31, 13, 28)
BEGINNER_PATHS: Final = (60, 55, 15, 58, 11, 37, 20, 34)

# The Traveler's six pieces, numbered clockwise from the upper left: 1, 3 and 5 large, 2, 4 and 6 small (BRD-10). With
# all A sides up and in order they are the beginner island; a B side has the same terrain, tokens and harbors otherwise
# arranged. Red tokens lie on large pieces only, and these never touch, so no two reds ever do.
# Hexes of a large piece: its corner, the coastal hexes clockwise and counter-clockwise of it, the inner one. Of a small
# piece: its corner, the inner hex, and on piece 2 the middle of the island.
LARGE_HEXES: Final = 4
SMALL_HEXES: Final = 3  # places of a small piece; only piece 2 fills the third
LARGE_EDGES: Final = 7  # coast edges of a large piece, clockwise; a small piece has 3 and no harbor
_LARGE_AT_FIRST_CORNER: Final = (0, 1, 3, 4)
_SMALL_AT_FIRST_CORNER: Final = (0, 4, 9)
# corner * 4 + k, corner * 3 + k: the hexes of a large and a small piece that lies in a corner, counted clockwise.
LARGE_PLACES: Final = tuple(turn.hexes[h] for turn in symmetries(0)[:6] for h in _LARGE_AT_FIRST_CORNER)
SMALL_PLACES: Final = tuple(turn.hexes[h] for turn in symmetries(0)[:6] for h in _SMALL_AT_FIRST_CORNER)
FIRST_LARGE_EDGE: Final = 27  # of a large piece at the first corner; 5 more for each corner

# (large piece * 2 + side) * 4 + hex.
LARGE_TERRAIN: Final = (
    *(MOUNTAINS, PASTURE, FIELDS, HILLS),  # A1
    *(PASTURE, MOUNTAINS, FIELDS, HILLS),  # B1
    *(MOUNTAINS, PASTURE, HILLS, FOREST),  # A3
    *(FOREST, HILLS, MOUNTAINS, PASTURE),  # B3
    *(HILLS, FOREST, FIELDS, MOUNTAINS),  # A5
    *(FOREST, MOUNTAINS, HILLS, FIELDS),  # B5
)
LARGE_TOKENS: Final = (
    *(10, 2, 12, 6),
    *(2, 6, 12, 10),
    *(8, 5, 10, 3),
    *(10, 8, 3, 5),
    *(5, 8, 6, 3),
    *(3, 6, 8, 5),
)
# (large piece * 2 + side) * 7 + coast edge.
LARGE_HARBORS: Final = (
    *(1 + LUMBER, NO_HARBOR, NO_HARBOR, _3_1, NO_HARBOR, NO_HARBOR, 1 + GRAIN),
    *(1 + GRAIN, NO_HARBOR, NO_HARBOR, 1 + LUMBER, NO_HARBOR, NO_HARBOR, _3_1),
    *(1 + ORE, NO_HARBOR, NO_HARBOR, _3_1, NO_HARBOR, NO_HARBOR, 1 + WOOL),
    *(_3_1, NO_HARBOR, NO_HARBOR, 1 + WOOL, NO_HARBOR, NO_HARBOR, 1 + ORE),
    *(_3_1, NO_HARBOR, NO_HARBOR, _3_1, NO_HARBOR, NO_HARBOR, 1 + BRICK),
    *(1 + BRICK, NO_HARBOR, NO_HARBOR, _3_1, NO_HARBOR, NO_HARBOR, _3_1),
)
# (small piece * 2 + side) * 3 + hex, with -1 where the piece has none.
SMALL_TERRAIN: Final = (
    *(FOREST, PASTURE, DESERT),  # A2
    *(DESERT, FOREST, PASTURE),  # B2
    *(PASTURE, FIELDS, -1),  # A4
    *(FIELDS, PASTURE, -1),  # B4
    *(FIELDS, FOREST, -1),  # A6
    *(FOREST, FIELDS, -1),  # B6
)
SMALL_TOKENS: Final = (
    *(9, 4, 0),
    *(0, 4, 9),
    *(11, 4, -1),
    *(11, 4, -1),
    *(9, 11, -1),
    *(11, 9, -1),
)

# Three things in every order: order * 3 + place.
ORDERS: Final = (0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0)
