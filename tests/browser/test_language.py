"""The page and the log use the language of the browser, or the chosen one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize

from longroad.puzzles import all_puzzles
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.pressing import settled
from tests.browser.words import words

LANDSCAPE: ViewportSize = {"width": 664, "height": 390}
SMALLEST: ViewportSize = {"width": 320, "height": 640}  # the width of a page at 400 % zoom on a screen of 1280

PATHS = ("/", "/new", "/settings", "/help", "/replay", f"/puzzles?puzzle={next(iter(all_puzzles()))}")
TITLES = {  # of these pages, in each language
    "de": ("Besiedle die Insel", "Spiel einrichten", "Einstellungen", "So wird gespielt", "Replay ansehen", "Rätsel"),
    "es": ("Puebla la isla", "Preparar una partida", "Ajustes", "Cómo jugar", "Ver una repetición", "Problemas"),
    "fr": ("Peuplez l’île", "Préparer une partie", "Réglages", "Comment jouer", "Revoir une partie", "Problèmes"),
}


def fits(person: Person, viewport: ViewportSize) -> None:
    """Make a page as large as a phone, and check that it does not overflow."""
    person.page.set_viewport_size(viewport)
    settled(person)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], person.page.url


def test_a_german_browser_gets_a_german_game(new_person: NewPerson) -> None:
    person = new_person(locale="de-AT")
    person.go("/")
    person.button(re.compile("^Jetzt spielen")).click()
    person.wait_for_text(re.compile("Setz deine erste Siedlung|setzt eine Siedlung"))
    log = person.page.locator("#log")
    log.get_by_text("Startwurf").first.wait_for()
    assert person.page.evaluate("document.documentElement.lang") == "de"
    assert not re.search(r"\b(rolls|begins|places|builds)\b", log.inner_text())


@pytest.mark.parametrize(
    ("language", "prompt", "log"),
    [
        ("es", "Coloca tu primer poblado|coloca un poblado", "Tirada inicial"),
        ("fr", "Posez votre|pose une colonie", "Lancer de départ"),
    ],
)
def test_a_game_is_told_in_the_language_of_the_browser(
    language: str, prompt: str, log: str, new_person: NewPerson
) -> None:
    person = new_person(locale=language)
    person.go("/")
    person.button(re.compile(f"^{words('start.play_now', language)}")).click()
    person.wait_for_text(re.compile(prompt))
    person.page.locator("#log").get_by_text(log).first.wait_for()
    assert person.page.evaluate("document.documentElement.lang") == language
    assert not re.search(r"\b(rolls|goes|places|builds)\b", person.page.locator("#log").inner_text())


def test_a_chosen_language_is_used_at_once_and_stored(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/settings")
    choice = person.page.get_by_role("radio", name="Deutsch")
    choice.check()
    person.page.get_by_role("heading", name="Einstellungen", level=1).wait_for()
    assert choice.evaluate("one => one === document.activeElement")  # the page has not been rebuilt
    person.go("/new")
    person.page.get_by_text("Grundspiel").first.wait_for()
    person.go("/settings")
    person.page.get_by_role("radio", name="English").check()
    person.page.get_by_role("heading", name=words("pages.settings"), level=1).wait_for()


def test_texts_for_studying_games_follow_the_language(new_person: NewPerson) -> None:
    person = new_person()
    follow = person.page.get_by_role("navigation").get_by_role("link")
    person.go("/settings")
    person.page.get_by_role("radio", name="Deutsch").check()
    follow.filter(has_text="Analyse").first.click()  # without loading the page again
    person.wait_for_text(re.compile("^Probier jeden Zug"))
    follow.filter(has_text="Einstellungen").first.click()
    person.page.get_by_role("radio", name="English").check()
    follow.filter(has_text=words("pages.analysis")).first.click()
    person.wait_for_text(words("analysis.open_lead"))


def test_only_the_current_language_is_loaded(new_person: NewPerson) -> None:
    person = new_person()
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.go("/")
    person.button(re.compile(words("start.play_now"))).wait_for()
    assert not any(f"/{language}-" in address for language in TITLES for address in asked)


@pytest.mark.parametrize("language", TITLES)
def test_long_texts_fit_phones(language: str, new_person: NewPerson) -> None:
    person = new_person(locale=language, viewport=PHONE)
    for path, title in zip(PATHS, TITLES[language], strict=True):
        person.visit(path)
        person.page.get_by_role("heading", name=title, level=1).wait_for()
        for viewport in (PHONE, SMALLEST, *((LANDSCAPE,) if path == "/" else ())):
            fits(person, viewport)
        assert not violations(person.page)
    person.visit("/")
    person.button(re.compile(f"^{words('start.play_now', language)}")).click()
    menu = person.page.get_by_role("navigation", name=words("controls.menu", language))
    menu.get_by_role("button", name=words("table.log", language)).wait_for()
    for viewport in (SMALLEST, PHONE):
        fits(person, viewport)
        heads = menu.locator("a:visible, button:visible").all()
        assert len(heads) >= 5  # home, log, chat, all actions, and the table settings
        for box in (head.bounding_box() for head in heads):
            assert box
            assert 0 <= box["x"] < box["x"] + box["width"] <= viewport["width"]
