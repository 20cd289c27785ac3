"""Islands given explicitly: their parts, which are refused, and how a state holds them (BRD-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from longroad.core.island.material import HARBORS, TERRAIN_COUNTS, TOKENS
from longroad.core.island.topology import COAST_LENGTH, COAST_PATHS, COAST_SITES, ISLAND_HEXES, MOST_COAST, PATH_SITES
from longroad.core.layout import (
    DUEL,
    HARBOR,
    HARBORS_BY,
    HEXES,
    ISLAND,
    ROBBER,
    ROBBER_START,
    SITES,
    TERRAIN,
    TERRAIN_BY,
    TOKEN,
    TOKENS_BY,
    Block,
)
from longroad.core.ruleset import CHOICES, GIVEN_HARBORS, GIVEN_TERRAIN, GIVEN_TOKENS
from longroad.core.words import DESERT, HARBOR_NAMES, NO_HARBOR, SEA, TERRAIN_NAMES

MOST_ALIKE: Final = 3  # hexes with the same token that a state can hold


class InvalidIsland(ValueError):
    """An island that cannot be laid with the material of the game."""


@dataclass(frozen=True, slots=True)
class Island:
    """An island, or the parts of one that are given; the rest is left to the options. Raises `InvalidIsland`.

    Terrain and tokens (0 for none) go hex by hex; a harbor is a coast path, whose two ends it serves, and its kind.
    The material must be the game's, except that a desert may be exchanged for any other terrain with a token. Without
    a desert the robber needs a hex; with two, it starts on a random one unless one is given.

    >>> Island(terrain=(0,) * 19)
    Traceback (most recent call last):
    ...
    longroad.core.island.given.InvalidIsland: terrain: 19 hills hexes given, the base island has 3
    """

    island: str = "base"
    terrain: tuple[int, ...] | None = None
    tokens: tuple[int, ...] | None = None
    harbors: tuple[tuple[int, int], ...] | None = None
    robber: int | None = None

    def __post_init__(self) -> None:
        if self.island not in CHOICES["island"]:
            raise InvalidIsland(f"island={self.island!r}: expected one of {', '.join(CHOICES['island'])}")
        if self.terrain is not None:
            _check_terrain(self, self.terrain)
        if self.tokens is not None:
            _check_tokens(self, self.tokens)
        if self.harbors is not None:
            _check_harbors(self, self.harbors)
        _check_robber(self)

    @property
    def number(self) -> int:
        """The island's number among the options.

        >>> Island("extension").number
        1
        """
        return CHOICES["island"].index(self.island)


def _check(right: bool, why: str) -> None:
    if not right:
        raise InvalidIsland(why)


def _check_length(island: Island, part: str, given: Sequence[int]) -> None:
    count = ISLAND_HEXES[island.number]
    _check(len(given) == count, f"{part}: {len(given)} hexes given, the {island.island} island has {count}")


def _check_terrain(island: Island, terrain: tuple[int, ...]) -> None:
    _check_length(island, "terrain", terrain)
    for place, kind in enumerate(terrain):
        _check(
            isinstance(kind, int) and 0 <= kind <= DESERT,
            f"terrain: {kind!r} on hex {place}: expected 0 to {DESERT} ({', '.join(TERRAIN_NAMES[: DESERT + 1])})",
        )
    counts = Counter(terrain)
    exchanged = TERRAIN_COUNTS[island.number][DESERT] - counts[DESERT]
    for kind, standard in enumerate(TERRAIN_COUNTS[island.number]):
        right = counts[kind] <= standard if kind == DESERT else standard <= counts[kind] <= standard + max(exchanged, 0)
        _check(
            right,
            f"terrain: {counts[kind]} {TERRAIN_NAMES[kind]} hexes given, the {island.island} island has {standard}",
        )
    _check(
        exchanged == 0 or island.tokens is not None,
        f"terrain: {counts[DESERT]} deserts given, the {island.island} island has {counts[DESERT] + exchanged}; "
        "one can be exchanged only if the tokens are given too",
    )


def _check_tokens(island: Island, tokens: tuple[int, ...]) -> None:
    if island.terrain is None:
        raise InvalidIsland("tokens: given without the terrain that they lie on")
    _check_length(island, "tokens", tokens)
    possible = sorted(set(TOKENS[island.number]))
    for place, (token, kind) in enumerate(zip(tokens, island.terrain, strict=True)):
        where = f"hex {place} ({TERRAIN_NAMES[kind]})"
        if kind == DESERT:
            _check(token == 0, f"tokens: {token!r} on {where}: a desert has none")
        else:
            _check(token != 0, f"tokens: none on {where}: every hex but a desert has one")
            _check(token in possible, f"tokens: {token!r} on {where}: expected one of {', '.join(map(str, possible))}")
    counts, standard = Counter(tokens), Counter(TOKENS[island.number])
    exchanged = TERRAIN_COUNTS[island.number][DESERT] - island.terrain.count(DESERT)
    for token in possible:
        most = min(standard[token] + exchanged, MOST_ALIKE)
        _check(
            standard[token] <= counts[token] <= most,
            f"tokens: {counts[token]} with {token} given, the {island.island} island has {standard[token]}"
            + (f", and {most} at most instead of a desert" if most > standard[token] else ""),
        )


def _check_harbors(island: Island, harbors: tuple[tuple[int, int], ...]) -> None:
    coast = _coast(island.number)
    taken: dict[int, int] = {}
    possible = ", ".join(map(str, sorted(coast)))
    for harbor in harbors:
        _check(
            isinstance(harbor, tuple) and len(harbor) == 2,
            f"harbors: {harbor!r} given: expected a pair of a coast path and a kind",
        )
        path, kind = harbor
        _check(path in coast, f"harbors: path {path!r} is not on the coast: expected {possible}")
        _check(
            isinstance(kind, int) and NO_HARBOR < kind < len(HARBOR_NAMES),
            f"harbors: kind {kind!r} at path {path}: expected 1 to {len(HARBOR_NAMES) - 1} "
            f"({', '.join(HARBOR_NAMES[1:])})",
        )
        for site in PATH_SITES[2 * path : 2 * path + 2]:
            _check(
                site not in taken,
                f"harbors: those at paths {taken.get(site)} and {path} share intersection {site}",
            )
            taken[site] = path
    counts, standard = Counter(kind for _, kind in harbors), Counter(HARBORS[island.number])
    for kind in sorted(standard):
        _check(
            counts[kind] == standard[kind],
            f"harbors: {counts[kind]} {HARBOR_NAMES[kind]} given, the {island.island} island has {standard[kind]}",
        )


def _check_robber(island: Island) -> None:
    count = ISLAND_HEXES[island.number]
    if island.robber is None:
        _check(
            island.terrain is None or DESERT in island.terrain,
            f"robber: none given, and there is no desert: expected a hex from 0 to {count - 1}",
        )
    else:
        _check(island.terrain is not None, f"robber={island.robber!r}: given without the terrain")
        _check(
            isinstance(island.robber, int) and 0 <= island.robber < count,
            f"robber={island.robber!r}: expected a hex from 0 to {count - 1}",
        )


def _coast(number: int) -> tuple[int, ...]:
    return COAST_PATHS[MOST_COAST * number : MOST_COAST * number + COAST_LENGTH[number]]


def _check_options(s: Block, island: Island) -> None:
    """Check that a state asks for the parts that are given, and for no others."""
    for part, given, is_asked in (
        ("terrain", island.terrain, s[TERRAIN_BY] == GIVEN_TERRAIN),
        ("tokens", island.tokens, s[TOKENS_BY] == GIVEN_TOKENS),
        ("harbors", island.harbors, s[HARBORS_BY] == GIVEN_HARBORS),
    ):
        _check(given is not None or not is_asked, f"{part}: the ruleset says 'given', and the island has none")
        _check(given is None or is_asked, f"{part}: given, but the ruleset does not say so ({part}='given' does)")


def put_island(s: Block, island: Island) -> None:
    """Put what is given of an island into a state whose options ask for it, before `make_island` does the rest."""
    _check_options(s, island)
    lay_island(s, island)


def lay_island(s: Block, island: Island) -> None:
    """Lay the parts of an island in a state, whatever its options say about how islands are made."""
    asked = CHOICES["island"][s[ISLAND]]
    _check(island.island == asked, f"island={island.island!r}: the ruleset's is {asked!r}")
    _check(
        s[DUEL] == 0 or island.terrain is None or DESERT in island.terrain,
        "terrain: no desert given, and the two-player game needs one for its robber",
    )
    if island.terrain is not None:
        _put(s, TERRAIN, island.terrain, HEXES, SEA)
        s[ROBBER_START] = -1 if island.robber is None else island.robber
    if island.tokens is not None:
        _put(s, TOKEN, island.tokens, HEXES, 0)
    if island.harbors is not None:
        served = {site: kind for path, kind in island.harbors for site in PATH_SITES[2 * path : 2 * path + 2]}
        _put(s, HARBOR, (served.get(site, NO_HARBOR) for site in range(SITES)), SITES, NO_HARBOR)


def _put(s: Block, field: int, values: Iterable[int], size: int, rest: int) -> None:
    filled = 0
    for value in values:
        s[field + filled] = value
        filled += 1
    for i in range(filled, size):
        s[field + i] = rest


def island_of(s: Block) -> Island:
    """Read the island of a state, with the hex where the robber stands now."""
    number = int(s[ISLAND])
    hexes = range(ISLAND_HEXES[number])
    return Island(
        island=CHOICES["island"][number],
        terrain=tuple(int(s[TERRAIN + place]) for place in hexes),
        tokens=tuple(int(s[TOKEN + place]) for place in hexes),
        harbors=tuple(sorted(_harbors(s, number))),
        robber=int(s[ROBBER]),
    )


def _harbors(s: Block, number: int) -> Iterator[tuple[int, int]]:
    """Pair the coastal intersections that have the same harbor, clockwise from where a run of equals begins."""
    length = COAST_LENGTH[number]
    kinds = [int(s[HARBOR + COAST_SITES[MOST_COAST * number + i]]) for i in range(length)]
    start = next(i for i in range(length) if kinds[i] != kinds[i - 1])
    i = start
    while i < start + length:
        edge = i % length
        if kinds[edge] == NO_HARBOR:
            i += 1
            continue
        yield COAST_PATHS[MOST_COAST * number + edge], kinds[edge]
        i += 2
