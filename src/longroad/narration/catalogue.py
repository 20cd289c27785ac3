"""Translatable messages, and the catalogue of each language.

The sentences are in languages/LANGUAGE.json, by area and name: `log.city` is the message `city` of the area
`log`. A message is a text with placeholders, or has forms: `you` where the reader does it, `to_you` where it is done
to the reader, and plural forms, which `count` decides; `other` fits whatever is left. Where the core has the English
sentence in a table (options, presets, refusals, violations), other languages have theirs by key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from longroad.core.check import violations
from longroad.core.explained import OPTION_SENTENCES, PRESET_SENTENCES, VALUE_SENTENCES
from longroad.core.legality import codes as refusals
from longroad.core.legality.codes import REFUSALS, Refusal
from longroad.core.words import RESOURCE_NAMES
from longroad.narration.plurals import CATEGORIES, plural_of

LANGUAGES: Final = Path(__file__).parent / "languages"
SOURCE: Final = "en"  # the language that has every message
RULES: Final = "plural"  # the area with the rules of the plural forms
FEW_CARDS: Final = 4
PERSONS: Final = frozenset({"you", "to_you"})

Message = str | dict[str, Any]  # a text, or its forms

_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")


class Phrase(NamedTuple):
    """A message to translate: its key, the values of its placeholders, and the person it is about."""

    key: str
    values: Mapping[str, Value] = {}
    person: str = "other"

    def __reduce__(self) -> tuple[type[Phrase], tuple[Any, ...]]:
        """Pickle it as a call of its class: otherwise a named tuple takes twice as long."""
        return Phrase, tuple(self)


class Several(NamedTuple):
    """Several values, joined to a list or a text."""

    parts: Sequence[Value]
    joint: str = "and"  # of the area `list`

    def __reduce__(self) -> tuple[type[Several], tuple[Any, ...]]:
        """Pickle it as a call of its class, like a phrase."""
        return Several, tuple(self)


class Cards(NamedTuple):
    """Counts of cards of each resource."""

    counts: Sequence[int]

    def __reduce__(self) -> tuple[type[Cards], tuple[Any, ...]]:
        """Pickle it as a call of its class, like a phrase."""
        return Cards, tuple(self)


Value = str | int | Phrase | Several | Cards


class Words:
    """The sentences of a language; what is missing is in English."""

    def __init__(self, language: str, messages: Mapping[str, Message], rules: Mapping[str, str]) -> None:
        self.language = language
        self._messages = messages
        self._rules = rules
        self._counted: dict[tuple[int, ...], str] = {}

    def __repr__(self) -> str:
        return f"Words({self.language!r})"

    @cached_property
    def without_numbers(self) -> Words:
        """The same for readers who see the board: places are named by what is around them, not by numbers.

        >>> ENGLISH.without_numbers.say(Phrase("place.hex", {"hex": 7, "land": "hills 6"}))
        'hills 6'
        """
        seen = {f"place.{name}": self._messages[f"sight.{name}"] for name in ("hex", "site", "path")}
        return Words(self.language, {**self._messages, **seen}, self._rules)

    def has(self, key: str) -> bool:
        """Return whether a message exists."""
        return key in self._messages

    def say(self, what: Value) -> str:
        """Return a message as text.

        >>> ENGLISH.say(Phrase("log.knight", {"who": "Ada"})), ENGLISH.say(Phrase("log.knight", person="you"))
        ('Ada plays a knight.', 'You play a knight.')
        """
        if type(what) is Phrase:
            key, values, person = what
            text = self._messages[key]
            if type(text) is not str:
                text = self._form(text, person, values)
            if not values:
                return text
            say = self.say
            return text.format_map(
                {name: value if type(value) is str else say(value) for name, value in values.items()}
            )
        if type(what) is Cards:
            return self._cards(what.counts)
        if type(what) is Several:
            return self._several(what)
        return str(what)

    def sentence(self, what: Value) -> str:
        """Return a message as text, with a capital at the start."""
        return sentence(self.say(what))

    def _form(self, message: Message, person: str, values: Mapping[str, Value]) -> str:
        """Choose the form of a message."""
        while not isinstance(message, str):
            forms = message
            chosen = person
            if PERSONS.isdisjoint(forms):
                count = values.get("count")
                chosen = plural_of(self._rules, count) if isinstance(count, int) else "other"
            message = forms.get(chosen) or forms["other"]
        return message

    def _several(self, what: Several) -> str:
        parts = [self.say(part) for part in what.parts]
        if what.joint == "sentences":
            parts = [sentence(part) for part in parts if part]
        return self.join(parts, what.joint)

    def join(self, parts: Sequence[str], joint: str = "and") -> str:
        """Join parts that are text already.

        >>> ENGLISH.join(["ore", "wool", "grain"]), ENGLISH.join(["ore", "wool"], "clauses")
        ('ore, wool and grain', 'ore; wool')
        """
        between = self.say(Phrase(f"list.{joint}"))
        if joint not in ("and", "or") or len(parts) < 2:
            return between.join(parts)
        return self.say(Phrase("list.comma")).join(parts[:-1]) + between + parts[-1]

    def _cards(self, counts: Sequence[int]) -> str:
        """Return counts of cards in words; few cards are cached: there are 126 ways to hold up to four."""
        key = tuple(counts)
        text = self._counted.get(key)
        if text is None:
            parts = [self._count(resource, count) for resource, count in enumerate(counts) if count]
            text = self.join(parts) if parts else self.say(Phrase("cards.nothing"))
            if sum(counts) <= FEW_CARDS:
                self._counted[key] = text
        return text

    def _count(self, resource: int, count: int) -> str:
        """Return a count of a resource in words."""
        name = Phrase(f"resource.{RESOURCE_NAMES[resource]}", {"count": count})
        return self.say(Phrase("cards.some", {"count": count, "resource": name}))


def sentence(text: str) -> str:
    """Return a text with a capital at the start."""
    return text[:1].upper() + text[1:]


def say(words: Words, key: str, /, **values: Value) -> str:
    """Return a message of the language files as text.

    >>> say(ENGLISH, "now.won", won="Blue has won")
    'The game is over: Blue has won.'
    """
    return words.say(Phrase(key, values))


# --- files ------------------------------------------------------------------------------------------------------------


@cache
def languages() -> tuple[str, ...]:
    """Return the available languages, English first.

    >>> languages()[0]
    'en'
    """
    found = sorted(path.stem for path in LANGUAGES.glob("*.json"))
    return (SOURCE, *(name for name in found if name != SOURCE))


@cache
def words_of(language: str) -> Words:
    """Return the words of a language. Raises `ValueError` if it is not available, or a message is malformed.

    >>> words_of("tlh")
    Traceback (most recent call last):
    ...
    ValueError: language='tlh': expected one of en, de, es, fr
    """
    if language not in languages():
        raise ValueError(f"language={language!r}: expected one of {', '.join(languages())}")
    own = read_language(language)
    if language == SOURCE:
        return Words(SOURCE, {**_core_sentences(), **own.messages}, own.rules)
    return Words(language, {**ENGLISH._messages, **own.messages}, own.rules)


def words_for(wanted: Iterable[str]) -> Words:
    """Return the words of the first of these languages that is available, else English.

    >>> words_for(["tlh", "en-GB"])
    Words('en')
    """
    for tag in wanted:
        name = tag.lower().replace("_", "-").partition("-")[0]
        if name in languages():
            return words_of(name)
    return ENGLISH


class Language(NamedTuple):
    """The content of a language file: messages by key, and the rules of the plural forms."""

    messages: dict[str, Message]
    rules: dict[str, str]


def read_language(language: str) -> Language:
    """Read the file of a language. Raises `ValueError` for a malformed message."""
    areas = json.loads((LANGUAGES / f"{language}.json").read_text(encoding="utf-8"))
    rules = areas.pop(RULES)
    messages = {f"{area}.{name}": message for area, named in areas.items() for name, message in named.items()}
    for key, message in messages.items():
        for text in _texts_of(message):
            if set("{}") & set(_PLACEHOLDER.sub("", text)):
                raise ValueError(f"{language}.json: {key}: {text!r}: a placeholder looks like {{name}}")
    return Language(messages, rules)


def _texts_of(message: Message) -> Iterator[str]:
    """Yield the texts of a message, one for each of its forms. Raises `ValueError` for a malformed message."""
    if isinstance(message, str):
        yield message
        return
    known = PERSONS if PERSONS & set(message) else set(CATEGORIES)
    if "other" not in message or set(message) - known - {"other"}:
        raise ValueError(f"{sorted(message)}: forms are you, to_you and other, or {', '.join(CATEGORIES)} and other")
    for form in message.values():
        yield from _texts_of(form)


def placeholders_of(message: Message) -> set[str]:
    """Return the names of the placeholders in all forms of a message."""
    return {name for text in _texts_of(message) for name in _PLACEHOLDER.findall(text)}


# --- the core's sentences ---------------------------------------------------------------------------------------------

REFUSAL_KEYS: Final[dict[Refusal, str]] = {
    refusal: f"refusal.{name.lower()}"
    for name, code in vars(refusals).items()
    if name.isupper() and isinstance(code, int) and (refusal := REFUSALS[code]) is not None
}


def refused(refusal: Refusal) -> Phrase:
    """Return the message of a refusal."""
    return Phrase(REFUSAL_KEYS[refusal])


VIOLATION_KEYS: Final[dict[int, str]] = {
    code: f"violation.{name.lower()}"
    for name, code in vars(violations).items()
    if name.isupper() and isinstance(code, int) and violations.VIOLATED_RULES[code]
}


def _core_sentences() -> dict[str, Message]:
    """Return the sentences of the core's tables by key."""
    sentences: dict[str, Message] = {key: refusal.sentence for refusal, key in REFUSAL_KEYS.items()}
    sentences |= {key: violations.VIOLATIONS[code] for code, key in VIOLATION_KEYS.items()}
    meanings = {f"option.{name}": pair for name, pair in OPTION_SENTENCES.items()}
    meanings |= {f"preset.{name}": pair for name, pair in PRESET_SENTENCES.items()}
    for option, values in VALUE_SENTENCES.items():
        meanings |= {f"value.{option}_{value}": pair for value, pair in values.items()}
    for key, (title, text) in meanings.items():
        sentences |= {f"{key}_title": title, f"{key}_sentence": text}
    return sentences


ENGLISH: Final = words_of(SOURCE)
