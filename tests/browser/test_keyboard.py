"""Games with the keyboard only."""

from __future__ import annotations

import pytest

from longroad.bench.serving import Served
from tests.browser import keys, positions
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.playing import play_on, player_for, set_instant_pace, step
from tests.browser.scenes import DISCARD, Scene, busy_hex, quiet_hex
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

SCENES = {
    "builds": Scene(positions.main(), ("road 41", "settle 29", "buy", "monopoly brick", "end"), ("0 drew point",)),
    "rolls": Scene(positions.before_roll(), ("knight", quiet_hex("base"), "roll", DISCARD), ("rolled 3+4",)),
    "robs": Scene(positions.robber(), (busy_hex("base"), "rob 1"), ("0 stole brick from 1",)),
    "wins": Scene(positions.almost_won(), ("bank 4 wool for 1 brick", "city 39")),
}


def start(person: Person) -> None:
    """Start a game from the start page, with Tab and Enter."""
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


def test_a_game_is_started_by_keyboard(new_person: NewPerson) -> None:
    person = new_person()
    start(person)
    player = player_for(person)
    assert step(person, player, takes=keys.take)
    assert step(person, player, takes=keys.take)
    own = person.snapshot["seats"][person.seat]
    assert (len(own["settlements"]), len(own["roads"])) == (1, 1)


@pytest.mark.parametrize("scene", SCENES)
def test_actions_by_keyboard(new_person: NewPerson, server: Served, scene: str) -> None:
    person = new_person()
    begin, steps, script = SCENES[scene]
    sit(person, set_up(server, begin, script, people=4)[0])
    for action in steps:
        assert keys.take(person, action), action
    if scene == "wins":
        person.wait_for_text(words("end.again"))


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_an_offer_is_answered_by_keyboard(new_person: NewPerson, server: Served, answer: str) -> None:
    person = new_person()
    places = set_up(server, positions.main(), people=4)
    sit(person, places[1])
    act(server, places[0], "offer 1 wool for 1 brick to 1 2")
    person.wait_until(lambda: answer in person.decision_actions(), "the offer")
    assert keys.take(person, answer)
    assert person.own_actions() == [answer]


@pytest.mark.slow
def test_a_whole_game_by_keyboard(new_person: NewPerson) -> None:
    person = new_person()
    start(person)
    assert play_on(person, player_for(person), takes=keys.take) > 20
    person.wait_for_text(words("end.again"))
