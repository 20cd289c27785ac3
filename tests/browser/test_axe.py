"""Every page and every state of a table is accessible: the scan finds nothing, in light and in dark mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from operator import itemgetter

import pytest

from longroad.bench.serving import Served
from tests.browser.axe import violations
from tests.browser.conftest import TELEPHONE, NewPerson
from tests.browser.person import Person
from tests.browser.pressing import settled
from tests.browser.states import CARDS, MAIN, NEXT, STATES, TURN, Does, at
from tests.samples import first

ON_TELEPHONES = (
    *("start", "set-up", "room of one's own", "founding", "answering", "end", "replay"),
    *("settings", "help", "rules", "a record to be opened", "discarding", "robber"),
)


STATES_A_TEST = 7  # on one page, where the scanner becomes fast


def groups(states: Iterable[str]) -> list[tuple[str, ...]]:
    """Split states into groups, each for one test."""
    rest = iter(states)
    return list(iter(lambda: tuple(islice(rest, STATES_A_TEST)), ()))


def scan_states(person: Person, server: Served, states: Iterable[str]) -> None:
    """Scan states one after the other, and the one that follows each."""
    broken = []
    for state in states:
        STATES[state](person, server)
        broken += found(person, state)
        if state in NEXT:
            NEXT[state](person)
            broken += found(person, f"after {state}")
    assert not broken, "\n".join(broken)


def scan_turn(person: Person, server: Served, parts: Mapping[str, Does]) -> None:
    """Scan the table in one's own turn, with each of the parts that can be opened there."""
    at(MAIN)(person, server)
    sheet = person.page.locator("dialog[open]")
    broken = []
    for part, opens in parts.items():
        opens(person)
        broken += found(person, part, "dialog[open]" if sheet.count() else "html")
        person.page.keyboard.press("Escape")
        sheet.wait_for(state="detached")
    assert not broken, "\n".join(broken)


def found(person: Person, state: str, changed: str = "html") -> list[str]:
    """Scan a page once it is drawn, and return what is wrong there; an overflow is too."""
    settled(person)
    broken = violations(person.page, changed)
    viewport = person.page.viewport_size
    assert viewport
    width = person.page.evaluate("document.documentElement.scrollWidth")
    if width > viewport["width"]:
        broken.append(f"the page is {width} pixels wide")
    return [f"{state}: {line}" for line in broken]


@pytest.mark.parametrize("states", groups(STATES), ids=itemgetter(0))
def test_pages_are_accessible(new_person: NewPerson, server: Served, states: tuple[str, ...]) -> None:
    scan_states(new_person(), server, states)


def test_everything_that_opens_in_a_turn_is_accessible(new_person: NewPerson, server: Served) -> None:
    scan_turn(new_person(), server, TURN)


@pytest.mark.slow  # they differ in texts and drawings from those of a knight and of a victory point
def test_the_sheets_of_other_cards_are_accessible(new_person: NewPerson, server: Served) -> None:
    scan_turn(new_person(), server, CARDS)


@pytest.mark.parametrize("states", first(1, groups(ON_TELEPHONES)), ids=itemgetter(0))
def test_pages_are_accessible_on_a_phone(new_person: NewPerson, server: Served, states: tuple[str, ...]) -> None:
    scan_states(new_person(**TELEPHONE), server, states)


@pytest.mark.slow  # a phone's table is scanned above, and each of these on a desk
def test_what_opens_in_a_turn_is_accessible_on_a_phone(new_person: NewPerson, server: Served) -> None:
    parts = ("main", "card knight", "composing", "text board", "disconnected")
    scan_turn(new_person(**TELEPHONE), server, {part: TURN[part] for part in parts})
