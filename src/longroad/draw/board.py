"""The board to draw, from any kind of source, and the coordinates of its places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Protocol, TypeAlias

from longroad.core.island.given import IslandParts
from longroad.core.island.topology import (
    COAST_LENGTH,
    COAST_PATHS,
    COAST_SEA,
    COAST_SITES,
    HEX_CENTERS,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    MOST_COAST,
    PATH_SITES,
    SEA_CENTERS,
    SITE_POINTS,
    Point,
)
from longroad.core.layout import CITY_CODE, DUEL, PLAYERS, ROADS, SEATS, SITE
from longroad.core.sets import contains
from longroad.core.state import Seen
from longroad.core.words import DESERT
from longroad.draw.markup import Spot, along
from longroad.draw.terrain import HALF_SIDE, HALF_WIDTH, UNLAID

Place: TypeAlias = tuple[str, int]  # ("hex", 9), ("site", 17), ("path", 33), or ("harbor", 5), which its path names


class Shown(Protocol):
    """A `Game` or a `View`, which has the core's state or view."""

    @property
    def seen(self) -> Seen:
        """The core's state or view."""


HARBOR_DISTANCE: Final = 45  # from the coast to the middle of a harbor
MARGIN: Final[Spot] = (88, 66)  # of sea around the outermost intersections


@dataclass(frozen=True, slots=True)
class Board:
    """An island with what stands on it."""

    island: int
    terrain: tuple[int, ...]
    tokens: tuple[int, ...]
    harbors: tuple[tuple[int, int], ...]  # coast path and kind
    robber: int | None
    roads: Mapping[int, int] = field(default_factory=dict)  # path -> seat
    settlements: Mapping[int, int] = field(default_factory=dict)  # intersection -> seat
    cities: Mapping[int, int] = field(default_factory=dict)
    seats: int = 0  # seats that play; those after them are neutral

    @property
    def counts(self) -> dict[str, int]:
        """The number of places of each kind; harbors are named by their paths."""
        paths = ISLAND_PATH_COUNT[self.island]
        return {
            "hex": ISLAND_HEXES[self.island],
            "site": ISLAND_SITE_COUNT[self.island],
            "path": paths,
            "harbor": paths,
        }

    def is_neutral(self, seat: int) -> bool:
        """Return whether a seat is a neutral player of the duel (DUO-1)."""
        return seat >= self.seats


Drawn: TypeAlias = Seen | IslandParts | Shown | Board


def board_of(drawn: Drawn) -> Board:
    """Return the board of a game, a view, a state or an island. Raises `ValueError` for anything else."""
    if isinstance(drawn, Board):
        return drawn
    if isinstance(drawn, IslandParts):
        return _bare(drawn)
    seen = getattr(drawn, "seen", drawn)
    if not isinstance(seen, Seen):
        raise ValueError(f"{drawn!r:.80}: expected a game, a view, a state or an island")
    return _built(seen)


def _built(seen: Seen) -> Board:
    """Return the board of a state or a view."""
    bare = _bare(seen.island)
    sites = {site: seen.s[SITE + site] for site in range(ISLAND_SITE_COUNT[bare.island]) if seen.s[SITE + site]}
    return Board(
        bare.island,
        bare.terrain,
        bare.tokens,
        bare.harbors,
        bare.robber,
        roads=dict(sorted(_roads(seen, ISLAND_PATH_COUNT[bare.island]))),
        settlements={site: code - 1 for site, code in sites.items() if code <= CITY_CODE},
        cities={site: code - 1 - CITY_CODE for site, code in sites.items() if code > CITY_CODE},
        seats=seen.s[PLAYERS] if seen.s[DUEL] else SEATS,
    )


def _roads(seen: Seen, paths: int) -> list[tuple[int, int]]:
    return [(path, seat) for seat in range(SEATS) for path in range(paths) if contains(seen.m, ROADS + 2 * seat, path)]


def _bare(island: IslandParts) -> Board:
    """Return the board of an island with only the robber on it."""
    count = ISLAND_HEXES[island.number]
    terrain = island.terrain or (UNLAID,) * count
    deserts = [place for place, kind in enumerate(terrain) if kind == DESERT]
    robber = deserts[0] if island.robber is None and len(deserts) == 1 else island.robber
    return Board(island.number, terrain, island.tokens or (0,) * count, island.harbors or (), robber)


def _spot(point: Point) -> Spot:
    return point[0] * HALF_WIDTH, point[1] * HALF_SIDE


HEX_SPOTS: Final = tuple(map(_spot, HEX_CENTERS))
SITE_SPOTS: Final = tuple(map(_spot, SITE_POINTS))


def path_ends(path: int) -> tuple[Spot, Spot]:
    """Return both ends of a path, the left one first; of a vertical path, the upper one."""
    first, second = sorted(SITE_SPOTS[site] for site in PATH_SITES[2 * path : 2 * path + 2])
    return first, second


def path_spot(path: int) -> Spot:
    """Return the middle of a path."""
    return along(*path_ends(path), 0.5)


@cache
def coast(island: int) -> tuple[Spot, ...]:
    """Go round an island along the coast, clockwise."""
    first = MOST_COAST * island
    return tuple(SITE_SPOTS[site] for site in COAST_SITES[first : first + COAST_LENGTH[island]])


@cache
def coast_paths(island: int) -> tuple[int, ...]:
    """List the paths where a harbor may be, ascending."""
    first = MOST_COAST * island
    return tuple(sorted(COAST_PATHS[first : first + COAST_LENGTH[island]]))


@cache
def harbor_spot(island: int, path: int) -> Spot:
    """Return the middle of the harbor that serves both ends of a coast path."""
    edges = range(MOST_COAST * island, MOST_COAST * island + COAST_LENGTH[island])
    sea = next(SEA_CENTERS[island][COAST_SEA[edge]] for edge in edges if COAST_PATHS[edge] == path)
    return along(path_spot(path), _spot(sea), HARBOR_DISTANCE / HALF_WIDTH)


def spot_of(board: Board, place: Place) -> Spot:
    """Return the middle of a place."""
    kind, number = place
    if kind == "harbor":
        return harbor_spot(board.island, number)
    return path_spot(number) if kind == "path" else (HEX_SPOTS if kind == "hex" else SITE_SPOTS)[number]


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle that a picture shows."""

    left: float
    top: float
    width: float
    height: float


@cache
def frame_of(island: int) -> Frame:
    """Return the frame around an island."""
    across, down = zip(*coast(island), strict=True)
    left, top = min(across) - MARGIN[0], min(down) - MARGIN[1]
    return Frame(left, top, max(across) + MARGIN[0] - left, max(down) + MARGIN[1] - top)
