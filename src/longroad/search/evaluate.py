"""The evaluation of a position: each seat's chance to win, estimated from the features by a small network.

Every seat's features pass through the same network, which returns a score; the shares of the seats are the softmax of
the scores, sharpened by a factor for each number of players, so that shares come true. All numbers are integers in
fixed point, so that every back end computes the same; measures and weights have 32 bits, so that the processor
multiplies many at once.

From one evaluation to the next few features change. The workspace therefore keeps, by seat, the features of the last
score and what each hidden unit summed up from them, and only changes are added. A workspace of zeros is a valid one;
for other weights or another island it has to be cleared by `forget`.
"""

from __future__ import annotations

from math import exp
from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.layout import PHASE, PLAYERS, SEATS, WINNER, Block
from longroad.core.phases import OVER
from longroad.search.features import FEATURES, MEASURES
from longroad.search.measures import measure
from longroad.search.sites import prepare_board

# The layout of the block of weights: two numbers about the network, then the network.
HIDDEN_MOST: Final = 128
HIDDEN: Final = 0  # the number of hidden units
KNOWS_FOUNDING: Final = 1  # 1 if it has learned from positions of the founding too
DIRECT: Final = 2  # by feature: its weight in the score
OUTPUT: Final = DIRECT + FEATURES  # by hidden unit: its weight in the score
BIAS: Final = OUTPUT + HIDDEN_MOST
INPUT: Final = BIAS + HIDDEN_MOST  # by feature and hidden unit
SHARPNESS: Final = INPUT + FEATURES * HIDDEN_MOST  # by number of players: by how much scores are spread for the softmax
WEIGHTS: Final = SHARPNESS + SEATS + 1  # the size of the block

# Fixed point: the number of bits after the point.
INPUT_BITS: Final = 16
UNIT_BITS: Final = 8
OUTPUT_BITS: Final = 12
SCORE_BITS: Final = 8
SHARPNESS_BITS: Final = 8
SHARE_BITS: Final = 24
CERTAIN: Final = 1 << SHARE_BITS

EXP_SIZE: Final = 16 << SCORE_BITS
EXP: Final = tuple(round(CERTAIN * exp(-k / (1 << SCORE_BITS))) for k in range(EXP_SIZE))

# Behind the measures, by seat: the score, and what it was computed from.
SCORES: Final = MEASURES
SEEN: Final = SCORES + SEATS  # by seat and feature
SUMS: Final = SEEN + SEATS * FEATURES  # by seat and hidden unit, without the bias
CHANGES: Final = SUMS + SEATS * HIDDEN_MOST  # numbers of features that have changed
WORKSPACE: Final = CHANGES + FEATURES + 3  # the size of the block that an evaluation works in

GROUP: Final = 16  # features compared at once; half as many or twice as many are slower


@rule
def forget(f: Block) -> None:
    """Clear what is kept from one evaluation to the next."""
    for k in range(WORKSPACE):
        f[k] = 0


@rule
def forget_scores(f: Block) -> None:
    """Clear what depends on the weights."""
    for k in range(SCORES, WORKSPACE):
        f[k] = 0


@rule(inline=False)
def prepare(s: Block, b: Block, f: Block) -> None:
    """Prepare the board and the workspace for evaluations on the island of a state."""
    prepare_board(s, b)
    forget(f)


@rule
def has_changed(f: Block, seat: int, first: int, count: int) -> bool:
    """Whether some of a seat's features are others than those of its score; without an early exit, which is faster."""
    differs = 0
    for k in range(first, first + count):
        differs |= f[FEATURES * seat + k] ^ f[SEEN + FEATURES * seat + k]
    return differs != 0


@rule
def list_changes(f: Block, seat: int) -> int:
    """List the features of a seat that are others than those of its score; return their number."""
    count = 0
    for first in range(0, FEATURES, GROUP):
        if has_changed(f, seat, first, GROUP):
            for k in range(first, first + GROUP):
                f[CHANGES + count] = k  # overwritten by the next one if there is no change
                count += int(f[FEATURES * seat + k] != f[SEEN + FEATURES * seat + k])
    return count


@rule
def take_change(f: Block, seat: int, k: int) -> int:
    """Return by how much a feature has changed since it was last taken."""
    change = f[FEATURES * seat + k] - f[SEEN + FEATURES * seat + k]
    f[SEEN + FEATURES * seat + k] = f[FEATURES * seat + k]
    return change


@rule
def add_changes(f: Block, w: Block, seat: int, count: int) -> None:
    """Add to the sums of the hidden units what has changed in a seat's features, four at a time.

    Behind the last change the list names features that have not changed, or were taken before.
    """
    sums = SUMS + HIDDEN_MOST * seat
    hidden = w[HIDDEN]
    for n in range(CHANGES, CHANGES + count, 4):
        change0 = take_change(f, seat, f[n])
        change1 = take_change(f, seat, f[n + 1])
        change2 = take_change(f, seat, f[n + 2])
        change3 = take_change(f, seat, f[n + 3])
        row0 = INPUT + HIDDEN_MOST * f[n]
        row1 = INPUT + HIDDEN_MOST * f[n + 1]
        row2 = INPUT + HIDDEN_MOST * f[n + 2]
        row3 = INPUT + HIDDEN_MOST * f[n + 3]
        for unit in range(hidden):
            more = change0 * w[row0 + unit] + change1 * w[row1 + unit]
            f[sums + unit] += more + change2 * w[row2 + unit] + change3 * w[row3 + unit]


@rule(inline=False)
def score(f: Block, w: Block, seat: int) -> int:
    """Score a seat by its features, if they are others than at its last score.

    In a cleared workspace they always are: one of them, the number of players, is never 0.
    """
    if has_changed(f, seat, 0, FEATURES):
        add_changes(f, w, seat, list_changes(f, seat))
        start = FEATURES * seat
        sums = SUMS + HIDDEN_MOST * seat
        total = 0
        for k in range(FEATURES):
            total += f[start + k] * w[DIRECT + k]
        for unit in range(w[HIDDEN]):
            value = max(f[sums + unit] + w[BIAS + unit], 0)
            total += (value >> (INPUT_BITS - UNIT_BITS)) * w[OUTPUT + unit]
        f[SCORES + seat] = total >> (UNIT_BITS + OUTPUT_BITS - SCORE_BITS)
    return f[SCORES + seat]


@rule
def odds(f: Block, w: Block, players: int, seat: int, best: int) -> int:
    """Return a seat's odds against the best score."""
    behind = best - f[SCORES + seat]
    behind += (behind * w[SHARPNESS + players]) >> SHARPNESS_BITS
    return EXP[min(behind, EXP_SIZE - 1)]


@rule
def share(s: Block, w: Block, f: Block, seat: int) -> int:
    """Return a seat's share in the softmax of the scores."""
    players = s[PLAYERS]
    best = f[SCORES]
    for other in range(1, players):
        best = max(best, f[SCORES + other])
    total = 0
    for other in range(players):
        total += odds(f, w, players, other, best)
    return odds(f, w, players, seat, best) * CERTAIN // total


@rule(inline=False)
def evaluate(s: Block, m: Block, b: Block, w: Block, f: Block, seat: int) -> int:
    """Estimate a seat's chance to win, `CERTAIN` for a victory."""
    if s[PHASE] == OVER:
        return CERTAIN * int(s[WINNER] == seat)
    measure(s, m, b, f)
    for other in range(s[PLAYERS]):
        score(f, w, other)
    return share(s, w, f, seat)


assert FEATURES % GROUP == 0
