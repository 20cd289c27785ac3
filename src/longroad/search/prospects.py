"""Measures what a seat can expect: its supply of each resource, what it can do at once, and how the others stand.

All of it is computed from what `measures` has found before, and without the robber: whoever leads is robbed, so that
being robbed would be learned as a good sign.
"""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.island.material import CITY_AT, ROAD_AT, SETTLEMENT_AT
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    CITIES_LEFT,
    DECK_SIZE,
    FRESH,
    HAND,
    HARBORS,
    KNIGHTS,
    PLAYERS,
    RESOURCES,
    ROAD_LENGTH,
    ROADS_LEFT,
    SETTLEMENTS_LEFT,
    TURNS,
    VICTORY_POINTS,
    Block,
)
from longroad.core.words import BRICK, GRAIN, KNIGHT_CARD, LUMBER, MONOPOLY_CARD, ORE, ROAD_CARD, WOOL
from longroad.search.features import (
    ARMY_AT_HAND,
    ARMY_DANGER,
    ARMY_TO_GO,
    BEST_SITE,
    CARD_PACE,
    CITIES_AT_HAND,
    CITY_PACE,
    FEATURES,
    HARBOR_BRICK,
    HAS_ARMY,
    HAS_ROAD,
    INCOME_ALL,
    INCOME_BRICK,
    INCOME_LEAD,
    IS_LEADER,
    KNIGHTS_HELD,
    KNIGHTS_READY,
    MONOPOLY_GAIN,
    NEAR_SITES,
    NEXT_POINT,
    NEXT_SETTLEMENT,
    POINTS_ALL,
    POINTS_AT_HAND,
    POINTS_LEAD,
    POINTS_OF_OTHERS,
    RAISED_NEXT,
    RATES,
    RIVAL_INCOME,
    RIVAL_TO_GO,
    RIVAL_WIN_TURNS,
    RIVALS_AT_HAND,
    ROAD_AT_HAND,
    ROAD_DANGER,
    ROAD_TO_GO,
    ROAD_TURNS,
    ROADS_AT_HAND,
    ROUNDS,
    SECOND_TO_GO,
    SECOND_TO_RAISE,
    SHARE_BRICK,
    SITE_PACE,
    SITES_AFTER,
    STACK_LEFT,
    SUM_PIPS,
    SUM_SET,
    TO_GO,
    TO_RAISE,
    TRADES_AT_HAND,
    WAIT_BRICK,
    WAITS,
    WIN_ALMOST,
    WIN_AT_HAND,
    WIN_LEAD,
    WIN_TURNS,
    YIELDED,
)
from longroad.search.sites import PIPS
from longroad.search.waits import QUOTIENT, TURNS_MOST, turns_lacking

SHARES: Final = 32  # a share of everything
YIELD_MOST: Final = 160
SHARE_OF: Final = (0, *(SHARES * 65536 // pips + 1 for pips in range(1, YIELD_MOST)))  # by the income of all
SPEED: Final = tuple(4096 // max(turns, 1) for turns in range(TURNS_MOST + 1))  # points by the turns that one takes
CARDS_A_POINT: Final = 3  # development cards that are about as good as a point
WIN_MOST: Final = 480  # in eighths of a turn; longer ways to victory count the same
LEAD_MOST: Final = 240
ROUNDS_MOST: Final = 40


@rule
def measure_shares(s: Block, f: Block, seat: int) -> None:
    """Measure by resource whether a seat has the harbor, its share of what is yielded and its wait; and its sums.

    The share is in 32nds of what the buildings of all seats yield, of which at most `YIELD_MOST - 1` pips count.
    """
    start = FEATURES * seat
    for resource in range(RESOURCES):
        income = f[start + INCOME_BRICK + resource]
        wait = f[WAITS + RESOURCES * seat + resource]
        f[start + HARBOR_BRICK + resource] = (s[HARBORS + seat] >> (resource + 1)) & 1
        f[start + SHARE_BRICK + resource] = (income * SHARE_OF[min(f[YIELDED + resource], YIELD_MOST - 1)]) >> 16
        f[start + WAIT_BRICK + resource] = min(wait, TURNS_MOST)
    pips = 0
    left = f[SUM_SET + seat]
    while left != 0:
        pips += PIPS[lowest_bit(left)]
        left &= left - 1
    f[start + SUM_PIPS] = pips


@rule
def measure_turns(s: Block, f: Block, seat: int) -> None:
    """Estimate how many turns a seat needs for its next road, settlement and point, and to win.

    A settlement comes after the roads to the nearest site, at most two; without a site or a piece it never comes. The
    way to victory is the points to go at the speed of the seat's income alone, in eighths of a turn: a settlement with
    a road if it can come, a city if there is a settlement to raise, and a third of a point for each card.
    """
    start = FEATURES * seat
    f[start + ROAD_TURNS] = turns_lacking(s, f, seat, WAITS, 1, ROAD_AT, 0)
    f[start + NEXT_SETTLEMENT] = TURNS_MOST
    speed = SPEED[f[start + CARD_PACE]] // CARDS_A_POINT
    if s[SETTLEMENTS_LEFT + seat] > 0 and f[start + NEAR_SITES] + f[start + SITES_AFTER] > 0:
        roads = 2 - int(f[start + NEAR_SITES] > 0) - int(f[start + BEST_SITE] > 0)
        f[start + NEXT_SETTLEMENT] = turns_lacking(s, f, seat, WAITS, 1, SETTLEMENT_AT, roads)
        speed += SPEED[f[SITE_PACE + seat]]
    f[start + NEXT_POINT] = f[start + NEXT_SETTLEMENT]
    if s[CITIES_LEFT + seat] > 0 and f[start + TO_RAISE] > 0:
        turns = turns_lacking(s, f, seat, WAITS, 1, CITY_AT, 0)
        f[start + NEXT_POINT] = min(f[start + NEXT_POINT], turns)
        speed += SPEED[f[start + CITY_PACE]]
    f[start + WIN_TURNS] = min(f[start + TO_GO] * 2048 // max(speed, 1), WIN_MOST)


@rule
def cities_payable(s: Block, f: Block, seat: int, settled: int) -> int:
    """Count the cities that a seat can pay for, after a settlement if `settled` is 1."""
    hand = HAND + RESOURCES * seat
    by_grain = (s[hand + GRAIN] - settled) // 2
    by_ore = s[hand + ORE] // 3
    places = min(f[FEATURES * seat + TO_RAISE] + settled, s[CITIES_LEFT + seat])
    return min(min(by_grain, by_ore), places)


@rule
def points_payable(s: Block, f: Block, seat: int) -> int:
    """Count the points that a seat can build with its hand, without trades: cities, and at most one settlement.

    A piece for the settlement must be left before a city returns one.
    """
    start = FEATURES * seat
    hand = HAND + RESOURCES * seat
    cities = f[start + CITIES_AT_HAND]
    if f[start + BEST_SITE] == 0 or s[SETTLEMENTS_LEFT + seat] == 0:
        return cities
    if min(min(s[hand + BRICK], s[hand + LUMBER]), min(s[hand + WOOL], s[hand + GRAIN])) == 0:
        return cities
    return max(cities, 1 + cities_payable(s, f, seat, 1))


@rule
def measure_reach(s: Block, f: Block, seat: int) -> None:
    """Measure what a seat can have at once: roads, cities, awards, points, and so the victory.

    The same cards may count for a road and for a settlement, and each road at hand as one that lengthens the longest.
    """
    start = FEATURES * seat
    hand = HAND + RESOURCES * seat
    cards = CARDS + CARD_KINDS * seat
    roads = min(s[hand + BRICK], s[hand + LUMBER]) + 2 * min(s[cards + ROAD_CARD], 1)
    f[start + ROADS_AT_HAND] = min(min(roads, s[ROADS_LEFT + seat]), 6)
    f[start + CITIES_AT_HAND] = cities_payable(s, f, seat, 0)
    f[start + KNIGHTS_READY] = s[cards + KNIGHT_CARD] - s[FRESH + CARD_KINDS * seat + KNIGHT_CARD]
    is_near = f[start + ARMY_TO_GO] <= min(f[start + KNIGHTS_READY], 1)
    f[start + ARMY_AT_HAND] = int(f[start + HAS_ARMY] == 0 and is_near)
    is_near = f[start + ROAD_TO_GO] <= f[start + ROADS_AT_HAND]
    f[start + ROAD_AT_HAND] = int(f[start + HAS_ROAD] == 0 and is_near)
    points = points_payable(s, f, seat) + 2 * (f[start + ARMY_AT_HAND] + f[start + ROAD_AT_HAND])
    f[start + POINTS_AT_HAND] = points
    f[start + WIN_AT_HAND] = int(f[start + TO_GO] <= points)
    f[start + WIN_ALMOST] = int(f[start + TO_GO] <= points + 1)


@rule
def monopoly_gain(s: Block, seat: int) -> int:
    """Return the most cards of one resource that the others hold."""
    most = 0
    for resource in range(RESOURCES):
        total = 0
        for other in range(s[PLAYERS]):
            if other != seat:
                total += s[HAND + RESOURCES * other + resource]
        most = max(most, total)
    return min(most, 20)


@rule
def measure_prospects(s: Block, m: Block, f: Block, seat: int) -> None:
    """Measure what a seat can expect."""
    start = FEATURES * seat
    measure_turns(s, f, seat)
    measure_reach(s, f, seat)
    trades = 0
    for resource in range(RESOURCES):
        k = RESOURCES * seat + resource
        trades += (s[HAND + k] * QUOTIENT[f[RATES + k]]) >> 16
    f[start + TRADES_AT_HAND] = trades
    f[start + SECOND_TO_RAISE] = f[RAISED_NEXT + seat]
    f[start + STACK_LEFT] = min(s[DECK_SIZE], 12)
    f[start + ROUNDS] = min(m[TURNS] // s[PLAYERS], ROUNDS_MOST)


@rule
def endangers_army(s: Block, f: Block, seat: int, other: int) -> int:
    """Whether another seat can take the largest army from a seat by one knight."""
    has_knight = f[FEATURES * other + KNIGHTS_HELD] > 0
    return int(f[FEATURES * seat + HAS_ARMY] != 0 and has_knight and s[KNIGHTS + other] + 1 > s[KNIGHTS + seat])


@rule
def endangers_road(s: Block, f: Block, seat: int, other: int) -> int:
    """Whether another seat can take the longest road from a seat by roads that it has at hand."""
    length = s[ROAD_LENGTH + other] + f[FEATURES * other + ROADS_AT_HAND]
    return int(f[FEATURES * seat + HAS_ROAD] != 0 and length > s[ROAD_LENGTH + seat])


@rule
def measure_rivals(s: Block, f: Block, seat: int) -> None:
    """Measure how strong the others are, above all the best of them, and what a monopoly would take from them."""
    start = FEATURES * seat
    least = s[VICTORY_POINTS]
    second = s[VICTORY_POINTS]
    turns = WIN_MOST
    winning = 0
    income = 0
    points = 0
    army = 0
    road = 0
    for other in range(s[PLAYERS]):
        if other != seat:
            row = FEATURES * other
            second = min(second, max(least, f[row + TO_GO]))
            least = min(least, f[row + TO_GO])
            turns = min(turns, f[row + WIN_TURNS])
            winning += f[row + WIN_AT_HAND]
            income = max(income, f[row + INCOME_ALL])
            points += f[row + POINTS_ALL]
            army |= endangers_army(s, f, seat, other)
            road |= endangers_road(s, f, seat, other)
    f[start + RIVAL_TO_GO] = least
    f[start + SECOND_TO_GO] = second
    f[start + IS_LEADER] = int(f[start + TO_GO] <= least)
    f[start + POINTS_LEAD] = least - f[start + TO_GO]
    f[start + RIVAL_WIN_TURNS] = turns
    f[start + WIN_LEAD] = min(max(turns - f[start + WIN_TURNS], -LEAD_MOST), LEAD_MOST)
    f[start + RIVALS_AT_HAND] = winning
    f[start + RIVAL_INCOME] = income
    f[start + INCOME_LEAD] = f[start + INCOME_ALL] - income
    f[start + POINTS_OF_OTHERS] = points
    f[start + ARMY_DANGER] = army
    f[start + ROAD_DANGER] = road
    f[start + MONOPOLY_GAIN] = 0
    if s[CARDS + CARD_KINDS * seat + MONOPOLY_CARD] > 0:
        f[start + MONOPOLY_GAIN] = monopoly_gain(s, seat)
