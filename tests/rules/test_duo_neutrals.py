"""The two-player game (DUO-6): what the neutral players do and never do."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.state import IllegalAction
from longroad.core.words import LUMBER, ORE
from tests.rules.duels import RED, WHITE, duel, neutral_road, neutral_settlement, places, seated
from tests.rules.table import Table, road

NOBODY = -1
END = a.action(a.END_TURN)


@pytest.mark.rule("DUO-6")
def test_neutral_players_have_fifteen_roads_and_five_settlements() -> None:
    table = duel()
    assert table["roads_left"][2:4] == [15, 15]
    assert table["settlements_left"][2:4] == [4, 4]  # one is on the board


@pytest.mark.rule("DUO-6")
def test_neutral_players_never_receive_resources() -> None:
    table = duel(rolled=False)  # RED is beside pasture 2, forest 9, pasture 4
    table.roll(9)
    table.roll(4)
    assert table["bank"] == [19] * 5
    assert table["hand_size"] == [0] * 6


@pytest.mark.rule("DUO-6", "PRO-4")
def test_neutral_players_claim_nothing_in_a_shortage() -> None:
    table = duel(rolled=False)
    table.build_city(0, 2)  # at forest 9, as RED is
    table.deal(1, lumber=18)
    table.roll(9)
    assert table.hand(0) == {"lumber": 1}


@pytest.mark.rule("DUO-6", "PRO-4")
def test_a_bank_that_suffices_for_the_two_players_pays_them() -> None:
    table = duel(rolled=False)
    table.settle(0, 2)  # at forest 9, as RED is
    table.settle(1, 10)
    table.deal(1, lumber=17)
    table.roll(9)
    assert [table.hand(seat) for seat in range(2)] == [{"lumber": 1}, {"lumber": 18}]


@pytest.mark.rule("DUO-6")
def test_neutral_players_cannot_be_robbed() -> None:
    table = duel()
    table.deal(0, ore=3)
    table.deal(1, ore=3)
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.do(0, a.MOVE_ROBBER, 1)  # only RED is there
    assert table.phase == "main"
    assert table["hand_size"][:4] == [3, 3, 0, 0]


@pytest.mark.rule("DUO-6")
def test_beside_a_neutral_player_the_opponent_is_the_only_victim() -> None:
    table = duel(steal="may")
    table.settle(1, 1)
    table.deal(1, ore=1)
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.do(0, a.MOVE_ROBBER, 1)
    assert table.listed(0, a.ROB) == [1, a.ROB_NOBODY]
    table.do(0, a.ROB, 1)
    table.chance(ORE)
    assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("DUO-6")
def test_neutral_players_block_roads_and_keep_their_distance() -> None:
    table = duel()
    table.settle(0, 18)
    table.pave(0, 18, 13, 9)
    table.fund(0, "settlement")
    table.refuse("BLD-1", 0, road(9, 14))
    table.refuse("BLD-1", 0, road(5, 9))
    table.refuse("BLD-3", 0, a.action(a.BUILD_SETTLEMENT, 13))


@pytest.mark.rule("DUO-6")
def test_players_block_neutral_roads() -> None:
    table = seated()
    table.settle(0, 19)
    table.pave(RED, 9, 14, 19)
    table.fund(0, "road")
    table.road(0, 28, 33)
    assert {place for place in places(table) if place[0] == RED} == {(RED, 5, 9), (RED, 9, 13), (RED, 10, 14)}
    table.refuse("DUO-6", 0, neutral_road(RED, 19, 24))


@pytest.mark.rule("DUO-6")
def test_neutral_players_cannot_act() -> None:
    table = seated()
    table.fund(0, "road")
    for seat in (RED, WHITE):
        for action in (END, neutral_road(RED, 9, 5)):
            with pytest.raises(IllegalAction):
                table.apply(seat, action)
    assert table.to_act == (0,)


@pytest.mark.rule("DUO-6")
def test_a_neutral_settlement_does_not_become_a_city() -> None:
    table = seated()
    table.fund(0, "city")
    table.refuse("BLD-4", 0, a.action(a.BUILD_CITY, 9))
    assert table.listed(0, a.BUILD_CITY) == [17]


@pytest.mark.rule("DUO-6", "AWD-1")
def test_a_neutral_player_can_take_the_longest_road() -> None:
    table = seated()
    table.pave(RED, 9, 5, 2, 6, 10)
    table.fund(0, "road")
    table.road(0, 28, 33)
    table.apply(0, neutral_road(RED, 10, 15))
    assert table["longest"] == RED
    assert table["points"][:4] == [1, 1, 1 + 2, 1]
    table.check()


@pytest.mark.rule("DUO-6", "AWD-3")
def test_the_longest_road_goes_to_and_fro_between_players_and_neutrals() -> None:
    table = seated()
    table.pave(RED, 9, 5, 2, 6, 10, 15)
    table.pave(0, 28, 33, 38)
    table.fund(0, "road", "road")
    table.road(0, 38, 43)  # five against five
    assert table["longest"] == RED
    table.apply(0, neutral_road(WHITE, 44, 48))
    table.road(0, 43, 47)
    assert table["longest"] == 0
    table.apply(0, neutral_road(RED, 15, 20))
    assert table["longest"] == 0  # six against six
    assert table["points"][:3] == [3, 1, 1]


@pytest.mark.rule("DUO-6", "AWD-4")
def test_a_neutral_settlement_cuts_a_players_road() -> None:
    table = seated()
    table.pave(1, 18, 24, 19, 25, 20, 26)
    table.pave(RED, 9, 14, 19)
    table.pave(WHITE, 44, 40, 35)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    table.apply(0, neutral_settlement(RED, 19))
    assert table["road_length"][1] == 3
    assert table["longest"] == NOBODY


@pytest.mark.rule("DUO-6", "AWD-4")
def test_a_player_cuts_a_neutral_players_road() -> None:
    table = seated()
    table.pave(RED, 9, 14, 19, 24, 30, 35)
    assert table["longest"] == RED
    table.pave(0, 17, 23, 18, 24)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 24)
    assert table["road_length"][RED] == 3
    assert table["longest"] == 0
    assert table["points"][:3] == [4, 1, 2]  # RED has settled at 35, its only place


def break_seat_1(right: int, road_tie: str) -> Table:
    """Make seat 0 break seat 1's longest road into 2 and `right` beside WHITE's five."""
    table = seated(road_tie=road_tie)
    table.pave(1, *(29, 23, 18, 24, 19, 25, 20, 26)[: right + 3])
    table.pave(WHITE, 44, 40, 45, 41, 46, 42)
    table.pave(0, 28, 33, 38)
    table.pave(0, 8, 13, 18)
    assert table["longest"] == 1
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 18)
    assert table["road_length"][:4] == [4, right, 0, 5]
    return table


@pytest.mark.rule("DUO-6", "AWD-4", "AWD-6")
@pytest.mark.parametrize(("road_tie", "holder"), [("holder_keeps", 1), ("set_aside", NOBODY)])
def test_neutral_players_count_in_ties(road_tie: str, holder: int) -> None:
    assert break_seat_1(5, road_tie)["longest"] == holder


@pytest.mark.rule("DUO-6", "AWD-4")
@pytest.mark.parametrize("road_tie", ["holder_keeps", "set_aside"])
def test_a_neutral_player_alone_may_inherit_the_longest_road(road_tie: str) -> None:
    table = break_seat_1(4, road_tie)
    assert table["longest"] == WHITE
    assert table["points"][WHITE] == 1 + 2


@pytest.mark.rule("DUO-6", "BLD-8")
def test_cut_roads_of_a_neutral_player_are_lost_too() -> None:
    table = seated(cut_roads="lost")
    table.pave(RED, 9, 14, 19, 24, 30, 35)
    table.pave(0, 17, 23, 18, 24)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 24)
    assert table["roads_left"][RED] == 12


@pytest.mark.rule("DUO-6")
@pytest.mark.parametrize("win_on", ["own_turn", "any_turn"])
def test_neutral_players_never_win(win_on: str) -> None:
    table = seated(victory_points=4, win_on=win_on)
    table.settle(RED, 0, 2, 32)
    assert table["points"][RED] == 4
    table.fund(0, "road")
    table.road(0, 28, 33)
    table.apply(0, neutral_road(WHITE, 44, 48))
    table.do(0, a.END_TURN)
    assert not table.is_over


@pytest.mark.rule("DUO-6", "WIN-5")
def test_neutral_players_do_not_win_at_the_limit_either() -> None:
    table = seated(limit=1)
    table.settle(RED, 0, 2)
    table.do(0, a.END_TURN)
    assert (table.is_over, table["winner"]) == (True, NOBODY)  # one point each: a draw of the players
    table = seated(limit=1)
    table.settle(RED, 0, 2)
    table.settle(1, 42)
    table.do(0, a.END_TURN)
    assert (table.is_over, table["winner"]) == (True, 1)


@pytest.mark.rule("DUO-6", "DEV-5")
def test_monopoly_asks_the_opponent_alone() -> None:
    table = seated()
    table.deal(1, lumber=2)
    table.hold(0, "monopoly")
    table.do(0, a.PLAY_MONOPOLY, LUMBER)
    assert table["hand_size"] == [2, 0, 0, 0, 0, 0]
