"""What computer players say about the robber: whom it takes rolls from, and that it may be nobody."""

from __future__ import annotations

from longroad.bots.reasons import reason_for
from longroad.core import actions as a
from longroad.core.island import SITE_HEXES
from longroad.narration import ENGLISH
from tests.bots.looks import look
from tests.rules.duels import SITES, duel
from tests.rules.table import Table

HILLS, MOUNTAINS, DESERT = 6, 11, 9  # hills 10, mountains 8 and the desert of the beginner island


def said(table: Table, hex_: int) -> str:
    """Give what seat 0 says about a place of the robber."""
    return ENGLISH.say(reason_for(look(table, 0), a.action(a.MOVE_ROBBER, hex_)))


def test_the_robber_takes_rolls_where_somebody_else_stands() -> None:
    table = Table.set_up()
    table.settle(1, 20)  # hills 10, mountains 8
    assert said(table, HILLS) == "It takes 3 of 36 rolls from others."
    assert said(table, MOUNTAINS) == "It takes 5 of 36 rolls from others."
    table.build_city(2, 31)
    assert said(table, MOUNTAINS) == "It takes 5 of 36 rolls from others."


def test_the_robber_hurts_nobody_where_nobody_stands() -> None:
    assert said(Table.set_up(), HILLS) == "It hurts nobody there."


def test_the_robber_hurts_nobody_else_at_ones_own_hex() -> None:
    table = Table.set_up()
    table.settle(0, 20)
    assert said(table, HILLS) == "It hurts nobody there."


def test_the_robber_hurts_nobody_in_the_desert() -> None:
    table = Table.set_up()
    table.settle(1, 24)
    assert said(table, DESERT) == "It hurts nobody there."


def test_neutral_players_have_nothing_that_the_robber_could_take() -> None:
    table = duel()
    at_neutral = [hex_ for hex_ in SITE_HEXES[3 * SITES[0] : 3 * SITES[0] + 3] if hex_ >= 0 and table["token"][hex_]]
    assert at_neutral
    assert {said(table, hex_) for hex_ in at_neutral} == {"It hurts nobody there."}
