"""A seat's view is enough to know what it may do, and says nothing that it may not know (PUB-1, PUB-2)."""

from __future__ import annotations

import random

import pytest

from longroad.core.actions import END_TURN
from longroad.core.check.legality import guess_action
from longroad.core.layout import ALL, FIELDS, OWNER, PLAYERS, SEATS, VIEWER
from longroad.core.legality.refusal import refusal
from longroad.core.ruleset import Ruleset
from longroad.core.state import State, View
from longroad.core.view import PUBLIC
from tests.core.games import game
from tests.samples import first

GAMES = pytest.mark.parametrize("number", first(9, range(24)))


def entries(state: State | View, name: str) -> list[int]:
    field = next(f for f in FIELDS if f.name == name)
    block = state.s if field.block == "s" else state.m
    return block[field.offset : field.offset + field.size]


@GAMES
@pytest.mark.rule("PUB-1", "PUB-2")
def test_a_view_lists_what_the_state_lists(number: int) -> None:
    for state in game(number):
        for seat in range(state.s[PLAYERS]):
            view = state.view(seat)
            assert view.viewer == seat
            assert (view.phase, view.to_act, view.may_act) == (state.phase, state.to_act, state.may_act)
            assert view.legal(seat) == state.legal(seat)
            assert view.forms(seat) == state.forms(seat)


@GAMES
@pytest.mark.rule("PUB-1", "PUB-2")
def test_a_view_refuses_what_the_state_refuses(number: int) -> None:
    rng = random.Random(number)
    for state in game(number):
        if rng.randrange(8):
            continue
        seat = rng.randrange(state.s[PLAYERS])
        view = state.view(seat)
        for _ in range(8):
            action = guess_action(state.s, state.m, seat, rng.randrange(1 << 30), 0)
            assert refusal(view.s, view.m, seat, action) == refusal(state.s, state.m, seat, action)


@GAMES
@pytest.mark.rule("PUB-1", "PUB-2", "WIN-6")
def test_a_view_shows_what_its_seat_may_see_and_no_more(number: int) -> None:
    for ply, state in enumerate(game(number)):
        if ply % 16 and not state.is_over:
            continue
        for viewer in (*range(state.s[PLAYERS]), PUBLIC):
            view = state.view(viewer)
            for field in FIELDS:
                shown, true = entries(view, field.name), entries(state, field.name)
                if field.offset == VIEWER and field.block == "s":
                    assert shown == [viewer]
                elif field.seen_by == ALL or state.is_over:
                    assert shown == true
                elif field.seen_by == OWNER:
                    width = field.size // SEATS
                    rows = [
                        true[width * seat : width * (seat + 1)] if seat == viewer else [0] * width
                        for seat in range(SEATS)
                    ]
                    assert shown == [value for row in rows for value in row]
                else:
                    assert not any(shown)


def test_a_view_tells_nothing_about_what_another_seat_can_do() -> None:
    state = State.new(Ruleset(first_player="given"))
    assert len(state.view(0).legal(0)) == 54
    for ask in (View.legal, View.forms, lambda view, seat: view.why_not(seat, END_TURN)):
        with pytest.raises(ValueError, match="seat 1: this view is seat 0's, which does not show what another seat"):
            ask(state.view(0), 1)
        with pytest.raises(ValueError, match="seat 1: this view is the public's"):
            ask(state.view(), 1)
