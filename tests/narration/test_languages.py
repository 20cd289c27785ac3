"""Every language is complete: it has every message of the English one, with the same placeholders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from longroad.bots.levels import LEVELS, make_bot
from longroad.bots.self_play import play
from longroad.core import actions as a
from longroad.core.actions import action
from longroad.core.history import History
from longroad.core.legality.codes import REFUSALS, Refusal
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.narration import (
    ENGLISH,
    Perspective,
    Phrase,
    Words,
    describe,
    languages,
    narrate,
    why_no_undo,
    words_for,
    words_of,
)
from longroad.narration import catalogue as c
from longroad.narration.plurals import CATEGORIES, holds
from tests.narration.test_plies import narrated
from tests.rules.table import Table, bundle
from tests.samples import presets

GERMAN = words_of("de")
OTHERS = languages()[1:]
LEVEL_KEYS = {f"level.{name}" for name in LEVELS}  # whose English sentences stand with the bots


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_message(language: str) -> None:
    own = set(c.read_language(language).messages)
    assert own - LEVEL_KEYS == set(ENGLISH._messages)
    assert own >= LEVEL_KEYS


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_placeholders(language: str) -> None:
    for key, message in c.read_language(language).messages.items():
        if key not in LEVEL_KEYS:
            assert c.placeholders_of(message) == c.placeholders_of(ENGLISH._messages[key]), key


@pytest.mark.parametrize("language", languages())
def test_the_rules_of_plural_forms_can_be_read(language: str) -> None:
    rules = c.read_language(language).rules
    assert set(rules) <= set(CATEGORIES)
    assert [holds(rule, count) in (True, False) for rule in rules.values() for count in range(200)]


@pytest.mark.parametrize("language", languages())
def test_titles_and_sentences_fit_the_page(language: str) -> None:
    for key, message in words_of(language)._messages.items():
        if key.endswith("_title"):
            assert len(str(message)) <= 32, key
        elif key.endswith("_sentence"):
            assert 15 < len(str(message)) <= 110, key
            assert str(message).endswith("."), key


def test_every_refusal_has_a_key() -> None:
    assert set(c.REFUSAL_KEYS) == {refusal for refusal in REFUSALS if refusal is not None}
    for refusal in REFUSALS:
        assert refusal is None or ENGLISH.say(c.refused(refusal)) == refusal.sentence


# --- choosing and falling back ----------------------------------------------------------------------------------------


def test_the_first_language_that_there_is_is_spoken() -> None:
    assert words_for(["tlh", "de-AT", "en"]) is GERMAN
    assert words_for(["de_CH"]) is GERMAN
    assert words_for([]) is words_for(["", "../en", "x" * 100]) is ENGLISH


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx.json").write_text(json.dumps({"plural": {}, "resource": {"ore": "pierre"}}), "utf-8")
    monkeypatch.setattr(c, "LANGUAGES", tmp_path)
    monkeypatch.setattr(c, "languages", c.languages.__wrapped__)
    words = c.words_of.__wrapped__("xx")
    assert words.say(c.Cards([0, 0, 1, 0, 2])) == "1 wool and 2 pierre"
    assert words.say(Phrase("log.tie")) == ENGLISH.say(Phrase("log.tie"))


@pytest.mark.parametrize(
    "message", ["{0}", "{who.name}", "{Who", "a } b", {"you": "x"}, {"one": "x"}, {"we": "x", "other": ""}]
)
def test_a_message_that_is_none_is_refused(message: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx.json").write_text(json.dumps({"plural": {}, "log": {"knight": message}}), "utf-8")
    monkeypatch.setattr(c, "LANGUAGES", tmp_path)
    with pytest.raises(ValueError, match=r"placeholder looks like|forms are"):
        c.read_language("xx")


def test_forms_follow_the_count_and_the_person() -> None:
    polish = {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"}
    forms = {"one": {"you": "masz kartę", "other": "{who}: karta"}, "few": "{count} karty", "other": "{count} kart"}
    words = Words("pl", {"x": forms}, polish)
    assert words.say(Phrase("x", {"count": 1}, "you")) == "masz kartę"
    assert words.say(Phrase("x", {"count": 1, "who": "Ada"})) == "Ada: karta"
    assert [words.say(Phrase("x", {"count": count})) for count in (3, 5, 12, 24)] == [
        *("3 karty", "5 kart", "12 kart", "24 karty")
    ]
    with pytest.raises(ValueError, match="a rule looks like"):
        holds("i = 1", 1)


def test_a_name_with_braces_stays_as_it_is() -> None:
    perspective = Perspective(names=("{who}", "{0.__class__}", *SEAT_NAMES[2:]))
    table = Table.set_up()
    table.hold(0, "knight")
    before = table.copy()
    table.apply(0, a.PLAY_KNIGHT)
    assert narrate(before, a.ply(0, a.PLAY_KNIGHT), table, perspective) == ["{who} plays a knight."]


# --- German -----------------------------------------------------------------------------------------------------------


def german(viewer: int) -> Perspective:
    return Perspective(viewer, words=GERMAN)


def in_german(table: Table, seat: int, act: int, viewer: int) -> list[str]:
    before = table.copy()
    table.apply(seat, act)
    return narrate(before, a.ply(seat, act), table, german(viewer))


def test_a_story_in_german_says_du_and_dir() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, wool=1)
    table.deal(2, wool=1)
    offer = bundle(a.OFFER_TRADE, 0b0110, ore=1, wool=-1)
    assert in_german(table, 0, offer, 1) == ["Blau bietet dir und Weiß 1 Erz für 1 Wolle."]
    narrated(table, 1, a.ACCEPT)
    assert in_german(table, 2, a.ACCEPT, 1) == ["Du und Weiß nehmt an."]
    assert in_german(table, 0, action(a.CLOSE_DEAL, 1), 0) == ["Du gibst Orange 1 Erz für 1 Wolle."]


def test_whose_offer_nobody_accepts_is_said_in_german() -> None:
    for viewer, sentence in ((0, "Niemand nimmt dein Angebot an."), (1, "Niemand nimmt das Angebot von Blau an.")):
        table = Table.set_up()
        table.deal(0, ore=1)
        table.deal(1, wool=1)
        narrated(table, 0, bundle(a.OFFER_TRADE, 0b0010, ore=1, wool=-1))
        assert in_german(table, 1, a.REFUSE, viewer) == [sentence]


def test_seats_without_a_name_go_by_their_colour_in_german() -> None:
    table = Table.set_up()
    table.hold(3, "knight")
    table.put("turn", 3)
    assert in_german(table, 3, a.PLAY_KNIGHT, 0) == ["Rot spielt einen Ritter."]


def stories(words: Words, preset: str) -> Iterator[str]:
    """Yield a whole game in every perspective."""
    history = History(State.new(Ruleset.preset(preset, limit=80), 11))
    bots = [make_bot("novice", 11)] * history.state["players"]
    plies = []
    for before, ply in play(history, bots, 11):
        plies.append(ply)
        for viewer in (0, 1, 6):
            perspective = Perspective(viewer, words=words)
            yield from narrate(before, ply, history.state, perspective)
            yield why_no_undo(plies, history.state.is_over, perspective) or "Ja."
    yield from describe(history.state, Perspective(0, words=words)).splitlines()


@pytest.mark.parametrize("preset", presets(3))
def test_a_whole_game_in_german_has_no_english_in_it(preset: str) -> None:
    english = {" the ", " and ", " you ", " for ", " takes ", " builds ", " hex ", " site ", " from "}
    for sentence in stories(GERMAN, preset):
        text = sentence.partition("„")[0] + sentence.rpartition("“")[2]  # an action is written in the notation
        text = text.partition("aufgedeckt (")[0]
        assert not any(word in f" {text.lower()} " for word in english), sentence
        assert "{" not in sentence
        assert not sentence[0].islower()
        assert sentence.endswith(".")


def test_refusals_can_be_told_in_german() -> None:
    refusal = Table.set_up(rolled=False).why_not(0, a.END_TURN)
    assert isinstance(refusal, Refusal)
    assert GERMAN.say(c.refused(refusal)) == "Würfle zuerst."
