"""Pass and play: one screen goes around, and nobody sees another's hand."""

from __future__ import annotations

import re

from tests.browser.conftest import Comes
from tests.browser.hands import starting
from tests.browser.person import Person
from tests.browser.playing import brain_of, step
from tests.browser.words import words

NAMES = ("Ada", "Bela", "Chris")
# Whether there is nothing but a dialog, wherever one looks.
COVERED = """() => [0.02, 0.3, 0.6, 0.9, 0.98].every((down) => [0.02, 0.5, 0.98].every((across) =>
  document.elementFromPoint(across * innerWidth, down * innerHeight)?.closest("dialog")))"""


def sit_around(person: Person) -> None:
    """Set a game for three up around one screen."""
    person.go("/")
    person.link(starting(words("start.hotseat"))).click()
    players = person.page.get_by_role("group", name=words("start.players"), exact=True)
    players.get_by_role("radio", name="3", exact=True).check(force=True)
    person.page.get_by_label(words("start.name"), exact=True).fill(NAMES[0])
    for number, name in enumerate(NAMES[1:], 2):
        person.page.get_by_label(words("start.seat_name", number=number)).fill(name)
    person.press(words("start.begin"))
    person.wait_for_table()


def hand_over(person: Person) -> None:
    """Wait until somebody at the screen is awaited, and give it to them if it is not theirs already."""
    ready = person.button(re.compile("^" + words("panels.ready", name=".+")))
    person.until(lambda: person.is_awaited() or ready.is_visible(), "somebody's turn")
    if ready.is_visible():
        name = ready.inner_text()
        assert person.page.evaluate(COVERED), "something can be seen while the screen is passed on"
        ready.click()
        person.until(lambda: person.is_awaited() and person.name_of(person.seat) in name, "the next player's view")


def test_three_found_around_one_screen(comes: Comes) -> None:
    person = comes()
    sit_around(person)
    brain = brain_of(person)
    acted = []
    for _ in range(12):
        hand_over(person)
        others = [seat for seat in person.look["seats"] if seat["seat"] != person.seat]
        assert all(seat["hand"] is None for seat in others)
        acted.append(person.name_of(person.seat))
        step(person, brain)
    assert sorted(acted) == sorted(NAMES * 4)
    hand_over(person)
    assert person.decision_actions("roll") == ["roll"]
