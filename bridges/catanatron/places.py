"""Which of Catanatron's tiles, nodes and edges are our hexes, intersections and paths: found by geometry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from longroad.core.island.given import Island
from longroad.core.island.topology import (
    COAST_LENGTH,
    COAST_PATHS,
    HEX_CENTERS,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    PATH_SITES,
    SITE_POINTS,
)
from longroad.core.words import DESERT, GENERIC_HARBOR

Coordinate = tuple[int, int, int]
Edge = tuple[int, int]

MIDDLE: Final = (0, 6)  # our point for Catanatron's tile (0, 0, 0)
CORNERS: Final = {
    "NORTH": (0, -2),
    "NORTHEAST": (1, -1),
    "SOUTHEAST": (1, 1),
    "SOUTH": (0, 2),
    "SOUTHWEST": (-1, 1),
    "NORTHWEST": (-1, -1),
}

# In our order: brick, lumber, wool, grain, ore; knight, road building, year of plenty, monopoly, victory point.
RESOURCES: Final = ("BRICK", "WOOD", "SHEEP", "WHEAT", "ORE")
CARDS: Final = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "VICTORY_POINT")
BANK_ORDER: Final = tuple(("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE").index(name) for name in RESOURCES)

_HEX_AT: Final = {point: hex_ for hex_, point in enumerate(HEX_CENTERS[: ISLAND_HEXES[0]])}
_SITE_AT: Final = {point: site for site, point in enumerate(SITE_POINTS)}
_COAST: Final = COAST_PATHS[: COAST_LENGTH[0]]


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a base map in both engines' words; an edge is found in either direction."""

    hexes: dict[Coordinate, int]
    sites: dict[int, int]
    paths: dict[Edge, int]

    @classmethod
    def of(cls, map_: Any) -> Places:
        """Find the places of one of their maps. Raises `ValueError` for a map that is no base island."""
        hexes = {coordinate: _HEX_AT.get(_middle(coordinate), -1) for coordinate in map_.land_tiles}
        if sorted(hexes.values()) != list(range(ISLAND_HEXES[0])):
            raise ValueError(f"a map of {len(hexes)} land tiles: only Catanatron's base map can be played")
        sites = dict(_sites(map_))
        nodes = {site: node for node, site in sites.items()}
        paths = {}
        for path in range(ISLAND_PATH_COUNT[0]):
            one, other = (nodes[site] for site in PATH_SITES[2 * path : 2 * path + 2])
            paths[one, other] = paths[other, one] = path
        return cls(hexes, sites, paths)

    def island(self, map_: Any) -> Island:
        """Read one of their maps as one of our islands. Raises `InvalidIsland` if it is not the game's material."""
        tiles = {self.hexes[coordinate]: tile for coordinate, tile in map_.land_tiles.items()}
        return Island(
            terrain=tuple(_terrain(tiles[hex_].resource) for hex_ in range(len(tiles))),
            tokens=tuple(tiles[hex_].number or 0 for hex_ in range(len(tiles))),
            harbors=tuple(sorted(self._harbors(map_))),
        )

    def _harbors(self, map_: Any) -> Iterator[tuple[int, int]]:
        """Yield the coast paths with a harbor: both their ends serve the same kind, and no two harbors touch."""
        for resource, nodes in map_.port_nodes.items():
            kind = GENERIC_HARBOR if resource is None else 1 + RESOURCES.index(resource)
            served = {self.sites[node] for node in nodes}
            for path in _COAST:
                if served.issuperset(PATH_SITES[2 * path : 2 * path + 2]):
                    yield path, kind


def _middle(coordinate: Coordinate) -> tuple[int, int]:
    """Return the centre of one of their tiles in our coordinates."""
    x, y, z = coordinate
    return x - y + MIDDLE[0], 3 * z + MIDDLE[1]


def _sites(map_: Any) -> Iterator[tuple[int, int]]:
    """Find our site for each of their land nodes."""
    for coordinate, tile in map_.land_tiles.items():
        x, y = _middle(coordinate)
        for corner, node in tile.nodes.items():
            right, down = CORNERS[corner.name]
            yield node, _SITE_AT[x + right, y + down]


def _terrain(resource: str | None) -> int:
    return DESERT if resource is None else RESOURCES.index(resource)
