"""Measures a position: for each seat the numbers from which its chance to win is estimated.

All functions measure a full state: before the search begins, hidden cards are drawn from the seat's beliefs. The
numbers of the board have been prepared before.
"""

from __future__ import annotations

from typing import Final

from longroad.core.bits import popcount
from longroad.core.compile.registry import rule
from longroad.core.island.material import CARD_AT, CITY_AT, ROAD_AT, SETTLEMENT_AT
from longroad.core.island.topology import HEX_SITES, ISLAND_SITE_COUNT
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    CITIES_LEFT,
    CITY_CODE,
    DISCARD_LIMIT,
    DUEL,
    FRESH,
    HAND,
    HAND_SIZE,
    HARBORS,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    PLAYERS,
    POINTS,
    RESOURCES,
    ROAD_LENGTH,
    ROADS_LEFT,
    ROBBER,
    SEATS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    TERRAIN,
    TOKEN,
    TRADE_CARDS,
    TURN,
    VICTORY_POINTS,
    Block,
)
from longroad.core.words import DESERT, GENERIC_HARBOR, KNIGHT_CARD, MONOPOLY_CARD, PLENTY_CARD, POINT_CARD, ROAD_CARD
from longroad.search.changes import (
    buildings_changed,
    held_changed,
    laid_changed,
    robber_changed,
    supply_changed,
    table_changed,
)
from longroad.search.features import (
    ARMY_LEAD,
    ARMY_TO_GO,
    BEST_SITE,
    BEST_TO_RAISE,
    BOARD_PIPS,
    BOARD_ROW,
    BOARD_SUMS,
    BUILDINGS,
    BUILT,
    BUILT_ALL,
    CARD_AT_HAND,
    CARD_LACKS,
    CARD_PACE,
    CARD_TURNS,
    CITIES_TO_BUILD,
    CITY_AT_HAND,
    CITY_LACKS,
    CITY_PACE,
    CITY_TURNS,
    FEATURES,
    FITTING,
    FRESH_HELD,
    GENERIC,
    HAS_ARMY,
    HAS_ROAD,
    HELD_ALL,
    HELD_BRICK,
    HELD_OVER,
    INCOME_ALL,
    INCOME_BRICK,
    INCOME_END,
    INCOME_KINDS,
    INCOME_LEAST,
    INCOME_ROBBED,
    INCOMES,
    KNIGHTS_HELD,
    KNIGHTS_PLAYED,
    MONOPOLY_HELD,
    NEAR_PARTS,
    ONE_TO_GO,
    PLAYERS_ALL,
    PLENTY_HELD,
    POINTS_ALL,
    RAISABLE,
    RAISED,
    RAISED_NEXT,
    RATES,
    ROAD,
    ROAD_LACKS,
    ROAD_LEAD,
    ROAD_TO_GO,
    ROADS_HELD,
    ROADS_TO_BUILD,
    ROBBED,
    SETTLEMENT_AT_HAND,
    SETTLEMENT_LACKS,
    SETTLEMENT_PACE,
    SETTLEMENT_TURNS,
    SETTLEMENTS_TO_BUILD,
    SITE_PACE,
    SUM_SET,
    SUMS_COVERED,
    TABLE,
    THREE_TO_GO,
    TO_GO,
    TO_RAISE,
    TRADE_CARDS_HELD,
    TRADE_POWER,
    TURNS_TO_WAIT,
    TWO_TO_GO,
    WAITS,
    WAITS_ROBBED,
    YIELDED,
)
from longroad.search.prospects import measure_prospects, measure_rivals, measure_shares
from longroad.search.sites import (
    PART_BITS,
    PIPS,
    is_founding,
    measure_founding,
    measure_own_sites,
    measure_rivals_at_site,
    measure_sites,
)
from longroad.search.waits import TRADED, cards_lacking, measure_waits, turns_lacking

LACKS_MOST: Final = 5  # cards that count as missing where there is no place or no piece
ARMY_LEAST: Final = 3
ROAD_LEAST: Final = 5


@rule(inline=False)
def measure_income(s: Block, b: Block, f: Block) -> None:
    """Add up what the buildings yield."""
    for k in range(INCOMES, INCOME_END):
        f[k] = 0
    for site in range(SITES):
        f[BUILDINGS + site] = s[SITE + site]
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
        code = s[SITE + site] - 1
        if code >= 0:
            seat = code % CITY_CODE
            yields = 1 + code // CITY_CODE
            f[BUILT + NEAR_PARTS * seat + site // PART_BITS] |= 1 << (site % PART_BITS)
            f[BUILT_ALL + site // PART_BITS] |= 1 << (site % PART_BITS)
            if seat < s[PLAYERS]:
                row = BOARD_ROW * site
                for resource in range(RESOURCES):
                    f[INCOMES + RESOURCES * seat + resource] += yields * b[row + resource]
                    f[YIELDED + resource] += yields * b[row + resource]
                f[SUM_SET + seat] |= b[row + BOARD_SUMS]
                if yields == 1:
                    f[RAISABLE + seat] += 1
                    pips = b[row + BOARD_PIPS]
                    f[RAISED_NEXT + seat] = max(f[RAISED_NEXT + seat], min(pips, f[RAISED + seat]))
                    f[RAISED + seat] = max(f[RAISED + seat], pips)


@rule
def measure_robbed(s: Block, f: Block) -> None:
    """Add up what the robber blocks."""
    for k in range(SEATS * RESOURCES):
        f[ROBBED + k] = 0
    robber = s[ROBBER]
    if robber >= 0 and s[TERRAIN + robber] < DESERT:
        pips = PIPS[s[TOKEN + robber]]
        for k in range(6):
            code = s[SITE + HEX_SITES[6 * robber + k]] - 1
            if code >= 0:
                seat = code % CITY_CODE
                yields = 1 + code // CITY_CODE
                if seat < s[PLAYERS]:
                    f[ROBBED + RESOURCES * seat + s[TERRAIN + robber]] += yields * pips


@rule
def measure_rates(s: Block, f: Block, seat: int) -> None:
    """Measure a seat's income, its rates with the bank, and the value of its income there."""
    start = FEATURES * seat
    generic = (s[HARBORS + seat] >> GENERIC_HARBOR) & 1
    usual = 4 - generic
    f[start + GENERIC] = generic
    total = 0
    robbed = 0
    fitting = 0
    kinds = 0
    least = 99
    power = 0
    for resource in range(RESOURCES):
        rate = usual
        income = f[INCOMES + RESOURCES * seat + resource]
        robbed += f[ROBBED + RESOURCES * seat + resource]
        if (s[HARBORS + seat] >> (resource + 1)) & 1 != 0:
            rate = 2
            fitting += income
        f[start + INCOME_BRICK + resource] = income
        f[RATES + RESOURCES * seat + resource] = rate
        total += income
        power += income * TRADED[rate]
        if income > 0:
            kinds += 1
        if income < least:
            least = income
    f[start + FITTING] = fitting
    f[start + INCOME_ALL] = total
    f[start + INCOME_ROBBED] = robbed
    f[start + INCOME_KINDS] = kinds
    f[start + INCOME_LEAST] = least
    f[start + TRADE_POWER] = power
    f[start + SUMS_COVERED] = popcount(f[SUM_SET + seat])
    f[start + TO_RAISE] = f[RAISABLE + seat]


@rule
def measure_paces(s: Block, f: Block, seat: int) -> None:
    """Estimate how long a seat waits for each piece with an empty hand."""
    start = FEATURES * seat
    f[start + SETTLEMENT_PACE] = turns_lacking(s, f, seat, WAITS, 0, SETTLEMENT_AT, 0)
    f[start + CITY_PACE] = turns_lacking(s, f, seat, WAITS, 0, CITY_AT, 0)
    f[start + CARD_PACE] = turns_lacking(s, f, seat, WAITS, 0, CARD_AT, 0)
    f[SITE_PACE + seat] = turns_lacking(s, f, seat, WAITS, 0, SETTLEMENT_AT, 1)


@rule
def measure_hand(s: Block, f: Block, seat: int) -> None:
    """Measure the resource cards of a seat and what they can build next, with the bank's help or in how many turns.

    A development card counts as one that can be bought even if none is left.
    """
    start = FEATURES * seat
    size = s[HAND_SIZE + seat]
    for resource in range(RESOURCES):
        f[start + HELD_BRICK + resource] = min(s[HAND + RESOURCES * seat + resource], 6)
    f[start + HELD_ALL] = min(size, 20)
    f[start + HELD_OVER] = min(max(size - s[DISCARD_LIMIT], 0), 12)
    f[start + CARD_LACKS] = cards_lacking(s, f, seat, CARD_AT)
    f[start + ROAD_LACKS] = cards_lacking(s, f, seat, ROAD_AT)
    f[start + CITY_LACKS] = LACKS_MOST
    if s[CITIES_LEFT + seat] > 0 and f[start + TO_RAISE] > 0:
        f[start + CITY_LACKS] = cards_lacking(s, f, seat, CITY_AT)
    f[start + SETTLEMENT_LACKS] = LACKS_MOST
    if s[SETTLEMENTS_LEFT + seat] > 0 and f[start + BEST_SITE] > 0:
        f[start + SETTLEMENT_LACKS] = cards_lacking(s, f, seat, SETTLEMENT_AT)
    f[start + SETTLEMENT_AT_HAND] = int(f[start + SETTLEMENT_LACKS] == 0)
    f[start + CITY_AT_HAND] = int(f[start + CITY_LACKS] == 0)
    f[start + CARD_AT_HAND] = int(f[start + CARD_LACKS] == 0)
    f[start + SETTLEMENT_TURNS] = turns_lacking(s, f, seat, WAITS_ROBBED, 1, SETTLEMENT_AT, 0)
    f[start + CITY_TURNS] = turns_lacking(s, f, seat, WAITS_ROBBED, 1, CITY_AT, 0)
    f[start + CARD_TURNS] = turns_lacking(s, f, seat, WAITS_ROBBED, 1, CARD_AT, 0)


@rule
def measure_awards(s: Block, f: Block, seat: int) -> None:
    """Measure the cards of a seat, its points, and the races for the army and the road."""
    start = FEATURES * seat
    cards = CARDS + CARD_KINDS * seat
    points = s[POINTS + seat] + s[cards + POINT_CARD]
    to_go = max(s[VICTORY_POINTS] - points, 0)
    f[start + POINTS_ALL] = points
    f[start + TO_GO] = to_go
    f[start + ONE_TO_GO] = int(to_go <= 1)
    f[start + TWO_TO_GO] = int(to_go <= 2)
    f[start + THREE_TO_GO] = int(to_go <= 3)
    f[start + KNIGHTS_HELD] = s[cards + KNIGHT_CARD]
    f[start + ROADS_HELD] = s[cards + ROAD_CARD]
    f[start + PLENTY_HELD] = s[cards + PLENTY_CARD]
    f[start + MONOPOLY_HELD] = s[cards + MONOPOLY_CARD]
    fresh = 0
    for kind in range(POINT_CARD):
        fresh += s[FRESH + CARD_KINDS * seat + kind]
    f[start + FRESH_HELD] = fresh
    knights = 0
    longest = 0
    for other in range(SEATS):  # neutral players too, who can hold the longest road
        if other != seat:
            knights = max(knights, s[KNIGHTS + other])
            longest = max(longest, s[ROAD_LENGTH + other])
    f[start + KNIGHTS_PLAYED] = min(s[KNIGHTS + seat], 8)
    f[start + ROAD] = s[ROAD_LENGTH + seat]
    f[start + HAS_ARMY] = int(s[LARGEST] == seat)
    f[start + ARMY_LEAD] = 0
    f[start + ARMY_TO_GO] = 0
    if s[LARGEST] == seat:
        f[start + ARMY_LEAD] = min(s[KNIGHTS + seat] + s[cards + KNIGHT_CARD] - knights, 5)
    else:
        f[start + ARMY_TO_GO] = min(max(knights + 1, ARMY_LEAST) - s[KNIGHTS + seat], 5)
    f[start + HAS_ROAD] = int(s[LONGEST] == seat)
    f[start + ROAD_LEAD] = 0
    f[start + ROAD_TO_GO] = 0
    if s[LONGEST] == seat:
        f[start + ROAD_LEAD] = min(s[ROAD_LENGTH + seat] - longest, 5)
    else:
        f[start + ROAD_TO_GO] = min(max(longest + 1, ROAD_LEAST) - s[ROAD_LENGTH + seat], 6)
    f[start + SETTLEMENTS_TO_BUILD] = s[SETTLEMENTS_LEFT + seat]
    f[start + CITIES_TO_BUILD] = s[CITIES_LEFT + seat]
    f[start + ROADS_TO_BUILD] = min(s[ROADS_LEFT + seat], 6)
    f[start + BEST_TO_RAISE] = f[RAISED + seat]
    f[start + TRADE_CARDS_HELD] = s[TRADE_CARDS + seat] if s[DUEL] != 0 else 0
    f[start + PLAYERS_ALL] = s[PLAYERS]
    f[start + TURNS_TO_WAIT] = (seat - s[TURN] + s[PLAYERS]) % s[PLAYERS]


@rule(inline=False)
def measure_supply(s: Block, f: Block, seat: int) -> None:
    """Measure what comes in for a seat, whatever it holds."""
    measure_rates(s, f, seat)
    measure_waits(f, seat)
    measure_paces(s, f, seat)
    measure_shares(s, f, seat)


@rule(inline=False)
def measure_seat(s: Block, m: Block, b: Block, f: Block, seat: int) -> None:
    """Measure what a seat has and can expect, with what comes in for it."""
    measure_hand(s, f, seat)
    measure_awards(s, f, seat)
    measure_prospects(s, m, f, seat)
    measure_founding(s, m, b, f, seat)


@rule(inline=False)
def measure(s: Block, m: Block, b: Block, f: Block) -> None:
    """Measure a position: the features of every seat, measuring again only what can differ from the last position.

    That one was of the same game, or the block was cleared since (`prepare`).
    """
    has_built = buildings_changed(s, f)
    if has_built:
        measure_income(s, b, f)
    if robber_changed(s, f) or has_built:
        measure_robbed(s, f)
    is_first = f[TABLE] == 0
    has_new_table = table_changed(s, m, f)
    has_new_network = laid_changed(s, m, f) or has_built
    has_new_places = has_new_network and is_founding(s)
    for seat in range(s[PLAYERS]):
        has_changed = supply_changed(s, f, seat) or has_built or is_first
        if has_changed:
            measure_supply(s, f, seat)
        if has_new_network:
            has_changed |= measure_sites(s, m, b, f, seat)
        has_changed |= held_changed(s, f, seat)
        if has_changed or has_new_table or has_new_places:
            measure_seat(s, m, b, f, seat)
    for seat in range(s[PLAYERS]):
        if has_new_network:
            measure_own_sites(s, b, f, seat)
            measure_rivals_at_site(s, f, seat)
        measure_rivals(s, f, seat)
