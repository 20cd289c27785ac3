"""Impossible outcomes of chance are refused, each by its own rule, and change nothing."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.actions import action
from longroad.core.layout import CHANCE
from longroad.core.phases import CARD_DRAW, FORCED_TAKE, THEFT
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import BRICK, MONOPOLY_CARD, ORE
from tests.rules.table import Table


def refused(state: State, outcome: int, rule: str) -> None:
    """Assert that an outcome is refused by a rule, and changes nothing."""
    before = state.to_bytes()
    reason = state.why_not(CHANCE, outcome)
    assert reason is not None
    assert reason.rule == rule
    assert state.to_bytes() == before


@pytest.mark.rule("PRO-1")
@pytest.mark.parametrize(
    ("total", "first", "second"), [(1, 0, 0), (13, 0, 0), (8, 1, 7), (8, 4, 3), (8, 4, 0), (8, 0, 4)]
)
def test_dice_fall_as_two_dice_can(total: int, first: int, second: int) -> None:
    table = Table.set_up(rolled=False)
    table.do(0, a.ROLL)
    refused(table, action(a.DICE_ROLLED, total, first, second), "PRO-1")
    table.apply(CHANCE, action(a.DICE_ROLLED, 8, 5, 3))
    assert table["rolled"][0] == 8


@pytest.mark.rule("DUO-4")
def test_second_roll_of_a_duel_with_the_first_sum_is_refused_by_that_rule() -> None:
    table = Table.set_up(rolled=False, players=2, duel=True)
    table.roll(5)
    table.do(0, a.ROLL)
    refused(table, action(a.DICE_ROLLED, 5), "DUO-4")
    refused(table, action(a.DICE_ROLLED, 14), "PRO-1")
    table.apply(CHANCE, action(a.DICE_ROLLED, 6))


@pytest.mark.rule("SET-2")
def test_seats_roll_for_the_start_one_after_the_other() -> None:
    state = State.new(Ruleset(players=3))
    refused(state, action(a.START_ROLLED, 9, third=1), "SET-2")
    refused(state, action(a.DICE_ROLLED, 9), "SET-2")
    state.apply(CHANCE, action(a.START_ROLLED, 9, third=0))


@pytest.mark.rule("ROB-3")
def test_only_a_card_that_the_victim_holds_is_stolen() -> None:
    table = Table.set_up()
    table.deal(1, ore=2)
    table.put("victim", 1)
    table.put("phase", THEFT)
    refused(table, action(a.CARD_STOLEN, BRICK, 0, 1), "ROB-3")
    refused(table, action(a.CARD_STOLEN, ORE, 0, 2), "ROB-3")
    table.apply(CHANCE, action(a.CARD_STOLEN, ORE, 0, 1))
    assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("DUO-7")
def test_only_a_card_that_the_opponent_holds_is_taken() -> None:
    table = Table.set_up(players=2, duel=True)
    table.deal(1, ore=2)
    table.put("victim", 1)
    table.put("forced_left", 2)
    table.put("phase", FORCED_TAKE)
    refused(table, action(a.CARD_TAKEN, BRICK, 0, 1), "DUO-7")
    table.apply(CHANCE, action(a.CARD_TAKEN, ORE, 0, 1))


@pytest.mark.rule("BLD-5")
def test_only_a_card_that_is_left_is_drawn() -> None:
    table = Table.set_up()
    table.hold(1, "monopoly", "monopoly")
    table.put("phase", CARD_DRAW)
    refused(table, action(a.CARD_DRAWN, MONOPOLY_CARD, 0), "BLD-5")
    refused(table, action(a.CARD_DRAWN, 5, 0), "BLD-5")


@pytest.mark.rule("TRN-7")
def test_chance_does_not_act_where_a_seat_decides() -> None:
    table = Table.set_up()
    refused(table, action(a.DICE_ROLLED, 8), "TRN-7")
    reason = table.why_not(0, action(a.DICE_ROLLED, 8))
    assert reason is not None
    assert reason.sentence == "Only chance can do this."
