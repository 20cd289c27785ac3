"""One complete game from the first click to victory."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPerson
from tests.browser.playing import play_now, play_on, player_for, set_instant_pace
from tests.browser.words import words


@pytest.mark.slow  # test_levels.py shows how such a game begins, test_end.py how it ends
def test_a_whole_game_from_the_first_click_to_victory(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    play_now(person)
    taken = play_on(person, player_for(person))
    assert taken > 20
    winner = person.snapshot["winner"]
    title = words("end.won_you") if winner == person.seat else words("end.won", name=person.name_of(winner))
    person.page.get_by_role("dialog", name=title).wait_for()
    assert all(seat["hand"] is not None for seat in person.snapshot["seats"])
