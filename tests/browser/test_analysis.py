"""The analysis board: games and islands are played on in every direction, judged, kept, shared and saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator

from longroad.notation.records.reader import read_record
from longroad.notation.records.record import Record
from tests.browser import positions
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.test_replay import finished_game, slide
from tests.browser.words import prefix, words

AT = 23  # the player on turn has rolled; the dice are still to fall


def node(person: Person) -> str | None:
    """Return which move of the list is the current one."""
    return person.page.locator("[aria-current=step]").get_attribute("data-node")


def wait_for_move(person: Person, move: int) -> None:
    """Wait until a move is the current one."""
    person.wait_until(lambda: node(person) == str(move), f"move {move}")


def wait_for_other(person: Person, before: str | None) -> None:
    """Wait until another move is the current one, and its position is shown."""
    busy = person.page.locator("[aria-busy=true]")
    person.wait_until(lambda: node(person) != before and busy.count() == 0, "another move")


def best_moves(person: Person) -> Locator:
    """Wait for the engine's best moves, and return their buttons."""
    moves = person.page.get_by_role("region", name=words("analysis.best")).get_by_role("listitem").get_by_role("button")
    moves.first.wait_for()
    return moves


def play(person: Person, action: str) -> None:
    """Press the button of an action, and wait until it is a move."""
    before = node(person)
    person.page.locator(f'button[data-action="{action}"]').first.click()
    wait_for_other(person, before)


def chances(person: Person) -> list[float]:
    """Wait for everyone's chances, and read them from the table."""
    table = person.page.get_by_role("table", name=words("analysis.chances"))
    person.wait_until(lambda: "…" not in table.inner_text(), "the chances")
    return [float(cell.inner_text().rstrip("%")) for cell in table.get_by_role("cell").all()]


def saved_record(person: Person) -> Record:
    """Save the analysis as a file, and read it as the library does."""
    with person.page.expect_download() as download:
        person.press(words("analysis.save"))
    return read_record(Path(download.value.path()).read_text(encoding="utf-8"))


def write(person: Person, label: str, text: str) -> None:
    """Fill a field and leave it."""
    person.page.get_by_label(label, exact=True).fill(text)
    person.page.keyboard.press("Tab")


def test_a_game_is_branched_judged_kept_shared_and_saved(new_person: NewPerson, tmp_path: Path) -> None:
    game = finished_game()
    record = tmp_path / "game.longroad"
    record.write_text(game.record.text, encoding="utf-8")
    person = new_person(permissions=["clipboard-read", "clipboard-write"])
    person.go("/replay")
    person.page.get_by_label(words("replay.choose")).set_input_files(record)
    slide(person, AT)
    person.link(words("end.analyse")).click()
    wait_for_move(person, AT)
    assert sum(chances(person)) == pytest.approx(100, abs=0.3)

    play(person, "rolled 8")
    best = best_moves(person)
    action = best.first.get_attribute("data-action")
    assert action
    play(person, action)
    write(person, words("analysis.comment"), "Better than five.")
    write(person, words("analysis.variation_name"), "An eight")
    write(person, words("analysis.name"), "What if")
    person.page.wait_for_url("**/analysis?study=*")
    assert not violations(person.page)

    saved = saved_record(person)
    assert saved.codes == game.record.codes
    (variation,) = saved.variations[AT]
    assert [str(ply) for ply in variation.plies] == ["*: rolled 8", f"0: {action}"]
    assert (variation.name, variation.comments) == ("An eight", {1: "Better than five."})
    assert saved.tags["Event"] == "What if"

    person.press(words("replay.copy_link"))
    person.wait_for_text(words("analysis.link_copied"))
    link = str(person.page.evaluate("navigator.clipboard.readText()"))
    person.page.reload()
    friend = new_person()
    friend.page.goto(link)
    for one in (person, friend):
        one.page.get_by_role("heading", name="What if").wait_for()
        one.wait_for_text("Better than five.")
        one.page.keyboard.press("ArrowUp")  # from the variation to what was played
        wait_for_move(one, AT + 1)
    person.press(words("analysis.edit"))
    person.page.wait_for_url("**/editor?position=*")


def test_an_island_is_played_on_without_a_connection(new_person: NewPerson) -> None:
    person = new_person(viewport=PHONE)
    person.go("/analysis")
    person.press(words("analysis.island_new"))
    person.page.locator("[data-place]").first.wait_for()
    chances(person)  # the engine is loaded
    assert not violations(person.page)
    person.context.set_offline(True)
    for _ in range(2):  # a settlement and its road, by keyboard
        person.page.locator("[data-place]").first.wait_for()
        before = node(person)
        person.page.locator("#board").focus()
        person.page.keyboard.press("ArrowRight")
        person.page.keyboard.press("Enter")
        wait_for_other(person, before)
    before = node(person)
    person.press(words("replay.back"))
    wait_for_other(person, before)
    action = best_moves(person).last.get_attribute("data-action")
    assert action
    play(person, action)
    assert len(saved_record(person).codes) == 2  # the settlement and its first road
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    edit_and_come_back(person)


def edit_and_come_back(person: Person) -> None:
    """Put a resource into a hand in the editor, and analyse that, without a connection."""
    before = saved_record(person)
    person.press(words("analysis.edit"))
    person.page.wait_for_url("**/editor?position=*")
    person.wait_for_text(words("editor.sound"))
    write(person, "ore", "3")
    person.wait_until(lambda: "h3o" in person.page.url, "the ore in the address")
    person.press(words("end.analyse"))
    person.page.wait_for_url("**/analysis?position=*")
    person.page.locator("[data-action], [data-place]").first.wait_for()
    after = saved_record(person)
    assert not after.codes
    assert after.start["hand"][0] == [0, 0, 0, 0, 3]
    assert after.start["site"] == before.final["site"]


def test_what_cannot_be_opened_is_refused_with_a_reason(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/analysis#not-a-link")
    person.wait_for_text(words("analysis.failed", reason=words("analysis.bad_link")))
    person.page.get_by_label(words("analysis.position_label"), exact=True).fill("v2/nothing")
    person.page.get_by_role("button", name=words("analysis.open"), exact=True).click()
    person.wait_for_text("v2/nothing")
    assert not violations(person.page)


def test_without_webassembly_the_page_says_so(new_person: NewPerson) -> None:
    person = new_person()
    person.page.route("**/*.wasm", lambda route: route.fulfill(status=404))
    person.go(f"/analysis?position={positions.main()}")
    person.page.get_by_role("alert").get_by_text(prefix("analysis.engine_failed")).wait_for()
