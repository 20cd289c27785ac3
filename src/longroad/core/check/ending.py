"""Invariants of the end of a game: it is over if somebody has won, and else somebody can act."""

from __future__ import annotations

from longroad.core.check.violations import (
    NOT_ENDED,
    STUCK,
    WRONG_WEIGHTS,
    WRONG_WINNER,
)
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    ACTOR,
    DECK_SIZE,
    DICE,
    LIMIT,
    NOBODY,
    PHASE,
    PLAYERS,
    QUEUE_SIZE,
    TURN,
    TURNS,
    VICTORY_POINTS,
    WIN_ON,
    WINNER,
    Block,
)
from longroad.core.legality.slots import FORM_WORD, count_listed
from longroad.core.legality.words import note_legal, to_act
from longroad.core.phases import (
    CARD_DRAW,
    DICE_ROLL,
    IS_CHANCE,
    OVER,
)
from longroad.core.rules.awards import total_points
from longroad.core.rules.chance import outcome_count, total_weight, weight
from longroad.core.ruleset import (
    DICE_FROM_DECK,
    OWN_TURN,
)


@rule(inline=False)
def leader(s: Block) -> int:
    """Return the seat that alone has the most points, or nobody (WIN-5)."""
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
    """Return the seat that wins now: the turn's, or the first one clockwise where any turn will do (WIN-2, WIN-3)."""
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
def check_not_stuck(s: Block, m: Block) -> int:
    """Check that every seat that the game waits for can do something (END-1); writes the legality words."""
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
            if count_listed(s, m) == 0 and m[FORM_WORD] == 0:
                return STUCK
    return 0
