"""The two-player game (DUO-5): what is built for the neutral players."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from tests.rules.duels import RED, WHITE, duel, neutral_road, neutral_settlement, places, seated, shut_in
from tests.rules.table import road

STOP = a.action(a.STOP_ROADS)
END = a.action(a.END_TURN)


@pytest.mark.rule("DUO-5")
def test_a_road_is_followed_by_a_neutral_players_road_of_ones_choice() -> None:
    table = seated()
    table.fund(0, "road")
    table.road(0, 28, 33)
    assert table.phase == "neutral build"
    assert places(table) == {(RED, 5, 9), (RED, 9, 13), (RED, 9, 14), (WHITE, 39, 44), (WHITE, 40, 44), (WHITE, 44, 48)}
    assert len(table.legal(0)) == 6
    table.apply(0, neutral_road(WHITE, 44, 40))
    assert table.phase == "main"
    assert table["roads_left"][:4] == [12, 15, 15, 14]
    assert table["hand_size"][0] == 0
    table.check()


@pytest.mark.rule("DUO-5")
def test_nothing_comes_before_the_neutral_players_piece() -> None:
    table = seated()
    table.fund(0, "road", "road", "city", "card")
    table.hold(0, "knight")
    table.road(0, 28, 33)
    for action in (END, road(17, 23), a.action(a.BUILD_CITY, 17), a.action(a.BUY_CARD), a.action(a.PLAY_KNIGHT)):
        table.refuse("DUO-5", 0, action)
    table.refuse("DUO-5", 0, a.action(a.CALM_ROBBER))
    table.refuse("TRN-7", 1, neutral_road(RED, 9, 5))


@pytest.mark.rule("DUO-5")
def test_a_settlement_is_followed_by_a_neutral_players_settlement() -> None:
    table = seated()
    table.pave(RED, 9, 14, 19)
    table.pave(WHITE, 44, 40, 35)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    assert set(table.legal(0)) == {neutral_settlement(RED, 19), neutral_settlement(WHITE, 35)}
    table.refuse("DUO-5", 0, neutral_road(RED, 9, 5))  # a settlement is due
    table.apply(0, neutral_settlement(WHITE, 35))
    assert table.phase == "main"
    assert table["settlements_left"][:4] == [3, 4, 4, 3]
    table.check()


@pytest.mark.rule("DUO-5")
def test_the_only_place_for_a_neutral_settlement_is_no_choice() -> None:
    table = seated()
    table.pave(RED, 9, 14, 19)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    assert table.phase == "main"
    assert table["settlements_left"][:4] == [3, 4, 3, 4]


@pytest.mark.rule("DUO-5")
def test_without_a_place_for_a_settlement_a_road_is_built_instead() -> None:
    table = seated()
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    assert table.phase == "neutral build"
    assert len(places(table)) == 6
    table.refuse("DUO-5", 0, neutral_settlement(RED, 14))
    table.apply(0, neutral_road(RED, 9, 14))
    assert table["roads_left"][RED] == 14
    assert table.phase == "main"


@pytest.mark.rule("DUO-5")
def test_without_a_settlement_piece_a_road_is_built_instead() -> None:
    table = seated()
    table.pave(RED, 9, 14, 19)
    table.settle(RED, 0, 2, 32, 53)
    assert table["settlements_left"][RED] == 0
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    assert {a.action_kind(action) for action in table.legal(0)} == {a.NEUTRAL_ROAD}


@pytest.mark.rule("DUO-5")
@pytest.mark.parametrize("piece", ["road", "settlement"])
def test_where_no_neutral_piece_can_be_built_nothing_is(piece: str) -> None:
    table = seated()
    shut_in(table, RED)
    shut_in(table, WHITE)
    table.fund(0, piece)
    if piece == "road":
        table.road(0, 28, 33)
    else:
        table.do(0, a.BUILD_SETTLEMENT, 28)
    assert table.phase == "main"
    assert table["roads_left"][2:4] == [15, 15]
    assert table["settlements_left"][2:4] == [4, 4]


@pytest.mark.rule("DUO-5")
def test_where_one_neutral_is_shut_in_the_other_builds() -> None:
    table = seated()
    shut_in(table, RED)
    table.fund(0, "road")
    table.road(0, 28, 33)
    assert places(table) == {(WHITE, 39, 44), (WHITE, 40, 44), (WHITE, 44, 48)}


@pytest.mark.rule("DUO-5", "DUO-6")
def test_a_neutral_without_road_pieces_builds_none() -> None:
    table = seated()
    table.pave(RED, 9, 5, 2, 6, 10, 15, 20, 26, 32, 37, 42, 46, 50, 53, 49, 52)
    assert table["roads_left"][RED] == 0
    shut_in(table, WHITE)
    table.fund(0, "road")
    table.road(0, 28, 33)
    assert table.phase == "main"


@pytest.mark.rule("DUO-5")
@pytest.mark.parametrize("rolled", [False, True])
def test_each_free_road_is_followed_by_a_neutral_road(rolled: bool) -> None:
    table = seated(rolled=rolled)
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    table.road(0, 28, 33)
    assert table.phase == "neutral build"
    table.refuse("DUO-5", 0, STOP)
    table.refuse("DUO-5", 0, road(33, 38))
    table.apply(0, neutral_road(RED, 9, 5))
    assert table.phase == "free road"
    table.road(0, 33, 38)
    assert table.phase == "neutral build"
    table.apply(0, neutral_road(RED, 5, 2))
    assert table.phase == ("main" if rolled else "before roll")
    assert table["roads_left"][:4] == [11, 15, 13, 15]


@pytest.mark.rule("DUO-5")
def test_one_may_stop_after_the_first_free_road_and_its_neutral_one() -> None:
    table = seated()
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    table.road(0, 28, 33)
    table.apply(0, neutral_road(WHITE, 44, 48))
    table.apply(0, STOP)
    assert table.phase == "main"
    assert table["roads_left"][:4] == [12, 15, 15, 14]


@pytest.mark.rule("DUO-5", "DEV-3")
def test_a_neutral_road_may_take_the_place_of_the_second_free_road() -> None:
    table = duel(neutral_sites=(1, 44))
    table.settle(0, 0)
    table.pave(1, 0, 3)
    table.pave(1, 4, 8)
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)  # 0-4 is the only place
    assert table["roads_left"][0] == 14
    table.apply(0, neutral_road(RED, 1, 4))
    assert table.phase == "main"
    assert table["free_roads"] == 0


@pytest.mark.rule("DUO-5")
def test_cities_and_cards_do_not_count() -> None:
    table = seated()
    table.fund(0, "city", "card")
    table.do(0, a.BUILD_CITY, 17)
    assert table.phase == "main"
    table.do(0, a.BUY_CARD)
    table.chance(0)
    assert table.phase == "main"
    assert table["roads_left"][2:4] == [15, 15]


@pytest.mark.rule("DUO-5", "WIN-2")
def test_a_win_is_checked_before_the_neutral_player_builds() -> None:
    table = seated()
    table.build_city(0, 38, 42, 50, 53)
    assert table.points(0) == 9
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    assert (table.is_over, table["winner"]) == (True, 0)
    assert table["roads_left"][2:4] == [15, 15]


@pytest.mark.rule("DUO-5", "WIN-2")
@pytest.mark.parametrize("is_choice", [False, True])
def test_a_neutral_settlement_that_breaks_the_opponents_road_may_win(is_choice: bool) -> None:
    table = seated()
    table.build_city(0, 38, 42, 50)
    table.pave(1, 18, 24, 19, 25, 20, 26, 32)
    table.pave(0, 28, 33, 38, 43)
    assert table["road_length"][:2] == [5, 6]
    table.pave(RED, 9, 14, 19)
    if is_choice:
        table.pave(WHITE, 44, 40, 35)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    if is_choice:
        assert table.points(0) == 8
        table.apply(0, neutral_settlement(RED, 19))
    assert table["longest"] == 0
    assert (table.is_over, table["winner"]) == (True, 0)


@pytest.mark.rule("DUO-5")
def test_one_builds_for_neutral_players_only_and_only_where_they_could() -> None:
    table = seated()
    table.fund(0, "road")
    table.refuse("TRN-7", 0, neutral_road(RED, 9, 5))  # nothing is due
    table.road(0, 28, 33)
    for seat in (0, 1, 4, 7):
        table.refuse("DUO-5", 0, neutral_road(seat, 31, 36))
    table.refuse("DUO-6", 0, neutral_road(RED, 44, 40))  # the other's
    table.refuse("DUO-6", 0, neutral_road(WHITE, 17, 22))  # taken
    table.refuse("BRD-1", 0, a.action(a.NEUTRAL_ROAD, 200, RED))
