"""What people are told: why not, why a computer player refuses, what was refused for them, and what they may set."""

from __future__ import annotations

import re
from itertools import product

from longroad.bench.serving import Served
from tests.browser import hands, positions
from tests.browser.conftest import Comes
from tests.browser.hands import starting
from tests.browser.setting import set_up, sit
from tests.browser.words import prefix, words


def test_why_can_i_not_tells_the_rule_and_its_sentence(comes: Comes, house: Served) -> None:
    person = comes()
    sit(person, set_up(house, positions.before_roll(), people=4)[0])
    _title, sentence, rule = hands.ask_why(person, "city").inner_text().split("\n\n")
    assert sentence.endswith(".")
    assert re.fullmatch(words("app.rule", rule=r"[A-Z]{3}-\d+"), rule)


def test_what_chance_has_decided_is_not_taken_back_and_the_page_says_why(comes: Comes, house: Served) -> None:
    person = comes()
    sit(person, set_up(house, positions.main(), ["0 drew point"], people=4)[0])
    assert hands.take(person, "buy")
    assert not person.button(hands.ending(words("decision.undo"))).count()
    person.page.keyboard.press("u")
    person.until(lambda: person.heard[-1]["type"] == "refused", "the reason")
    person.sees(person.heard[-1]["message"])
    assert person.snapshot["seats"][0]["cards"]["point"] == 1


def test_an_offer_that_is_always_refused_is_not_asked_about_again(comes: Comes, house: Served) -> None:
    one, two = comes(), comes()
    places = set_up(house, positions.main(), people=4)
    sit(one, places[0])
    sit(two, places[1])
    assert hands.take(one, "offer 1 wool for 1 brick to 1")
    two.press(words("trade.always"))
    two.until(lambda: "refuse" in two.own_actions(), "the refusal")
    assert hands.take(one, "bank 4 ore for 1 brick")  # after which the same offer may be made again
    assert hands.take(one, "offer 1 wool for 1 brick to 1")
    two.sees(prefix("trade.refused_always"))
    one.until(lambda: one.snapshot["offer"]["waiting"] == [], "the answer")
    assert one.snapshot["offer"]["accepted"] == []


def test_a_computer_player_says_why_it_refuses(comes: Comes, house: Served) -> None:
    person = comes()
    sit(person, set_up(house, positions.main(), bot="novice")[0])
    why_not = person.button(re.compile("^" + re.escape(prefix("trade.why_not_of"))))
    for give, take in product(
        ("wool", "lumber", "brick"), ("ore", "grain")
    ):  # some they answer with offers of their own
        assert hands.take(person, f"offer 1 {give} for 4 {take} to 1 2 3")
        person.until(lambda: not person.snapshot["offer"]["waiting"], "the answers")
        hands.settled(person)
        if why_not.count():
            break
    why_not.first.click()
    person.until(lambda: person.heard[-1]["type"] == "chat", "the reason")
    said = person.heard[-1]["line"]
    assert said["seat"] != person.seat
    hands.close_sheet(person)
    person.page.get_by_role("tab", name=starting(words("table.chat"))).click()
    person.sees(said["text"])


def test_the_pace_of_computer_players_can_be_changed_at_the_table(comes: Comes, house: Served) -> None:
    person = comes()
    sit(person, set_up(house, positions.main(), pace="normal")[0])
    person.press(words("controls.settings"))
    person.press(words("controls.instant"))
    person.until(lambda: person.latest("room")["settings"]["pace"] == "instant", "the other pace")
    assert person.button(words("controls.instant")).get_attribute("aria-pressed") == "true"
