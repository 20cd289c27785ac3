"""A whole game with the keyboard only."""

from __future__ import annotations

import pytest

from tests.browser import keys
from tests.browser.conftest import NewPerson
from tests.browser.playing import play_on, player_for, set_instant_pace
from tests.browser.words import words


@pytest.mark.slow
def test_a_whole_game_by_keyboard(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    person.go("/")
    now = person.button(words("start.play_now"))
    now.and_(person.page.locator(":enabled")).wait_for()
    for _ in range(30):
        if now.evaluate("(one) => one === document.activeElement"):
            break
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.wait_for_table()
    assert play_on(person, player_for(person), takes=keys.take) > 20
    person.wait_for_text(words("end.again"))
