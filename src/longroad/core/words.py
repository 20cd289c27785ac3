"""Resources, terrain, cards and harbors as numbers. The order here is the order everywhere."""

from __future__ import annotations

from typing import Final

BRICK: Final = 0
LUMBER: Final = 1
WOOL: Final = 2
GRAIN: Final = 3
ORE: Final = 4
RESOURCE_NAMES: Final = ("brick", "lumber", "wool", "grain", "ore")

# A terrain is numbered by the resource it yields (BRD-2).
HILLS: Final = 0
FOREST: Final = 1
PASTURE: Final = 2
FIELDS: Final = 3
MOUNTAINS: Final = 4
DESERT: Final = 5
SEA: Final = 6
TERRAIN_NAMES: Final = ("hills", "forest", "pasture", "fields", "mountains", "desert", "sea")

KNIGHT_CARD: Final = 0
ROAD_CARD: Final = 1
PLENTY_CARD: Final = 2
MONOPOLY_CARD: Final = 3
POINT_CARD: Final = 4
CARD_NAMES: Final = ("knight", "road building", "year of plenty", "monopoly", "victory point")
POINT_CARD_NAMES: Final = ("chapel", "university", "great hall", "library", "market")  # the five of each stack (SET-1)

# A 2:1 harbor is numbered 1 + its resource.
NO_HARBOR: Final = 0
GENERIC_HARBOR: Final = 6
HARBOR_NAMES: Final = ("none", "brick", "lumber", "wool", "grain", "ore", "generic")

SEAT_NAMES: Final = ("Blue", "Orange", "White", "Red", "Green", "Purple")  # the colours of the seats (BRD-9, EXT-4)
