"""Invariants, recomputed from scratch: what must hold in every state, whatever happened before."""

from __future__ import annotations

from typing import Final

from longroad.core.compile import rule
from longroad.core.layout import BANK, HAND, HAND_SIZE, ISLAND, RESOURCES, SEATS, Block
from longroad.core.material import BANK_CARDS

VIOLATIONS: list[str] = [""]


def _violation(sentence: str) -> int:
    VIOLATIONS.append(sentence)
    return len(VIOLATIONS) - 1


WRONG_CARDS: Final = _violation("the bank and the hands together do not hold all resource cards")
WRONG_HAND_SIZE: Final = _violation("a hand's size is not the number of its cards")


@rule(inline=False)
def check_cards(s: Block) -> int:
    """Check that no resource card was made or lost (SET-1)."""
    for resource in range(RESOURCES):
        total = s[BANK + resource]
        for seat in range(SEATS):
            total += s[HAND + RESOURCES * seat + resource]
        if total != BANK_CARDS[s[ISLAND]] or s[BANK + resource] < 0:
            return WRONG_CARDS
    for seat in range(SEATS):
        total = 0
        for resource in range(RESOURCES):
            total += s[HAND + RESOURCES * seat + resource]
            if s[HAND + RESOURCES * seat + resource] < 0:
                return WRONG_CARDS
        if total != s[HAND_SIZE + seat]:
            return WRONG_HAND_SIZE
    return 0


@rule(inline=False)
def violation(s: Block, m: Block) -> int:
    """Tell which invariant a state violates, by its code; 0 if none."""
    return check_cards(s)


def corruption(s: list[int], m: list[int]) -> str:
    """Tell in a sentence why blocks read from outside are no state; nothing if they are one."""
    return VIOLATIONS[violation(s, m)]
