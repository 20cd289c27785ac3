"""The table: explanations of places, automatic refusals, and a layout that does not move."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Locator

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.setting import set_up, sit
from tests.browser.words import words

# The position on the screen of a point of the island's drawing.
SPOT = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.getElementById("board").getScreenCTM());
  return [at.x, at.y];
}"""
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
    .observe({ type: "layout-shift" });
}"""


def click_site(person: Person, site: int) -> None:
    """Click an intersection, lit or not."""
    person.page.mouse.click(*person.page.evaluate(SPOT, person.latest("geometry")["sites"][site]))


def stored_at(server: Served, game: str) -> list[float]:
    """Return when the server has stored each ply of a game."""
    with closing(sqlite3.connect(server.log.parent / "games.db")) as database:
        rows = database.execute("SELECT at FROM events WHERE game = ? AND kind = 'ply' ORDER BY number", (game,))
        return [at for (at,) in rows]


def answer(person: Person) -> Locator:
    """Find the answer to a question."""
    return person.page.get_by_role("alertdialog", name=words("decision.why_title"))


def test_a_place_that_is_not_lit_explains_which_rule_forbids_it(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), people=4)[0])
    pressing.choose(person, "settle")
    click_site(person, 31)  # taken
    answer(person).wait_for()
    assert re.search(r"right next to it\.\s+" + words("app.rule", rule=r"[A-Z]{3}-\d+"), answer(person).inner_text())
    person.page.keyboard.press("Escape")
    answer(person).wait_for(state="detached")
    click_site(person, 29)  # lit: it is built
    person.wait_until(lambda: 29 in person.snapshot["seats"][0]["settlements"], "the settlement")


def test_a_settlement_site_shows_its_yield(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), people=4)[0])
    pressing.choose(person, "settle")
    place = person.page.locator('[data-place="site-29"]')
    place.hover()
    received = person.page.locator("p.yield")
    received.wait_for()
    assert re.match(r"\d+ \w+, .*\d+ cards per 36 rolls", received.inner_text())
    assert received.inner_text() == place.locator("desc").text_content()
    person.page.mouse.move(0, 0)
    received.wait_for(state="detached")


def test_no_trades_until_my_turn(new_person: NewPerson, server: Served) -> None:
    one, two = new_person(), new_person()
    places = set_up(server, positions.main(), people=4)
    sit(one, places[0])
    sit(two, places[1])
    assert pressing.take(one, "offer 1 wool for 1 brick to 1")
    two.button(words("trade.quiet")).wait_for()
    two.page.keyboard.press("q")
    two.wait_until(lambda: two.own_actions() == ["refuse"], "the refusal")
    assert pressing.take(one, "offer 1 grain for 1 brick to 1")
    two.wait_until(lambda: two.own_actions() == ["refuse", "refuse"], "another refusal")
    asked, refused = stored_at(server, two.game)[-2:]
    assert refused - asked > 0.7  # not at once: that would reveal something
    assert not two.button(words("trade.quiet")).count()
    assert pressing.take(one, "end")
    two.wait_until(two.is_awaited, "the turn")
    two.press(words("controls.settings"))
    assert not two.page.get_by_role("checkbox", name=words("trade.quiet")).is_checked()


def test_answers_and_a_lost_connection_do_not_move_the_layout(new_person: NewPerson, server: Served) -> None:
    one, two = new_person(), new_person()
    places = set_up(server, positions.main(), people=4)
    sit(one, places[0])
    sit(two, places[1])
    two.page.evaluate(SHIFTS)
    assert pressing.take(one, "offer 1 wool for 1 brick to 1 2 3")
    two.button(words("trade.quiet")).wait_for()
    assert pressing.take(two, "counter 1 brick for 2 wool")
    two.page.locator('[data-offer="withdraw"]').wait_for()
    two.disconnect()
    two.page.wait_for_timeout(300)
    assert sum(two.page.evaluate("window.shifts")) < 0.005
    two.reconnect()


def test_a_log_line_highlights_its_place(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), people=4)[0])
    assert pressing.take(person, "settle 29")
    line = person.page.get_by_role("log").get_by_role("listitem").last
    assert not re.search(r"\b29\b", line.inner_text())
    assert not person.page.locator("circle.mark").count()
    person.page.keyboard.press("l")
    pressing.settled(person)
    person.page.keyboard.press("ArrowUp")
    person.page.locator("circle.mark").wait_for()
    line.hover()
    person.page.locator("circle.mark").wait_for()


def test_a_place_on_the_text_board_explains_why_not(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), people=4)[0])
    person.page.keyboard.press("w")
    pressing.choose(person, "settle")
    walk = person.page.get_by_role("region", name=words("textboard.explore"))
    walk.get_by_label(words("textboard.number")).fill("31")
    walk.get_by_role("button", name=words("textboard.go"), exact=True).click()
    walk.get_by_role("button", name=words("decision.why_title")).click()
    answer(person).wait_for()
