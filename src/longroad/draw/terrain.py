"""The hexes: a ground, a pattern and an icon for each terrain, any one of which identifies it."""

from __future__ import annotations

from functools import cache
from typing import Final

from longroad.core.words import DESERT, FIELDS, FOREST, HILLS, MOUNTAINS, PASTURE, TERRAIN_NAMES
from longroad.draw.icons import TERRAIN_ICONS
from longroad.draw.markup import Spot, element, moved, rounded
from longroad.draw.theme import NIGHT, WARM_NIGHT, Theme, lit

HALF_WIDTH: Final = 52  # of a hex: from its middle to its side
HALF_SIDE: Final = 30  # of a hex: 52 : 60 is 3**0.5 / 2 to a thousandth, and all corners are whole numbers
CORNERS: Final[tuple[Spot, ...]] = ((0, -60), (52, -30), (52, 30), (0, 60), (-52, 30), (-52, -30))
UNLAID: Final = -1  # land whose terrain is not known

_INSET: Final = 0.925  # of its full size that a hex shows; the rest is path


def hex_path(scale: float, radius: float = 7) -> str:
    """Write the outline of a hex around the origin, with rounded corners."""
    return rounded([(x * scale, y * scale) for x, y in CORNERS], radius)


HEX_PATH: Final = hex_path(_INSET)


def _tufts(spots: tuple[Spot, ...], shape: str) -> str:
    """Repeat a small shape, given relative to where it begins."""
    return "".join(f"M{x} {y}{shape}" for x, y in spots)


_HILLS: Final = (
    '<path d="M-60 -6Q-38 -34 -10 -10Q18 -40 60 -12V60H-60Z" fill="#ca7144"/>'
    '<path d="M-60 20Q-30 -8 4 20Q32 -2 60 16V60H-60Z" fill="#ba633a"/>'
    '<path d="M-60 44Q-22 24 8 44Q32 30 60 42V60H-60Z" fill="#a95530"/>'
    '<path d="M-44 3h11M-30 3h11M-37 9h11M28 -7h11M21 -1h11M35 -1h11M30 21h11M36 27h11M-43 27h11M-36 33h11M-29 27h9'
    'M-12 50h11M2 50h9M18 47h11" stroke="#f0b48d" stroke-width="2" stroke-opacity=".55"/>'
)
_FOREST: Final = (
    '<path d="M-60 4Q-20 -10 10 6T60 2V60H-60Z" fill="#2b6a41"/><path d="M-60 34Q-14 20 16 36T60 30V60H-60Z" '
    'fill="#245c37"/><path d="'
    + _tufts(
        ((-37, -6), (38, -8), (-43, 11), (43, 13), (-32, 25), (34, 28), (-22, 43), (22, 44), (0, 54)),
        "h-5.5l3.2 -4.6h-1.8l4.1 -8.2l4.1 8.2h-1.8l3.2 4.6z",
    )
    + '" fill="#15452a" stroke="#15452a"/>'
)
_PASTURE: Final = (
    '<path d="M-60 -4Q-24 -26 8 -8T60 -12V60H-60Z" fill="#9fce5c"/><path d="M-60 30Q-20 8 14 28T60 22V60H-60Z" '
    'fill="#90c24d"/><path d="'
    + _tufts(
        ((-38, -10), (34, -18), (-44, 12), (38, 6), (-34, 26), (30, 30), (-22, 42), (12, 46), (-4, 52), (42, 20)),
        "l-2.4 -5m2.4 5v-6.5m0 6.5l2.6 -5",
    )
    + '" fill="none" stroke="#5f912b" stroke-width="1.7"/>'
    '<path d="M-30 -32h.1M22 -40h.1M-45 -2h.1M45 -6h.1M-27 8h.1M29 14h.1M-12 46h.1M24 40h.1" stroke="#fdf6d8" '
    'stroke-width="3.2"/>'
)
_FIELDS: Final = (
    '<path d="M-64 -24Q-18 -45 64 -40M-64 -12Q-14 -34 64 -28M-64 2Q-10 -22 64 -14M-64 16Q-6 -8 64 0M-64 32Q-2 6 64 15'
    'M-64 48Q2 20 64 30M-60 64Q8 35 64 46" fill="none" stroke="#fbe183" stroke-width="2"/>'
    '<path d="M-64 -30Q-20 -50 64 -46M-64 -18Q-16 -40 64 -34'
    "M-64 -5Q-12 -28 64 -21M-64 9Q-8 -15 64 -7M-64 24Q-4 -1 64 8M-64 40Q0 13 64 23M-64 56Q4 28 64 38M-40 62Q14 42 "
    '64 53" fill="none" stroke="#d89c1c" stroke-width="3.4"/>'
)
_MOUNTAINS: Final = (
    '<path d="M-60 6L-44 -16L-30 0L-12 -30L8 -4L26 -26L42 -6L60 -22V60H-60Z" fill="#8b93a1"/>'
    '<path d="M-60 34L-46 10L-32 26L-14 6L4 30L26 8L38 24L60 4V60H-60Z" fill="#7d8594"/>'
    '<path d="M-60 56L-36 32L-16 50L6 34L26 50L44 30L60 44V60H-60Z" fill="#6f7786"/>'
    '<path d="M-46 10L-41 20L-44 26M26 8L31 18L28 25M44 30L40 38M-36 32L-32 41M-44 -16L-39 -7L-42 -2" fill="none" '
    'stroke="#c9cfd9" stroke-width="2" stroke-opacity=".8"/>'
)
_DESERT: Final = (
    '<path d="M-60 8Q-30 -14 0 4T60 -4V60H-60Z" fill="#e9d8ab"/><path d="M-60 34Q-24 8 10 30T60 24V60H-60Z" '
    'fill="#ddc994"/>'
    '<path d="M-44 -22h.1M-34 -30h.1M-22 -38h.1M-12 -46h.1M38 0h.1M44 10h.1M34 12h.1M-44 14h.1M-36 6h.1M-46 24h.1'
    "M-40 34h.1M-32 26h.1M-26 38h.1M-16 32h.1M-12 46h.1M-4 38h.1M2 50h.1M10 42h.1M20 46h.1M26 36h.1M36 34h.1M44 26h.1"
    'M40 -18h.1M30 26h.1" stroke="#b2935a" stroke-width="2.4"/>'
)

# Ground, edge, and the pattern on it.
GROUNDS: Final = {
    UNLAID: ("#e9dcba", "#c9b384", ""),
    HILLS: ("#d98353", "#8d3f22", _HILLS),
    FOREST: ("#347b4c", "#174628", _FOREST),
    PASTURE: ("#addb6c", "#6d9a3a", _PASTURE),
    FIELDS: ("#f4c844", "#b57c10", _FIELDS),
    MOUNTAINS: ("#a2a9b5", "#5b6270", _MOUNTAINS),
    DESERT: ("#f2e5c1", "#b89a5f", _DESERT),
}
_WARM: Final = (HILLS, FIELDS, DESERT)
_ICON: Final = (0.0, -26.0, 0.9)  # where it stands, and how large
_DESERT_ICON: Final = (-4.0, -2.0, 1.25)  # there is no token


@cache
def art(theme: Theme, terrain: int) -> str:
    """Draw a hex of a terrain around the origin; `~` marks the ids of shared definitions."""
    ground, edge, pattern = GROUNDS[terrain]
    icon = TERRAIN_ICONS.get(terrain, "")
    painted = element("path", d=HEX_PATH, fill=ground)
    if pattern:
        painted += element("g", pattern, clip_path="url(#~hex)") + element("path", d=HEX_PATH, fill="url(#~light)")
    painted += element("path", d=HEX_PATH, fill="none", stroke=edge, stroke_width=1.8)
    painted = lit(theme, painted, WARM_NIGHT if terrain in _WARM else NIGHT)
    if icon:
        spot = _DESERT_ICON if terrain == DESERT else _ICON
        painted += element("g", lit(theme, icon, strength=0.45), transform=moved(*spot))
    return painted


def definitions(theme: Theme, terrains: set[int]) -> str:
    """Define the hexes of the terrains that an island has, and what they need."""
    stops = ((0, "#ffffff", 0.2), (0.45, "#ffffff", 0), (0.6, "#000000", 0), (1, "#000000", 0.16))
    light = "".join(element("stop", offset=at, stop_color=color, stop_opacity=part) for at, color, part in stops)
    return (
        element("clipPath", element("path", d=HEX_PATH), id="~hex")
        + element("linearGradient", light, id="~light", x2=0.25, y2=1)
        + "".join(element("g", art(theme, terrain), id=art_name(terrain)) for terrain in sorted(terrains))
    )


def art_name(terrain: int) -> str:
    """Name the definition of a terrain's hex."""
    return "~unlaid" if terrain == UNLAID else f"~{TERRAIN_NAMES[terrain]}"
