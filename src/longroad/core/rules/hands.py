"""Cards of hands: paying and receiving, what things cost, cards that change hands (BLD, TRA)."""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.island.material import COSTS
from longroad.core.layout import BANK, HAND, HAND_SIZE, RESOURCES, Block
from longroad.core.words import BRICK, GRAIN, LUMBER, ORE, WOOL


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
