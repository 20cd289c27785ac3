"""Victory (WIN): what points are made of, when they win, limits, and what is revealed at the end."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.core import actions as a
from longroad.core.view import PUBLIC
from tests.rules.table import Table

NOBODY = -1
KNIGHT, ROADS, PLENTY, MONOPOLY, POINT = range(5)
# Intersections far from each other, at the bottom of the island: 4 cities and 6 points more for whoever gets them all.
CITIES = (38, 40, 42, 48)
SETTLEMENTS = (50, 27)


def with_points(points: int, seat: int = 0, **options: Any) -> Table:
    """Build a seat so many points: as many cities as possible, then settlements."""
    table = Table.set_up(**options)
    settle_points(table, seat, points)
    return table


def settle_points(table: Table, seat: int, points: int) -> None:
    cities = min(points // 2, 4)
    table.build_city(seat, *CITIES[:cities])
    table.settle(seat, *SETTLEMENTS[: points - 2 * cities])
    assert table.points(seat) == points


def buy(table: Table, seat: int, card: int) -> None:
    """Make a seat buy a card, which turns out to be this one."""
    table.fund(seat, "card")
    table.do(seat, a.BUY_CARD)
    table.chance(card)


def over(table: Table) -> tuple[bool, int]:
    return table.is_over, table["winner"]


# --- points -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WIN-1")
def test_what_counts_for_how_much() -> None:
    table = Table.set_up()
    table.settle(0, 38)
    assert table.points(0) == 1
    table.build_city(0, 40)
    assert table.points(0) == 1 + 2
    table.pave(0, 7, 3, 0, 4, 1, 5)
    assert table.points(0) == 3 + 2
    table.muster(0, 3)
    assert table.points(0) == 5 + 2
    table.hold(0, "victory point")
    assert table.points(0) == 7 + 1
    assert table["points"][0] == 7  # what the others see


@pytest.mark.rule("WIN-1")
def test_upgrading_a_settlement_gains_one_point() -> None:
    table = Table.set_up()
    table.settle(0, 38)
    table.fund(0, "city")
    table.do(0, a.BUILD_CITY, 38)
    assert table.points(0) == 2


@pytest.mark.rule("WIN-1")
@pytest.mark.parametrize("card", ["knight", "road building", "year of plenty", "monopoly"])
def test_other_cards_and_roads_count_nothing(card: str) -> None:
    table = Table.set_up()
    table.hold(0, card)
    table.pave(0, 7, 3, 0, 4, 1)
    assert table.points(0) == 0


# --- at once, on one's own turn ---------------------------------------------------------------------------------------


@pytest.mark.rule("WIN-2")
def test_a_settlement_wins() -> None:
    table = with_points(9)
    table.pave(0, 7, 12, 8)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-2")
def test_a_city_wins() -> None:
    table = with_points(6)
    table.settle(0, 48, 50, 27)
    table.fund(0, "city")
    table.do(0, a.BUILD_CITY, 48)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-2")
def test_a_road_wins_by_the_longest_road() -> None:
    table = with_points(8)
    table.pave(0, 7, 3, 0, 4, 1)
    table.fund(0, "road")
    table.road(0, 1, 5)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-2")
def test_nine_points_and_two_more_win_too() -> None:
    table = with_points(9)
    table.pave(0, 7, 3, 0, 4, 1)
    table.fund(0, "road")
    table.road(0, 1, 5)
    assert over(table) == (True, 0)
    assert table.points(0) == 11


@pytest.mark.rule("WIN-2")
def test_breaking_anothers_road_wins() -> None:
    table = with_points(7)
    table.pave(1, 17, 23, 18, 24, 19, 25, 20)
    table.pave(0, 21, 27, 33, 28, 34, 29, 23)
    assert table["longest"] == 1  # it was first with six
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert over(table) == (True, 0)
    assert table.points(0) == 10


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_knight_wins_by_the_largest_army_before_the_robber_moves(rolled: bool) -> None:
    table = with_points(8, rolled=rolled)
    table.muster(0, 2)
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize("rolled", [False, True])
def test_the_first_of_two_free_roads_may_win(rolled: bool) -> None:
    table = with_points(8, rolled=rolled)
    table.pave(0, 7, 3, 0, 4, 1)
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    table.road(0, 1, 5)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-2", "WIN-4")
def test_a_victory_point_card_wins_when_it_is_bought() -> None:
    table = with_points(9)
    buy(table, 0, POINT)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize("card", [KNIGHT, ROADS, PLENTY, MONOPOLY])
def test_no_other_card_wins_when_it_is_bought(card: int) -> None:
    table = with_points(9)
    buy(table, 0, card)
    assert over(table) == (False, NOBODY)
    assert table.phase == "main"


@pytest.mark.rule("WIN-2")
def test_ten_points_win_as_the_turn_begins_before_the_roll() -> None:
    table = Table.set_up(rolled=True)
    settle_points(table, 1, 10)
    assert not table.is_over
    table.do(0, a.END_TURN)
    assert over(table) == (True, 1)
    assert table["rolls"] == 0


@pytest.mark.rule("WIN-2")
def test_nine_points_do_not_win() -> None:
    table = Table.set_up()
    settle_points(table, 1, 9)
    table.do(0, a.END_TURN)
    assert over(table) == (False, NOBODY)


@pytest.mark.rule("WIN-2")
def test_nobody_acts_when_the_game_is_over() -> None:
    table = with_points(9)
    buy(table, 0, POINT)
    assert table.to_act == table.may_act == ()
    for seat in range(4):
        assert table.legal(seat) == []
        assert table.forms(seat) == []
        table.refuse("WIN-2", seat, a.action(a.END_TURN))
        table.refuse("WIN-2", seat, a.action(a.ROLL))


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize(("victory_points", "is_over"), [(3, True), (4, False)])
def test_the_points_that_win_can_be_fewer(victory_points: int, is_over: bool) -> None:
    table = with_points(2, victory_points=victory_points)
    buy(table, 0, POINT)
    assert table.is_over == is_over


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize(("victory_points", "is_over"), [(11, True), (12, False), (20, False)])
def test_the_points_that_win_can_be_more(victory_points: int, is_over: bool) -> None:
    table = with_points(10, victory_points=victory_points)
    buy(table, 0, POINT)
    assert table.is_over == is_over


# --- on another's turn ------------------------------------------------------------------------------------------------


def about_to_break(**options: Any) -> Table:
    """Set up: seat 0 can settle at 23, breaks seat 1's road there, and so seat 2 with 8 points gets the card."""
    table = with_points(8, seat=2, **options)
    table.pave(1, 16, 22, 17, 23, 18, 24, 19)
    table.pave(2, 7, 3, 0, 4, 1, 5)
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    assert table["longest"] == 1
    return table


@pytest.mark.rule("WIN-3")
def test_points_reached_on_anothers_turn_wait_for_ones_own() -> None:
    table = about_to_break()
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table.points(2) == 10
    assert not table.is_over
    table.pass_to(1)
    assert not table.is_over
    table.do(1, a.END_TURN)
    assert over(table) == (True, 2)


@pytest.mark.rule("WIN-3")
def test_points_lost_before_ones_own_turn_do_not_win() -> None:
    table = about_to_break()
    table.do(0, a.BUILD_SETTLEMENT, 23)
    table.pass_to(1)
    table.fund(1, "road", "road", "road")
    table.road(1, 19, 25, 20, 26)
    assert table["longest"] == 1
    table.do(1, a.END_TURN)
    assert over(table) == (False, NOBODY)
    assert table["turn"] == 2


@pytest.mark.rule("WIN-3")
def test_another_may_win_while_points_wait() -> None:
    table = about_to_break()
    table.do(0, a.BUILD_SETTLEMENT, 23)
    table.build_city(1, 9, 30, 32)
    table.hold(1, "victory point", "victory point", "victory point", "victory point")
    table.do(0, a.END_TURN)
    assert over(table) == (True, 1)


@pytest.mark.rule("WIN-3")
def test_where_any_turn_wins_points_win_at_once() -> None:
    table = about_to_break(win_on="any_turn")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert over(table) == (True, 2)


@pytest.mark.rule("WIN-3")
def test_where_any_turn_wins_the_owner_of_the_turn_comes_first() -> None:
    table = about_to_break(win_on="any_turn")
    table.settle(0, 9, 10)
    table.build_city(0, 20, 31)
    table.muster(0, 3)
    assert table.points(0) == 9
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table.points(2) == 10
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-3")
@pytest.mark.parametrize(("turn", "winner"), [(0, 1), (2, 3), (1, 1), (3, 3)])
def test_where_any_turn_wins_the_others_follow_clockwise(turn: int, winner: int) -> None:
    table = Table.set_up(win_on="any_turn")
    table.give_turn(turn)
    settle_points(table, 3, 10)
    table.build_city(1, 0, 1, 2, 7)
    table.settle(1, 9, 10)
    table.pave(turn, 30, 24)
    table.fund(turn, "road")
    table.road(turn, 24, 18)
    assert over(table) == (True, winner)


# --- victory point cards ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WIN-4")
def test_victory_point_cards_count_secretly() -> None:
    table = with_points(7)
    table.hold(0, "victory point", "victory point")
    assert table.points(0) == 9
    for viewer in (1, PUBLIC):
        assert table.view(viewer)["points"][0] == 7
        assert table.view(viewer)["cards"][0][POINT] == 0


@pytest.mark.rule("WIN-4")
def test_the_almanacs_example_wins_by_the_second_victory_point_card() -> None:
    """Two settlements, the longest road, two cities and a victory point card; another one is drawn."""
    table = Table.set_up()
    table.settle(0, 50, 27)
    table.build_city(0, 38, 40)
    table.pave(0, 7, 3, 0, 4, 1, 5)
    table.hold(0, "victory point")
    assert table.points(0) == 9
    buy(table, 0, POINT)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-4")
def test_victory_point_cards_held_back_win_with_the_tenth_point() -> None:
    table = with_points(7)
    table.hold(0, "victory point", "victory point")
    table.pave(0, 7, 12, 8)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-4")
def test_victory_point_cards_may_count_from_the_next_own_turn() -> None:
    table = with_points(9, point_cards="next_turn", players=3)
    buy(table, 0, POINT)
    assert over(table) == (False, NOBODY)
    assert table.points(0) == 9
    table.pass_to(1)
    assert table.points(0) == 9
    table.pass_to(2)
    table.do(2, a.END_TURN)
    assert over(table) == (True, 0)
    assert table["rolls"] == 0


@pytest.mark.rule("WIN-4")
def test_only_the_new_victory_point_card_waits() -> None:
    table = with_points(8, point_cards="next_turn")
    table.hold(0, "victory point")
    assert table.points(0) == 9
    buy(table, 0, POINT)
    assert table.points(0) == 9
    table.pave(0, 7, 12, 8)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 8)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-4")
def test_a_waiting_victory_point_card_does_not_win_on_anothers_turn_either() -> None:
    table = with_points(9, point_cards="next_turn", win_on="any_turn", players=2)
    buy(table, 0, POINT)
    table.pass_to(1)
    table.pave(1, 7, 12)
    table.fund(1, "road")
    table.road(1, 12, 8)
    assert not table.is_over
    table.do(1, a.END_TURN)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-4", "EXT-3")
@pytest.mark.parametrize("point_cards", ["at_once", "next_turn"])
def test_a_victory_point_card_of_the_special_build_phase_wins_as_the_turn_begins(point_cards: str) -> None:
    table = with_points(9, seat=1, point_cards=point_cards, special_build="after_turn")
    table.fund(1, "card")
    table.do(0, a.END_TURN)
    assert table.phase == "special building"
    table.do(1, a.BUY_CARD)
    table.chance(POINT)
    assert not table.is_over
    assert table.points(1) == (10 if point_cards == "at_once" else 9)
    table.do(1, a.END_TURN)
    assert over(table) == (True, 1)


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WIN-5")
def test_at_the_limit_most_points_win_secret_ones_included() -> None:
    table = with_points(4, seat=2, limit=2, players=3)
    table.settle(1, 0, 2)
    table.hold(1, "victory point", "victory point", "victory point")
    table.pass_to(1)
    assert not table.is_over
    table.do(1, a.END_TURN)
    assert over(table) == (True, 1)
    assert table["turns"] == 2


@pytest.mark.rule("WIN-5")
def test_an_exact_tie_at_the_limit_is_a_draw() -> None:
    table = with_points(4, seat=2, limit=1, players=3)
    table.settle(0, 0)
    table.build_city(1, 1)
    table.settle(1, 9, 10)
    table.do(0, a.END_TURN)
    assert over(table) == (True, NOBODY)
    table.refuse("WIN-2", 1, a.action(a.ROLL))


@pytest.mark.rule("WIN-5")
def test_a_tie_behind_the_leader_is_no_draw() -> None:
    table = with_points(4, seat=2, limit=1, players=4)
    table.settle(0, 0)
    table.settle(1, 2)
    table.do(0, a.END_TURN)
    assert over(table) == (True, 2)


@pytest.mark.rule("WIN-5")
def test_points_win_before_the_limit_does() -> None:
    table = with_points(9, limit=1)
    buy(table, 0, POINT)
    assert over(table) == (True, 0)


@pytest.mark.rule("WIN-5")
def test_without_a_limit_the_game_goes_on() -> None:
    table = with_points(4)
    table.put("turns", 1_000_000)
    table.do(0, a.END_TURN)
    assert not table.is_over
    assert table["turns"] == 1_000_001


@pytest.mark.rule("WIN-5")
def test_a_victory_point_card_that_does_not_count_yet_does_not_count_at_the_limit() -> None:
    table = with_points(4, limit=1, point_cards="next_turn", players=2)
    table.settle(1, 0, 1, 2, 9)
    buy(table, 0, POINT)
    table.do(0, a.END_TURN)
    assert over(table) == (True, NOBODY)


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WIN-6")
def test_at_the_end_cards_and_hands_are_revealed() -> None:
    table = with_points(9)
    table.hold(1, "victory point", "knight")
    table.deal(2, ore=3)
    assert table.view(3)["cards"][1] == [0] * 5
    assert table.view(3)["hand"][2] == [0] * 5
    buy(table, 0, POINT)
    for viewer in (0, 3, PUBLIC):
        view = table.view(viewer)
        assert view["cards"][0] == [0, 0, 0, 0, 1]
        assert view["cards"][1] == [1, 0, 0, 0, 1]
        assert view["hand"][2] == [0, 0, 0, 0, 3]
