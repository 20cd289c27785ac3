"""Building (BLD-8): what happens to roads that an opponent's settlement cuts off."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.ruleset import Ruleset
from tests.rules.table import Table, road, settlement


def cut(cut_roads: str) -> Table:
    """Cut seat 0's road 16-22-17-23-18-24 in two by a settlement of seat 1 at 23; it is then seat 0's turn."""
    table = Table.set_up(players=2, cut_roads=cut_roads)
    table.give_turn(1)
    table.settle(0, 16)
    table.pave(0, 16, 22, 17, 23, 18, 24)
    table.settle(1, 35)
    table.pave(1, 35, 29, 23)
    table.fund(1, "settlement")
    table.do(1, a.BUILD_SETTLEMENT, 23)
    table.do(1, a.END_TURN)
    table.roll(2)
    return table


@pytest.mark.rule("BLD-8")
def test_roads_that_stay_can_be_built_from() -> None:
    table = cut("stay")
    table.fund(0, "road", "settlement")
    assert table["roads_left"][0] == 10
    assert {(13, 18), (19, 24), (24, 30)} <= table.road_places(0)
    assert not {(23, 29), (18, 23)} & table.road_places(0)
    table.road(0, 24, 19)
    table.do(0, a.BUILD_SETTLEMENT, 24)
    assert table.points(0) == 2


@pytest.mark.rule("BLD-8")
def test_cut_roads_stay_unless_told_otherwise() -> None:
    assert Ruleset().cut_roads == "stay"


@pytest.mark.rule("BLD-8")
def test_abandoned_roads_stay_but_nothing_is_built_from_them() -> None:
    table = cut("abandoned")
    table.fund(0, "road", "settlement")
    assert table["roads_left"][0] == 10
    assert table["road_length"][0] == 3
    assert table.road_places(0) == {(11, 16), (16, 21), (22, 28), (12, 17)}
    assert table.listed(0, a.BUILD_SETTLEMENT) == []
    for path in (road(13, 18), road(19, 24), road(24, 30)):
        table.refuse("BLD-8", 0, path)
    table.refuse("BLD-8", 0, settlement(24))
    table.refuse("BLD-1", 0, road(41, 45))
    table.refuse("BLD-3", 0, settlement(41))


@pytest.mark.rule("BLD-8")
def test_abandoned_roads_are_in_the_way_of_others() -> None:
    table = cut("abandoned")
    table.do(0, a.END_TURN)
    table.roll(2)
    table.fund(1, "road")
    table.refuse("BLD-2", 1, road(18, 23))


@pytest.mark.rule("BLD-8")
def test_abandoned_roads_come_back_when_reconnected() -> None:
    table = cut("abandoned")
    table.fund(0, "road", "road", "road", "road", "road", "settlement")
    table.road(0, 17, 12, 8, 13)
    assert (24, 30) not in table.road_places(0)
    table.road(0, 13, 18)
    assert {(19, 24), (24, 30)} <= table.road_places(0)
    table.road(0, 24, 19)
    table.do(0, a.BUILD_SETTLEMENT, 24)
    assert table["settlements_left"][0] == 3


@pytest.mark.rule("BLD-8", "AWD-1")
def test_abandoned_roads_count_for_the_longest_road() -> None:
    table = Table.set_up(players=2, cut_roads="abandoned")
    table.settle(1, 16)
    table.pave(1, 16, 22, 17, 23, 18, 24, 19, 25, 20)
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table["road_length"][1] == 5
    assert table["longest"] == 1


@pytest.mark.rule("BLD-8")
def test_abandoned_roads_are_no_longer_extended_by_road_building() -> None:
    table = cut("abandoned")
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    assert table.road_places(0) == {(11, 16), (16, 21), (22, 28), (12, 17)}
    table.refuse("BLD-8", 0, road(13, 18))


@pytest.mark.rule("BLD-8")
def test_lost_roads_return_to_their_owners_supply() -> None:
    table = cut("lost")
    table.fund(0, "road")
    assert table["roads_left"][0] == 12
    assert table.road_places(0) == {(11, 16), (16, 21), (22, 28), (12, 17)}
    table.refuse("BLD-1", 0, road(18, 24))
    table.check()


@pytest.mark.rule("BLD-8")
def test_the_paths_of_lost_roads_are_free_for_all() -> None:
    table = cut("lost")
    table.do(0, a.END_TURN)
    table.roll(2)
    table.fund(1, "road", "road")
    table.road(1, 23, 18, 24)
    assert table["roads_left"][1] == 11


@pytest.mark.rule("BLD-8")
@pytest.mark.parametrize("cut_roads", ["stay", "abandoned", "lost"])
@pytest.mark.parametrize("building", ["settlement", "city"])
def test_a_road_with_a_building_on_each_side_is_not_cut_off(cut_roads: str, building: str) -> None:
    table = Table.set_up(players=2, cut_roads=cut_roads)
    table.settle(1, 16)
    (table.settle if building == "settlement" else table.build_city)(1, 24)
    table.pave(1, 16, 22, 17, 23, 18, 24)
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    table.do(0, a.END_TURN)
    table.roll(2)
    table.fund(1, "road")
    assert table["roads_left"][1] == 10
    assert {(12, 17), (13, 18), (19, 24), (24, 30)} <= table.road_places(1)


@pytest.mark.rule("BLD-8")
@pytest.mark.parametrize("cut_roads", ["abandoned", "lost"])
def test_an_opponents_settlement_at_the_end_of_a_road_cuts_nothing_off(cut_roads: str) -> None:
    table = Table.set_up(players=2, cut_roads=cut_roads)
    table.settle(1, 16)
    table.pave(1, 16, 22, 17, 23)
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table["roads_left"][1] == 12
    assert table["road_length"][1] == 3


@pytest.mark.rule("BLD-8")
@pytest.mark.parametrize("cut_roads", ["abandoned", "lost"])
def test_a_loop_keeps_roads_connected_around_the_settlement(cut_roads: str) -> None:
    table = Table.set_up(players=2, cut_roads=cut_roads)
    table.settle(1, 22)
    table.pave(1, 22, 17, 23, 18, 13, 8, 12, 17)
    table.pave(1, 18, 24)
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table["roads_left"][1] == 7
    table.do(0, a.END_TURN)
    table.roll(2)
    table.fund(1, "road")
    assert {(19, 24), (24, 30)} <= table.road_places(1)


@pytest.mark.rule("BLD-8", "AWD-4")
def test_losing_roads_can_lose_the_longest_road() -> None:
    table = Table.set_up(players=2, cut_roads="lost")
    table.settle(1, 16)
    table.pave(1, 16, 22, 17, 23, 18, 24, 19, 25, 20)
    assert table["longest"] == 1
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table["road_length"][1] == 3
    assert table["longest"] == -1
    assert table["roads_left"][1] == 12
    assert table.points(1) == 1
