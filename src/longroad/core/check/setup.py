"""Everything that is wrong with a position that is set up by hand: the land, the pieces, the cards and the turn.

Entry points for a page. A setup is a state in which only what can be chosen freely need be right: the land, the pieces
and their owners, hands, development cards, knights, the turn and its rolls; the rest is derived.
"""

from __future__ import annotations

from typing import Final

from longroad.core.check.every import list_violations
from longroad.core.check.places import find_places
from longroad.core.check.violations import (
    TOO_MANY_CARDS,
    WRONG_CARDS,
    WRONG_FOUNDING,
    WRONG_STACK,
    WRONG_STACK_SIZE,
)
from longroad.core.compile.registry import entry, rule
from longroad.core.derive import (
    cards_held,
    cards_used,
    count_awards,
    count_founded,
    derive_pieces,
    fill_bank,
    fill_stack,
    put_awards,
    who_began,
)
from longroad.core.findings import (
    CARD_COUNT,
    CITY_COUNT,
    DUEL_DESERT,
    FOUNDED_COUNT,
    NEUTRAL_CITY,
    RESOURCE_COUNT,
    ROAD_COUNT,
    ROBBER_START_UNKNOWN,
    SEAT_SET,
    SETTLEMENT_COUNT,
    add_finding,
)
from longroad.core.island.flaws import count_hexes, find_harbor_flaws, find_terrain_flaws, find_token_flaws
from longroad.core.island.material import (
    CITIES_EACH,
    MOST_TOKENS,
    ROADS_EACH,
    SETTLEMENTS_EACH,
    STACK,
    TERRAIN_SUPPLY,
    TOKEN_ORDER,
)
from longroad.core.island.setup import find_hexes
from longroad.core.island.topology import PATH_SITES
from longroad.core.layout import (
    BLOCKED,
    CARD_KINDS,
    CARDS,
    CARDS_SIZE,
    CITY_CODE,
    DECK,
    DECK_SIZE,
    DUEL,
    FIRST,
    FIRST_PLAYER,
    FOUNDING_ROLLS,
    HAND,
    HAND_SIZE,
    HARBOR,
    HARBORS,
    HEXES,
    ISLAND,
    NOBODY,
    PATHS,
    PHASE,
    PLAYERS,
    POINTS,
    REACH,
    RESOURCES,
    ROAD_LENGTH,
    ROADS,
    ROADS_LEFT,
    ROBBER,
    ROBBER_START,
    ROLLING,
    SEATS,
    SETTLEMENTS,
    SITE,
    SITES,
    TAKEN,
    TERRAIN,
    TERRAIN_BY,
    TOKEN,
    TOUCHED,
    Block,
    Matrix,
)
from longroad.core.phases import ROLL_FOR_START
from longroad.core.rules.awards import owners
from longroad.core.rules.chance import shuffle_dice
from longroad.core.rules.hands import MOST_IN_HANDS, cards_of_each
from longroad.core.rules.start import clear
from longroad.core.ruleset import FIRST_GIVEN, GIVEN_TERRAIN
from longroad.core.sets import size
from longroad.core.words import DESERT, NO_HARBOR

# What the pieces of a setup are.
SOUND: Final = 0
TOO_MANY: Final = 1  # more than the supply: the board cannot be derived
IMPOSSIBLE: Final = 2  # no state can hold them, so that no rule can be checked


@entry(rare=True)
def clear_setups(s: Block, m: Block, i: int) -> None:
    """Clear everything in setup i but the ruleset, the island and the first seat."""
    clear(s, m)
    shuffle_dice(s)


@entry("i1[::1], i8, i8[::1], i8[:,::1]", rare=True)
def check_setups(s: Block, m: Block, i: int, harbors: Block, has_stack: int, codes: Block, findings: Matrix) -> None:
    """Find everything that is wrong with setup i, and derive the rest of it.

    `harbors` has the kind of harbor at each path. Without a stack, it has all development cards that are nowhere else.
    `codes` has `CODES_SIZE` places. If the island is wrong, all else is checked on one that is right.
    """
    found = findings[i]
    found[0] = 0
    lay_checked_island(s, harbors, found)
    state = check_values(s, m, found)
    if state == IMPOSSIBLE:
        return
    explained = complete_setup(s, m, has_stack, found)
    forget_board(s, m)
    if state == SOUND:
        derive_pieces(s, m)
    put_awards(s)
    count_awards(s)
    list_violations(s, m, int(state == SOUND), codes)
    for k in range(1, 1 + codes[0]):
        if (explained >> codes[k]) & 1 == 0:
            find_places(s, m, codes[k], found, add_finding(found, codes[k], 0, 0, 0))


@rule(inline=False)
def lay_checked_island(s: Block, harbors: Block, found: Block) -> None:
    """Find what is wrong with the island, and lay its harbors; if anything is, lay another island."""
    find_terrain_flaws(s, found)
    find_token_flaws(s, found)
    find_harbor_flaws(s, harbors, found)
    for site in range(SITES):
        s[HARBOR + site] = NO_HARBOR
    if found[0] != 0:
        lay_some_island(s)
    else:
        for path in range(PATHS):
            if harbors[path] != 0:
                s[HARBOR + PATH_SITES[2 * path]] = harbors[path]
                s[HARBOR + PATH_SITES[2 * path + 1]] = harbors[path]
    s[ROBBER_START] = NOBODY
    if count_hexes(s, TERRAIN, DESERT) == 0:
        s[ROBBER_START] = s[ROBBER]
    find_hexes(s)


@rule(inline=False)
def lay_some_island(s: Block) -> None:
    """Lay the terrain and the tokens in the order of the material; there are no harbors."""
    placed = 0
    for place in range(HEXES):
        terrain = TERRAIN_SUPPLY[HEXES * s[ISLAND] + place]
        s[TERRAIN + place] = terrain
        s[TOKEN + place] = 0
        if terrain < DESERT:
            s[TOKEN + place] = TOKEN_ORDER[MOST_TOKENS * s[ISLAND] + placed]
            placed += 1


@rule(inline=False)
def check_values(s: Block, m: Block, found: Block) -> int:
    """Find values that no state can hold, and pieces beyond the supply; return what the pieces are."""
    state = SOUND
    if s[ROBBER_START] != NOBODY:
        if s[DUEL] != 0:
            add_finding(found, DUEL_DESERT, 0, 0, 0)
            return IMPOSSIBLE
        if s[TERRAIN_BY] != GIVEN_TERRAIN:
            add_finding(found, ROBBER_START_UNKNOWN, s[ROBBER], 0, 0)
            state = IMPOSSIBLE
    for seat in range(owners(s)):
        cities = count_sites(s, 1 + CITY_CODE + seat)
        is_over = find_surplus(found, SETTLEMENT_COUNT, seat, count_sites(s, 1 + seat), SETTLEMENTS_EACH)
        if seat >= s[PLAYERS] and cities != 0:
            found[add_finding(found, NEUTRAL_CITY, seat, cities, 0) + SEAT_SET] = 1 << seat
            state = IMPOSSIBLE
        else:
            is_over |= find_surplus(found, CITY_COUNT, seat, cities, CITIES_EACH)
        is_over |= find_surplus(found, ROAD_COUNT, seat, size(m, ROADS + 2 * seat), ROADS_EACH)
        if is_over:
            state = max(state, TOO_MANY)
    return state


@rule(inline=False)
def count_sites(s: Block, code: int) -> int:
    """Count the intersections with a building code."""
    count = 0
    for site in range(SITES):
        count += int(s[SITE + site] == code)
    return count


@rule(inline=False)
def find_surplus(found: Block, kind: int, seat: int, count: int, supply: int) -> bool:
    """Find whether a seat has more pieces than the supply (BLD-6)."""
    if count > supply:
        found[add_finding(found, kind, seat, count, supply) + SEAT_SET] = 1 << seat
    return count > supply


@rule(inline=False)
def complete_setup(s: Block, m: Block, has_stack: int, found: Block) -> int:
    """Derive the turn, the bank, the stack and sizes; return the set of violations that what is wrong with it explains.

    Nobody rolls for the start any more, unless that is the phase: who began follows from the turn.
    """
    explained = 0
    if s[PHASE] != ROLL_FOR_START:
        s[FIRST_PLAYER] = FIRST_GIVEN
        s[ROLLING] = 0
        for seat in range(SEATS):
            s[FOUNDING_ROLLS + seat] = 0
    founded = count_founded(s)
    if founded > 2 * s[PLAYERS]:
        add_finding(found, FOUNDED_COUNT, 0, founded, 2 * s[PLAYERS])
        explained |= 1 << WRONG_FOUNDING
    s[FIRST] = who_began(s, m)
    count_hands(s)
    resource = fill_bank(s)
    if resource >= 0:
        add_finding(found, RESOURCE_COUNT, resource, cards_held(s, resource), cards_of_each(s))
        explained |= 1 << WRONG_CARDS | 1 << TOO_MANY_CARDS
    if has_stack != 0:
        s[DECK_SIZE] = 0
        for kind in range(CARD_KINDS):
            s[DECK_SIZE] += s[DECK + kind]
        return explained
    kind = fill_stack(s)
    if kind >= 0:
        add_finding(found, CARD_COUNT, kind, cards_used(s, kind), STACK[CARD_KINDS * s[ISLAND] + kind])
        explained |= 1 << WRONG_STACK | 1 << WRONG_STACK_SIZE
    return explained


@rule(inline=False)
def count_hands(s: Block) -> None:
    """Count the cards in each hand, as far as a state can."""
    for seat in range(SEATS):
        held = 0
        for resource in range(RESOURCES):
            held += s[HAND + RESOURCES * seat + resource]
        s[HAND_SIZE + seat] = min(held, MOST_IN_HANDS)
        held = 0
        for kind in range(CARD_KINDS):
            held += s[CARDS + CARD_KINDS * seat + kind]
        s[CARDS_SIZE + seat] = min(held, MOST_IN_HANDS)


@rule(inline=False)
def forget_board(s: Block, m: Block) -> None:
    """Clear what follows from the buildings and roads."""
    for seat in range(SEATS):
        s[ROAD_LENGTH + seat] = 0
        s[POINTS + seat] = 0
        s[HARBORS + seat] = 0
    for seat in range(ROADS_LEFT, ROADS_LEFT + 3 * SEATS):  # and settlements and cities
        s[seat] = 0
    for word in range(SETTLEMENTS, REACH):
        m[word] = 0
    for word in range(2):
        m[BLOCKED + word] = 0
        m[TAKEN + word] = 0
    for word in range(2 * SEATS):
        m[REACH + word] = 0
        m[TOUCHED + word] = 0


assert max(WRONG_FOUNDING, TOO_MANY_CARDS, WRONG_STACK_SIZE) < 62, "a set of violations is a word"
