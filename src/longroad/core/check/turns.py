"""Invariants of turns: the start, the founding, who is on turn, and the rolls."""

from __future__ import annotations

from typing import Final

from longroad.core.check.violations import (
    WRONG_FOUNDING,
    WRONG_NOTES,
    WRONG_ROLLS,
    WRONG_SEAT,
    WRONG_START,
    WRONG_TURN_COUNT,
)
from longroad.core.compile.registry import rule
from longroad.core.island.material import ROADS_EACH
from longroad.core.layout import (
    ACTOR,
    BUILD_OPEN,
    CARDS_PLAYED,
    DUEL,
    FIRST,
    FIRST_PLAYER,
    FOUNDED,
    FOUNDING,
    FOUNDING_ROLLS,
    HAS_BUILT,
    KNIGHT_SOLD,
    LAST_SITE,
    LIMIT,
    NOBODY,
    PHASE,
    PLAYERS,
    ROADS_LEFT,
    ROLLED,
    ROLLING,
    ROLLS,
    SEATS,
    SETTLEMENTS,
    SPECIAL_BUILD,
    TURN,
    TURNS,
    Block,
)
from longroad.core.phases import (
    BEFORE_ROLL,
    CARD_DRAW,
    DICE_ROLL,
    DISCARDING,
    FORCED_GIVE,
    FORCED_TAKE,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROAD,
    MAIN,
    NEUTRAL_BUILD,
    OVER,
    ROBBER_MOVES,
    ROLL_FOR_START,
    SPECIAL_BUILDING,
    THEFT,
    VICTIM_CHOICE,
)
from longroad.core.rules.founding import founding_seat
from longroad.core.ruleset import (
    FIRST_BY_ROLL,
    FOUNDED_BEFORE,
    NO_SPECIAL_BUILD,
)
from longroad.core.sets import contains, size

SEVEN: Final = 7
ONE_ROLL: Final = (  # the phases that a turn can be in only when all its rolls have been made
    1 << MAIN | 1 << SPECIAL_BUILDING | 1 << CARD_DRAW
)
NOT_BETWEEN: Final = (  # those that a duel's turn cannot be in between its two rolls
    1 << FREE_ROAD | 1 << NEUTRAL_BUILD | 1 << FORCED_TAKE | 1 << FORCED_GIVE
)
ROBBERY: Final = 1 << ROBBER_MOVES | 1 << VICTIM_CHOICE | 1 << THEFT
OTHERS_ACT: Final = 1 << SPECIAL_BUILDING | 1 << CARD_DRAW | 1 << OVER  # where the actor need not be the turn's


@rule
def is_one_of(s: Block, phases: int) -> bool:
    """Return whether the phase is in a set."""
    return (phases >> s[PHASE]) & 1 != 0


@rule(inline=False)
def check_start(s: Block) -> int:
    """Check the rolls for the start: the highest one starts, and alone (SET-2)."""
    rolling = s[ROLLING]
    if (rolling != 0) != (s[PHASE] == ROLL_FOR_START) or rolling >> s[PLAYERS] != 0:
        return WRONG_START
    if rolling != 0 and (s[FIRST_PLAYER] != FIRST_BY_ROLL or (s[FIRST] | s[TURN] | s[ACTOR]) != 0):
        return WRONG_START
    for seat in range(SEATS):
        roll = s[FOUNDING_ROLLS + seat]
        if (rolling >> seat) & 1 != 0 and roll != 0:
            return WRONG_START
        if roll != 0 and (roll < 2 or roll > 12 or seat >= s[PLAYERS] or s[FIRST_PLAYER] != FIRST_BY_ROLL):
            return WRONG_START
        if rolling == 0 and s[FIRST_PLAYER] == FIRST_BY_ROLL and seat != s[FIRST]:
            if roll >= s[FOUNDING_ROLLS + s[FIRST]]:
                return WRONG_START
    return 0


@rule(inline=False)
def check_founding(s: Block, m: Block) -> int:
    """Check how far the founding has come, and that each seat has what it has founded (SET-3)."""
    phase = s[PHASE]
    if s[FOUNDING] == FOUNDED_BEFORE:
        if s[FOUNDED] != 0 or s[LAST_SITE] != NOBODY or phase == FOUND_SETTLEMENT or phase == FOUND_ROAD:
            return WRONG_FOUNDING
        return 0
    if phase != ROLL_FOR_START and phase != FOUND_SETTLEMENT and phase != FOUND_ROAD:
        if s[FOUNDED] != 2 * s[PLAYERS] or s[LAST_SITE] != NOBODY:
            return WRONG_FOUNDING
        return 0
    roads = 0
    settlements = 0
    for seat in range(s[PLAYERS]):
        roads += ROADS_EACH - s[ROADS_LEFT + seat]
        settlements += size(m, SETTLEMENTS + 2 * seat)
    if settlements != s[FOUNDED] or roads != s[FOUNDED] - int(phase == FOUND_ROAD):
        return WRONG_FOUNDING
    if phase == FOUND_ROAD:
        if s[LAST_SITE] < 0 or contains(m, SETTLEMENTS + 2 * s[TURN], s[LAST_SITE]) == 0:
            return WRONG_FOUNDING
        if s[TURN] != founding_seat(s, s[FOUNDED] - 1):
            return WRONG_SEAT
    else:
        if s[LAST_SITE] != NOBODY or s[FOUNDED] >= 2 * s[PLAYERS] or (phase == ROLL_FOR_START and s[FOUNDED] != 0):
            return WRONG_FOUNDING
        if phase == FOUND_SETTLEMENT and s[TURN] != founding_seat(s, s[FOUNDED]):
            return WRONG_SEAT
    return 0


@rule(inline=False)
def check_seats(s: Block) -> int:
    """Check whose turn it is and who decides (SET-6, TRN-7, EXT-1)."""
    if s[FIRST] >= s[PLAYERS] or s[TURN] >= s[PLAYERS] or s[ACTOR] >= s[PLAYERS]:
        return WRONG_SEAT
    if s[ACTOR] != s[TURN] and (not is_one_of(s, OTHERS_ACT) or s[SPECIAL_BUILD] == NO_SPECIAL_BUILD):
        return WRONG_SEAT
    if s[ACTOR] == s[TURN] and s[PHASE] == SPECIAL_BUILDING:
        return WRONG_SEAT
    return 0


@rule(inline=False)
def check_turn_count(s: Block, m: Block) -> int:
    """Check how many turns have begun, and whose turn that makes it (SET-6, WIN-5)."""
    if s[PHASE] <= FOUND_ROAD:
        if m[TURNS] != 0:
            return WRONG_TURN_COUNT
        return 0
    if m[TURNS] < 1 or (m[LIMIT] != 0 and m[TURNS] > m[LIMIT]):
        return WRONG_TURN_COUNT
    if s[TURN] != (s[FIRST] + m[TURNS] - 1) % s[PLAYERS]:
        return WRONG_SEAT
    return 0


@rule(inline=False)
def check_notes(s: Block) -> int:
    """Check what is noted of the turn: a card played, something built or paid for, a knight sold (TRN, DUO-10)."""
    if s[PHASE] <= FOUND_ROAD and (s[ROLLS] | s[CARDS_PLAYED] | s[HAS_BUILT] | s[KNIGHT_SOLD]) != 0:
        return WRONG_NOTES
    if s[BUILD_OPEN] > s[HAS_BUILT] or s[KNIGHT_SOLD] > s[DUEL]:
        return WRONG_NOTES
    if s[BUILD_OPEN] != 0 and s[ROLLS] <= s[DUEL]:
        return WRONG_NOTES
    return 0


@rule(inline=False)
def check_rolls(s: Block) -> int:
    """Check that the rolls made this turn fit the phase (TRN-1, DUO-4)."""
    for i in range(2):
        roll = s[ROLLED + i]
        if (i < s[ROLLS]) != (roll != 0) or roll == 1 or roll > 12:
            return WRONG_ROLLS
    if s[ROLLS] > 1 + s[DUEL] or (s[ROLLS] == 2 and s[ROLLED] == s[ROLLED + 1]):
        return WRONG_ROLLS
    phase = s[PHASE]
    if (phase == BEFORE_ROLL or phase == DICE_ROLL) and s[ROLLS] > s[DUEL]:
        return WRONG_ROLLS
    if is_one_of(s, ONE_ROLL) and s[ROLLS] != 1 + s[DUEL]:
        return WRONG_ROLLS
    if is_one_of(s, NOT_BETWEEN) and s[ROLLS] != 0 and s[ROLLS] <= s[DUEL]:
        return WRONG_ROLLS
    is_seven = s[ROLLS] != 0 and s[ROLLED + max(s[ROLLS] - 1, 0)] == SEVEN
    if phase == DISCARDING and not is_seven:
        return WRONG_ROLLS
    if is_one_of(s, ROBBERY) and not is_seven and s[CARDS_PLAYED] == 0:
        return WRONG_ROLLS
    return 0


@rule(inline=False)
def check_turns(s: Block, m: Block) -> int:
    """Check everything about turns, the founding and the rolls."""
    code = check_seats(s)
    if code == 0:
        code = check_turn_count(s, m)
    if code == 0:
        code = check_notes(s)
    if code == 0:
        code = check_start(s)
    if code == 0:
        code = check_founding(s, m)
    if code == 0:
        code = check_rolls(s)
    return code
