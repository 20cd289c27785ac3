"""Explanations: why not, why a bot refuses, automatic refusals, and the pace of bots."""

from __future__ import annotations

import re
from itertools import product

from playwright.sync_api import expect

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import NewPerson
from tests.browser.pressing import starting
from tests.browser.setting import set_up, sit
from tests.browser.words import prefix, words


def test_a_disabled_button_explains_which_rule_forbids_it(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.before_roll(), people=4)[0])
    _title, sentence, rule = pressing.ask_why(person, "city").inner_text().split("\n\n")
    assert sentence.endswith(".")
    assert re.fullmatch(words("app.rule", rule=r"[A-Z]{3}-\d+"), rule)


def test_a_decision_that_chance_followed_cannot_be_undone(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), ["0 drew point"], people=4)[0])
    assert pressing.take(person, "buy")
    assert not person.button(pressing.ending(words("decision.undo"))).count()
    person.page.keyboard.press("u")
    person.wait_until(lambda: person.last("refused") is not None, "the reason")
    person.wait_for_text((person.last("refused") or {})["message"])
    assert person.snapshot["seats"][0]["cards"]["point"] == 1


def test_an_always_refused_offer_is_not_shown_again(new_person: NewPerson, server: Served) -> None:
    one, two = new_person(), new_person()
    places = set_up(server, positions.main(), people=4)
    sit(one, places[0])
    sit(two, places[1])
    assert pressing.take(one, "offer 1 wool for 1 brick to 1")
    two.press(words("trade.always"))
    two.wait_until(lambda: "refuse" in two.own_actions(), "the refusal")
    assert pressing.take(one, "bank 4 ore for 1 brick")  # then the same offer can be made again
    assert pressing.take(one, "offer 1 wool for 1 brick to 1")
    two.wait_for_text(prefix("trade.refused_always"))
    one.wait_until(lambda: one.snapshot["offer"]["waiting"] == [], "the answer")
    assert one.snapshot["offer"]["accepted"] == []


def test_a_bot_explains_why_it_refuses(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), bot="novice")[0])
    why_not = person.button(re.compile("^" + re.escape(prefix("trade.why_not_of"))))
    for give, take in product(("wool", "lumber", "brick"), ("ore", "grain")):  # they answer some with counter-offers
        assert pressing.take(person, f"offer 1 {give} for 4 {take} to 1 2 3")
        person.wait_until(lambda: not person.snapshot["offer"]["waiting"], "the answers")
        pressing.settled(person)
        if why_not.count():
            break
    why_not.first.click()
    person.wait_until(lambda: person.last("chat") is not None, "the reason")
    said = (person.last("chat") or {})["line"]
    assert said["seat"] != person.seat
    pressing.close_sheet(person)
    person.page.get_by_role("tab", name=starting(words("table.chat"))).click()
    person.wait_for_text(said["text"])


def test_the_pace_of_bots_can_be_changed_at_the_table(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), pace="normal")[0])
    person.press(words("controls.settings"))
    person.press(words("controls.instant"))
    person.wait_until(lambda: person.latest("room")["settings"]["pace"] == "instant", "the other pace")
    expect(person.button(words("controls.instant"))).to_have_attribute("aria-pressed", "true")
