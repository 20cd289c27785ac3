"""Whole games of the search against itself, from which its weights are tuned and compared."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import PHASE, PLAYERS, TURN, TURNS, WINNER, Block, Matrix
from longroad.core.legality.words import to_act
from longroad.core.phases import BEFORE_ROLL, IS_CHANCE, OVER
from longroad.core.rng import CHOICE_STREAM, random_below
from longroad.core.rules.start import new_game
from longroad.search.choices import choose, weigh
from longroad.search.deals import is_dealing, make_deals
from longroad.search.endings import call_decision, copy_state
from longroad.search.evaluate import forget_scores, prepare
from longroad.search.features import FEATURES
from longroad.search.measures import measure
from longroad.search.rollouts import resolve_turn_chance
from longroad.search.sites import is_founding
from longroad.search.turns import ACTION, COUNT, WORTH, best_number

PLIES_MOST: Final = 4000
STREAM_STEP: Final = 4  # random numbers that a decision may use
EXPLORED_PLACES: Final = 6
LEFT_OUT: Final = -(1 << 40)


@rule(inline=False)
def explore(
    rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, seat: int, nodes: int, seed: int, k: int
) -> int:
    """Choose a random action, not only the best, to see its consequences too."""
    weigh(rows, words, 0, t, b, w, f, seat, nodes)
    if is_founding(rows[0]):
        for _ in range(random_below(seed, CHOICE_STREAM, k + 1, min(EXPLORED_PLACES, t[COUNT]))):
            t[WORTH + best_number(t)] = LEFT_OUT
        return t[ACTION + best_number(t)]
    return t[ACTION + random_below(seed, CHOICE_STREAM, k + 1, t[COUNT])]


@rule
def keep_position(s: Block, m: Block, b: Block, f: Block, row: Block) -> None:
    """Record the features of a position, and whose turn it is."""
    measure(s, m, b, f)
    for k in range(FEATURES * s[PLAYERS]):
        row[k] = f[k]
    row[FEATURES * s[PLAYERS]] = s[TURN]


@entry(
    "i8[::1], i8, i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[:,::1], i4[::1], i8, i8[::1], i8, i2[:,::1], i8[::1],"
    " i8[::1]"
)
def play_search(
    s: Block,
    m: Block,
    i: int,
    seeds: Block,
    from_start: int,
    rows: Matrix,
    words: Matrix,
    t: Block,
    b: Block,
    weights: Matrix,
    f: Block,
    nodes: int,
    explores: Block,
    keeps: int,
    kept: Matrix,
    labels: Block,
    results: Block,
) -> None:
    """Play game i, each seat with its own weights; record one in `keeps` of the founding's places and turns' starts.

    `from_start` is 0 for games that have begun, which are played on. `explores` has by seat how many choices there are
    for one that is random, 0 if none is.
    `labels[0]` is the number of positions that there is room for, followed by the games of those that were recorded;
    `results` holds their number, then by game the winner and the plies.
    """
    seed = seeds[i]
    if from_start != 0:
        new_game(s, m, seed)
    prepare(s, b, f)
    plies = 0
    dealt = -1  # the number of the last turn in which deals were made
    while s[PHASE] != OVER and plies < PLIES_MOST:
        if IS_CHANCE[s[PHASE]] != 0:
            resolve_turn_chance(s, m, seed, 0, 1)
        else:
            seat = lowest_bit(to_act(s))
            k = STREAM_STEP * plies
            if (s[PHASE] == BEFORE_ROLL or is_founding(s)) and keeps > 0 and results[0] < labels[0]:
                if random_below(seed, CHOICE_STREAM, k + 3, keeps) == 0:
                    keep_position(s, m, b, f, kept[results[0]])
                    results[0] += 1
                    labels[results[0]] = i
            copy_state(s, m, rows[0], words[0])
            if is_dealing(s, f) and dealt != m[TURNS]:
                dealt = m[TURNS]
                make_deals(rows, words, 0, t, b, weights, f, nodes)
                copy_state(rows[0], words[0], s, m)
            w = weights[seat]
            forget_scores(f)
            if explores[seat] > 0 and random_below(seed, CHOICE_STREAM, k, explores[seat]) == 0:
                action = explore(rows, words, t, b, w, f, seat, nodes, seed, k)
            else:
                action = choose(rows, words, 0, t, b, w, f, seat, nodes)
            call_decision(s, m, seat, action)
        plies += 1
    results[1 + 2 * i] = s[WINNER]
    results[2 + 2 * i] = plies
