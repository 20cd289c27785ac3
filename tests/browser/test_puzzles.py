"""Puzzles: one right, one wrong, by pointer, by keyboard and on a phone; what was answered is kept in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from longroad.narration import ENGLISH
from longroad.puzzles import Puzzle, Theme, all_puzzles
from longroad.server.wire.puzzles import puzzle_view
from tests.browser.axe import violations
from tests.browser.conftest import TELEPHONE, NewPerson
from tests.browser.person import Person
from tests.browser.words import words


def with_place(theme: Theme, kind: str, more: Callable[[Puzzle], bool] = lambda puzzle: True) -> Puzzle:
    """Return a puzzle whose best action is on the island."""
    found = (puzzle for puzzle in all_puzzles().values() if puzzle.theme == theme and more(puzzle))
    return next(puzzle for puzzle in found if puzzle.best.action.startswith(f"{kind} "))


def set_today(person: Person, puzzle: Puzzle) -> None:
    """Make a puzzle that of the day."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | {"today": puzzle.id})

    person.page.route(re.compile(r"/api/puzzles$"), answer)


def verdict(person: Person) -> str:
    """Wait for the verdict, and return its heading."""
    return person.page.locator("#verdict-title").inner_text()


def streak(days: int) -> str:
    return words("puzzles.streak", count=days)


def test_the_puzzle_of_the_day_is_solved_and_the_streak_is_kept(new_person: NewPerson) -> None:
    puzzle, person = with_place("founding", "settle"), new_person()
    set_today(person, puzzle)
    person.go("/")
    person.link(words("start.daily_open")).click()
    site = puzzle.best.action.removeprefix("settle ")
    place = person.page.locator(f'[data-place="site-{site}"]')
    place.wait_for()
    assert violations(person.page) == []
    place.click()
    assert words("puzzles.right") in verdict(person)
    table = person.page.get_by_role("table")
    assert words("puzzles.mark_best") in table.get_by_role("row").nth(1).inner_text()
    assert f"{round(1000 * puzzle.best.chance) / 10:g}%" in table.inner_text()
    expect(person.page.locator(f'[data-ghost="site-{site}"]')).to_have_count(1)
    assert violations(person.page) == []
    person.wait_for_text(streak(1))
    person.page.reload()
    person.wait_for_text(streak(1))
    person.wait_for_text(words("puzzles.score", right=1, all=1))
    person.wait_for_text(words("puzzles.again"))


def test_a_wrong_answer_says_what_was_better_by_keyboard_alone(new_person: NewPerson) -> None:
    puzzle, person = with_place("founding", "road"), new_person()
    set_today(person, puzzle)
    person.go("/puzzles")
    person.page.locator("[data-place]").first.wait_for()
    person.page.keyboard.press("b")
    best = f"path-{puzzle.best.action.removeprefix('road ')}"
    for _ in range(9):
        if person.page.evaluate("document.activeElement.dataset.place") not in (best, None):
            break
        person.page.keyboard.press("ArrowDown")
        if person.page.evaluate("document.activeElement.dataset.place") == best:
            person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")
    assert words("puzzles.wrong") in verdict(person)
    person.page.wait_for_function("() => document.activeElement.id === 'verdict-title'")
    reason = puzzle_view(puzzle, ENGLISH).choices[0].reason
    assert reason in person.page.locator(".verdict").inner_text()
    expect(person.page.get_by_text(words("puzzles.streak_none"))).to_be_visible()
    person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.wait_until(lambda: "puzzle=" in person.page.url and puzzle.id not in person.page.url, "the next puzzle")
    expect(person.page.locator("#verdict-title")).to_have_count(0)


def test_a_theme_is_chosen_on_a_phone(new_person: NewPerson) -> None:
    person = new_person(**TELEPHONE)
    person.go("/puzzles")
    person.page.get_by_role("combobox", name=words("puzzles.theme")).select_option("robber")
    person.wait_until(lambda: "theme=robber" in person.page.url, "the theme")
    expect(person.page.locator(".which")).to_have_text(re.compile(words("puzzles.theme_robber") + "$"))
    puzzle = with_place("robber", "robber")
    person.visit(f"/puzzles?theme=robber&puzzle={puzzle.id}")
    for _ in range(2):  # the second tap confirms
        person.page.locator(f'[data-place="hex-{puzzle.best.action.removeprefix("robber ")}"]').tap()
    assert words("puzzles.right") in verdict(person)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_wrong_is_said_in_plain_words(new_person: NewPerson) -> None:
    person = new_person()
    for wrong in ("ffffff", "no such thing!"):
        person.go(f"/puzzles?puzzle={wrong}")
        person.wait_for_text(re.compile(words("puzzles.unknown_title")))
    person.context.set_offline(True)
    person.page.get_by_role("alert").get_by_role("link", name=words("puzzles.today")).click()
    person.wait_for_text(words("pages.unreachable"))
    person.context.set_offline(False)
    person.press(words("pages.retry"))
    person.page.locator("#board").wait_for()


def test_a_small_german_phone_has_room_for_the_navigation_and_the_hand(new_person: NewPerson) -> None:
    """The links stand in one row, and the cards lie beside the button for the next step."""
    person = new_person(locale="de-DE", viewport={"width": 320, "height": 568})
    person.go("/puzzles")
    person.page.locator(".resources").wait_for()
    links = [link.bounding_box() for link in person.page.locator("nav li:not(.settings) a").all()]
    assert len(links) > 3
    assert len({box["y"] for box in links if box}) == 1
    hand, button = (person.page.locator(name).bounding_box() for name in (".resources", ".next button"))
    assert hand
    assert button
    assert hand["x"] + hand["width"] <= button["x"]
    assert button["x"] + button["width"] <= 320
