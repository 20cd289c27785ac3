"""One choice of a seat, of any kind: a place to found, cards to discard, or the next action of a turn."""

from __future__ import annotations

from longroad.core.actions import empty_bundle
from longroad.core.compile.registry import rule
from longroad.core.layout import Block, Matrix
from longroad.core.legality.slots import count_listed, nth_listed
from longroad.core.legality.words import note_legal
from longroad.search.endings import (
    OUTCOME,
    bundle_numbers,
    call_decision,
    choose_cards,
    copy_state,
    due_count,
    due_kind,
    numbered_bundle,
    prepare_bundles,
    value_of_bundle,
    wants_cards,
)
from longroad.search.evaluate import KNOWS_FOUNDING, evaluate, score
from longroad.search.measures import measure
from longroad.search.sites import is_founding
from longroad.search.turns import ACTION, ACTIONS, COUNT, WORTH, best_number, search_turn


@rule(inline=False)
def weigh_places(rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int) -> int:
    """Weigh the places to found at; return the number of the best.

    A network that does not know the founding knows how good a place is, but not how good the others are without one.
    """
    s = rows[base]
    m = words[base]
    note_legal(s, m, seat)
    t[COUNT] = count_listed(s, m)
    for number in range(t[COUNT]):
        t[ACTION + number] = nth_listed(s, m, seat, number)
        copy_state(s, m, rows[base + OUTCOME], words[base + OUTCOME])
        call_decision(rows[base + OUTCOME], words[base + OUTCOME], seat, t[ACTION + number])
        if w[KNOWS_FOUNDING] != 0:
            t[WORTH + number] = evaluate(rows[base + OUTCOME], words[base + OUTCOME], b, w, f, seat)
        else:
            measure(rows[base + OUTCOME], words[base + OUTCOME], b, f)
            t[WORTH + number] = score(f, w, seat)
    return best_number(t)


@rule(inline=False)
def weigh_bundles(rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int) -> int:
    """Weigh the bundles of cards that are due; return the number of the best. A very large hand has only that one."""
    s = rows[base + OUTCOME]
    prepare_bundles(rows, words, base, base + OUTCOME, seat)
    kind = due_kind(s)
    count = due_count(rows[base], seat)
    t[COUNT] = 0
    for number in range(bundle_numbers(s, seat)):
        bundle = numbered_bundle(s, seat, kind, count, number)
        if bundle != empty_bundle(kind, 0):
            if t[COUNT] == ACTIONS:
                return weigh_best_bundle(rows, words, base, t, b, w, f, seat)
            t[ACTION + t[COUNT]] = bundle
            t[WORTH + t[COUNT]] = value_of_bundle(s, words[base + OUTCOME], b, w, f, seat, bundle)
            t[COUNT] += 1
    return best_number(t)


@rule
def weigh_best_bundle(rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int) -> int:
    """Note the best bundle alone, with the value 0."""
    t[COUNT] = 1
    t[ACTION] = choose_cards(rows, words, base, base + OUTCOME, b, w, f, seat)
    t[WORTH] = 0
    return 0


@rule(inline=False)
def weigh(rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int, most: int) -> int:
    """Weigh what a seat can do in the state of a row, with `most` nodes (see `search_turn`); return the best's number.

    The actions and their values are noted in `t`.
    """
    s = rows[base]
    if wants_cards(s):
        return weigh_bundles(rows, words, base, t, b, w, f, seat)
    if is_founding(s):
        return weigh_places(rows, words, base, t, b, w, f, seat)
    return search_turn(rows, words, base, t, b, w, f, seat, most)


@rule(inline=False)
def choose(rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int, most: int) -> int:
    """Choose an action for a seat in the state of a row, with `most` nodes (see `search_turn`)."""
    return t[ACTION + weigh(rows, words, base, t, b, w, f, seat, most)]
