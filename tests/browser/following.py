"""Follows the coach: reads what it says, does what it suggests, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as Late

from tests.browser import pressing
from tests.browser.person import Person
from tests.browser.words import words

LONGEST_S: Final = 300.0  # for one chapter
LONGEST_GAME_S: Final = 600.0
PAUSE_MS: Final = 40.0
PRESS_MS: Final = 15_000.0
# The step that is shown, what it suggests, and whether it is to be read; whether the chapter is finished.
LOOK: Final = """() => {
  const panel = document.querySelector('.coach');
  const button = (name) => panel?.querySelector(`.buttons .${name}`) != null;
  const says = panel?.querySelector('.says');
  return [panel?.dataset.step ?? null, says?.dataset.action ?? null, button('next'), button('finished')];
}"""

Takes = Callable[[Person, str], bool]
Reads = Callable[[Person, Locator], None]


def press(person: Person, button: Locator) -> None:
    """Press a button of the coach, once no sheet lies over it."""
    if person.page.locator("dialog[open]").count():
        pressing.close_sheet(person)
    button.click()


def panel(person: Person) -> Locator:
    """Return the coach's panel."""
    return person.page.locator(".coach")


def follow(
    person: Person,
    takes: Takes = pressing.take,
    reads: Reads = press,
    at_step: Callable[[str], None] = lambda step: None,
) -> list[str]:
    """Do what the coach says until the chapter is finished; return the steps that came up."""
    steps: list[str] = []
    end = time.monotonic() + LONGEST_S
    while True:
        assert time.monotonic() < end, f"the coach stopped at {steps[-1:]}: {person.describe()}"
        pressing.settled(person)
        step, action, is_read, is_finished = person.page.evaluate(LOOK)
        if step is not None and step not in steps[-1:]:
            steps.append(step)
            at_step(step)
        if is_finished:
            return steps
        if is_read:
            reads(person, person.button(words("coach.next")))
        elif action is not None and person.is_awaited():
            takes(person, action)
        else:
            person.page.wait_for_timeout(PAUSE_MS)


def ask_now(person: Person) -> None:
    """Ask the coach what to do, and do it: a hint says what, and its button takes it."""
    before, received = person.decision, len(person.messages)
    press(person, panel(person).get_by_role("button", name=words("coach.ask"), exact=True))
    person.press(words("coach.ask_now"))
    play = person.button(words("hint.play"))
    person.wait_until(lambda: play.is_visible() or person.decision != before, "what the coach would do")
    try:
        play.click(timeout=PRESS_MS)
    except Late:
        if person.decision == before:
            raise
        return  # somebody else was quicker
    person.wait_until(lambda: person.has_acted(received), "what the coach said")


def follow_game(person: Person, until: Callable[[], bool] = lambda: False) -> list[str]:
    """Play a whole game as the coach says: where it explains nothing, ask it; return the steps that came up."""
    steps: list[str] = []
    end = time.monotonic() + LONGEST_GAME_S
    while not until():
        assert time.monotonic() < end, f"the coach stopped at {steps[-1:]}: {person.describe()}"
        pressing.settled(person)
        step, action, is_read, is_finished = person.page.evaluate(LOOK)
        if step is not None and step not in steps[-1:]:
            steps.append(step)
        if is_finished:
            break
        if is_read:
            press(person, person.button(words("coach.next")))
        elif not person.is_awaited() or person.is_spared():
            person.page.wait_for_timeout(PAUSE_MS)
        elif action is not None:
            pressing.take(person, action)
        elif step is None:
            ask_now(person)
    return steps
