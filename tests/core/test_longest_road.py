"""The longest road on thousands of random networks, against plain recursion over all trails (AWD-1, AWD-2)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from longroad.core.check.network import road_from_ends
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_PATHS
from longroad.core.layout import ROAD_LENGTH, ROADS, SITE
from longroad.core.rules.awards import longest_road, longest_trail, search_trail
from longroad.core.rules.network import place_road
from longroad.core.ruleset import CHOICES, Ruleset
from longroad.core.sets import include
from longroad.core.state import State
from tests.samples import first

SEAT, OPPONENT = 1, 2


def by_brute_force(roads: set[int], closed: set[int]) -> int:
    """Try every trail: start anywhere, go on over any unused road, never past a closed intersection."""

    def longest_from(site: int, unused: frozenset[int], is_start: bool) -> int:
        if site in closed and not is_start:
            return 0
        lengths = [0]
        for road in unused:
            ends = PATH_SITES[2 * road], PATH_SITES[2 * road + 1]
            if site in ends:
                lengths.append(1 + longest_from(sum(ends) - site, unused - {road}, False))
        return max(lengths)

    sites = {PATH_SITES[2 * road + end] for road in roads for end in (0, 1)}
    return max((longest_from(site, frozenset(roads), True) for site in sites), default=0)


def random_network(rng: random.Random, island: int) -> list[int]:
    """Grow up to 15 roads from one or two places: dense, with rings, or long, or neither."""
    roads: list[int] = []
    count, shape = rng.randint(1, 15), rng.choice(("dense", "dense", "long", "any"))
    near = rng.sample(range(ISLAND_PATH_COUNT[island]), rng.choice((1, 1, 2)))
    while len(roads) < count and near:
        road = near.pop({"dense": 0, "long": -1, "any": rng.randrange(len(near))}[shape])
        if road in roads:
            continue
        roads.append(road)
        sites = [PATH_SITES[2 * road], PATH_SITES[2 * road + 1]]
        joined = [path for site in sites for path in SITE_PATHS[3 * site : 3 * site + 3]]
        joined = [path for path in joined if 0 <= path < ISLAND_PATH_COUNT[island] and path not in roads]
        rng.shuffle(joined)
        near += joined
    return roads


@cache
def empty(island: int) -> State:
    """Return the beginning of a game on an island."""
    return State.new(Ruleset(players=4, island=CHOICES["island"][island], first_player="given"))


def random_position(rng: random.Random, island: int) -> tuple[State, list[int], set[int]]:
    """Return a state with a network's surroundings: buildings of opponents, which close it, and of its owner."""
    state = empty(island).copy()
    roads = random_network(rng, island)
    ends = sorted({PATH_SITES[2 * road + end] for road in roads for end in (0, 1)})
    closed = set(rng.sample(ends, rng.randint(0, min(3, len(ends)))))
    for site in range(ISLAND_SITE_COUNT[island]):
        if site in closed:
            state.s[SITE + site] = rng.choice((1, 3, 4, 7, 9, 10))  # settlements and cities of seats 0, 2 and 3
        elif site in ends and rng.random() < 0.2:
            state.s[SITE + site] = rng.choice((2, 8))
    return state, roads, closed


def positions(count: int) -> Iterator[tuple[State, list[int], set[int]]]:
    rng = random.Random(7)
    for number in range(count):
        yield random_position(rng, number % 2)


@pytest.mark.rule("AWD-1", "AWD-2")
@pytest.mark.parametrize("count", first(1, [1700, 4000]))
def test_the_longest_road_is_what_brute_force_finds(count: int) -> None:
    lengths, rings = set(), 0
    for state, roads, closed in positions(count):
        for road in roads:
            include(state.m, ROADS + 2 * SEAT, road)
        expected = by_brute_force(set(roads), closed)
        assert longest_road(state.s, state.m, SEAT) == expected, (roads, closed)
        assert road_from_ends(state.s, state.m, SEAT) == expected, (roads, closed)
        assert longest_road(state.s, state.m, OPPONENT) == 0
        lengths.add(expected)
        rings += len(roads) >= len({PATH_SITES[2 * road + end] for road in roads for end in (0, 1)})
    assert lengths >= set(range(1, 15)), "the networks are of all sizes"
    assert rings > count / 40


@pytest.mark.rule("AWD-1", "AWD-2")
def test_the_length_kept_while_building_is_what_brute_force_finds() -> None:
    for state, roads, closed in positions(300):
        for count, road in enumerate(roads, 1):
            place_road(state.s, state.m, SEAT, road)
            if count % 3 == 0 or count == len(roads):
                assert state.s[ROAD_LENGTH + SEAT] == by_brute_force(set(roads[:count]), closed), (roads, closed)


@pytest.mark.rule("AWD-1", "AWD-2")
def test_roads_without_rings_are_measured_as_the_search_of_all_trails_does() -> None:
    measured = 0
    for state, roads, _ in positions(200):
        for road in roads:
            include(state.m, ROADS + 2 * SEAT, road)
        for road in roads:
            length = longest_trail(state.s, state.m, SEAT, road)
            assert length == search_trail(state.s, state.m, SEAT, road), (roads, road)
            measured += 1
    assert measured > 1000
