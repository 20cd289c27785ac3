"""Slips of the hand, and what comes in between, cost nobody anything."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import positions
from tests.browser.conftest import Comes
from tests.browser.hands import settled
from tests.browser.person import Person
from tests.browser.setting import set_up, sit

PAUSE_MS = 180  # between the two clicks of a double click: the answer comes in between


def rolled(person: Person) -> None:
    """Wait until the dice are rolled, and then as long as another press would take."""
    person.until(lambda: "roll" in person.own_actions(), "the roll")
    settled(person)
    person.page.wait_for_timeout(400)


def test_a_double_click_on_the_dice_leaves_the_turn_open(comes: Comes, house: Served) -> None:
    person = comes()
    sit(person, set_up(house, positions.before_roll(), ["rolled 3+3"], people=4)[0])
    box = person.page.locator('[data-does="roll"]').bounding_box()
    assert box
    mouse = person.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count in (1, 2):
        mouse.down(click_count=count)
        mouse.up(click_count=count)
        person.page.wait_for_timeout(PAUSE_MS)
    rolled(person)
    assert person.own_actions() == ["roll"]
    person.page.locator('[data-does="end"]').click()
    person.until(lambda: person.own_actions() == ["roll", "end"], "the end of the turn")


def test_a_key_that_is_held_presses_once(comes: Comes, house: Served) -> None:
    for key, is_shortcut in (("Enter", False), ("r", True)):
        person = comes()
        sit(person, set_up(house, positions.before_roll(), ["rolled 3+3"], people=4)[0])
        if not is_shortcut:
            person.page.keyboard.press("Tab")
            person.page.locator('[data-does="roll"]').focus()
        for _ in range(12):  # the first is a press, the others are what a held key repeats
            person.page.keyboard.down(key)
            person.page.wait_for_timeout(60)
        rolled(person)
        person.page.keyboard.up(key)
        assert person.own_actions() == ["roll"]
        person.page.locator('[data-does="end"]:focus').wait_for()
        person.page.keyboard.press("Enter")
        person.until(lambda who=person: who.own_actions() == ["roll", "end"], "the end of the turn")
