"""The rules page, the way to it from 'Why can't I?', and questions that are answered for people."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

HEMMED_IN = positions.main().replace("r42.43.44.50.60", "r50.60")  # roads that end right beside the own settlements


def rules_shown(person: Person) -> set[str]:
    return {str(one.get_attribute("id")) for one in person.page.get_by_role("article").all()}


def test_a_button_says_what_is_missing_and_its_rule_can_be_read(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, HEMMED_IN)[0])
    pressing.ask_why(person, kind="settle")
    person.wait_for_text("Your roads reach no free site.")
    with person.page.expect_popup() as popup:
        person.link(words("app.rule_open", rule="BLD-3")).click()
    rules = popup.value
    assert rules.url.endswith(f"/rules?game={person.game}#BLD-3")
    rule = rules.get_by_role("article", name=words("catalogue.BLD-3_title"))
    rule.wait_for()
    rules.wait_for_function("() => document.activeElement.id === 'BLD-3'")
    assert rules.evaluate("document.activeElement.getBoundingClientRect().top < innerHeight / 2")
    assert words("catalogue.BLD-3") in rule.inner_text()
    rules.close()


def test_the_rules_of_a_table_can_be_searched(new_person: NewPerson) -> None:
    person = new_person(viewport=PHONE)
    person.go("/rules?preset=duel")
    person.page.locator("#DUO-7").wait_for()
    assert not {"EXT-1", "BRD-4"} & rules_shown(person), "rules that a duel does not use"
    person.page.get_by_role("searchbox").fill("Robber Desert")
    person.wait_until(lambda: "DUO-8" in rules_shown(person) and "BLD-1" not in rules_shown(person), "the search")
    person.page.get_by_role("searchbox").fill("")
    person.page.get_by_label(words("rules.of")).select_option("extension")
    person.page.locator("#EXT-1").wait_for()
    assert "DUO-7" not in rules_shown(person)
    person.go("/rules?preset=extension#DUO-7")
    person.wait_for_text(words("rules.unused"))
    assert "DUO-7" in rules_shown(person), "a rule that a link names is shown all the same"
    person.go("/rules#XYZ-99")
    person.wait_for_text(words("rules.unknown", number="XYZ-99"))


def test_who_can_build_nothing_is_passed_for(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    places = set_up(server, positions.main("extension"), preset="extension", people=2)
    sit(person, places[1])
    act(server, places[0], "end")
    person.wait_for_text(words("prompt.auto-pass"))
    person.wait_until(lambda: person.own_actions() == ["end"], "the pass")


def test_trade_cards_are_explained(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main("duel"), preset="duel")[0])
    person.press(words("duel.help"))
    sheet = person.page.get_by_role("dialog", name=words("hand.trade_cards", count=4))
    assert words("duel.force") in sheet.inner_text()
    sheet.get_by_role("button", name=words("decision.force")).click()
    person.wait_for_text(words("duel.give_text"))
