"""Trade on the page: each offer is a line with its terms, answers move nothing, the bank is one more partner."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, NewPerson
from tests.browser.person import Person
from tests.browser.screens import ON_SIDE, UPRIGHT, box_of, touch
from tests.browser.setting import HeldSeat, act, set_up, sit
from tests.browser.words import words

WINDOWS: tuple[ViewportSize, ...] = (DESKTOP, {"width": 1024, "height": 768}, UPRIGHT[0], ON_SIDE[0])
SIZES = [pytest.param(size, id=f"{size['width']}x{size['height']}") for size in WINDOWS]


def seated(person: Person, server: Served, size: ViewportSize) -> list[HeldSeat]:
    """Sit down at a table of four people, in a window of some size."""
    person.page.set_viewport_size(size)
    places = set_up(server, positions.main(), people=4)
    sit(person, places[0])
    return places


def answer_all(server: Served, places: list[HeldSeat]) -> None:
    """Accept an offer, answer it with other terms, and refuse it."""
    act(server, places[1], "accept")
    act(server, places[2], "counter 1 brick for 2 wool")
    act(server, places[3], "refuse")


def line(person: Person, action: str) -> Locator:
    """Find the line of an offer in the trade panel, by the action of its button."""
    return pressing.trade_panel(person).locator(f'[data-offer="{action}"]')


def cards(offer: Locator) -> list[str]:
    """Read the terms of a line: what is given, then what is taken."""
    return [" ".join(side.inner_text().split()) for side in offer.locator(".cards").all()]


@pytest.mark.parametrize("size", SIZES)
def test_a_deal_stands_on_the_line_of_its_own_terms(new_person: NewPerson, server: Served, size: ViewportSize) -> None:
    person = new_person(**(touch(UPRIGHT[0]) if size in (UPRIGHT[0], ON_SIDE[0]) else {}))
    places = seated(person, server, size)
    act(server, places[1], "propose 1 grain for 1 lumber")  # of the one who then accepts
    assert pressing.take(person, "offer 1 wool for 1 brick to 1 2 3")
    answer_all(server, places)
    line(person, "deal 1").wait_for()
    terms = {
        "withdraw": ["1 wool", "1 brick"],
        "deal 1": ["1 brick", "1 wool"],
        "take 1": ["1 grain", "1 lumber"],
        "take 2": ["1 brick", "2 wool"],
    }
    for action in terms:
        line(person, action).wait_for()
    assert {action: cards(line(person, action)) for action in terms} == terms
    for action in terms:
        button = line(person, action).get_by_role("button")
        shown, pressed = line(person, action).locator(".terms").bounding_box(), button.bounding_box()
        assert shown is not None
        assert pressed is not None
        assert shown["x"] + shown["width"] <= pressed["x"]  # the terms come first
        assert abs(shown["y"] + shown["height"] / 2 - pressed["y"] - pressed["height"] / 2) < 4
        if size in WINDOWS[:2]:  # beside the island nothing has to be scrolled to
            _, top, _, height = box_of(person, ".panel.trade")
            assert top <= pressed["y"] <= pressed["y"] + pressed["height"] <= top + height
    for action, give, take in (("deal 1", "1 brick", "1 wool"), ("take 1", "1 grain", "1 lumber")):
        kind, bela = action.split()[0], person.name_of(1)
        name = words("trade.of_line", button=words(f"trade.{kind}"), name=bela, give=give, take=take)
        expect(line(person, action).get_by_role("button")).to_have_accessible_name(name)  # one of its own
    line(person, "take 2").get_by_role("button").click()
    person.wait_until(lambda: person.own_actions()[-1] == "take 2", "the trade")


@pytest.mark.parametrize("size", SIZES)
def test_answers_do_not_move_what_is_composed(new_person: NewPerson, server: Served, size: ViewportSize) -> None:
    person = new_person(**(touch(UPRIGHT[0]) if size in (UPRIGHT[0], ON_SIDE[0]) else {}))
    places = seated(person, server, size)
    pressing.compose(person, {"wool": 1}, {"brick": 1})
    pressing.settled(person)
    before = box_of(person, ".composer")
    pressing.trade_panel(person).get_by_role("button", name=words("trade.offer"), exact=True).click()
    person.wait_until(lambda: bool(person.own_actions()), "the offer")
    answer_all(server, places)
    line(person, "take 2").wait_for()
    pressing.settled(person)
    assert box_of(person, ".composer") == before
    assert not violations(person.page)


def test_four_of_a_kind_enable_the_bank(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    seated(person, server, DESKTOP)
    panel = pressing.compose(person, {"wool": 3}, {"ore": 1})
    bank = panel.get_by_role("button", name=words("players.bank"), exact=True)
    assert bank.get_attribute("aria-disabled") == "true"
    bank.click(force=True)  # it explains which rule forbids that
    person.page.get_by_role("alertdialog", name=words("decision.why_title")).wait_for()
    person.page.keyboard.press("Escape")
    pressing.pick(panel, "trade.give_one", {"wool": 1})
    pressing.settled(person)
    assert bank.get_attribute("aria-disabled") == "false"
    bank.click()
    person.wait_until(lambda: person.own_actions() == ["bank 4 wool for 1 ore"], "the trade with the bank")


def test_the_log_folds_talk_about_trades_and_shows_resources_as_icons(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    places = seated(person, server, DESKTOP)
    act(server, places[0], "offer 1 wool for 1 brick to 1 2 3")
    answer_all(server, places)
    act(server, places[0], "take 2")
    act(server, places[0], "bank 4 ore for 1 brick")
    person.wait_until(lambda: len(person.log()) == 6, "the trades")
    pressing.settled(person)
    log = person.page.get_by_role("log")
    talk = log.locator("details")
    assert talk.count() == 1
    folded = talk.locator("li")
    assert folded.count() == 3  # the last answer said nothing new
    assert not folded.first.is_visible()
    talk.locator("summary").click()
    folded.first.wait_for()
    deal = log.get_by_role("listitem").last
    assert deal.locator("svg").count() == 2
    assert "4 ore" in " ".join(deal.inner_text().split())  # for screen readers, and to be copied
