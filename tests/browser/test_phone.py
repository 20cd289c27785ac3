"""On telephones everything is in sight and within reach: nothing covers the island, nothing has to be scrolled to."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import ViewportSize

from longroad.bench.serving import Served
from tests.browser import positions, pressing, states
from tests.browser.axe import violations
from tests.browser.conftest import TELEPHONE, NewPerson
from tests.browser.person import Person
from tests.browser.screens import (
    ON_SIDE,
    SMALLEST,
    UPRIGHT,
    box_of,
    covered,
    out_of_sight,
    overlapping,
    small_targets,
    spilling,
    touch,
)
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

ALL = (*UPRIGHT, *ON_SIDE, SMALLEST)
PARTS = ".game .prompt, .game .player, #island, .game .news > *, .game .hand, .game .act, .game .main"


def rolled(person: Person, server: Served) -> None:
    """Roll the dice, so that the latest event is shown."""
    sit(person, set_up(server, positions.before_roll(), ["rolled 3+3"], people=4)[0])
    assert pressing.take(person, "roll")


def robbing(person: Person, server: Served) -> None:
    """Choose who to rob."""
    states.STATES["robber"](person, server)
    assert pressing.take(person, states.MOVE)


def offered(person: Person, server: Served) -> None:
    """Have answers to an offer on the table, with the sheet of trade closed."""
    states.answered(person, server)
    pressing.close_sheet(person)
    person.page.locator("dialog").wait_for(state="detached")


PHASES = {
    "founding": states.STATES["founding"],
    "own turn": rolled,
    "offers on the table": offered,
    "answering": states.asked,
    "robber": states.STATES["robber"],
    "victim": robbing,
    "six players": states.STATES["extension"],
    "duel": states.STATES["duel"],
}


def wrong_on_phones(person: Person) -> list[str]:
    """Return what is covered, out of sight, too small or over something else, on telephones of all sizes."""
    found = []
    for size in ALL:
        person.page.set_viewport_size(size)
        pressing.settled(person)
        wrong = covered(person) + out_of_sight(person) + small_targets(person) + overlapping(person, PARTS)
        wrong += spilling(person, ".game .player")
        found += [f"{size['width']}x{size['height']}: {line}" for line in wrong]
    return found


@pytest.mark.parametrize("phase", PHASES)
def test_nothing_covers_the_island_and_everything_is_in_reach(
    new_person: NewPerson, server: Served, phase: str
) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    PHASES[phase](person, server)
    found = wrong_on_phones(person)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("phase", ["own turn", "offers on the table", "answering"])
def test_longer_words_of_another_language_fit_too(new_person: NewPerson, server: Served, phase: str) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    PHASES[phase](person, server)
    found = []
    for language in ("de", "es", "fr"):
        person.page.evaluate(f"localStorage.setItem('longroad.language', '{language}')")
        person.page.reload()
        person.page.locator(f"html[lang={language}] #board").wait_for()
        found += [f"{language}, {line}" for line in wrong_on_phones(person)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [UPRIGHT[0], ON_SIDE[0]], ids=["upright", "on its side"])
def test_sheets_are_in_reach(new_person: NewPerson, server: Served, size: dict[str, int]) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    shown: ViewportSize = {"width": size["width"], "height": size["height"]}
    person.page.set_viewport_size(shown)
    opened = {
        "discard": states.STATES["discarding"],
        "compose": states.at(states.MAIN, states.composes),
        "log": states.at(states.MAIN, partial(Person.press, name=words("table.log"))),
        "chat": states.at(states.MAIN, partial(Person.press, name=words("table.chat"))),
        "cards": states.at(states.MAIN, lambda one: one.press(pressing.starting(words("hand.development")))),
        "plenty": states.at(states.MAIN, states.plays("plenty")),
        "monopoly": states.at(states.MAIN, states.plays("monopoly")),
    }
    found = []
    for name, opens in opened.items():
        opens(person, server)
        sheet = person.page.locator("dialog[open]")
        sheet.wait_for()
        pressing.settled(person)
        found += [f"{name}: {line}" for line in small_targets(person, "dialog[open]")]
        if sheet.evaluate("(one) => one.scrollHeight > one.clientHeight + 1"):
            found.append(f"{name} has to be scrolled")
        person.page.set_viewport_size(SMALLEST)
        pressing.settled(person)
        found += [f"{name}, smallest: {line}" for line in spilling(person, "dialog[open]")]
        person.page.set_viewport_size(shown)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [UPRIGHT[0], ON_SIDE[0]], ids=["upright", "on its side"])
def test_an_offer_to_answer_does_not_move_the_island(
    new_person: NewPerson, server: Served, size: dict[str, int]
) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    person.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    places = set_up(server, positions.main(), people=4)
    sit(person, places[1])
    act(server, places[0], "road 41")
    person.wait_until(lambda: bool(person.log()), "the road")
    pressing.settled(person)
    before = box_of(person, "#island")
    act(server, places[0], "offer 1 wool for 1 brick to 1 2")
    person.wait_for_text(words("trade.accept"))
    pressing.settled(person)
    assert box_of(person, "#island") == before
    person.press(words("trade.other_answers"))
    person.press(words("trade.always"))
    person.wait_until(lambda: person.own_actions() == ["refuse"], "the refusal")


def test_development_cards_cost_no_row(new_person: NewPerson, server: Served) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    boxes = []
    for cards in ("", ",d1k", positions.CARDS.join((",", ""))):
        sit(person, set_up(server, positions.main(own=f",{positions.RICH}{cards}"), people=4)[0])
        pressing.settled(person)
        boxes.append(box_of(person, "#island"))
    assert boxes == [boxes[0]] * 3
    assert pressing.take(person, "monopoly ore")  # from the stack


def test_a_tap_chooses_and_a_second_confirms(new_person: NewPerson, server: Served) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    sit(person, set_up(server, positions.main(), people=4)[0])
    pressing.choose(person, "settle")
    before = box_of(person, "#island")
    place = person.page.locator('[data-place="site-29"]')
    place.tap()
    person.wait_for_text(words("decision.again"))
    assert person.page.locator("p.yield").inner_text() == place.locator("desc").text_content()
    assert box_of(person, "#island") == before
    assert person.own_actions() == []
    person.page.locator('[data-place="site-30"]').tap()  # another one
    pressing.settled(person)
    assert person.own_actions() == []
    person.page.locator('[data-place="site-30"]').tap()
    person.wait_until(lambda: person.own_actions() == ["settle 30"], "the settlement")
    pressing.choose(person, "road")
    person.page.locator('[data-place="path-41"]').tap()
    person.press(words("decision.confirm"))
    person.wait_until(lambda: person.own_actions() == ["settle 30", "road 41"], "the road")


def test_one_tap_is_enough_if_one_prefers_that(new_person: NewPerson, server: Served) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    sit(person, set_up(server, positions.main(), people=4)[0])
    person.press(words("controls.settings"))
    option = person.page.get_by_label(words("pages.taps_confirm"))
    assert option.is_checked()
    option.uncheck()
    person.page.keyboard.press("Escape")
    pressing.choose(person, "road")
    person.page.locator('[data-place="path-41"]').tap()
    person.wait_until(lambda: person.own_actions() == ["road 41"], "the road")
    person.visit("/settings")
    assert not person.page.get_by_label(words("pages.taps_confirm")).is_checked()


def test_a_player_shows_the_bank_and_everybody(new_person: NewPerson, server: Served) -> None:
    person = new_person(**touch(UPRIGHT[0]))
    sit(person, set_up(server, positions.main(), people=4)[0])
    person.button(words("players.more", name=person.name_of(2))).tap()
    sheet = person.page.get_by_role("dialog", name=words("players.title"))
    sheet.wait_for()
    piles = sheet.get_by_role("group", name=words("players.bank")).locator("[data-resource]")
    shown = {pile.get_attribute("data-resource"): pile.inner_text().split()[0] for pile in piles.all()}
    assert shown == {name: str(count) for name, count in person.snapshot["bank"].items()}
    assert sheet.get_by_role("listitem").count() == 4
    assert not violations(person.page)


def test_a_turn_on_a_phone(new_person: NewPerson, server: Served) -> None:
    person = new_person(**TELEPHONE)
    sit(person, set_up(server, positions.main(), people=2)[0])
    for action in ("bank 4 ore for 1 brick", "offer 1 wool for 1 brick to 1", "withdraw"):
        assert pressing.take(person, action)
    pressing.close_sheet(person)
    for action in ("road 41", "city 39", "end") if person.decision_actions("city") else ("road 41", "end"):
        assert pressing.take(person, action)
