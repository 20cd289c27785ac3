"""Production: what a roll yields, and shortages (PRO)."""

from __future__ import annotations

from typing import Final

from longroad.core.building import receive
from longroad.core.compile import rule
from longroad.core.island import HEX_SITES, SITE_HEXES
from longroad.core.layout import BANK, CITY_CODE, HEXES_OF, PLAYERS, ROBBER, SHORTAGE, SITE, TERRAIN, Block
from longroad.core.ruleset import SHORTAGE_SINGLE
from longroad.core.words import DESERT

CLAIM_BITS: Final = 8  # the claims of all seats on one resource are packed into one integer


@rule
def hex_claims(s: Block, hex_: int) -> int:
    """Pack what each seat's buildings beside a hex yield (PRO-1, PRO-2)."""
    claims = 0
    for corner in range(6):
        code = s[SITE + HEX_SITES[6 * hex_ + corner]]
        if code > CITY_CODE:
            claims += 2 << (CLAIM_BITS * (code - 1 - CITY_CODE))
        elif code != 0:
            claims += 1 << (CLAIM_BITS * (code - 1))
    return claims


@rule
def pay_out(s: Block, resource: int, claims: int) -> None:
    """Pay all claims on a resource, or what the rule of shortages says (PRO-4). Neutral players claim nothing."""
    total = 0
    claimants = 0
    for seat in range(s[PLAYERS]):
        count = (claims >> (CLAIM_BITS * seat)) & 255
        total += count
        claimants += int(count > 0)
    if total <= s[BANK + resource]:
        for seat in range(s[PLAYERS]):
            receive(s, seat, resource, (claims >> (CLAIM_BITS * seat)) & 255)
    elif claimants == 1 and s[SHORTAGE] == SHORTAGE_SINGLE:
        for seat in range(s[PLAYERS]):
            if (claims >> (CLAIM_BITS * seat)) & 255 != 0:
                receive(s, seat, resource, s[BANK + resource])


@rule
def is_earlier_hex(s: Block, row: int, i: int) -> bool:
    """Tell whether an earlier hex of the same sum yields the same resource as the i-th."""
    for j in range(i):
        if s[row + j] != s[ROBBER] and s[TERRAIN + s[row + j]] == s[TERRAIN + s[row + i]]:
            return True
    return False


@rule
def produce(s: Block, total: int) -> None:
    """Let the hexes with a sum's token yield, the robber's excepted (PRO-1 to PRO-4)."""
    row = HEXES_OF + 3 * (total - 2)
    for i in range(3):
        hex_ = s[row + i]
        if hex_ >= 0 and hex_ != s[ROBBER]:
            if not is_earlier_hex(s, row, i):
                resource = s[TERRAIN + hex_]
                claims = hex_claims(s, hex_)
                for j in range(i + 1, 3):
                    other = s[row + j]
                    if other >= 0 and other != s[ROBBER] and s[TERRAIN + other] == resource:
                        claims += hex_claims(s, other)
                if claims != 0:
                    pay_out(s, resource, claims)


@rule(inline=False)
def take_starting_income(s: Block, seat: int, site: int) -> None:
    """Give one card for each terrain hex beside a settlement (SET-5)."""
    for k in range(3):
        hex_ = SITE_HEXES[3 * site + k]
        if hex_ >= 0 and s[TERRAIN + hex_] < DESERT:
            receive(s, seat, s[TERRAIN + hex_], 1)
