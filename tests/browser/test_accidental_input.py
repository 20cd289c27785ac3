"""Accidental clicks and keys, and events in between, have no bad effects."""

from __future__ import annotations

import pytest

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

PAUSE_MS = 180  # between the two clicks of a double click: the answer arrives in between
# Records what takes the focus or appears in the title from now on.
CALLS = """() => {
  window.calls = [];
  document.addEventListener("focusin", (event) => window.calls.push(event.target.outerHTML), true);
  new MutationObserver(() => window.calls.push(document.title))
    .observe(document.head, { subtree: true, childList: true, characterData: true });
}"""


def rolled(person: Person) -> None:
    """Wait until the dice are rolled, and then as long as another press takes."""
    person.wait_until(lambda: "roll" in person.own_actions(), "the roll")
    pressing.settled(person)
    person.page.wait_for_timeout(400)


def test_a_double_click_on_the_dice_does_not_end_the_turn(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.before_roll(), ["rolled 3+3"], people=4)[0])
    box = person.page.locator('[data-kind="roll"]').bounding_box()
    assert box
    mouse = person.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count in (1, 2):
        mouse.down(click_count=count)
        mouse.up(click_count=count)
        person.page.wait_for_timeout(PAUSE_MS)
    rolled(person)
    assert person.own_actions() == ["roll"]
    person.page.locator('[data-kind="end"]').click()
    person.wait_until(lambda: person.own_actions() == ["roll", "end"], "the end of the turn")


@pytest.mark.parametrize("key", ["Enter", "r"])
def test_a_held_key_presses_once(new_person: NewPerson, server: Served, key: str) -> None:
    person = new_person()
    sit(person, set_up(server, positions.before_roll(), ["rolled 3+3"], people=4)[0])
    if key == "Enter":
        person.page.keyboard.press("Tab")
        person.page.locator('[data-kind="roll"]').focus()
    for _ in range(12):  # the first is the press, the others are repeats of a held key
        person.page.keyboard.down(key)
        person.page.wait_for_timeout(60)
    rolled(person)
    person.page.keyboard.up(key)
    assert person.own_actions() == ["roll"]
    person.page.locator('[data-kind="end"]:focus').wait_for()
    person.page.keyboard.press("Enter")
    person.wait_until(lambda: person.own_actions() == ["roll", "end"], "the end of the turn")


def test_answers_of_others_do_not_change_a_counter_offer_being_composed(new_person: NewPerson, server: Served) -> None:
    one, two = new_person(), new_person()
    places = set_up(server, positions.main(), people=4)
    sit(one, places[0])
    sit(two, places[1])
    assert pressing.take(one, "offer 1 wool for 1 brick to 1 2 3")
    two.button(pressing.ending(words("trade.counter"))).first.click()
    panel = pressing.compose(two, {"brick": 1}, {"wool": 2})
    received = len(two.messages)
    act(server, places[2], "refuse")
    two.wait_until(lambda: len(two.messages) > received, "another player's answer")
    pressing.settled(two)
    panel.get_by_role("button", name=words("trade.counter"), exact=True).last.click()
    two.wait_until(lambda: two.own_actions() == ["counter 1 brick for 2 wool"], "the counter-offer")


def test_an_offer_that_cannot_be_paid_takes_no_focus_and_closes_nothing(new_person: NewPerson, server: Served) -> None:
    one, two = new_person(), new_person()
    places = set_up(server, positions.main(), people=2)
    sit(one, places[0])
    sit(two, places[1])
    title = two.page.title()
    panel = pressing.compose(two, {"brick": 1}, {"wool": 2})
    card = panel.get_by_role("button").first
    card.focus()
    two.page.evaluate(CALLS)
    assert pressing.take(one, "offer 1 wool for 9 ore to 1")
    two.wait_until(two.is_auto_refused, "the offer")
    two.wait_for_text(words("prompt.auto-refused", name=two.name_of(0)))
    two.wait_until(lambda: two.own_actions() == ["refuse"], "that it is refused")
    pressing.settled(two)
    assert two.page.evaluate("window.calls") == []
    assert two.page.title() == title
    panel.get_by_role("button", name=words("trade.propose", name=two.name_of(0)), exact=True).click()
    two.wait_until(lambda: two.own_actions() == ["refuse", "propose 1 brick for 2 wool"], "the composed proposal")
