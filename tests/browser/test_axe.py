"""No page and no state of a table keeps anybody out: the accessibility scan finds nothing, in light and in dark."""

from __future__ import annotations

import pytest

from longroad.bench.serving import Served
from tests.browser.axe import scan
from tests.browser.conftest import PHONE, Comes
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
def test_nobody_is_kept_out(comes: Comes, server: Served, state: str) -> None:
    person = comes()
    STATES[state](person, server)
    scan(person.page)


@pytest.mark.parametrize("state", ON_TELEPHONES)
def test_nobody_is_kept_out_on_a_telephone(comes: Comes, server: Served, state: str) -> None:
    person = comes(viewport=PHONE, has_touch=True, is_mobile=True)
    STATES[state](person, server)
    scan(person.page)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
