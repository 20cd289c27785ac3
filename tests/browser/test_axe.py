"""Every page and every state of a table is accessible: the scan finds nothing, in light and in dark mode."""

from __future__ import annotations

import pytest

from longroad.bench.serving import Served
from tests.browser.axe import scan
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.states import STATES

ON_TELEPHONES = (
    *(
        "start",
        "set-up",
        "settings",
        "help",
        "a record to be opened",
        "room of one's own",
        "founding",
        "main",
        "composing",
    ),
    *("answering", "discarding", "victim", "card knight", "disconnected", "text board", "end", "replay"),
)


@pytest.mark.parametrize("state", STATES)
def test_pages_are_accessible(returning_person: NewPerson, server: Served, state: str) -> None:
    person = returning_person()
    STATES[state](person, server)
    scan(person.page)


@pytest.mark.parametrize("state", ON_TELEPHONES)
def test_pages_are_accessible_on_a_phone(returning_person: NewPerson, server: Served, state: str) -> None:
    person = returning_person(viewport=PHONE, has_touch=True, is_mobile=True)
    STATES[state](person, server)
    scan(person.page)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
