"""Bots who may rob anyone rob somebody who has cards."""

from __future__ import annotations

import pytest

from longroad.bots.levels import make_bot
from longroad.core import actions as a
from longroad.core.words import ORE
from longroad.notation.actions import Action
from tests.bots.views import quick, seat_view
from tests.rules.places import hex_of
from tests.rules.table import Table, before_roll


def choosing() -> Table:
    """Set up a choice between seat 1, who has a card, and seats 2 and 3, who have none; seat 2 leads."""
    table = before_roll(steal="any")
    table.settle(1, 19)
    table.build_city(2, 31)
    table.settle(3, 17)
    table.deal(1, ore=1)
    table.deal(0, brick=2, lumber=2, wool=1, grain=1)  # something to build afterwards
    table.roll(7)
    table.do(0, a.MOVE_ROBBER, hex_of("forest 3"))
    assert table.phase == "victim choice"
    return table


@pytest.mark.compiled
@pytest.mark.rule("ROB-3")
@pytest.mark.parametrize("level", ["novice", "skilled", "expert"])
def test_a_victim_has_cards(level: str) -> None:
    table = choosing()
    assert set(table.listed(0, a.ROB)) >= {1, 2}
    for seed in range(3):
        chosen = make_bot(quick(level), seed=seed).choose(seat_view(table, 0))
        assert chosen == Action(a.action(a.ROB, 1))


@pytest.mark.rule("ROB-3")
def test_nothing_follows_from_robbing_an_empty_hand() -> None:
    table = choosing()
    rich = table.copy()
    rich.apply(0, a.action(a.ROB, 1))
    rich.apply(6, a.action(a.CARD_STOLEN, ORE, 0, 1))
    table.do(0, a.ROB, 2)
    assert (table["hand_size"][0], rich["hand_size"][0]) == (6, 7)
