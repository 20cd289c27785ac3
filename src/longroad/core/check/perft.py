"""Perft: how many sequences of plies there are from a position, decisions and outcomes of chance alike.

Where several seats act at once the lowest acts first, since the order cannot matter. Offers and proposals are not
counted (there are millions): a game with trade between players is counted as if nobody offered any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from longroad.core.actions import DISCARD, GIVE_CARDS, add_count, empty_bundle
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import Kind, backend, entry, rule
from longroad.core.layout import CHANCE, HAND, PHASE, RESOURCES, SMALL_ROW, SMALL_SIZE, WORDS_ROW, WORDS_SIZE, Block
from longroad.core.legality.slots import count_listed, nth_listed
from longroad.core.legality.words import list_legal, to_act
from longroad.core.phases import DISCARDING, FORCED_GIVE, IS_CHANCE, OVER
from longroad.core.rules.apply import apply
from longroad.core.rules.chance import outcome_action, outcome_count, weight
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.robber import discard_due
from longroad.core.words import BRICK, GRAIN, LUMBER, ORE, WOOL

if TYPE_CHECKING:
    from longroad.core.state import State


@rule(inline=False)
def nth_split(s: Block, seat: int, kind: int, total: int, n: int) -> int:
    """Return the n-th bundle of `total` cards of a hand, or -1 - the number of bundles."""
    hand = HAND + RESOURCES * seat
    ways = 0
    for brick in range(min(s[hand], total) + 1):
        for lumber in range(min(s[hand + 1], total - brick) + 1):
            for wool in range(min(s[hand + 2], total - brick - lumber) + 1):
                for grain in range(min(s[hand + 3], total - brick - lumber - wool) + 1):
                    ore = total - brick - lumber - wool - grain
                    if ore <= s[hand + 4]:
                        if ways == n:
                            bundle = add_count(add_count(empty_bundle(kind, 0), BRICK, brick), LUMBER, lumber)
                            return add_count(add_count(add_count(bundle, WOOL, wool), GRAIN, grain), ORE, ore)
                        ways += 1
    return -1 - ways


@rule
def bundle_total(s: Block, seat: int) -> int:
    """Return how many cards the bundle that is due must have."""
    if s[PHASE] == DISCARDING:
        return discard_due(s, seat)
    return FORCED_CARDS


@rule
def count_choices(s: Block, m: Block) -> int:
    """Count the plies that can come next."""
    phase = s[PHASE]
    if phase == OVER:
        return 0
    if IS_CHANCE[phase] != 0:
        count = 0
        for outcome in range(outcome_count(s)):
            count += int(weight(s, outcome) > 0)
        return count
    seat = lowest_bit(to_act(s))
    if phase == DISCARDING or phase == FORCED_GIVE:
        return -1 - nth_split(s, seat, DISCARD, bundle_total(s, seat), -1)
    list_legal(s, m, seat)
    return count_listed(s, m)


@rule
def nth_choice(s: Block, m: Block, n: int) -> int:
    """Return the n-th action that can come next; the legality words are those of the seat that acts."""
    phase = s[PHASE]
    if IS_CHANCE[phase] != 0:
        outcome = 0
        while n > 0 or weight(s, outcome) == 0:
            n -= int(weight(s, outcome) > 0)
            outcome += 1
        return outcome_action(s, outcome)
    seat = lowest_bit(to_act(s))
    if phase == DISCARDING:
        return nth_split(s, seat, DISCARD, bundle_total(s, seat), n)
    if phase == FORCED_GIVE:
        return nth_split(s, seat, GIVE_CARDS, bundle_total(s, seat), n)
    return nth_listed(s, m, seat, n)


@rule
def copy_state(s: Block, m: Block, to_s: Block, to_m: Block) -> None:
    """Copy a state, without its legality words."""
    for i in range(SMALL_SIZE):
        to_s[i] = s[i]
    for i in range(WORDS_SIZE):
        to_m[i] = m[i]


@entry("i8, i1[:,::1], i8[:,::1], i8[::1], i8[::1]")
def count_plies(
    s: Block, m: Block, i: int, depth: int, stack_s: Any, stack_m: Any, cursors: Block, counts: Block
) -> None:
    """Add to `counts[d]` the number of sequences of d plies from game i, for all d up to the depth.

    `cursors` holds, for each level, the choice to try next and how many there are.
    """
    copy_state(s, m, stack_s[0], stack_m[0])
    level = 0
    cursors[0] = 0
    cursors[1] = count_choices(stack_s[0], stack_m[0])
    counts[1] += cursors[1]
    while level >= 0:
        if level + 1 >= depth or cursors[2 * level] >= cursors[2 * level + 1]:
            level -= 1
        else:
            here_s = stack_s[level]
            here_m = stack_m[level]
            next_s = stack_s[level + 1]
            next_m = stack_m[level + 1]
            seat = lowest_bit(to_act(here_s))
            action = nth_choice(here_s, here_m, cursors[2 * level])
            cursors[2 * level] += 1
            copy_state(here_s, here_m, next_s, next_m)
            apply(next_s, next_m, seat, action)
            level += 1
            cursors[2 * level] = 0
            cursors[2 * level + 1] = count_choices(next_s, next_m)
            counts[level + 1] += cursors[2 * level + 1]


def perft(state: State, depth: int, kind: Kind = "compiled") -> list[int]:
    """Count the sequences of 1, 2, ... `depth` plies from a state.

    >>> from longroad.core.ruleset import Ruleset
    >>> from longroad.core.state import State
    >>> perft(State.new(Ruleset(first_player="given")), 3, "interpreted")
    [54, 144, 7236]
    """
    if depth < 1:
        raise ValueError(f"depth {depth!r}: expected a whole number from 1")
    run = backend(kind).entry(count_plies)
    counts: Any
    if kind == "interpreted":
        counts = [0] * (depth + 1)
        stack_s = [[0] * SMALL_SIZE for _ in range(depth)]
        stack_m = [[0] * WORDS_ROW for _ in range(depth)]
        run([state.s], [state.m], 0, 1, depth, stack_s, stack_m, [0] * (2 * depth), counts)
        return list(counts[1:])
    import numpy as np

    s = np.zeros((1, SMALL_ROW), np.int8)
    m = np.zeros((1, WORDS_ROW), np.int64)
    s[0, :SMALL_SIZE] = state.s[:SMALL_SIZE]
    m[0, :WORDS_SIZE] = state.m[:WORDS_SIZE]
    counts = np.zeros(depth + 1, np.int64)
    stacks = np.zeros((depth, SMALL_ROW), np.int8), np.zeros((depth, WORDS_ROW), np.int64)
    run(s, m, 0, 1, depth, *stacks, np.zeros(2 * depth, np.int64), counts)
    return [int(count) for count in counts[1:]]


def divide(state: State, depth: int, kind: Kind = "compiled") -> dict[int, int]:
    """Count the sequences of `depth` plies by their first action, to find where two counts differ."""
    choices = count_choices(state.s, state.m)
    seat = CHANCE if state.is_chance else state.to_act[0]
    totals = {}
    for n in range(choices):
        count_choices(state.s, state.m)
        action = nth_choice(state.s, state.m, n)
        after = state.copy()
        after.apply(seat, action)
        totals[action] = perft(after, depth - 1, kind)[-1] if depth > 1 else 1
    return totals
