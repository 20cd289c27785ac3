"""What a novice does where there is something sensible to do, and what it says about it."""

from __future__ import annotations

import pytest

from longroad.bots.novice import Novice
from longroad.bots.sites import is_racing, road_goal, site_worth, yields_of
from longroad.core import actions as a
from longroad.core.island.setup import site_pips
from longroad.core.island.topology import PATH_SITES
from longroad.core.state import State
from longroad.core.words import ORE
from longroad.narration import site_phrase
from tests.bots.views import begun, seat_view
from tests.rules.table import Table, before_roll


def chosen(state: State, seat: int = 0, seed: int = 0) -> tuple[int, str]:
    """Make a novice choose, and return why."""
    bot = Novice(seed)
    return bot.choose(seat_view(state, seat)).code, bot.explain()


def all_chosen(state: State, seat: int = 0) -> set[int]:
    """Return what novices of many seeds choose."""
    return {chosen(state, seat, seed)[0] for seed in range(40)}


# --- founding and building --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_novice_founds_where_the_dice_yield(seed: int) -> None:
    history = begun("base", seed)
    history.resolve_chance(seed)
    seat = history.state.to_act[0]
    code, reason = chosen(history.state, seat)
    pips = [site_pips(history.state.s, site) for site in range(54)]
    assert pips[a.action_number(code)] >= max(pips) - 2
    assert reason == f"It produces in {pips[a.action_number(code)]} of 36 rolls."


def test_a_site_is_worth_more_for_new_resources_and_for_a_harbor() -> None:
    view = seat_view(Table.set_up(), 0).seen
    own = [5, 5, 5, 5, 5]
    assert site_worth(view, own, 31) == site_pips(view.s, 31)
    assert site_worth(view, [5, 5, 0, 5, 0], 31) == site_pips(view.s, 31) + 4
    harbor = next(site for site in range(54) if view["harbor"][site] == 1 + ORE)
    assert site_worth(view, [5, 5, 5, 5, 9], harbor) > site_worth(view, own, harbor) > site_pips(view.s, harbor)


def test_a_city_yields_twice() -> None:
    table = Table.set_up()
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    assert yields_of(seat_view(table, 0).seen, 0) == [0, 2, 4, 0, 5]
    table.build_city(1, 20)  # hills 10, mountains 8
    assert yields_of(seat_view(table, 0).seen, 1)[ORE] == 10


def test_a_novice_builds_rather_than_end_the_turn() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.fund(0, "city")
    assert chosen(table) == (
        a.action(a.BUILD_CITY, 31),
        "It doubles production in 11 of 36 rolls.",
    )


def test_a_road_leads_to_a_free_site() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, brick=1, lumber=1)
    code, reason = chosen(table)
    path = a.action_number(code)
    _, site = road_goal(seat_view(table, 0).seen, 0, yields_of(seat_view(table, 0).seen, 0), path)
    assert 31 in PATH_SITES[2 * path : 2 * path + 2]
    assert reason == f"It leads towards {site_phrase(seat_view(table, 0).seen, site)}."


def test_a_road_that_leads_nowhere_is_not_built() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.put("settlements_left", 0, 0)  # so that no site is of any use
    table.deal(0, brick=1, lumber=1)
    assert all(a.action_kind(code) != a.BUILD_ROAD for code in all_chosen(table))


def test_a_novice_runs_for_the_longest_road() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.pave(0, 31, 37, 42, 46, 50)
    table.put("settlements_left", 0, 0)
    table.put("cities_left", 0, 0)
    table.deal(0, brick=1, lumber=1)
    assert is_racing(seat_view(table, 0).seen, 0)
    code, reason = chosen(table)
    assert reason == "It gets me closer to Longest Road."
    table.apply(0, code)
    assert table["longest"] == 0


def test_a_novice_does_not_fear_a_seven_with_many_cards() -> None:
    table = Table.set_up(domestic_trade=False)
    table.settle(0, 31)
    table.deal(0, wool=2, grain=1, ore=2, lumber=1, brick=0)
    table.deal(0, wool=2)
    codes = all_chosen(table)
    assert a.BUY_CARD in codes
    assert a.END_TURN not in codes


def test_a_novice_that_can_do_nothing_saves() -> None:
    assert chosen(Table.set_up(domestic_trade=False))[0] == a.END_TURN


# --- robber and discards ----------------------------------------------------------------------------------------------


def test_the_robber_keeps_away_from_its_movers_hexes() -> None:
    table = before_roll()
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    table.settle(1, 20)  # hills 10, mountains 8
    table.roll(7)
    assert chosen(table) == (a.action(a.MOVE_ROBBER, 6), "It blocks others in 3 of 36 rolls.")  # hills 10


def test_a_discard_keeps_what_builds_next() -> None:
    table = before_roll()
    table.settle(0, 31)
    table.deal(0, grain=2, ore=3, wool=4)
    table.roll(7)
    code, reason = chosen(table)
    assert [a.bundle_count(code, resource) for resource in range(5)] == [0, 0, 4, 0, 0]
    assert reason == "I'm keeping the cards for a city."


# --- development cards ------------------------------------------------------------------------------------------------


def test_a_knight_drives_the_robber_away() -> None:
    table = before_roll()
    table.settle(0, 31)
    table.hold(0, "knight")
    table.put("robber", 11)  # mountains 8
    assert chosen(table) == (a.PLAY_KNIGHT, "It moves the robber off my hex.")


def test_a_knight_wins_the_largest_army() -> None:
    table = before_roll()
    table.hold(0, "knight")
    table.muster(0, 2)
    assert chosen(table) == (a.PLAY_KNIGHT, "It wins me Largest Army.")


def test_a_year_of_plenty_brings_what_is_lacking() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.hold(0, "year of plenty")
    table.deal(0, ore=2, grain=1)
    code, reason = chosen(table)
    assert a.action_kind(code) == a.PLAY_PLENTY
    assert (a.PLENTY_FIRST[a.action_number(code)], a.PLENTY_SECOND[a.action_number(code)]) == (3, 4)
    assert reason == "That's what I need for a city."


def test_a_monopoly_names_what_the_others_yield() -> None:
    table = Table.set_up(domestic_trade=False)
    table.settle(0, 31)
    table.build_city(1, 20)  # hills 10, mountains 8
    table.hold(0, "monopoly")
    table.deal(0, grain=2)
    for seat in (1, 2, 3):
        table.deal(seat, ore=3)
    assert chosen(table)[0] == a.action(a.PLAY_MONOPOLY, ORE)


def test_road_building_is_played_for_roads() -> None:
    table = Table.set_up(domestic_trade=False)
    table.settle(0, 31)
    table.put("cities_left", 0, 0)
    table.hold(0, "road building")
    table.deal(0, lumber=1)
    assert chosen(table)[0] == a.PLAY_ROADS


# --- duel and special building ----------------------------------------------------------------------------------------


def duel(**options: bool) -> Table:
    table = Table.set_up(players=2, duel=True, domestic_trade=False, **options)
    table.settle(0, 31)
    table.put("trade_cards", 4, 0)
    return table


def test_trade_cards_send_the_robber_to_the_desert() -> None:
    table = duel()
    table.put("robber", 11)
    assert chosen(table)[0] == a.CALM_ROBBER


def test_a_forced_trade_gives_back_what_is_not_needed() -> None:
    table = duel()
    table.deal(0, lumber=2, ore=3)
    table.deal(1, grain=5)
    assert chosen(table)[0] == a.FORCE_TRADE
    table.do(0, a.FORCE_TRADE)
    while table.is_chance:
        table.chance(3)
    code, _ = chosen(table)
    assert [a.bundle_count(code, resource) for resource in range(5)] == [0, 2, 0, 0, 0]


def test_a_knight_without_hope_of_an_army_is_retired() -> None:
    table = duel()
    table.muster(0, 1)
    table.muster(1, 3)
    assert chosen(table)[0] == a.RETIRE_KNIGHT


def test_a_novice_builds_on_anothers_turn() -> None:
    table = Table.set_up(island="extension", players=5, special_build="after_turn")
    table.settle(1, 31)
    table.fund(1, "city")
    table.do(0, a.END_TURN)
    assert chosen(table, 1)[0] == a.action(a.BUILD_CITY, 31)
