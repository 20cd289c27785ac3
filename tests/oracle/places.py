"""Which of Catanatron's tiles, nodes and edges are our hexes, sites and paths: found by geometry, not by number."""

from __future__ import annotations

from typing import Any, Final

from catanatron.models.coordinate_system import UNIT_VECTORS, Direction
from catanatron.models.map import (
    BASE_MAP_TEMPLATE,
    CatanMap,
    LandTile,
    MapTemplate,
    NodeRef,
    Port,
    Water,
    initialize_tiles,
)

from longroad.core.island.given import Island
from longroad.core.island.topology import (
    HEX_CENTERS,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    PATH_SITES,
    SITE_POINTS,
    Point,
)
from longroad.core.words import DESERT, GENERIC_HARBOR

Coordinate = tuple[int, int, int]
Edge = tuple[int, int]

MIDDLE: Final = (0, 6)  # our point for Catanatron's tile (0, 0, 0)
CORNERS: Final = {
    NodeRef.NORTH: (0, -2),
    NodeRef.NORTHEAST: (1, -1),
    NodeRef.SOUTHEAST: (1, 1),
    NodeRef.SOUTH: (0, 2),
    NodeRef.SOUTHWEST: (-1, 1),
    NodeRef.NORTHWEST: (-1, -1),
}

# In our order: brick, lumber, wool, grain, ore; knight, road building, year of plenty, monopoly, victory point.
RESOURCES: Final = ("BRICK", "WOOD", "SHEEP", "WHEAT", "ORE")
CARDS: Final = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "VICTORY_POINT")
THEIR_RESOURCES: Final = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")  # the order of their counts
OUR_ORDER: Final = tuple(THEIR_RESOURCES.index(name) for name in RESOURCES)


def point_of(coordinate: Coordinate) -> Point:
    """Return the middle of one of their tiles in our coordinates."""
    x, y, z = coordinate
    return x - y + MIDDLE[0], 3 * z + MIDDLE[1]


def _nodes(map_: Any) -> dict[int, int]:
    """Find our site for each of their land nodes."""
    site_at = {point: site for site, point in enumerate(SITE_POINTS)}
    found: dict[int, int] = {}
    for coordinate, tile in map_.land_tiles.items():
        x, y = point_of(coordinate)
        for corner, node in tile.nodes.items():
            site = site_at[x + CORNERS[corner][0], y + CORNERS[corner][1]]
            assert found.setdefault(node, site) == site
    return found


_HEX_AT: Final = {point: hex_ for hex_, point in enumerate(HEX_CENTERS[: ISLAND_HEXES[0]])}
_MAP: Final = CatanMap.from_template(BASE_MAP_TEMPLATE)

HEX_OF: Final[dict[Coordinate, int]] = {c: _HEX_AT[point_of(c)] for c in _MAP.land_tiles}
TILE_OF: Final = {hex_: coordinate for coordinate, hex_ in HEX_OF.items()}
SITE_OF: Final = _nodes(_MAP)
NODE_OF: Final = {site: node for node, site in SITE_OF.items()}
EDGE_OF: Final[dict[int, Edge]] = {
    path: (min(ends), max(ends))
    for path in range(ISLAND_PATH_COUNT[0])
    for ends in [[NODE_OF[site] for site in PATH_SITES[2 * path : 2 * path + 2]]]
}
PATH_OF: Final = {ends: path for path, (a, b) in EDGE_OF.items() for ends in ((a, b), (b, a))}

assert sorted(HEX_OF.values()) == list(range(ISLAND_HEXES[0]))
assert sorted(SITE_OF.values()) == list(range(ISLAND_SITE_COUNT[0]))
assert {ends for tile in _MAP.land_tiles.values() for ends in tile.edges.values()} <= set(PATH_OF)


def their_resource(number: int) -> str | None:
    """Name the resource of a terrain or, counted from 1, of a harbor; nothing for the desert and the 3:1 harbor."""
    return RESOURCES[number] if 0 <= number < len(RESOURCES) else None


def _facing() -> dict[int, tuple[Coordinate, Any]]:
    """Find for each of our coast paths their sea tile and the direction in which a harbor there faces it."""
    facing: dict[int, tuple[Coordinate, Any]] = {}
    for coordinate, kind in BASE_MAP_TEMPLATE.topology.items():
        for direction in Direction:
            near = tuple(a + b for a, b in zip(coordinate, UNIT_VECTORS[direction], strict=True))
            if kind is not LandTile and near in _MAP.land_tiles:
                shared = set(_MAP.tiles[coordinate].nodes.values()) & set(_MAP.land_tiles[near].nodes.values())
                facing[PATH_OF[min(shared), max(shared)]] = coordinate, direction
    return facing


FACING: Final = _facing()


def their_map(island: Island) -> Any:
    """Lay one of our islands as one of their maps."""
    assert island.terrain is not None
    assert island.tokens is not None
    assert island.harbors is not None
    ports = {FACING[path][0]: (FACING[path][1], kind) for path, kind in island.harbors}
    topology = {
        c: kind if kind is LandTile else ((Port, ports[c][0]) if c in ports else Water)
        for c, kind in BASE_MAP_TEMPLATE.topology.items()
    }
    land = [HEX_OF[c] for c, kind in topology.items() if kind is LandTile]
    # They are dealt from the end.
    terrain = [their_resource(island.terrain[hex_]) for hex_ in reversed(land)]
    tokens = [island.tokens[hex_] for hex_ in reversed(land) if island.terrain[hex_] != DESERT]
    kinds = [ports[c][1] for c in reversed(topology) if c in ports]
    harbors = [None if kind == GENERIC_HARBOR else their_resource(kind - 1) for kind in kinds]
    return CatanMap.from_tiles(initialize_tiles(MapTemplate([], [], [], topology), tokens, harbors, terrain))


def our_island(map_: Any) -> Island:
    """Read one of their maps as one of our islands."""
    tiles = [map_.land_tiles[TILE_OF[hex_]] for hex_ in range(ISLAND_HEXES[0])]
    harbors = []
    for tile in map_.tiles.values():
        if isinstance(tile, Port):
            (path,) = (p for p, (c, d) in FACING.items() if map_.tiles[c] is tile and d == tile.direction)
            harbors.append((path, GENERIC_HARBOR if tile.resource is None else 1 + RESOURCES.index(tile.resource)))
    return Island(
        terrain=tuple(DESERT if tile.resource is None else RESOURCES.index(tile.resource) for tile in tiles),
        tokens=tuple(tile.number or 0 for tile in tiles),
        harbors=tuple(sorted(harbors)),
    )
