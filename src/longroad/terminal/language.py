"""The language of the terminal: the one asked for, or the one of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping

from longroad.narration import Words, languages, words_for, words_of


class UnknownLanguage(ValueError):
    """A language without a message file; the message lists those that have one."""


def choose_language(wanted: str | None = None, environment: Mapping[str, str] = os.environ) -> Words:
    """Return the words of the language that is asked for, else of the environment's. Raises `UnknownLanguage`.

    >>> choose_language("de"), choose_language(None, {"LANG": "de_AT.UTF-8"}), choose_language(None, {"LANG": "C"})
    (Words('de'), Words('de'), Words('en'))
    """
    if wanted is None:
        return words_for(preferred_languages(environment))
    if wanted not in languages():
        raise UnknownLanguage(f"{wanted!r}: expected one of {', '.join(languages())}")
    return words_of(wanted)


def preferred_languages(environment: Mapping[str, str]) -> list[str]:
    """List the languages of an environment, the preferred one first, by the rules of gettext.

    >>> preferred_languages({"LANG": "fr_FR.UTF-8", "LANGUAGE": "de:en"})
    ['de', 'en', 'fr_FR']
    >>> preferred_languages({"LC_ALL": "C.UTF-8", "LANGUAGE": "de"})
    []
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    language = locale.partition(".")[0].partition("@")[0]
    if language in ("", "C", "POSIX"):
        return []
    return [*filter(None, environment.get("LANGUAGE", "").split(":")), language]
