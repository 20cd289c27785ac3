"""Places of the beginner island by what lies there, so that a test can say where it builds."""

from __future__ import annotations

from longroad.core.actions import MOVE_ROBBER, action
from longroad.core.island.material import BEGINNER_TERRAIN, BEGINNER_TOKENS, HARBOR_KINDS, HARBOR_SITES
from longroad.core.island.topology import HEX_SITES, SITE_HEXES
from longroad.core.words import HARBOR_NAMES, TERRAIN_NAMES

_NAMES = {
    f"{TERRAIN_NAMES[terrain]} {token}".removesuffix(" 0"): place
    for place, (terrain, token) in enumerate(zip(BEGINNER_TERRAIN, BEGINNER_TOKENS, strict=True))
}
assert len(_NAMES) == 19


def hex_of(name: str) -> int:
    """Find a hex: `hex_of("forest 11")`, `hex_of("desert")`."""
    return _NAMES[name]


def site_of(*names: str) -> int:
    """Find the intersection that touches these hexes of the island and no other."""
    hexes = {hex_of(name) for name in names}
    sites = [site for site in range(54) if {h for h in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= h < 19} == hexes]
    assert len(sites) == 1, f"{names}: {sites}"
    return sites[0]


def corners(name: str) -> tuple[int, ...]:
    """Return the six intersections around a hex, clockwise from the top."""
    place = hex_of(name)
    return HEX_SITES[6 * place : 6 * place + 6]


def harbor_of(name: str) -> int:
    """Find an intersection with a harbor: `harbor_of("wool")`, `harbor_of("generic")`."""
    return HARBOR_SITES[2 * HARBOR_KINDS.index(HARBOR_NAMES.index(name))]


def robber_to(name: str) -> int:
    """Pack a move of the robber to a hex."""
    return action(MOVE_ROBBER, hex_of(name))
