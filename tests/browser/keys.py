"""Takes actions with the keyboard only: shortcuts, arrows, Tab and Enter."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator

from tests.browser.person import Person
from tests.browser.pressing import counts, settled, starting
from tests.browser.words import words

SHORTCUTS: Final = {"roll": "r", "end": "e", "buy": "4", "accept": "y", "refuse": "n"}
PLACES: Final = {"road": "1", "settle": "2", "city": "3"}
MOST_TABS: Final = 250
MOST_ARROWS: Final = 40  # enough for every row of an island, and for every place of a row
ROW: Final = 36  # as in arrows.ts: sites of a row are 30 apart in height, give or take a rounding
# From the focused place to another one, right and down, in units of the drawing; null if no place has the focus.
FAR: Final = """(place) => {
  const middle = (one) => {
    const box = one.querySelector(".hit").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const here = document.activeElement?.closest("[data-place]");
  if (!here) return null;
  const [from, to, scale] = [middle(here), middle(place), place.getScreenCTM().a];
  return here === place ? [0, 0] : [(to[0] - from[0]) / scale, (to[1] - from[1]) / scale];
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
    for _ in range(MOST_ARROWS):
        far = place.evaluate(FAR)
        assert far is not None, "no place has the focus"
        if far == [0, 0]:
            person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press(_towards(*far))
    raise AssertionError(f"{kind} {number} was not reached by the arrow keys")


def _towards(right: float, down: float) -> str:
    """The arrow key for the next step: first to the row of a place, then along it."""
    if abs(down) > ROW:
        return "ArrowDown" if down > 0 else "ArrowUp"
    return "ArrowRight" if right > 0 else "ArrowLeft"


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
    for _ in range(MOST_TABS):
        if button.evaluate("(one) => one === document.activeElement"):
            for _ in range(times):
                person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{button} was not reached by Tab")
