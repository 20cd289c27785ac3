"""Invariants of cards and dice: none is made, none is lost (SET-1, DEV-6, PRO-6, PRO-7, DUO-3)."""

from __future__ import annotations

from typing import Final

from longroad.core.check.violations import (
    TOO_MANY_CARDS,
    WRONG_CARDS,
    WRONG_CARDS_SIZE,
    WRONG_DICE_DECK,
    WRONG_FRESH,
    WRONG_HAND_SIZE,
    WRONG_OWNER,
    WRONG_QUEUE,
    WRONG_STACK,
    WRONG_STACK_SIZE,
    WRONG_TRADE_CARDS,
)
from longroad.core.compile.registry import rule
from longroad.core.island.material import STACK
from longroad.core.layout import (
    BANK,
    CARD_KINDS,
    CARDS,
    CARDS_SIZE,
    DECK,
    DECK_SIZE,
    DICE,
    DICE_DECK,
    DICE_LEFT,
    DUEL,
    FRESH,
    HAND,
    HAND_SIZE,
    ISLAND,
    KNIGHTS,
    NOBODY,
    PLAYERS,
    PROGRESS_CARDS,
    QUEUE,
    QUEUE_SIZE,
    RESOURCES,
    SEATS,
    SUMS,
    TRADE_CARDS,
    Block,
)
from longroad.core.rules.chance import DICE_TOTAL, DICE_WEIGHTS
from longroad.core.rules.duel import MOST_TRADE_CARDS
from longroad.core.rules.hands import cards_of_each, is_unlimited, payable_in_all, stack_of
from longroad.core.ruleset import RANDOM_DICE, REMOVED
from longroad.core.words import KNIGHT_CARD, POINT_CARD

QUEUE_PLACES: Final = 9
COUNT_BITS: Final = 8  # counts of several kinds are packed into one integer


@rule(inline=False)
def check_resources(s: Block) -> int:
    """Check that bank and hands hold all resource cards, and that hands are as large as they say and may be (PRO-7)."""
    for resource in range(RESOURCES):
        total = stack_of(s, resource)
        if total < 0 or (s[BANK + resource] < 0) != is_unlimited(s):
            return WRONG_CARDS
        for seat in range(s[PLAYERS]):
            count = s[HAND + RESOURCES * seat + resource]
            if count < 0:
                return WRONG_CARDS
            total += count
        if total != cards_of_each(s):
            return WRONG_CARDS
    if payable_in_all(s) < 0:
        return TOO_MANY_CARDS
    for seat in range(SEATS):
        total = 0
        for resource in range(RESOURCES):
            total += s[HAND + RESOURCES * seat + resource]
        if total != s[HAND_SIZE + seat]:
            return WRONG_HAND_SIZE
        if seat >= s[PLAYERS] and total != 0:
            return WRONG_OWNER
    return 0


@rule(inline=False)
def check_queue(s: Block) -> int:
    """Check that the queue holds recycled progress cards and nothing behind them."""
    for place in range(QUEUE_PLACES):
        kind = s[QUEUE + place]
        if place >= s[QUEUE_SIZE]:
            if kind != NOBODY:
                return WRONG_QUEUE
        elif kind <= KNIGHT_CARD or kind >= POINT_CARD or s[PROGRESS_CARDS] == REMOVED:
            return WRONG_QUEUE
    return 0


@rule(inline=False)
def check_stack(s: Block) -> int:
    """Check the development cards, kind by kind.

    Victory point cards never leave the game; knights do only in the two-player game, progress cards only if removed.
    """
    known = 0  # cards of each kind in the queue, in hands and on the table, packed
    for place in range(s[QUEUE_SIZE]):
        known += 1 << (COUNT_BITS * s[QUEUE + place])
    for seat in range(s[PLAYERS]):
        known += s[KNIGHTS + seat]
        held = 0
        for kind in range(CARD_KINDS):
            count = int(s[CARDS + CARD_KINDS * seat + kind])
            if s[FRESH + CARD_KINDS * seat + kind] < 0 or s[FRESH + CARD_KINDS * seat + kind] > count:
                return WRONG_FRESH
            held += count
            known += count << (COUNT_BITS * kind)
        if held != s[CARDS_SIZE + seat]:
            return WRONG_CARDS_SIZE
    size = 0
    for kind in range(CARD_KINDS):
        size += s[DECK + kind]
        gone = STACK[CARD_KINDS * s[ISLAND] + kind] - s[DECK + kind] - ((known >> (COUNT_BITS * kind)) & 255)
        may_go = s[DUEL] != 0
        if kind != KNIGHT_CARD:
            may_go = kind != POINT_CARD and s[PROGRESS_CARDS] == REMOVED
        if s[DECK + kind] < 0 or gone < 0 or (gone > 0 and not may_go):
            return WRONG_STACK
    if size != s[DECK_SIZE]:
        return WRONG_STACK_SIZE
    return 0


@rule(inline=False)
def check_nobodys_cards(s: Block) -> int:
    """Check that seats nobody plays have no development cards."""
    for seat in range(s[PLAYERS], SEATS):
        total = s[CARDS_SIZE + seat] | s[KNIGHTS + seat]
        for kind in range(CARD_KINDS):
            total |= s[CARDS + CARD_KINDS * seat + kind] | s[FRESH + CARD_KINDS * seat + kind]
        if total != 0:
            return WRONG_OWNER
    return 0


@rule(inline=False)
def check_dice_deck(s: Block) -> int:
    """Check that the dice deck holds no more than all 36 rolls; without one it is never touched."""
    total = 0
    for outcome in range(SUMS):
        count = s[DICE_DECK + outcome]
        if count < 0 or count > DICE_WEIGHTS[outcome]:
            return WRONG_DICE_DECK
        total += count
    if total != s[DICE_LEFT] or (s[DICE] == RANDOM_DICE and total != DICE_TOTAL):
        return WRONG_DICE_DECK
    return 0


@rule(inline=False)
def check_trade_cards(s: Block) -> int:
    """Check that nobody has more trade cards than allowed, and nobody any outside the two-player game (DUO-3)."""
    for seat in range(2):
        count = s[TRADE_CARDS + seat]
        if count < 0 or count > MOST_TRADE_CARDS * s[DUEL]:
            return WRONG_TRADE_CARDS
    return 0


@rule(inline=False)
def check_cards(s: Block) -> int:
    """Check everything about cards."""
    code = check_resources(s)
    if code == 0:
        code = check_queue(s)
    if code == 0:
        code = check_stack(s)
    if code == 0:
        code = check_nobodys_cards(s)
    if code == 0:
        code = check_dice_deck(s)
    if code == 0:
        code = check_trade_cards(s)
    return code
