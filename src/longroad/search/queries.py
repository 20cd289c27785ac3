"""The queries of bots: entry points over many states that fit what a bot knows."""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import entry, rule
from longroad.core.layout import HAND, HAND_SIZE, PLAYERS, RESOURCES, SEATS, TURNS, Block, Matrix
from longroad.core.rules.trade import close_trade
from longroad.search.choices import weigh
from longroad.search.endings import copy_state
from longroad.search.evaluate import note_shares, prepare
from longroad.search.rollouts import finish_turn, noise_of, play_on, roll_out
from longroad.search.turns import ACTION, COUNT, WORTH

# A deal in a row: the partner (-1 for no deal), and what is given of each resource, negative what is taken.
PARTNER: Final = 0
GIVEN: Final = 1
DEAL_ROW: Final = GIVEN + RESOURCES
IMPOSSIBLE: Final = -1  # the value of a deal that somebody cannot pay


@entry("i8, i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[::1], i4[::1], i8, i8[:,::1], i8[:,::1]")
def weigh_actions(
    s: Block,
    m: Block,
    i: int,
    seat: int,
    rows: Matrix,
    words: Matrix,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    nodes: int,
    actions: Matrix,
    worths: Matrix,
) -> None:
    """Weigh the actions of a seat in state i; its rows of both matrices begin with their number."""
    prepare(s, b, f)
    copy_state(s, m, rows[0], words[0])
    weigh(rows, words, 0, t, b, w, f, seat, nodes)
    found = actions[i]
    values = worths[i]
    found[0] = t[COUNT]
    values[0] = t[COUNT]
    for k in range(t[COUNT]):
        found[1 + k] = t[ACTION + k]
        values[1 + k] = t[WORTH + k]


@entry("i8, i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[::1], i4[::1], i8[::1], i8, i8, i8[::1], i8, i8, i8[:,::1]")
def roll_actions(
    s: Block,
    m: Block,
    i: int,
    seat: int,
    rows: Matrix,
    words: Matrix,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    actions: Block,
    turns: int,
    nodes: int,
    seeds: Block,
    strata: int,
    noise: int,
    shares: Matrix,
) -> None:
    """Evaluate actions of a seat in state i for all seats by a rollout of `turns` turns each.

    `actions` begins with their number. The dice of each `strata` rollouts of an action are stratified; their seeds are
    consecutive numbers. In a founding, others choose places that look worse by up to a limit, which rises
    from 0 in the first of them to `noise` in the last.
    """
    prepare(s, b, f)
    copy_state(s, m, rows[0], words[0])
    number = i % strata
    noise = noise_of(number, strata, noise)
    for k in range(actions[0]):
        end = roll_out(rows, words, 0, t, b, w, f, seat, actions[1 + k], turns, nodes, seeds[i], number, strata, noise)
        note_shares(rows[end], words[end], b, w, f, shares[i], SEATS * k)


@rule
def can_exchange(s: Block, deal: Block, maker: int) -> bool:
    """Whether both sides of a deal hold what they give."""
    for resource in range(RESOURCES):
        given = deal[GIVEN + resource]
        if given > s[HAND + RESOURCES * maker + resource]:
            return False
        if -given > s[HAND + RESOURCES * deal[PARTNER] + resource]:
            return False
    return True


@rule
def exchange_cards(s: Block, deal: Block, maker: int) -> None:
    """Exchange the cards of a deal."""
    for resource in range(RESOURCES):
        given = deal[GIVEN + resource]
        s[HAND + RESOURCES * maker + resource] -= given
        s[HAND + RESOURCES * deal[PARTNER] + resource] += given
        s[HAND_SIZE + maker] -= given
        s[HAND_SIZE + deal[PARTNER]] += given


@entry(
    "i8, i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[::1], i4[::1], i8[:,::1], i8, i8, i8, i8[::1], i8[:,::1], i8[:,::1]"
)
def weigh_deals(
    s: Block,
    m: Block,
    i: int,
    maker: int,
    rows: Matrix,
    words: Matrix,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    deals: Matrix,
    count: int,
    turns: int,
    nodes: int,
    seeds: Block,
    near: Matrix,
    far: Matrix,
) -> None:
    """Evaluate deals of a maker in state i for all seats: after this turn, and after `turns` turns in all."""
    prepare(s, b, f)
    soon = near[i]
    later = far[i]
    last = m[TURNS] + turns
    for k in range(count):
        deal = deals[k]
        if deal[PARTNER] >= 0 and not can_exchange(s, deal, maker):
            for seat in range(s[PLAYERS]):
                soon[SEATS * k + seat] = IMPOSSIBLE
                later[SEATS * k + seat] = IMPOSSIBLE
        else:
            copy_state(s, m, rows[0], words[0])
            close_trade(rows[0])
            if deal[PARTNER] >= 0:
                exchange_cards(rows[0], deal, maker)
            finish_turn(rows, words, 0, t, b, w, f, nodes, seeds[i])
            note_shares(rows[0], words[0], b, w, f, soon, SEATS * k)
            play_on(rows, words, 0, t, b, w, f, last, nodes, seeds[i], 0, 1, 0, 0)
            note_shares(rows[0], words[0], b, w, f, later, SEATS * k)
