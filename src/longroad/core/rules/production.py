"""Production: what a roll yields, and shortages (PRO)."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.island.topology import HEX_SITES, SITE_HEXES
from longroad.core.layout import (
    BANK,
    HAND,
    HAND_SIZE,
    HEXES_OF,
    PLAYERS,
    RESOURCES,
    ROBBER,
    SEATS,
    SHORTAGE,
    SITE,
    TERRAIN,
    Block,
)
from longroad.core.rules.hands import payable, receive
from longroad.core.ruleset import SHORTAGE_SINGLE
from longroad.core.words import DESERT

CLAIM_BITS: Final = 8  # the claims of all seats on one resource are packed into one integer
ONE_CLAIM: Final = (1 << CLAIM_BITS) - 1
LAST_CLAIM: Final = CLAIM_BITS * (SEATS - 1)
ADD_CLAIMS: Final = sum(1 << CLAIM_BITS * seat for seat in range(SEATS))  # its product adds all claims up in the last
# What each building code claims: nothing, one card for a settlement, two for a city.
CLAIMS: Final = (0, *(count << CLAIM_BITS * seat for count in (1, 2) for seat in range(SEATS)))


@rule
def hex_claims(s: Block, hex_: int) -> int:
    """Pack what each seat's buildings beside a hex yield (PRO-1, PRO-2)."""
    claims = 0
    for corner in range(6):
        claims += CLAIMS[s[SITE + HEX_SITES[6 * hex_ + corner]]]
    return claims


@rule
def pay_out(s: Block, resource: int, claims: int) -> None:
    """Pay all claims on a resource, or what the rule of shortages says (PRO-4). Neutral players claim nothing."""
    claims &= (1 << (CLAIM_BITS * s[PLAYERS])) - 1
    total = ((claims * ADD_CLAIMS) >> LAST_CLAIM) & ONE_CLAIM
    if total <= payable(s, resource):
        s[BANK + resource] -= total
        for seat in range(s[PLAYERS]):  # also who claims nothing: a branch would be mispredicted
            count = (claims >> (CLAIM_BITS * seat)) & ONE_CLAIM
            s[HAND + RESOURCES * seat + resource] += count
            s[HAND_SIZE + seat] += count
    elif s[SHORTAGE] == SHORTAGE_SINGLE:
        seat = lowest_bit(claims) // CLAIM_BITS
        if claims >> (CLAIM_BITS * seat) <= ONE_CLAIM:
            receive(s, seat, resource, payable(s, resource))


@rule
def produce(s: Block, total: int) -> None:
    """Pay out the hexes with a sum's token, the robber's excepted; those of one terrain together (PRO-1 to PRO-4)."""
    row = HEXES_OF + 3 * (total - 2)
    paid = 0  # the set of resources
    for i in range(3):
        hex_ = s[row + i]
        if hex_ >= 0 and hex_ != s[ROBBER]:
            resource = s[TERRAIN + hex_]
            claims = hex_claims(s, hex_)
            if claims != 0 and (paid >> resource) & 1 == 0:
                paid |= 1 << resource
                for j in range(i + 1, 3):
                    other = s[row + j]
                    if other >= 0 and other != s[ROBBER] and s[TERRAIN + other] == resource:
                        claims += hex_claims(s, other)
                pay_out(s, resource, claims)


@rule(inline=False)
def take_starting_income(s: Block, seat: int, site: int) -> None:
    """Receive one card for each terrain hex beside a settlement (SET-5)."""
    for k in range(3):
        hex_ = SITE_HEXES[3 * site + k]
        if hex_ >= 0 and s[TERRAIN + hex_] < DESERT:
            receive(s, seat, s[TERRAIN + hex_], 1)
