"""What a page asks about games: who may act, what is legal and why not, what chance can do; entry points."""

from __future__ import annotations

from typing import Final

from longroad.core.actions import DISCARD, GIVE_CARDS
from longroad.core.compile.registry import entry
from longroad.core.layout import (
    FIRST,
    PATHS,
    PHASE,
    PLAYERS,
    RESOURCES,
    ROAD_LENGTH,
    ROLLING,
    SEATS,
    SMALL_SIZE,
    SUMS,
    WORD_BITS,
    WORDS_SIZE,
    Block,
    Matrix,
)
from longroad.core.legality.refusal import refusal
from longroad.core.legality.slots import FORM_WORD, LISTED_WORDS, count_listed, nth_listed
from longroad.core.legality.words import may_act, note_legal, to_act
from longroad.core.phases import IS_CHANCE, OVER
from longroad.core.rules.awards import total_points
from longroad.core.rules.chance import outcome_action, outcome_count, weight
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.founding import continue_founding
from longroad.core.rules.hands import stack_of
from longroad.core.rules.network import has_road_place, has_settlement_place, place_road, road_places
from longroad.core.rules.robber import discard_due
from longroad.core.rules.trade import most_asked
from longroad.core.view import redact

# The row of answers about a game.
TO_ACT: Final = 0  # the set of seats that the game waits for
MAY_ACT: Final = 1  # and of those that may act
FORMS: Final = 2  # the set of kinds of bundles that the seat may make
TOTAL: Final = 3  # cards that a discard or a gift must have
LISTED: Final = 4  # the number of other actions that are legal for it, then the actions
ANSWERS_ROW: Final = LISTED + 1 + 63 * LISTED_WORDS  # a word has 63 bits

# The row of outcomes: their number, then each action of chance and its weight.
OUTCOMES_ROW: Final = 1 + 2 * SUMS

# The row of counts of a game.
STACKS: Final = 0  # cards of each resource in the bank
ASKABLE: Final = STACKS + RESOURCES  # the most cards of a resource that an offer can ask for
TOTAL_POINTS: Final = ASKABLE + 1  # of each seat, hidden ones included
COUNTS_ROW: Final = TOTAL_POINTS + SEATS

# The row of places where a seat could build.
CAN_SETTLE: Final = 0  # 1 where it has a settlement and a place for it
CAN_PAVE: Final = 1  # 1 where it has a road and a place for it
LENGTHS: Final = 2  # of the seat's longest road with a road on each path, 0 where it cannot build one
PLACES_ROW: Final = LENGTHS + PATHS


@entry("i8[::1], i8[:,::1]", rare=True)
def list_actions(s: Block, m: Block, i: int, seats: Block, answers: Matrix) -> None:
    """Answer who may act in game i, and what is legal for the seat `seats[i]`."""
    row = answers[i]
    seat = seats[i]
    for place in range(ANSWERS_ROW):
        row[place] = 0
    if s[PHASE] != OVER:
        row[TO_ACT] = to_act(s)
        row[MAY_ACT] = may_act(s)
    if s[PHASE] != OVER and seat < SEATS:
        note_legal(s, m, seat)
        row[FORMS] = m[FORM_WORD]
        if (m[FORM_WORD] >> DISCARD) & 1 != 0:
            row[TOTAL] = discard_due(s, seat)
        if (m[FORM_WORD] >> GIVE_CARDS) & 1 != 0:
            row[TOTAL] = FORCED_CARDS
        row[LISTED] = count_listed(s, m)
        for n in range(row[LISTED]):
            row[LISTED + 1 + n] = nth_listed(s, m, seat, n)


@entry("i8[::1], i8[::1], i8[::1]", rare=True)
def check_actions(s: Block, m: Block, i: int, seats: Block, actions: Block, codes: Block) -> None:
    """Answer why the action of a seat is refused in game i: the code of the rule that forbids it, 0 if none does."""
    codes[i] = refusal(s, m, seats[i], actions[i])


@entry("i8", rare=True)
def redact_states(s: Block, m: Block, i: int, viewer: int) -> None:
    """Make the view of a seat, or of the public (6), of state i."""
    redact(s, viewer)


@entry("i8", rare=True)
def begin_founding(s: Block, m: Block, i: int, seat: int) -> None:
    """Begin game i with a seat, as if it had won the rolls for the start (SET-2)."""
    s[FIRST] = seat
    s[ROLLING] = 0
    continue_founding(s, m)


@entry("i8[:,::1]", rare=True)
def list_outcomes(s: Block, m: Block, i: int, outcomes: Matrix) -> None:
    """Answer what chance can do in game i, with weights."""
    row = outcomes[i]
    count = 0
    for place in range(OUTCOMES_ROW):
        row[place] = 0
    if IS_CHANCE[s[PHASE]] != 0:
        for outcome in range(outcome_count(s)):
            if weight(s, outcome) > 0:
                row[1 + 2 * count] = outcome_action(s, outcome)
                row[2 + 2 * count] = weight(s, outcome)
                count += 1
    row[0] = count


@entry("i8[:,::1]", rare=True)
def count_cards(s: Block, m: Block, i: int, counts: Matrix) -> None:
    """Answer how many cards the bank of game i holds and an offer can ask for, and how many points each seat has."""
    row = counts[i]
    for resource in range(RESOURCES):
        row[STACKS + resource] = stack_of(s, resource)
    row[ASKABLE] = most_asked(s)
    for seat in range(SEATS):
        row[TOTAL_POINTS + seat] = total_points(s, seat) if seat < s[PLAYERS] else 0


@entry("i8, i1[::1], i8[::1], i8[:,::1]", rare=True)
def list_places(s: Block, m: Block, i: int, seat: int, copy: Block, words: Block, places: Matrix) -> None:
    """Answer where a seat could build in game i if it could pay; `copy` and `words` have room for a state."""
    row = places[i]
    row[CAN_SETTLE] = 1 if has_settlement_place(s, m, seat) else 0
    row[CAN_PAVE] = 1 if has_road_place(s, m, seat) else 0
    for path in range(PATHS):
        row[LENGTHS + path] = 0
        if (road_places(m, seat, path // WORD_BITS) >> (path % WORD_BITS)) & 1 != 0:
            for place in range(SMALL_SIZE):
                copy[place] = s[place]
            for place in range(WORDS_SIZE):
                words[place] = m[place]
            place_road(copy, words, seat, path)
            row[LENGTHS + path] = copy[ROAD_LENGTH + seat]
