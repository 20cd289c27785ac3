"""Rollouts of single candidates: each has its own state, seat, action and workspace, so that many run at once.

Unlike `longroad.search.queries.roll_actions`, this also plays offers and answers: a partner agrees to an offer if that
improves its own chances at the end of the turn, and an offer that is accepted is concluded.
"""

from __future__ import annotations

from typing import Any, Final

from longroad.core.actions import ACCEPT, OFFER_TRADE, REFUSE, WITHDRAW, action_kind
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import CHANCES, OFFER, OFFERED_TO, PLAYERS, SEATS, TURN, TURNS, Block, Matrix
from longroad.core.rules.apply import apply_decision
from longroad.core.rules.trade import can_take, close_trade, exchange, open_offer
from longroad.search.endings import ROWS, copy_state
from longroad.search.evaluate import CERTAIN, note_shares, prepare
from longroad.search.rollouts import CHANCES_A_TURN, finish_turn, play_on
from longroad.search.values import SHARES_ROW

WORK_ROWS: Final = 1 + ROWS  # of a rollout: the state that it begins with, and those of the search
AGREEING: Final = CERTAIN // 400  # the least that a partner must gain
TALK: Final = 1 << OFFER_TRADE | 1 << ACCEPT | 1 << REFUSE | 1 << WITHDRAW
WITHOUT: Final = SEATS  # where the shares without and with a deal are noted
WITH: Final = 2 * SEATS
assert SHARES_ROW == 3 * SEATS


@rule(inline=False)
def note_deal(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    other: int,
    nodes: int,
    seed: int,
    shares: Block,
    place: int,
) -> None:
    """Write the shares of all seats at the end of the turn if the open offer is concluded with a seat (-1: nobody)."""
    here = base + 1
    s = rows[here]
    copy_state(rows[base], words[base], s, words[here])
    conclude_offer(s, other)
    finish_turn(rows, words, here, t, b, w, f, nodes, seed)
    note_shares(s, words[here], b, w, f, shares, place)


@rule
def conclude_offer(s: Block, other: int) -> None:
    """Conclude the open offer with a seat, -1 for nobody."""
    if other >= 0:
        exchange(s, OFFER, s[TURN], other)
    else:
        close_trade(s)


@rule(inline=False)
def best_partner(
    rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, nodes: int, seed: int, shares: Block
) -> int:
    """Return the seat that agrees to the open offer, the best for the maker if several do; -1 if nobody agrees."""
    s = rows[base]
    maker = s[TURN]
    note_deal(rows, words, base, t, b, w, f, -1, nodes, seed, shares, WITHOUT)
    best = -1
    best_share = -1
    for other in range(s[PLAYERS]):
        if (s[OFFERED_TO] >> other) & 1 != 0 and can_take(s, OFFER, other):
            note_deal(rows, words, base, t, b, w, f, other, nodes, seed, shares, WITH)
            if shares[WITH + other] > shares[WITHOUT + other] + AGREEING and shares[WITH + maker] > best_share:
                best = other
                best_share = shares[WITH + maker]
    return best


@rule(inline=False)
def take_action(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    seat: int,
    action: int,
    nodes: int,
    seed: int,
    shares: Block,
) -> None:
    """Take an action of a seat in the row after `base`, with what becomes of it if it is about a trade."""
    kind = action_kind(action)
    partner = -1
    if kind == OFFER_TRADE:
        open_offer(rows[base], action)
        partner = best_partner(rows, words, base, t, b, w, f, nodes, seed, shares)
    elif kind == ACCEPT:
        partner = seat
    s = rows[base + 1]
    m = words[base + 1]
    copy_state(rows[base], words[base], s, m)
    m[CHANCES] = CHANCES_A_TURN * m[TURNS] + 1
    if (TALK >> kind) & 1 != 0:
        conclude_offer(s, partner)
    else:
        apply_decision(s, m, seat, action)
        close_trade(s)


@rule(inline=False)
def roll_candidate(
    s: Block,
    m: Block,
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
    shares: Block,
) -> None:
    """Take an action of a seat in a state, play `turns` turns on, and write the shares of all seats."""
    prepare(s, b, f)
    copy_state(s, m, rows[base], words[base])
    take_action(rows, words, base, t, b, w, f, seat, action, nodes, seed, shares)
    play_on(rows, words, base + 1, t, b, w, f, m[TURNS] + turns, nodes, seed, 0, 1, 0, 0)
    note_shares(rows[base + 1], words[base + 1], b, w, f, shares, 0)


@entry("i8[::1], i8[::1], i8[::1], i8[::1], i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[::1], i4[::1], i8, i8[:,::1]")
def roll_candidates(
    s: Block,
    m: Block,
    i: int,
    seats: Block,
    actions: Block,
    turns: Block,
    seeds: Block,
    rows: Matrix,
    words: Matrix,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    nodes: int,
    shares: Matrix,
) -> None:
    """Roll candidate i out, one after the other in the same workspace."""
    roll_candidate(s, m, rows, words, 0, t, b, w, f, seats[i], actions[i], turns[i], nodes, seeds[i], shares[i])


@entry(
    "i8[::1], i8[::1], i8[::1], i8[::1], i1[:,:,::1], i8[:,:,::1], i8[:,::1], i8[:,::1], i4[::1], i4[:,::1], i8,"
    " i8[:,::1]"
)
def roll_candidates_at_once(
    s: Block,
    m: Block,
    i: int,
    seats: Block,
    actions: Block,
    turns: Block,
    seeds: Block,
    rows: Any,
    words: Any,
    t: Any,
    b: Any,
    w: Block,
    f: Any,
    nodes: int,
    shares: Matrix,
) -> None:
    """Roll candidate i out in its own workspace.

    The last index of the workspace is i, so that neighbouring threads of a GPU read neighbouring addresses.
    """
    roll_candidate(
        s,
        m,
        rows[:, :, i],
        words[:, :, i],
        0,
        t[:, i],
        b[:, i],
        w,
        f[:, i],
        seats[i],
        actions[i],
        turns[i],
        nodes,
        seeds[i],
        shares[i],
    )
