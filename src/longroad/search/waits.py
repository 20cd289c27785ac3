"""How long a seat waits for cards: estimates from its income, its rates with the bank and its hand."""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.island.material import COSTS, ROAD_AT
from longroad.core.layout import HAND, RESOURCES, Block
from longroad.search.features import FEATURES, INCOME_BRICK, RATES, ROBBED, TRADE_POWER, WAITS, WAITS_ROBBED

ROLLS: Final = 36
TRADED: Final = (0, 12, 6, 4, 3)  # by rate: twelfths of a card that the bank gives for one
QUOTIENT: Final = (0, 65536, 32768, 21846, 16384)  # by rate: its inverse in 65536ths, which is exact for a hand
TURNS_MOST: Final = 240  # in sixteenths of a turn; longer waits count the same


@rule
def cards_lacking(s: Block, f: Block, seat: int, cost: int) -> int:
    """Return the number of cards that a seat lacks for a cost, after all trades with the bank that would help."""
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

    It comes from the seat's income, or from trading other income; a traded card counts half, since it costs cards that
    were wanted elsewhere. The waits are measured twice: with the robber where it is, and without it. The robber only
    lessens the income of the resource itself: what it blocks still counts as traded for others.
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
def turns_lacking(s: Block, f: Block, seat: int, waits: int, held: int, cost: int, roads: int) -> int:
    """Estimate in sixteenths how many rolls a seat waits for the cards of a cost, and for some roads beside it.

    `waits` is `WAITS`, without a robber, or `WAITS_ROBBED`. With `held` 1 it counts from the hand, with 0 from none.
    Resources come in beside each other: the wait is that for the slowest, and a third of those for the others. Each of
    them, and the result, is at most `TURNS_MOST`. Trades of cards in hand are not considered.
    """
    hand = HAND + RESOURCES * seat
    row = waits + RESOURCES * seat
    slowest = 0
    total = 0
    for resource in range(RESOURCES):
        lacks = COSTS[cost + resource] + roads * COSTS[ROAD_AT + resource] - held * s[hand + resource]
        if lacks > 0:
            turns = min(lacks * f[row + resource], TURNS_MOST)
            total += turns
            slowest = max(slowest, turns)
    return min(slowest + (((total - slowest) * QUOTIENT[3]) >> 16), TURNS_MOST)
