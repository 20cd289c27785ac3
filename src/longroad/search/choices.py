"""One choice of a seat, whatever the game asks: a place to found, cards to lay down, or the next action of a turn."""

from __future__ import annotations

from longroad.core.apply import apply_decision
from longroad.core.compile import rule
from longroad.core.layout import PHASE, Block
from longroad.core.legal import list_legal
from longroad.core.listed import count_listed, nth_listed
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT
from longroad.search.evaluate import score
from longroad.search.features import measure
from longroad.search.turns import (
    ACTION,
    OUTCOME,
    Matrix,
    choose_cards,
    copy_state,
    search_turn,
    wants_cards,
)


@rule(inline=False)
def choose_place(rows: Matrix, words: Matrix, base: int, b: Block, w: Block, f: Block, seat: int, skips: int) -> int:
    """Choose where to found: the place with the best score of one's own, after so many better ones are left out."""
    s = rows[base]
    m = words[base]
    list_legal(s, m, seat)
    count = count_listed(m)
    chosen = 0
    limit = 1 << 40
    for _ in range(min(skips, count - 1) + 1):
        best = -(1 << 40)
        for k in range(count):
            action = nth_listed(s, m, seat, k)
            copy_state(s, m, rows[base + OUTCOME], words[base + OUTCOME])
            apply_decision(rows[base + OUTCOME], words[base + OUTCOME], seat, action)
            measure(rows[base + OUTCOME], words[base + OUTCOME], b, f)
            value = score(f, w, seat)
            if best < value < limit:
                best = value
                chosen = action
        if chosen != 0:
            limit = best
    return chosen


@rule(inline=False)
def choose(rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int, most: int) -> int:
    """Choose an action for a seat in the state of a row, with at most so many nodes."""
    s = rows[base]
    if wants_cards(s):
        return choose_cards(rows, words, base, b, w, f, seat)
    if s[PHASE] == FOUND_SETTLEMENT or s[PHASE] == FOUND_ROAD:
        return choose_place(rows, words, base, b, w, f, seat, 0)
    return t[ACTION + search_turn(rows, words, base, t, b, w, f, seat, most)]
