"""The keyboard's focus is never lost: it goes on to what is next."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import keys, positions
from tests.browser.conftest import Comes
from tests.browser.person import Person
from tests.browser.pressing import settled
from tests.browser.setting import set_up, sit

HELD = """() => {
  const held = document.activeElement;
  return held.dataset.place ? "lit" : (held.dataset.kind ?? held.id ?? "") || held.tagName;
}"""


def held(person: Person) -> str:
    """Return what has the focus: a lit place, a button by what it does, or something by its id."""
    settled(person)
    return str(person.page.evaluate(HELD))


def test_focus_goes_on_through_a_whole_turn(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.before_roll(), ["rolled 3+3"], people=4)[0])
    assert held(person) == "expected"  # on arrival, what is expected
    assert keys.take(person, "roll")
    assert held(person) == "end"
    person.page.keyboard.press("1")
    assert held(person) == "lit"
    person.page.keyboard.press("Escape")  # the places that were lit are gone
    assert held(person) == "end"
    assert keys.take(person, "road 56")
    assert held(person) == "end"
    person.page.keyboard.press("u")
    person.until(lambda: 56 not in person.snapshot["seats"][0]["roads"], "that the road is taken back")
    assert held(person) == "end"
    assert keys.take(person, "city 39")
    assert held(person) == "end"
    for sheet in ("a", "?", "t"):
        person.page.keyboard.press(sheet)
        assert held(person) != "end"
        person.page.keyboard.press("Escape")
        assert held(person) == "end"
    assert keys.take(person, "buy")
    assert held(person) == "end"
    assert keys.take(person, "end")
    assert held(person) in ("end", "expected")


def test_founding_goes_from_place_to_place(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, people=1)[0])
    while len(person.snapshot["seats"][person.seat]["roads"]) < 2:
        person.until(person.is_awaited, "one's turn to found")
        assert keys.take(person, person.decision_actions()[0])
        assert held(person) in ("lit", "expected", "roll")
    while "roll" not in person.decision_actions():
        person.until(person.is_awaited, "one's turn, or an offer")
        if "refuse" in person.decision_actions():
            keys.take(person, "refuse")
    assert held(person) == "roll"


def test_focus_comes_back_from_an_answer(comes: Comes, server: Served) -> None:
    person = comes()
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
    assert held(person) == "road"
