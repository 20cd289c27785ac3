"""Invariants of trade between players: what is open was allowed, and its makers still hold what they give (TRA)."""

from __future__ import annotations

from longroad.core.check.violations import TRADE_NOT_CLOSED, WRONG_COUNTS, WRONG_OFFER, WRONG_PROPOSAL
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    ACCEPTED,
    BUILD_OPEN,
    DOMESTIC_TRADE,
    HAND,
    HAND_SIZE,
    OFFER,
    OFFERED_TO,
    OFFERS,
    OFFERS_PER_TURN,
    PHASE,
    PHASES,
    PLAYERS,
    PROPOSAL,
    PROPOSALS,
    PROPOSALS_PER_TURN,
    PROPOSED,
    RESOURCES,
    ROLLS,
    SEATS,
    TURN,
    WAITING,
    Block,
)
from longroad.core.phases import MAIN
from longroad.core.rules.trade import most_asked
from longroad.core.ruleset import STRICT


@rule(inline=False)
def is_bundle_of(s: Block, bundle: int, seat: int) -> bool:
    """Return whether a seat can have made a bundle: it gives what it holds, takes what exists, and does both."""
    gives = 0
    takes = 0
    for resource in range(RESOURCES):
        count = s[bundle + resource]
        if count > s[HAND + RESOURCES * seat + resource] or -count > most_asked(s):
            return False
        gives += int(count > 0)
        takes += int(count < 0)
    return gives > 0 and takes > 0


@rule(inline=False)
def is_empty(s: Block, bundle: int) -> bool:
    """Return whether nothing is in a bundle."""
    for resource in range(RESOURCES):
        if s[bundle + resource] != 0:
            return False
    return True


@rule(inline=False)
def check_counts(s: Block) -> int:
    """Check how many offers and proposals have been made this turn (TRA-10)."""
    if s[OFFERS] < 0 or s[OFFERS] > s[OFFERS_PER_TURN] * s[DOMESTIC_TRADE] or (s[OFFERS] != 0 and s[ROLLS] == 0):
        return WRONG_COUNTS
    for seat in range(SEATS):
        count = s[PROPOSALS + seat]
        if count < 0 or count > s[PROPOSALS_PER_TURN] * s[DOMESTIC_TRADE]:
            return WRONG_COUNTS
        if count != 0 and (seat >= s[PLAYERS] or seat == s[TURN] or s[ROLLS] == 0):
            return WRONG_COUNTS
    return 0


@rule(inline=False)
def check_offer(s: Block) -> int:
    """Check the open offer and its answers; who accepted holds what it takes."""
    asked = s[OFFERED_TO]
    if asked == 0:
        if (s[WAITING] | s[ACCEPTED]) != 0 or not is_empty(s, OFFER):
            return WRONG_OFFER
        return 0
    if asked >> s[PLAYERS] != 0 or (asked >> s[TURN]) & 1 != 0 or s[OFFERS] == 0:
        return WRONG_OFFER
    if ((s[WAITING] | s[ACCEPTED]) & ~asked) != 0 or (s[WAITING] & s[ACCEPTED]) != 0:
        return WRONG_OFFER
    if not is_bundle_of(s, OFFER, s[TURN]):
        return WRONG_OFFER
    for seat in range(s[PLAYERS]):
        if (s[WAITING] >> seat) & 1 != 0 and s[HAND_SIZE + seat] == 0:
            return WRONG_OFFER
        if (s[ACCEPTED] >> seat) & 1 != 0:
            for resource in range(RESOURCES):
                if s[HAND + RESOURCES * seat + resource] + s[OFFER + resource] < 0:
                    return WRONG_OFFER
    return 0


@rule(inline=False)
def check_proposals(s: Block) -> int:
    """Check the open counter-offers and proposals."""
    if s[PROPOSED] >> s[PLAYERS] != 0 or (s[PROPOSED] >> s[TURN]) & 1 != 0:
        return WRONG_PROPOSAL
    for seat in range(SEATS):
        bundle = PROPOSAL + RESOURCES * seat
        if (s[PROPOSED] >> seat) & 1 == 0:
            if not is_empty(s, bundle):
                return WRONG_PROPOSAL
        elif not is_bundle_of(s, bundle, seat):
            return WRONG_PROPOSAL
    return 0


@rule(inline=False)
def check_trade_time(s: Block) -> int:
    """Check that offers and proposals are open only where there is trade between players (TRA-1, TRN-2)."""
    if (s[OFFERED_TO] | s[PROPOSED]) == 0:
        return 0
    if s[PHASE] != MAIN or s[DOMESTIC_TRADE] == 0 or (s[PHASES] == STRICT and s[BUILD_OPEN] != 0):
        return TRADE_NOT_CLOSED
    return 0


@rule(inline=False)
def check_trade(s: Block) -> int:
    """Check everything about trade between players."""
    code = check_counts(s)
    if code == 0:
        code = check_offer(s)
    if code == 0:
        code = check_proposals(s)
    if code == 0:
        code = check_trade_time(s)
    return code
