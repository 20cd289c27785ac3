"""What people are told: why not, why a computer player refuses, what was refused for them, and what they may set."""

from __future__ import annotations

import re
from itertools import product

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import Comes
from tests.browser.pressing import starting
from tests.browser.setting import set_up, sit
from tests.browser.words import prefix, words


def test_why_can_i_not_tells_the_rule_and_its_sentence(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.before_roll(), people=4)[0])
    _title, sentence, rule = pressing.ask_why(person, "city").inner_text().split("\n\n")
    assert sentence.endswith(".")
    assert re.fullmatch(words("app.rule", rule=r"[A-Z]{3}-\d+"), rule)


def test_what_chance_has_decided_is_not_taken_back_and_the_page_says_why(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.main(), ["0 drew point"], people=4)[0])
    assert pressing.take(person, "buy")
    assert not person.button(pressing.ending(words("decision.undo"))).count()
    person.page.keyboard.press("u")
    person.until(lambda: person.messages[-1]["type"] == "refused", "the reason")
    person.sees(person.messages[-1]["message"])
    assert person.snapshot["seats"][0]["cards"]["point"] == 1


def test_an_offer_that_is_always_refused_is_not_asked_about_again(comes: Comes, server: Served) -> None:
    one, two = comes(), comes()
    places = set_up(server, positions.main(), people=4)
    sit(one, places[0])
    sit(two, places[1])
    assert pressing.take(one, "offer 1 wool for 1 brick to 1")
    two.press(words("trade.always"))
    two.until(lambda: "refuse" in two.own_actions(), "the refusal")
    assert pressing.take(one, "bank 4 ore for 1 brick")  # after which the same offer may be made again
    assert pressing.take(one, "offer 1 wool for 1 brick to 1")
    two.sees(prefix("trade.refused_always"))
    one.until(lambda: one.snapshot["offer"]["waiting"] == [], "the answer")
    assert one.snapshot["offer"]["accepted"] == []


def test_a_computer_player_says_why_it_refuses(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.main(), bot="novice")[0])
    why_not = person.button(re.compile("^" + re.escape(prefix("trade.why_not_of"))))
    for give, take in product(
        ("wool", "lumber", "brick"), ("ore", "grain")
    ):  # some they answer with offers of their own
        assert pressing.take(person, f"offer 1 {give} for 4 {take} to 1 2 3")
        person.until(lambda: not person.snapshot["offer"]["waiting"], "the answers")
        pressing.settled(person)
        if why_not.count():
            break
    why_not.first.click()
    person.until(lambda: person.messages[-1]["type"] == "chat", "the reason")
    said = person.messages[-1]["line"]
    assert said["seat"] != person.seat
    pressing.close_sheet(person)
    person.page.get_by_role("tab", name=starting(words("table.chat"))).click()
    person.sees(said["text"])


def test_the_pace_of_computer_players_can_be_changed_at_the_table(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.main(), pace="normal")[0])
    person.press(words("controls.settings"))
    person.press(words("controls.instant"))
    person.until(lambda: person.latest("room")["settings"]["pace"] == "instant", "the other pace")
    assert person.button(words("controls.instant")).get_attribute("aria-pressed") == "true"
