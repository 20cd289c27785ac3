"""The observation: a table of features generated from the table of fields, for each ruleset.

An observation is one row of small integers: what the observing seat may know. It is a sequence of blocks, each a
matrix: the game, the players (the observer first, then round the table), and per hex, intersection and path. So the
spatial form, for convolutions and graph networks, is the same row seen as matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from longroad.core.island.topology import (
    HEX_SITES,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    ISLAND_SITE_COUNT,
    PATH_SITES,
    SITE_NEIGHBORS,
    symmetries,
)
from longroad.core.layout import FIELDS, NONE, OWNER, RESOURCES, SEATS, Field
from longroad.core.phases import PHASE_TABLE
from longroad.core.ruleset import CHOICES, Ruleset
from longroad.core.words import HARBOR_NAMES, RESOURCE_NAMES, TERRAIN_NAMES

OBSERVATION_VERSION: Final = 1  # increased when a feature moves or changes its meaning

# How a field is observed. A field of the seats is otherwise observed as it is, its owner's only by the owner.
SETS: Final = ("owes", "offered_to", "waiting", "accepted", "proposed")  # sets of seats: 1 for those in it
ONE_SEAT: Final = ("turn", "actor", "first", "longest", "largest")  # 1 for that seat
ON_BOARD: Final = ("terrain", "token", "harbor", "robber", "site", "roads")  # observed where they lie
KINDS: Final = ("phase", "harbors")  # 1 for each kind
PRIVATE: Final = ("own", "composed", "asked_for")  # how features are made that only the observer sees
# Fields that are not observed, and why.
LEFT_OUT: Final[Mapping[str, str]] = {
    "hexes_of": "follows from the tokens",
    "viewer": "is the observer",
    "last_site": "the legal roads show it",
    "founding_rolls": "only chance acts then",
    "rolling": "only chance acts then",
    "victim": "only chance acts then",
    "winner": "nobody acts then",
    "settlements": "follows from the buildings",
    "reach": "follows from the board",
    "touched": "follows from the board",
    "blocked": "follows from the buildings",
    "taken": "follows from the roads",
    "limit": "belongs to the ruleset",
    "chances": "counts plies for replays",
}
TRADE: Final = (
    *("offers", "offer", "offered_to", "waiting", "accepted", "proposed", "proposals", "proposal"),
)  # only with trade between players
DUEL: Final = ("neutral_owed", "knight_sold", "forced_left", "trade_cards")  # only in the two-player game
FIRST_FIELD: Final = "terrain"  # the fields before it are the ruleset's

# The greatest value of a feature, where it is not 1; only for scaling.
MOST: Final[Mapping[str, int]] = {
    "token": 12,
    "pips": 5,
    "site": 2,
    "founded": 12,
    "rolls": 2,
    "rolled": 12,
    "free_roads": 2,
    "offers": 20,
    "offer": 4,
    "bank": 24,
    "deck_size": 34,
    "queue": 4,
    "queue_size": 9,
    "dice_deck": 6,
    "dice_left": 36,
    "hand": 10,
    "hand_size": 20,
    "discards": 10,
    "cards": 5,
    "fresh": 5,
    "cards_size": 10,
    "knights": 10,
    "roads_left": 15,
    "settlements_left": 5,
    "cities_left": 4,
    "road_length": 15,
    "points": 10,
    "proposal": 4,
    "proposals": 10,
    "trade_cards": 7,
    "neutral_owed": 2,
    "forced_left": 2,
    "turns": 127,
    "composed": 4,
}


@dataclass(frozen=True, slots=True)
class Feature:
    """Columns of a block: their name, number and meaning, how they are made, and where the field lies in a state."""

    block: str
    name: str
    width: int
    meaning: str
    how: str  # copy, own, set, seat, bits, kinds, or what `observe` writes by itself
    offset: int = -1
    step: int = 0  # from one seat to the next

    @property
    def most(self) -> int:
        """The greatest value, for scaling."""
        return MOST.get(self.name, 1)

    @property
    def is_private(self) -> bool:
        """Whether only the observer sees it."""
        return self.how in PRIVATE


BLOCKS: Final = ("game", "players", "robber", "sites", "paths", "hexes", "harbors")
HEX_WIDTH: Final = 8  # six terrains, token and pips
HARBOR_WIDTH: Final = 6
PHASES: Final = len(PHASE_TABLE)


class ObservationSpace:
    """The features of one ruleset.

    >>> space = ObservationSpace(Ruleset(domestic_trade=False))
    >>> space.size, space.shapes["sites"]
    (1142, (54, 4))
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.island = CHOICES["island"].index(ruleset.island)
        self.features = tuple(_features(ruleset))

    @cached_property
    def shapes(self) -> dict[str, tuple[int, int]]:
        """The shape of each block: its rows and its columns."""
        rows = {
            "game": 1,
            "players": self.seats,
            "robber": ISLAND_HEXES[self.island],
            "sites": ISLAND_SITE_COUNT[self.island],
            "paths": ISLAND_PATH_COUNT[self.island],
            "hexes": ISLAND_HEXES[self.island],
            "harbors": ISLAND_SITE_COUNT[self.island],
        }
        return {block: (rows[block], sum(f.width for f in self.features if f.block == block)) for block in BLOCKS}

    @property
    def seats(self) -> int:
        """How many players are observed, the neutral ones of the two-player game included."""
        return self.ruleset.players + 2 * self.ruleset.duel

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each block begins in the row."""
        offsets, at = {}, 0
        for block, (rows, columns) in self.shapes.items():
            offsets[block] = at
            at += rows * columns
        return offsets

    @property
    def size(self) -> int:
        """The length of the row."""
        return sum(rows * columns for rows, columns in self.shapes.values())

    def spatial(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the blocks of one observation, or of many (their last axis is the row), as views without a copy.

        >>> space = ObservationSpace(Ruleset())
        >>> space.spatial(np.zeros((8, space.size), np.int8))["paths"].shape
        (8, 72, 4)
        """
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"observation of shape {observation.shape}: expected rows of {self.size}")
        return {
            block: observation[..., at : at + rows * columns].reshape(*observation.shape[:-1], rows, columns)
            for (block, at), (rows, columns) in zip(self.offsets.items(), self.shapes.values(), strict=True)
        }

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """What each place of the row is divided by to be about 1 at most."""
        return self._in_row(lambda feature: feature.most).astype(np.float32)

    @cached_property
    def private(self) -> NDArray[np.bool_]:
        """Whether only the observer sees each place of the row."""
        return self._in_row(lambda feature: feature.is_private).astype(np.bool_)

    def _in_row(self, value: Callable[[Feature], int]) -> NDArray[Any]:
        """Return a value of each feature at its places of the row."""
        parts = [
            np.tile([value(f) for f in self.features if f.block == block for _ in range(f.width)], rows)
            for block, (rows, _) in self.shapes.items()
        ]
        return np.concatenate(parts)

    def scaled(self, observation: NDArray[Any]) -> NDArray[np.float32]:
        """Return observations as numbers between about -1 and 1."""
        result: NDArray[np.float32] = observation.astype(np.float32) / self.scale
        return result

    @cached_property
    def edges(self) -> dict[str, NDArray[np.int64]]:
        """The adjacency of the island as pairs of numbers: of hexes, intersections (sites) and paths.

        >>> {name: pairs.shape for name, pairs in ObservationSpace(Ruleset()).edges.items()}
        {'hex_site': (114, 2), 'path_site': (144, 2), 'site_site': (144, 2)}
        """
        hexes, sites, paths = (self.shapes[block][0] for block in ("hexes", "sites", "paths"))
        beside = ((site, SITE_NEIGHBORS[3 * site + k]) for site in range(sites) for k in range(3))
        return {
            "hex_site": np.array([(h, HEX_SITES[6 * h + k]) for h in range(hexes) for k in range(6)]),
            "path_site": np.array([(path, PATH_SITES[2 * path + k]) for path in range(paths) for k in range(2)]),
            "site_site": np.array([(site, other) for site, other in beside if 0 <= other < sites]),
        }

    @cached_property
    def symmetries(self) -> NDArray[np.int64]:
        """For each symmetry of the island, the identity first: `row[symmetries[k]]` is the row of the turned island.

        >>> ObservationSpace(Ruleset(domestic_trade=False)).symmetries.shape
        (12, 1142)
        """
        places = {"robber": "hexes", "hexes": "hexes", "sites": "sites", "harbors": "sites", "paths": "paths"}
        ways = []
        for way in symmetries(self.island):
            parts = []
            for block, (rows, columns) in self.shapes.items():
                numbers = self.offsets[block] + np.arange(rows * columns).reshape(rows, columns)
                if block in places:
                    numbers = numbers[np.argsort(way._asdict()[places[block]][:rows])]
                parts.append(numbers.ravel())
            ways.append(np.concatenate(parts))
        return np.array(ways, np.int64)

    def columns(self) -> Iterator[tuple[str, int, Feature]]:
        """Yield the features with their block and first column."""
        at = dict.fromkeys(BLOCKS, 0)
        for feature in self.features:
            yield feature.block, at[feature.block], feature
            at[feature.block] += feature.width


def observed_fields(ruleset: Ruleset) -> Iterator[Field]:
    """Yield the fields of a state that an observation has something of."""
    first = next(i for i, field in enumerate(FIELDS) if field.name == FIRST_FIELD)
    absent = {*LEFT_OUT, *(() if ruleset.domestic_trade else TRADE), *(() if ruleset.duel else DUEL)}
    if ruleset.dice != "deck":
        absent |= {"dice_deck", "dice_left"}
    if ruleset.progress_cards != "recycled":
        absent |= {"queue", "queue_size"}
    for field in FIELDS[first:]:
        if field.seen_by != NONE and field.name not in absent:
            yield field


def _features(ruleset: Ruleset) -> Iterator[Feature]:
    """Yield the features block by block, in the order in which `observe` writes them."""
    fields = list(observed_fields(ruleset))
    yield Feature("game", "phase", PHASES, "1 for the phase of the game", "kinds")
    plain = [field for field in fields if field.name not in (*SETS, *ONE_SEAT, *ON_BOARD, *KINDS, "turns")]
    for field in plain:
        if field.shape[:1] != (SEATS,) and field.name != "trade_cards":
            yield Feature("game", field.name, field.size, field.meaning, "copy", field.offset)
    for field in plain:
        if field.seen_by == OWNER:
            width = field.size // SEATS
            yield Feature("game", field.name, width, f"the observer's own: {field.meaning}", "own", field.offset, width)
    yield Feature("game", "composed", RESOURCES, "the bundle that is being composed: given > 0, taken < 0", "composed")
    yield Feature("game", "is_composing", 1, "1 while a bundle is being composed", "composed")
    yield Feature("game", "is_asked", 1, "1 if the observer is asked for a proposal", "composed")
    yield Feature("game", "turns", 1, "turns begun so far, 127 if more", "turns")
    yield from _player_features(ruleset, fields, plain)
    yield from _board_features(ruleset)


def _player_features(ruleset: Ruleset, fields: list[Field], plain: list[Field]) -> Iterator[Feature]:
    for field in plain:
        if field.shape[:1] == (SEATS,) and field.seen_by != OWNER:
            width = field.size // SEATS
            yield Feature("players", field.name, width, field.meaning, "copy", field.offset, width)
    for how, names, word in (("set", SETS, "in the"), ("seat", ONE_SEAT, "the")):
        for field in fields:
            if field.name in names:
                meaning = field.meaning.removesuffix(", -1 if none").removeprefix("the ")
                yield Feature("players", field.name, 1, f"1 if the player is {word} {meaning}", how, field.offset)
    kinds = ", ".join(HARBOR_NAMES[1:])
    offset = next(field.offset for field in fields if field.name == "harbors")
    yield Feature("players", "harbors", HARBOR_WIDTH, f"1 for each kind of harbor: {kinds}", "bits", offset)
    yield Feature("players", "decides", 1, "1 for the player who decides now, also to discard or to answer", "decides")
    if ruleset.domestic_trade:
        yield Feature("players", "asked_for", 1, "1 for those who the offer being composed is for", "asked_for")
    if ruleset.duel:
        yield Feature("players", "trade_cards", 1, "trade cards of the two players", "trade_cards")


def _board_features(ruleset: Ruleset) -> Iterator[Feature]:
    seats = ruleset.players + 2 * ruleset.duel
    yield Feature("robber", "robber", 1, "1 for the hex of the robber", "board")
    yield Feature("sites", "site", seats, "by player: 1 settlement, 2 city", "board")
    yield Feature("paths", "roads", seats, "by player: 1 for a road", "board")
    yield Feature("hexes", "terrain", RESOURCES + 1, f"1 for the terrain: {', '.join(TERRAIN_NAMES[:6])}", "island")
    yield Feature("hexes", "token", 1, "number token, 0 for none", "island")
    yield Feature("hexes", "pips", 1, "rolls of 36 that have the number", "island")
    names = ", ".join([*RESOURCE_NAMES, "generic"])
    yield Feature("harbors", "harbor", HARBOR_WIDTH, f"1 for the harbor at the intersection: {names}", "island")
