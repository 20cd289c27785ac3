"""What a position is measured by: for each seat the numbers from which its chance to win is estimated.

The board's own numbers, which a game never changes, are prepared once a search. All other functions measure a full
state: what a seat may not know has been drawn from what it believes before the search begins.
"""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile import rule
from longroad.core.island import (
    HEX_SITES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    SITE_HEXES,
    SITE_NEIGHBORS,
    SITE_PATHS,
)
from longroad.core.layout import (
    BLOCKED,
    CARDS,
    CITIES_LEFT,
    CITY_CODE,
    DISCARD_LIMIT,
    DUEL,
    FRESH,
    HAND,
    HAND_SIZE,
    HARBOR,
    HARBORS,
    ISLAND,
    KNIGHTS,
    LARGEST,
    LAST_SITE,
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
    TAKEN,
    TERRAIN,
    TOKEN,
    TOUCHED,
    TRADE_CARDS,
    TURN,
    VICTORY_POINTS,
    WORD_BITS,
    Block,
)
from longroad.core.material import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from longroad.core.sets import contains
from longroad.core.words import (
    DESERT,
    GENERIC_HARBOR,
    KNIGHT_CARD,
    MONOPOLY_CARD,
    NO_HARBOR,
    PLENTY_CARD,
    POINT_CARD,
    ROAD_CARD,
)

# --- the board: eight numbers a site ----------------------------------------------------------------------------------

BOARD_ROW: Final = 8  # the pips of each resource, all pips, the harbor, and the set of sums
BOARD_PIPS: Final = RESOURCES
BOARD_HARBOR: Final = 6
BOARD_SUMS: Final = 7
BOARD_SIZE: Final = BOARD_ROW * SITES

PIPS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # by the sum of the dice
ROLLS: Final = 36

# --- the features of a seat -------------------------------------------------------------------------------------------

NAMES: Final = (
    "points",
    "points to go",
    "one point to go",
    "two points to go",
    "three points to go",
    "brick income",
    "lumber income",
    "wool income",
    "grain income",
    "ore income",
    "income",
    "income robbed",
    "kinds of income",
    "sums",
    "least income",
    "trade power",
    "generic harbor",
    "fitting harbors",
    "brick in hand",
    "lumber in hand",
    "wool in hand",
    "grain in hand",
    "ore in hand",
    "cards in hand",
    "cards over the limit",
    "settlement lacks",
    "city lacks",
    "card lacks",
    "road lacks",
    "settlement at hand",
    "city at hand",
    "card at hand",
    "turns to settlement",
    "turns to city",
    "turns to card",
    "pace of settlements",
    "pace of cities",
    "pace of cards",
    "knights held",
    "roads held",
    "plenty held",
    "monopoly held",
    "fresh cards",
    "knights played",
    "has largest army",
    "knights to the army",
    "army lead",
    "road length",
    "has longest road",
    "roads to the longest",
    "road lead",
    "best site",
    "second site",
    "best site one road away",
    "second site one road away",
    "best site two roads away",
    "sites within a road",
    "best site of its own",
    "settlements left",
    "cities left",
    "roads left",
    "settlements to raise",
    "best settlement to raise",
    "turns to wait",
    "is leader",
    "points to go of the best rival",
    "trade cards",
    "players",
)
FEATURES: Final = len(NAMES)
(
    POINTS_ALL,
    TO_GO,
    ONE_TO_GO,
    TWO_TO_GO,
    THREE_TO_GO,
    INCOME_BRICK,
    _,
    _,
    _,
    _,
    INCOME_ALL,
    INCOME_ROBBED,
    INCOME_KINDS,
    SUMS_COVERED,
    INCOME_LEAST,
    TRADE_POWER,
    GENERIC,
    FITTING,
    HELD_BRICK,
    _,
    _,
    _,
    _,
    HELD_ALL,
    HELD_OVER,
    SETTLEMENT_LACKS,
    CITY_LACKS,
    CARD_LACKS,
    ROAD_LACKS,
    SETTLEMENT_AT_HAND,
    CITY_AT_HAND,
    CARD_AT_HAND,
    SETTLEMENT_TURNS,
    CITY_TURNS,
    CARD_TURNS,
    SETTLEMENT_PACE,
    CITY_PACE,
    CARD_PACE,
    KNIGHTS_HELD,
    ROADS_HELD,
    PLENTY_HELD,
    MONOPOLY_HELD,
    FRESH_HELD,
    KNIGHTS_PLAYED,
    HAS_ARMY,
    ARMY_TO_GO,
    ARMY_LEAD,
    ROAD,
    HAS_ROAD,
    ROAD_TO_GO,
    ROAD_LEAD,
    BEST_SITE,
    SECOND_SITE,
    BEST_NEXT,
    SECOND_NEXT,
    BEST_AFTER,
    NEAR_SITES,
    BEST_OWN,
    SETTLEMENTS_TO_BUILD,
    CITIES_TO_BUILD,
    ROADS_TO_BUILD,
    TO_RAISE,
    BEST_TO_RAISE,
    TURNS_TO_WAIT,
    IS_LEADER,
    RIVAL_TO_GO,
    TRADE_CARDS_HELD,
    PLAYERS_ALL,
) = range(FEATURES)

COSTS: Final = (*SETTLEMENT_COST, *CITY_COST, *CARD_COST, *ROAD_COST)
SETTLEMENT_AT: Final = 0  # where the costs of each lie
CITY_AT: Final = 5
CARD_AT: Final = 10
ROAD_AT: Final = 15
TRADED: Final = (0, 12, 6, 4, 3)  # by rate: twelfths of a card that the bank gives for one
QUOTIENT: Final = (0, 65536, 32768, 21846, 16384)  # by rate: its inverse in 65536ths, which is exact for a hand

LACKS_MOST: Final = 5  # what something counts as lacking that has no place or no piece
TURNS_MOST: Final = 240  # in sixteenths of a turn: longer is not told apart
ARMY_LEAST: Final = 3
ROAD_LEAST: Final = 5

NEAR_PARTS: Final = 4
PART_BITS: Final = WORD_BITS // 2
PART: Final = (1 << PART_BITS) - 1

# Behind the features of all seats lies what they are computed from.
RATES: Final = SEATS * FEATURES  # by seat and resource
SUM_SET: Final = RATES + SEATS * RESOURCES
RAISED: Final = SUM_SET + SEATS  # by seat: the pips of the best settlement
ROBBED: Final = RAISED + SEATS  # by seat and resource: the pips that the robber keeps away
WAITS: Final = ROBBED + SEATS * RESOURCES  # by seat and resource
WAITS_ROBBED: Final = WAITS + SEATS * RESOURCES
NEAR: Final = WAITS_ROBBED + SEATS * RESOURCES  # by seat: the set of sites within a road, thirty bits a number
MEASURES: Final = NEAR + NEAR_PARTS * SEATS  # the size of the block


@rule(inline=False)
def prepare_board(s: Block, b: Block) -> None:
    """Write down what a game never changes: the pips, the harbor and the sums of every site."""
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
def measure_income(s: Block, b: Block, f: Block) -> None:
    """Add up what the buildings yield, and what the robber keeps from them."""
    for site in range(ISLAND_SITE_COUNT[s[ISLAND]]):
        code = s[SITE + site] - 1
        if code >= 0:
            yields = 1
            seat = code
            if code >= CITY_CODE:
                yields = 2
                seat = code - CITY_CODE
            if seat < s[PLAYERS]:
                row = BOARD_ROW * site
                start = FEATURES * seat
                for resource in range(RESOURCES):
                    f[start + INCOME_BRICK + resource] += yields * b[row + resource]
                f[SUM_SET + seat] |= b[row + BOARD_SUMS]
                if yields == 1:
                    f[start + TO_RAISE] += 1
                    f[RAISED + seat] = max(f[RAISED + seat], b[row + BOARD_PIPS])
    robber = s[ROBBER]
    if robber >= 0 and s[TERRAIN + robber] < DESERT:
        pips = PIPS[s[TOKEN + robber]]
        for k in range(6):
            code = s[SITE + HEX_SITES[6 * robber + k]] - 1
            if code >= 0:
                yields = 1
                seat = code
                if code >= CITY_CODE:
                    yields = 2
                    seat = code - CITY_CODE
                if seat < s[PLAYERS]:
                    f[ROBBED + RESOURCES * seat + s[TERRAIN + robber]] += yields * pips
                    f[FEATURES * seat + INCOME_ROBBED] += yields * pips


@rule
def measure_rates(s: Block, f: Block, seat: int) -> None:
    """Tell at which rates a seat trades with the bank, and what its income is worth there."""
    start = FEATURES * seat
    usual = 4
    if (s[HARBORS + seat] >> GENERIC_HARBOR) & 1 != 0:
        usual = 3
        f[start + GENERIC] = 1
    total = 0
    kinds = 0
    least = 99
    power = 0
    for resource in range(RESOURCES):
        rate = usual
        income = f[start + INCOME_BRICK + resource]
        if (s[HARBORS + seat] >> (resource + 1)) & 1 != 0:
            rate = 2
            f[start + FITTING] += income
        f[RATES + RESOURCES * seat + resource] = rate
        total += income
        power += income * TRADED[rate]
        if income > 0:
            kinds += 1
        if income < least:
            least = income
    f[start + INCOME_ALL] = total
    f[start + INCOME_KINDS] = kinds
    f[start + INCOME_LEAST] = least
    f[start + TRADE_POWER] = power
    f[start + SUMS_COVERED] = popcount(f[SUM_SET + seat])


@rule
def cards_lacking(s: Block, f: Block, seat: int, cost: int) -> int:
    """Tell how many cards a seat lacks for something, after all trades with the bank that would help."""
    hand = HAND + RESOURCES * seat
    rates = RATES + RESOURCES * seat
    lacks = 0
    trades = 0
    for resource in range(RESOURCES):
        spare = s[hand + resource] - COSTS[cost + resource]
        if spare < 0:
            lacks -= spare
        else:
            trades += (spare * QUOTIENT[f[rates + resource]]) >> 16
    return max(lacks - trades, 0)


@rule
def measure_waits(f: Block, seat: int) -> None:
    """Estimate in sixteenths how many rolls a seat waits for a card of each resource.

    It comes by its own income, and by trades of what else comes in; a trade's card counts half, since it costs what was
    wanted elsewhere. The waits are told twice: with the robber as it stands, and without it.
    """
    start = FEATURES * seat
    for resource in range(RESOURCES):
        k = RESOURCES * seat + resource
        income = f[start + INCOME_BRICK + resource]
        by_trade = f[start + TRADE_POWER] - income * TRADED[f[RATES + k]]
        f[WAITS + k] = ROLLS * 16 * 24 // max(24 * income + by_trade, 1)
        f[WAITS_ROBBED + k] = f[WAITS + k]
        if f[ROBBED + k] != 0:
            left = income - f[ROBBED + k]
            f[WAITS_ROBBED + k] = ROLLS * 16 * 24 // max(24 * left + by_trade, 1)


@rule
def turns_lacking(s: Block, f: Block, seat: int, held: int, cost: int) -> int:
    """Estimate in sixteenths how many rolls a seat waits for the cards that something costs.

    With `held` 1 it is told from the hand and the robber as they are, with 0 from an empty hand and without a robber.
    """
    hand = HAND + RESOURCES * seat
    waits = WAITS + RESOURCES * seat
    if held != 0:
        waits = WAITS_ROBBED + RESOURCES * seat
    slowest = 0
    total = 0
    for resource in range(RESOURCES):
        lacks = COSTS[cost + resource] - held * s[hand + resource]
        if lacks > 0:
            turns = min(lacks * f[waits + resource], TURNS_MOST)
            total += turns
            slowest = max(slowest, turns)
    return min(slowest + (((total - slowest) * QUOTIENT[3]) >> 16), TURNS_MOST)


@rule
def measure_hand(s: Block, f: Block, seat: int) -> None:
    """Measure the resource cards of a seat and what they build next."""
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
    measure_waits(f, seat)
    f[start + SETTLEMENT_TURNS] = turns_lacking(s, f, seat, 1, SETTLEMENT_AT)
    f[start + CITY_TURNS] = turns_lacking(s, f, seat, 1, CITY_AT)
    f[start + CARD_TURNS] = turns_lacking(s, f, seat, 1, CARD_AT)
    f[start + SETTLEMENT_PACE] = turns_lacking(s, f, seat, 0, SETTLEMENT_AT)
    f[start + CITY_PACE] = turns_lacking(s, f, seat, 0, CITY_AT)
    f[start + CARD_PACE] = turns_lacking(s, f, seat, 0, CARD_AT)


@rule
def measure_awards(s: Block, f: Block, seat: int) -> None:
    """Measure the cards of a seat, its points, and the races for the army and the road."""
    start = FEATURES * seat
    cards = CARDS + RESOURCES * seat
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
        fresh += s[FRESH + RESOURCES * seat + kind]
    f[start + FRESH_HELD] = fresh
    knights = 0
    longest = 0
    for other in range(SEATS):  # neutral players too, who can hold the longest road
        if other != seat:
            knights = max(knights, s[KNIGHTS + other])
            longest = max(longest, s[ROAD_LENGTH + other])
    f[start + KNIGHTS_PLAYED] = min(s[KNIGHTS + seat], 8)
    f[start + ROAD] = s[ROAD_LENGTH + seat]
    if s[LARGEST] == seat:
        f[start + HAS_ARMY] = 1
        f[start + ARMY_LEAD] = min(s[KNIGHTS + seat] + s[cards + KNIGHT_CARD] - knights, 5)
    else:
        f[start + ARMY_TO_GO] = min(max(knights + 1, ARMY_LEAST) - s[KNIGHTS + seat], 5)
    if s[LONGEST] == seat:
        f[start + HAS_ROAD] = 1
        f[start + ROAD_LEAD] = min(s[ROAD_LENGTH + seat] - longest, 5)
    else:
        f[start + ROAD_TO_GO] = min(max(longest + 1, ROAD_LEAST) - s[ROAD_LENGTH + seat], 6)
    f[start + SETTLEMENTS_TO_BUILD] = s[SETTLEMENTS_LEFT + seat]
    f[start + CITIES_TO_BUILD] = s[CITIES_LEFT + seat]
    f[start + ROADS_TO_BUILD] = min(s[ROADS_LEFT + seat], 6)
    f[start + BEST_TO_RAISE] = f[RAISED + seat]
    if s[DUEL] != 0:
        f[start + TRADE_CARDS_HELD] = s[TRADE_CARDS + seat]
    f[start + PLAYERS_ALL] = s[PLAYERS]
    f[start + TURNS_TO_WAIT] = (seat - s[TURN] + s[PLAYERS]) % s[PLAYERS]


@rule
def site_worth(b: Block, f: Block, seat: int, site: int) -> int:
    """Weigh a site for a seat: its pips, more for what does not come in yet, and its harbor."""
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
    """Measure the best site within a road that nobody else is as near to."""
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


@rule
def measure_rivals(s: Block, f: Block, seat: int) -> None:
    """Measure how near the best of the others is to victory."""
    least = s[VICTORY_POINTS]
    for other in range(s[PLAYERS]):
        if other != seat:
            least = min(least, f[FEATURES * other + TO_GO])
    f[FEATURES * seat + RIVAL_TO_GO] = least
    f[FEATURES * seat + IS_LEADER] = int(f[FEATURES * seat + TO_GO] <= least)


@rule(inline=False)
def measure(s: Block, m: Block, b: Block, f: Block) -> None:
    """Measure a position: the features of every seat."""
    for k in range(MEASURES):
        f[k] = 0
    measure_income(s, b, f)
    for seat in range(s[PLAYERS]):
        measure_rates(s, f, seat)
        measure_sites(s, m, b, f, seat)
        measure_hand(s, f, seat)
        measure_awards(s, f, seat)
    for seat in range(s[PLAYERS]):
        measure_own_site(s, b, f, seat)
        measure_rivals(s, f, seat)
