"""Where a violation is: the hexes, intersections, paths and seats that it is about, as sets of bits."""

from __future__ import annotations

from longroad.core.check.network import has_building, joined_word
from longroad.core.check.violations import (
    LOOSE_ROAD,
    NO_BUILDING,
    NOT_ENDED,
    OFF_THE_ISLAND,
    ROBBER_AT_SEA,
    TOO_MANY_CARDS,
    TOO_NEAR,
    WRONG_CARDS,
    WRONG_FRESH,
    WRONG_HEX,
    WRONG_LARGEST,
    WRONG_LONGEST,
    WRONG_ROBBERY,
    WRONG_SEAT,
    WRONG_TURN_COUNT,
)
from longroad.core.compile.registry import rule
from longroad.core.findings import HEX_SET, PATH_SET, SEAT_SET, SETS_SIZE, SITE_SET
from longroad.core.island.topology import ISLAND_HEXES, ISLAND_SITE_COUNT, SITE_NEIGHBORS
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    FRESH,
    HAND_SIZE,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    PLAYERS,
    ROAD_LENGTH,
    ROADS,
    ROBBER,
    SITE,
    SITES,
    TURN,
    VICTORY_POINTS,
    Block,
)
from longroad.core.rules.awards import LEAST_ARMY, LEAST_ROAD, owners, total_points
from longroad.core.sets import include


@rule(inline=False)
def find_places(s: Block, m: Block, code: int, sets: Block, first: int) -> None:
    """Write the sets of places that a violation is about, from `first` on; all empty if it is about the whole game."""
    for k in range(SETS_SIZE):
        sets[first + k] = 0
    if code == TOO_NEAR or code == OFF_THE_ISLAND:
        find_sites(s, code, sets, first + SITE_SET)
    elif code == LOOSE_ROAD:
        find_loose_roads(s, m, sets, first + PATH_SET)
    elif code == WRONG_HEX:
        sets[first + HEX_SET] = (1 << ISLAND_HEXES[s[ISLAND]]) - 1
    elif code == ROBBER_AT_SEA or code == WRONG_ROBBERY:
        sets[first + HEX_SET] = 1 << s[ROBBER]
    else:
        sets[first + SEAT_SET] = find_seats(s, code)


@rule(inline=False)
def find_sites(s: Block, code: int, sets: Block, at: int) -> None:
    """Write the set of buildings that are next to each other, or that are off the island."""
    for site in range(SITES):
        is_wrong = code == OFF_THE_ISLAND and site >= ISLAND_SITE_COUNT[s[ISLAND]]
        if code == TOO_NEAR:
            for k in range(3):
                other = SITE_NEIGHBORS[3 * site + k]
                if other >= 0 and s[SITE + max(other, 0)] != 0:
                    is_wrong = True
        if is_wrong and s[SITE + site] != 0:
            include(sets, at, site)


@rule(inline=False)
def find_loose_roads(s: Block, m: Block, sets: Block, at: int) -> None:
    """Write the set of roads that are joined to no building of their owner."""
    for seat in range(owners(s)):
        for word in range(2):
            sets[at + word] |= m[ROADS + 2 * seat + word] & ~joined_word(s, m, seat, word)


@rule(inline=False)
def find_seats(s: Block, code: int) -> int:
    """Return the set of seats that a violation is about."""
    if code == WRONG_SEAT or code == WRONG_TURN_COUNT:
        return 1 << s[TURN]
    if code == WRONG_LONGEST:
        return award_seats(s, LONGEST, ROAD_LENGTH, LEAST_ROAD)
    if code == WRONG_LARGEST:
        return award_seats(s, LARGEST, KNIGHTS, LEAST_ARMY)
    seats = 0
    for seat in range(owners(s)):
        is_meant = code == NO_BUILDING and not has_building(s, seat)
        if seat < s[PLAYERS]:
            is_meant |= (code == WRONG_CARDS or code == TOO_MANY_CARDS) and s[HAND_SIZE + seat] != 0
            is_meant |= code == NOT_ENDED and total_points(s, seat) >= s[VICTORY_POINTS]
            is_meant |= code == WRONG_FRESH and has_too_many_fresh(s, seat)
        if is_meant:
            seats |= 1 << seat
    return seats


@rule(inline=False)
def has_too_many_fresh(s: Block, seat: int) -> bool:
    """Return whether more of a seat's development cards are new than it holds."""
    for kind in range(CARD_KINDS * seat, CARD_KINDS * (seat + 1)):
        if s[FRESH + kind] > s[CARDS + kind]:
            return True
    return False


@rule(inline=False)
def leaders(s: Block, counts: int, least: int) -> int:
    """Return the set of seats that have the most of something, and enough of it."""
    most = least
    seats = 0
    for seat in range(owners(s)):
        if s[counts + seat] > most:
            most = s[counts + seat]
            seats = 0
        if s[counts + seat] == most:
            seats |= 1 << seat
    return seats


@rule(inline=False)
def award_seats(s: Block, holder: int, counts: int, least: int) -> int:
    """Return the set of who has a special card and who has the most of what it is given for."""
    seats = leaders(s, counts, least)
    if s[holder] >= 0:
        seats |= 1 << s[holder]
    return seats
