"""Building: what is paid, what follows a piece, and why something cannot be built (BLD)."""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.island.material import CARD_AT, CITY_AT, ROAD_AT, SETTLEMENT_AT
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES
from longroad.core.layout import (
    ACTOR,
    BLOCKED,
    BUILD_OPEN,
    CITIES_LEFT,
    DECK_SIZE,
    DUEL,
    FREE_ROADS,
    HAS_BUILT,
    ISLAND,
    LAST_SITE,
    PHASE,
    QUEUE_SIZE,
    REACH,
    ROADS_LEFT,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    TAKEN,
    TOUCHED,
    TURN,
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
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT, FREE_ROAD, NEUTRAL_BUILD
from longroad.core.rules.awards import is_foreign, is_won
from longroad.core.rules.duel import ROAD_OWED, SETTLEMENT_OWED, build_neutral, owe_neutral, reward_settlement
from longroad.core.rules.hands import can_pay, pay_cost
from longroad.core.rules.network import has_road_at, has_road_place, place_city, place_road, place_settlement
from longroad.core.rules.turn import resume
from longroad.core.sets import contains


@rule
def note_building(s: Block, seat: int, is_paid: int) -> None:
    """Record that the player on turn has built or bought something (TRN-8, EXT-2)."""
    if seat == s[TURN]:
        s[HAS_BUILT] = 1
        if is_paid != 0:
            s[BUILD_OPEN] = 1


@rule
def continue_building(s: Block, m: Block) -> None:
    """Go on with the free roads of a card, or back to the turn (DEV-3)."""
    if s[FREE_ROADS] > 0 and has_road_place(s, m, s[ACTOR]):
        s[PHASE] = FREE_ROAD
    else:
        s[FREE_ROADS] = 0
        resume(s)


@rule
def finish_piece(s: Block, m: Block, owed: int) -> None:
    """After a road or settlement: the win is checked first, then a neutral player builds (DUO-5)."""
    if is_won(s):
        return
    if s[DUEL] != 0:
        owe_neutral(s, m, owed)
        if s[PHASE] == NEUTRAL_BUILD or is_won(s):
            return
    continue_building(s, m)


@rule(inline=False)
def build_road(s: Block, m: Block, seat: int, path: int) -> None:
    """Build a road for a card (DEV-3), or for brick and lumber (BLD-1)."""
    if s[FREE_ROADS] > 0:
        s[FREE_ROADS] -= 1
        note_building(s, seat, 0)
    else:
        pay_cost(s, seat, ROAD_AT)
        note_building(s, seat, 1)
    place_road(s, m, seat, path)
    finish_piece(s, m, ROAD_OWED)


@rule
def build_settlement(s: Block, m: Block, seat: int, site: int) -> None:
    """Build a settlement for brick, lumber, wool and grain (BLD-3)."""
    pay_cost(s, seat, SETTLEMENT_AT)
    note_building(s, seat, 1)
    place_settlement(s, m, seat, site)
    if s[DUEL] != 0:
        reward_settlement(s, seat, site)
    finish_piece(s, m, SETTLEMENT_OWED)


@rule
def build_city(s: Block, m: Block, seat: int, site: int) -> None:
    """Build a city for two grain and three ore (BLD-4)."""
    pay_cost(s, seat, CITY_AT)
    note_building(s, seat, 1)
    place_city(s, m, seat, site)
    is_won(s)


@rule
def finish_neutral(s: Block, m: Block, owed: int, seat: int, place: int) -> None:
    """Build for a neutral player, and go on."""
    build_neutral(s, m, owed, seat, place)
    if not is_won(s):
        continue_building(s, m)


# --- why not ----------------------------------------------------------------------------------------------------------


@rule
def refuse_start(s: Block, m: Block, seat: int, path: int) -> int:
    """Return why a road cannot start from either end of a path that the seat's network does not reach."""
    for end in range(2):
        site = PATH_SITES[2 * path + end]
        if has_road_at(s, m, seat, site) and not is_foreign(s, seat, site):
            return ROAD_CUT_OFF
    return NOT_CONNECTED


@rule
def refuse_road(s: Block, m: Block, seat: int, path: int) -> int:
    """Return why a road cannot be built on a path: in founding, for a card, or paid for."""
    if path >= ISLAND_PATH_COUNT[s[ISLAND]]:
        return NO_SUCH_PLACE
    if s[PHASE] == FOUND_ROAD:
        if PATH_SITES[2 * path] != s[LAST_SITE] and PATH_SITES[2 * path + 1] != s[LAST_SITE]:
            return FOUNDING_ROAD_ELSEWHERE
    elif s[FREE_ROADS] == 0 and not can_pay(s, seat, ROAD_AT):
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
    """Return why a settlement cannot be built at an intersection: in founding, or paid for."""
    if site >= ISLAND_SITE_COUNT[s[ISLAND]]:
        return NO_SUCH_PLACE
    if s[PHASE] == FOUND_SETTLEMENT:
        if contains(m, BLOCKED, site) != 0:
            return TOO_CLOSE_FOUNDING
        return 0
    if not can_pay(s, seat, SETTLEMENT_AT):
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
    """Return why a city cannot be built at an intersection."""
    if site >= ISLAND_SITE_COUNT[s[ISLAND]]:
        return NO_SUCH_PLACE
    if contains(m, SETTLEMENTS + 2 * seat, site) == 0:
        return NOT_YOUR_SETTLEMENT
    if not can_pay(s, seat, CITY_AT):
        return CANNOT_PAY
    if s[CITIES_LEFT + seat] == 0:
        return NO_CITY_LEFT
    return 0


@rule
def refuse_card(s: Block, seat: int) -> int:
    """Return why a development card cannot be bought."""
    if s[DECK_SIZE] + s[QUEUE_SIZE] == 0:
        return STACK_EMPTY
    if not can_pay(s, seat, CARD_AT):
        return CANNOT_PAY
    return 0
