"""Every option, value and preset is explained in a sentence."""

from __future__ import annotations

from dataclasses import fields

from longroad.core.explained import OPTION_SENTENCES, PRESET_SENTENCES, VALUE_SENTENCES
from longroad.core.ruleset import CHOICES, PRESETS, Ruleset


def test_every_option_has_a_title_and_a_sentence() -> None:
    assert list(OPTION_SENTENCES) == [f.name for f in fields(Ruleset)]


def test_every_value_has_a_title_and_a_sentence() -> None:
    assert {name: tuple(values) for name, values in VALUE_SENTENCES.items()} == dict(CHOICES)


def test_every_preset_has_a_title_and_a_sentence() -> None:
    assert list(PRESET_SENTENCES) == list(PRESETS)


def test_sentences_are_sentences() -> None:
    sentences = [*OPTION_SENTENCES.values(), *PRESET_SENTENCES.values()]
    sentences += [pair for values in VALUE_SENTENCES.values() for pair in values.values()]
    for title, sentence in sentences:
        assert title[0].isupper(), title
        assert len(title) <= 32, title
        assert sentence.endswith("."), sentence
        assert 15 < len(sentence) <= 110, sentence
