"""Where the search of a turn stops: the turn is ended, chance happens, cards or pieces that are due are chosen.

States lie in rows of two matrices: one for the state to search from, one a node, and two for trying things out.

In a duel two things are simplified: the second card of a forced trade is the likeliest one, and a piece that is due for
a neutral player goes to the best of a few places.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    DISCARD,
    END_TURN,
    GIVE_CARDS,
    add_count,
    bundle_count,
    empty_bundle,
)
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    ACTOR,
    HAND,
    HAND_SIZE,
    PHASE,
    RESOURCES,
    SMALL_SIZE,
    TURN,
    WORDS_SIZE,
    Block,
    Matrix,
)
from longroad.core.legality.slots import (
    count_listed,
    nth_listed,
)
from longroad.core.legality.words import note_legal
from longroad.core.phases import (
    DISCARDING,
    FORCED_GIVE,
    FORCED_TAKE,
    MAIN,
    SPECIAL_BUILDING,
)
from longroad.core.rules.apply import apply_decision
from longroad.core.rules.chance import apply_chance, outcome_action, outcome_count, weight
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.robber import discard_due
from longroad.search.evaluate import evaluate

NODES: Final = 256  # most nodes of a turn, the root included; the last row is for trying
TRIAL: Final = NODES  # after the nodes: the row in which a turn is ended
OUTCOME: Final = NODES + 1  # and the one in which chance happens
ROWS: Final = NODES + 2
NEUTRAL_TRIED: Final = 4  # places that are tried for a neutral player's piece


@rule
def copy_state(from_s: Block, from_m: Block, s: Block, m: Block) -> None:
    """Copy a state, without its legality words."""
    for k in range(SMALL_SIZE):
        s[k] = from_s[k]
    for k in range(WORDS_SIZE):
        m[k] = from_m[k]


@rule(inline=False)
def call_decision(s: Block, m: Block, seat: int, action: int) -> None:
    """Apply a decision by a call, so that code stays short where speed does not depend on inlining."""
    apply_decision(s, m, seat, action)


@rule
def ended(rows: Matrix, words: Matrix, base: int, row: int, seat: int) -> int:
    """Return the row with the state of a row if the seat does nothing more in its turn."""
    s = rows[row]
    phase = s[PHASE]
    if (phase == MAIN and s[TURN] == seat) or (phase == SPECIAL_BUILDING and s[ACTOR] == seat):
        copy_state(s, words[row], rows[base + TRIAL], words[base + TRIAL])
        apply_decision(rows[base + TRIAL], words[base + TRIAL], seat, END_TURN)
        return base + TRIAL
    return row


@rule
def value_if_ended(rows: Matrix, words: Matrix, base: int, row: int, b: Block, w: Block, f: Block, seat: int) -> int:
    """Evaluate the state of a row if the seat does nothing more in its turn."""
    end = ended(rows, words, base, row, seat)
    return evaluate(rows[end], words[end], b, w, f, seat)


@rule
def due_kind(s: Block) -> int:
    """Return what cards are due for: to be discarded, or to be given in a forced trade."""
    return GIVE_CARDS if s[PHASE] == FORCED_GIVE else DISCARD


@rule
def due_count(s: Block, seat: int) -> int:
    """Return how many cards are due."""
    return FORCED_CARDS if s[PHASE] == FORCED_GIVE else discard_due(s, seat)


@rule
def prepare_bundles(rows: Matrix, words: Matrix, row: int, scratch: int, seat: int) -> None:
    """Copy the state of a row in which cards are due to `scratch`, with the sizes of hands as they will be."""
    s = rows[scratch]
    copy_state(rows[row], words[row], s, words[scratch])
    s[HAND_SIZE + seat] -= due_count(rows[row], seat)
    if s[PHASE] == FORCED_GIVE:
        s[HAND_SIZE + 1 - seat] += FORCED_CARDS


@rule
def value_of_bundle(s: Block, m: Block, b: Block, w: Block, f: Block, seat: int, bundle: int) -> int:
    """Evaluate a prepared state without the cards of a bundle, which a forced trade puts into the other hand."""
    hand = HAND + RESOURCES * seat
    taker = HAND + RESOURCES * (1 - seat) if s[PHASE] == FORCED_GIVE else -1
    move_bundle(s, hand, taker, bundle, 1)
    value = evaluate(s, m, b, w, f, seat)
    move_bundle(s, hand, taker, bundle, -1)
    return value


@rule(inline=False)
def choose_cards(rows: Matrix, words: Matrix, row: int, scratch: int, b: Block, w: Block, f: Block, seat: int) -> int:
    """Choose cards to discard or to give: of all bundles the one after which the seat is best off.

    The state is in `row`; `scratch` is the row for trying bundles out.
    """
    s = rows[scratch]
    prepare_bundles(rows, words, row, scratch, seat)
    kind = due_kind(s)
    count = due_count(rows[row], seat)
    best = empty_bundle(kind, 0)
    best_value = -1
    for number in range(bundle_numbers(s, seat)):
        bundle = numbered_bundle(s, seat, kind, count, number)
        if bundle != empty_bundle(kind, 0):
            value = value_of_bundle(s, words[scratch], b, w, f, seat, bundle)
            if value > best_value:
                best = bundle
                best_value = value
    return best


@rule
def bundle_numbers(s: Block, seat: int) -> int:
    """Count the ways to take cards of all resources but the last one from a seat's hand."""
    hand = HAND + RESOURCES * seat
    ways = 1
    for resource in range(RESOURCES - 1):
        ways *= s[hand + resource] + 1
    return ways


@rule
def numbered_bundle(s: Block, seat: int, kind: int, count: int, number: int) -> int:
    """Return the bundle of `count` cards with a number; an empty one if the hand has too few of the last resource."""
    hand = HAND + RESOURCES * seat
    bundle = empty_bundle(kind, 0)
    left = count
    for resource in range(RESOURCES - 1):
        cards = number % (s[hand + resource] + 1)
        number //= s[hand + resource] + 1
        bundle = add_count(bundle, resource, cards)
        left -= cards
    if left < 0 or left > s[hand + RESOURCES - 1]:
        return empty_bundle(kind, 0)
    return add_count(bundle, RESOURCES - 1, left)


@rule
def move_bundle(s: Block, hand: int, taker: int, bundle: int, times: int) -> None:
    """Take the cards of a bundle from a hand, and put them into another hand if one is given; back if `times` is -1."""
    for resource in range(RESOURCES):
        move_away(s, hand, taker, resource, times * bundle_count(bundle, resource))


@rule
def move_away(s: Block, hand: int, taker: int, resource: int, count: int) -> None:
    """Take cards from a hand, and put them into another hand if one is given."""
    s[hand + resource] -= count
    if taker >= 0:
        s[taker + resource] += count


@rule(inline=False)
def build_for_neutral(
    rows: Matrix, words: Matrix, base: int, row: int, b: Block, w: Block, f: Block, seat: int
) -> None:
    """Build for a neutral player in the state of a row, at the best of a few places spread over all."""
    s = rows[row]
    m = words[row]
    note_legal(s, m, seat)
    places = count_listed(s, m)
    tried = min(places, NEUTRAL_TRIED)
    best = 0
    best_value = -1
    for k in range(tried):
        number = k * places // tried
        copy_state(s, m, rows[base + OUTCOME], words[base + OUTCOME])
        call_decision(rows[base + OUTCOME], words[base + OUTCOME], seat, nth_listed(s, m, seat, number))
        value = value_if_ended(rows, words, base, base + OUTCOME, b, w, f, seat)
        if value > best_value:
            best = number
            best_value = value
    call_decision(s, m, seat, nth_listed(s, m, seat, best))


@rule
def likeliest(s: Block) -> int:
    """Return the likeliest outcome of chance."""
    best = 0
    for outcome in range(1, outcome_count(s)):
        if weight(s, outcome) > weight(s, best):
            best = outcome
    return best


@rule(inline=False)
def apply_outcome(
    rows: Matrix, words: Matrix, base: int, row: int, b: Block, w: Block, f: Block, seat: int, outcome: int
) -> None:
    """Apply an outcome of chance to the state of a row, in the row for outcomes; choose cards that are due then."""
    s = rows[base + OUTCOME]
    m = words[base + OUTCOME]
    copy_state(rows[row], words[row], s, m)
    apply_chance(s, m, outcome_action(s, outcome))
    if s[PHASE] == FORCED_TAKE:
        apply_chance(s, m, outcome_action(s, likeliest(s)))
    if s[PHASE] == FORCED_GIVE:
        call_decision(s, m, seat, choose_cards(rows, words, base + OUTCOME, base + TRIAL, b, w, f, seat))


@rule(inline=False)
def expected_value(rows: Matrix, words: Matrix, base: int, row: int, b: Block, w: Block, f: Block, seat: int) -> int:
    """Evaluate the state of a row in which chance acts: the mean over its outcomes."""
    total = 0
    weights = 0
    for outcome in range(outcome_count(rows[row])):
        likely = weight(rows[row], outcome)
        if likely > 0:
            apply_outcome(rows, words, base, row, b, w, f, seat, outcome)
            total += likely * value_if_ended(rows, words, base, base + OUTCOME, b, w, f, seat)
            weights += likely
    return total // weights


@rule
def wants_cards(s: Block) -> bool:
    """Whether the seat must choose a bundle of cards, which is not listed."""
    return s[PHASE] == DISCARDING or s[PHASE] == FORCED_GIVE
