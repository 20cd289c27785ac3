"""What is wrong with an island that is laid by hand: counts of terrain, tokens and harbors, and where they lie (BRD).

The harbors are a block with the kind of harbor at each path, 0 for none.
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.findings import (
    HARBOR_COUNT,
    HARBOR_INLAND,
    HARBOR_SHARED,
    HEX_SET,
    PATH_SET,
    TERRAIN_COUNT,
    TOKEN_COUNT,
    TOKEN_MISSING,
    TOKEN_ON_DESERT,
    add_finding,
)
from longroad.core.island.material import HARBORS, TERRAIN_COUNTS, TOKENS
from longroad.core.island.topology import (
    COAST_LENGTH,
    COAST_PATHS,
    ISLAND_HEXES,
    MOST_COAST,
    PATH_SITES,
    SITE_PATHS,
)
from longroad.core.layout import ISLAND, PATHS, TERRAIN, TOKEN, Block
from longroad.core.sets import include
from longroad.core.words import DESERT, GENERIC_HARBOR

MOST_ALIKE: Final = 3  # hexes with the same token that a state can hold
LANDS: Final = DESERT + 1
HARBOR_KINDS: Final = GENERIC_HARBOR + 1
TOKEN_KINDS: Final = 13  # tokens 0 to 12

# How many there are of each kind: island * the number of kinds + kind.
STANDARD_TERRAIN: Final = (*TERRAIN_COUNTS[0], *TERRAIN_COUNTS[1])
STANDARD_TOKENS: Final = tuple(tokens.count(token) for tokens in TOKENS for token in range(TOKEN_KINDS))
STANDARD_HARBORS: Final = tuple(harbors.count(kind) for harbors in HARBORS for kind in range(HARBOR_KINDS))


@rule(inline=False)
def count_hexes(s: Block, field: int, value: int) -> int:
    """Count the hexes of the island that have a value."""
    count = 0
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        count += int(s[field + place] == value)
    return count


@rule(inline=False)
def add_hexes(s: Block, field: int, value: int, found: Block, sets: int) -> None:
    """Add the hexes that have a value to the places of a finding."""
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        if s[field + place] == value:
            found[sets + HEX_SET] |= 1 << place


@rule
def exchanged_deserts(s: Block) -> int:
    """Return how many deserts are missing; other terrain with a token may lie in their place (BRD-12)."""
    return STANDARD_TERRAIN[LANDS * s[ISLAND] + DESERT] - count_hexes(s, TERRAIN, DESERT)


@rule(inline=False)
def find_terrain_flaws(s: Block, found: Block) -> None:
    """Find the kinds of terrain of which there are too many or too few hexes (BRD-1, BRD-4)."""
    exchanged = exchanged_deserts(s)
    for kind in range(LANDS):
        count = count_hexes(s, TERRAIN, kind)
        standard = STANDARD_TERRAIN[LANDS * s[ISLAND] + kind]
        most = standard
        if kind != DESERT:
            most += max(exchanged, 0)
        if count > most or (kind != DESERT and count < standard):
            sets = add_finding(found, TERRAIN_COUNT, kind, count, standard)
            if count > most:
                add_hexes(s, TERRAIN, kind, found, sets)


@rule(inline=False)
def find_token_flaws(s: Block, found: Block) -> None:
    """Find hexes with a token that should have none, or the other way round, and wrong numbers of tokens (BRD-3)."""
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        is_desert = s[TERRAIN + place] == DESERT
        if is_desert == (s[TOKEN + place] != 0):
            kind = TOKEN_MISSING
            if is_desert:
                kind = TOKEN_ON_DESERT
            sets = add_finding(found, kind, place, 0, 0)
            found[sets + HEX_SET] = 1 << place
    exchanged = exchanged_deserts(s)
    for token in range(2, TOKEN_KINDS):
        count = count_hexes(s, TOKEN, token)
        standard = STANDARD_TOKENS[TOKEN_KINDS * s[ISLAND] + token]
        most = min(standard + exchanged, MOST_ALIKE)
        if standard != 0 and (count < standard or count > most):
            sets = add_finding(found, TOKEN_COUNT, token, count, standard)
            if count > most:
                add_hexes(s, TOKEN, token, found, sets)


@rule(inline=False)
def is_coast(island: int, path: int) -> bool:
    """Return whether a path is on the coast of an island."""
    for edge in range(COAST_LENGTH[island]):
        if COAST_PATHS[MOST_COAST * island + edge] == path:
            return True
    return False


@rule(inline=False)
def find_harbor_flaws(s: Block, harbors: Block, found: Block) -> None:
    """Find harbors that are not on the coast or share an intersection, and wrong numbers of them (BRD-5, BRD-6)."""
    inland = 0
    for path in range(PATHS):
        if harbors[path] != 0 and not is_coast(s[ISLAND], path):
            include(found, add_finding(found, HARBOR_INLAND, path, 0, 0) + PATH_SET, path)
            inland += 1
    if inland != 0:
        return
    for path in range(PATHS):
        if harbors[path] != 0:
            find_shared(harbors, path, found)
    for kind in range(1, HARBOR_KINDS):
        count = 0
        for path in range(PATHS):
            count += int(harbors[path] == kind)
        standard = STANDARD_HARBORS[HARBOR_KINDS * s[ISLAND] + kind]
        if count != standard:
            sets = add_finding(found, HARBOR_COUNT, kind, count, standard)
            for path in range(PATHS):
                if count > standard and harbors[path] == kind:
                    include(found, sets + PATH_SET, path)


@rule(inline=False)
def find_shared(harbors: Block, path: int, found: Block) -> None:
    """Find the harbors before a path that share an intersection with the one there."""
    for end in range(2):
        for way in range(3):
            other = SITE_PATHS[3 * PATH_SITES[2 * path + end] + way]
            if 0 <= other < path and harbors[max(other, 0)] != 0:
                sets = add_finding(found, HARBOR_SHARED, other, path, 0)
                include(found, sets + PATH_SET, other)
                include(found, sets + PATH_SET, path)
