"""The coach: lessons at a real table, played by doing only what the coach says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from longroad import Game
from tests.browser import following, keys, pressing, screens
from tests.browser.axe import violations
from tests.browser.conftest import TELEPHONE, NewPerson
from tests.browser.person import Person
from tests.browser.playing import set_instant_pace
from tests.browser.words import area, words

POSITIONS: dict[str, str] = json.loads(
    (Path(__file__).parents[2] / "client/src/coach/positions.json").read_text(encoding="utf-8")
)
PATH = ("founding", "roll", "build", "bank", "trade", "robber", "cards", "road", "winning")  # chapters, to the end
LANDSCAPE = TELEPHONE | {"viewport": {"width": 844, "height": 390}}
SMALL = TELEPHONE | {"viewport": {"width": 390, "height": 664}}
SMALLEST = TELEPHONE | {"viewport": screens.SMALLEST}
QUESTIONS = ("now", "grey", "worth", "they", "win")
LANGUAGES = ("en", "de", "es", "fr")
PHONES = (screens.UPRIGHT[0], screens.UPRIGHT[1], screens.ON_SIDE[0], screens.SMALLEST)
ELSEWHERE = ("lead", "lesson_first_text", "lesson_duel_text")  # on the page with the list of chapters
# The texts that would have to be scrolled if the coach said them.
TOO_LONG = """(texts) => {
  const says = document.querySelector(".coach .says");
  const text = says.querySelector("p");
  return texts.filter((one) => {
    text.textContent = one;
    return says.scrollHeight > says.clientHeight + 1;
  });
}"""


def open_chapter(person: Person, chapter: str) -> None:
    """Open a chapter from the list."""
    person.visit("/learn")
    person.page.locator(f'[data-chapter="{chapter}"]').click()
    enter(person)


def enter(person: Person) -> None:
    """Wait for the table, and for the coach."""
    person.wait_for_table()
    following.panel(person).wait_for()


def next_chapter(person: Person) -> None:
    """Go on to the chapter that the coach names."""
    person.messages.clear()
    person.page.locator(".coach .finished").click()
    enter(person)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_chapter_begins_at_a_position_where_you_decide(name: str) -> None:
    assert Game.from_position(POSITIONS[name]).to_act == (0,)


def test_the_first_lesson_is_played_to_the_end_by_following_the_coach(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    person.go("/")
    person.link(words("start.lesson")).click()
    person.button(words("coach.begin")).wait_for()
    assert violations(person.page) == []
    person.press(words("coach.begin"))
    enter(person)
    assert violations(person.page) == []
    for chapter in PATH[:-1]:
        title = following.panel(person).get_by_role("heading")
        expect(title).to_contain_text(words(f"coach.chapter_{chapter}"))
        assert following.follow(person), chapter
        next_chapter(person)
    assert following.follow(person)[-1] == "won"
    assert person.snapshot["winner"] == person.seat
    assert violations(person.page) == []
    person.visit("/learn")
    finished = person.page.locator(".chapter.finished")
    expect(finished).to_have_count(len(PATH))


def test_the_first_turn_of_a_whole_game_by_following_the_coach(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    open_chapter(person, "game")
    steps = following.follow_game(person, until=lambda: "end" in person.own_actions())
    assert steps[:6] == ["island", "numbers", "found", "found_road", "found_second", "found_last_road"]
    assert "roll" in steps


@pytest.mark.slow  # the test above shows how such a game begins
def test_a_whole_game_is_played_to_the_end_by_following_the_coach(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    open_chapter(person, "game")
    steps = following.follow_game(person)
    assert person.is_over
    assert {"found", "roll", "costs", "round"} <= set(steps)  # these wait for the player
    assert violations(person.page) == []
    person.visit("/learn")
    expect(person.page.locator(".chapter.finished")).to_have_attribute("data-chapter", "game")


def test_a_lesson_is_left_and_continued(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    open_chapter(person, "build")
    person.press(words("coach.next"))
    expect(following.panel(person)).to_have_attribute("data-step", "road")
    game = person.game
    person.go("/learn")
    person.link(words("coach.go_on", title=words("coach.chapter_build"))).click()
    enter(person)
    assert person.game == game
    expect(following.panel(person)).to_have_attribute("data-step", "road")
    assert following.follow(person)[-1] == "built"
    person.go("/")
    expect(person.page.get_by_text(words("start.continue"), exact=True)).to_have_count(0)  # not one of your games


@pytest.mark.parametrize("chapter", ["duel_rolls", "duel_build", "duel_cards", "six_special"])
def test_lessons_for_two_and_for_six(new_person: NewPerson, chapter: str) -> None:
    person = new_person()
    set_instant_pace(person)
    open_chapter(person, chapter)
    assert len(following.follow(person)) >= 4


def press_by_key(person: Person, button: Locator) -> None:
    """Go to a button with Tab, and press Enter."""
    for _ in range(keys.MOST_TABS):
        if button.evaluate("(one) => one === document.activeElement"):
            person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{button} was not reached by Tab")


def test_a_chapter_by_keyboard_alone(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    person.visit("/learn")
    press_by_key(person, person.page.locator('[data-chapter="build"]'))
    enter(person)
    assert following.follow(person, takes=keys.take, reads=press_by_key) == ["costs", "road", "settle", "city", "built"]
    press_by_key(person, person.button(words("coach.ask")))
    press_by_key(person, person.button(words("coach.ask_win")))
    expect(following.panel(person)).to_contain_text(words("coach.win_how"))


def test_the_coach_answers_at_any_moment(new_person: NewPerson) -> None:
    person = new_person()
    set_instant_pace(person)
    open_chapter(person, "bank")
    panel = following.panel(person)
    answers = []
    for question in QUESTIONS:
        panel.get_by_role("button", name=words("coach.ask"), exact=True).click()
        if question == "now":
            assert violations(person.page) == []
        person.press(words(f"coach.ask_{question}"))
        expect(panel.locator(".says p")).not_to_have_count(1)
        expect(panel).not_to_contain_text(words("app.loading"))
        answers.append(panel.locator(".says").inner_text())
        person.press(words("coach.back"))
    now, grey, worth, they, win = answers
    assert "3 wool for 1 brick" in now
    assert words("decision.settle") in grey
    assert "36 rolls" in worth
    assert words("coach.they_nothing") in they
    assert words("coach.win_points", points=4, goal=10) in win
    expect(panel).to_have_attribute("data-step", "bank")


def spoken(language: str) -> list[str]:
    """Return all texts of the coach in a language, with something in each gap."""
    card = words("hand.knight", language)  # the longest
    said = {key: text for key, text in area("coach", language).items() if key not in ELSEWHERE}
    return [re.sub(r"\{(\w+)\}", lambda gap: card if gap[1] == "text" else gap[1], str(said[key])) for key in said]


def test_no_text_of_the_coach_has_to_be_scrolled_on_a_phone(new_person: NewPerson) -> None:
    person = new_person(**SMALL)
    set_instant_pace(person)
    open_chapter(person, "founding")
    for phone in PHONES:
        person.page.set_viewport_size(phone)
        pressing.settled(person)
        for language in LANGUAGES:
            assert person.page.evaluate(TOO_LONG, spoken(language)) == [], f"{phone}, {language}"


@pytest.mark.parametrize("screen", [SMALL, SMALLEST, LANDSCAPE], ids=["portrait", "smallest", "landscape"])
def test_on_a_phone_the_coach_covers_nothing(new_person: NewPerson, screen: dict[str, object]) -> None:
    person = new_person(**screen)
    set_instant_pace(person)
    open_chapter(person, "robber")
    sizes: list[float] = []

    def look(step: str) -> None:
        coach, island = (person.page.locator(one).bounding_box() for one in (".coach", "#island"))
        assert coach is not None
        assert island is not None
        is_above = coach["y"] + coach["height"] <= island["y"] + 1
        is_beside = coach["x"] >= island["x"] + island["width"] - 1
        assert is_above or is_beside, step
        sizes.append(island["height"])
        assert screens.out_of_sight(person) == [], step

    assert following.follow(person, at_step=look)[-1] == "robbed"
    assert min(sizes) >= 170
    for button in following.panel(person).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert violations(person.page) == []
