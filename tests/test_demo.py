"""The players of the demonstration: legal, repeatable, and blind to what their seat may not know."""

from __future__ import annotations

from random import Random

import pytest

from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.layout import CARD_KINDS, CARDS, CHANCE, DECK, HAND, RESOURCES
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.demo import choose, play
from tests.rules.table import Table


def played(preset: str, seed: int) -> History:
    history = History(State.new(Ruleset.preset(preset, limit=1000), seed))
    for _ in play(history, seed):
        pass
    return history


@pytest.mark.parametrize("preset", PRESETS)
def test_games_come_to_an_end(preset: str) -> None:
    state = played(preset, 5).state
    assert state.is_over
    assert state["turns"] < 1000
    assert state.points(state["winner"]) >= state["victory_points"]


def test_the_same_seed_gives_the_same_game() -> None:
    assert played("base", 3).plies == played("base", 3).plies
    assert played("base", 3).plies != played("base", 4).plies


def test_choices_do_not_depend_on_what_is_hidden() -> None:
    """Shuffle the cards that a seat cannot see among the others and the stack: it chooses the same."""
    history = History(State.new(Ruleset.preset("base", limit=1000), 8))
    compared = 0
    for before, entry in play(history, 8):
        seat = a.ply_seat(entry)
        if seat != CHANCE:
            other = before.copy()
            for hidden in set(range(4)) - {seat}:
                other.s[HAND + RESOURCES * hidden : HAND + RESOURCES * (hidden + 1)] = [1] * RESOURCES
                other.s[CARDS + CARD_KINDS * hidden : CARDS + CARD_KINDS * (hidden + 1)] = [1] * CARD_KINDS
            other.s[DECK : DECK + CARD_KINDS] = [1] * CARD_KINDS
            assert choose(other.view(seat), Random(1)) == choose(before.view(seat), Random(1))
            compared += 1
    assert compared > 100


def test_players_build_rather_than_end_the_turn() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, grain=2, ore=3)
    assert choose(table.view(0), Random(0)) == a.action(a.BUILD_CITY, 31)


def test_the_robber_keeps_away_from_its_movers_hexes() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    table.settle(1, 20)  # hills 10, mountains 8
    table.roll(7)
    assert choose(table.view(0), Random(0)) == a.action(a.MOVE_ROBBER, 6)  # hills 10


def test_a_view_without_a_seat_cannot_choose() -> None:
    with pytest.raises(ValueError, match="seat 6"):
        choose(State.new(Ruleset()).view(PUBLIC), Random(0))
