"""A choice with more thought: the best actions that the search of the turn found, compared by rollouts.

After each round of rollouts the worse half of the actions is given up, so that most of them go to close decisions.
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile import rule
from longroad.core.layout import Block
from longroad.search.choices import weigh
from longroad.search.rollouts import roll_out
from longroad.search.turns import ACTION, COUNT, WORTH, Matrix

CANDIDATES: Final = 8
CHOSEN: Final = 0  # by candidate: its action
PRIOR: Final = CHOSEN + CANDIDATES  # by candidate: what the search found, or its score
TOTAL: Final = PRIOR + CANDIDATES  # by candidate: the sum of its rollouts
CANDIDATE_COUNT: Final = TOTAL + CANDIDATES
DELIBERATION: Final = CANDIDATE_COUNT + 1  # the size of the block `c`


@rule
def admit(c: Block, action: int, value: int, most: int) -> None:
    """Put an action among the so many best, which stay in order."""
    place = c[CANDIDATE_COUNT]
    if place == most:
        if value <= c[PRIOR + place - 1]:
            return
        place -= 1
    else:
        c[CANDIDATE_COUNT] += 1
    while place > 0 and c[PRIOR + place - 1] < value:
        c[CHOSEN + place] = c[CHOSEN + place - 1]
        c[PRIOR + place] = c[PRIOR + place - 1]
        place -= 1
    c[CHOSEN + place] = action
    c[PRIOR + place] = value


@rule(inline=False)
def find_candidates(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    c: Block,
    b: Block,
    w: Block,
    f: Block,
    seat: int,
    nodes: int,
    most: int,
) -> None:
    """Find the actions worth a closer look, best first."""
    c[CANDIDATE_COUNT] = 0
    weigh(rows, words, base, t, b, w, f, seat, nodes)
    for number in range(t[COUNT]):
        admit(c, t[ACTION + number], t[WORTH + number], most)


@rule
def keep_better(c: Block, count: int) -> int:
    """Order so many candidates by their rollouts and keep the better half; tell how many stay."""
    for first in range(1, count):
        k = first
        while k > 0 and c[TOTAL + k - 1] < c[TOTAL + k]:
            for field in range(3):
                place = CANDIDATES * field + k
                swapped = c[place]
                c[place] = c[place - 1]
                c[place - 1] = swapped
            k -= 1
    return (count + 1) // 2


@rule(inline=False)
def deliberate(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    c: Block,
    b: Block,
    w: Block,
    f: Block,
    seat: int,
    nodes: int,
    most: int,
    rollouts: int,
    turns: int,
    roll_nodes: int,
    seed: int,
) -> int:
    """Choose an action of a seat by so many rollouts of each of the best, while the worse are given up by halves."""
    find_candidates(rows, words, base, t, c, b, w, f, seat, nodes, most)
    count = c[CANDIDATE_COUNT]
    for k in range(count):
        c[TOTAL + k] = 0
    done = 0
    goal = rollouts
    while count > 1:
        while done < goal:
            for k in range(count):
                c[TOTAL + k] += roll_out(
                    rows, words, base, t, b, w, f, seat, c[CHOSEN + k], turns, roll_nodes, seed + done
                )
            done += 1
        count = keep_better(c, count)
        goal += goal
    return c[CHOSEN]


assert PRIOR - CHOSEN == TOTAL - PRIOR == CANDIDATES
