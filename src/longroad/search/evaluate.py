"""The evaluation of a position: each seat's chance to win, estimated from the features by a small network.

Every seat's features pass through the same network, which returns a score; the shares of the seats are the softmax of
the scores. All numbers are integers in fixed point, so that every back end computes the same; measures and weights have
32 bits, so that the processor multiplies many at once.
"""

from __future__ import annotations

from math import exp
from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.layout import PHASE, PLAYERS, SEATS, WINNER, Block
from longroad.core.phases import OVER
from longroad.search.features import FEATURES, MEASURES
from longroad.search.measures import measure

# The layout of the block of weights: the number of hidden units, then the network.
HIDDEN_MOST: Final = 64
HIDDEN: Final = 0
DIRECT: Final = 1  # by feature: its weight in the score
OUTPUT: Final = DIRECT + FEATURES  # by hidden unit: its weight in the score
BIAS: Final = OUTPUT + HIDDEN_MOST
INPUT: Final = BIAS + HIDDEN_MOST  # by hidden unit and feature
WEIGHTS: Final = INPUT + FEATURES * HIDDEN_MOST  # the size of the block

# Fixed point: the number of bits after the point.
INPUT_BITS: Final = 12
UNIT_BITS: Final = 8
OUTPUT_BITS: Final = 12
SCORE_BITS: Final = 8
SHARE_BITS: Final = 24
CERTAIN: Final = 1 << SHARE_BITS

EXP_SIZE: Final = 16 << SCORE_BITS
EXP: Final = tuple(round(CERTAIN * exp(-k / (1 << SCORE_BITS))) for k in range(EXP_SIZE))

SCORES: Final = MEASURES  # behind the measures: by seat
WORKSPACE: Final = SCORES + SEATS  # the size of the block that an evaluation works in


@rule(inline=False)
def score(f: Block, w: Block, seat: int) -> int:
    """Score a seat by its features."""
    start = FEATURES * seat
    total = 0
    for k in range(FEATURES):
        total += f[start + k] * w[DIRECT + k]
    for unit in range(w[HIDDEN]):
        row = INPUT + FEATURES * unit
        value = 0
        for k in range(FEATURES):
            value += f[start + k] * w[row + k]
        value += w[BIAS + unit]
        if value > 0:
            total += (value >> (INPUT_BITS - UNIT_BITS)) * w[OUTPUT + unit]
    return total >> (UNIT_BITS + OUTPUT_BITS - SCORE_BITS)


@rule
def share(s: Block, f: Block, seat: int) -> int:
    """Return a seat's share in the softmax of the scores."""
    best = f[SCORES]
    for other in range(1, s[PLAYERS]):
        best = max(best, f[SCORES + other])
    total = 0
    for other in range(s[PLAYERS]):
        total += EXP[min(best - f[SCORES + other], EXP_SIZE - 1)]
    return EXP[min(best - f[SCORES + seat], EXP_SIZE - 1)] * CERTAIN // total


@rule(inline=False)
def evaluate(s: Block, m: Block, b: Block, w: Block, f: Block, seat: int) -> int:
    """Estimate a seat's chance to win, `CERTAIN` for a victory."""
    if s[PHASE] == OVER:
        return CERTAIN * int(s[WINNER] == seat)
    measure(s, m, b, f)
    for other in range(s[PLAYERS]):
        f[SCORES + other] = score(f, w, other)
    return share(s, f, seat)
