"""The rule catalogue for players: finds rules by number or by word.

The texts are those of the page, in client/src/i18n; a wheel has a copy of them beside this module.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from longroad.notation.errors import quoted

PACKAGED: Final = Path(__file__).parent / "catalogue"
CHECKOUT: Final = Path(__file__).parents[3] / "client" / "src" / "i18n"
TITLE: Final = "_title"
MOST_FOUND: Final = 12  # rules in one answer


class Rule(NamedTuple):
    """A rule of the catalogue."""

    number: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.number} {self.title}: {self.text}"


class NoRule(ValueError):
    """There is no such rule; the message says what to look for."""


@cache
def rules_of(language: str) -> dict[str, Rule]:
    """Return the rules by number, in a language.

    >>> print(rules_of("en")["TRN-1"].title)
    A turn
    """
    packaged = PACKAGED / f"{language}.json"
    path = packaged if packaged.exists() else CHECKOUT / language / "rules" / "catalogue.json"
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    numbers = [key for key in texts if not key.endswith(TITLE)]
    return {number: Rule(number, texts[number + TITLE], texts[number]) for number in numbers}


def find_rules(query: str, language: str = "en") -> str:
    """Return the rules with a number, of a chapter, or that mention all words; without a query all titles.

    Raises `NoRule`.

    >>> print(find_rules("distance").partition(":")[0])
    SET-4 Keep your distance from the start
    """
    rules = rules_of(language)
    asked = query.strip()
    if not asked:
        return "\n".join(f"{rule.number} {rule.title}" for rule in rules.values())
    found = _numbered(asked.upper(), rules) or _mentioning(asked.lower().split(), rules)
    if not found:
        chapters = ", ".join(dict.fromkeys(number.partition("-")[0] for number in rules))
        expected = f"expected a number such as PRO-4, a chapter ({chapters}) or a word"
        raise NoRule(f"no rule about {quoted(asked)}: {expected}")
    more = [f"({len(found) - MOST_FOUND} more: {', '.join(rule.number for rule in found[MOST_FOUND:])})"]
    return "\n".join([*map(str, found[:MOST_FOUND]), *(more if len(found) > MOST_FOUND else [])])


def _numbered(name: str, rules: dict[str, Rule]) -> list[Rule]:
    """Return the rule with a number, or all of a chapter."""
    return [rule for number, rule in rules.items() if name in (number, number.partition("-")[0])]


def _mentioning(words: list[str], rules: dict[str, Rule]) -> list[Rule]:
    """Return the rules that mention all words, those with one in the title first."""
    found = [rule for rule in rules.values() if all(word in f"{rule.title} {rule.text}".lower() for word in words)]
    return sorted(found, key=lambda rule: not any(word in rule.title.lower() for word in words))
