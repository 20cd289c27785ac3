"""Special cards (AWD): how long a road is, who holds the longest one, and the largest army."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from tests.rules.table import Table

# Walks along the coast and across the island.
TOP = (7, 3, 0, 4, 1, 5, 2, 6, 10, 15)
BOTTOM = (38, 43, 39, 44, 40, 45, 41, 46, 42)
COAST = (21, 16, 11, 7, 3, 0, 4, 1, 5, 2, 6, 10, 15, 20, 26, 32)


def length(*walks: tuple[int, ...], foreign: tuple[int, ...] = (), own: tuple[int, ...] = ()) -> int:
    """Measure seat 0's longest road along some walks, with buildings of its own and of an opponent."""
    table = Table.set_up()
    for walk in walks:
        table.pave(0, *walk)
    table.settle(0, *own)
    table.settle(1, *foreign)
    return int(table["road_length"][0])


# --- how long a road is -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-1")
def test_the_first_road_of_five_takes_the_card() -> None:
    table = Table.set_up()
    table.settle(0, 7)
    table.pave(0, 7, 3, 0, 4)
    table.fund(0, "road", "road")
    table.road(0, 4, 1)
    assert table["longest"] == -1
    table.road(0, 1, 5)
    assert table["longest"] == 0
    assert table["points"][0] == 1 + 2
    table.check()


@pytest.mark.rule("AWD-1")
@pytest.mark.parametrize("roads", range(1, 16))
def test_a_straight_road_is_as_long_as_it_has_pieces(roads: int) -> None:
    assert length(COAST[: roads + 1]) == roads


@pytest.mark.rule("AWD-1")
def test_a_fork_counts_once_along_the_best_branch() -> None:
    assert length((8, 13, 18, 24, 30), (18, 23)) == 4
    assert length((8, 13, 18, 24, 30), (18, 23, 29)) == 4
    assert length((13, 18, 24, 30), (18, 23, 29, 34)) == 5


@pytest.mark.rule("AWD-1")
def test_six_roads_in_three_branches_are_no_longest_road() -> None:
    table = Table.set_up()
    table.pave(0, 8, 13, 18, 24, 30)
    table.pave(0, 18, 23, 29)
    assert table["roads_left"][0] == 9
    assert table["longest"] == -1


@pytest.mark.rule("AWD-1")
def test_a_road_that_joins_two_pieces_counts_them_together() -> None:
    table = Table.set_up()
    table.pave(0, 7, 3, 0, 4)
    table.pave(0, 1, 5, 2, 6)
    assert table["road_length"][0] == 3
    table.fund(0, "road")
    table.road(0, 4, 1)
    assert table["road_length"][0] == 7
    assert table["longest"] == 0


@pytest.mark.rule("AWD-1")
def test_two_pieces_that_do_not_touch_are_two_roads() -> None:
    assert length((7, 3, 0, 4), (9, 5, 2)) == 3


RING = (8, 13, 18, 23, 17, 12, 8)  # around one hex
SECOND_RING = (13, 9, 14, 19, 24, 18)  # around the next one, with the path that they share


@pytest.mark.rule("AWD-1")
def test_a_loop_counts_all_around_and_no_path_twice() -> None:
    assert length(RING) == 6


@pytest.mark.rule("AWD-1")
def test_a_loop_with_a_tail_counts_both() -> None:
    assert length(RING, (8, 4, 1)) == 8


@pytest.mark.rule("AWD-1")
@pytest.mark.parametrize("second_tail", [(13, 9), (18, 24), (23, 29)])
def test_a_loop_with_two_tails_leaves_something_out(second_tail: tuple[int, int]) -> None:
    assert length(RING, (8, 4), second_tail) == 7


@pytest.mark.rule("AWD-1")
def test_two_loops_that_share_a_path_count_whole() -> None:
    assert length(RING, SECOND_RING) == 11


@pytest.mark.rule("AWD-1")
def test_two_loops_with_a_tail_elsewhere_leave_something_out() -> None:
    assert length(RING, SECOND_RING, (8, 4)) == 11
    assert length(RING, SECOND_RING, (8, 4, 1)) == 12


@pytest.mark.rule("AWD-1")
def test_two_loops_joined_by_a_road_count_whole() -> None:
    assert length((8, 4, 0, 3, 7, 12, 8, 13, 9, 14, 19, 24, 18, 13)) == 13


@pytest.mark.rule("AWD-1")
def test_three_loops_around_an_intersection_leave_one_path_out() -> None:
    assert length(RING, SECOND_RING, (24, 30, 35, 29, 23)) == 14


@pytest.mark.rule("AWD-1")
def test_a_road_may_cross_an_intersection_where_it_has_been() -> None:
    assert length((1, 4, 8, 13, 18, 23, 17, 12, 8)) == 8


# --- what interrupts a road -------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-1", "AWD-2")
def test_red_with_a_fork_and_orange_interrupted() -> None:
    """The Traveler's example: Red has 6, not counting the fork; Orange's road counts 5, not 7."""
    table = Table.set_up()
    red, orange = 0, 1
    table.settle(red, 24)
    table.pave(red, 24, 30, 36, 31, 37, 32, 26)
    table.pave(red, 36, 41)
    table.settle(orange, 16)
    table.pave(orange, 16, 22, 17, 23, 18, 24, 19, 25)
    assert table["road_length"][red] == 6
    assert table["road_length"][orange] == 5
    assert table["roads_left"][orange] == 8
    assert table["longest"] == red


@pytest.mark.rule("AWD-2")
@pytest.mark.parametrize("building", ["settlement", "city"])
def test_an_opponents_building_interrupts_a_road(building: str) -> None:
    table = Table.set_up()
    (table.settle if building == "settlement" else table.build_city)(1, 4)
    table.pave(0, 7, 3, 0, 4, 1, 5)
    assert table["road_length"][0] == 3
    assert table["longest"] == -1


@pytest.mark.rule("AWD-2")
def test_own_settlements_and_cities_do_not_interrupt() -> None:
    assert length(TOP[:6], own=(3, 4)) == 5
    table = Table.set_up()
    table.build_city(0, 4)
    table.pave(0, *TOP[:6])
    assert table["longest"] == 0


@pytest.mark.rule("AWD-2")
def test_a_road_may_end_at_opponents_buildings() -> None:
    assert length(TOP[:6], foreign=(7,)) == 5
    assert length(TOP[:6], foreign=(7, 5)) == 5


@pytest.mark.rule("AWD-2")
@pytest.mark.parametrize("is_first", [False, True])
def test_an_opponents_road_across_interrupts_nothing(is_first: bool) -> None:
    table = Table.set_up()
    if is_first:
        table.pave(1, 8, 13, 18)
    table.pave(0, 17, 23, 18, 24, 19, 25)
    if not is_first:
        table.pave(1, 8, 13, 18)
    assert table["road_length"][0] == 5


@pytest.mark.rule("AWD-2")
def test_a_loop_may_begin_and_end_at_an_opponents_building() -> None:
    assert length(RING, foreign=(23,)) == 6
    assert length(RING, (8, 4), foreign=(23,)) == 6
    assert length(RING, (8, 4)) == 7


@pytest.mark.rule("AWD-2")
def test_two_opponents_buildings_cut_a_loop_in_two() -> None:
    assert length(RING, foreign=(23, 13)) == 4
    assert length(RING, foreign=(23, 8)) == 3


@pytest.mark.rule("AWD-2")
def test_two_loops_are_cut_where_they_meet() -> None:
    assert length(RING, SECOND_RING, foreign=(18,)) == 10
    assert length(RING, SECOND_RING, foreign=(13,)) == 10


@pytest.mark.rule("AWD-2")
def test_building_on_a_road_interrupts_it_at_once() -> None:
    table = Table.set_up()
    table.settle(1, 16)
    table.pave(1, 16, 22, 17, 23, 18, 24)
    assert table["longest"] == 1
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table["road_length"][1] == 3
    assert table["longest"] == -1
    assert table["points"][:2] == [1, 1]


# --- a longer road ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-3")
def test_only_a_strictly_longer_road_takes_the_card() -> None:
    table = Table.set_up()
    table.pave(1, *TOP[:7])
    table.pave(0, *BOTTOM[:6])
    assert table["longest"] == 1
    table.fund(0, "road", "road")
    table.road(0, *BOTTOM[5:7])  # six against six
    assert table["longest"] == 1
    assert table["points"][:2] == [0, 2]
    table.road(0, *BOTTOM[6:8])
    assert table["longest"] == 0
    assert table["points"][:2] == [2, 0]


@pytest.mark.rule("AWD-3")
def test_the_holder_may_be_equalled_but_keeps_the_card_while_building_on() -> None:
    table = Table.set_up()
    table.pave(0, *TOP[:6])
    table.pave(1, *BOTTOM[:6])
    assert table["longest"] == 0
    table.build_on(0, *TOP[5:7])
    assert table["longest"] == 0
    table.build_on(1, *BOTTOM[5:7])
    assert table["longest"] == 0
    table.build_on(1, *BOTTOM[6:8])
    assert table["longest"] == 1


@pytest.mark.rule("AWD-3")
def test_more_roads_in_branches_do_not_take_the_card() -> None:
    table = Table.set_up()
    table.pave(1, *TOP[:6])
    table.pave(0, *BOTTOM[:6])
    table.fund(0, "road", "road", "road")
    table.road(0, 39, 34)
    table.road(0, 40, 35)
    table.road(0, 44, 48)
    assert table["longest"] == 1


NOBODY = -1

# --- the largest army -------------------------------------------------------------------------------------------------


def play_knight(table: Table, seat: int) -> None:
    """Make the turn come to a seat, which then plays a knight."""
    table.hold(seat, "knight")
    if table["cards_played"]:
        table.do(table["turn"], a.END_TURN)
        table.roll(2)
    table.pass_to(seat)
    table.do(seat, a.PLAY_KNIGHT)
    table.do(seat, a.MOVE_ROBBER, 3 if table["robber"] != 3 else 4)


@pytest.mark.rule("AWD-5")
def test_the_first_three_knights_take_the_largest_army() -> None:
    table = Table.set_up()
    for knights in range(1, 4):
        assert table["largest"] == NOBODY
        play_knight(table, 0)
        assert table["knights"][0] == knights
    assert table["largest"] == 0
    assert table["points"][0] == 2


@pytest.mark.rule("AWD-5")
def test_only_strictly_more_knights_take_the_largest_army() -> None:
    table = Table.set_up()
    table.muster(1, 3)
    table.muster(0, 2)
    play_knight(table, 0)
    assert table["largest"] == 1
    play_knight(table, 0)
    assert table["largest"] == 0
    assert table["points"][:2] == [2, 0]
    play_knight(table, 1)
    assert table["largest"] == 0
    play_knight(table, 1)
    assert table["largest"] == 1
    assert table["points"][:2] == [0, 2]


@pytest.mark.rule("AWD-5")
def test_knights_in_hand_do_not_count() -> None:
    table = Table.set_up()
    table.hold(0, "knight", "knight", "knight", "knight")
    assert table["largest"] == NOBODY
    play_knight(table, 0)
    assert table["knights"][0] == 1
    assert table["largest"] == NOBODY
