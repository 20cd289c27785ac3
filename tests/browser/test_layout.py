"""What the table looks like: nothing is cut off, cards and the robber move rightly, and Escape leaves fields."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from longroad.bench.serving import Served
from tests.browser import positions, pressing, states
from tests.browser.conftest import NewPerson
from tests.browser.screens import out_of_sight, overlapping
from tests.browser.setting import set_up, sit
from tests.browser.words import words

WINDOWS: tuple[ViewportSize, ...] = ({"width": 1024, "height": 768}, {"width": 1440, "height": 900})
# What is wider than the panel that it is in.
CUT_OFF = """() => [...document.querySelectorAll(".game :is(aside, .bank, .player, .dock, .prompt, .trade, .log)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className}: ${one.scrollWidth} > ${one.clientWidth}`)"""
# Where flying cards arrive, recorded from now on: the middle of each card, at the end of its flight.
FLIGHTS = """() => {
  window.arrivals = [];
  const seen = new WeakSet();
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(".sky .card")) {
      if (seen.has(one)) continue;
      const [flight] = one.getAnimations();
      const to = flight && /translate\\((.+?)px, (.+?)px\\)/.exec(flight.effect.getKeyframes().at(-1).transform);
      if (to) seen.add(one);
      if (to) window.arrivals.push({ x: Number(to[1]), y: Number(to[2]), is_card: one.matches(".face, .back") });
    }
  }).observe(document.querySelector(".sky"), { childList: true });
}"""
# How much of each house the robber covers, and whether it is drawn over them.
ROBBER = """() => {
  const robber = document.querySelector("#board .robber");
  const [body] = robber.querySelectorAll("path");
  const inside = (shape, x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
    return shape.isPointInFill(at);
  };
  return [...document.querySelectorAll("#board [data-piece]")].map((house) => {
    const box = house.getBoundingClientRect();
    const shape = house.querySelector("path");
    let [all, covered] = [0, 0];
    for (let x = box.left; x < box.right; x += 1)
      for (let y = box.top; y < box.bottom; y += 1)
        if (inside(shape, x, y)) {
          all += 1;
          covered += inside(body, x, y);
        }
    const is_over = Boolean(house.compareDocumentPosition(robber) & Node.DOCUMENT_POSITION_FOLLOWING);
    return { covered: covered / all, is_over, all };
  });
}"""


@pytest.mark.parametrize("state", ["answered", "before the roll", "extension", "duel", "discarding"])
def test_nothing_is_cut_off_on_a_desk(new_person: NewPerson, server: Served, state: str) -> None:
    person = new_person()
    states.STATES[state](person, server)
    found = []
    for size in WINDOWS:
        person.page.set_viewport_size(size)
        pressing.settled(person)
        wrong = out_of_sight(person) + overlapping(person, ".bank > *") + person.page.evaluate(CUT_OFF)
        found += [f"{size['width']}: {line}" for line in wrong]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_the_header_fits_every_width(new_person: NewPerson, language: str) -> None:
    person = new_person()
    person.go("/settings")
    person.page.evaluate("(language) => localStorage.setItem('longroad.language', language)", language)
    person.page.reload()
    person.page.locator(f"html[lang={language}] nav").first.wait_for()
    for width in (320, 360, 390, 512, 600, 640, 664, 700, 736, 768, 1024):
        person.page.set_viewport_size({"width": width, "height": 600})
        pressing.settled(person)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("state", ["answered", "before the roll"])
def test_longer_words_of_another_language_fit_a_desk(new_person: NewPerson, server: Served, state: str) -> None:
    person = new_person()
    states.STATES[state](person, server)
    person.page.evaluate("localStorage.setItem('longroad.language', 'de')")
    person.page.set_viewport_size(WINDOWS[0])
    person.page.reload()
    person.page.locator("html[lang=de] #board").wait_for()
    pressing.settled(person)
    if state == "answered":
        person.page.locator('[data-kind="trade"]').click()
        person.page.locator(".panel.trade").wait_for()
        pressing.settled(person)
    assert out_of_sight(person) + person.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("size", [*WINDOWS, {"width": 390, "height": 664}], ids=["1024", "1440", "phone"])
def test_a_bought_card_flies_to_the_hand(new_person: NewPerson, server: Served, size: ViewportSize) -> None:
    person = new_person(reduced_motion="no-preference")
    person.page.set_viewport_size(size)
    sit(person, set_up(server, positions.main(own=f",{positions.RICH}"), ["0 drew knight"], people=4)[0])
    person.page.evaluate(FLIGHTS)
    assert pressing.take(person, "buy")
    person.wait_until(lambda: any(one["is_card"] for one in person.page.evaluate("window.arrivals")), "the card")
    [card] = [one for one in person.page.evaluate("window.arrivals") if one["is_card"]]
    pressing.settled(person)
    box = person.page.locator("#hand [data-cards]").bounding_box()
    assert box is not None
    assert box["x"] <= card["x"] <= box["x"] + box["width"]
    assert box["y"] <= card["y"] <= box["y"] + box["height"]


@pytest.mark.parametrize("piece", ["s", "c"], ids=["settlements", "cities"])
def test_the_robber_walks_over_houses_and_stands_beside_them(new_person: NewPerson, server: Served, piece: str) -> None:
    person = new_person()
    begin = positions.main().replace("robber:9", f"robber:{positions.BUSY_HEX}")
    for seat in (1, 2, 3):
        begin = begin.replace(f"/{seat}:s", f"/{seat}:{piece}")
    sit(person, set_up(server, begin, people=4)[0])
    houses = person.page.evaluate(ROBBER)
    assert len(houses) == 8
    assert all(house["is_over"] and house["all"] > 50 for house in houses)
    assert max(house["covered"] for house in houses) < 0.02


def test_escape_leaves_the_chat_field(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(), people=4)[0])
    person.page.keyboard.press("c")
    field = person.page.get_by_label(words("chat.say"))
    person.wait_until(lambda: field.evaluate("(one) => one === document.activeElement"), "the focus in the field")
    person.page.keyboard.type("t1")  # no shortcuts: text
    person.page.keyboard.press("Escape")
    assert field.input_value() == "t1"
    assert not field.evaluate("(one) => one === document.activeElement")
    person.page.keyboard.press("1")  # a shortcut again
    person.page.locator('[data-place^="path-"]').first.wait_for()
