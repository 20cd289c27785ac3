"""Hints in a running game: the best action, marked on the island, with its reason, and a button that takes it."""

from __future__ import annotations

from playwright.sync_api import expect

from longroad.analysis import analyse
from longroad.bench.serving import Served
from tests.browser import positions
from tests.browser.axe import violations
from tests.browser.conftest import TELEPHONE, NewPerson
from tests.browser.person import Person
from tests.browser.setting import set_up, sit
from tests.browser.words import words

DEEPER = words("hint.deeper")
SEARCHING = words("hint.searching")
ROBBER = positions.robber()


def found(person: Person) -> str:
    """Wait until the hint is complete; return its text."""
    panel = person.page.get_by_role("region", name=words("hint.title"))
    panel.get_by_role("button", name=words("hint.play")).wait_for()
    for text in (SEARCHING, DEEPER):
        expect(panel.get_by_text(text)).to_have_count(0)  # the server thinks twice
    return panel.inner_text()


def test_a_hint_is_asked_for_and_played_by_keyboard(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, ROBBER)[0])
    best = analyse(ROBBER, "normal", seat=0).best
    assert best is not None
    person.page.keyboard.press("i")
    text = found(person)
    assert best.reason in text
    assert f"{round(100 * best.chance)}%" in text
    number = str(best.action).removeprefix("robber ")
    ghost = person.page.locator(f'[data-ghost="hex-{number}"]')
    expect(ghost).to_have_count(1)
    assert violations(person.page) == []
    person.page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)
    person.page.keyboard.press("i")
    found(person)
    play = person.button(words("hint.play"))
    while not play.evaluate("(one) => one === document.activeElement"):
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.wait_until(lambda: person.own_actions()[:1] == [str(best.action)], "that the hint is played")
    expect(person.page.get_by_role("region", name=words("hint.title"))).to_have_count(0)


def test_a_hint_on_a_phone_covers_nothing(new_person: NewPerson, server: Served) -> None:
    person = new_person(**TELEPHONE)
    sit(person, set_up(server, positions.main())[0])
    person.press(words("hint.title"))
    found(person)
    panel, island = (person.page.locator(one).bounding_box() for one in (".hint", "#island"))
    assert panel is not None
    assert island is not None
    assert panel["y"] + panel["height"] <= island["y"]
    assert island["height"] >= 150
    person.page.locator(".hint").get_by_role("button", name=words("controls.close")).click()
    expect(person.page.locator(".hint")).to_have_count(0)


def test_where_hints_are_off_there_is_no_button(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), people=2)[0])
    person.page.keyboard.press("i")
    expect(person.button(words("hint.title"))).to_have_count(0)
    expect(person.page.locator(".hint")).to_have_count(0)
