"""The end of a game: everything is revealed, and the players can play again."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

# Notes what the celebration shows, which is soon over, and how many sheets are open meanwhile.
PARTY = """() => {
  window.party = null;
  new MutationObserver(() => {
    const party = document.querySelector(".party");
    if (!party || window.party) return;
    const [pieces, sheets] = [party.querySelectorAll("i"), document.querySelectorAll("dialog[open]")];
    window.party = { pieces: pieces.length, text: party.innerText, sheets: sheets.length };
  }).observe(document.body, { subtree: true, childList: true });
}"""


def celebrated(person: Person) -> dict[str, Any]:
    """Build the winning city; return what is noted of the celebration."""
    person.page.evaluate(PARTY)
    assert pressing.take(person, "city 39")
    person.page.wait_for_function("() => window.party !== null")
    party: dict[str, Any] = person.page.evaluate("window.party")
    return party


def win(person: Person) -> None:
    """Build the winning city, and wait for the result."""
    assert pressing.take(person, "city 39")
    person.page.get_by_role("dialog", name=words("end.won_you")).wait_for()


def test_the_winner_sees_the_result_and_all_cards_are_revealed(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.almost_won())[0])
    win(person)
    assert all(seat["hand"] is not None for seat in person.snapshot["seats"])
    table = person.page.get_by_role("table", name=words("end.standing"))
    assert table.get_by_role("row").count() == 5
    assert words("end.largest_army") in table.inner_text()
    assert words("end.points_from", count=4, number=2) in str(table.text_content())


def test_the_winning_move_is_seen_and_celebrated_before_the_result(new_person: NewPerson, server: Served) -> None:
    person = new_person(reduced_motion="no-preference")
    sit(person, set_up(server, positions.almost_won())[0])
    party = celebrated(person)
    assert party["pieces"] > 20
    assert "city" in party["text"]
    assert party["sheets"] == 0
    person.page.keyboard.press("Shift")  # does not wait for the end of it
    person.page.get_by_role("dialog", name=words("end.won_you")).wait_for()
    person.page.locator(".party").wait_for(state="detached")


def test_with_reduced_motion_nothing_flies(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.almost_won())[0])
    assert celebrated(person)["pieces"] == 0
    person.page.get_by_role("dialog", name=words("end.won_you")).wait_for()


@pytest.mark.parametrize("has_text_board", [False, True], ids=["board", "text board"])
def test_a_picture_of_the_result_can_be_saved(new_person: NewPerson, server: Served, has_text_board: bool) -> None:
    person = new_person()
    sit(person, set_up(server, positions.almost_won())[0])
    win(person)
    if has_text_board:
        pressing.close_sheet(person)
        person.page.keyboard.press("w")
        person.page.locator("#island svg.drawing").wait_for(state="detached")
        person.press(words("end.open"))
    with person.page.expect_download() as download:
        person.press(words("end.share"))
    picture = download.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (2400, 1260)
    assert len(picture) > 100_000, "the island is on it"


def test_the_others_see_who_has_won_and_all_cards_are_revealed(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    places = set_up(server, positions.almost_won(), people=2)
    sit(person, places[1])
    act(server, places[0], "city 39")
    person.page.get_by_role("dialog", name=words("end.won", name=person.name_of(0))).wait_for()
    assert all(seat["hand"] is not None for seat in person.snapshot["seats"])


def test_the_result_shows_hands_and_luck_on_a_phone(new_person: NewPerson, server: Served) -> None:
    person = new_person(viewport=PHONE)
    sit(person, set_up(server, positions.almost_won())[0])
    win(person)
    sheet = person.page.get_by_role("dialog", name=words("end.won_you"))
    assert [one.inner_text().split(":")[0].strip() for one in sheet.get_by_role("listitem").all()] == [
        person.name_of(seat) for seat in range(4)
    ]
    sheet.get_by_text(words("end.lucky")).click()
    chances = sheet.get_by_role("region", name=words("replay.chances"))
    assert chances.get_by_role("row", name=words("review.end")).get_by_role("cell").first.inner_text() == "100"
    dice = sheet.get_by_role("table", name=words("stats.dice"))
    assert [cell.inner_text() for cell in dice.get_by_role("row", name="7").get_by_role("cell").all()] == ["0", "0"]
    assert not violations(person.page)
    sheet.get_by_role("link", name=words("stats.lucky_replay")).click()
    person.wait_for_text(words("replay.at", at=0, last=1))


def test_the_downloaded_record_is_right(new_person: NewPerson, server: Served, tmp_path: Path) -> None:
    person = new_person()
    sit(person, set_up(server, positions.almost_won())[0])
    win(person)
    with person.page.expect_download() as waiting:
        person.link(words("end.record")).click()
    record = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(record)
    program = [sys.executable, "-c", "from longroad.cli import main; main()", "verify", str(record)]
    verified = subprocess.run(program, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_playing_again_with_bots_starts_at_once(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.almost_won())[0])
    win(person)
    before, names = person.game, [person.name_of(seat) for seat in range(4)]
    person.press(words("end.again"))
    person.wait_until(lambda: person.game != before and person.latest("snapshot") is not None, "the next game")
    assert [person.name_of(seat) for seat in range(4)] == names
    assert person.latest("room")["status"] == "playing"


def test_playing_again_with_people_opens_a_room(new_person: NewPerson, server: Served) -> None:
    one, two = new_person(), new_person()
    places = set_up(server, positions.almost_won(), people=2)
    sit(one, places[0])
    sit(two, places[1])
    win(one)
    one.press(words("end.again"))
    one.page.get_by_role("heading", name=words("lobby.title")).wait_for()
    two.press(words("end.next"))
    two.wait_until(lambda: two.game == one.game, "the same room")
    assert (one.seat, two.seat) == (0, 1)
    received = len(two.messages)
    two.press(words("lobby.ready"))
    one.press(words("lobby.start"))
    two.wait_until(lambda: any(message.get("snapshot") for message in two.messages[received:]), "the table")
