"""Islands that are given explicitly (BRD-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from longroad.core.island import topology as isl
from longroad.core.island.given import InvalidIsland, Island, island_of, put_island
from longroad.core.island.setup import make_island
from longroad.core.layout import HEXES_OF, ROBBER, TERRAIN
from longroad.core.words import DESERT, FOREST, GENERIC_HARBOR, SEA, WOOL
from tests.rules.islands import BEGINNER, WAYS, asked, laid, made


def given_beginner(**changes: Any) -> Island:
    """Return the beginner island as a caller would, with changes."""
    return replace(island_of(made(0, **BEGINNER)), **changes)


GIVEN = {"terrain": "given", "tokens": "given", "harbors": "given"}


def changed(values: tuple[int, ...] | None, **changes: int) -> tuple[int, ...]:
    """Return values with some replaced: changed(values, at_3=5)."""
    assert values is not None
    new = list(values)
    for where, value in changes.items():
        new[int(where.removeprefix("at_"))] = value
    return tuple(new)


@pytest.mark.rule("BRD-12")
@pytest.mark.parametrize("options", WAYS, ids=lambda options: "-".join(options.values()))
def test_an_island_goes_into_a_state_and_out_again(options: dict[str, str]) -> None:
    island = island_of(made(9, **options))
    s = asked(**(GIVEN | {"island": options["island"]}))
    put_island(s, island)
    make_island(s, 1)
    assert island_of(s) == island
    fields = slice(TERRAIN, ROBBER + 1)
    assert s[fields] == made(9, **options)[fields]


@pytest.mark.rule("BRD-12")
def test_harbors_of_one_kind_side_by_side_are_told_apart() -> None:
    edges = {29: GENERIC_HARBOR, 1: GENERIC_HARBOR, 3: GENERIC_HARBOR, 5: GENERIC_HARBOR} | {
        7 + 3 * resource: 1 + resource for resource in range(5)
    }
    harbors = tuple(sorted((isl.COAST_PATHS[edge], kind) for edge, kind in edges.items()))
    s = asked(**GIVEN)
    put_island(s, given_beginner(harbors=harbors))
    assert island_of(s).harbors == harbors


@pytest.mark.rule("BRD-12")
@pytest.mark.parametrize(("tokens", "harbors"), list(product(["spiral", "random"], ["shuffled", "free"])))
@pytest.mark.parametrize("island", ["base", "extension"])
def test_given_terrain_takes_tokens_and_harbors_of_any_kind(island: str, tokens: str, harbors: str) -> None:
    terrain = laid(3, island=island)[0]
    s = asked(island=island, terrain="given", tokens=tokens, harbors=harbors)
    put_island(s, Island(island=island, terrain=terrain))
    make_island(s, 4)
    assert island_of(s).terrain == terrain
    assert terrain[s[ROBBER]] == DESERT


@pytest.mark.rule("BRD-12")
@pytest.mark.parametrize("robber", [0, 4, 18])
def test_a_robber_that_is_given_stays(robber: int) -> None:
    s = asked(**GIVEN)
    put_island(s, given_beginner(robber=robber))
    make_island(s, 1)
    assert s[ROBBER] == robber


@pytest.mark.rule("BRD-12")
def test_an_island_without_a_desert_needs_a_robber() -> None:
    beginner = given_beginner()
    full = given_beginner(
        terrain=changed(beginner.terrain, at_9=WOOL), tokens=changed(beginner.tokens, at_9=12), robber=9
    )
    s = asked(**GIVEN)
    put_island(s, full)
    make_island(s, 1)
    assert s[ROBBER] == 9
    assert s[HEXES_OF + 30 : HEXES_OF + 33] == [3, 9, -1]
    with pytest.raises(InvalidIsland, match="robber: none given, and there is no desert"):
        replace(full, robber=None)


def refusals() -> Iterator[tuple[dict[str, Any], str]]:
    """Yield changes that spoil the beginner island, and what is said of them."""
    good = given_beginner()
    terrain, tokens, harbors = good.terrain, good.tokens, good.harbors
    assert harbors is not None
    moved = dict(harbors)
    yield {"island": "atoll"}, "island='atoll': expected one of base, extension"
    yield {"island": "extension"}, "terrain: 19 hexes given, the extension island has 30"
    yield {"terrain": terrain[1:] if terrain else ()}, "terrain: 18 hexes given, the base island has 19"
    yield {"terrain": changed(terrain, at_0=FOREST)}, "terrain: 5 forest hexes given, the base island has 4"
    yield {"terrain": changed(terrain, at_0=DESERT)}, "terrain: 2 mountains hexes given, the base island has 3"
    yield {"terrain": changed(terrain, at_0=SEA)}, "terrain: 6 on hex 0: expected 0 to 5 .hills, forest"
    yield {"terrain": changed(terrain, at_9=FOREST), "tokens": None, "robber": 0}, "only if the tokens are given too"
    yield {"terrain": None}, "tokens: given without the terrain"
    yield {"tokens": changed(tokens, at_9=5)}, r"tokens: 5 on hex 9 \(desert\): a desert has none"
    yield {"tokens": changed(tokens, at_0=0)}, r"tokens: none on hex 0 \(mountains\): every hex but a desert has one"
    yield {"tokens": changed(tokens, at_0=7)}, r"tokens: 7 on hex 0 \(mountains\): expected one of 2, 3, 4, 5, 6, 8"
    yield {"tokens": changed(tokens, at_0=11)}, "tokens: 1 with 10 given, the base island has 2"
    yield {"tokens": (10,)}, "tokens: 1 hexes given, the base island has 19"
    yield {"harbors": harbors[1:]}, "harbors: 3 generic given, the base island has 4"
    tenth = (isl.COAST_PATHS[5], GENERIC_HARBOR)
    yield {"harbors": (*harbors, tenth)}, "harbors: 5 generic given, the base island has 4"
    yield (
        {"harbors": ((7, 6), *harbors[1:])},
        "harbors: path 7 is not on the coast: expected 0, 1, 2, 3, 4, 5, 6, 9",
    )
    yield {"harbors": ((80, 6), *harbors[1:])}, "harbors: path 80 is not on the coast"
    yield {"harbors": ((2, moved[0]), *harbors[1:])}, "harbors: those at paths 2 and 3 share intersection 1"
    yield {"harbors": ((0, 0), *harbors[1:])}, "harbors: kind 0 at path 0: expected 1 to 6 .brick, lumber"
    yield {"robber": 19}, "robber=19: expected a hex from 0 to 18"
    yield {"terrain": None, "tokens": None, "robber": 3}, "robber=3: given without the terrain"


@pytest.mark.rule("BRD-12")
@pytest.mark.parametrize(
    ("changes", "why"), list(refusals()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_wrong_island_is_refused_with_a_reason(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidIsland, match=why):
        given_beginner(**changes)


@pytest.mark.rule("BRD-12")
def test_no_token_lies_on_more_than_three_hexes() -> None:
    terrain, tokens, harbors, _ = laid(1, island="extension")
    desert = terrain.index(DESERT)
    full = changed(terrain, **{f"at_{desert}": FOREST})
    with pytest.raises(InvalidIsland, match="tokens: 4 with 6 given, the extension island has 3"):
        Island("extension", full, changed(tokens, **{f"at_{desert}": 6}), tuple(harbors.items()))


@pytest.mark.rule("BRD-12")
@pytest.mark.parametrize(
    ("options", "island", "why"),
    [
        (GIVEN, Island(), "terrain: the ruleset says 'given', and the island has none"),
        ({}, given_beginner(), "terrain: given, but the ruleset does not say so"),
        (GIVEN | {"island": "extension"}, given_beginner(), "island='base': the ruleset's is 'extension'"),
    ],
)
def test_what_is_given_must_be_what_is_asked(options: dict[str, str], island: Island, why: str) -> None:
    s = asked(**options)
    before = list(s)
    with pytest.raises(InvalidIsland, match=why):
        put_island(s, island)
    assert s == before


@pytest.mark.rule("BRD-12", "DUO-8")
def test_the_two_player_game_needs_a_desert() -> None:
    beginner = given_beginner()
    full = given_beginner(
        terrain=changed(beginner.terrain, at_9=WOOL), tokens=changed(beginner.tokens, at_9=12), robber=9
    )
    with pytest.raises(InvalidIsland, match="the two-player game needs one for its robber"):
        put_island(asked(**GIVEN, players=2, duel=True), full)
    put_island(asked(**GIVEN, players=2), full)
