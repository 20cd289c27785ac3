"""The page below a path, as behind a proxy that serves other sites too."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import NewPerson
from tests.browser.pressing import starting
from tests.browser.words import words
from tests.server.web import Process


def test_a_game_is_set_up_played_and_found_again_below_a_path(new_person: NewPerson, tmp_path: Path) -> None:
    server = Process(tmp_path, "--base-path", "/catan")
    server.start()
    person = new_person()
    person.address = f"{server.address}/catan"
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
    finally:
        server.stop()
