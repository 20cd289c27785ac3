"""Building (BLD): what roads, settlements, cities and cards cost, where they may stand, and what cuts roads off."""

from __future__ import annotations

from random import Random

import pytest

from longroad.core import actions as a
from longroad.core.island.topology import COAST_PATHS
from longroad.core.layout import CHANCE, CITY_CODE, ROADS
from longroad.core.ruleset import Ruleset
from longroad.core.sets import contains
from longroad.core.state import State
from longroad.core.words import CARD_NAMES
from tests.rules.table import COSTS, Table, path_between, road, settlement


def city(site: int) -> int:
    return a.action(a.BUILD_CITY, site)


BUY = a.action(a.BUY_CARD)

# --- roads ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-1")
def test_road_costs_brick_and_lumber() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.deal(0, brick=2, lumber=1, wool=1)
    table.road(0, 18, 13)
    assert table.hand(0) == {"brick": 1, "wool": 1}
    assert table["roads_left"][0] == 14
    assert table["bank"] == [18, 19, 18, 19, 19]
    table.check()


@pytest.mark.rule("BLD-1")
@pytest.mark.parametrize("building", ["settlement", "city"])
def test_road_may_start_at_an_own_building(building: str) -> None:
    table = Table.set_up()
    (table.settle if building == "settlement" else table.build_city)(0, 18)
    table.fund(0, "road")
    assert table.road_places(0) == {(13, 18), (18, 23), (18, 24)}


@pytest.mark.rule("BLD-1")
def test_road_may_go_on_from_any_point_of_an_own_road() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.pave(0, 18, 13, 8)
    table.fund(0, "road")
    assert table.road_places(0) == {(18, 23), (18, 24), (9, 13), (4, 8), (8, 12)}


@pytest.mark.rule("BLD-1")
def test_road_that_joins_nothing_of_its_owner_is_refused() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.fund(0, "road")
    table.refuse("BLD-1", 0, road(8, 13))


@pytest.mark.rule("BLD-1")
def test_road_never_joins_another_players_road_or_settlement() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.settle(1, 8)
    table.pave(1, 8, 4)
    table.fund(0, "road")
    table.refuse("BLD-1", 0, road(8, 12))
    table.refuse("BLD-1", 0, road(1, 4))


@pytest.mark.rule("BLD-1")
def test_road_does_not_pass_an_opponents_settlement() -> None:
    """The Traveler's example: Orange builds on from either end, but not past Red's settlement on the road."""
    table = Table.set_up()
    table.settle(0, 22)
    table.pave(0, 22, 17, 23)
    table.settle(1, 23)
    table.fund(0, "road")
    table.refuse("BLD-1", 0, road(23, 29))
    table.refuse("BLD-1", 0, road(18, 23))
    assert table.road_places(0) == {(12, 17), (16, 22), (22, 28)}


@pytest.mark.rule("BLD-1")
def test_road_does_not_pass_an_opponents_city() -> None:
    table = Table.set_up()
    table.settle(0, 22)
    table.pave(0, 22, 17, 23)
    table.build_city(1, 23)
    table.fund(0, "road")
    table.refuse("BLD-1", 0, road(23, 29))


@pytest.mark.rule("BLD-1")
def test_a_settlement_on_the_end_of_a_road_stops_it_when_it_is_built() -> None:
    table = Table.set_up()
    table.settle(1, 22)
    table.pave(1, 22, 17, 23)
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(1, "road")
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    table.do(0, a.END_TURN)
    table.roll(2)
    table.refuse("BLD-1", 1, road(18, 23))
    assert table.road_places(1) == {(12, 17), (16, 22), (22, 28)}


@pytest.mark.rule("BLD-1")
def test_road_may_end_at_an_opponents_settlement() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.settle(1, 12)
    table.pave(0, 18, 13, 8)
    table.fund(0, "road")
    table.road(0, 8, 12)
    assert table["roads_left"][0] == 12


@pytest.mark.rule("BLD-1")
def test_road_goes_on_behind_an_opponents_settlement_from_the_other_side() -> None:
    table = Table.set_up()
    table.settle(0, 17, 24)
    table.pave(0, 17, 12, 8)
    table.pave(0, 24, 18)
    table.settle(1, 8)
    table.fund(0, "road")
    table.refuse("BLD-1", 0, road(4, 8))
    table.refuse("BLD-1", 0, road(8, 13))
    table.deal(0, brick=1, lumber=1)
    table.road(0, 18, 13)
    table.road(0, 13, 8)
    assert table["roads_left"][0] == 10


@pytest.mark.rule("BLD-1")
def test_an_opponents_road_through_the_same_intersection_blocks_nothing() -> None:
    table = Table.set_up()
    table.settle(0, 22)
    table.pave(0, 22, 17)
    table.pave(1, 12, 17)
    table.fund(0, "road")
    table.road(0, 17, 23)


@pytest.mark.rule("BLD-2")
def test_road_may_run_along_the_coast() -> None:
    table = Table.set_up()
    table.settle(0, 0)
    table.fund(0, "road", "road", "road")
    table.road(0, 0, 4, 1, 5)
    assert {path_between(0, 4), path_between(4, 1), path_between(1, 5)} <= set(COAST_PATHS[:30])


@pytest.mark.rule("BLD-2")
def test_a_ring_of_roads_may_go_round_the_island_but_not_into_the_sea() -> None:
    table = Table.set_up()
    table.settle(0, 27, 38)
    table.fund(0, "road")
    assert table.road_places(0) == {(21, 27), (27, 33), (33, 38), (38, 43)}
    table.refuse("BRD-1", 0, road(27, 54))  # a path of the extension's island, out at sea here


@pytest.mark.rule("BLD-2")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_path_carries_one_road(owner: int) -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.pave(owner, 18, 13)
    table.fund(0, "road")
    table.refuse("BLD-2", 0, road(13, 18))


# --- settlements ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-3")
def test_settlement_costs_brick_lumber_wool_and_grain() -> None:
    table = Table.set_up()
    table.pave(0, 18, 13, 8)
    table.deal(0, brick=1, lumber=1, wool=2, grain=1, ore=1)
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert table.hand(0) == {"wool": 1, "ore": 1}
    assert table["settlements_left"][0] == 4
    assert table.points(0) == 1
    table.check()


@pytest.mark.rule("BLD-3")
def test_settlement_needs_an_own_road() -> None:
    """The almanac's example: at the road's intersections yes, next to a building no, without a road no."""
    table = Table.set_up()
    table.settle(0, 18)
    table.pave(0, 18, 13, 8, 4)
    table.pave(1, 30, 36)
    table.fund(0, "settlement")
    assert table.listed(0, a.BUILD_SETTLEMENT) == [4, 8]
    table.refuse("BLD-3", 0, settlement(13))
    table.refuse("BLD-3", 0, settlement(1))
    table.refuse("BLD-3", 0, settlement(36))


@pytest.mark.rule("BLD-3")
def test_settlement_need_not_be_at_the_end_of_the_road() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.pave(0, 18, 13, 8, 4, 1)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert table.points(0) == 2


@pytest.mark.rule("BLD-3")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("building", ["settlement", "city"])
@pytest.mark.parametrize("neighbor", [4, 12, 13])
def test_all_adjacent_intersections_must_be_empty(neighbor: int, building: str, owner: int) -> None:
    table = Table.set_up()
    table.pave(0, 17, 12, 8, 13)
    table.pave(0, 8, 4)
    (table.settle if building == "settlement" else table.build_city)(owner, neighbor)
    table.fund(0, "settlement")
    table.refuse("BLD-3", 0, settlement(8))


@pytest.mark.rule("BLD-3")
@pytest.mark.parametrize("owner", [0, 1])
def test_settlement_needs_a_free_intersection(owner: int) -> None:
    table = Table.set_up()
    table.pave(0, 17, 12, 8)
    table.settle(owner, 8)
    table.fund(0, "settlement")
    table.refuse("BLD-3", 0, settlement(8))


@pytest.mark.rule("BLD-3")
def test_distance_of_two_paths_is_enough() -> None:
    table = Table.set_up()
    table.settle(1, 18, 7)
    table.pave(0, 13, 8)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert table.points(0) == 1


@pytest.mark.rule("BLD-3")
def test_on_the_coast_two_adjacent_intersections_count() -> None:
    table = Table.set_up()
    table.settle(1, 4)
    table.pave(0, 7, 3)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 3)
    assert table.points(0) == 1


@pytest.mark.rule("BLD-3")
def test_settlement_may_be_built_on_a_road_of_an_opponent() -> None:
    table = Table.set_up()
    table.pave(1, 22, 17, 23)
    table.pave(0, 8, 12, 17)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 17)
    assert table.points(0) == 1


@pytest.mark.rule("BLD-3")
def test_settlements_are_built_at_intersections_of_this_island_only() -> None:
    table = Table.set_up()
    table.fund(0, "settlement")
    table.refuse("BRD-1", 0, settlement(54))


# --- cities -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-4")
def test_city_replaces_settlement_for_three_ore_and_two_grain() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.deal(0, ore=4, grain=2, wool=1)
    table.do(0, a.BUILD_CITY, 18)
    assert table.hand(0) == {"ore": 1, "wool": 1}
    assert table["settlements_left"][0] == 5
    assert table["cities_left"][0] == 3
    assert table.points(0) == 2
    table.check()


@pytest.mark.rule("BLD-4")
def test_city_needs_an_own_settlement() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.settle(1, 8)
    table.pave(0, 18, 24, 30)
    table.build_city(0, 41)
    table.fund(0, "city")
    assert table.listed(0, a.BUILD_CITY) == [18]
    table.refuse("BLD-4", 0, city(8))  # an opponent's
    table.refuse("BLD-4", 0, city(30))  # nothing there
    table.refuse("BLD-4", 0, city(41))  # a city already
    table.refuse("BRD-1", 0, city(54))


@pytest.mark.rule("BLD-4")
def test_a_settlement_built_this_turn_may_be_upgraded_this_turn() -> None:
    table = Table.set_up()
    table.pave(0, 18, 13, 8)
    table.fund(0, "settlement", "city")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    table.do(0, a.BUILD_CITY, 8)
    assert table.points(0) == 2
    assert table["settlements_left"][0] == 5


@pytest.mark.rule("BLD-4", "BLD-6")
def test_the_upgraded_settlement_piece_can_be_used_at_once() -> None:
    table = Table.set_up()
    table.settle(0, 0, 2, 38, 40, 42)
    table.pave(0, 0, 4, 8)
    table.fund(0, "settlement", "city")
    table.refuse("BLD-6", 0, settlement(8))
    table.do(0, a.BUILD_CITY, 40)
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert table["settlements_left"][0] == 0
    assert table.points(0) == 7
    assert table.hand(0) == {}
    table.check()


# --- development cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-5")
def test_card_costs_ore_wool_and_grain() -> None:
    table = Table.set_up()
    table.deal(0, ore=1, wool=1, grain=2, brick=1)
    table.do(0, a.BUY_CARD)
    table.chance(CARD_NAMES.index("monopoly"))
    assert table.hand(0) == {"brick": 1, "grain": 1}
    assert table["cards"][0] == [0, 0, 0, 1, 0]
    assert table["deck_size"] == 24
    table.check()


@pytest.mark.rule("BLD-5")
def test_the_top_card_is_any_of_the_stack_with_equal_chance() -> None:
    table = Table.set_up()
    table.hold(1, "knight", "monopoly", "monopoly")
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    drawn = {CARD_NAMES[a.action_number(action)]: weight for action, weight in table.outcomes()}
    assert drawn == {"knight": 13, "road building": 2, "year of plenty": 2, "victory point": 5}


@pytest.mark.rule("BLD-5")
def test_no_card_can_be_bought_from_an_empty_stack() -> None:
    table = Table.set_up()
    everything = [name for name, count in zip(CARD_NAMES, (14, 2, 2, 2, 5), strict=True) for _ in range(count)]
    table.hold(1, *everything[1:])
    table.fund(0, "card", "card")
    table.do(0, a.BUY_CARD)
    table.chance(CARD_NAMES.index("knight"))
    table.refuse("BLD-5", 0, BUY)
    assert table.hand(0) == COSTS["card"]


# --- supplies and payments --------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-6")
def test_fifteen_roads_and_no_more() -> None:
    table = Table.set_up()
    table.settle(0, 21)
    table.pave(0, 21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26, 32, 37, 31, 36)
    assert table["roads_left"][0] == 1
    table.fund(0, "road", "road")
    table.road(0, 36, 30)
    table.refuse("BLD-6", 0, road(30, 35))
    assert table.hand(0) == COSTS["road"]


@pytest.mark.rule("BLD-6")
def test_five_settlements_and_no_more_until_one_is_upgraded() -> None:
    table = Table.set_up()
    table.settle(0, 0, 2, 38, 40)
    table.pave(0, 0, 4, 8, 13, 18)
    table.fund(0, "settlement", "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    table.refuse("BLD-6", 0, settlement(18))
    assert table.listed(0, a.BUILD_SETTLEMENT) == []


@pytest.mark.rule("BLD-6")
def test_four_cities_and_no_more() -> None:
    table = Table.set_up()
    table.build_city(0, 0, 2, 38)
    table.settle(0, 40, 42)
    table.fund(0, "city", "city")
    table.do(0, a.BUILD_CITY, 40)
    table.refuse("BLD-6", 0, city(42))


@pytest.mark.rule("BLD-6")
def test_five_settlements_again_after_four_upgrades() -> None:
    table = Table.set_up()
    table.build_city(0, 0, 2, 38, 40)
    table.settle(0, 42, 27, 32, 47)
    table.pave(0, 0, 4, 8)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert table.points(0) == 13
    assert (table["cities_left"][0], table["settlements_left"][0]) == (0, 0)


@pytest.mark.rule("BLD-7")
def test_build_as_much_as_the_hand_pays_for() -> None:
    table = Table.set_up()
    table.settle(0, 18)
    table.fund(0, "road", "road", "settlement", "city", "card", "card")
    table.road(0, 18, 13, 8)
    table.do(0, a.BUILD_SETTLEMENT, 8)
    table.do(0, a.BUILD_CITY, 18)
    for _ in range(2):
        table.do(0, a.BUY_CARD)
        table.chance(0)
    assert table["hand_size"][0] == 0
    assert table.points(0) == 3
    assert table["bank"] == [19] * 5
    table.check()


@pytest.mark.rule("BLD-7")
@pytest.mark.parametrize("thing", ["road", "settlement", "city", "card"])
def test_nothing_is_built_without_its_whole_price(thing: str) -> None:
    for missing in COSTS[thing]:
        table = Table.set_up()
        table.settle(0, 18)
        table.pave(0, 18, 13, 8)
        table.deal(0, brick=3, lumber=3, wool=3, grain=3, ore=3)
        table.deal(0, **{missing: COSTS[thing][missing] - 4})
        wanted = {"road": road(8, 12), "settlement": settlement(8), "city": city(18), "card": BUY}[thing]
        table.refuse("BLD-7", 0, wanted)


# --- what stays -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-9")
def test_a_city_is_not_built_over() -> None:
    table = Table.set_up()
    table.pave(0, 18, 13)
    table.build_city(0, 18)
    table.fund(0, "city", "settlement")
    table.refuse("BLD-4", 0, city(18))
    table.refuse("BLD-3", 0, settlement(18))


@pytest.mark.rule("BLD-9")
@pytest.mark.parametrize("seed", [0, 1, 4])
def test_roads_and_cities_stay_until_the_end(seed: int) -> None:
    state = State.new(Ruleset(players=3, first_player="given", domestic_trade=False), seed)
    choose = Random(seed)
    roads, cities = set[tuple[int, int]](), set[tuple[int, int]]()
    while not state.is_over:
        if state.is_chance:
            state.apply(CHANCE, state.sample(seed))
            continue
        seat = state.to_act[0]
        actions = state.legal(seat) or list(state.forms(seat)[0].bundles())
        state.apply(seat, choose.choice(actions))
        now = {(seat, path) for seat in range(3) for path in range(72) if contains(state.m, ROADS + 2 * seat, path)}
        built = {(code, site) for site, code in enumerate(state["site"]) if code > CITY_CODE}
        assert roads <= now
        assert cities <= built
        roads, cities = now, built
    assert len(roads) > 10
    assert cities
