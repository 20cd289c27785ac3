"""Founding: two settlements with a road for each player, once around and back (SET)."""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.layout import ACTOR, DUEL, FIRST, FOUNDED, FOUNDING, LAST_SITE, NOBODY, PHASE, PLAYERS, TURN, Block
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT
from longroad.core.rules.duel import reward_settlement
from longroad.core.rules.network import place_road, place_settlement
from longroad.core.rules.production import take_starting_income
from longroad.core.rules.turn import begin_turn
from longroad.core.ruleset import FOUNDED_BEFORE


@rule
def founding_seat(s: Block, step: int) -> int:
    """Return who founds the settlement number `step`: once around, then back (SET-3)."""
    if step >= s[PLAYERS]:
        step = 2 * s[PLAYERS] - 1 - step
    seat = s[FIRST] + step
    if seat >= s[PLAYERS]:
        seat -= s[PLAYERS]
    return seat


@rule
def continue_founding(s: Block, m: Block) -> None:
    """Go on with the next founding settlement, or with the first turn (SET-3, SET-6)."""
    if s[FOUNDING] == FOUNDED_BEFORE or s[FOUNDED] == 2 * s[PLAYERS]:
        begin_turn(s, m, s[FIRST])
    else:
        seat = founding_seat(s, s[FOUNDED])
        s[TURN] = seat
        s[ACTOR] = seat
        s[PHASE] = FOUND_SETTLEMENT


@rule(inline=False)
def found_settlement(s: Block, m: Block, seat: int, site: int) -> None:
    """Place a founding settlement; the second one yields its starting income (SET-3, SET-5)."""
    place_settlement(s, m, seat, site)
    s[LAST_SITE] = site
    s[FOUNDED] += 1
    if s[DUEL] != 0:
        reward_settlement(s, seat, site)
    if s[FOUNDED] > s[PLAYERS]:
        take_starting_income(s, seat, site)
    s[PHASE] = FOUND_ROAD


@rule
def found_road(s: Block, m: Block, seat: int, path: int) -> None:
    """Place the road of the settlement just founded (SET-3)."""
    place_road(s, m, seat, path)
    s[LAST_SITE] = NOBODY
    continue_founding(s, m)
