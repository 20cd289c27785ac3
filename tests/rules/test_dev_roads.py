"""Development cards (DEV-3): road building, with two roads, one or none to place."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.words import ORE, WOOL
from tests.rules.table import Table, road

PLAY_ROADS = a.action(a.PLAY_ROADS)
STOP = a.action(a.STOP_ROADS)


def with_roads(*, rolled: bool = True, paved: tuple[int, ...] = (18, 13)) -> Table:
    """Place a settlement of seat 0 at 18, a road and a road building card."""
    table = Table.set_up(rolled=rolled)
    table.settle(0, 18)
    table.pave(0, *paved)
    table.hold(0, "road building")
    return table


@pytest.mark.rule("DEV-3")
@pytest.mark.parametrize("rolled", [False, True])
def test_road_building_places_two_free_roads(rolled: bool) -> None:
    table = with_roads(rolled=rolled)
    table.do(0, a.PLAY_ROADS)
    table.road(0, 13, 8)
    table.road(0, 8, 4)  # the second may start from the first
    assert table["roads_left"][0] == 12
    assert table["hand_size"][0] == 0
    assert table["bank"] == [19] * 5
    assert table.phase == ("main" if rolled else "before roll")


@pytest.mark.rule("DEV-3")
def test_free_roads_are_not_paid_for_even_by_who_could() -> None:
    table = with_roads()
    table.fund(0, "road", "road")
    table.do(0, a.PLAY_ROADS)
    table.road(0, 13, 8, 4)
    assert table.hand(0) == {"brick": 2, "lumber": 2}


@pytest.mark.rule("DEV-3")
def test_free_roads_follow_the_normal_rules() -> None:
    table = with_roads()
    table.settle(1, 8)
    table.pave(0, 13, 8)
    table.do(0, a.PLAY_ROADS)
    assert table.road_places(0) == {(18, 23), (18, 24), (9, 13)}
    table.refuse("BLD-1", 0, road(8, 4))
    table.refuse("BLD-1", 0, road(41, 45))
    table.refuse("BLD-2", 0, road(13, 18))


@pytest.mark.rule("DEV-3")
def test_nothing_comes_between_the_two_free_roads() -> None:
    table = with_roads()
    table.fund(0, "settlement", "city", "card")
    table.deal(0, wool=4)
    table.do(0, a.PLAY_ROADS)
    for _ in range(2):
        for action in (
            a.action(a.END_TURN),
            a.action(a.BUY_CARD),
            a.action(a.BUILD_CITY, 18),
            a.action(a.BUILD_SETTLEMENT, 8),
            a.bank_trade(4, WOOL, ORE),
        ):
            table.refuse("DEV-3", 0, action)
        table.refuse("TRN-7", 1, a.action(a.END_TURN))
        if table["free_roads"] == 2:
            table.road(0, 13, 8)


@pytest.mark.rule("DEV-3")
def test_one_may_stop_after_the_first_free_road_but_not_before() -> None:
    table = with_roads()
    table.do(0, a.PLAY_ROADS)
    table.refuse("DEV-3", 0, STOP)
    table.road(0, 13, 8)
    table.apply(0, STOP)
    assert table["roads_left"][0] == 13
    assert table.phase == "main"
    table.refuse("BLD-7", 0, road(8, 4))


@pytest.mark.rule("DEV-3")
def test_with_one_piece_left_one_road_is_placed() -> None:
    table = Table.set_up()
    table.settle(0, 21)
    table.pave(0, 21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26, 32, 37, 31, 36)
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    table.road(0, 36, 30)
    assert table["roads_left"][0] == 0
    assert table.phase == "main"


@pytest.mark.rule("DEV-3")
def test_with_no_piece_left_road_building_cannot_be_played() -> None:
    table = Table.set_up()
    table.settle(0, 21)
    table.pave(0, 21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26, 32, 37, 31, 36, 30)
    table.hold(0, "road building")
    table.refuse("DEV-3", 0, PLAY_ROADS)


def in_a_corner() -> Table:
    """Leave seat 0 a single place for a road, from 0 to 4."""
    table = Table.set_up()
    table.settle(0, 0)
    table.pave(1, 0, 3)
    table.hold(0, "road building")
    return table


@pytest.mark.rule("DEV-3")
def test_with_one_place_left_one_road_is_placed() -> None:
    table = in_a_corner()
    table.pave(1, 1, 4, 8)
    table.do(0, a.PLAY_ROADS)  # the only place is no choice
    assert table["roads_left"][0] == 14
    assert table.phase == "main"
    assert table["free_roads"] == 0


@pytest.mark.rule("DEV-3")
def test_the_only_place_for_the_first_road_may_open_places_for_the_second() -> None:
    table = in_a_corner()
    table.do(0, a.PLAY_ROADS)
    assert table["roads_left"][0] == 14
    assert table.road_places(0) == {(1, 4), (4, 8)}
    table.road(0, 4, 8)
    assert table["roads_left"][0] == 13
    assert table.phase == "main"


@pytest.mark.rule("DEV-3")
def test_one_may_stop_when_the_first_road_had_a_single_place() -> None:
    table = in_a_corner()
    table.do(0, a.PLAY_ROADS)
    table.apply(0, STOP)
    assert table["roads_left"][0] == 14
    assert table.phase == "main"


@pytest.mark.rule("DEV-3")
def test_with_no_place_left_road_building_cannot_be_played() -> None:
    table = in_a_corner()
    table.pave(1, 0, 4)
    table.refuse("DEV-3", 0, PLAY_ROADS)


@pytest.mark.rule("DEV-3")
def test_with_one_place_for_two_roads_the_second_is_dropped() -> None:
    table = in_a_corner()
    table.pave(1, 1, 4)
    table.settle(1, 8)  # the second road may still end there, but there it ends
    table.do(0, a.PLAY_ROADS)
    assert table.road_places(0) == {(4, 8)}
    table.road(0, 4, 8)
    assert table["roads_left"][0] == 13
    assert table.phase == "main"
