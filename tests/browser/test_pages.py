"""Unknown addresses, pages that fail to load, and pages that load slowly."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPerson
from tests.browser.words import words


def test_an_unknown_address_links_to_the_start_page(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/nothing-here")
    person.wait_for_text(words("app.not_found"))
    person.link(words("app.to_start")).click()
    person.page.wait_for_url(person.address + "/")


def test_a_page_that_failed_to_load_can_be_reloaded(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/")
    part = re.compile(r"/assets/SettingsPage-.*\.js$")
    person.page.route(part, lambda route: route.abort())
    person.link(words("pages.settings")).click()
    person.wait_for_text(words("pages.stale_title"))
    person.page.unroute(part)
    person.press(words("pages.reload"))
    person.page.get_by_role("heading", name=words("pages.settings"), exact=True).wait_for()


def test_a_pace_can_be_chosen_only_once_it_is_kept(new_person: NewPerson) -> None:
    """A choice before the server has answered would be lost."""
    person = new_person()
    held: list[Route] = []
    person.page.route("**/api/meta", lambda route: held.append(route))
    person.go("/settings")
    instant = person.page.get_by_role("radio", name=words("start.pace_instant"))
    expect(instant).to_be_disabled()
    person.wait_until(lambda: len(held) > 0, "that the page asks")
    person.page.unroute("**/api/meta")  # and answer
    instant.click()
    person.page.reload()
    expect(instant).to_be_checked()
