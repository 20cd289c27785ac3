"""The rarer ways to lay terrain, number tokens and harbors (BRD-6 to BRD-10).

Each function takes the count of the next random number of the island's stream and returns the count after its own.
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.island.material import (
    BEGINNER_TERRAIN,
    BEGINNER_TOKENS,
    FIRST_LARGE_EDGE,
    FRAME_EDGES,
    FRAME_KINDS,
    FRAME_PIECES,
    FRAME_SUPPLY,
    HARBOR_COUNT,
    HARBOR_KINDS,
    HARBOR_SITES,
    HARBOR_SUPPLY,
    LARGE_EDGES,
    LARGE_HARBORS,
    LARGE_HEXES,
    LARGE_PLACES,
    LARGE_TERRAIN,
    LARGE_TOKENS,
    MOST_HARBORS,
    MOST_TOKENS,
    ORDERS,
    OTHER_TOKENS,
    PACK_BITS,
    RED_TOKENS,
    SMALL_HEXES,
    SMALL_PLACES,
    SMALL_TERRAIN,
    SMALL_TOKENS,
    TOKEN_ORDER,
)
from longroad.core.island.topology import (
    COAST_LENGTH,
    COAST_SITES,
    HEX_NEIGHBORS,
    ISLAND_HEXES,
    MOST_COAST,
    MOST_SEA,
    SEA_EDGES,
    SEA_HEXES,
    SPIRAL_COUNT,
    SPIRAL_FIRST,
    SPIRALS,
)
from longroad.core.layout import HARBOR, HEXES, ISLAND, SITES, TERRAIN, TOKEN, Block
from longroad.core.rng import ISLAND_STREAM, random_below
from longroad.core.ruleset import (
    BASE_ISLAND,
    COUNTERCLOCKWISE,
    FIXED_HARBORS,
    FIXED_TERRAIN,
    FIXED_TOKENS,
    FRAME_HARBORS,
    FREE_HARBORS,
    PIECES_TERRAIN,
    RANDOM_TOKENS,
)
from longroad.core.words import DESERT, NO_HARBOR, SEA

RED_TRIES: Final = 5000  # about 100 are needed on the extension, 30 on the base island; then the spiral comes instead


@rule
def drawn(supply: int, nth: int) -> int:
    """Return the kind of the nth thing of a packed supply."""
    kind = 0
    while nth >= (supply & ((1 << PACK_BITS) - 1)):
        nth -= supply & ((1 << PACK_BITS) - 1)
        supply >>= PACK_BITS
        kind += 1
    return kind


@rule
def lay_spiral(s: Block, direction: int, seed: int, k: int) -> int:
    """Lay the tokens in the order of their letters along a spiral from a random start, skipping deserts (BRD-7)."""
    island = s[ISLAND]
    way = 2 * island + direction
    spiral = HEXES * (SPIRAL_FIRST[way] + random_below(seed, ISLAND_STREAM, k, SPIRAL_COUNT[way]))
    letter = MOST_TOKENS * island
    for i in range(ISLAND_HEXES[island]):
        place = SPIRALS[spiral + i]
        if s[TERRAIN + place] == DESERT:
            s[TOKEN + place] = 0
        else:
            s[TOKEN + place] = TOKEN_ORDER[letter]
            letter += 1
    for place in range(ISLAND_HEXES[island], HEXES):
        s[TOKEN + place] = 0
    return k + 1


@rule
def is_beside_red(s: Block, place: int) -> bool:
    """Whether a neighbor of a hex has a red token."""
    for side in range(6):
        near = HEX_NEIGHBORS[6 * place + side]
        if near >= 0 and (s[TOKEN + near] == 6 or s[TOKEN + near] == 8):
            return True
    return False


@rule
def clear_tokens(s: Block) -> None:
    """Take all tokens off the island."""
    for place in range(HEXES):
        s[TOKEN + place] = 0


@rule(inline=False)
def lay_reds(s: Block, seed: int, k: int) -> int:
    """Lay the red tokens at random, starting over when one would fall beside another, so that all ways are equal.

    Returns the next count of random numbers, or -1 after very many tries.
    """
    clear_tokens(s)
    laid = 0
    tries = 0
    while laid < RED_TOKENS[s[ISLAND]]:
        place = random_below(seed, ISLAND_STREAM, k + tries, ISLAND_HEXES[s[ISLAND]])
        tries += 1
        if tries > RED_TRIES:
            return -1
        if s[TERRAIN + place] == DESERT or s[TOKEN + place] != 0 or is_beside_red(s, place):
            clear_tokens(s)
            laid = 0
        else:
            s[TOKEN + place] = 6 + 2 * (laid & 1)
            laid += 1
    return k + tries


@rule(inline=False)
def lay_at_random(s: Block, seed: int, k: int) -> int:
    """Lay the tokens at random with no two reds on adjacent hexes (BRD-7)."""
    after = lay_reds(s, seed, k)
    if after < 0:
        return lay_spiral(s, COUNTERCLOCKWISE, seed, k + RED_TRIES)
    supply = OTHER_TOKENS[s[ISLAND]]
    left = 0
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        left += int(s[TERRAIN + place] != DESERT and s[TOKEN + place] == 0)
    for place in range(ISLAND_HEXES[s[ISLAND]]):
        if s[TERRAIN + place] != DESERT and s[TOKEN + place] == 0:
            token = drawn(supply, random_below(seed, ISLAND_STREAM, after, left))
            supply -= 1 << (PACK_BITS * token)
            s[TOKEN + place] = token
            left -= 1
            after += 1
    return after


@rule
def clear_harbors(s: Block) -> None:
    """Take all harbors off the coast."""
    for site in range(SITES):
        s[HARBOR + site] = NO_HARBOR


@rule
def put_harbor(s: Block, edge: int, kind: int) -> None:
    """Put a harbor at a coast edge, for the intersections at both ends."""
    island = s[ISLAND]
    s[HARBOR + COAST_SITES[MOST_COAST * island + edge]] = kind
    s[HARBOR + COAST_SITES[MOST_COAST * island + (edge + 1) % COAST_LENGTH[island]]] = kind


@rule(inline=False)
def put_printed_harbors(s: Block) -> None:
    """Put the harbors where and as the frame shows them (BRD-6: fixed)."""
    for i in range(MOST_HARBORS * s[ISLAND], MOST_HARBORS * s[ISLAND] + HARBOR_COUNT[s[ISLAND]]):
        s[HARBOR + HARBOR_SITES[2 * i]] = HARBOR_KINDS[i]
        s[HARBOR + HARBOR_SITES[2 * i + 1]] = HARBOR_KINDS[i]


@rule(inline=False)
def put_frame(s: Block, seed: int, k: int) -> int:
    """Put the six frame pieces around the base island in a random order (BRD-6: frame)."""
    pieces = FRAME_SUPPLY
    for side in range(FRAME_PIECES):
        piece = drawn(pieces, random_below(seed, ISLAND_STREAM, k + side, FRAME_PIECES - side))
        pieces -= 1 << (PACK_BITS * piece)
        for edge in range(FRAME_EDGES):
            kind = FRAME_KINDS[FRAME_EDGES * piece + edge]
            if kind != NO_HARBOR:
                put_harbor(s, FRAME_EDGES * side + edge, kind)
    return k + FRAME_PIECES


@rule(inline=False)
def put_harbors_freely(s: Block, seed: int, k: int) -> int:
    """Put a random harbor at every second sea hex, turned either way where there are two (BRD-6: free)."""
    island = s[ISLAND]
    supply = HARBOR_SUPPLY[island]
    first = random_below(seed, ISLAND_STREAM, k, 2)
    count = SEA_HEXES[island] // 2
    k += 1
    for i in range(count):
        kind = drawn(supply, random_below(seed, ISLAND_STREAM, k, count - i))
        supply -= 1 << (PACK_BITS * kind)
        edges = 2 * (MOST_SEA * island + 2 * i + first)
        if SEA_EDGES[edges + 1] < 0:
            put_harbor(s, SEA_EDGES[edges], kind)
        else:
            put_harbor(s, SEA_EDGES[edges + random_below(seed, ISLAND_STREAM, k + 1, 2)], kind)
        k += 2
    return k


@rule(inline=False)
def put_large_piece(s: Block, face: int, corner: int) -> None:
    """Put a large piece of the Traveler, one face up, into a corner of the island."""
    for i in range(LARGE_HEXES):
        place = LARGE_PLACES[LARGE_HEXES * corner + i]
        s[TERRAIN + place] = LARGE_TERRAIN[LARGE_HEXES * face + i]
        s[TOKEN + place] = LARGE_TOKENS[LARGE_HEXES * face + i]
    for i in range(LARGE_EDGES):
        kind = LARGE_HARBORS[LARGE_EDGES * face + i]
        if kind != NO_HARBOR:
            put_harbor(s, (FIRST_LARGE_EDGE + FRAME_EDGES * corner + i) % COAST_LENGTH[BASE_ISLAND], kind)


@rule(inline=False)
def put_small_piece(s: Block, face: int, corner: int) -> None:
    """Put a small piece of the Traveler, one face up, into a corner of the island."""
    for i in range(SMALL_HEXES):
        if SMALL_TERRAIN[SMALL_HEXES * face + i] >= 0:
            place = SMALL_PLACES[SMALL_HEXES * corner + i]
            s[TERRAIN + place] = SMALL_TERRAIN[SMALL_HEXES * face + i]
            s[TOKEN + place] = SMALL_TOKENS[SMALL_HEXES * face + i]


@rule(inline=False)
def put_pieces(s: Block, seed: int, k: int) -> int:
    """Put the Traveler's pieces around the island, large and small in turn, order and sides at random (BRD-10)."""
    for place in range(ISLAND_HEXES[BASE_ISLAND], HEXES):
        s[TERRAIN + place] = SEA
    clear_tokens(s)
    clear_harbors(s)
    corner = random_below(seed, ISLAND_STREAM, k, 6)
    large = 3 * random_below(seed, ISLAND_STREAM, k + 1, 6)
    small = 3 * random_below(seed, ISLAND_STREAM, k + 2, 6)
    sides = random_below(seed, ISLAND_STREAM, k + 3, 64)
    for i in range(3):
        put_large_piece(s, 2 * ORDERS[large + i] + ((sides >> (2 * i)) & 1), (corner + 2 * i) % 6)
        put_small_piece(s, 2 * ORDERS[small + i] + ((sides >> (2 * i + 1)) & 1), (corner + 2 * i + 1) % 6)
    return k + 4


@rule(inline=False)
def lay_terrain_otherwise(s: Block, way: int, seed: int, k: int) -> int:
    """Lay the terrain in a way that is not random; the Traveler's pieces bring tokens and harbors with them."""
    if way == FIXED_TERRAIN:
        for place in range(HEXES):
            s[TERRAIN + place] = SEA
        for place in range(ISLAND_HEXES[BASE_ISLAND]):
            s[TERRAIN + place] = BEGINNER_TERRAIN[place]
    elif way == PIECES_TERRAIN:
        k = put_pieces(s, seed, k)
    return k


@rule(inline=False)
def lay_tokens_otherwise(s: Block, way: int, seed: int, k: int) -> int:
    """Lay the tokens in a way that is not a spiral."""
    if way == RANDOM_TOKENS:
        k = lay_at_random(s, seed, k)
    elif way == FIXED_TOKENS:
        clear_tokens(s)
        for place in range(ISLAND_HEXES[BASE_ISLAND]):
            s[TOKEN + place] = BEGINNER_TOKENS[place]
    return k


@rule(inline=False)
def put_harbors_otherwise(s: Block, way: int, seed: int, k: int) -> int:
    """Put the harbors in a way that is not shuffled on the printed places."""
    if way == FIXED_HARBORS:
        clear_harbors(s)
        put_printed_harbors(s)
    elif way == FRAME_HARBORS:
        clear_harbors(s)
        k = put_frame(s, seed, k)
    elif way == FREE_HARBORS:
        clear_harbors(s)
        k = put_harbors_freely(s, seed, k)
    return k
