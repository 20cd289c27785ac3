"""The search of a whole turn: the sequences of a seat's actions, best first, with exact chance for draws and thefts.

States lie in rows of two matrices. The state to search from has its own row; the rows after it, one a node and two for
trying things out, belong to the search. Nothing is allocated. A node that ends in a free choice has the value of the
position if the turn ends there; a node in the middle of something, such as a robber to be moved, must be expanded.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    ACCEPT,
    END_TURN,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    REFUSE,
    ROLL,
    WITHDRAW,
    action_kind,
)
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    CARDS_PLAYED,
    DECK_SIZE,
    FREE_ROADS,
    HAND,
    KNIGHTS,
    LEGAL,
    PHASE,
    POINTS,
    RESOURCES,
    ROADS,
    ROBBER,
    SEATS,
    SETTLEMENTS,
    Block,
    Matrix,
)
from longroad.core.legality.slots import (
    DEAL_WORD,
    LISTED_WORDS,
    PROPOSAL_WORD,
    VICTIM_WORD,
    listed_action,
)
from longroad.core.legality.words import list_legal
from longroad.core.phases import (
    BEFORE_ROLL,
    IS_CHANCE,
    MAIN,
    NEUTRAL_BUILD,
    OVER,
    ROBBER_MOVES,
    SPECIAL_BUILDING,
    VICTIM_CHOICE,
)
from longroad.core.rng import mixed
from longroad.core.rules.apply import apply_decision
from longroad.core.rules.robber import with_cards
from longroad.search.endings import NODES, build_for_neutral, copy_state, expected_value, value_if_ended
from longroad.search.evaluate import CERTAIN

ACTIONS: Final = 512  # most actions of a choice that are told apart

# The notes about the nodes and the root's actions, in the block `t`.
VALUE: Final = 0  # by node
FROM: Final = VALUE + NODES  # by node: the number of the root's action that leads to it
OPEN: Final = FROM + NODES  # by node: whether it can be expanded
KEY: Final = OPEN + NODES  # by node
ACTION: Final = KEY + NODES  # by number: the root's action
WORTH: Final = ACTION + ACTIONS  # by number: the best value found after it
SAME: Final = WORTH + ACTIONS  # by number: the first of the root's actions that leads to the same node
COUNT: Final = SAME + ACTIONS  # the number of the root's actions
END_VALUE: Final = COUNT + 1  # the best end of the turn that was found: its value, -1 before any was found,
END_NODE: Final = END_VALUE + 1  # the node,
END_ACTION: Final = END_NODE + 1  # and the action there that leaves the rest to chance, or `STOPS`
DEALS: Final = END_ACTION + 1  # what `deals` notes: two numbers a deal that looks good, their number, two by seat
MOST_DEALS: Final = 4
NOTES: Final = DEALS + 2 * MOST_DEALS + 1 + 2 * SEATS  # the size of the block

UNKNOWN_WORTH: Final = -1
STOPS: Final = -1  # instead of an action: the turn ends at the node
UNFINISHED: Final = CERTAIN + 1  # the value of a node in the middle of something: it is expanded before all others
TALK: Final = 1 << ACCEPT | 1 << REFUSE | 1 << WITHDRAW


@rule
def is_free(s: Block) -> bool:
    """Whether the seat that acts chooses freely, so that its turn could end here."""
    phase = s[PHASE]
    return phase == MAIN or phase == SPECIAL_BUILDING or phase == BEFORE_ROLL or phase == OVER


@rule
def is_robbing(s: Block) -> bool:
    """Whether the seat moves the robber or chooses a victim."""
    return s[PHASE] == ROBBER_MOVES or s[PHASE] == VICTIM_CHOICE


@rule
def is_better_later(kind: int) -> bool:
    """Whether playing a card before the roll has no advantage over playing it after."""
    return kind == PLAY_PLENTY or kind == PLAY_MONOPOLY or kind == PLAY_ROADS


@rule
def node_key(s: Block, m: Block, seat: int) -> int:
    """Return a key that distinguishes nodes of a turn by what a seat's actions can change."""
    key = mixed(s[PHASE] + 64 * s[ROBBER] + 4096 * s[FREE_ROADS] + 65536 * s[POINTS + seat])
    for k in range(RESOURCES):
        key = mixed(key ^ (s[HAND + RESOURCES * seat + k] + 128 * s[CARDS + CARD_KINDS * seat + k] + 8192 * k))
    key = mixed(key ^ (s[CARDS_PLAYED] + 4 * s[KNIGHTS + seat] + 256 * s[DECK_SIZE]))
    for k in range(2):
        key = mixed(key ^ (m[ROADS + 2 * seat + k] & 0x3FFFFFFF))
        key = mixed(key ^ (m[ROADS + 2 * seat + k] >> 30))
        key = mixed(key ^ (m[SETTLEMENTS + 2 * seat + k] & 0x3FFFFFFF))
        key = mixed(key ^ (m[SETTLEMENTS + 2 * seat + k] >> 30))
    return key


@rule
def known_node(t: Block, count: int, key: int) -> int:
    """Find the node with this key, -1 if there is none yet."""
    for node in range(count):
        if t[KEY + node] == key:
            return node
    return -1


@rule
def best_open(t: Block, count: int) -> int:
    """Return the best node to expand, -1 if there is none."""
    best = -1
    for node in range(count):
        if t[OPEN + node] != 0 and (best < 0 or t[VALUE + node] > t[VALUE + best]):
            best = node
    return best


@rule
def raise_worth(t: Block, number: int, value: int, node: int, action: int) -> None:
    """Note the value found after an action of the root, and where the turn ended that has it."""
    if value > t[WORTH + number]:
        t[WORTH + number] = value
        if value > t[END_VALUE]:
            t[END_VALUE] = value
            t[END_NODE] = node
            t[END_ACTION] = action


@rule(inline=False)
def grow(
    rows: Matrix,
    words: Matrix,
    base: int,
    t: Block,
    b: Block,
    w: Block,
    f: Block,
    seat: int,
    node: int,
    count: int,
) -> int:
    """Expand a node by all actions of the seat; return the new number of nodes. Node n is in the row `base` + n."""
    t[OPEN + node] = 0
    start = rows[base]
    s = rows[base + node]
    m = words[base + node]
    list_legal(s, m, seat)
    number = 0
    for word in range(LISTED_WORDS):
        left = m[LEGAL + word]
        if word == DEAL_WORD - LEGAL or word == PROPOSAL_WORD - LEGAL:
            left = 0  # trade between players is judged elsewhere
        elif word == VICTIM_WORD - LEGAL:
            left = with_cards(s, left)  # else what follows a theft of nothing would be compared with a theft alone
        elif word == 0:
            left &= ~TALK
        while left != 0:
            action = listed_action(s, seat, word, lowest_bit(left))
            left &= left - 1
            kind = action_kind(action)
            root = t[FROM + node]
            if node == 0 and number < ACTIONS:
                root = number
                t[ACTION + number] = action
                t[WORTH + number] = UNKNOWN_WORTH
                t[SAME + number] = number
                number += 1
                t[COUNT] = number
            if kind == END_TURN or kind == ROLL:
                raise_worth(t, root, t[VALUE + node], node, STOPS)
            elif s[PHASE] == BEFORE_ROLL and is_better_later(kind):
                raise_worth(t, root, max(t[VALUE + node] - 1, 0), node, STOPS)
            else:
                new_s = rows[base + count]
                new_m = words[base + count]
                copy_state(s, m, new_s, new_m)
                apply_decision(new_s, new_m, seat, action)
                if new_s[PHASE] == NEUTRAL_BUILD:
                    build_for_neutral(rows, words, base, base + count, b, w, f, seat)
                key = 0
                known = -1
                if IS_CHANCE[new_s[PHASE]] == 0:
                    key = node_key(new_s, new_m, seat)
                    if start[PHASE] == NEUTRAL_BUILD:  # which the key does not contain
                        key = mixed(key ^ root)
                    known = known_node(t, count, key)
                if IS_CHANCE[new_s[PHASE]] != 0:
                    value = expected_value(rows, words, base, base + count, b, w, f, seat)
                    raise_worth(t, root, value, node, action)
                elif known >= 0:
                    if node == 0:
                        t[SAME + root] = t[FROM + known]
                    elif t[VALUE + known] <= CERTAIN:
                        raise_worth(t, root, t[VALUE + known], known, STOPS)
                elif count < NODES - 1:
                    t[KEY + count] = key
                    t[FROM + count] = root
                    t[OPEN + count] = int(new_s[PHASE] != OVER and new_s[PHASE] != BEFORE_ROLL)
                    if is_robbing(start) and not is_robbing(new_s):
                        t[OPEN + count] = 0  # a theft is valued as if the turn ended there, so robbing nobody is too
                    t[VALUE + count] = UNFINISHED
                    if is_free(new_s):
                        t[VALUE + count] = value_if_ended(rows, words, base, base + count, b, w, f, seat)
                        raise_worth(t, root, t[VALUE + count], count, STOPS)
                    count += 1
    return count


@rule
def best_number(t: Block) -> int:
    """Return the number of the root's best action."""
    best = 0
    for number in range(1, t[COUNT]):
        if t[WORTH + number] > t[WORTH + best]:
            best = number
    return best


@rule(inline=False)
def search_turn(
    rows: Matrix, words: Matrix, base: int, t: Block, b: Block, w: Block, f: Block, seat: int, most: int
) -> int:
    """Search the turn of a seat from the state in the row `base`, until there are `most` nodes.

    A node that is expanded is expanded completely while there are rows, so there can be more nodes: all actions are
    compared, however few nodes are asked for.
    Returns the number of the best action; the root's actions and their values are noted in `t`.
    """
    most = min(max(most, 2), NODES - 1)  # the root is expanded in any case; the row behind the last node is for trying
    t[COUNT] = 0
    t[END_VALUE] = UNKNOWN_WORTH
    t[OPEN] = 1
    t[FROM] = 0
    t[KEY] = node_key(rows[base], words[base], seat)
    t[VALUE] = value_if_ended(rows, words, base, base, b, w, f, seat)
    count = 1
    node = 0
    while node >= 0 and (count < most or t[VALUE + node] == UNFINISHED):
        count = grow(rows, words, base, t, b, w, f, seat, node, count)
        node = best_open(t, count)
    for number in range(t[COUNT]):
        t[WORTH + number] = max(t[WORTH + number], t[WORTH + t[SAME + number]])
    return best_number(t)
