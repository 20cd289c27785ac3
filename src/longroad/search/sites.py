"""Intersections in the search: what each yields, which is prepared once, and where a seat can settle."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, SITE_HEXES, SITE_NEIGHBORS, SITE_PATHS
from longroad.core.layout import (
    BLOCKED,
    CITY_CODE,
    HARBOR,
    ISLAND,
    LAST_SITE,
    PLAYERS,
    RESOURCES,
    SITE,
    SITES,
    TAKEN,
    TERRAIN,
    TOKEN,
    TOUCHED,
    WORD_BITS,
    Block,
)
from longroad.core.sets import contains
from longroad.core.words import DESERT, GENERIC_HARBOR, NO_HARBOR
from longroad.search.features import (
    BEST_AFTER,
    BEST_NEXT,
    BEST_OWN,
    BEST_SITE,
    BOARD_HARBOR,
    BOARD_PIPS,
    BOARD_ROW,
    BOARD_SUMS,
    FEATURES,
    INCOME_BRICK,
    NEAR,
    NEAR_PARTS,
    NEAR_SITES,
    SECOND_NEXT,
    SECOND_SITE,
)

PIPS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # by the sum of the dice
PART_BITS: Final = WORD_BITS // 2  # bits of a set of sites in one measure; measures are half as long as words
PART: Final = (1 << PART_BITS) - 1


@rule(inline=False)
def prepare_board(s: Block, b: Block) -> None:
    """Prepare what never changes in a game: the pips, the harbor and the sums of every site."""
    for site in range(SITES):
        row = BOARD_ROW * site
        for k in range(BOARD_ROW):
            b[row + k] = 0
        if site < ISLAND_SITE_COUNT[s[ISLAND]]:
            for k in range(3):
                hex_ = SITE_HEXES[3 * site + k]
                if hex_ >= 0 and s[TERRAIN + hex_] < DESERT:
                    pips = PIPS[s[TOKEN + hex_]]
                    b[row + s[TERRAIN + hex_]] += pips
                    b[row + BOARD_PIPS] += pips
                    b[row + BOARD_SUMS] |= 1 << int(s[TOKEN + hex_])
            b[row + BOARD_HARBOR] = s[HARBOR + site]


@rule
def site_worth(b: Block, f: Block, seat: int, site: int) -> int:
    """Rate a site for a seat: its pips, with a bonus for resources that the seat lacks so far, and its harbor."""
    row = BOARD_ROW * site
    income = FEATURES * seat + INCOME_BRICK
    worth = 1
    for resource in range(RESOURCES):
        pips = b[row + resource]
        if pips > 0:
            worth += 4 * pips
            if f[income + resource] == 0:
                worth += 6 + 2 * pips
            elif f[income + resource] < 3:
                worth += pips
    harbor = b[row + BOARD_HARBOR]
    if harbor == GENERIC_HARBOR:
        worth += 4
    elif harbor != NO_HARBOR:
        worth += 2 + f[income + harbor - 1]
    return worth


@rule(inline=False)
def measure_sites(s: Block, m: Block, b: Block, f: Block, seat: int) -> None:
    """Measure where a seat can settle at once, after one road and after two."""
    start = FEATURES * seat
    seen0 = m[TOUCHED + 2 * seat]
    seen1 = m[TOUCHED + 2 * seat + 1]
    site = s[LAST_SITE]
    if site >= 0 and s[SITE + site] == seat + 1:  # founded, and still without a road
        if site < WORD_BITS:
            seen0 |= 1 << site
        else:
            seen1 |= 1 << (site - WORD_BITS)
    edge0 = seen0
    edge1 = seen1
    near = 0
    near0 = 0
    near1 = 0
    for roads in range(3):
        best = 0
        second = 0
        next0 = 0
        next1 = 0
        for word in range(2):
            left = edge0
            first = 0
            blocked = m[BLOCKED]
            if word == 1:
                left = edge1
                first = WORD_BITS
                blocked = m[BLOCKED + 1]
            while left != 0:
                bit = lowest_bit(left)
                left &= left - 1
                site = first + bit
                if (blocked >> bit) & 1 == 0:
                    worth = site_worth(b, f, seat, site)
                    near += int(roads < 2)
                    if worth > best:
                        second = best
                        best = worth
                    elif worth > second:
                        second = worth
                code = s[SITE + site]
                if roads < 2 and (code == 0 or code == seat + 1 or code == seat + 1 + CITY_CODE):
                    for k in range(3):
                        path = SITE_PATHS[3 * site + k]
                        if path >= 0 and path < ISLAND_PATH_COUNT[s[ISLAND]] and contains(m, TAKEN, path) == 0:
                            other = SITE_NEIGHBORS[3 * site + k]
                            if other < WORD_BITS:
                                next0 |= 1 << other
                            else:
                                next1 |= 1 << (other - WORD_BITS)
        if roads == 0:
            f[start + BEST_SITE] = best
            f[start + SECOND_SITE] = second
        elif roads == 1:
            f[start + BEST_NEXT] = best
            f[start + SECOND_NEXT] = second
        else:
            f[start + BEST_AFTER] = best
        if roads < 2:
            near0 |= edge0 & ~m[BLOCKED]
            near1 |= edge1 & ~m[BLOCKED + 1]
        edge0 = next0 & ~seen0
        edge1 = next1 & ~seen1
        seen0 |= next0
        seen1 |= next1
    f[start + NEAR_SITES] = min(near, 8)
    f[NEAR + NEAR_PARTS * seat] = near0 & PART
    f[NEAR + NEAR_PARTS * seat + 1] = near0 >> PART_BITS
    f[NEAR + NEAR_PARTS * seat + 2] = near1 & PART
    f[NEAR + NEAR_PARTS * seat + 3] = near1 >> PART_BITS


@rule
def measure_own_site(s: Block, b: Block, f: Block, seat: int) -> None:
    """Measure the best site within one road to which nobody else is as close."""
    best = 0
    for part in range(NEAR_PARTS):
        left = f[NEAR + NEAR_PARTS * seat + part]
        for other in range(s[PLAYERS]):
            if other != seat:
                left &= ~f[NEAR + NEAR_PARTS * other + part]
        while left != 0:
            best = max(best, site_worth(b, f, seat, PART_BITS * part + lowest_bit(left)))
            left &= left - 1
    f[FEATURES * seat + BEST_OWN] = best
