"""Every page opens, and says what it is."""

from __future__ import annotations

from tests.browser.axe import violations
from tests.browser.conftest import Comes
from tests.browser.words import words


def test_an_address_without_a_page_leads_to_the_start(comes: Comes) -> None:
    person = comes()
    person.go("/nothing-here")
    person.sees(words("app.not_found"))
    person.link(words("app.to_start")).click()
    person.page.wait_for_url(person.address + "/")


def test_no_page_keeps_anybody_out(comes: Comes) -> None:
    person = comes()
    for path in ("/", "/new", "/settings", "/help", "/replay", "/nothing-here"):
        person.go(path)
        person.page.get_by_role("heading", level=1).first.wait_for()
        assert violations(person.page) == [], path
