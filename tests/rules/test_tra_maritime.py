"""Maritime trade (TRA-7 to TRA-9): rates, harbors, and what the bank holds."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from longroad.core import actions as a
from longroad.core.actions import bank_trade
from longroad.core.words import BRICK, GRAIN, LUMBER, ORE, RESOURCE_NAMES, WOOL
from tests.rules.places import harbor_of
from tests.rules.table import Table, path_between

RICH = dict.fromkeys(RESOURCE_NAMES, 4)


def trades(table: Table, seat: int) -> set[int]:
    """Return the listed maritime trades of a seat."""
    return {action for action in table.legal(seat) if a.action_kind(action) == a.TRADE_BANK}


def accepted(table: Table, seat: int) -> set[int]:
    """Return every maritime trade that would be accepted from a seat."""
    every = (a.action(a.TRADE_BANK, number) for number in range(256))
    return {action for action in every if table.why_not(seat, action) is None}


def at_rate(rate: int, *gives: int) -> set[int]:
    """Return all trades of some resources at a rate."""
    return {bank_trade(rate, give, take) for give, take in product(gives, range(5)) if give != take}


# --- four for one -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-7")
@pytest.mark.parametrize(("give", "take"), list(permutations(range(5), 2)))
def test_four_alike_for_any_other(give: int, take: int) -> None:
    table = Table.set_up()
    table.deal(0, **{RESOURCE_NAMES[give]: 4})
    assert trades(table, 0) == at_rate(4, give)
    table.apply(0, bank_trade(4, give, take))
    assert table.hand(0) == {RESOURCE_NAMES[take]: 1}
    assert table["bank"][give] == 19
    assert table["bank"][take] == 18
    table.check()


@pytest.mark.rule("TRA-7")
def test_almanac_example_four_ore_for_a_lumber() -> None:
    table = Table.set_up()
    table.deal(0, ore=5)
    table.apply(0, bank_trade(4, ORE, LUMBER))
    assert table.hand(0) == {"ore": 1, "lumber": 1}


@pytest.mark.rule("TRA-7")
def test_three_alike_or_four_different_are_too_few() -> None:
    table = Table.set_up()
    table.deal(0, wool=3, ore=1)
    assert trades(table, 0) == set()
    table.refuse("TRA-7", 0, bank_trade(4, WOOL, BRICK))


@pytest.mark.rule("TRA-7")
def test_bank_trades_on_ones_turn_after_the_roll() -> None:
    table = Table.set_up(rolled=False)
    table.deal(0, wool=4)
    table.deal(1, wool=4)
    table.refuse("TRN-1", 0, bank_trade(4, WOOL, ORE))
    table.roll(2)
    table.refuse("TRN-7", 1, bank_trade(4, WOOL, ORE))
    table.apply(0, bank_trade(4, WOOL, ORE))


@pytest.mark.rule("TRA-7")
def test_no_trade_with_the_bank_in_a_special_build_phase() -> None:
    table = Table.set_up(special_build="after_turn")
    table.deal(1, wool=4)
    table.do(0, a.END_TURN)
    assert table.to_act == (1,)
    table.refuse("EXT-1", 1, bank_trade(4, WOOL, ORE))


# --- harbors ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-8")
def test_generic_harbor_gives_three_for_one_of_every_resource() -> None:
    table = Table.set_up()
    table.settle(0, harbor_of("generic"))
    table.deal(0, lumber=3)
    assert trades(table, 0) == at_rate(3, LUMBER)
    table.apply(0, bank_trade(3, LUMBER, ORE))
    assert table.hand(0) == {"ore": 1}
    table.deal(0, **RICH)
    assert trades(table, 0) == at_rate(3, *range(5))


@pytest.mark.rule("TRA-8")
@pytest.mark.parametrize("resource", range(5))
def test_special_harbor_gives_two_for_one_of_its_resource_alone(resource: int) -> None:
    table = Table.set_up()
    table.settle(0, harbor_of(RESOURCE_NAMES[resource]))
    table.deal(0, **RICH)
    others = [other for other in range(5) if other != resource]
    assert trades(table, 0) == at_rate(2, resource) | at_rate(4, *others)
    for other in others:
        for rate in (2, 3):
            table.refuse("TRA-8", 0, bank_trade(rate, other, resource))
    table.refuse("TRA-8", 0, bank_trade(3, resource, others[0]))  # nor three for one of its own
    table.apply(0, bank_trade(2, resource, others[0]))
    assert table["hand"][0][resource] == 2


@pytest.mark.rule("TRA-8")
def test_city_at_a_harbor_uses_it_too() -> None:
    table = Table.set_up()
    table.build_city(0, harbor_of("grain"))
    table.deal(0, grain=2)
    table.apply(0, bank_trade(2, GRAIN, ORE))


@pytest.mark.rule("TRA-8")
def test_both_intersections_of_a_harbor_serve() -> None:
    for kind in range(1, 7):
        table = Table.set_up()
        sites = [site for site, harbor in enumerate(table["harbor"]) if harbor == kind]
        assert len(sites) == (8 if kind == 6 else 2)
        for site in sites:
            trial = Table(table.s.copy(), table.m.copy())
            trial.settle(0, site)
            trial.deal(0, **RICH)
            assert trades(trial, 0) == (
                at_rate(3, *range(5))
                if kind == 6
                else at_rate(2, kind - 1) | at_rate(4, *(r for r in range(5) if r != kind - 1))
            )


@pytest.mark.rule("TRA-8")
def test_road_to_a_harbor_and_an_opponents_harbor_do_not_serve() -> None:
    table = Table.set_up()
    harbor = harbor_of("wool")
    table.pave(0, 37, harbor)
    table.settle(1, harbor_of("ore"))
    table.deal(0, **RICH)
    assert path_between(37, harbor) >= 0
    assert trades(table, 0) == at_rate(4, *range(5))


@pytest.mark.rule("TRA-8")
def test_coast_without_a_harbor_gives_no_rate() -> None:
    table = Table.set_up()
    table.settle(0, 4)
    table.deal(0, **RICH)
    assert accepted(table, 0) == at_rate(4, *range(5))


@pytest.mark.rule("TRA-8")
def test_any_rate_one_is_entitled_to_may_be_used() -> None:
    table = Table.set_up()
    table.settle(0, harbor_of("generic"), harbor_of("wool"))
    table.deal(0, **RICH)
    everything = range(5)
    assert trades(table, 0) == at_rate(2, WOOL) | at_rate(3, BRICK, LUMBER, GRAIN, ORE)  # the best are listed
    assert accepted(table, 0) == at_rate(2, WOOL) | at_rate(3, *everything) | at_rate(4, *everything)
    table.apply(0, bank_trade(4, WOOL, ORE))
    assert table["hand"][0][WOOL] == 0
    table.apply(0, bank_trade(3, ORE, WOOL))
    assert table["hand"][0][ORE] == 2


@pytest.mark.rule("TRA-8")
@pytest.mark.parametrize("rate", [0, 1, 5, 9])
def test_there_are_no_other_rates(rate: int) -> None:
    table = Table.set_up()
    table.settle(0, harbor_of("generic"), harbor_of("wool"))
    table.deal(0, wool=12)
    table.refuse("TRA-8", 0, bank_trade(rate, WOOL, ORE))


@pytest.mark.rule("TRA-8")
def test_two_cards_do_where_the_rate_is_two_and_not_where_it_is_three() -> None:
    table = Table.set_up()
    table.settle(0, harbor_of("wool"), harbor_of("generic"))
    table.deal(0, wool=2, ore=2)
    assert accepted(table, 0) == at_rate(2, WOOL)
    table.refuse("TRA-7", 0, bank_trade(3, WOOL, ORE))
    table.refuse("TRA-7", 0, bank_trade(3, ORE, WOOL))


# --- several, and what the bank holds ---------------------------------------------------------------------------------


@pytest.mark.rule("TRA-9")
def test_almanac_example_four_wool_for_two_cards() -> None:
    table = Table.set_up()
    table.settle(0, harbor_of("wool"))
    table.deal(0, wool=4)
    table.apply(0, bank_trade(2, WOOL, ORE))
    table.apply(0, bank_trade(2, WOOL, BRICK))
    assert table.hand(0) == {"ore": 1, "brick": 1}


@pytest.mark.rule("TRA-9")
def test_bank_must_hold_what_is_asked_for() -> None:
    table = Table.set_up()
    table.deal(0, wool=4)
    table.deal(1, ore=19)
    table.refuse("TRA-9", 0, bank_trade(4, WOOL, ORE))
    assert trades(table, 0) == at_rate(4, WOOL) - {bank_trade(4, WOOL, ORE)}


@pytest.mark.rule("TRA-9")
def test_last_card_of_the_bank_can_be_taken_once() -> None:
    table = Table.set_up()
    table.deal(0, wool=8)
    table.deal(1, ore=18)
    table.apply(0, bank_trade(4, WOOL, ORE))
    table.refuse("TRA-9", 0, bank_trade(4, WOOL, ORE))
    table.check()


@pytest.mark.rule("TRA-9")
def test_bank_without_any_card_trades_nothing() -> None:
    table = Table.set_up()
    table.deal(0, wool=10)
    table.deal(1, brick=19, lumber=19, wool=9, grain=19, ore=19)
    assert accepted(table, 0) == set()


@pytest.mark.rule("TRA-9")
def test_card_just_paid_in_can_be_taken_back_by_another_trade() -> None:
    table = Table.set_up()
    table.deal(0, wool=19, ore=4)
    table.refuse("TRA-9", 0, bank_trade(4, ORE, WOOL))
    table.apply(0, bank_trade(4, WOOL, ORE))
    table.apply(0, bank_trade(4, ORE, WOOL))
    assert table.hand(0) == {"wool": 16, "ore": 1}


@pytest.mark.rule("TRA-7", "TRA-8", "TRA-9")
def test_listed_trades_are_accepted_at_every_state_of_hand_and_bank() -> None:
    for harbors, hand, drained in product(((), ("wool",), ("generic",), ("wool", "generic")), (1, 2, 3, 4), (0, 2)):
        table = Table.set_up()
        table.settle(0, *map(harbor_of, harbors))
        table.deal(0, wool=hand, ore=hand)
        table.deal(1, **dict.fromkeys(RESOURCE_NAMES[:drained], 19))
        takes = {a.action_number(action) % 25 for action in accepted(table, 0)}
        assert trades(table, 0) <= accepted(table, 0)
        assert {a.action_number(action) % 25 for action in trades(table, 0)} == takes
