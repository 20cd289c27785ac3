"""The value of a position for every seat: its chances to win if the turn is played as well as the search can.

Choices that come first, such as places to found at, cards to discard or the robber's hex, are made by the search too;
open offers lapse. A theft, and a draw at the end of a turn, have the mean of all outcomes. A turn ends with its special
build phase, in which the others build by the same search; a card that they draw is taken to be the likeliest one.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import END_TURN
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import PHASE, PLAYERS, SEATS, Block, Matrix
from longroad.core.legality.words import to_act
from longroad.core.phases import BEFORE_ROLL, NEUTRAL_BUILD, OVER, SPECIAL_BUILDING, THEFT
from longroad.core.rules.chance import apply_chance, outcome_action, outcome_count, weight
from longroad.core.rules.trade import close_trade
from longroad.search.choices import choose
from longroad.search.endings import (
    OUTCOME,
    ROWS,
    apply_outcome,
    build_for_neutral,
    call_decision,
    copy_state,
    ended,
    likeliest,
    wants_cards,
)
from longroad.search.evaluate import note_shares, prepare
from longroad.search.sites import is_founding
from longroad.search.turns import END_ACTION, END_NODE, END_VALUE, STOPS, UNKNOWN_WORTH, is_robbing, search_turn

SHARES_ROW: Final = 3 * SEATS  # the shares of all seats, and room to add some up
TOTALS: Final = 2 * SEATS
BEFORE_THEFT: Final = ROWS  # behind the rows of a search: the one with the state before a theft
BEFORE_DRAW: Final = ROWS + 1  # and before a draw at the end of a turn


@rule(inline=False)
def build_specially(rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, nodes: int) -> None:
    """Let everybody build whose part of the special build phase comes in the first row."""
    s = rows[0]
    m = words[0]
    while s[PHASE] == SPECIAL_BUILDING:
        seat = lowest_bit(to_act(s))
        search_turn(rows, words, 0, t, b, w, f, seat, nodes)
        copy_state(rows[t[END_NODE]], words[t[END_NODE]], s, m)
        if t[END_ACTION] != STOPS:
            call_decision(s, m, seat, t[END_ACTION])
            apply_chance(s, m, outcome_action(s, likeliest(s)))
        call_decision(s, m, seat, END_TURN)


@rule(inline=False)
def note_ended(
    rows: Matrix,
    words: Matrix,
    row: int,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    seat: int,
    nodes: int,
    shares: Block,
    place: int,
) -> None:
    """Write the shares of all seats from a place on, if the seat does nothing more in its turn."""
    end = ended(rows, words, 0, row, seat)
    s = rows[0]
    copy_state(rows[end], words[end], s, words[0])
    build_specially(rows, words, t, b, w, f, nodes)
    note_shares(s, words[0], b, w, f, shares, place)


@rule(inline=False)
def note_drawn(
    rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, seat: int, nodes: int, shares: Block
) -> None:
    """Write the shares of all seats if the turn ends with chance, in its own row: the mean over the outcomes."""
    before = rows[BEFORE_DRAW]
    players = before[PLAYERS]
    weights = 0
    for k in range(players):
        shares[k] = 0
    for outcome in range(outcome_count(before)):
        likely = weight(before, outcome)
        if likely > 0:
            apply_outcome(rows, words, 0, BEFORE_DRAW, b, w, f, seat, outcome)
            note_ended(rows, words, OUTCOME, t, b, w, f, seat, nodes, shares, SEATS)
            for k in range(players):
                shares[k] += likely * shares[SEATS + k]
            weights += likely
    for k in range(players):
        shares[k] //= weights


@rule(inline=False)
def settle(rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, nodes: int) -> None:
    """Close open offers in the first row, and make the choices that come first: places, due cards and the robber."""
    s = rows[0]
    close_trade(s)
    while is_founding(s) or wants_cards(s) or is_robbing(s):
        actor = lowest_bit(to_act(s))
        call_decision(s, words[0], actor, choose(rows, words, 0, t, b, w, f, actor, nodes))


@rule(inline=False)
def note_best_turn(
    rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, seat: int, nodes: int, shares: Block
) -> None:
    """Write the shares of all seats at the end of the best turn from the first row."""
    search_turn(rows, words, 0, t, b, w, f, seat, nodes)
    if t[END_VALUE] == UNKNOWN_WORTH:
        note_shares(rows[0], words[0], b, w, f, shares, 0)
    elif t[END_ACTION] == STOPS:
        note_ended(rows, words, t[END_NODE], t, b, w, f, seat, nodes, shares, 0)
    else:
        s = rows[BEFORE_DRAW]
        m = words[BEFORE_DRAW]
        copy_state(rows[t[END_NODE]], words[t[END_NODE]], s, m)
        call_decision(s, m, seat, t[END_ACTION])
        if s[PHASE] == NEUTRAL_BUILD:
            build_for_neutral(rows, words, 0, BEFORE_DRAW, b, w, f, seat)
        note_drawn(rows, words, t, b, w, f, seat, nodes, shares)


@rule(inline=False)
def note_turn(rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, nodes: int, shares: Block) -> None:
    """Write the shares of all seats for the first row, in which chance does not act."""
    s = rows[0]
    if s[PHASE] == OVER or s[PHASE] == BEFORE_ROLL:
        note_shares(s, words[0], b, w, f, shares, 0)
    else:
        note_best_turn(rows, words, t, b, w, f, lowest_bit(to_act(s)), nodes, shares)


@rule(inline=False)
def note_theft(rows: Matrix, words: Matrix, t: Block, b: Block, w: Block, f: Block, nodes: int, shares: Block) -> None:
    """Write the mean shares over all cards that may be stolen, each with the best turn after it."""
    s = rows[BEFORE_THEFT]
    m = words[BEFORE_THEFT]
    copy_state(rows[0], words[0], s, m)
    weights = 0
    for k in range(s[PLAYERS]):
        shares[TOTALS + k] = 0
    for outcome in range(outcome_count(s)):
        likely = weight(s, outcome)
        if likely > 0:
            copy_state(s, m, rows[0], words[0])
            apply_chance(rows[0], words[0], outcome_action(s, outcome))
            note_turn(rows, words, t, b, w, f, nodes, shares)
            for k in range(s[PLAYERS]):
                shares[TOTALS + k] += likely * shares[k]
            weights += likely
    for k in range(s[PLAYERS]):
        shares[k] = shares[TOTALS + k] // weights


@entry("i1[:,::1], i8[:,::1], i8[::1], i8[::1], i4[::1], i4[::1], i8, i8[:,::1]")
def value_states(
    s: Block,
    m: Block,
    i: int,
    rows: Matrix,
    words: Matrix,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    nodes: int,
    shares: Matrix,
) -> None:
    """Write the shares of all seats in state i, in which chance does not act, with `nodes` nodes a search."""
    prepare(s, b, f)
    here = rows[0]
    copy_state(s, m, here, words[0])
    settle(rows, words, t, b, w, f, nodes)
    if here[PHASE] == THEFT:
        note_theft(rows, words, t, b, w, f, nodes, shares[i])
    else:
        note_turn(rows, words, t, b, w, f, nodes, shares[i])
