"""Every page opens, and says what it is."""

from __future__ import annotations

from tests.browser.conftest import Comes
from tests.browser.words import words


def test_an_address_without_a_page_leads_to_the_start(comes: Comes) -> None:
    person = comes()
    person.go("/nothing-here")
    person.sees(words("app.not_found"))
    person.link(words("app.to_start")).click()
    person.page.wait_for_url(person.address + "/")
