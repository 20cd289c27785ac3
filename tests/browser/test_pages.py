"""Every page opens, and says what it is."""

from __future__ import annotations

import re

from tests.browser.conftest import Comes
from tests.browser.words import words


def test_an_address_without_a_page_leads_to_the_start(comes: Comes) -> None:
    person = comes()
    person.go("/nothing-here")
    person.sees(words("app.not_found"))
    person.link(words("app.to_start")).click()
    person.page.wait_for_url(person.address + "/")


def test_a_page_that_could_not_be_loaded_can_be_loaded_anew(comes: Comes) -> None:
    person = comes()
    person.go("/")
    part = re.compile(r"/assets/SettingsPage-.*\.js$")
    person.page.route(part, lambda route: route.abort())
    person.link(words("pages.settings")).click()
    person.sees(words("pages.stale_title"))
    person.page.unroute(part)
    person.press(words("pages.reload"))
    person.page.get_by_role("heading", name=words("pages.settings"), exact=True).wait_for()
