"""The page below a path, as behind a proxy that serves other sites too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import DESKTOP
from tests.browser.person import Person
from tests.browser.pressing import starting
from tests.browser.words import words
from tests.server.web import Process


def test_a_game_is_set_up_played_and_found_again_below_a_path(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path, "--base-path", "/catan")
    server.start()
    options: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"}
    context = browser.new_context(**options)
    person = Person(context, f"{server.address}/catan")
    try:
        person.go("/")
        person.link(starting(words("start.own_rules"))).click()
        person.wait_until(lambda: person.page.url.endswith("/catan/new"), "the setup")
        person.press(words("start.start_game"))
        person.wait_for_table()
        assert f"{server.address}/catan/game/" in person.page.url
        person.page.reload()
        person.wait_for_table()
        person.page.goto(f"{server.address}/catan/help")
        person.page.get_by_role("link", name=words("help.play_first")).click()
        person.wait_until(lambda: "/catan/new?game=beginner" in person.page.url, "the beginners' game")
        assert person.errors == []
    finally:
        context.close()
        server.stop()
