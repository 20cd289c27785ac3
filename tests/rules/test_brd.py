"""The island (BRD): its material, and the ways to lay terrain, tokens and harbors."""

from __future__ import annotations

import zlib
from collections import Counter
from itertools import combinations, pairwise, product

import pytest

from longroad.core import layout
from longroad.core.island import material, variants
from longroad.core.island import topology as isl
from longroad.core.island.given import island_of
from longroad.core.island.material import BEGINNER_TERRAIN, TOKENS
from longroad.core.island.setup import make_island
from longroad.core.layout import HARBOR, HEXES_OF, ROBBER, TERRAIN, TOKEN
from longroad.core.ruleset import CHOICES, Ruleset
from longroad.core.words import DESERT, GRAIN, HARBOR_NAMES, NO_HARBOR, RESOURCE_NAMES, SEA, TERRAIN_NAMES
from tests.rules.islands import BEGINNER, SIZE, WAYS, chi_square, edges_of, laid, made, neighbors, reds_touch

# --- the material -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRD-1")
def test_base_island_has_its_terrain() -> None:
    counts = Counter(TERRAIN_NAMES[terrain] for terrain in laid(1)[0])
    assert counts == {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}


@pytest.mark.rule("BRD-4")
def test_extension_has_its_terrain_and_tokens() -> None:
    terrain, tokens, _, _ = laid(1, island="extension")
    counts = Counter(TERRAIN_NAMES[kind] for kind in terrain)
    assert counts == {"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2}
    assert Counter(tokens) == {0: 2, 2: 2, 12: 2} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3)
    assert TOKENS[1][:14] == (2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4)
    assert TOKENS[1][14:] == (8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6)


@pytest.mark.rule("BRD-2")
def test_each_terrain_is_numbered_by_its_resource() -> None:
    yields = dict(zip(TERRAIN_NAMES, RESOURCE_NAMES, strict=False))
    assert yields == {
        "forest": "lumber",
        "pasture": "wool",
        "fields": "grain",
        "hills": "brick",
        "mountains": "ore",
    }
    assert DESERT not in range(len(RESOURCE_NAMES))


@pytest.mark.rule("BRD-3")
def test_eighteen_tokens_and_none_on_the_desert() -> None:
    terrain, tokens, _, _ = laid(2)
    assert Counter(tokens) == {0: 1, 2: 1, 12: 1} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)
    assert tokens[terrain.index(DESERT)] == 0
    assert TOKENS[0] == (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)


@pytest.mark.rule("BRD-5")
@pytest.mark.parametrize(
    ("island", "counts"),
    [
        ("base", {"generic": 4, "brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}),
        ("extension", {"generic": 5, "brick": 1, "lumber": 1, "wool": 2, "grain": 1, "ore": 1}),
    ],
)
def test_harbors_serve_two_coastal_intersections_each(island: str, counts: dict[str, int]) -> None:
    s = made(3, island=island)
    served = Counter(HARBOR_NAMES[kind] for kind in s[HARBOR : HARBOR + 80] if kind != NO_HARBOR)
    assert served == {name: 2 * count for name, count in counts.items()}
    assert Counter(HARBOR_NAMES[kind] for kind in laid(3, island=island)[2].values()) == counts


# --- what holds in every way ------------------------------------------------------------------------------------------


@pytest.mark.rule("BRD-6", "BRD-7", "BRD-8")
@pytest.mark.parametrize("options", WAYS, ids=lambda options: "-".join(options.values()))
def test_every_way_makes_islands_of_the_games_material(options: dict[str, str]) -> None:
    size = SIZE[options["island"]]
    for seed in range(12):
        s = made(seed, **options)
        island = island_of(s)  # refuses wrong counts, tokens on deserts, harbors that share an intersection
        assert island.terrain is not None
        assert island.tokens is not None
        assert DESERT in island.terrain
        assert s[TERRAIN + size : TERRAIN + 30] == [SEA] * (30 - size)
        assert s[TOKEN + size : TOKEN + 30] == [0] * (30 - size)
        assert island.terrain[s[ROBBER]] == DESERT
        for total in range(2, 13):
            found = [place for place in range(size) if island.tokens[place] == total]
            assert s[HEXES_OF + 3 * (total - 2) :][:3] == (found + [-1] * 3)[:3]
        if options["tokens"] != "spiral" or options["spiral"] == "counterclockwise":
            assert not reds_touch(island.tokens)


def test_there_are_as_many_ways_as_the_catalogue_says() -> None:
    # base: random terrain x 3 ways of tokens x 4 of harbors, fixed x 4 x 4, pieces; extension: 3 x 3.
    assert len(WAYS) == 12 + 16 + 1 + 9


def test_an_island_is_a_function_of_its_seed() -> None:
    assert made(5) == made(5)
    assert made(5) != made(6)
    assert laid(5)[0] != laid(5 + (1 << 32))[0]


def test_a_used_state_is_cleared() -> None:
    for first, second in product(WAYS[::5], repeat=2):
        s = made(1, **first)
        for field, number in Ruleset(**second).numbers().items():  # type: ignore[arg-type]
            s[getattr(layout, field)] = number
        make_island(s, 2)
        assert s == made(2, **second)


# Checksums of the first five islands of each way.
GOLDEN = {
    "base-random-spiral-counterclockwise-shuffled": 0xA10C33AA,
    "base-random-spiral-counterclockwise-fixed": 0x2995C05D,
    "base-random-spiral-counterclockwise-frame": 0xE72BC642,
    "base-random-spiral-counterclockwise-free": 0x62C50FBF,
    "base-random-spiral-clockwise-shuffled": 0x44A24CBD,
    "base-random-spiral-clockwise-fixed": 0xCC3BBF4A,
    "base-random-spiral-clockwise-frame": 0x0285B955,
    "base-random-spiral-clockwise-free": 0x876B70A8,
    "base-random-random-counterclockwise-shuffled": 0x57028407,
    "base-random-random-counterclockwise-fixed": 0x4B64388C,
    "base-random-random-counterclockwise-frame": 0x78E44683,
    "base-random-random-counterclockwise-free": 0xCE0EDB31,
    "base-fixed-spiral-counterclockwise-shuffled": 0x140155DF,
    "base-fixed-spiral-counterclockwise-fixed": 0x8443B379,
    "base-fixed-spiral-counterclockwise-frame": 0x880D1781,
    "base-fixed-spiral-counterclockwise-free": 0xBEAD82C4,
    "base-fixed-spiral-clockwise-shuffled": 0x328728ED,
    "base-fixed-spiral-clockwise-fixed": 0xA2C5CE4B,
    "base-fixed-spiral-clockwise-frame": 0xAE8B6AB3,
    "base-fixed-spiral-clockwise-free": 0x982BFFF6,
    "base-fixed-random-counterclockwise-shuffled": 0xAA4CEF52,
    "base-fixed-random-counterclockwise-fixed": 0x0F952ABB,
    "base-fixed-random-counterclockwise-frame": 0x247F3C94,
    "base-fixed-random-counterclockwise-free": 0x7EAA5CC9,
    "base-fixed-fixed-counterclockwise-shuffled": 0xC7C7C6D6,
    "base-fixed-fixed-counterclockwise-fixed": 0x0C5EEF10,
    "base-fixed-fixed-counterclockwise-frame": 0x0F4E33CA,
    "base-fixed-fixed-counterclockwise-free": 0x94529A5A,
    "base-pieces-pieces-counterclockwise-pieces": 0x0E8F9CF8,
    "extension-random-spiral-counterclockwise-shuffled": 0x5246AD37,
    "extension-random-spiral-counterclockwise-fixed": 0x6DBB9A98,
    "extension-random-spiral-counterclockwise-free": 0x5EF70D8D,
    "extension-random-spiral-clockwise-shuffled": 0xC0657EC2,
    "extension-random-spiral-clockwise-fixed": 0xFF98496D,
    "extension-random-spiral-clockwise-free": 0xCCD4DE78,
    "extension-random-random-counterclockwise-shuffled": 0xEF08EB38,
    "extension-random-random-counterclockwise-fixed": 0x8C5619D6,
    "extension-random-random-counterclockwise-free": 0xC932BF40,
}


def test_golden_islands() -> None:
    s = made(7)
    assert s[TERRAIN : TERRAIN + 19] == [5, 0, 1, 3, 0, 1, 2, 4, 4, 2, 2, 1, 4, 3, 0, 1, 2, 3, 3]
    assert s[TOKEN : TOKEN + 19] == [0, 8, 4, 5, 10, 3, 11, 2, 9, 11, 6, 12, 6, 4, 5, 9, 3, 8, 10]
    assert dict(island_of(s).harbors or ()) == {0: 4, 3: 6, 17: 3, 18: 6, 38: 2, 49: 6, 61: 1, 66: 5, 69: 6}
    sums = {}
    for way in WAYS:
        islands = [made(seed, **way)[TERRAIN : ROBBER + 1] for seed in range(5)]
        sums["-".join(way.values())] = zlib.crc32(repr(islands).encode())
    assert sums == GOLDEN


# --- harbors ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRD-6")
def test_fixed_harbors_are_those_of_the_printed_frame() -> None:
    harbors = laid(1, **BEGINNER)[2]
    clockwise = [HARBOR_NAMES[harbors[isl.COAST_PATHS[edge]]] for edge in edges_of(harbors, 0)]
    generic = "generic"
    assert clockwise == [generic, "grain", "ore", generic, "wool", generic, generic, "brick", "lumber"]


@pytest.mark.rule("BRD-6")
@pytest.mark.parametrize(("island", "count"), [(0, 9), (1, 11)])
def test_harbors_lie_at_every_other_sea_hex_and_face_the_middle(island: int, count: int) -> None:
    middle = (0, 3 * (len({y for _, y in isl.HEX_CENTERS[: isl.ISLAND_HEXES[island]]}) - 1) // 2)

    def away(edge: int) -> int:
        x, y = isl.HEX_CENTERS[isl.COAST_HEXES[isl.MOST_COAST * island + edge]]
        return 3 * (x - middle[0]) ** 2 + (y - middle[1]) ** 2

    edges = edges_of(laid(1, island=CHOICES["island"][island], harbors="fixed")[2], island)
    assert [isl.COAST_SEA[isl.MOST_COAST * island + edge] for edge in edges] == list(range(0, 2 * count, 2))
    for edge in edges:
        sea = isl.MOST_SEA * island + isl.COAST_SEA[isl.MOST_COAST * island + edge]
        others = [other for other in isl.SEA_EDGES[2 * sea : 2 * sea + 2] if other not in (-1, edge)]
        assert all(away(edge) < away(other) for other in others)


@pytest.mark.rule("BRD-6")
@pytest.mark.parametrize("island", ["base", "extension"])
def test_shuffled_harbors_are_dealt_evenly_onto_the_fixed_places(island: str) -> None:
    number = CHOICES["island"].index(island)
    fixed = edges_of(laid(0, island=island, harbors="fixed")[2], number)
    grain: Counter[int] = Counter()
    for seed in range(1100):
        harbors = laid(seed, island=island)[2]
        assert edges_of(harbors, number) == fixed
        grain.update(path for path, kind in harbors.items() if kind == 1 + GRAIN)
    assert chi_square(list(grain.values()), [1100 / len(fixed)] * len(fixed)) < 25


@pytest.mark.rule("BRD-6")
def test_frame_pieces_come_in_every_order_with_their_printed_harbors() -> None:
    printed = [material.FRAME_KINDS[5 * piece : 5 * piece + 5] for piece in range(6)]
    assert sorted(sum(kind != NO_HARBOR for kind in piece) for piece in printed) == [1, 1, 1, 2, 2, 2]
    seen = set()
    for seed in range(2000):
        harbors = laid(seed, harbors="frame")[2]
        kinds = [harbors.get(isl.COAST_PATHS[edge], NO_HARBOR) for edge in range(30)]
        sides = [tuple(kinds[5 * side : 5 * side + 5]) for side in range(6)]
        assert sorted(sides) == sorted(printed)
        seen.add(tuple(printed.index(side) for side in sides))
    assert len(seen) > 650  # of 720; 2000 draws are expected to show 675


@pytest.mark.rule("BRD-6")
@pytest.mark.parametrize("island", ["base", "extension"])
def test_free_harbors_lie_at_every_second_sea_hex_turned_either_way(island: str) -> None:
    number = CHOICES["island"].index(island)
    seen = set()
    for seed in range(300):
        edges = edges_of(laid(seed, island=island, harbors="free")[2], number)
        seas = [isl.COAST_SEA[isl.MOST_COAST * number + edge] for edge in edges]
        assert seas in (list(range(0, isl.SEA_HEXES[number], 2)), list(range(1, isl.SEA_HEXES[number], 2)))
        seen.update(edges)
    assert seen == set(range(isl.COAST_LENGTH[number]))


# --- tokens -----------------------------------------------------------------------------------------------------------


def spirals(island: int, direction: int) -> list[tuple[int, ...]]:
    """Return the spirals of an island in one direction."""
    way = 2 * island + direction
    numbers = range(isl.SPIRAL_FIRST[way], isl.SPIRAL_FIRST[way] + isl.SPIRAL_COUNT[way])
    return [isl.SPIRALS[30 * number : 30 * number + isl.ISLAND_HEXES[island]] for number in numbers]


def along(spiral: tuple[int, ...], deserts: tuple[int, ...], island: int) -> list[int]:
    """Lay the tokens by their letters along a spiral."""
    tokens = [0] * len(spiral)
    letters = iter(TOKENS[island])
    for place in spiral:
        if place not in deserts:
            tokens[place] = next(letters)
    return tokens


@pytest.mark.rule("BRD-7")
@pytest.mark.parametrize("island", [0, 1])
@pytest.mark.parametrize("direction", [0, 1])
def test_spirals_wind_from_the_coast_to_the_middle(island: int, direction: int) -> None:
    middle = (0, 6 if island == 0 else 9)
    coast = isl.COAST_HEXES[isl.MOST_COAST * island :][: isl.COAST_LENGTH[island]]
    corners = {place for place in coast if coast.count(place) == 3}
    ways = spirals(island, direction)
    assert {way[0] for way in ways} == (set(coast) if direction else corners)
    for way in ways:
        assert sorted(way) == list(range(len(way)))
        inwards = (12, 18) if island == 0 else (16, 26)
        for i, (here, there) in enumerate(pairwise(way), 1):
            assert there in neighbors(here)
            (ax, ay), (bx, by) = (isl.HEX_CENTERS[place] for place in (here, there))
            turn = (ax - middle[0]) * (by - middle[1]) - (bx - middle[0]) * (ay - middle[1])
            assert i in inwards or (turn > 0 if direction else turn < 0)
        ring = len(set(coast))
        assert set(way[:ring]) == set(coast)
        assert {way[0], way[ring - 1]} <= set(neighbors(way[ring]))  # beside the ring's start and its end


@pytest.mark.rule("BRD-7")
@pytest.mark.parametrize(("island", "deserts", "cases"), [(0, 1, 114), (1, 2, 2610)])
def test_no_reds_touch_on_a_spiral_from_a_corner(island: int, deserts: int, cases: int) -> None:
    count = 0
    for way in spirals(island, 0):
        for bare in combinations(range(len(way)), deserts):
            assert not reds_touch(along(way, bare, island))
            count += 1
    assert count == cases


@pytest.mark.rule("BRD-7")
def test_a_wrong_turn_inwards_would_bring_reds_together() -> None:
    wrong = [(*way[:12], way[17], *way[12:17], way[18]) for way in spirals(0, 0)]
    assert sum(reds_touch(along(way, (bare,), 0)) for way in wrong for bare in range(19)) == 48


@pytest.mark.rule("BRD-7")
@pytest.mark.parametrize(("island", "direction"), list(product(CHOICES["island"], CHOICES["spiral"])))
def test_tokens_follow_a_spiral_and_every_start_comes_up(island: str, direction: str) -> None:
    number = CHOICES["island"].index(island)
    ways = spirals(number, CHOICES["spiral"].index(direction))
    starts: set[int] = set()
    for seed in range(200):
        terrain, tokens, _, _ = laid(seed, island=island, spiral=direction)
        bare = tuple(place for place, kind in enumerate(terrain) if kind == DESERT)
        matching = [way for way in ways if along(way, bare, number) == list(tokens)]
        assert matching
        starts.update(way[0] for way in matching if len(matching) == 1)
    assert starts == {way[0] for way in ways}


@pytest.mark.rule("BRD-7")
@pytest.mark.parametrize("island", ["base", "extension"])
def test_random_tokens_keep_reds_apart(island: str) -> None:
    red: Counter[int] = Counter()
    for seed in range(400):
        tokens = laid(seed, island=island, tokens="random")[1]
        assert not reds_touch(tokens)
        red.update(place for place, token in enumerate(tokens) if token in (6, 8))
    assert len(red) == SIZE[island]


@pytest.mark.rule("BRD-7")
def test_random_tokens_are_uniform() -> None:
    # All ways to put the four reds on hexes apart are equally likely.
    land = [place for place in range(19) if BEGINNER_TERRAIN[place] != DESERT]
    apart = [
        reds for reds in combinations(land, 4) if not any(near in reds for place in reds for near in neighbors(place))
    ]
    expected = Counter(place for reds in apart for place in reds)
    count = 1500
    red: Counter[int] = Counter()
    for seed in range(count):
        tokens = laid(seed, terrain="fixed", tokens="random")[1]
        red.update(place for place, token in enumerate(tokens) if token in (6, 8))
    assert chi_square([red[place] for place in land], [count * expected[place] / len(apart) for place in land]) < 35


@pytest.mark.rule("BRD-7")
def test_random_tokens_give_up_for_a_spiral(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "RED_TRIES", 0)
    terrain, tokens, _, _ = laid(4, tokens="random")
    assert list(tokens) in [along(way, (terrain.index(DESERT),), 0) for way in spirals(0, 0)]


# --- terrain ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRD-8")
@pytest.mark.parametrize(("island", "count"), [("base", 1900), ("extension", 900)])
def test_random_terrain_is_uniform(island: str, count: int) -> None:
    size = SIZE[island]
    supply = material.TERRAIN_COUNTS[CHOICES["island"].index(island)]
    seen = [[0] * 6 for _ in range(size)]
    for seed in range(count):
        for place, kind in enumerate(laid(seed, island=island, harbors="fixed")[0]):
            seen[place][kind] += 1
    far = sum(chi_square(row, [count * n / size for n in supply]) for row in seen)
    freedom = 5 * (size - 1)
    assert far * (size - 1) / size < freedom + 3.1 * (2 * freedom) ** 0.5


# --- the robber -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRD-11")
def test_the_robber_starts_on_the_desert() -> None:
    for seed in range(30):
        terrain, _, _, robber = laid(seed)
        assert robber == terrain.index(DESERT)


@pytest.mark.rule("BRD-11")
def test_with_two_deserts_the_robber_starts_on_either() -> None:
    upper = 0
    for seed in range(600):
        terrain, _, _, robber = laid(seed, island="extension")
        assert terrain[robber] == DESERT
        upper += robber == terrain.index(DESERT)
    assert 260 < upper < 340
