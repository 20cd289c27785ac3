"""Invariants of the course of the game: who is on turn, what is pending, trade, victory, and that nobody is stuck."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import popcount
from longroad.core.check.violations import (
    NOT_ENDED,
    STUCK,
    WRONG_DISCARDS,
    WRONG_FORCED,
    WRONG_FOUNDING,
    WRONG_FREE_ROADS,
    WRONG_NEUTRAL,
    WRONG_NOTES,
    WRONG_ROBBERY,
    WRONG_ROLLS,
    WRONG_SEAT,
    WRONG_START,
    WRONG_TURN_COUNT,
    WRONG_WEIGHTS,
    WRONG_WINNER,
)
from longroad.core.compile.registry import rule
from longroad.core.island.material import ROADS_EACH
from longroad.core.island.topology import HEX_SITES
from longroad.core.layout import (
    ACTOR,
    BUILD_OPEN,
    CARDS_PLAYED,
    DECK_SIZE,
    DICE,
    DISCARD_LIMIT,
    DISCARDS,
    DUEL,
    FIRST,
    FIRST_PLAYER,
    FORCED_LEFT,
    FOUNDED,
    FOUNDING,
    FOUNDING_ROLLS,
    FREE_ROADS,
    FRIENDLY_ROBBER,
    HAND,
    HAND_SIZE,
    HAS_BUILT,
    KNIGHT_SOLD,
    LAST_SITE,
    LIMIT,
    NEUTRAL_OWED,
    NOBODY,
    OWES,
    PHASE,
    PLAYERS,
    POINTS,
    QUEUE_SIZE,
    RESOURCES,
    ROADS_LEFT,
    ROBBER,
    ROLLED,
    ROLLING,
    ROLLS,
    SEATS,
    SETTLEMENTS,
    SPECIAL_BUILD,
    STEAL,
    TURN,
    TURNS,
    VICTIM,
    VICTORY_POINTS,
    WIN_ON,
    WINNER,
    Block,
)
from longroad.core.legality.slots import FORM_WORD, count_listed
from longroad.core.legality.words import list_legal, to_act
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
    IS_CHANCE,
    MAIN,
    NEUTRAL_BUILD,
    OVER,
    ROBBER_MOVES,
    ROLL_FOR_START,
    SPECIAL_BUILDING,
    THEFT,
    VICTIM_CHOICE,
)
from longroad.core.rules.awards import total_points
from longroad.core.rules.building import owns_site
from longroad.core.rules.chance import outcome_count, total_weight, weight
from longroad.core.rules.duel import FORCED_CARDS, count_neutral_places
from longroad.core.rules.robber import SPARED_BELOW, robber_hexes, victims
from longroad.core.rules.turn import founding_seat
from longroad.core.ruleset import (
    DICE_FROM_DECK,
    FIRST_BY_ROLL,
    FOUNDED_BEFORE,
    MAY_STEAL,
    NO_SPECIAL_BUILD,
    OWN_TURN,
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
    """Tell whether the phase is in a set."""
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
def check_turn(s: Block, m: Block) -> int:
    """Check whose turn it is, who decides, and the notes about the turn (SET-6, TRN, EXT-1)."""
    if s[FIRST] >= s[PLAYERS] or s[TURN] >= s[PLAYERS] or s[ACTOR] >= s[PLAYERS]:
        return WRONG_SEAT
    if s[ACTOR] != s[TURN] and (not is_one_of(s, OTHERS_ACT) or s[SPECIAL_BUILD] == NO_SPECIAL_BUILD):
        return WRONG_SEAT
    if s[ACTOR] == s[TURN] and s[PHASE] == SPECIAL_BUILDING:
        return WRONG_SEAT
    if s[PHASE] <= FOUND_ROAD:
        if m[TURNS] != 0:
            return WRONG_TURN_COUNT
        if (s[ROLLS] | s[CARDS_PLAYED] | s[HAS_BUILT] | s[KNIGHT_SOLD]) != 0:
            return WRONG_NOTES
    else:
        if m[TURNS] < 1 or (m[LIMIT] != 0 and m[TURNS] > m[LIMIT]):
            return WRONG_TURN_COUNT
        if s[TURN] != (s[FIRST] + m[TURNS] - 1) % s[PLAYERS]:
            return WRONG_SEAT
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
def check_discards(s: Block) -> int:
    """Check that who owes a discard has too many cards, and that who laid one down laid down half (ROB-1, ROB-4)."""
    if (s[OWES] != 0) != (s[PHASE] == DISCARDING):
        return WRONG_DISCARDS
    for seat in range(SEATS):
        laid = 0
        for resource in range(RESOURCES):
            count = s[DISCARDS + RESOURCES * seat + resource]
            if count < 0 or count > s[HAND + RESOURCES * seat + resource]:
                return WRONG_DISCARDS
            laid += count
        due = 0
        if s[PHASE] == DISCARDING and s[HAND_SIZE + seat] > s[DISCARD_LIMIT]:
            due = s[HAND_SIZE + seat] // 2
        if (s[OWES] >> seat) & 1 != 0:
            if laid != 0 or due == 0 or seat >= s[PLAYERS]:
                return WRONG_DISCARDS
        elif laid != due:
            return WRONG_DISCARDS
    return 0


@rule(inline=False)
def check_robbery(s: Block) -> int:
    """Check the victim of a theft, and that whoever chooses a hex or a victim has a choice (ROB-2, ROB-3, DUO-7)."""
    phase = s[PHASE]
    if (s[VICTIM] >= 0) != (phase == THEFT or phase == FORCED_TAKE or phase == FORCED_GIVE):
        return WRONG_ROBBERY
    if s[VICTIM] >= s[PLAYERS] or s[VICTIM] == s[TURN]:
        return WRONG_ROBBERY
    if phase == ROBBER_MOVES and popcount(robber_hexes(s)) < 2:
        return WRONG_ROBBERY
    if phase == VICTIM_CHOICE:
        count = popcount(victims(s)) + int(s[STEAL] == MAY_STEAL)
        if count < 2:
            return WRONG_ROBBERY
    if phase == THEFT:
        is_beside = False
        for corner in range(6):
            is_beside |= owns_site(s, s[VICTIM], HEX_SITES[6 * s[ROBBER] + corner])
        is_spared = s[FRIENDLY_ROBBER] != 0 and s[POINTS + s[VICTIM]] < SPARED_BELOW
        if not is_beside or is_spared or s[HAND_SIZE + s[VICTIM]] == 0:
            return WRONG_ROBBERY
    return 0


@rule(inline=False)
def check_pending(s: Block, m: Block) -> int:
    """Check free roads, a neutral player's due, and forced trades (DEV-3, DUO-5, DUO-7)."""
    phase = s[PHASE]
    if s[FREE_ROADS] < 0 or s[FREE_ROADS] > 2 or (phase == FREE_ROAD and s[FREE_ROADS] == 0):
        return WRONG_FREE_ROADS
    if s[FREE_ROADS] != 0:
        if phase != FREE_ROAD and phase != OVER and (phase != NEUTRAL_BUILD or s[FREE_ROADS] == 2):
            return WRONG_FREE_ROADS
        if s[CARDS_PLAYED] == 0:
            return WRONG_FREE_ROADS
    if (s[NEUTRAL_OWED] != 0) != (phase == NEUTRAL_BUILD):
        return WRONG_NEUTRAL
    if phase == NEUTRAL_BUILD and (s[DUEL] == 0 or count_neutral_places(s, m, s[NEUTRAL_OWED]) < 2):
        return WRONG_NEUTRAL
    if (s[FORCED_LEFT] != 0) != (phase == FORCED_TAKE) or s[FORCED_LEFT] > FORCED_CARDS:
        return WRONG_FORCED
    if phase == FORCED_TAKE and s[FORCED_LEFT] > s[HAND_SIZE + s[VICTIM]]:
        return WRONG_FORCED
    if (phase == FORCED_TAKE or phase == FORCED_GIVE) and (s[DUEL] == 0 or s[HAND_SIZE + s[TURN]] < FORCED_CARDS):
        return WRONG_FORCED
    return 0


@rule(inline=False)
def leader(s: Block) -> int:
    """Give the seat that alone has the most points, or nobody (WIN-5)."""
    for seat in range(s[PLAYERS]):
        is_best = True
        for other in range(s[PLAYERS]):
            if other != seat and total_points(s, other) >= total_points(s, seat):
                is_best = False
        if is_best:
            return seat
    return NOBODY


@rule(inline=False)
def first_with_enough(s: Block) -> int:
    """Give the seat that wins now: the turn's, or the first one clockwise where any turn will do (WIN-2, WIN-3)."""
    for step in range(s[PLAYERS]):
        seat = (s[TURN] + step) % s[PLAYERS]
        if total_points(s, seat) >= s[VICTORY_POINTS]:
            if s[WIN_ON] != OWN_TURN or (step == 0 and s[ACTOR] == s[TURN]):
                return seat
    return NOBODY


@rule(inline=False)
def check_victory(s: Block, m: Block) -> int:
    """Check that the game is over exactly if somebody has won or the limit is reached (WIN-2 to WIN-5, EXT-3)."""
    winner = first_with_enough(s)
    if s[PHASE] != OVER:
        if s[WINNER] != NOBODY:
            return WRONG_WINNER
        if winner != NOBODY:
            return NOT_ENDED
        return 0
    if winner == NOBODY:
        if m[LIMIT] == 0 or m[TURNS] < m[LIMIT] or s[ACTOR] != s[TURN]:
            return WRONG_WINNER
        winner = leader(s)
    if s[WINNER] != winner:
        return WRONG_WINNER
    return 0


@rule(inline=False)
def check_chance(s: Block) -> int:
    """Check that chance has an outcome, and that its weights add up."""
    phase = s[PHASE]
    if phase == CARD_DRAW and s[DECK_SIZE] + s[QUEUE_SIZE] == 0:
        return WRONG_WEIGHTS
    if phase == DICE_ROLL and s[DICE] == DICE_FROM_DECK and total_weight(s) <= 0:
        return WRONG_WEIGHTS
    total = 0
    for outcome in range(outcome_count(s)):
        if weight(s, outcome) < 0:
            return WRONG_WEIGHTS
        total += weight(s, outcome)
    if total == 0 or total != total_weight(s):
        return WRONG_WEIGHTS
    return 0


@rule(inline=False)
def note_legal(s: Block, m: Block, seat: int) -> None:
    """Write the legality words of a seat, from code that exists once however many checks ask for them."""
    list_legal(s, m, seat)


@rule(inline=False)
def check_not_stuck(s: Block, m: Block) -> int:
    """Check that whoever the game waits for can do something (END-1); writes the legality words."""
    if s[PHASE] == OVER:
        return 0
    if IS_CHANCE[s[PHASE]] != 0:
        return check_chance(s)
    waits_for = to_act(s)
    if waits_for == 0 or waits_for >> s[PLAYERS] != 0:
        return STUCK
    for seat in range(s[PLAYERS]):
        if (waits_for >> seat) & 1 != 0:
            note_legal(s, m, seat)
            if count_listed(m) == 0 and m[FORM_WORD] == 0:
                return STUCK
    return 0


@rule(inline=False)
def check_course(s: Block, m: Block) -> int:
    """Check everything about the course of the game but trade."""
    code = check_turn(s, m)
    if code == 0:
        code = check_start(s)
    if code == 0:
        code = check_founding(s, m)
    if code == 0:
        code = check_rolls(s)
    if code == 0:
        code = check_discards(s)
    if code == 0:
        code = check_robbery(s)
    if code == 0:
        code = check_pending(s, m)
    if code == 0:
        code = check_victory(s, m)
    return code
