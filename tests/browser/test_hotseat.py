"""Pass and play: players share one screen, and nobody sees another's hand."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from longroad.bench.serving import Served
from tests.browser import positions
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.playing import player_for, step
from tests.browser.pressing import starting
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

NAMES = ("Ada", "Bela", "Chris")
PRIVATE = ("[data-private]", "#hand", "#log", "#expected", ".player.you .points")  # what reveals something about a hand


def sit_around(person: Person) -> None:
    """Set up a game for three on one screen."""
    person.go("/")
    person.link(starting(words("start.hotseat"))).click()
    players = person.page.get_by_role("group", name=words("start.players"), exact=True)
    players.get_by_role("radio", name="3", exact=True).check(force=True)
    person.page.get_by_label(words("start.name"), exact=True).fill(NAMES[0])
    for number, name in enumerate(NAMES[1:], 2):
        person.page.get_by_label(words("start.seat_name", number=number)).fill(name)
    person.press(words("start.start_game"))
    person.wait_for_table()


def ready_button(person: Person) -> Locator:
    """Find the button that confirms who is at the screen."""
    return person.button(re.compile("^" + words("controls.ready", name=".+")))


def sees_no_hand(person: Person) -> bool:
    """Whether the island is visible, and nothing private."""
    page = person.page
    return page.locator("#island").is_visible() and not any(
        found.is_visible() for name in PRIVATE for found in page.locator(name).all()
    )


def hand_over(person: Person) -> None:
    """Wait until the game waits for a player, and hand the screen over to them if needed."""
    ready = ready_button(person)
    holds = person.page.locator("#hand")
    person.wait_until(lambda: ready.is_visible() or (person.is_awaited() and holds.is_visible()), "somebody's turn")
    if ready.is_visible():
        name = ready.inner_text()
        assert sees_no_hand(person), "something can be seen while the screen is passed on"
        ready.click()
        person.wait_until(lambda: person.is_awaited() and person.name_of(person.seat) in name, "the next player's view")
        holds.wait_for()


def test_three_players_found_on_one_screen(new_person: NewPerson) -> None:
    person = new_person()
    sit_around(person)
    player = player_for(person)
    acted = []
    for _ in range(12):
        hand_over(person)
        others = [seat for seat in person.snapshot["seats"] if seat["seat"] != person.seat]
        assert all(seat["hand"] is None for seat in others)
        acted.append(person.name_of(person.seat))
        step(person, player)
    assert sorted(acted) == sorted(NAMES * 4)
    hand_over(person)
    assert person.decision_actions("roll") == ["roll"]


def test_after_a_reload_no_hand_is_shown_until_a_player_confirms(new_person: NewPerson) -> None:
    person = new_person()
    sit_around(person)
    hand_over(person)
    name = person.name_of(person.seat)
    person.page.reload()
    ready_button(person).wait_for()
    assert name in ready_button(person).inner_text()
    assert sees_no_hand(person)
    person.page.keyboard.press("r")  # no key acts for a player who has not confirmed
    person.page.keyboard.press("Escape")
    assert sees_no_hand(person)
    hand_over(person)
    assert person.name_of(person.seat) == name


def test_the_handover_screen_says_who_is_asked_what(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    place = set_up(server, positions.main(), people=4, is_hotseat=True)[0]
    act(server, place, "offer 1 wool for 1 brick to 1")
    sit(person, place)
    cover = person.page.get_by_role("dialog", name=words("controls.pass_to", name="Bela"))
    cover.wait_for()
    said = cover.inner_text()
    assert words("trade.gives_you", name="Ada") in said
    assert words("names.brick") in str(cover.text_content())
