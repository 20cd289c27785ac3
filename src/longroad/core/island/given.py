"""Islands given explicitly: their parts, which are refused, and how a state holds them (BRD-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

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
GIVEN_RULE: Final = "BRD-12"
LAND_RULES: Final = ("BRD-1", "BRD-4")  # by island
TOKEN_RULES: Final = ("BRD-3", "BRD-4")


class InvalidIsland(ValueError):
    """An island that cannot be laid with the material of the game."""


class Flaw(NamedTuple):
    """What is wrong with an island: a sentence, the rule that it breaks, and the hexes or coast paths where it is.

    `kind` and `values` say the same to programs, where it is a flaw of a whole island.
    """

    sentence: str
    rule: str = GIVEN_RULE
    hexes: tuple[int, ...] = ()
    paths: tuple[int, ...] = ()
    kind: str = ""
    values: Mapping[str, int | str] = {}


@dataclass(frozen=True, slots=True)
class IslandParts:
    """An island, or the parts of one that are given, right or wrong; `flaws` says what is wrong.

    Terrain and tokens (0 for none) go hex by hex; a harbor is a coast path, whose two ends it serves, and its kind.

    >>> [flaw.rule for flaw in IslandParts(terrain=(0,) * 19, tokens=(6,) * 19).flaws()][:2]
    ['BRD-1', 'BRD-1']
    """

    island: str = "base"
    terrain: tuple[int, ...] | None = None
    tokens: tuple[int, ...] | None = None
    harbors: tuple[tuple[int, int], ...] | None = None
    robber: int | None = None

    @property
    def number(self) -> int:
        """The island's number among the options.

        >>> Island("extension").number
        1
        """
        return CHOICES["island"].index(self.island)

    def flaws(self) -> Iterator[Flaw]:
        """Yield everything that is wrong; where a part cannot be read at all, nothing else about it.

        >>> list(IslandParts().flaws())
        []
        """
        if self.island not in CHOICES["island"]:
            yield Flaw(f"island={self.island!r}: expected one of {', '.join(CHOICES['island'])}")
            return
        if self.terrain is not None:
            yield from _terrain_flaws(self, self.terrain)
        if self.tokens is not None:
            yield from _token_flaws(self, self.tokens)
        if self.harbors is not None:
            yield from _harbor_flaws(self, self.harbors)
        yield from _robber_flaws(self)


@dataclass(frozen=True, slots=True)
class Island(IslandParts):
    """An island, or the parts of one that are given; the rest is left to the options. Raises `InvalidIsland`.

    Terrain and tokens (0 for none) go hex by hex; a harbor is a coast path, whose two ends it serves, and its kind.
    The material must be the game's, except that a desert may be exchanged for any other terrain with a token. Without
    a desert the robber needs a hex; with two, it starts on a random one unless one is given.

    >>> Island(terrain=(0,) * 19)
    Traceback (most recent call last):
    ...
    longroad.core.island.given.InvalidIsland: terrain: 19 hills hexes given, the base island has 3
    """

    def __post_init__(self) -> None:
        flaw = next(self.flaws(), None)
        if flaw is not None:
            raise InvalidIsland(flaw.sentence)


def _check(right: bool, why: str) -> None:
    if not right:
        raise InvalidIsland(why)


def _wrong_length(island: IslandParts, part: str, given: Sequence[int]) -> Iterator[Flaw]:
    count = ISLAND_HEXES[island.number]
    if len(given) != count:
        yield Flaw(f"{part}: {len(given)} hexes given, the {island.island} island has {count}", _land_rule(island))


def _land_rule(island: IslandParts) -> str:
    return LAND_RULES[island.number]


def _where(values: Sequence[int], value: int) -> tuple[int, ...]:
    return tuple(place for place, one in enumerate(values) if one == value)


def _terrain_flaws(island: IslandParts, terrain: tuple[int, ...]) -> Iterator[Flaw]:
    unread = [*_wrong_length(island, "terrain", terrain), *_unknown_terrain(terrain)]
    yield from unread
    if unread:
        return
    counts = Counter(terrain)
    exchanged = TERRAIN_COUNTS[island.number][DESERT] - counts[DESERT]
    for kind, standard in enumerate(TERRAIN_COUNTS[island.number]):
        most = standard if kind == DESERT else standard + max(exchanged, 0)
        if counts[kind] > most or (kind != DESERT and counts[kind] < standard):
            name = TERRAIN_NAMES[kind]
            sentence = f"terrain: {counts[kind]} {name} hexes given, the {island.island} island has {standard}"
            values: dict[str, int | str] = {"terrain": name, "given": counts[kind], "standard": standard}
            hexes = _where(terrain, kind) if counts[kind] > most else ()
            yield Flaw(sentence, _land_rule(island), hexes, kind="terrain_count", values=values)
    if exchanged != 0 and island.tokens is None:
        yield Flaw(
            f"terrain: {counts[DESERT]} deserts given, the {island.island} island has {counts[DESERT] + exchanged}; "
            "one can be exchanged only if the tokens are given too"
        )


def _unknown_terrain(terrain: tuple[int, ...]) -> Iterator[Flaw]:
    names = ", ".join(TERRAIN_NAMES[: DESERT + 1])
    for place, kind in enumerate(terrain):
        if not (isinstance(kind, int) and 0 <= kind <= DESERT):
            sentence = f"terrain: {kind!r} on hex {place}: expected 0 to {DESERT} ({names})"
            yield Flaw(sentence, hexes=(place,))


def _token_flaws(island: IslandParts, tokens: tuple[int, ...]) -> Iterator[Flaw]:
    terrain = island.terrain
    if terrain is None:
        yield Flaw("tokens: given without the terrain that they lie on")
        return
    unread = list(_wrong_length(island, "tokens", tokens))
    yield from unread
    if unread or len(terrain) != len(tokens) or any(_unknown_terrain(terrain)):
        return
    yield from _misplaced_tokens(island, terrain, tokens)
    counts, standard = Counter(tokens), Counter(TOKENS[island.number])
    exchanged = TERRAIN_COUNTS[island.number][DESERT] - terrain.count(DESERT)
    for token in sorted(standard):
        most = min(standard[token] + exchanged, MOST_ALIKE)
        if not standard[token] <= counts[token] <= most:
            yield Flaw(
                f"tokens: {counts[token]} with {token} given, the {island.island} island has {standard[token]}"
                + (f", and {most} at most instead of a desert" if most > standard[token] else ""),
                TOKEN_RULES[island.number],
                _where(tokens, token) if counts[token] > most else (),
                kind="token_count",
                values={"token": token, "given": counts[token], "standard": standard[token]},
            )


def _misplaced_tokens(island: IslandParts, terrain: tuple[int, ...], tokens: tuple[int, ...]) -> Iterator[Flaw]:
    possible, rule = sorted(set(TOKENS[island.number])), TOKEN_RULES[island.number]
    for place, (token, kind) in enumerate(zip(tokens, terrain, strict=True)):
        where = f"hex {place} ({TERRAIN_NAMES[kind]})"
        if kind == DESERT and token != 0:
            sentence = f"tokens: {token!r} on {where}: a desert has none"
            yield Flaw(sentence, rule, (place,), kind="token_on_desert", values={"hex": place})
        elif kind != DESERT and token == 0:
            sentence = f"tokens: none on {where}: every hex but a desert has one"
            yield Flaw(sentence, rule, (place,), kind="token_missing", values={"hex": place})
        elif kind != DESERT and token not in possible:
            numbers = ", ".join(map(str, possible))
            yield Flaw(f"tokens: {token!r} on {where}: expected one of {numbers}", rule, (place,))


def _harbor_flaws(island: IslandParts, harbors: tuple[tuple[int, int], ...]) -> Iterator[Flaw]:
    unread = list(_unknown_harbors(island, harbors))
    yield from unread
    if unread:
        return
    taken: dict[int, int] = {}
    for path, _ in harbors:
        for site in PATH_SITES[2 * path : 2 * path + 2]:
            if site in taken:
                sentence = f"harbors: those at paths {taken[site]} and {path} share intersection {site}"
                values = {"one": taken[site], "other": path}
                yield Flaw(sentence, "BRD-6", paths=(taken[site], path), kind="harbor_shared", values=values)
            taken[site] = path
    counts, standard = Counter(kind for _, kind in harbors), Counter(HARBORS[island.number])
    for kind in sorted(standard):
        if counts[kind] != standard[kind]:
            name = HARBOR_NAMES[kind]
            paths = tuple(path for path, one in harbors if one == kind)
            sentence = f"harbors: {counts[kind]} {name} given, the {island.island} island has {standard[kind]}"
            wrong: dict[str, int | str] = {"kind": name, "given": counts[kind], "standard": standard[kind]}
            paths = paths if counts[kind] > standard[kind] else ()
            yield Flaw(sentence, "BRD-5", paths=paths, kind="harbor_count", values=wrong)


def _unknown_harbors(island: IslandParts, harbors: tuple[object, ...]) -> Iterator[Flaw]:
    coast = _coast(island.number)
    kinds = f"1 to {len(HARBOR_NAMES) - 1} ({', '.join(HARBOR_NAMES[1:])})"
    for harbor in harbors:
        if not (isinstance(harbor, tuple) and len(harbor) == 2):
            yield Flaw(f"harbors: {harbor!r} given: expected a pair of a coast path and a kind")
            continue
        path, kind = harbor
        if path not in coast:
            possible = ", ".join(map(str, sorted(coast)))
            where = (path,) if isinstance(path, int) else ()
            sentence = f"harbors: path {path!r} is not on the coast: expected {possible}"
            yield Flaw(sentence, "BRD-5", paths=where, kind="harbor_inland", values={"path": path})
        elif not (isinstance(kind, int) and NO_HARBOR < kind < len(HARBOR_NAMES)):
            yield Flaw(f"harbors: kind {kind!r} at path {path}: expected {kinds}", "BRD-5", paths=(path,))


def _robber_flaws(island: IslandParts) -> Iterator[Flaw]:
    count = ISLAND_HEXES[island.number]
    if island.robber is None:
        if island.terrain is not None and DESERT not in island.terrain:
            yield Flaw(f"robber: none given, and there is no desert: expected a hex from 0 to {count - 1}", "BRD-11")
    elif island.terrain is None:
        yield Flaw(f"robber={island.robber!r}: given without the terrain")
    elif not (isinstance(island.robber, int) and 0 <= island.robber < count):
        yield Flaw(f"robber={island.robber!r}: expected a hex from 0 to {count - 1}", "BRD-11")


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
