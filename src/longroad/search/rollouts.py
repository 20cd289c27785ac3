"""Rollouts: the result of an action when everybody plays on by the search of turns for a few rounds.

All actions that are compared get the same chance, so that luck cancels out. The dice of several rollouts of an action
can also be stratified: together they roll every number about as often as it should come (Latin hypercube sampling).

Nobody knows where others will found, so in rollouts of a founding they may choose places that look a little worse.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import action_number
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.layout import CHANCES, PHASE, ROLLS, TURNS, Block, Matrix
from longroad.core.legality.words import to_act
from longroad.core.phases import BEFORE_ROLL, DICE_ROLL, IS_CHANCE, OVER
from longroad.core.rng import CHANCE_STREAM, CHOICE_STREAM, PLACES_STREAM, random_below, random_bits
from longroad.core.rules.chance import apply_chance, outcome_of, sample
from longroad.search.choices import choose
from longroad.search.endings import ROWS, call_decision, copy_state
from longroad.search.evaluate import KNOWS_FOUNDING
from longroad.search.sites import is_founding
from longroad.search.turns import ACTION, ACTIONS, COUNT, WORTH

PLIES_MOST: Final = 4000  # after which a rollout is evaluated in any case
CHANCES_A_TURN: Final = 64  # random numbers reserved for each turn
CHANCES_A_ROLL: Final = 32  # and for each of its rolls; a duel has two


@rule
def stratified_bits(k: int, seed: int, number: int, strata: int) -> int:
    """Return the k-th random bits of one of `strata` rollouts, whose seeds are consecutive; its number counts from 0.

    The range of the bits is divided into as many equal strata, and each rollout's bits are in a stratum of its own.
    """
    own = random_bits(seed, CHOICE_STREAM, k)  # a stream that rollouts use for nothing else
    stratum = 0  # the number of rollouts before this one in a random order
    for other in range(strata):
        stratum += int(random_bits(seed - number + other, CHOICE_STREAM, k) < own)
    return ((stratum << 32) + random_bits(seed, CHANCE_STREAM, k)) // strata


@rule
def resolve_turn_chance(s: Block, m: Block, seed: int, number: int, strata: int) -> None:
    """Resolve chance so that a turn's rolls depend only on the turn's number, not on what happened before."""
    if s[PHASE] == DICE_ROLL:
        m[CHANCES] = CHANCES_A_TURN * m[TURNS] + CHANCES_A_ROLL * s[ROLLS]
        apply_chance(s, m, outcome_of(s, stratified_bits(m[CHANCES], seed, number, strata)))
    else:
        apply_chance(s, m, sample(s, m, seed))


@rule
def noise_of(number: int, strata: int, most: int) -> int:
    """Return the noise of one of `strata` rollouts: it rises evenly from 0 to `most`, and a single one has none."""
    return most * number // max(strata - 1, 1)


@rule
def noisy_place(t: Block, seed: int, k: int, noise: int) -> int:
    """Return one of the places just weighed: the best, or one that is worse by up to `noise`, the k-th such choice.

    A place has the same noise whatever other places there are, so that actions are compared with the same chance.
    """
    chosen = 0
    most = -1
    for number in range(t[COUNT]):
        place = action_number(t[ACTION + number])
        worth = t[WORTH + number] + random_below(seed, PLACES_STREAM, ACTIONS * k + place, noise + 1)
        if worth > most:
            most = worth
            chosen = number
    return t[ACTION + chosen]


@rule(inline=False)
def play_on(
    rows: Matrix,
    words: Matrix,
    here: int,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    last: int,
    nodes: int,
    seed: int,
    number: int,
    strata: int,
    seat: int,
    noise: int,
) -> None:
    """Play on in the state of a row until the turn with the number `last` begins, with `nodes` nodes a decision.

    This is one of `strata` rollouts with stratified dice; a single one has the number 0. All but a seat found at
    places that can look worse than the best, by up to `noise`; by scores that are no chances, which a network without
    `KNOWS_FOUNDING` has for places, all choose the best.
    """
    s = rows[here]
    m = words[here]
    plies = 0
    while s[PHASE] != OVER and plies < PLIES_MOST and not (s[PHASE] == BEFORE_ROLL and m[TURNS] >= last):
        if IS_CHANCE[s[PHASE]] != 0:
            resolve_turn_chance(s, m, seed, number, strata)
        else:
            actor = lowest_bit(to_act(s))
            action = choose(rows, words, here, t, b, w, f, actor, nodes)
            if noise > 0 and actor != seat and is_founding(s) and w[KNOWS_FOUNDING] != 0:
                action = noisy_place(t, seed, plies, noise)
            call_decision(s, m, actor, action)
        plies += 1


@rule(inline=False)
def finish_turn(
    rows: Matrix, words: Matrix, here: int, t: Block, b: Block, w: Block, f: Block, nodes: int, seed: int
) -> None:
    """Play the turn in the state of a row to its end."""
    m = words[here]
    m[CHANCES] = CHANCES_A_TURN * m[TURNS] + 1
    play_on(rows, words, here, t, b, w, f, m[TURNS] + 1, nodes, seed, 0, 1, 0, 0)


@rule(inline=False)
def roll_out(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    seat: int,
    action: int,
    turns: int,
    nodes: int,
    seed: int,
    number: int,
    strata: int,
    noise: int,
) -> int:
    """Take an action of a seat in the state of a row and play `turns` turns on, with `nodes` nodes a decision.

    Returns the row of the state that it has reached; the rows after that belong to the rollout too.
    """
    here = base + ROWS
    s = rows[here]
    m = words[here]
    copy_state(rows[base], words[base], s, m)
    last = m[TURNS] + turns
    m[CHANCES] = CHANCES_A_TURN * m[TURNS] + 1
    call_decision(s, m, seat, action)
    play_on(rows, words, here, t, b, w, f, last, nodes, seed, number, strata, seat, noise)
    return here
