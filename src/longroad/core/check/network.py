"""Invariants of roads: where a seat can build from, how long its road is, and that no road lies alone."""

from __future__ import annotations

from longroad.core.bits import lowest_bit, popcount
from longroad.core.check.violations import (
    LOOSE_ROAD,
    NO_BUILDING,
    ROADS_KEPT,
    WRONG_REACH,
    WRONG_ROAD_LENGTH,
    WRONG_TOUCHED,
)
from longroad.core.compile.registry import rule
from longroad.core.island.material import CITIES_EACH, SETTLEMENTS_EACH
from longroad.core.island.topology import (
    ISLAND_SITE_COUNT,
    PATH_SITES,
    SITE_NEIGHBORS,
    SITE_PATHS,
    SITE_PATHS_MASK,
)
from longroad.core.layout import (
    CITIES_LEFT,
    CUT_ROADS,
    ISLAND,
    PHASE,
    REACH,
    ROAD_LENGTH,
    ROADS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    TOUCHED,
    WORD_BITS,
    Block,
)
from longroad.core.phases import FOUND_ROAD
from longroad.core.rules.awards import WAY_BACK, is_foreign, owners
from longroad.core.rules.network import owns_site
from longroad.core.ruleset import CUT_ABANDONED, CUT_LOST, CUT_STAY
from longroad.core.sets import members


@rule(inline=False)
def live_roads(s: Block, m: Block, seat: int, word: int) -> int:
    """Return one word of a seat's roads that are joined to a building of its own, not past an opponent's (BLD-8).

    Goes round the intersections until a round adds nothing.
    """
    live0 = 0
    live1 = 0
    before = -1
    while popcount(live0) + popcount(live1) != before:
        before = popcount(live0) + popcount(live1)
        for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
            row = 2 * (SITES * s[ISLAND] + site)
            here0 = m[ROADS + 2 * seat] & SITE_PATHS_MASK[row]
            here1 = m[ROADS + 2 * seat + 1] & SITE_PATHS_MASK[row + 1]
            if (here0 | here1) != 0:
                is_joined = owns_site(s, seat, site)
                if ((here0 & live0) | (here1 & live1)) != 0 and not is_foreign(s, seat, site):
                    is_joined = True
                if is_joined:
                    live0 |= here0
                    live1 |= here1
    if word == 0:
        return live0
    return live1


@rule(inline=False)
def check_network(s: Block, m: Block, seat: int) -> int:
    """Check where a seat can build from, going by intersections (BLD-1, BLD-3, BLD-8)."""
    roads0 = m[ROADS + 2 * seat]
    roads1 = m[ROADS + 2 * seat + 1]
    if s[CUT_ROADS] != CUT_STAY:
        live0 = live_roads(s, m, seat, 0)
        live1 = live_roads(s, m, seat, 1)
        if s[CUT_ROADS] == CUT_LOST and (live0 != roads0 or live1 != roads1):
            return ROADS_KEPT
        if s[CUT_ROADS] == CUT_ABANDONED:
            roads0 = live0
            roads1 = live1
    touched0 = 0
    touched1 = 0
    reach0 = 0
    reach1 = 0
    row = 2 * SITES * s[ISLAND]
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
        paths0 = SITE_PATHS_MASK[row + 2 * site]
        paths1 = SITE_PATHS_MASK[row + 2 * site + 1]
        leads_here = ((roads0 & paths0) | (roads1 & paths1)) != 0
        if leads_here:
            if site < WORD_BITS:
                touched0 |= 1 << site
            else:
                touched1 |= 1 << (site - WORD_BITS)
        if owns_site(s, seat, site) or (leads_here and s[SITE + site] == 0):
            reach0 |= paths0
            reach1 |= paths1
    if touched0 != m[TOUCHED + 2 * seat] or touched1 != m[TOUCHED + 2 * seat + 1]:
        return WRONG_TOUCHED
    if reach0 != m[REACH + 2 * seat] or reach1 != m[REACH + 2 * seat + 1]:
        return WRONG_REACH
    return 0


@rule(inline=False)
def road_from_ends(s: Block, m: Block, seat: int) -> int:
    """Measure a seat's longest road by following it from its possible ends (AWD-1, AWD-2).

    A trail that cannot be made longer has used up all roads at its ends: such an end is an opponent's building, or has
    one road or three; or else the trail is a ring, with no such end anywhere. So rings come in a second round.
    """
    roads0 = m[ROADS + 2 * seat]
    roads1 = m[ROADS + 2 * seat + 1]
    unseen0 = roads0
    unseen1 = roads1
    best = 0
    for start in range(2 * SITES):
        site = start
        row = 2 * (SITES * s[ISLAND] + site)
        if start < SITES:
            here0 = roads0 & SITE_PATHS_MASK[row]
            here1 = roads1 & SITE_PATHS_MASK[row + 1]
            is_end = False
            if (here0 | here1) != 0:
                is_end = ((popcount(here0) + popcount(here1)) & 1) != 0 or is_foreign(s, seat, site)
        else:
            if (unseen0 | unseen1) == 0:
                return best
            site = start - SITES
            row -= 2 * SITES
            is_end = ((unseen0 & SITE_PATHS_MASK[row]) | (unseen1 & SITE_PATHS_MASK[row + 1])) != 0
        if is_end:
            at = site
            way = 0
            stack = 0  # the ways back, two bits a step
            length = 0
            while way < 3 or length > 0:
                if way == 3:
                    back = 3 * at + (stack & 3)
                    stack >>= 2
                    length -= 1
                    step = SITE_PATHS[back]
                    if step < WORD_BITS:
                        roads0 ^= 1 << step
                    else:
                        roads1 ^= 1 << (step - WORD_BITS)
                    at = SITE_NEIGHBORS[back]
                    way = WAY_BACK[back] + 1
                else:
                    step = SITE_PATHS[3 * at + way]
                    is_free = 0
                    if step >= 0:
                        if step < WORD_BITS:
                            is_free = (roads0 >> step) & 1
                        else:
                            is_free = (roads1 >> (step - WORD_BITS)) & 1
                    if is_free != 0 and (length == 0 or not is_foreign(s, seat, at)):
                        if step < WORD_BITS:
                            roads0 ^= 1 << step
                            unseen0 &= ~(1 << step)
                        else:
                            roads1 ^= 1 << (step - WORD_BITS)
                            unseen1 &= ~(1 << (step - WORD_BITS))
                        stack = (stack << 2) | WAY_BACK[3 * at + way]
                        at = SITE_NEIGHBORS[3 * at + way]
                        way = 0
                        length += 1
                        best = max(best, length)
                    else:
                        way += 1
    return best


@rule(inline=False)
def check_length(s: Block, m: Block, seat: int) -> int:
    """Check the length of a seat's longest road (AWD-1, AWD-2)."""
    if road_from_ends(s, m, seat) != s[ROAD_LENGTH + seat]:
        return WRONG_ROAD_LENGTH
    return 0


@rule(inline=False)
def joined_word(s: Block, m: Block, seat: int, word: int) -> int:
    """Return one word of a seat's roads that are joined to a building of its own, also past an opponent's."""
    joined0 = 0
    joined1 = 0
    before = -1
    while popcount(joined0) + popcount(joined1) != before:
        before = popcount(joined0) + popcount(joined1)
        for half in range(2):
            rest = m[ROADS + 2 * seat] & ~joined0
            if half == 1:
                rest = m[ROADS + 2 * seat + 1] & ~joined1
            while rest != 0:
                bit = lowest_bit(rest)
                rest ^= 1 << bit
                is_joined = False
                for end in range(2):
                    site = PATH_SITES[2 * (WORD_BITS * half + bit) + end]
                    row = 2 * (SITES * s[ISLAND] + site)
                    is_joined |= owns_site(s, seat, site)
                    is_joined |= ((joined0 & SITE_PATHS_MASK[row]) | (joined1 & SITE_PATHS_MASK[row + 1])) != 0
                if is_joined and half == 0:
                    joined0 |= 1 << bit
                elif is_joined:
                    joined1 |= 1 << bit
    if word == 0:
        return joined0
    return joined1


def joined_roads(s: Block, m: Block, seat: int) -> set[int]:
    """Return the paths of a seat's roads that are joined to a building of its own."""
    return set(members(joined_word(s, m, seat, 0) | joined_word(s, m, seat, 1) << WORD_BITS))


@rule(inline=False)
def check_joined(s: Block, m: Block) -> int:
    """Check that every road is joined to a building of its owner, which it was built from (BLD-1, DUO-6)."""
    for seat in range(owners(s)):
        for word in range(2):
            if joined_word(s, m, seat, word) != m[ROADS + 2 * seat + word]:
                return LOOSE_ROAD
    return 0


@rule(inline=False)
def has_building(s: Block, seat: int) -> bool:
    """Return whether a seat has a settlement or a city."""
    return s[SETTLEMENTS_LEFT + seat] < SETTLEMENTS_EACH or s[CITIES_LEFT + seat] < CITIES_EACH


@rule(inline=False)
def check_founded(s: Block) -> int:
    """Check that after the founding everybody has a building, neutral players too: none is ever lost (SET-3, DUO-1)."""
    for seat in range(owners(s)):
        if s[PHASE] > FOUND_ROAD and not has_building(s, seat):
            return NO_BUILDING
    return 0
