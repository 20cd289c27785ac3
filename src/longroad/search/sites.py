"""Intersections in the search: what each yields, which is prepared once, and where a seat can settle."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, SITE_HEXES, SITE_NEIGHBORS, SITE_PATHS
from longroad.core.layout import (
    BLOCKED,
    CITY_CODE,
    HARBOR,
    ISLAND,
    LAST_SITE,
    PHASE,
    PLAYERS,
    POINTS,
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
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT
from longroad.core.sets import contains
from longroad.core.words import DESERT, GENERIC_HARBOR, NO_HARBOR
from longroad.search.features import (
    AFTER_BRICK,
    AROUND,
    AROUND_BLOCKED,
    AROUND_BUILT,
    AROUND_INCOME,
    AROUND_PATHS,
    AROUND_ROW,
    AROUND_SITES,
    AROUND_START,
    AROUND_TAKEN,
    BEST_AFTER,
    BEST_NEXT,
    BEST_OWN,
    BEST_SITE,
    BEST_SITES,
    BEST_TO_FOUND,
    BOARD_HARBOR,
    BOARD_PIPS,
    BOARD_ROW,
    BOARD_SUMS,
    BUILT,
    BUILT_ALL,
    FEATURES,
    HARBOR_NEAR,
    INCOMES,
    NEAR,
    NEAR_PARTS,
    NEAR_SITES,
    OWN_SITES,
    PLACE_FEATURES,
    RIVALS_AT_SITE,
    SECOND_NEXT,
    SECOND_SITE,
    SITES_AFTER,
    SITES_AT_HAND,
    TO_FOUND,
    WITHIN_BRICK,
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
    """Rate a site for a seat: its pips, with a bonus for resources that the seat lacks so far, and its harbor.

    A site counts 1, and each pip 4. Where nothing of a resource comes in yet, its pips count 6 each, and 6 are added
    once; where fewer than 3 pips come in, they count 5 each. A generic harbor counts 4, another one 2 and the seat's
    pips of its resource.
    """
    row = BOARD_ROW * site
    income = INCOMES + RESOURCES * seat
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


@rule
def harbor_worth(b: Block, f: Block, seat: int, site: int) -> int:
    """Rate the harbor of a site for a seat: 0 if there is none, 3 if generic, else 2 and its pips of the resource."""
    harbor = b[BOARD_ROW * site + BOARD_HARBOR]
    if harbor == NO_HARBOR:
        return 0
    if harbor == GENERIC_HARBOR:
        return 3
    return 2 + f[INCOMES + RESOURCES * seat + harbor - 1]


@rule
def write_set(f: Block, place: int, word0: int, word1: int) -> None:
    """Write a set of sites or paths in four parts."""
    f[place] = word0 & PART
    f[place + 1] = word0 >> PART_BITS
    f[place + 2] = word1 & PART
    f[place + 3] = word1 >> PART_BITS


@rule
def set_changed(f: Block, place: int, word0: int, word1: int, among: int) -> int:
    """Compare a set with one that was written, among the members of a third; return 0 if they are equal."""
    changed = (f[place] ^ (word0 & PART)) & f[among]
    changed |= (f[place + 1] ^ (word0 >> PART_BITS)) & f[among + 1]
    changed |= (f[place + 2] ^ (word1 & PART)) & f[among + 2]
    return changed | ((f[place + 3] ^ (word1 >> PART_BITS)) & f[among + 3])


@rule
def built_by_others(f: Block, seat: int, part: int) -> int:
    """Return a part of the set of sites with buildings of others."""
    return f[BUILT_ALL + part] & ~f[BUILT + NEAR_PARTS * seat + part]


@rule
def around_changed(m: Block, f: Block, seat: int, start0: int, start1: int) -> bool:
    """Whether anything that a seat's measures of sites depend on is not as it was when they were made."""
    row = AROUND + AROUND_ROW * seat
    start = row + AROUND_START
    changed = (f[start] ^ (start0 & PART)) | (f[start + 1] ^ (start0 >> PART_BITS))
    changed |= (f[start + 2] ^ (start1 & PART)) | (f[start + 3] ^ (start1 >> PART_BITS))
    changed |= set_changed(f, row + AROUND_BLOCKED, m[BLOCKED], m[BLOCKED + 1], row + AROUND_SITES)
    changed |= set_changed(f, row + AROUND_TAKEN, m[TAKEN], m[TAKEN + 1], row + AROUND_PATHS)
    for part in range(NEAR_PARTS):
        built = built_by_others(f, seat, part)
        changed |= (f[row + AROUND_BUILT + part] ^ built) & f[row + AROUND_SITES + part]
    for resource in range(RESOURCES):
        changed |= f[row + AROUND_INCOME + resource] ^ f[INCOMES + RESOURCES * seat + resource]
    return changed != 0


@rule
def note_around(m: Block, f: Block, seat: int, start0: int, start1: int) -> None:
    """Note what a seat's measures of sites depend on, except the sites and paths that `explore_sites` looks at."""
    row = AROUND + AROUND_ROW * seat
    write_set(f, row + AROUND_START, start0, start1)
    write_set(f, row + AROUND_BLOCKED, m[BLOCKED], m[BLOCKED + 1])
    write_set(f, row + AROUND_TAKEN, m[TAKEN], m[TAKEN + 1])
    for part in range(NEAR_PARTS):
        f[row + AROUND_BUILT + part] = built_by_others(f, seat, part)
    for resource in range(RESOURCES):
        f[row + AROUND_INCOME + resource] = f[INCOMES + RESOURCES * seat + resource]


@rule
def measure_sites(s: Block, m: Block, b: Block, f: Block, seat: int) -> bool:
    """Measure where a seat can settle at once, after one road and after two; return whether that was not known."""
    start0 = m[TOUCHED + 2 * seat]
    start1 = m[TOUCHED + 2 * seat + 1]
    site = s[LAST_SITE]
    if site >= 0 and s[SITE + site] == seat + 1:  # founded, and still without a road
        if site < WORD_BITS:
            start0 |= 1 << site
        else:
            start1 |= 1 << (site - WORD_BITS)
    changed = around_changed(m, f, seat, start0, start1)
    if changed:
        note_around(m, f, seat, start0, start1)
        explore_sites(s, m, b, f, seat, start0, start1)
    return changed


@rule(inline=False)
def explore_sites(s: Block, m: Block, b: Block, f: Block, seat: int, seen0: int, seen1: int) -> None:
    """Measure where a seat can settle, from the sites that its network touches."""
    start = FEATURES * seat
    for k in range(PLACE_FEATURES):
        f[start + BEST_SITE + k] = 0
    edge0 = seen0
    edge1 = seen1
    paths0 = 0
    paths1 = 0
    near0 = 0
    near1 = 0
    best0 = 0
    best1 = 0
    for roads in range(3):
        best = 0
        second = 0
        count = 0
        next0 = 0
        next1 = 0
        pips = start + WITHIN_BRICK
        if roads == 2:
            pips = start + AFTER_BRICK
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
                    count += 1
                    for resource in range(RESOURCES):
                        f[pips + resource] = max(f[pips + resource], b[BOARD_ROW * site + resource])
                    if roads < 2:
                        f[start + HARBOR_NEAR] = max(f[start + HARBOR_NEAR], harbor_worth(b, f, seat, site))
                    if worth >= best and (roads == 0 or (roads == 1 and f[start + BEST_SITE] == 0)):
                        if worth > best:
                            best0 = 0
                            best1 = 0
                        if word == 0:
                            best0 |= 1 << bit
                        else:
                            best1 |= 1 << bit
                    if worth > best:
                        second = best
                        best = worth
                    elif worth > second:
                        second = worth
                code = s[SITE + site]
                if roads < 2 and (code == 0 or code == seat + 1 or code == seat + 1 + CITY_CODE):
                    for k in range(3):
                        path = SITE_PATHS[3 * site + k]
                        if path >= 0 and path < ISLAND_PATH_COUNT[s[ISLAND]]:
                            if path < WORD_BITS:
                                paths0 |= 1 << path
                            else:
                                paths1 |= 1 << (path - WORD_BITS)
                            if contains(m, TAKEN, path) == 0:
                                other = SITE_NEIGHBORS[3 * site + k]
                                if other < WORD_BITS:
                                    next0 |= 1 << other
                                else:
                                    next1 |= 1 << (other - WORD_BITS)
        if roads == 0:
            f[start + BEST_SITE] = best
            f[start + SECOND_SITE] = second
            f[start + SITES_AT_HAND] = min(count, 6)
            f[start + NEAR_SITES] = count
        elif roads == 1:
            f[start + BEST_NEXT] = best
            f[start + SECOND_NEXT] = second
            f[start + NEAR_SITES] = min(f[start + NEAR_SITES] + count, 8)
        else:
            f[start + BEST_AFTER] = best
            f[start + SITES_AFTER] = min(count, 12)
        if roads < 2:
            near0 |= edge0 & ~m[BLOCKED]
            near1 |= edge1 & ~m[BLOCKED + 1]
        edge0 = next0 & ~seen0
        edge1 = next1 & ~seen1
        seen0 |= next0
        seen1 |= next1
    write_set(f, NEAR + NEAR_PARTS * seat, near0, near1)
    write_set(f, BEST_SITES + NEAR_PARTS * seat, best0, best1)
    write_set(f, AROUND + AROUND_ROW * seat + AROUND_SITES, seen0, seen1)
    write_set(f, AROUND + AROUND_ROW * seat + AROUND_PATHS, paths0, paths1)


@rule
def measure_own_sites(s: Block, b: Block, f: Block, seat: int) -> None:
    """Measure the sites within one road that are not within one road of anybody else."""
    start = FEATURES * seat
    count = 0
    f[start + BEST_OWN] = 0
    for part in range(NEAR_PARTS):
        left = f[NEAR + NEAR_PARTS * seat + part]
        for other in range(s[PLAYERS]):
            if other != seat:
                left &= ~f[NEAR + NEAR_PARTS * other + part]
        count += popcount(left)
        while left != 0:
            worth = site_worth(b, f, seat, PART_BITS * part + lowest_bit(left))
            f[start + BEST_OWN] = max(f[start + BEST_OWN], worth)
            left &= left - 1
    f[start + OWN_SITES] = min(count, 8)


@rule
def measure_rivals_at_site(s: Block, f: Block, seat: int) -> None:
    """Count the others within one road of the best site, or of all of them where several are equally good.

    The best site is one where the seat can settle at once, or if there is none, one that is one road away.
    """
    best = BEST_SITES + NEAR_PARTS * seat
    f[FEATURES * seat + RIVALS_AT_SITE] = 0
    for other in range(s[PLAYERS]):
        shared = 0
        alone = 0
        for part in range(NEAR_PARTS):
            shared |= f[best + part] & f[NEAR + NEAR_PARTS * other + part]
            alone |= f[best + part] & ~f[NEAR + NEAR_PARTS * other + part]
        if other != seat and shared != 0 and alone == 0:
            f[FEATURES * seat + RIVALS_AT_SITE] += 1


@rule
def is_founding(s: Block) -> bool:
    """Whether the seat chooses a place to found at."""
    return s[PHASE] == FOUND_SETTLEMENT or s[PHASE] == FOUND_ROAD


@rule(inline=False)
def measure_founding(s: Block, m: Block, b: Block, f: Block, seat: int) -> None:
    """Measure what a seat still has to found, and the best site that is free for it."""
    start = FEATURES * seat
    f[start + TO_FOUND] = 0
    f[start + BEST_TO_FOUND] = 0
    if is_founding(s) and s[POINTS + seat] < 2:
        f[start + TO_FOUND] = 2 - s[POINTS + seat]
        for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
            if contains(m, BLOCKED, site) == 0:
                f[start + BEST_TO_FOUND] = max(f[start + BEST_TO_FOUND], site_worth(b, f, seat, site))
