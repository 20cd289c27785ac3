"""Derives the redundant parts of a state from the rest, for positions that were set up, not played."""

from __future__ import annotations

from longroad.core.check.network import road_from_ends
from longroad.core.check.places import leaders
from longroad.core.compile.registry import rule
from longroad.core.island.material import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH, STACK
from longroad.core.island.topology import ISLAND_SITE_COUNT, NEARBY_MASK
from longroad.core.layout import (
    BANK,
    BLOCKED,
    CARD_KINDS,
    CARDS,
    CITIES_LEFT,
    CITY_CODE,
    DECK,
    DECK_SIZE,
    FOUNDED,
    FOUNDING,
    HAND,
    HARBOR,
    HARBORS,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    NOBODY,
    PHASE,
    PLAYERS,
    POINTS,
    QUEUE,
    QUEUE_SIZE,
    RESOURCES,
    ROAD_LENGTH,
    ROADS,
    ROADS_LEFT,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    TAKEN,
    TURN,
    TURNS,
    Block,
)
from longroad.core.phases import FOUND_ROAD, ROLL_FOR_START
from longroad.core.rules.awards import AWARD_POINTS, LEAST_ARMY, LEAST_ROAD, owners
from longroad.core.rules.hands import MOST_IN_HANDS, UNLIMITED_STACK, cards_of_each, is_unlimited
from longroad.core.rules.network import reconnect
from longroad.core.ruleset import FOUNDED_BEFORE
from longroad.core.sets import include, size
from longroad.core.words import KNIGHT_CARD, NO_HARBOR

# --- the board --------------------------------------------------------------------------------------------------------


def derive_board(s: Block, m: Block) -> None:
    """Derive what follows from the buildings, the roads and the holders of the special cards; none of it is set before.

    Requires that nobody has more pieces than the supply, and that only seats that can own pieces have any.
    """
    derive_pieces(s, m)
    count_awards(s)


@rule(inline=False)
def derive_pieces(s: Block, m: Block) -> None:
    """Derive what follows from the buildings and roads, but for the points of the special cards."""
    for seat in range(owners(s)):
        s[SETTLEMENTS_LEFT + seat] = SETTLEMENTS_EACH
        s[CITIES_LEFT + seat] = CITIES_EACH
        s[ROADS_LEFT + seat] = ROADS_EACH - size(m, ROADS + 2 * seat)
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
        if s[SITE + site] != 0:
            count_building(s, m, site)
    for seat in range(owners(s)):
        for word in range(2):
            m[TAKEN + word] |= m[ROADS + 2 * seat + word]
        reconnect(s, m, seat)
        s[ROAD_LENGTH + seat] = road_from_ends(s, m, seat)  # interpreted, the fastest way


@rule
def count_building(s: Block, m: Block, site: int) -> None:
    """Derive what follows from one building."""
    seat = (s[SITE + site] - 1) % CITY_CODE
    if s[SITE + site] > CITY_CODE:
        s[CITIES_LEFT + seat] -= 1
        s[POINTS + seat] += 2
    else:
        s[SETTLEMENTS_LEFT + seat] -= 1
        s[POINTS + seat] += 1
        include(m, SETTLEMENTS + 2 * seat, site)
    for word in range(2):
        m[BLOCKED + word] |= NEARBY_MASK[2 * site + word]
    if s[HARBOR + site] != NO_HARBOR:
        s[HARBORS + seat] |= 1 << s[HARBOR + site]


@rule
def count_awards(s: Block) -> None:
    """Add the points of the special cards."""
    if s[LONGEST] != NOBODY:
        s[POINTS + s[LONGEST]] += AWARD_POINTS
    if s[LARGEST] != NOBODY:
        s[POINTS + s[LARGEST]] += AWARD_POINTS


@rule(inline=False)
def put_awards(s: Block) -> None:
    """Put the special cards where they belong: with who has the most (AWD-1 to AWD-5).

    If several have, who holds it keeps it; else nobody has the longest road, and the first seat the army.
    """
    roads = leaders(s, ROAD_LENGTH, LEAST_ROAD)
    if s[LONGEST] == NOBODY or (roads >> max(s[LONGEST], 0)) & 1 == 0:
        s[LONGEST] = NOBODY
        for seat in range(owners(s)):
            if roads == 1 << seat:
                s[LONGEST] = seat
    armies = leaders(s, KNIGHTS, LEAST_ARMY)
    if s[LARGEST] == NOBODY or (armies >> max(s[LARGEST], 0)) & 1 == 0:
        s[LARGEST] = NOBODY
        for seat in range(owners(s) - 1, -1, -1):
            if (armies >> seat) & 1 != 0:
                s[LARGEST] = seat


# --- the turn and the cards -------------------------------------------------------------------------------------------


@rule(inline=False)
def count_founded(s: Block) -> int:
    """Set how many settlements were founded so far; in a founding, all that stand. Return how many stand then."""
    if s[FOUNDING] == FOUNDED_BEFORE:
        return 0
    if s[PHASE] > FOUND_ROAD:
        s[FOUNDED] = 2 * s[PLAYERS]
        return 0
    founded = 0
    for site in range(SITES):
        founded += int(s[SITE + site] >= 1 and s[SITE + site] <= s[PLAYERS])
    s[FOUNDED] = min(founded, 2 * s[PLAYERS])
    return founded


@rule
def who_began(s: Block, m: Block) -> int:
    """Return who began, from the turn: turns go clockwise, a founding clockwise and back (SET-3, SET-6)."""
    step = m[TURNS] - 1
    if s[PHASE] <= FOUND_ROAD:
        step = s[FOUNDED] - int(s[PHASE] == FOUND_ROAD)
        if step >= s[PLAYERS]:
            step = 2 * s[PLAYERS] - 1 - step
    if s[PHASE] == ROLL_FOR_START:
        return 0
    return (s[TURN] - step) % s[PLAYERS]


@rule
def cards_held(s: Block, resource: int) -> int:
    """Count the cards of a resource in all hands."""
    held = 0
    for seat in range(s[PLAYERS]):
        held += s[HAND + RESOURCES * seat + resource]
    return held


@rule(inline=False)
def fill_bank(s: Block) -> int:
    """Put every resource card that is in no hand into the bank; return the first resource held too often, or -1."""
    too_many = -1
    each = cards_of_each(s)
    less = (MOST_IN_HANDS - UNLIMITED_STACK) * int(is_unlimited(s))
    for resource in range(RESOURCES - 1, -1, -1):
        held = cards_held(s, resource)
        s[BANK + resource] = max(each - held, 0) - less
        if held > each:
            too_many = resource
    return too_many


@rule(inline=False)
def cards_used(s: Block, kind: int) -> int:
    """Count the development cards of a kind in the queue, in hands and on the table."""
    used = 0
    for place in range(s[QUEUE_SIZE]):
        used += int(s[QUEUE + place] == kind)
    for seat in range(s[PLAYERS]):
        used += s[CARDS + CARD_KINDS * seat + kind]
        if kind == KNIGHT_CARD:
            used += s[KNIGHTS + seat]
    return used


@rule(inline=False)
def fill_stack(s: Block) -> int:
    """Put every development card that is nowhere else into the stack; return the first kind used too often, or -1."""
    too_many = -1
    s[DECK_SIZE] = 0
    for kind in range(CARD_KINDS - 1, -1, -1):
        left = STACK[CARD_KINDS * s[ISLAND] + kind] - cards_used(s, kind)
        s[DECK + kind] = max(left, -1)  # below zero: too many are used
        s[DECK_SIZE] += s[DECK + kind]
        if left < 0:
            too_many = kind
    return too_many
