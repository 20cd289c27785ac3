"""The start page gives a game at once, and the first moves are made by clicks."""

from __future__ import annotations

from tests.browser.conftest import Comes
from tests.browser.playing import brain_of, play_now, step


def test_a_newcomer_founds_rolls_and_ends_the_turn(comes: Comes) -> None:
    person = comes()
    play_now(person)
    brain = brain_of(person)
    while "end" not in person.own_actions():
        assert step(person, brain)
    assert {"settle", "road", "roll"} <= {action.split()[0] for action in person.own_actions()}
