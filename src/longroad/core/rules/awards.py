"""The special cards: longest road and largest army (AWD), and the check for victory (WIN)."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import popcount
from longroad.core.compile.registry import rule
from longroad.core.island.material import ROADS_EACH
from longroad.core.island.topology import PATH_SITES, SITE_NEIGHBORS, SITE_PATHS, SITE_PATHS_MASK
from longroad.core.layout import (
    ACTOR,
    CARD_KINDS,
    CARDS,
    CITY_CODE,
    DUEL,
    FRESH,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    NOBODY,
    PATHS,
    PHASE,
    PLAYERS,
    POINT_CARDS,
    POINTS,
    ROAD_LENGTH,
    ROAD_TIE,
    ROADS,
    SITE,
    SITES,
    TURN,
    VICTORY_POINTS,
    WIN_ON,
    WINNER,
    WORD_BITS,
    Block,
)
from longroad.core.phases import OVER
from longroad.core.ruleset import OWN_TURN, POINTS_NEXT_TURN, SET_ASIDE
from longroad.core.sets import contains
from longroad.core.words import POINT_CARD

LEAST_ROAD: Final = 5
LEAST_ARMY: Final = 3
AWARD_POINTS: Final = 2

# site * 3 + k: which of the neighbor's three paths leads back to the site.
WAY_BACK: Final = tuple(
    -1 if neighbor < 0 else SITE_NEIGHBORS[3 * neighbor : 3 * neighbor + 3].index(i // 3)
    for i, neighbor in enumerate(SITE_NEIGHBORS)
)
START: Final = 3  # instead of a way back: the search began here

SITE_BITS: Final = 7  # a queue of sites is one integer
ONE_SITE: Final = (1 << SITE_BITS) - 1
NO_PATH: Final = 2 * WORD_BITS - 1  # stands for a path that nobody has a road on
WAYS: Final = tuple(NO_PATH if path < 0 else path for path in SITE_PATHS)
MET_RING: Final = -1


@rule
def owners(s: Block) -> int:
    """Count the seats that can own pieces: the players and, in the two-player game, two neutrals."""
    return s[PLAYERS] + 2 * s[DUEL]


@rule
def is_foreign(s: Block, seat: int, site: int) -> bool:
    """Whether another seat has a building at a site."""
    code = s[SITE + site]
    return code != 0 and code != seat + 1 and code != seat + 1 + CITY_CODE


@rule
def leads_on(s: Block, seat: int, site: int, free0: int, free1: int) -> bool:
    """Whether a road of a seat can go on at a site over one of its free roads, given as two words."""
    row = 2 * (SITES * s[ISLAND] + site)
    return ((free0 & SITE_PATHS_MASK[row]) | (free1 & SITE_PATHS_MASK[row + 1])) != 0 and not is_foreign(s, seat, site)


@rule
def length_beyond(s: Block, seat: int, start: int, back: int, free0: int, free1: int) -> int:
    """Return how many of a seat's free roads follow each other from a site, or `MET_RING`; `back` is not to be met.

    Goes breadth-first over roads that branch but never meet, so the site it comes to last is the farthest.
    """
    if not leads_on(s, seat, start, free0, free1):
        return 0
    queue = start
    waiting = 1  # sites in the queue
    nearest = 1  # those of them that are `length` roads away; the others are one farther
    length = 0
    seen0 = 0
    seen1 = 0
    if back < WORD_BITS:
        seen0 = 1 << back
    else:
        seen1 = 1 << (back - WORD_BITS)
    visits = 1
    while waiting != 0:
        site = queue & ONE_SITE
        queue >>= SITE_BITS
        waiting -= 1
        visits += 1
        if site < WORD_BITS:
            seen0 |= 1 << site
        else:
            seen1 |= 1 << (site - WORD_BITS)
        if leads_on(s, seat, site, free0, free1):
            for way in range(3):  # without branches, which would be mispredicted
                step = WAYS[3 * site + way]
                if step < WORD_BITS:
                    is_free = (free0 >> step) & 1
                    free0 ^= is_free << step
                else:
                    is_free = (free1 >> (step - WORD_BITS)) & 1
                    free1 ^= is_free << (step - WORD_BITS)
                queue |= (SITE_NEIGHBORS[3 * site + way] & -is_free) << (SITE_BITS * waiting)
                waiting += is_free
        nearest -= 1
        if nearest == 0:
            nearest = waiting
            length += int(waiting != 0)
    if popcount(seen0) + popcount(seen1) != visits:
        return MET_RING
    return length


@rule(inline=False)
def search_trail(s: Block, m: Block, seat: int, path: int) -> int:
    """Measure the longest road that uses a path by trying all, for roads that meet in a ring.

    Grows a trail from the path's one end as far as it goes, and each such trail also from the other end. That is
    enough: where the one part ends on roads that the other uses, it can take over the other's rest. The stack of ways
    back is one integer, two bits a step.
    """
    free0 = m[ROADS + 2 * seat]
    free1 = m[ROADS + 2 * seat + 1]
    if path < WORD_BITS:
        free0 ^= 1 << path
    else:
        free1 ^= 1 << (path - WORD_BITS)
    at = PATH_SITES[2 * path]
    other = PATH_SITES[2 * path + 1]
    first_end = at
    back = START
    way = 0
    on_other_end = 0
    stack = 0
    length = 1
    best = 1
    while True:
        if way < 3:
            step = SITE_PATHS[3 * at + way]
            if step < 0:
                way = 3
            else:
                if step < WORD_BITS:
                    is_free = (free0 >> step) & 1
                else:
                    is_free = (free1 >> (step - WORD_BITS)) & 1
                if is_free != 0 and not is_foreign(s, seat, at):
                    if step < WORD_BITS:
                        free0 ^= 1 << step
                    else:
                        free1 ^= 1 << (step - WORD_BITS)
                    stack = (stack << 2) | back
                    back = WAY_BACK[3 * at + way]
                    at = SITE_NEIGHBORS[3 * at + way]
                    way = 0
                    length += 1
                    best = max(best, length)
                else:
                    way += 1
        elif way == 3 and on_other_end == 0 and not leads_on(s, seat, at, free0, free1):
            first_end = at
            stack = (stack << 2) | back
            at = other
            back = START
            way = 0
            on_other_end = 1
        elif back != START:
            step = SITE_PATHS[3 * at + back]
            if step < WORD_BITS:
                free0 ^= 1 << step
            else:
                free1 ^= 1 << (step - WORD_BITS)
            way = WAY_BACK[3 * at + back] + 1
            at = SITE_NEIGHBORS[3 * at + back]
            back = stack & 3
            stack >>= 2
            length -= 1
        elif on_other_end != 0:
            at = first_end
            back = stack & 3
            stack >>= 2
            on_other_end = 0
            way = 4
        else:
            return best


@rule(inline=False, on_device=search_trail)
def longest_trail(s: Block, m: Block, seat: int, path: int) -> int:
    """Measure the longest road of a seat that uses a path (AWD-1, AWD-2)."""
    free0 = m[ROADS + 2 * seat]
    free1 = m[ROADS + 2 * seat + 1]
    if path < WORD_BITS:
        free0 &= ~(1 << path)
    else:
        free1 &= ~(1 << (path - WORD_BITS))
    one = PATH_SITES[2 * path]
    other = PATH_SITES[2 * path + 1]
    before = length_beyond(s, seat, one, other, free0, free1)
    after = length_beyond(s, seat, other, one, free0, free1)
    if before == MET_RING or after == MET_RING:
        return search_trail(s, m, seat, path)
    return before + 1 + after


@rule(inline=False)
def longest_road(s: Block, m: Block, seat: int) -> int:
    """Measure a seat's longest road from scratch."""
    best = 0
    for path in range(PATHS):
        if contains(m, ROADS + 2 * seat, path) != 0:
            best = max(best, longest_trail(s, m, seat, path))
    return best


@rule(inline=False)
def award_longest_road(s: Block, holder_broken: int) -> None:
    """Award the longest road after a change of lengths (AWD-3, AWD-4, AWD-6)."""
    best = 0
    leader = NOBODY
    leaders = 0
    for seat in range(owners(s)):
        length = s[ROAD_LENGTH + seat]
        if length > best:
            best = length
            leader = seat
            leaders = 1
        elif length == best:
            leaders += 1
    holder = s[LONGEST]
    heir = NOBODY
    if best >= LEAST_ROAD:
        if leaders == 1:
            heir = leader
        elif holder != NOBODY and s[ROAD_LENGTH + holder] == best:
            if holder_broken == 0 or s[ROAD_TIE] != SET_ASIDE:
                heir = holder
    if heir != holder:
        if holder != NOBODY:
            s[POINTS + holder] -= AWARD_POINTS
        if heir != NOBODY:
            s[POINTS + heir] += AWARD_POINTS
        s[LONGEST] = heir


@rule
def measure_road(s: Block, m: Block, seat: int, path: int) -> None:
    """Update the longest road after a seat built a path."""
    length = longest_trail(s, m, seat, path)
    if length > s[ROAD_LENGTH + seat]:
        s[ROAD_LENGTH + seat] = length
        if length >= LEAST_ROAD and s[LONGEST] != seat:
            award_longest_road(s, 0)


@rule
def remeasure_road(s: Block, m: Block, seat: int) -> None:
    """Update the longest road after a seat's roads were interrupted."""
    length = longest_road(s, m, seat)
    if length < s[ROAD_LENGTH + seat]:
        s[ROAD_LENGTH + seat] = length
        award_longest_road(s, int(s[LONGEST] == seat))


@rule
def move_largest_army(s: Block, heir: int) -> None:
    """Hand the largest army to a seat, or set it aside."""
    if s[LARGEST] != NOBODY:
        s[POINTS + s[LARGEST]] -= AWARD_POINTS
    if heir != NOBODY:
        s[POINTS + heir] += AWARD_POINTS
    s[LARGEST] = heir


@rule
def count_knight(s: Block, seat: int) -> None:
    """Count a knight just played, and give its owner the largest army if due (AWD-5)."""
    s[KNIGHTS + seat] += 1
    army = s[KNIGHTS + seat]
    if army >= LEAST_ARMY and s[LARGEST] != seat:
        is_alone = 1
        for other in range(s[PLAYERS]):
            if other != seat and s[KNIGHTS + other] >= army:
                is_alone = 0
        if is_alone != 0:
            move_largest_army(s, seat)


@rule
def uncount_knight(s: Block, seat: int) -> None:
    """Take a face-up knight of a duel away; the largest army may be set aside or change hands (DUO-10)."""
    s[KNIGHTS + seat] -= 1
    own = s[KNIGHTS + seat]
    others = s[KNIGHTS + 1 - seat]
    if s[LARGEST] == seat and (own < LEAST_ARMY or own <= others):
        move_largest_army(s, NOBODY)
    if s[LARGEST] == NOBODY:
        if own > others and own >= LEAST_ARMY:
            move_largest_army(s, seat)
        elif others > own and others >= LEAST_ARMY:
            move_largest_army(s, 1 - seat)


@rule
def total_points(s: Block, seat: int) -> int:
    """Count a seat's victory points, hidden ones included (WIN-1, WIN-4)."""
    points = s[POINTS + seat] + s[CARDS + CARD_KINDS * seat + POINT_CARD]
    if s[POINT_CARDS] == POINTS_NEXT_TURN:
        points -= s[FRESH + CARD_KINDS * seat + POINT_CARD]
    return points


@rule
def is_won(s: Block) -> bool:
    """End the game if somebody has won (WIN-2, WIN-3, EXT-3); return whether."""
    if s[WIN_ON] != OWN_TURN:
        return is_won_by_anybody(s)
    seat = s[TURN]
    if s[ACTOR] != seat or total_points(s, seat) < s[VICTORY_POINTS]:
        return False
    s[WINNER] = seat
    s[PHASE] = OVER
    return True


@rule(inline=False)
def is_won_by_anybody(s: Block) -> bool:
    """End the game if anybody has won, the turn's seat first (WIN-3); return whether."""
    seat = s[TURN]
    for _ in range(s[PLAYERS]):
        if total_points(s, seat) >= s[VICTORY_POINTS]:
            s[WINNER] = seat
            s[PHASE] = OVER
            return True
        seat += 1
        if seat == s[PLAYERS]:
            seat = 0
    return False


assert len(WAY_BACK) == 3 * SITES
assert PATHS <= NO_PATH
assert SITES <= ONE_SITE
# Each site takes one place of the queue and adds two at most, each for a road.
assert SITE_BITS * (1 + ROADS_EACH // 2) < 64, "the queue fits in a word"
