"""Building: costs, pieces, connections, and what an opponent's settlement does to roads (BLD)."""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, NEARBY_MASK, PATH_SITES, SITE_PATHS_MASK
from longroad.core.layout import (
    BANK,
    BLOCKED,
    CITIES_LEFT,
    CITY_CODE,
    CUT_ROADS,
    DECK_SIZE,
    FREE_ROADS,
    HAND,
    HAND_SIZE,
    HARBOR,
    HARBORS,
    ISLAND,
    LAST_SITE,
    PATHS,
    PHASE,
    POINTS,
    QUEUE_SIZE,
    REACH,
    RESOURCES,
    ROADS,
    ROADS_LEFT,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    TAKEN,
    TOUCHED,
    WORD_BITS,
    Block,
)
from longroad.core.legality.codes import (
    CANNOT_PAY,
    FOUNDING_ROAD_ELSEWHERE,
    NO_CITY_LEFT,
    NO_ROAD_LEFT,
    NO_ROAD_THERE,
    NO_SETTLEMENT_LEFT,
    NO_SUCH_PLACE,
    NOT_CONNECTED,
    NOT_YOUR_SETTLEMENT,
    PATH_TAKEN,
    ROAD_CUT_OFF,
    STACK_EMPTY,
    TOO_CLOSE,
    TOO_CLOSE_FOUNDING,
)
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT
from longroad.core.rules.awards import is_foreign, measure_road, owners, remeasure_road
from longroad.core.ruleset import CUT_ABANDONED, CUT_LOST
from longroad.core.sets import contains, exclude, include
from longroad.core.words import BRICK, GRAIN, LUMBER, NO_HARBOR, ORE, WOOL


@rule
def pay(s: Block, seat: int, resource: int, count: int) -> None:
    """Move cards from a hand to the bank."""
    s[HAND + RESOURCES * seat + resource] -= count
    s[BANK + resource] += count
    s[HAND_SIZE + seat] -= count


@rule
def receive(s: Block, seat: int, resource: int, count: int) -> None:
    """Move cards from the bank to a hand."""
    pay(s, seat, resource, -count)


@rule
def has_cards(s: Block, seat: int, brick: int, lumber: int, wool: int, grain: int, ore: int) -> bool:
    """Tell whether a hand holds this much."""
    hand = HAND + RESOURCES * seat
    return (
        (s[hand + BRICK] >= brick)
        & (s[hand + LUMBER] >= lumber)
        & (s[hand + WOOL] >= wool)
        & (s[hand + GRAIN] >= grain)
        & (s[hand + ORE] >= ore)
    )  # without branches, which would not be foreseen


@rule
def can_pay_road(s: Block, seat: int) -> bool:
    """Tell whether a hand holds brick and lumber (BLD-1)."""
    return has_cards(s, seat, 1, 1, 0, 0, 0)


@rule
def can_pay_settlement(s: Block, seat: int) -> bool:
    """Tell whether a hand holds brick, lumber, wool and grain (BLD-3)."""
    return has_cards(s, seat, 1, 1, 1, 1, 0)


@rule
def can_pay_city(s: Block, seat: int) -> bool:
    """Tell whether a hand holds two grain and three ore (BLD-4)."""
    return has_cards(s, seat, 0, 0, 0, 2, 3)


@rule
def can_pay_card(s: Block, seat: int) -> bool:
    """Tell whether a hand holds wool, grain and ore (BLD-5)."""
    return has_cards(s, seat, 0, 0, 1, 1, 1)


@rule
def road_places(m: Block, seat: int, word: int) -> int:
    """Give one word of the free paths that join a seat's network (BLD-1, BLD-2)."""
    return m[REACH + 2 * seat + word] & ~m[TAKEN + word]


@rule
def settlement_places(m: Block, seat: int, word: int) -> int:
    """Give one word of the intersections where a seat may settle (BLD-3)."""
    return m[TOUCHED + 2 * seat + word] & ~m[BLOCKED + word]


@rule
def has_road_place(s: Block, m: Block, seat: int) -> bool:
    """Tell whether a seat has a road left and a place for it."""
    return s[ROADS_LEFT + seat] > 0 and (road_places(m, seat, 0) | road_places(m, seat, 1)) != 0


@rule
def has_settlement_place(s: Block, m: Block, seat: int) -> bool:
    """Tell whether a seat has a settlement left and a place for it."""
    return s[SETTLEMENTS_LEFT + seat] > 0 and (settlement_places(m, seat, 0) | settlement_places(m, seat, 1)) != 0


@rule
def reach_from(s: Block, m: Block, seat: int, site: int) -> None:
    """Let a seat build roads from a site."""
    row = 2 * (SITES * s[ISLAND] + site)
    m[REACH + 2 * seat] |= SITE_PATHS_MASK[row]
    m[REACH + 2 * seat + 1] |= SITE_PATHS_MASK[row + 1]


@rule
def lead_to(s: Block, m: Block, seat: int, site: int) -> None:
    """Take note that a seat's road leads to a site."""
    include(m, TOUCHED + 2 * seat, site)
    if not is_foreign(s, seat, site):
        reach_from(s, m, seat, site)


@rule
def owns_site(s: Block, seat: int, site: int) -> bool:
    """Tell whether a seat has a building at a site."""
    code = s[SITE + site]
    return code == seat + 1 or code == seat + 1 + CITY_CODE


@rule
def has_road_at(s: Block, m: Block, seat: int, site: int) -> bool:
    """Tell whether a road of a seat leads to a site, cut off or not."""
    row = 2 * (SITES * s[ISLAND] + site)
    roads = m[ROADS + 2 * seat] & SITE_PATHS_MASK[row]
    return (roads | (m[ROADS + 2 * seat + 1] & SITE_PATHS_MASK[row + 1])) != 0


@rule(inline=False)
def is_live(s: Block, m: Block, seat: int, path: int) -> bool:
    """Tell whether a road's network, split at opponents' buildings, has a building of its owner (BLD-8).

    Spreads from the road over the seat's roads until nothing is added.
    """
    near0 = 0  # the sites reached, as two words
    near1 = 0
    todo0 = m[ROADS + 2 * seat]
    todo1 = m[ROADS + 2 * seat + 1]
    step = path
    while step >= 0:
        if step < WORD_BITS:
            todo0 &= ~(1 << step)
        else:
            todo1 &= ~(1 << (step - WORD_BITS))
        for end in range(2):
            site = PATH_SITES[2 * step + end]
            if owns_site(s, seat, site):
                return True
            if not is_foreign(s, seat, site):
                if site < WORD_BITS:
                    near0 |= 1 << site
                else:
                    near1 |= 1 << (site - WORD_BITS)
        step = -1
        for candidate in range(PATHS):
            if candidate < WORD_BITS:
                is_left = (todo0 >> candidate) & 1
            else:
                is_left = (todo1 >> (candidate - WORD_BITS)) & 1
            if is_left != 0:
                for end in range(2):
                    site = PATH_SITES[2 * candidate + end]
                    if site < WORD_BITS:
                        touches = (near0 >> site) & 1
                    else:
                        touches = (near1 >> (site - WORD_BITS)) & 1
                    if touches != 0:
                        step = candidate
    return False


@rule(inline=False)
def lose_cut_roads(s: Block, m: Block, seat: int) -> None:
    """Return a seat's roads that are cut off to its supply (BLD-8, `lost`)."""
    lost0 = 0
    lost1 = 0
    for path in range(PATHS):
        if contains(m, ROADS + 2 * seat, path) != 0 and not is_live(s, m, seat, path):
            s[ROADS_LEFT + seat] += 1
            if path < WORD_BITS:
                lost0 |= 1 << path
            else:
                lost1 |= 1 << (path - WORD_BITS)
    m[ROADS + 2 * seat] &= ~lost0
    m[ROADS + 2 * seat + 1] &= ~lost1
    m[TAKEN] &= ~lost0
    m[TAKEN + 1] &= ~lost1


@rule(inline=False)
def reconnect(s: Block, m: Block, seat: int) -> None:
    """Find anew where a seat can build from."""
    for word in range(2):
        m[REACH + 2 * seat + word] = 0
        m[TOUCHED + 2 * seat + word] = 0
    for site in range(SITES):
        if owns_site(s, seat, site):
            reach_from(s, m, seat, site)
    for path in range(PATHS):
        if contains(m, ROADS + 2 * seat, path) != 0:
            if s[CUT_ROADS] != CUT_ABANDONED or is_live(s, m, seat, path):
                lead_to(s, m, seat, PATH_SITES[2 * path])
                lead_to(s, m, seat, PATH_SITES[2 * path + 1])


@rule(inline=False)
def place_road(s: Block, m: Block, seat: int, path: int) -> None:
    """Put a seat's road on a path."""
    include(m, ROADS + 2 * seat, path)
    include(m, TAKEN, path)
    s[ROADS_LEFT + seat] -= 1
    if s[CUT_ROADS] == CUT_ABANDONED:
        reconnect(s, m, seat)
    else:
        lead_to(s, m, seat, PATH_SITES[2 * path])
        lead_to(s, m, seat, PATH_SITES[2 * path + 1])
    measure_road(s, m, seat, path)


@rule(inline=False)
def interrupt(s: Block, m: Block, seat: int) -> None:
    """Let a seat's network feel an opponent's new settlement on it (BLD-1, BLD-8, AWD-2)."""
    if s[CUT_ROADS] == CUT_LOST:
        lose_cut_roads(s, m, seat)
    reconnect(s, m, seat)
    remeasure_road(s, m, seat)


@rule(inline=False)
def place_settlement(s: Block, m: Block, seat: int, site: int) -> None:
    """Put a seat's settlement on an intersection."""
    s[SITE + site] = seat + 1
    include(m, SETTLEMENTS + 2 * seat, site)
    m[BLOCKED] |= NEARBY_MASK[2 * site]
    m[BLOCKED + 1] |= NEARBY_MASK[2 * site + 1]
    s[SETTLEMENTS_LEFT + seat] -= 1
    s[POINTS + seat] += 1
    harbor = s[HARBOR + site]
    if harbor != NO_HARBOR:
        s[HARBORS + seat] |= 1 << harbor
    reach_from(s, m, seat, site)
    for other in range(owners(s)):
        if other != seat and has_road_at(s, m, other, site):
            interrupt(s, m, other)


@rule
def place_city(s: Block, m: Block, seat: int, site: int) -> None:
    """Replace a seat's settlement by a city; the settlement returns to the supply (BLD-4)."""
    s[SITE + site] = seat + 1 + CITY_CODE
    exclude(m, SETTLEMENTS + 2 * seat, site)
    s[SETTLEMENTS_LEFT + seat] += 1
    s[CITIES_LEFT + seat] -= 1
    s[POINTS + seat] += 1


# --- why not ----------------------------------------------------------------------------------------------------------


@rule
def refuse_start(s: Block, m: Block, seat: int, path: int) -> int:
    """Tell why a road cannot start from either end of a path that the seat's network does not reach."""
    for end in range(2):
        site = PATH_SITES[2 * path + end]
        if has_road_at(s, m, seat, site) and not is_foreign(s, seat, site):
            return ROAD_CUT_OFF
    return NOT_CONNECTED


@rule
def refuse_road(s: Block, m: Block, seat: int, path: int) -> int:
    """Tell why a road cannot be built on a path: in founding, for a card, or paid for."""
    if path >= ISLAND_PATH_COUNT[s[ISLAND]]:
        return NO_SUCH_PLACE
    if s[PHASE] == FOUND_ROAD:
        if PATH_SITES[2 * path] != s[LAST_SITE] and PATH_SITES[2 * path + 1] != s[LAST_SITE]:
            return FOUNDING_ROAD_ELSEWHERE
    elif s[FREE_ROADS] == 0 and not can_pay_road(s, seat):
        return CANNOT_PAY
    if s[ROADS_LEFT + seat] == 0:
        return NO_ROAD_LEFT
    if contains(m, TAKEN, path) != 0:
        return PATH_TAKEN
    if contains(m, REACH + 2 * seat, path) == 0:
        return refuse_start(s, m, seat, path)
    return 0


@rule
def refuse_settlement(s: Block, m: Block, seat: int, site: int) -> int:
    """Tell why a settlement cannot be built at an intersection: in founding, or paid for."""
    if site >= ISLAND_SITE_COUNT[s[ISLAND]]:
        return NO_SUCH_PLACE
    if s[PHASE] == FOUND_SETTLEMENT:
        if contains(m, BLOCKED, site) != 0:
            return TOO_CLOSE_FOUNDING
        return 0
    if not can_pay_settlement(s, seat):
        return CANNOT_PAY
    if s[SETTLEMENTS_LEFT + seat] == 0:
        return NO_SETTLEMENT_LEFT
    if contains(m, BLOCKED, site) != 0:
        return TOO_CLOSE
    if contains(m, TOUCHED + 2 * seat, site) == 0:
        if has_road_at(s, m, seat, site):
            return ROAD_CUT_OFF
        return NO_ROAD_THERE
    return 0


@rule
def refuse_city(s: Block, m: Block, seat: int, site: int) -> int:
    """Tell why a city cannot be built at an intersection."""
    if site >= ISLAND_SITE_COUNT[s[ISLAND]]:
        return NO_SUCH_PLACE
    if contains(m, SETTLEMENTS + 2 * seat, site) == 0:
        return NOT_YOUR_SETTLEMENT
    if not can_pay_city(s, seat):
        return CANNOT_PAY
    if s[CITIES_LEFT + seat] == 0:
        return NO_CITY_LEFT
    return 0


@rule
def refuse_card(s: Block, seat: int) -> int:
    """Tell why a development card cannot be bought."""
    if s[DECK_SIZE] + s[QUEUE_SIZE] == 0:
        return STACK_EMPTY
    if not can_pay_card(s, seat):
        return CANNOT_PAY
    return 0
