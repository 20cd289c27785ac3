"""The course of the game: founding, turns, the special build phase, the end (SET, TRN, EXT, WIN-5)."""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.island.material import CHEAPEST_COST
from longroad.core.layout import (
    ACTOR,
    BUILD_OPEN,
    CARD_KINDS,
    CARDS_PLAYED,
    DUEL,
    FRESH,
    HAND_SIZE,
    HAS_BUILT,
    KNIGHT_SOLD,
    LIMIT,
    NOBODY,
    OFFERS,
    PHASE,
    PLAYERS,
    PROPOSALS,
    ROLLED,
    ROLLS,
    SEATS,
    SPECIAL_BUILD,
    TURN,
    TURNS,
    WINNER,
    Block,
)
from longroad.core.phases import BEFORE_ROLL, MAIN, OVER, SPECIAL_BUILDING
from longroad.core.rules.awards import is_won, total_points
from longroad.core.ruleset import AFTER_TURN, IF_ACTIVE_BUILT


@rule
def seat_after(s: Block, seat: int) -> int:
    """Return the next seat clockwise."""
    if seat + 1 < s[PLAYERS]:
        return seat + 1
    return 0


@rule
def is_between_rolls(s: Block) -> bool:
    """Whether the first of a duel's two rolls has been made, but not the second (DUO-4)."""
    return s[PHASE] == BEFORE_ROLL and s[ROLLS] != 0


@rule
def resume(s: Block) -> None:
    """Go back to where the player who acts can choose freely, after something has been resolved."""
    if s[ACTOR] != s[TURN]:
        s[PHASE] = SPECIAL_BUILDING
    elif s[ROLLS] <= s[DUEL]:
        s[PHASE] = BEFORE_ROLL
    else:
        s[PHASE] = MAIN


@rule
def begin_turn(s: Block, m: Block, seat: int) -> None:
    """Begin a seat's turn; it may have won already (WIN-2)."""
    m[TURNS] += 1
    s[TURN] = seat
    s[ACTOR] = seat
    s[ROLLS] = 0
    s[ROLLED] = 0
    s[ROLLED + 1] = 0
    s[CARDS_PLAYED] = 0
    s[BUILD_OPEN] = 0
    s[HAS_BUILT] = 0
    s[KNIGHT_SOLD] = 0
    s[OFFERS] = 0
    for other in range(SEATS):
        s[PROPOSALS + other] = 0
    for kind in range(CARD_KINDS):
        s[FRESH + CARD_KINDS * seat + kind] = 0
    s[PHASE] = BEFORE_ROLL
    is_won(s)


@rule(inline=False)
def end_at_limit(s: Block) -> None:
    """End the game for the turn limit: most points win, a tie is a draw (WIN-5)."""
    best = -1
    winner = NOBODY
    for seat in range(s[PLAYERS]):
        points = total_points(s, seat)
        if points > best:
            best = points
            winner = seat
        elif points == best:
            winner = NOBODY
    s[WINNER] = winner
    s[PHASE] = OVER


@rule
def next_builder(s: Block) -> int:
    """Return who builds next in the special build phase, or the turn's seat if nobody does (EXT-1, EXT-2).

    An all but empty hand can build nothing; its size is public, so it is passed over.
    """
    if s[SPECIAL_BUILD] != AFTER_TURN and (s[SPECIAL_BUILD] != IF_ACTIVE_BUILT or s[HAS_BUILT] == 0):
        return s[TURN]
    seat = seat_after(s, s[ACTOR])
    while seat != s[TURN] and s[HAND_SIZE + seat] < CHEAPEST_COST:
        seat = seat_after(s, seat)
    return seat


@rule
def end_turn(s: Block, m: Block) -> None:
    """End the turn, or a seat's part of the special build phase."""
    if s[ACTOR] == s[TURN] and m[LIMIT] != 0 and m[TURNS] >= m[LIMIT]:
        end_at_limit(s)
        return
    seat = next_builder(s)
    if seat == s[TURN]:
        begin_turn(s, m, seat_after(s, seat))
    else:
        s[ACTOR] = seat
        s[PHASE] = SPECIAL_BUILDING
