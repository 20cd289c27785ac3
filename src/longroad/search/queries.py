"""The queries of bots: entry points over many states that fit what a bot knows."""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import entry, rule
from longroad.core.layout import HAND, HAND_SIZE, PHASE, PLAYERS, RESOURCES, SEATS, TURNS, Block
from longroad.core.phases import OVER
from longroad.core.rules.trade import close_trade
from longroad.search.choices import weigh
from longroad.search.evaluate import evaluate, share
from longroad.search.rollouts import finish_turn, play_on, roll_out
from longroad.search.sites import prepare_board
from longroad.search.turns import ACTION, COUNT, WORTH, Matrix, copy_state

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
    prepare_board(s, b)
    copy_state(s, m, rows[0], words[0])
    weigh(rows, words, 0, t, b, w, f, seat, nodes)
    found = actions[i]
    values = worths[i]
    found[0] = t[COUNT]
    values[0] = t[COUNT]
    for k in range(t[COUNT]):
        found[1 + k] = t[ACTION + k]
        values[1 + k] = t[WORTH + k]


@entry("i8, i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[::1], i4[::1], i8[::1], i8, i8, i8[::1], i8[:,::1]")
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
    worths: Matrix,
) -> None:
    """Evaluate actions of a seat in state i by a rollout of `turns` turns each; `actions` begins with a count."""
    prepare_board(s, b)
    copy_state(s, m, rows[0], words[0])
    values = worths[i]
    for k in range(actions[0]):
        values[k] = roll_out(rows, words, 0, t, b, w, f, seat, actions[1 + k], turns, nodes, seeds[i])


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


@rule
def note_shares(s: Block, m: Block, b: Block, w: Block, f: Block, shares: Block, place: int) -> None:
    """Write the shares of all seats from a place on; the position is measured once."""
    shares[place] = evaluate(s, m, b, w, f, 0)
    for seat in range(1, s[PLAYERS]):
        if s[PHASE] == OVER:
            shares[place + seat] = evaluate(s, m, b, w, f, seat)
        else:
            shares[place + seat] = share(s, f, seat)


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
    prepare_board(s, b)
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
            play_on(rows, words, 0, t, b, w, f, last, nodes, seeds[i])
            note_shares(rows[0], words[0], b, w, f, later, SEATS * k)
