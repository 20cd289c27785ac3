"""The robber: sevens, discards, where it may go, who is robbed (ROB)."""

from __future__ import annotations

from typing import Final

from longroad.core.actions import ROB_NOBODY, bundle_count
from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.island.topology import HEX_SITES, ISLAND_HEXES
from longroad.core.layout import (
    DISCARD_LIMIT,
    DISCARDS,
    FRIENDLY_ROBBER,
    HAND,
    HAND_SIZE,
    ISLAND,
    NOBODY,
    OWES,
    PHASE,
    PLAYERS,
    POINTS,
    RESOURCES,
    ROBBER,
    SEATS,
    SITE,
    STEAL,
    TERRAIN,
    TURN,
    VICTIM,
    Block,
)
from longroad.core.legality.codes import MUST_ROB, NO_SUCH_PLACE, NOT_A_VICTIM, PROTECTED_HEX, SAME_HEX, WRONG_DISCARD
from longroad.core.phases import DISCARDING, ROBBER_MOVES, THEFT, VICTIM_CHOICE
from longroad.core.rules.hands import move_card, pay
from longroad.core.rules.turn import resume
from longroad.core.ruleset import ANY_STEAL, MAY_STEAL
from longroad.core.words import DESERT

SPARED_BELOW: Final = 3  # visible points, ROB-7
# The set with the owner of each building code: nobody, then a settlement's, then a city's.
OWNERS: Final = (0, *(1 << seat for _ in ("settlement", "city") for seat in range(SEATS)))


@rule
def opponents_beside(s: Block, hex_: int) -> int:
    """Return the set of the turn's opponents with a building beside a hex, without neutral players."""
    beside = 0
    for corner in range(6):
        beside |= OWNERS[s[SITE + HEX_SITES[6 * hex_ + corner]]]
    return beside & ((1 << s[PLAYERS]) - 1) & ~(1 << s[TURN])


@rule
def spared_seats(s: Block) -> int:
    """Return the set of opponents that a friendly robber spares (ROB-7)."""
    spared = 0
    if s[FRIENDLY_ROBBER] != 0:
        for seat in range(s[PLAYERS]):
            if seat != s[TURN] and s[POINTS + seat] < SPARED_BELOW:
                spared |= 1 << seat
    return spared


@rule
def robber_hexes(s: Block) -> int:
    """Return the set of hexes the robber may move to (ROB-2, ROB-7)."""
    hexes = ((1 << ISLAND_HEXES[s[ISLAND]]) - 1) & ~(1 << s[ROBBER])
    spared = spared_seats(s)
    if spared != 0:
        for hex_ in range(ISLAND_HEXES[s[ISLAND]]):
            if s[TERRAIN + hex_] != DESERT and (opponents_beside(s, hex_) & spared) != 0:
                hexes &= ~(1 << hex_)
    return hexes


@rule
def with_cards(s: Block, seats: int) -> int:
    """Return a set of seats without those whose hands are empty."""
    for seat in range(s[PLAYERS]):
        seats &= ~(int(s[HAND_SIZE + seat] == 0) << seat)
    return seats


@rule
def victims(s: Block) -> int:
    """Return the set of seats that can be robbed at the robber's hex (ROB-3, ROB-7); none if all hands are empty."""
    seats = opponents_beside(s, s[ROBBER]) & ~spared_seats(s)
    rich = with_cards(s, seats)
    if s[STEAL] == ANY_STEAL and rich != 0:
        return seats
    return rich


@rule
def rob(s: Block, seat: int) -> None:
    """Begin to take a card from a seat; from nobody, or from an empty hand, nothing is taken (ROB-3)."""
    if seat == ROB_NOBODY or s[HAND_SIZE + seat] == 0:
        resume(s)
    else:
        s[VICTIM] = seat
        s[PHASE] = THEFT


@rule(inline=False)
def move_robber(s: Block, hex_: int) -> None:
    """Move the robber, and go on to the theft; a single victim is robbed at once (ROB-3)."""
    s[ROBBER] = hex_
    seats = victims(s)
    if seats == 0:
        resume(s)
    elif s[STEAL] == MAY_STEAL or popcount(seats) > 1:
        s[PHASE] = VICTIM_CHOICE
    else:
        rob(s, lowest_bit(seats))


@rule(inline=False)
def start_robber(s: Block) -> None:
    """Ask for the robber's next hex; a single one is chosen at once, and without one the robber stays (ROB-7)."""
    hexes = robber_hexes(s)
    if hexes == 0:
        resume(s)
    elif popcount(hexes) == 1:
        move_robber(s, lowest_bit(hexes))
    else:
        s[PHASE] = ROBBER_MOVES


@rule
def discard_due(s: Block, seat: int) -> int:
    """Return how many cards a seat must discard after a 7 (ROB-1)."""
    if s[HAND_SIZE + seat] > s[DISCARD_LIMIT]:
        return s[HAND_SIZE + seat] >> 1
    return 0


@rule
def resolve_seven(s: Block) -> None:
    """Ask for discards, then move the robber (ROB-1, ROB-4)."""
    owing = 0
    for seat in range(s[PLAYERS]):
        owing |= int(discard_due(s, seat) != 0) << seat
    s[OWES] = owing
    if owing == 0:
        start_robber(s)
    else:
        s[PHASE] = DISCARDING


@rule
def discard(s: Block, seat: int, action: int) -> None:
    """Lay cards down; when all have, they go to the bank together (ROB-4)."""
    for resource in range(RESOURCES):
        s[DISCARDS + RESOURCES * seat + resource] = bundle_count(action, resource)
    s[OWES] &= ~(1 << seat)
    if s[OWES] == 0:
        for other in range(s[PLAYERS]):
            for resource in range(RESOURCES):
                pay(s, other, resource, s[DISCARDS + RESOURCES * other + resource])
                s[DISCARDS + RESOURCES * other + resource] = 0
        start_robber(s)


@rule
def steal(s: Block, resource: int) -> None:
    """Move the stolen card from the victim to the player on turn."""
    move_card(s, s[VICTIM], s[TURN], resource)
    s[VICTIM] = NOBODY
    resume(s)


# --- why not ----------------------------------------------------------------------------------------------------------


@rule
def refuse_robber(s: Block, hex_: int) -> int:
    """Return why the robber cannot move to a hex."""
    if hex_ >= ISLAND_HEXES[s[ISLAND]]:
        return NO_SUCH_PLACE
    if hex_ == s[ROBBER]:
        return SAME_HEX
    if (robber_hexes(s) >> hex_) & 1 == 0:
        return PROTECTED_HEX
    return 0


@rule
def refuse_victim(s: Block, seat: int) -> int:
    """Return why a seat, or nobody, cannot be robbed."""
    if seat == ROB_NOBODY:
        if s[STEAL] != MAY_STEAL:
            return MUST_ROB
    elif seat > ROB_NOBODY:
        return NOT_A_VICTIM
    elif (victims(s) >> seat) & 1 == 0:
        if ((opponents_beside(s, s[ROBBER]) & spared_seats(s)) >> seat) & 1 != 0:
            return PROTECTED_HEX
        return NOT_A_VICTIM
    return 0


@rule
def refuse_discard(s: Block, seat: int, action: int) -> int:
    """Return why a discard of a seat that owes one is wrong."""
    total = 0
    for resource in range(RESOURCES):
        count = bundle_count(action, resource)
        if count < 0 or count > s[HAND + RESOURCES * seat + resource]:
            return WRONG_DISCARD
        total += count
    if total != discard_due(s, seat):
        return WRONG_DISCARD
    return 0
