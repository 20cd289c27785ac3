"""Five and six players (EXT): the special build phase, and that all else is the base game."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.core import actions as a
from longroad.core.island.topology import HEX_SITES
from longroad.core.ruleset import InvalidRuleset, Ruleset
from longroad.core.state import State
from longroad.core.words import LUMBER, ORE, WOOL
from tests.rules.table import Table, bundle

NOBODY = -1
KNIGHT, ROADS, PLENTY, MONOPOLY, POINT = range(5)
END = a.action(a.END_TURN)


def six(**options: Any) -> Table:
    """Lay the table of the extension for six, in seat 0's turn."""
    usual: dict[str, Any] = {"players": 6, "island": "extension", "special_build": "after_turn"}
    return Table.set_up(**(usual | options))


def builders(table: Table) -> list[int]:
    """Make everybody pass, and return who could have built before the next turn."""
    seats = []
    while table.phase == "special building":
        seats.append(table["actor"])
        assert table.to_act == table.may_act == (table["actor"],)
        table.apply(table["actor"], END)
    return seats


# --- the phase --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXT-1")
@pytest.mark.parametrize(("turn", "order"), [(0, [1, 2, 3, 4, 5]), (3, [4, 5, 0, 1, 2]), (5, [0, 1, 2, 3, 4])])
def test_each_other_player_in_clockwise_order_may_build(turn: int, order: list[int]) -> None:
    table = six()
    table.give_turn(turn)
    for seat in range(6):
        table.fund(seat, "road")
    table.do(turn, a.END_TURN)
    assert builders(table) == order
    assert table["turn"] == order[0]
    assert table.phase == "before roll"


@pytest.mark.rule("EXT-1")
def test_it_comes_after_the_turn_and_before_the_next_roll() -> None:
    table = six()
    table.fund(2, "road")
    table.refuse("TRN-7", 2, a.action(a.BUY_CARD))
    table.do(0, a.END_TURN)
    assert (table["turn"], table["actor"]) == (0, 2)
    table.refuse("TRN-7", 1, a.action(a.ROLL))
    table.refuse("TRN-7", 0, END)
    table.do(2, a.END_TURN)
    table.roll(2)
    assert table["turn"] == 1


@pytest.mark.rule("EXT-1")
def test_one_builds_as_much_as_the_hand_pays_for() -> None:
    table = six()
    table.settle(2, 18)
    table.fund(2, "road", "road", "settlement", "city", "card", "card")
    table.do(0, a.END_TURN)
    table.road(2, 18, 13, 8)
    table.do(2, a.BUILD_SETTLEMENT, 8)
    table.do(2, a.BUILD_CITY, 18)
    for _ in range(2):
        table.do(2, a.BUY_CARD)
        table.chance(KNIGHT)
        assert table.phase == "special building"
    assert table["hand_size"][2] == 0
    assert table.points(2) == 3
    assert builders(table) == [2]
    assert table["turn"] == 1


@pytest.mark.rule("EXT-1")
def test_building_follows_the_normal_rules() -> None:
    table = six()
    table.settle(2, 18)
    table.settle(3, 8)
    table.fund(2, "road")
    table.do(0, a.END_TURN)
    table.refuse("BLD-1", 2, a.action(a.BUILD_ROAD, 100))
    table.refuse("BLD-7", 2, a.action(a.BUILD_CITY, 18))
    table.refuse("BLD-7", 2, a.action(a.BUY_CARD))


@pytest.mark.rule("EXT-1")
def test_two_who_want_the_same_place_build_in_order() -> None:
    table = six()
    table.pave(2, 22, 17, 23)
    table.pave(4, 35, 29, 23)
    for seat in (2, 4):
        table.fund(seat, "settlement")
    table.do(0, a.END_TURN)
    table.do(2, a.BUILD_SETTLEMENT, 23)
    table.do(2, a.END_TURN)
    table.refuse("BLD-3", 4, a.action(a.BUILD_SETTLEMENT, 23))


@pytest.mark.rule("EXT-1")
def test_there_is_no_trade_of_any_kind() -> None:
    table = six()
    table.deal(2, wool=4)
    table.deal(0, ore=4)
    table.do(0, a.END_TURN)
    table.refuse("EXT-1", 2, a.bank_trade(4, WOOL, LUMBER))
    table.refuse("EXT-1", 2, bundle(a.OFFER_TRADE, 0b000001, wool=1, ore=-1))
    table.refuse("EXT-1", 2, bundle(a.PROPOSE_TRADE, wool=1, ore=-1))
    table.refuse("TRN-7", 0, bundle(a.OFFER_TRADE, 0b000100, ore=1, wool=-1))
    table.refuse("TRN-7", 3, bundle(a.PROPOSE_TRADE, wool=1, ore=-1))


@pytest.mark.rule("EXT-1")
def test_offers_of_the_turn_have_lapsed() -> None:
    table = six()
    table.deal(0, ore=1)
    table.deal(2, wool=2)
    table.apply(0, bundle(a.OFFER_TRADE, 0b000100, ore=1, wool=-1))
    table.do(0, a.END_TURN)
    assert table["actor"] == 2
    table.refuse("EXT-1", 2, a.action(a.ACCEPT))


@pytest.mark.rule("EXT-1")
def test_no_development_card_is_played() -> None:
    table = six()
    table.settle(2, 18)
    table.hold(2, "knight", "road building", "year of plenty", "monopoly")
    table.deal(2, wool=2)
    table.do(0, a.END_TURN)
    for action in (a.action(a.PLAY_KNIGHT), a.action(a.PLAY_ROADS), a.action(a.PLAY_PLENTY), a.action(a.PLAY_MONOPOLY)):
        table.refuse("EXT-1", 2, action)
    assert table.legal(2) == [END]


@pytest.mark.rule("EXT-1")
def test_a_card_bought_there_is_played_on_the_buyers_next_turn() -> None:
    table = six()
    table.fund(1, "card")
    table.do(0, a.END_TURN)
    table.do(1, a.BUY_CARD)
    table.chance(KNIGHT)
    table.refuse("EXT-1", 1, a.action(a.PLAY_KNIGHT))
    table.do(1, a.END_TURN)
    assert table["turn"] == 1
    table.do(1, a.PLAY_KNIGHT)  # before the roll of the very next turn
    assert table["knights"][1] == 1


@pytest.mark.rule("EXT-1")
def test_a_card_bought_on_ones_turn_is_not_played_before_the_next_one() -> None:
    table = six()
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    table.chance(KNIGHT)
    table.refuse("TRN-5", 0, a.action(a.PLAY_KNIGHT))
    table.deal(1, ore=2)
    table.do(0, a.END_TURN)
    table.refuse("TRN-7", 0, a.action(a.PLAY_KNIGHT))


@pytest.mark.rule("EXT-1")
def test_hands_too_small_to_build_are_passed_over() -> None:
    """A hand's size is public, so passing it over tells nothing."""
    table = six()
    table.deal(2, ore=1)
    table.deal(3, ore=2)
    table.deal(5, wool=1, ore=1)
    table.do(0, a.END_TURN)
    assert builders(table) == [3, 5]


@pytest.mark.rule("EXT-1")
def test_with_empty_hands_the_next_turn_begins_at_once() -> None:
    table = six()
    table.fund(0, "road", "city")
    table.do(0, a.END_TURN)
    assert (table["turn"], table.phase) == (1, "before roll")


@pytest.mark.rule("EXT-1")
def test_who_has_passed_is_not_asked_again() -> None:
    table = six()
    table.settle(2, 18)
    table.fund(1, "road")
    table.fund(2, "road", "road")
    table.do(0, a.END_TURN)
    table.do(1, a.END_TURN)
    table.road(2, 18, 13)
    table.refuse("TRN-7", 1, a.action(a.BUILD_ROAD, 0))
    assert builders(table) == [2]
    assert (table["turn"], table.phase) == (1, "before roll")


@pytest.mark.rule("EXT-1")
def test_what_one_has_built_is_not_taken_into_the_next_turn() -> None:
    table = six(phases="strict")
    table.settle(1, 18)
    table.fund(1, "road")
    table.deal(1, wool=4)
    table.do(0, a.END_TURN)
    table.road(1, 18, 13)
    table.do(1, a.END_TURN)
    table.roll(2)
    table.apply(1, a.bank_trade(4, WOOL, ORE))  # the build phase of this turn is not open yet
    assert table.hand(1)["ore"] == 1


# --- when there is one ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXT-2")
def test_without_the_option_there_is_none() -> None:
    table = six(special_build="off")
    table.fund(2, "road", "road")
    table.do(0, a.END_TURN)
    assert (table["turn"], table.phase) == (1, "before roll")


@pytest.mark.rule("EXT-2")
def test_after_a_turn_without_building_there_is_none_where_the_active_player_must_build() -> None:
    table = six(special_build="if_active_built")
    table.fund(2, "road")
    table.do(0, a.END_TURN)
    assert (table["turn"], table.phase) == (1, "before roll")


@pytest.mark.rule("EXT-2")
@pytest.mark.parametrize("thing", ["road", "settlement", "city", "card", "free road"])
def test_anything_built_by_the_active_player_opens_it(thing: str) -> None:
    table = six(special_build="if_active_built")
    table.settle(0, 18)
    table.pave(0, 18, 13, 8)
    table.deal(2, ore=2)
    if thing == "road":
        table.fund(0, "road")
        table.road(0, 8, 12)
    elif thing == "settlement":
        table.fund(0, "settlement")
        table.do(0, a.BUILD_SETTLEMENT, 8)
    elif thing == "city":
        table.fund(0, "city")
        table.do(0, a.BUILD_CITY, 18)
    elif thing == "card":
        table.fund(0, "card")
        table.do(0, a.BUY_CARD)
        table.chance(KNIGHT)
    else:
        table.hold(0, "road building")
        table.do(0, a.PLAY_ROADS)
        table.road(0, 8, 12)
        table.do(0, a.STOP_ROADS)
    table.do(0, a.END_TURN)
    assert builders(table) == [2]


@pytest.mark.rule("EXT-2")
def test_trading_and_playing_cards_is_not_building() -> None:
    table = six(special_build="if_active_built")
    table.deal(0, wool=4)
    table.hold(0, "monopoly")
    table.deal(2, ore=2)
    table.apply(0, a.bank_trade(4, WOOL, LUMBER))
    table.do(0, a.PLAY_MONOPOLY, WOOL)
    table.do(0, a.END_TURN)
    assert builders(table) == []


@pytest.mark.rule("EXT-2")
def test_what_others_build_there_does_not_open_the_next_one() -> None:
    table = six(special_build="if_active_built")
    table.settle(0, 18)
    table.settle(1, 29)
    table.fund(0, "road")
    table.fund(1, "road")
    table.deal(2, ore=2)
    table.road(0, 18, 13)
    table.do(0, a.END_TURN)
    table.road(1, 29, 34)
    assert builders(table) == [1, 2]
    table.roll(12)
    table.do(1, a.END_TURN)
    assert (table["turn"], table.phase) == (2, "before roll")


@pytest.mark.rule("EXT-2")
@pytest.mark.parametrize("special_build", ["off", "after_turn", "if_active_built"])
def test_the_option_works_on_the_base_island_too(special_build: str) -> None:
    table = Table.set_up(special_build=special_build)
    table.settle(0, 18)
    table.fund(0, "road")
    table.deal(3, ore=2)
    table.road(0, 18, 13)
    table.do(0, a.END_TURN)
    assert builders(table) == ([] if special_build == "off" else [3])


# --- nobody's turn ----------------------------------------------------------------------------------------------------


def nearly_won(table: Table, *seats: int) -> None:
    """Give seats 9 points, 8 of them in cities, and the price of a card."""
    for seat, sites in zip(seats, ((0, 1, 2, 7, 9), (27, 29, 31, 38, 40)), strict=False):
        table.build_city(seat, *sites[:4])
        table.settle(seat, sites[4])
        table.fund(seat, "card")
        assert table.points(seat) == 9


def buy_points(table: Table, seat: int) -> None:
    table.do(seat, a.BUY_CARD)
    table.chance(POINT)


@pytest.mark.rule("EXT-3")
def test_nobody_wins_in_a_special_build_phase() -> None:
    table = six()
    nearly_won(table, 2)
    table.do(0, a.END_TURN)
    buy_points(table, 2)
    assert table.points(2) == 10
    assert not table.is_over
    table.do(2, a.END_TURN)
    assert (table["turn"], table.is_over) == (1, False)
    table.roll(6)
    while table["turn"] == 1:
        table.do(table["actor"], a.END_TURN)
    assert (table.is_over, table["winner"]) == (True, 2)


@pytest.mark.rule("EXT-3")
@pytest.mark.parametrize(("first", "second"), [(2, 4), (4, 2)])
def test_if_several_reach_the_points_the_first_in_turn_order_wins_as_the_turn_begins(first: int, second: int) -> None:
    table = six()
    nearly_won(table, first, second)
    table.do(0, a.END_TURN)
    for seat in (2, 4):
        buy_points(table, seat)
        table.do(seat, a.END_TURN)
    assert (table["turn"], table.is_over) == (1, False)
    table.roll(12)
    while not table.is_over:
        table.do(table["actor"], a.END_TURN)
    assert table["winner"] == 2
    assert table["turns"] == 3


@pytest.mark.rule("EXT-3")
def test_the_player_whose_turn_ended_does_not_win_there_either() -> None:
    """Seat 2 breaks seat 1's road in the special build phase, and seat 0 gets the longest road: it waits a round."""
    table = six(players=5)
    table.build_city(0, 0, 1, 2, 7)
    table.pave(0, 39, 44, 40, 45, 41, 46)
    table.pave(1, 16, 22, 17, 23, 18, 24, 19)
    assert table["longest"] == 1
    table.pave(2, 35, 29, 23)
    table.fund(2, "settlement")
    table.do(0, a.END_TURN)
    table.do(2, a.BUILD_SETTLEMENT, 23)
    assert table["longest"] == 0
    assert table.points(0) == 10
    assert not table.is_over


@pytest.mark.rule("EXT-3")
def test_where_any_turn_wins_one_wins_there_at_once() -> None:
    table = six(win_on="any_turn")
    nearly_won(table, 2)
    table.do(0, a.END_TURN)
    buy_points(table, 2)
    assert (table.is_over, table["winner"]) == (True, 2)


@pytest.mark.rule("EXT-3")
def test_a_game_that_is_won_has_no_special_build_phase() -> None:
    table = six()
    nearly_won(table, 0)
    table.fund(2, "road")
    buy_points(table, 0)
    assert table.is_over
    table.refuse("WIN-2", 0, END)
    table.refuse("WIN-2", 2, END)


@pytest.mark.rule("EXT-3", "WIN-5")
def test_a_game_that_ends_at_its_limit_has_no_special_build_phase() -> None:
    table = six(limit=1)
    table.settle(3, 18)
    table.fund(2, "road")
    table.do(0, a.END_TURN)
    assert (table.is_over, table["winner"]) == (True, 3)


# --- otherwise the base game ------------------------------------------------------------------------------------------


@pytest.mark.rule("EXT-4")
@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_play_the_same_island_with_the_pieces_of_the_base_game(players: int) -> None:
    state = State.new(Ruleset.preset("extension", players=players), 3)
    assert sum(terrain < 6 for terrain in state["terrain"]) == 30
    assert state["terrain"] == State.new(Ruleset.preset("extension"), 3)["terrain"]
    for field, each in (("roads_left", 15), ("settlements_left", 5), ("cities_left", 4)):
        assert state[field] == [each] * players + [0] * (6 - players)
    assert state.ruleset.special_build == "after_turn"
    assert state.ruleset.victory_points == 10


@pytest.mark.rule("EXT-4")
def test_the_base_island_has_no_room_for_five() -> None:
    with pytest.raises(InvalidRuleset, match="players=5"):
        Ruleset(players=5)


@pytest.mark.rule("EXT-4")
def test_six_take_their_turns_clockwise() -> None:
    table = six(special_build="off")
    for seat in range(6):
        assert table["turn"] == seat
        table.do(seat, a.END_TURN)
        table.roll(12)
    assert table["turn"] == 0


@pytest.mark.rule("EXT-4")
def test_all_six_are_paid() -> None:
    table = six(rolled=False)
    place = next(hex_ for hex_, token in enumerate(table["token"]) if token == 2)
    resource = table["terrain"][place]
    for seat, site in zip((1, 3, 5), HEX_SITES[6 * place : 6 * place + 6 : 2], strict=True):
        table.settle(seat, site)
    table.roll(2)
    assert [table["hand"][seat][resource] for seat in range(6)] == [0, 1, 0, 1, 0, 1]


@pytest.mark.rule("EXT-4")
def test_the_far_end_of_the_extension_is_built_on_by_the_same_rules() -> None:
    table = six()
    table.settle(5, 79)
    table.give_turn(5)
    table.fund(5, "road", "road", "settlement")
    table.road(5, 79, 76, 72)
    assert table.listed(5, a.BUILD_SETTLEMENT) == [72]
    table.do(5, a.BUILD_SETTLEMENT, 72)
    assert table.points(5) == 2
    assert table["road_length"][5] == 2
