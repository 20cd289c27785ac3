"""The islands that come with the game (BRD-9, BRD-10), and where neutral players stand (DUO-1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from longroad.core.island import material, variants
from longroad.core.island import topology as isl
from longroad.core.island.given import Island, island_of
from longroad.core.island.material import (
    BEGINNER_COLORS,
    BEGINNER_PATHS,
    BEGINNER_SITES,
    BEGINNER_TERRAIN,
    BEGINNER_TOKENS,
)
from longroad.core.island.setup import neutral_site, site_pips
from longroad.core.layout import TOKEN
from longroad.core.words import FIELDS, FOREST, HILLS, MOUNTAINS, PASTURE, TERRAIN_NAMES
from tests.rules.islands import BEGINNER, PIECES, around, asked, laid, made, neighbors, reds_touch
from tests.rules.table import Table

# --- the beginner island ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BRD-9")
def test_beginner_island() -> None:
    terrain, tokens, _, robber = laid(0, **BEGINNER)
    hexes = [f"{TERRAIN_NAMES[kind]} {token}" for kind, token in zip(terrain, tokens, strict=True)]
    assert hexes[:3] == ["mountains 10", "pasture 2", "forest 9"]
    assert hexes[3:7] == ["fields 12", "hills 6", "pasture 4", "hills 10"]
    assert hexes[7:12] == ["fields 9", "forest 11", "desert 0", "forest 3", "mountains 8"]
    assert hexes[12:16] == ["forest 8", "mountains 3", "fields 4", "pasture 5"]
    assert hexes[16:] == ["hills 5", "fields 6", "pasture 11"]
    assert robber == 9


@pytest.mark.rule("BRD-9")
@pytest.mark.parametrize(
    ("color", "hexes"),
    [
        ("red", {(FOREST, 11), (FOREST, 8), (FIELDS, 9)}),
        ("blue", {(FOREST, 8), (HILLS, 5), (MOUNTAINS, 3)}),
        ("orange", {(MOUNTAINS, 3), (FIELDS, 4), (FIELDS, 6)}),
        ("white", {(FOREST, 3), (MOUNTAINS, 8), (PASTURE, 5)}),
    ],
)
def test_beginners_marked_settlements_stand_where_their_income_is(color: str, hexes: set[tuple[int, int]]) -> None:
    marked = BEGINNER_SITES[2 * BEGINNER_COLORS.index(color) + 1]
    assert {(BEGINNER_TERRAIN[place], BEGINNER_TOKENS[place]) for place in around(marked)} == hexes


@pytest.mark.rule("BRD-9")
@pytest.mark.parametrize("players", [3, 4])
def test_beginners_take_their_income_from_the_marked_settlements(players: int) -> None:
    table = Table.set_up(players=players, founding="placed")
    incomes = {
        "red": {"lumber": 2, "grain": 1},
        "blue": {"lumber": 1, "ore": 1, "brick": 1},
        "orange": {"ore": 1, "grain": 2},
        "white": {"lumber": 1, "ore": 1, "wool": 1},
    }
    for seat, color in enumerate(BEGINNER_COLORS[:players]):
        assert table.hand(seat) == incomes[color]


@pytest.mark.rule("BRD-9")
def test_beginners_set_up_is_legal_and_fair() -> None:
    s = made(0, **BEGINNER)
    for a, b in combinations(BEGINNER_SITES, 2):
        assert a != b
        assert b not in isl.SITE_NEIGHBORS[3 * a : 3 * a + 3]
    assert len(set(BEGINNER_PATHS)) == 8
    for site, path in zip(BEGINNER_SITES, BEGINNER_PATHS, strict=True):
        assert site in isl.PATH_SITES[2 * path : 2 * path + 2]
        assert path < 72
    pips = [sum(site_pips(s, site) for site in BEGINNER_SITES[2 * seat : 2 * seat + 2]) for seat in range(4)]
    assert pips == [20, 20, 20, 20]
    assert BEGINNER_COLORS[3] == "red"  # left out with three players
    for seat in range(4):
        kinds = {BEGINNER_TERRAIN[p] for site in BEGINNER_SITES[2 * seat : 2 * seat + 2] for p in around(site)}
        assert len(kinds) >= 4


# --- the Traveler's pieces --------------------------------------------------------------------------------------------


def put_pieces(large: tuple[int, ...], small: tuple[int, ...], sides: int, corner: int) -> Island:
    """Lay the Traveler's pieces in an order, side up by side up."""
    s = asked(**PIECES)
    for i in range(3):
        variants.put_large_piece(s, 2 * large[i] + (sides >> 2 * i & 1), (corner + 2 * i) % 6)
        variants.put_small_piece(s, 2 * small[i] + (sides >> 2 * i + 1 & 1), (corner + 2 * i + 1) % 6)
    return island_of(s)


@pytest.mark.rule("BRD-10")
def test_six_pieces_of_4_2_and_3_hexes_cover_the_island() -> None:
    large = [set(material.LARGE_PLACES[4 * corner : 4 * corner + 4]) for corner in range(6)]
    small = [set(material.SMALL_PLACES[3 * corner : 3 * corner + 2]) for corner in range(6)]
    for first in (0, 1):
        pieces = [large[(first + 2 * i) % 6] for i in range(3)] + [small[(first + 2 * i + 1) % 6] for i in range(3)]
        covered = sorted(place for piece in pieces for place in piece)
        assert covered == [place for place in range(19) if place != 9]
        for a, b in combinations(pieces[:3], 2):
            assert not any(near in b for place in a for near in neighbors(place))
    assert [material.SMALL_TERRAIN[6 * piece + 2] >= 0 for piece in range(3)] == [True, False, False]
    assert set(material.SMALL_PLACES[2::3]) == {9}


@pytest.mark.rule("BRD-10")
def test_a_sides_in_order_are_the_beginner_island() -> None:
    assert put_pieces((0, 1, 2), (0, 1, 2), 0, 0) == replace(island_of(made(0, **BEGINNER)), robber=0)


@pytest.mark.rule("BRD-10")
def test_both_sides_of_a_piece_carry_the_same_otherwise_arranged() -> None:
    for table, width in (
        (material.LARGE_TERRAIN, 4),
        (material.LARGE_TOKENS, 4),
        (material.LARGE_HARBORS, 7),
        (material.SMALL_TERRAIN, 3),
        (material.SMALL_TOKENS, 3),
    ):
        for piece in range(3):
            a, b = table[2 * width * piece :][:width], table[2 * width * piece + width :][:width]
            assert sorted(a) == sorted(b)
    for piece in range(3):
        for terrain, tokens, width in (
            (material.LARGE_TERRAIN, material.LARGE_TOKENS, 4),
            (material.SMALL_TERRAIN, material.SMALL_TOKENS, 3),
        ):
            faces = [
                [*zip(terrain[width * face :][:width], tokens[width * face :][:width], strict=True)]
                for face in (2 * piece, 2 * piece + 1)
            ]
            assert faces[0] != faces[1]


@pytest.mark.rule("BRD-10")
def test_every_combination_of_pieces_is_a_legal_island() -> None:
    orders = [material.ORDERS[3 * i : 3 * i + 3] for i in range(6)]
    assert len(set(orders)) == 6
    seen = set()
    for large, small, sides, corner in product(orders, orders, range(64), (0, 1)):
        island = put_pieces(large, small, sides, corner)
        assert island.tokens is not None
        assert not reds_touch(island.tokens)
        seen.add((island.terrain, island.tokens, island.harbors))
    assert len(seen) == 2 * 6 * 6 * 64


@pytest.mark.rule("BRD-10")
def test_pieces_come_in_all_orders_and_sides() -> None:
    seen = {laid(seed, **PIECES)[:2] for seed in range(400)}
    assert len(seen) > 350
    assert {robber for _, _, _, robber in (laid(seed, **PIECES) for seed in range(100))} == {9, 0, 2, 7, 11, 16, 18}


def order_of(tokens: tuple[int, ...], places: tuple[int, ...], pieces: tuple[set[int], ...]) -> list[int]:
    """Return which piece, known by its tokens, lies in each corner, clockwise; -1 where there is none of these."""
    width = len(places) // 6
    corners = [{tokens[place] for place in places[width * corner :][:width]} for corner in range(6)]
    return [next((i for i, piece in enumerate(pieces) if corner <= piece), -1) for corner in corners]


@pytest.mark.rule("BRD-10")
def test_pieces_large_and_small_alternate_in_every_order() -> None:
    inner = tuple(place for i, place in enumerate(material.SMALL_PLACES) if i % 3 < 2)
    large, small = set(), set()
    for seed in range(400):
        tokens = laid(seed, **PIECES)[1]
        order = order_of(tokens, material.LARGE_PLACES, ({2, 6, 10, 12}, {3, 5, 8, 10}, {3, 5, 6, 8}))
        first = order.index(0) % 2
        large.add((first, *order[first::2]))
        assert sorted(order[first::2]) == [0, 1, 2]
        order = order_of(tokens, inner, ({0, 4, 9}, {4, 11}, {9, 11}))[1 - first :: 2]
        assert sorted(order) == [0, 1, 2]
        small.add((first, *order))
    assert len(large) == len(small) == 2 * 6


# --- where the neutral players stand ----------------------------------------------------------------------------------


@pytest.mark.rule("DUO-1")
def test_neutral_settlements_stand_opposite_inland_and_productively() -> None:
    for seed in range(100):
        s = made(seed)
        sites = [neutral_site(s, k) for k in (0, 1)]
        (ax, ay), (bx, by) = (isl.SITE_POINTS[site] for site in sites)
        assert (ax + bx, ay + by) == (0, 12)  # the middle of the island is (0, 6)
        assert all(len(around(site)) == 3 for site in sites)
        assert all(s[TOKEN + place] != 0 for site in sites for place in around(site))
        assert min(site_pips(s, site) for site in sites) >= 8
