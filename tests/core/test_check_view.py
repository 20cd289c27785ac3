"""Views of real states are never refused; blocks that are a view of nothing are."""

from __future__ import annotations

import random

import pytest

from longroad.core import layout
from longroad.core.check.view import view_corruption
from longroad.core.derive import derive_board
from longroad.core.layout import FIELDS
from longroad.core.state import View
from longroad.core.view import PUBLIC
from tests.core.games import game
from tests.rules.table import Table
from tests.samples import by_turns, first

DERIVED = (
    *("settlements", "reach", "touched", "blocked", "taken"),
    *("roads_left", "settlements_left", "cities_left", "road_length", "points", "harbors"),
)


@pytest.mark.parametrize("number", first(16, range(40)))
def test_what_follows_from_pieces_and_special_cards_is_found_again(number: int) -> None:
    rng = random.Random(number)
    for state in game(number):
        if rng.randrange(25):
            continue
        bare = state.copy()
        for field in FIELDS:
            if field.name in DERIVED:
                block = bare.s if field.block == "s" else bare.m
                block[field.offset : field.offset + field.size] = [0] * field.size
        derive_board(bare.s, bare.m)
        assert bare == state


@pytest.mark.parametrize("number", first(8, by_turns(range(60))))
def test_a_view_of_a_state_is_never_refused(number: int) -> None:
    rng = random.Random(number)
    for state in game(number):
        if rng.randrange(6):
            continue
        view = state.view(rng.choice([*range(state["players"]), PUBLIC]))
        assert view_corruption(view.s, view.m) == ""


def some_view() -> View:
    table = Table.set_up(players=3)
    table.deal(0, wool=3, ore=1)
    table.deal(1, brick=2)
    table.found()
    return table.view(1)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (layout.VIEWER, 5, "nobody's view"),
        (layout.VIEWER, PUBLIC, "may not see"),
        (layout.HAND, 3, "may not see"),
        (layout.HAND_SIZE, 5, "do not hold all resource cards"),
        (layout.HAND_SIZE + 1, 3, "a hand's size"),
        (layout.BANK, 18, "do not hold all resource cards"),
        (layout.DECK_SIZE, 26, "are not all"),
        (layout.CARDS_SIZE, 12, "are not all"),
        (layout.KNIGHTS, 15, "are not all"),
        (layout.QUEUE_SIZE, 2, "the queue"),
        (layout.POINTS + 2, 3, "visible points"),
        (layout.TURN, 7, "turn holds 7, expected 0 to 5"),
    ],
)
def test_a_view_of_nothing_is_refused(field: int, value: int, why: str) -> None:
    view = some_view()
    assert view_corruption(view.s, view.m) == ""
    view.s[field] = value
    assert why in view_corruption(view.s, view.m)


def test_hidden_hands_hold_what_is_offered() -> None:
    table = Table.set_up(players=3)
    table.deal(0, wool=3)
    table.found()
    view = table.view(1)
    view.s[layout.OFFERS] = 1
    view.s[layout.OFFER : layout.OFFER + 5] = [-1, 0, 3, 0, 0]
    view.s[layout.OFFERED_TO] = 2
    assert view_corruption(view.s, view.m) == ""
    view.s[layout.OFFER + 2] = 4
    assert "offer" in view_corruption(view.s, view.m)


def test_hidden_point_cards_make_no_winner_on_turn() -> None:
    """Of five point cards the stack holds at most two, so that seat 0 has three, which is enough."""
    table = Table.set_up(players=2, victory_points=3, win_on="own_turn")
    view = table.view(1)
    view.s[layout.KNIGHTS] = 14
    view.s[layout.CARDS_SIZE] = 3
    view.s[layout.DECK_SIZE] = 2
    assert "has won" in view_corruption(view.s, view.m)
    view.s[layout.TURN] = view.s[layout.ACTOR] = 1
    assert "has won" not in view_corruption(view.s, view.m)
