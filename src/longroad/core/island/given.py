"""Islands given explicitly: their parts, which are refused, and how a state holds them (BRD-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from longroad.core.findings import (
    FINDING_ROW,
    FINDING_SETS,
    FINDINGS_SIZE,
    HARBOR_SHARED,
    HEX_SET,
    PATH_SET,
    TOKEN_COUNT,
    TOKEN_ON_DESERT,
)
from longroad.core.island.flaws import (
    MOST_ALIKE,
    exchanged_deserts,
    find_harbor_flaws,
    find_terrain_flaws,
    find_token_flaws,
)
from longroad.core.island.material import TOKENS
from longroad.core.island.topology import COAST_LENGTH, COAST_PATHS, COAST_SITES, ISLAND_HEXES, MOST_COAST, PATH_SITES
from longroad.core.layout import (
    DUEL,
    HARBOR,
    HARBORS_BY,
    HEXES,
    ISLAND,
    PATHS,
    ROBBER,
    ROBBER_START,
    SITES,
    TERRAIN,
    TERRAIN_BY,
    TOKEN,
    TOKENS_BY,
    WORD_BITS,
    Block,
)
from longroad.core.ruleset import CHOICES, GIVEN_HARBORS, GIVEN_TERRAIN, GIVEN_TOKENS
from longroad.core.sets import members
from longroad.core.words import DESERT, HARBOR_NAMES, NO_HARBOR, SEA, TERRAIN_NAMES

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


def _block(island: IslandParts) -> list[int]:
    """Return a block with the terrain and the tokens of an island, as rule functions read it."""
    s = [0] * (TOKEN + HEXES)
    s[ISLAND] = island.number
    _put(s, TERRAIN, island.terrain or (), HEXES, SEA)
    _put(s, TOKEN, island.tokens or (), HEXES, 0)
    return s


def _rows(found: list[int]) -> Iterator[tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]]:
    """Yield the findings of a block: kind, value, given, standard, hexes and paths."""
    for first in range(1, 1 + FINDING_ROW * found[0], FINDING_ROW):
        kind, value, given, standard = found[first : first + FINDING_SETS]
        sets = found[first + FINDING_SETS : first + FINDING_ROW]
        paths = members(sets[PATH_SET] | sets[PATH_SET + 1] << WORD_BITS)
        yield kind, value, given, standard, members(sets[HEX_SET]), paths


def _terrain_flaws(island: IslandParts, terrain: tuple[int, ...]) -> Iterator[Flaw]:
    unread = [*_wrong_length(island, "terrain", terrain), *_unknown_terrain(terrain)]
    yield from unread
    if unread:
        return
    s, found = _block(island), [0] * FINDINGS_SIZE
    find_terrain_flaws(s, found)
    for _, kind, given, standard, hexes, _ in _rows(found):
        name = TERRAIN_NAMES[kind]
        sentence = f"terrain: {given} {name} hexes given, the {island.island} island has {standard}"
        values: dict[str, int | str] = {"terrain": name, "given": given, "standard": standard}
        yield Flaw(sentence, _land_rule(island), hexes, kind="terrain_count", values=values)
    if exchanged_deserts(s) != 0 and island.tokens is None:
        deserts = terrain.count(DESERT)
        yield Flaw(
            f"terrain: {deserts} deserts given, the {island.island} island has {deserts + exchanged_deserts(s)}; "
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
    unknown = list(_unknown_tokens(island, terrain, tokens))
    yield from unknown
    s, found = _block(island), [0] * FINDINGS_SIZE
    find_token_flaws(s, found)
    rule, exchanged = TOKEN_RULES[island.number], exchanged_deserts(s)
    for kind, value, given, standard, hexes, _ in _rows(found):
        if kind == TOKEN_COUNT:
            sentence = f"tokens: {given} with {value} given, the {island.island} island has {standard}"
            most = min(standard + exchanged, MOST_ALIKE)
            sentence += f", and {most} at most instead of a desert" if most > standard else ""
            values: dict[str, int | str] = {"token": value, "given": given, "standard": standard}
            yield Flaw(sentence, rule, hexes, kind="token_count", values=values)
        elif kind == TOKEN_ON_DESERT:
            sentence = f"tokens: {tokens[value]!r} on hex {value} (desert): a desert has none"
            yield Flaw(sentence, rule, hexes, kind="token_on_desert", values={"hex": value})
        else:
            sentence = f"tokens: none on hex {value} ({TERRAIN_NAMES[terrain[value]]}): every hex but a desert has one"
            yield Flaw(sentence, rule, hexes, kind="token_missing", values={"hex": value})


def _unknown_tokens(island: IslandParts, terrain: tuple[int, ...], tokens: tuple[int, ...]) -> Iterator[Flaw]:
    possible = sorted(set(TOKENS[island.number]))
    for place, (token, kind) in enumerate(zip(tokens, terrain, strict=True)):
        if kind != DESERT and token != 0 and token not in possible:
            where, numbers = f"hex {place} ({TERRAIN_NAMES[kind]})", ", ".join(map(str, possible))
            sentence = f"tokens: {token!r} on {where}: expected one of {numbers}"
            yield Flaw(sentence, TOKEN_RULES[island.number], (place,))


def _harbor_flaws(island: IslandParts, harbors: tuple[tuple[int, int], ...]) -> Iterator[Flaw]:
    unread = list(_unknown_harbors(island, harbors)) or list(_repeated_harbors(harbors))
    yield from unread
    if unread:
        return
    s, found = _block(island), [0] * FINDINGS_SIZE
    find_harbor_flaws(s, by_path(harbors), found)
    for kind, value, given, standard, _, paths in _rows(found):
        if kind == HARBOR_SHARED:
            ends = (set(PATH_SITES[2 * path : 2 * path + 2]) for path in paths)
            (site,) = set.intersection(*ends)
            sentence = f"harbors: those at paths {value} and {given} share intersection {site}"
            yield Flaw(sentence, "BRD-6", paths=paths, kind="harbor_shared", values={"one": value, "other": given})
        else:
            name = HARBOR_NAMES[value]
            sentence = f"harbors: {given} {name} given, the {island.island} island has {standard}"
            wrong: dict[str, int | str] = {"kind": name, "given": given, "standard": standard}
            yield Flaw(sentence, "BRD-5", paths=paths, kind="harbor_count", values=wrong)


def by_path(harbors: Iterable[tuple[int, int]]) -> list[int]:
    """Return the kind of harbor at each path, 0 for none."""
    kinds = [NO_HARBOR] * PATHS
    for path, kind in harbors:
        kinds[path] = kind
    return kinds


def _repeated_harbors(harbors: tuple[tuple[int, int], ...]) -> Iterator[Flaw]:
    for path, count in Counter(path for path, _ in harbors).items():
        if count > 1:
            sentence = f"harbors: {count} at path {path}: expected one"
            values = {"one": path, "other": path}
            yield Flaw(sentence, "BRD-6", paths=(path,), kind="harbor_shared", values=values)


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
    return _checked_once(
        island=CHOICES["island"][number],
        terrain=tuple(int(s[TERRAIN + place]) for place in hexes),
        tokens=tuple(int(s[TOKEN + place]) for place in hexes),
        harbors=tuple(sorted(_harbors(s, number))),
        robber=int(s[ROBBER]),
    )


@lru_cache(maxsize=256)
def _checked_once(**parts: Any) -> Island:
    """Return an island; every position of a game is written on the same one, which is checked only once."""
    return Island(**parts)


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
