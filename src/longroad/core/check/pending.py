"""Invariants of what is pending: discards, the robber, free roads, a neutral player's due, forced trades."""

from __future__ import annotations

from longroad.core.bits import popcount
from longroad.core.check.violations import (
    WRONG_DISCARDS,
    WRONG_FORCED,
    WRONG_FREE_ROADS,
    WRONG_NEUTRAL,
    WRONG_ROBBERY,
)
from longroad.core.compile.registry import rule
from longroad.core.island.topology import HEX_SITES
from longroad.core.layout import (
    CARDS_PLAYED,
    DISCARD_LIMIT,
    DISCARDS,
    DUEL,
    FORCED_LEFT,
    FREE_ROADS,
    FRIENDLY_ROBBER,
    HAND,
    HAND_SIZE,
    NEUTRAL_OWED,
    OWES,
    PHASE,
    PLAYERS,
    POINTS,
    RESOURCES,
    ROBBER,
    SEATS,
    STEAL,
    TURN,
    VICTIM,
    Block,
)
from longroad.core.phases import (
    DISCARDING,
    FORCED_GIVE,
    FORCED_TAKE,
    FREE_ROAD,
    NEUTRAL_BUILD,
    OVER,
    ROBBER_MOVES,
    THEFT,
    VICTIM_CHOICE,
)
from longroad.core.rules.duel import FORCED_CARDS, count_neutral_places
from longroad.core.rules.network import owns_site
from longroad.core.rules.robber import SPARED_BELOW, robber_hexes, victims
from longroad.core.ruleset import (
    MAY_STEAL,
)


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
    """Check the victim of a theft, and that the choice of a hex or a victim is a choice (ROB-2, ROB-3, DUO-7)."""
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
def check_free_roads(s: Block) -> int:
    """Check the free roads that are still to be placed (DEV-3)."""
    phase = s[PHASE]
    if s[FREE_ROADS] < 0 or s[FREE_ROADS] > 2 or (phase == FREE_ROAD and s[FREE_ROADS] == 0):
        return WRONG_FREE_ROADS
    if s[FREE_ROADS] != 0:
        if phase != FREE_ROAD and phase != OVER and (phase != NEUTRAL_BUILD or s[FREE_ROADS] == 2):
            return WRONG_FREE_ROADS
        if s[CARDS_PLAYED] == 0:
            return WRONG_FREE_ROADS
    return 0


@rule(inline=False)
def check_neutral_due(s: Block, m: Block) -> int:
    """Check what must be built for a neutral player (DUO-5)."""
    if (s[NEUTRAL_OWED] != 0) != (s[PHASE] == NEUTRAL_BUILD):
        return WRONG_NEUTRAL
    if s[PHASE] == NEUTRAL_BUILD and (s[DUEL] == 0 or count_neutral_places(s, m, s[NEUTRAL_OWED]) < 2):
        return WRONG_NEUTRAL
    return 0


@rule(inline=False)
def check_forced_trade(s: Block) -> int:
    """Check the cards of a forced trade that are still to be taken or given (DUO-7)."""
    phase = s[PHASE]
    if (s[FORCED_LEFT] != 0) != (phase == FORCED_TAKE) or s[FORCED_LEFT] > FORCED_CARDS:
        return WRONG_FORCED
    if phase == FORCED_TAKE and s[FORCED_LEFT] > s[HAND_SIZE + s[VICTIM]]:
        return WRONG_FORCED
    if (phase == FORCED_TAKE or phase == FORCED_GIVE) and (s[DUEL] == 0 or s[HAND_SIZE + s[TURN]] < FORCED_CARDS):
        return WRONG_FORCED
    return 0


@rule(inline=False)
def check_pending(s: Block, m: Block) -> int:
    """Check everything that must be done before the turn goes on."""
    code = check_discards(s)
    if code == 0:
        code = check_robbery(s)
    if code == 0:
        code = check_free_roads(s)
    if code == 0:
        code = check_neutral_due(s, m)
    if code == 0:
        code = check_forced_trade(s)
    return code
