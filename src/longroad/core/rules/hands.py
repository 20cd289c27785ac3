"""Cards of hands and the bank: paying and receiving, what things cost, cards that change hands (BLD, TRA, PRO-7).

The stacks of an unlimited bank count on below zero: they begin at -1, and what lies in hands is missing there as it is
in any other bank. So the sign of a stack says which bank it is, and the state needs no further field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.island.material import (
    BANK_CARDS,
    CARD_AT,
    CITY_AT,
    COSTS,
    ROAD_AT,
    SETTLEMENT_AT,
)
from longroad.core.layout import BANK, HAND, HAND_SIZE, ISLAND, RESOURCES, Block
from longroad.core.words import BRICK, GRAIN, LUMBER, ORE, WOOL

UNLIMITED_STACK: Final = -1  # what each stack of an unlimited bank holds when all hands are empty
PAYS_ROAD: Final = 0  # in the set of what a hand can pay for
PAYS_SETTLEMENT: Final = 1
PAYS_CITY: Final = 2
PAYS_CARD: Final = 3
MOST_IN_HANDS: Final = 127  # cards in all hands together: what a byte of the state can count


@rule
def is_unlimited(s: Block) -> bool:
    """Whether the bank is unlimited (PRO-7)."""
    return s[BANK] < 0


@rule
def cards_of_each(s: Block) -> int:
    """Return how many cards of each resource there are in all; an unlimited bank has as many as hands can hold."""
    if is_unlimited(s):
        return MOST_IN_HANDS
    return BANK_CARDS[s[ISLAND]]


@rule
def stack_of(s: Block, resource: int) -> int:
    """Return how many cards of a resource lie in the bank."""
    if is_unlimited(s):
        return s[BANK + resource] - UNLIMITED_STACK + MOST_IN_HANDS
    return s[BANK + resource]


def put_stacks(s: Block, counts: Sequence[int]) -> None:
    """Put cards of each resource into the bank, counted as `stack_of` does."""
    less = MOST_IN_HANDS - UNLIMITED_STACK if is_unlimited(s) else 0
    for resource, count in enumerate(counts):
        s[BANK + resource] = count - less


@rule
def payable_in_all(s: Block) -> int:
    """Return how many cards the bank can pay, whatever their kind; an unlimited one as many as fit in hands (PRO-7)."""
    total = 0
    for resource in range(RESOURCES):
        total += s[BANK + resource]
    if is_unlimited(s):
        total += MOST_IN_HANDS - RESOURCES * UNLIMITED_STACK
    return total


@rule
def payable(s: Block, resource: int) -> int:
    """Return how many cards of a resource the bank can pay (PRO-4, PRO-7)."""
    if is_unlimited(s):
        return payable_in_all(s)
    return s[BANK + resource]


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
def can_pay(s: Block, seat: int, cost: int) -> bool:
    """Whether a hand holds a cost, named by where it begins in `COSTS`."""
    hand = HAND + RESOURCES * seat
    return (
        (s[hand + BRICK] >= COSTS[cost + BRICK])
        & (s[hand + LUMBER] >= COSTS[cost + LUMBER])
        & (s[hand + WOOL] >= COSTS[cost + WOOL])
        & (s[hand + GRAIN] >= COSTS[cost + GRAIN])
        & (s[hand + ORE] >= COSTS[cost + ORE])
    )  # without branches, which would be mispredicted


@rule
def affordable(s: Block, seat: int) -> int:
    """Return the set of what a hand can pay for, `PAYS_ROAD` and so on: as `can_pay`, with half the comparisons."""
    hand = HAND + RESOURCES * seat
    wool = s[hand + WOOL]
    grain = s[hand + GRAIN]
    ore = s[hand + ORE]
    road = (s[hand + BRICK] >= COSTS[ROAD_AT + BRICK]) & (s[hand + LUMBER] >= COSTS[ROAD_AT + LUMBER])
    settlement = road & (wool >= COSTS[SETTLEMENT_AT + WOOL]) & (grain >= COSTS[SETTLEMENT_AT + GRAIN])
    city = (grain >= COSTS[CITY_AT + GRAIN]) & (ore >= COSTS[CITY_AT + ORE])
    card = (wool >= COSTS[CARD_AT + WOOL]) & (grain >= COSTS[CARD_AT + GRAIN]) & (ore >= COSTS[CARD_AT + ORE])
    return int(road) << PAYS_ROAD | int(settlement) << PAYS_SETTLEMENT | int(city) << PAYS_CITY | int(card) << PAYS_CARD


@rule
def pay_cost(s: Block, seat: int, cost: int) -> None:
    """Move a cost, named by where it begins in `COSTS`, from a hand to the bank."""
    for resource in range(RESOURCES):
        pay(s, seat, resource, COSTS[cost + resource])


@rule
def move_card(s: Block, giver: int, taker: int, resource: int) -> None:
    """Move one resource card from hand to hand."""
    s[HAND + RESOURCES * giver + resource] -= 1
    s[HAND_SIZE + giver] -= 1
    s[HAND + RESOURCES * taker + resource] += 1
    s[HAND_SIZE + taker] += 1
