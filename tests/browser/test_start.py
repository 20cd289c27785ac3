"""Setting up a game: rules, island and clock, which are stored for the next time."""

from __future__ import annotations

from playwright.sync_api import Locator

from longroad.bench.serving import Served
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.pressing import starting
from tests.browser.words import words


def tile(person: Person, legend: str, title: str) -> Locator:
    """Find a choice of a radio group."""
    return person.page.get_by_role("group", name=words(legend), exact=True).get_by_role("radio", name=starting(title))


def test_the_chosen_setup_is_played_and_stored(new_person: NewPerson, server: Served) -> None:
    presets = {preset["name"]: preset["title"] for preset in server.ask("/api/meta")["presets"]}
    person = new_person()
    person.go("/")
    person.link(starting(words("start.own_rules"))).click()
    tile(person, "start.rules", presets["classic"]).check(force=True)
    tile(person, "start.players", "3").check(force=True)
    tile(person, "start.pace", words("start.pace_slow")).check(force=True)
    tile(person, "hint.who", words("hint.who_none")).check(force=True)
    person.page.get_by_label(words("start.clock"), exact=True).check()
    island = person.page.get_by_label(words("start.island_label"))
    before = island.input_value()
    person.press(words("start.reroll"))
    person.wait_until(lambda: island.input_value() not in ("", before), "another island")
    shown = int(island.input_value())
    person.press(words("start.start_game"))
    person.wait_for_table()
    settings = person.latest("room")["settings"]
    assert (settings["preset"], settings["pace"], settings["island_seed"]) == ("classic", "slow", shown)
    assert (settings["hints"], person.latest("room")["has_hints"]) == ("none", False)
    assert len(person.snapshot["seats"]) == 3
    assert person.snapshot["deadline_s"] is not None or settings["clock"] is not None
    person.go("/new")
    chosen = (
        ("start.rules", presets["classic"]),
        ("start.players", "3"),
        ("hint.who", words("hint.who_none")),
    )
    for legend, title in chosen:
        tile(person, legend, title).wait_for(state="attached")
        assert tile(person, legend, title).is_checked()


def test_every_option_is_explained_and_invalid_combinations_are_refused(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    person.go("/new")
    person.page.get_by_role("heading", name=words("start.options"), exact=True).wait_for()
    for chapter in person.page.locator("summary").all():
        chapter.click()
    said = person.page.get_by_role("main").inner_text()
    for option in server.ask("/api/meta")["options"]:
        assert option["name"] == "players" or option["sentence"] in said, option["name"]
    duel = next(option["title"] for option in server.ask("/api/meta")["options"] if option["name"] == "duel")
    person.page.get_by_label(duel, exact=True).check()
    person.wait_for_text(words("start.invalid"))
    assert person.button(words("start.start_game")).is_disabled()


def test_an_invalid_number_shows_an_error_beside_its_field(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/new")
    island = person.page.get_by_label(words("start.island_label"))
    person.wait_until(lambda: island.input_value() != "", "the island")
    island.fill("-5")
    island.blur()
    beside = person.page.get_by_role("alert").filter(has_text=words("start.number_within", least=0, most="9,007")[:-1])
    beside.wait_for()
    assert island.get_attribute("aria-invalid") == "true"
    island.fill("7")
    island.blur()
    beside.wait_for(state="detached")
    assert island.get_attribute("aria-invalid") == "false"


def test_keyboard_focus_starts_at_the_prompt(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/")
    person.press(words("start.play_now"))
    person.wait_for_table()
    person.wait_until(lambda: person.page.evaluate("document.activeElement.id") == "expected", "the focus")
