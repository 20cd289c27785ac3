"""The keyboard focus is never lost: it moves to what is next."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import keys, positions
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.pressing import settled
from tests.browser.setting import set_up, sit

HELD = """() => {
  const held = document.activeElement;
  return held.dataset.place ? "lit" : (held.dataset.kind ?? held.id ?? "") || held.tagName;
}"""


def focused(person: Person) -> str:
    """Return what has the focus: a lit place, a button by its kind, or an element by its id."""
    settled(person)
    return str(person.page.evaluate(HELD))


def test_focus_moves_on_through_a_whole_turn(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.before_roll(), ["rolled 3+3"], people=4)[0])
    assert focused(person) == "expected"  # at first, the prompt
    assert keys.take(person, "roll")
    assert focused(person) == "end"
    person.page.keyboard.press("1")
    assert focused(person) == "lit"
    person.page.keyboard.press("Escape")  # the places that were lit are gone
    assert focused(person) == "end"
    assert keys.take(person, "road 56")
    assert focused(person) == "end"
    person.page.keyboard.press("u")
    person.wait_until(lambda: 56 not in person.snapshot["seats"][0]["roads"], "that the road is taken back")
    assert focused(person) == "end"
    assert keys.take(person, "city 39")
    assert focused(person) == "end"
    for sheet in ("a", "?", "t"):
        person.page.keyboard.press(sheet)
        assert focused(person) != "end"
        person.page.keyboard.press("Escape")
        assert focused(person) == "end"
    assert keys.take(person, "buy")
    assert focused(person) == "end"
    assert keys.take(person, "end")
    assert focused(person) in ("end", "expected")


def test_focus_follows_the_founding_from_place_to_place(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, people=1)[0])
    while len(person.snapshot["seats"][person.seat]["roads"]) < 2:
        person.wait_until(person.is_awaited, "the turn to found")
        assert keys.take(person, person.decision_actions()[0])
        assert focused(person) in ("lit", "expected", "roll")
    while "roll" not in person.decision_actions():
        person.wait_until(person.is_awaited, "the turn, or an offer")
        if "refuse" in person.decision_actions():
            keys.take(person, "refuse")
    assert focused(person) == "roll"


def test_focus_returns_from_an_explanation(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(own=""), people=4)[0])
    road = person.page.locator('[data-kind="road"]')
    road.focus()
    person.page.keyboard.press("Enter")
    answer = person.page.get_by_role("alertdialog")
    answer.wait_for()
    box, buttons = answer.bounding_box(), road.bounding_box()
    assert box is not None
    assert buttons is not None
    assert box["y"] + box["height"] <= buttons["y"]  # the buttons can be seen
    assert "You're missing 1 brick and 1 lumber." in answer.inner_text()
    person.page.keyboard.press("Escape")
    assert focused(person) == "road"
