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

from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.layout import DOMESTIC_TRADE, PHASE, PLAYERS, SEATS, WINNER, Block
from longroad.core.phases import OVER
from longroad.search.features import FEATURES, MEASURES
from longroad.search.measures import measure
from longroad.search.sites import prepare_board

# The layout of the block of weights: two numbers about the network, then the network.
HIDDEN_MOST: Final = 256
HIDDEN: Final = 0  # the number of hidden units
KNOWS_FOUNDING: Final = 1  # 1 if it has learned from positions of the founding too
DIRECT: Final = 2  # by feature: its weight in the score
OUTPUT: Final = DIRECT + FEATURES  # by hidden unit: its weight in the score
BIAS: Final = OUTPUT + HIDDEN_MOST  # by hidden unit, and then once more for games in which players trade
INPUT: Final = BIAS + 2 * HIDDEN_MOST  # by feature and hidden unit
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

# Behind the measures: whether players trade with each other, and by seat the score and what it was computed from.
TRADING: Final = MEASURES
SCORES: Final = TRADING + 1
SEEN: Final = SCORES + SEATS  # by seat and feature
SUMS: Final = SEEN + SEATS * FEATURES  # by seat and hidden unit, without the bias
DIRECT_SUMS: Final = SUMS + SEATS * HIDDEN_MOST  # by seat: what the features add to the score themselves
CHANGES: Final = DIRECT_SUMS + SEATS  # the numbers of the features that have changed
AMOUNTS: Final = CHANGES + FEATURES + 3  # by how much
WORKSPACE: Final = AMOUNTS + FEATURES + 3  # the size of the block that an evaluation works in

# Sets of features that have changed are words of 64 bits, of which bit 63 is used as any other.
HALF: Final = 32
WORD: Final = 2 * HALF
BIT: Final = tuple(1 << k for k in range(HALF))  # a table: WebAssembly shifts all numbers of a vector alike


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


@rule
def can_trade(s: Block) -> bool:
    """Whether players trade with each other in this game; two never do, since what one gains the other loses."""
    return s[DOMESTIC_TRADE] != 0 and s[PLAYERS] > 2


@rule(inline=False)
def prepare(s: Block, b: Block, f: Block) -> None:
    """Prepare the board and the workspace for evaluations on the island of a state."""
    prepare_board(s, b)
    forget(f)
    f[TRADING] = int(can_trade(s))


@rule
def changed_features(f: Block, seat: int, first: int) -> int:
    """Return the set of a seat's features, from the first one on, that are others than those of its score."""
    now = FEATURES * seat + first
    seen = SEEN + now
    low = 0
    high = 0
    for k in range(HALF):
        low |= int(f[now + k] != f[seen + k]) * BIT[k]
        high |= int(f[now + HALF + k] != f[seen + HALF + k]) * BIT[k]
    return low | high << HALF


@rule
def take_changes(f: Block, w: Block, seat: int) -> int:
    """List by how much which features of a seat have changed since its score, and take them; return their number."""
    now = FEATURES * seat
    seen = SEEN + now
    direct = f[DIRECT_SUMS + seat]
    count = 0
    for first in range(0, FEATURES, WORD):
        changed = changed_features(f, seat, first)
        while changed != 0:
            k = first + lowest_bit(changed)
            changed &= changed - 1
            amount = f[now + k] - f[seen + k]
            f[seen + k] = f[now + k]
            f[CHANGES + count] = k
            f[AMOUNTS + count] = amount
            direct += amount * w[DIRECT + k]
            count += 1
    f[DIRECT_SUMS + seat] = direct
    return count


@rule
def add_changes(f: Block, w: Block, seat: int, count: int) -> None:
    """Add to the sums of the hidden units what has changed in a seat's features, four at a time."""
    sums = SUMS + HIDDEN_MOST * seat
    hidden = w[HIDDEN]
    for n in range(count, count + 3):
        f[AMOUNTS + n] = 0  # the last four may be fewer
    for n in range(0, count, 4):
        amount0 = f[AMOUNTS + n]
        amount1 = f[AMOUNTS + n + 1]
        amount2 = f[AMOUNTS + n + 2]
        amount3 = f[AMOUNTS + n + 3]
        row0 = INPUT + HIDDEN_MOST * f[CHANGES + n]
        row1 = INPUT + HIDDEN_MOST * f[CHANGES + n + 1]
        row2 = INPUT + HIDDEN_MOST * f[CHANGES + n + 2]
        row3 = INPUT + HIDDEN_MOST * f[CHANGES + n + 3]
        for unit in range(hidden):
            more = amount0 * w[row0 + unit] + amount1 * w[row1 + unit]
            f[sums + unit] += more + amount2 * w[row2 + unit] + amount3 * w[row3 + unit]


@rule(inline=False)
def score(f: Block, w: Block, seat: int) -> int:
    """Score a seat by its features, if they are others than at its last score.

    In a cleared workspace they always are: one of them, the number of players, is never 0.
    """
    count = take_changes(f, w, seat)
    if count != 0:
        add_changes(f, w, seat, count)
        sums = SUMS + HIDDEN_MOST * seat
        bias = BIAS + HIDDEN_MOST * f[TRADING]
        total = f[DIRECT_SUMS + seat]
        for unit in range(w[HIDDEN]):
            value = max(f[sums + unit] + w[bias + unit], 0)
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


@rule
def note_shares(s: Block, m: Block, b: Block, w: Block, f: Block, shares: Block, place: int) -> None:
    """Write the shares of all seats from a place on; the position is measured once, and a draw is shared by all."""
    shares[place] = evaluate(s, m, b, w, f, 0)
    for seat in range(s[PLAYERS]):
        if s[PHASE] == OVER and s[WINNER] < 0:
            shares[place + seat] = CERTAIN // s[PLAYERS]
        elif s[PHASE] == OVER:
            shares[place + seat] = evaluate(s, m, b, w, f, seat)
        else:
            shares[place + seat] = share(s, w, f, seat)


assert FEATURES % WORD == 0
