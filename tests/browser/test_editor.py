"""The position editor: pieces, cards and the island are changed, what is wrong is listed, and a game goes on."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlparse

from longroad import Game
from tests.browser import positions
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.test_analysis import write
from tests.browser.words import words

PUZZLE = (
    "v2/beginner,players:3/full/beginner,frame/robber:4/0:s29,c39.41,r42.43.44.50.60,h1b1l,d1v,k3/1:s14.40,r15.58"
    "/2:s12.31,r11.37/bank:18b18l19w19g19o/stack:11k2r2p2m4v/largest:0/turn:0.31/phase:main/rolled:6"
)


def choose(person: Person, place: str) -> None:
    """Choose a place of the island by keyboard."""
    person.page.locator(f"[data-place={place}]").focus()
    person.page.keyboard.press("Enter")


def problems(person: Person) -> list[str]:
    """Return the numbers of the rules that the position breaks."""
    listed = person.page.locator("section[aria-labelledby=problems-title] li")
    return [text.split()[0] for text in listed.all_inner_texts()]


def wait_for_problems(person: Person, expected: set[str]) -> None:
    person.wait_until(lambda: set(problems(person)) == expected, f"the problems {expected}")


def position(person: Person) -> Game:
    """Return the game at the position in the address."""
    (text,) = parse_qs(urlparse(person.page.url).query)["position"]
    return Game.from_position(text, chance="given")


def undo_and_swap_hexes(person: Person) -> None:
    """Undo a wrong change of the island, and exchange two of its hexes instead."""
    person.press(words("editor.undo"))
    person.press(words("editor.swap"))
    choose(person, "hex-0")
    choose(person, "hex-2")
    wait_for_problems(person, set())

    def changed() -> list[str]:
        return [position(person).hex(place).terrain for place in (0, 2)]

    person.wait_until(lambda: changed() == ["forest", "mountains"], "the address of the changed island")


def test_pieces_cards_and_the_turn_are_changed_and_what_is_wrong_is_listed(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/editor")
    person.wait_for_text(words("editor.sound"))
    choose(person, "site-8")
    wait_for_problems(person, {"BLD-3"})
    assert person.page.locator("circle.wrong").count() == 3
    assert person.button(words("end.analyse")).is_disabled()
    assert not violations(person.page)
    person.press(words("editor.undo"))
    wait_for_problems(person, set())
    person.press(words("editor.redo"))
    wait_for_problems(person, {"BLD-3"})
    choose(person, "site-8")  # the same again takes it away
    wait_for_problems(person, set())

    write(person, "ore", "3")
    person.page.get_by_label(words("editor.phase")).select_option("main")
    person.press("Orange")
    person.press(words("editor.road"))
    choose(person, "path-0")
    wait_for_problems(person, {"BLD-1"})
    person.press(words("editor.undo"))
    wait_for_problems(person, set())

    def edited() -> tuple[int, str, tuple[int, ...]]:
        game = position(person)
        return game.hand(0).ore, game.phase, game.rolled

    person.wait_until(lambda: "position=" in person.page.url and edited() == (3, "main", (8,)), "the address")


def test_the_island_is_changed_on_a_phone_and_analysed(new_person: NewPerson) -> None:
    person = new_person(viewport=PHONE)
    person.go("/editor")
    person.wait_for_text(words("editor.sound"))
    person.page.get_by_text(words("editor.island"), exact=True).click()
    person.press("hills")
    choose(person, "hex-0")
    wait_for_problems(person, {"BRD-1"})
    undo_and_swap_hexes(person)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with person.page.expect_download() as download:
        person.press(words("editor.picture"))
    assert download.value.suggested_filename == "longroad.png"
    person.press(words("end.analyse"))
    person.page.wait_for_url("**/analysis?position=*")
    person.page.locator("[data-action=roll]").first.wait_for()


def test_a_position_is_played_on_against_computers(new_person: NewPerson) -> None:
    person = new_person()
    person.go(f"/editor?position={PUZZLE}")
    person.wait_for_text(words("editor.sound"))
    person.press(words("editor.play"))
    person.wait_for_table()
    snapshot = person.snapshot
    assert (snapshot["turn_number"], snapshot["robber"]) == (31, 4)
    assert person.seat == 0
    assert "road 45" in person.decision_actions("road")


def open_position(person: Person, text: str) -> None:
    person.page.get_by_label(words("analysis.position_label"), exact=True).fill(text)
    person.press(words("analysis.open"))


def test_a_duel_has_two_rolls_and_trade_cards_and_what_is_no_position_is_refused(new_person: NewPerson) -> None:
    person = new_person()
    person.go(f"/editor?position={positions.robber('duel')}")
    person.wait_for_text(words("editor.sound"))
    phases = person.page.get_by_label(words("editor.phase"))
    assert phases.locator("option:checked").inner_text() == words(
        "editor.phase_other", phase=words("editor.phase_robber_moves")
    )
    phases.select_option("main")
    write(person, words("editor.trade_cards"), "6")
    write(person, words("editor.rolled_nth", number=2), "7")
    wait_for_problems(person, {"TRN-1"})  # the first roll was a seven too
    write(person, words("editor.rolled_nth", number=1), "4")
    wait_for_problems(person, set())
    person.wait_until(lambda: "rolled%3A4.7" in person.page.url, "the address with both rolls")
    edited = position(person)
    assert (edited.phase, edited.rolled, edited.trade_cards(0)) == ("main", (4, 7), 6)

    open_position(person, "v2/nothing")
    person.wait_for_text("v2/nothing")


def test_the_editor_goes_on_without_a_connection(new_person: NewPerson) -> None:
    person, loaded = new_person(), set[str]()
    person.page.on("requestfinished", lambda request: loaded.add(Path(urlparse(request.url).path).suffix))
    person.go("/editor")
    person.wait_for_text(words("editor.sound"))
    person.wait_until(lambda: {".wasm", ".bin"} <= loaded, "the engine")
    person.page.wait_for_load_state("networkidle")
    person.context.set_offline(True)
    choose(person, "site-8")
    wait_for_problems(person, {"BLD-3"})
    person.wait_for_text("(site 8, site 12, site 13)")
    person.press(words("editor.undo"))
    wait_for_problems(person, set())
    person.press(words("editor.new"))
    person.wait_for_text(words("editor.offline"))
    with person.page.expect_download() as download:
        person.press(words("editor.picture"))
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 50_000

    person.page.get_by_text(words("editor.island"), exact=True).click()
    person.press("hills")
    choose(person, "hex-0")
    wait_for_problems(person, {"BRD-1"})
    assert person.page.locator("path.wrong").count() == 4
    undo_and_swap_hexes(person)
    edited = position(person)
    person.press(words("end.analyse"))
    person.page.wait_for_url("**/analysis?position=*")
    person.page.locator("[data-action=roll]").first.wait_for()
    assert position(person).position == edited.position
