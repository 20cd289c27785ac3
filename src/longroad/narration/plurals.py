"""Chooses the plural form of a count by the rules in a language file, in the format of CLDR."""

from __future__ import annotations

from collections.abc import Mapping

# The names of the rules, as in CLDR; `other` is for counts that no rule fits.
CATEGORIES = ("zero", "one", "two", "few", "many")


def plural_of(rules: Mapping[str, str], count: int) -> str:
    """Return the plural form of a count.

    >>> plural_of({"one": "n = 1"}, 1), plural_of({"one": "n = 1"}, 2)
    ('one', 'other')
    >>> polish = {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"}
    >>> [plural_of(polish, count) for count in (1, 3, 5, 13, 22)]
    ['one', 'few', 'other', 'other', 'few']
    """
    return next((name for name, rule in rules.items() if holds(rule, abs(count))), "other")


def holds(rule: str, count: int) -> bool:
    """Return whether a rule holds for a count. Raises `ValueError` for what is not a rule."""
    return any(all(_compares(part, count) for part in each.split(" and ")) for each in rule.split(" or "))


def _compares(part: str, count: int) -> bool:
    """Compare a count, or its remainder, with numbers and ranges."""
    left, sign, right = part.partition("!=" if "!=" in part else "=")
    variable, _, divisor = left.partition("%")
    if not sign or variable.strip() != "n":
        raise ValueError(f"{part!r}: a rule looks like 'n = 1' or 'n % 10 = 2..4'")
    value = count % int(divisor) if divisor else count
    return any(_is_in(value, span) for span in right.split(",")) == (sign == "=")


def _is_in(value: int, span: str) -> bool:
    least, _, most = span.partition("..")
    return int(least) <= value <= int(most or least)
