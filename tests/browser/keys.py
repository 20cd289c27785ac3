"""Takes actions with the keyboard only: shortcuts, arrows, Tab and Enter."""

from __future__ import annotations

from random import Random
from typing import Final

from playwright.sync_api import Locator

from tests.browser.person import Person
from tests.browser.pressing import counts, settled, starting
from tests.browser.words import words

SHORTCUTS: Final = {"roll": "r", "end": "e", "buy": "4", "accept": "y", "refuse": "n"}
PLACES: Final = {"road": "1", "settle": "2", "city": "3"}
MOST_STEPS: Final = 250
# The distance on the screen from the focused place to another one; null if no place has the focus.
FAR: Final = """(place) => {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const here = document.activeElement?.closest("[data-place]");
  if (!here) return null;
  const [from, to] = [middle(here), middle(place)];
  return here === place ? [0, 0] : [to[0] - from[0], to[1] - from[1]];
}"""


def take(person: Person, action: str) -> bool:
    """Take an action by keyboard, and wait until the server has confirmed it; return False if it was too late."""
    kind, start = action.split()[0], len(person.messages)
    settled(person)
    if kind in SHORTCUTS:
        person.page.keyboard.press(SHORTCUTS[kind])
    elif kind in (*PLACES, "robber"):
        _choose_place(person, kind, action.split()[1])
    elif kind in ("discard", "give"):
        _give(person, kind, action.partition(" ")[2])
    else:
        person.page.keyboard.press("a")
        _press(person, person.page.locator(f'dialog [data-action="{action}"]'))
    person.wait_until(
        lambda: person.has_acted(start) or any(message["type"] == "refused" for message in person.messages[start:]),
        f"'{action}' by keys",
    )
    return person.has_acted(start)


def _choose_place(person: Person, kind: str, number: str) -> None:
    """Light the places if needed, move to the place with the arrow keys, and choose it."""
    where = {"road": "path", "robber": "hex"}.get(kind, "site")
    place = person.page.locator(f'[data-place="{where}-{number}"]')
    if not place.count():
        person.page.keyboard.press(PLACES[kind])
        place.wait_for(state="attached")
    person.page.keyboard.press("b")
    settled(person)
    rng = Random(1)
    for step in range(MOST_STEPS):
        far = place.evaluate(FAR)
        assert far is not None, "no place has the focus"
        if far == [0, 0]:
            person.page.keyboard.press("Enter")
            return
        across, down = ("ArrowRight" if far[0] > 0 else "ArrowLeft"), ("ArrowDown" if far[1] > 0 else "ArrowUp")
        key = across if abs(far[0]) > abs(far[1]) else down
        stray = step > 12 and rng.random() < 0.4  # there may be no place on the straight line
        person.page.keyboard.press(rng.choice(("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")) if stray else key)
    raise AssertionError(f"{kind} {number} was not reached by the arrow keys")


def _give(person: Person, kind: str, bundle: str) -> None:
    """Put cards on the pile, one key press each, and confirm."""
    dialog = person.page.get_by_role("dialog")
    dialog.wait_for()
    for resource, number in counts(bundle).items():
        card = dialog.get_by_role("button", name=starting(words("trade.give_one", resource=words(f"names.{resource}"))))
        _press(person, card, number)
    _press(person, dialog.get_by_role("button", name=starting(words(f"decision.{kind}"))))


def _press(person: Person, button: Locator, times: int = 1) -> None:
    """Go to a button with Tab, and press Enter."""
    button.wait_for()
    for _ in range(MOST_STEPS):
        if button.evaluate("(one) => one === document.activeElement"):
            for _ in range(times):
                person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{button} was not reached by Tab")
