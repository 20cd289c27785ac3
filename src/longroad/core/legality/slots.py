"""The legality words: where each kind of action has its bits, and which action a bit stands for.

The legality of a seat's actions is kept as words of bits behind the words of the state. Lists, masks and random picks
are derived from them.
"""

from __future__ import annotations

from typing import Final

from longroad.core import actions as a
from longroad.core.actions import (
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_SETTLEMENT,
    NEUTRAL_ROAD,
    NEUTRAL_SETTLEMENT,
    TRADE_BANK,
    pack_action,
    pack_bank,
    pair_give,
)
from longroad.core.bits import nth_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.layout import DOMESTIC_TRADE, DUEL, LEGAL, LEGAL_WORDS, NEUTRAL_OWED, WORD_BITS, Block
from longroad.core.rules.duel import FIRST_NEUTRAL, SETTLEMENT_OWED
from longroad.core.rules.trade import best_rate

# Where each kind's word lies.
SIMPLE: Final = LEGAL
SETTLEMENT_WORDS: Final = LEGAL + 1
CITY_WORDS: Final = LEGAL + 3
ROAD_WORDS: Final = LEGAL + 5
ROBBER_WORD: Final = LEGAL + 7
VICTIM_WORD: Final = LEGAL + 8
BANK_WORD: Final = LEGAL + 9
PLENTY_WORD: Final = LEGAL + 10
MONOPOLY_WORD: Final = LEGAL + 11
DEAL_WORD: Final = LEGAL + 12
PROPOSAL_WORD: Final = LEGAL + 13
NEUTRAL_WORDS: Final = LEGAL + 14
RARE_WORDS: Final = DEAL_WORD  # from here on: for trade between players, and for the neutral ones of a duel
LISTED_WORDS: Final = 18  # the words so far: their bits are the listed actions
SWAP_WORD: Final = LEGAL + 18  # bundles of one card for one, for random play
FORM_WORD: Final = LEGAL + 19  # kinds of bundle allowed

# The kind and the first number of each listed word; a neutral player's kind depends on what is owed.
WORD_KIND: Final = (
    0,
    BUILD_SETTLEMENT,
    BUILD_SETTLEMENT,
    BUILD_CITY,
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_ROAD,
    a.MOVE_ROBBER,
    a.ROB,
    TRADE_BANK,
    a.PLAY_PLENTY,
    a.PLAY_MONOPOLY,
    a.CLOSE_DEAL,
    a.TAKE_PROPOSAL,
    NEUTRAL_ROAD,
    NEUTRAL_ROAD,
    NEUTRAL_ROAD,
    NEUTRAL_ROAD,
)
WORD_START: Final = (0, 0, WORD_BITS, 0, WORD_BITS, 0, WORD_BITS, 0, 0, 0, 0, 0, 0, 0, 0, WORD_BITS, 0, WORD_BITS)


@rule
def count_listed(s: Block, m: Block) -> int:
    """Count the listed actions in the legality words, those that are always 0 in this ruleset left out."""
    count = 0
    for word in range(LEGAL, RARE_WORDS):
        count += popcount(m[word])
    if s[DOMESTIC_TRADE] != 0 or s[DUEL] != 0:
        for word in range(RARE_WORDS, SWAP_WORD):
            count += popcount(m[word])
    return count


@rule
def listed_action(s: Block, seat: int, word: int, bit: int) -> int:
    """Return the action that a bit of a listed word stands for."""
    if word == 0:
        return bit
    number = WORD_START[word] + bit
    kind = WORD_KIND[word]
    if kind == TRADE_BANK:
        number = pack_bank(best_rate(s, seat, pair_give(bit)), bit)
    elif kind == NEUTRAL_ROAD:
        if s[NEUTRAL_OWED] == SETTLEMENT_OWED:
            kind = NEUTRAL_SETTLEMENT
        return pack_action(kind, number, FIRST_NEUTRAL + (word - NEUTRAL_WORDS + LEGAL) // 2, 0, 0)
    return pack_action(kind, number, 0, 0, 0)


@rule
def nth_listed(s: Block, m: Block, seat: int, n: int) -> int:
    """Return the n-th listed action of the legality words."""
    word = LEGAL
    count = popcount(m[word])
    while n >= count:
        n -= count
        word += 1
        count = popcount(m[word])
    return listed_action(s, seat, word - LEGAL, nth_bit(m[word], n))


assert LEGAL + LISTED_WORDS == SWAP_WORD
assert LISTED_WORDS + 2 == LEGAL_WORDS
