"""Deals in the search's own games: what a player on turn and a partner exchange if both are better off by it.

Games without deals would teach that a hand is worth what the bank gives for it. Here everybody sees all hands, a deal
is one card or two of a kind for one card, and who gains by it at the end of the turn, as its own network sees it,
agrees; no offer is put into the log. How bots trade, who know less and talk more, is another matter
(`longroad.bots.trading`).
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.layout import HAND, HAND_SIZE, PHASE, PLAYERS, RESOURCES, SEATS, TURN, Block, Matrix
from longroad.core.phases import MAIN
from longroad.search.endings import ended, move_away
from longroad.search.evaluate import CERTAIN, TRADING, evaluate, forget_scores, note_shares
from longroad.search.turns import DEALS, END_NODE, END_VALUE, MOST_DEALS, NOTES, search_turn

DEALS_A_TURN: Final = 3
GIVEN_MOST: Final = 2
LEAST_GAIN: Final = CERTAIN // 427  # what both must gain; as the bots' `accepting` (bots/trading/style.json)
NO_DEAL: Final = -1
EVERYBODY: Final = -1

# The notes about deals, in the block `t` behind those of a search.
LISTED: Final = DEALS  # by place: a deal that looks good, the best first
PROMISE: Final = LISTED + MOST_DEALS  # by place: the maker's chance right after it
LISTED_COUNT: Final = PROMISE + MOST_DEALS
BEFORE: Final = LISTED_COUNT + 1  # by seat: the chances at the end of the turn without a deal
AFTER: Final = BEFORE + SEATS  # and with one
assert AFTER + SEATS == NOTES


@rule
def is_dealing(s: Block, f: Block) -> bool:
    """Whether the player on turn could make a deal now."""
    return f[TRADING] != 0 and s[PHASE] == MAIN


@rule
def numbered_deal(partner: int, given: int, count: int, taken: int) -> int:
    """Return the number of a deal: the maker gives `count` cards of one kind for a card of another."""
    return ((partner * RESOURCES + given) * RESOURCES + taken) * GIVEN_MOST + count - 1


@rule
def partner_of(deal: int) -> int:
    """Return the partner of a deal."""
    return deal // (RESOURCES * RESOURCES * GIVEN_MOST)


@rule
def carry_out(s: Block, maker: int, deal: int, times: int) -> None:
    """Move the cards of a deal; back again if `times` is -1."""
    partner = partner_of(deal)
    count = deal % GIVEN_MOST + 1
    taken = deal // GIVEN_MOST % RESOURCES
    given = deal // (GIVEN_MOST * RESOURCES) % RESOURCES
    mine = HAND + RESOURCES * maker
    theirs = HAND + RESOURCES * partner
    move_away(s, mine, theirs, given, times * count)
    move_away(s, theirs, mine, taken, times)
    s[HAND_SIZE + maker] -= times * (count - 1)
    s[HAND_SIZE + partner] += times * (count - 1)


@rule
def list_deal(t: Block, deal: int, promise: int) -> None:
    """Put a deal into the list, if it is one of the best."""
    place = min(t[LISTED_COUNT], MOST_DEALS - 1)
    if t[LISTED_COUNT] < MOST_DEALS:
        t[LISTED_COUNT] += 1
    elif promise <= t[PROMISE + place]:
        return
    while place > 0 and t[PROMISE + place - 1] < promise:
        t[LISTED + place] = t[LISTED + place - 1]
        t[PROMISE + place] = t[PROMISE + place - 1]
        place -= 1
    t[LISTED + place] = deal
    t[PROMISE + place] = promise


@rule
def try_deal(s: Block, m: Block, t: Block, b: Block, w: Block, f: Block, seat: int, deal: int) -> None:
    """List a deal if both sides are better off right after it."""
    partner = partner_of(deal)
    carry_out(s, seat, deal, 1)
    note_shares(s, m, b, w, f, t, AFTER)
    carry_out(s, seat, deal, -1)
    if t[AFTER + seat] > t[BEFORE + seat] and t[AFTER + partner] > t[BEFORE + partner]:
        list_deal(t, deal, t[AFTER + seat])


@rule(inline=False)
def list_deals(s: Block, m: Block, t: Block, b: Block, w: Block, f: Block, seat: int) -> None:
    """List the best deals of a seat, of those right after which both sides are better off."""
    t[LISTED_COUNT] = 0
    note_shares(s, m, b, w, f, t, BEFORE)
    for given in range(RESOURCES):
        for count in range(1, min(s[HAND + RESOURCES * seat + given], GIVEN_MOST) + 1):
            for taken in range(RESOURCES):
                for partner in range(s[PLAYERS]):
                    if taken != given and partner != seat and s[HAND + RESOURCES * partner + taken] > 0:
                        try_deal(s, m, t, b, w, f, seat, numbered_deal(partner, given, count, taken))


@rule
def note_opinion(
    rows: Matrix, words: Matrix, end: int, t: Block, b: Block, weights: Matrix, f: Block, seat: int, place: int
) -> None:
    """Note a seat's chance in the state of a row by its own network."""
    forget_scores(f)
    t[place + seat] = evaluate(rows[end], words[end], b, weights[seat], f, seat)


@rule(inline=False)
def note_best_end(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    b: Block,
    weights: Matrix,
    f: Block,
    seat: int,
    nodes: int,
    partner: int,
    place: int,
) -> None:
    """Note chances at the end of the best turn, each by that seat's own network: the seat's, and a partner's or all.

    What chance brings at the end of the turn is counted for the seat alone.
    """
    forget_scores(f)
    search_turn(rows, words, base, t, b, weights[seat], f, seat, nodes)
    t[place + seat] = t[END_VALUE]
    end = ended(rows, words, base, base + t[END_NODE], seat)
    s = rows[base]
    for other in range(s[PLAYERS]):
        if other != seat and (other == partner or partner == EVERYBODY):
            note_opinion(rows, words, end, t, b, weights, f, other, place)


@rule(inline=False)
def find_deal(
    rows: Matrix, words: Matrix, base: int, t: Block, b: Block, weights: Matrix, f: Block, seat: int, nodes: int
) -> int:
    """Return the best deal that the player on turn can make in the state of a row, `NO_DEAL` if there is none."""
    s = rows[base]
    forget_scores(f)
    list_deals(s, words[base], t, b, weights[seat], f, seat)
    if t[LISTED_COUNT] == 0:
        return NO_DEAL
    note_best_end(rows, words, base, t, b, weights, f, seat, nodes, EVERYBODY, BEFORE)
    best = NO_DEAL
    best_value = t[BEFORE + seat] + LEAST_GAIN
    for place in range(t[LISTED_COUNT]):
        deal = t[LISTED + place]
        partner = partner_of(deal)
        carry_out(s, seat, deal, 1)
        note_best_end(rows, words, base, t, b, weights, f, seat, nodes, partner, AFTER)
        carry_out(s, seat, deal, -1)
        if t[AFTER + seat] > best_value and t[AFTER + partner] > t[BEFORE + partner] + LEAST_GAIN:
            best = deal
            best_value = t[AFTER + seat]
    return best


@rule(inline=False)
def make_deals(
    rows: Matrix, words: Matrix, base: int, t: Block, b: Block, weights: Matrix, f: Block, nodes: int
) -> None:
    """Let the player on turn make its best deals in the state of a row, with `nodes` nodes a search."""
    s = rows[base]
    seat = s[TURN]
    for _ in range(DEALS_A_TURN):
        deal = find_deal(rows, words, base, t, b, weights, f, seat, nodes)
        if deal == NO_DEAL:
            return
        carry_out(s, seat, deal, 1)
