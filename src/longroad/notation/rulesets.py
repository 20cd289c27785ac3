"""Rulesets as text: a preset, then the options that differ from it, such as `base,players:3,victory_points:12`."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from longroad.core.ruleset import CHOICES, EARLIER_DEFAULTS, PRESETS, RANGES, RULES_VERSION, InvalidRuleset, Ruleset
from longroad.notation.errors import InvalidNotation, listed, quoted

_DEFAULTS: Final[dict[str, Any]] = {option.name: option.default for option in fields(Ruleset)}
_YES_OR_NO: Final = ("no", "yes")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_TWO_SITES: Final = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})")


@lru_cache(maxsize=256)
def write_ruleset(ruleset: Ruleset) -> str:
    """Write a ruleset: the preset with the fewest differences (of equals the first), then those differences in order.

    >>> write_ruleset(Ruleset(players=3, victory_points=12))
    'base,players:3,victory_points:12'
    """
    name = min(PRESETS, key=lambda name: len(_differences(ruleset, name)))
    return ",".join([name, *(f"{option}:{_write_value(value)}" for option, value in _differences(ruleset, name))])


def _differences(ruleset: Ruleset, name: str) -> list[tuple[str, Any]]:
    """Return the options of a ruleset that a preset for as many players does not have."""
    preset = _DEFAULTS | PRESETS[name]
    if name == "classic" and ruleset.players in (5, 6):
        preset |= {"island": "extension", "special_build": "after_turn"}
    chosen = ((option, getattr(ruleset, option)) for option in _DEFAULTS)
    return [(option, value) for option, value in chosen if value != preset[option]]


def _write_value(value: Any) -> str:
    if isinstance(value, bool):
        return _YES_OR_NO[value]
    if isinstance(value, tuple):
        return ".".join(map(str, value))
    return str(value)


def read_ruleset(text: str, version: int = RULES_VERSION) -> Ruleset:
    """Read a ruleset; options may be in any order and may repeat what the preset says. Raises `InvalidNotation`.

    >>> read_ruleset("duel,neutral_sites:19.44").neutral_sites
    (19, 44)
    >>> read_ruleset("base,phases:loose")
    Traceback (most recent call last):
    ...
    longroad.notation.errors.InvalidNotation: ruleset: phases is 'loose': expected one of combined, strict

    A text of an earlier version of the rules means what it meant then:

    >>> read_ruleset("base", version=1).steal
    'must'
    """
    name, options = split_ruleset(text)
    try:
        return Ruleset.preset(name, **(dict(EARLIER_DEFAULTS.get(version, {})) | PRESETS[name] | options))
    except InvalidRuleset as error:
        raise InvalidNotation(f"ruleset {quoted(text)}: {error}") from None


def split_ruleset(text: str) -> tuple[str, dict[str, Any]]:
    """Return the preset and the options that a ruleset names. Raises `InvalidNotation`.

    >>> split_ruleset("base,players:3")
    ('base', {'players': 3})
    """
    name, *parts = text.split(",")
    if name not in PRESETS:
        raise InvalidNotation(f"ruleset: it begins with {quoted(name)}: expected one of {listed(PRESETS)}")
    changes: dict[str, Any] = {}
    for part in parts:
        option, colon, value = part.partition(":")
        if not colon or option not in _DEFAULTS:
            raise InvalidNotation(
                f"ruleset: {quoted(part)} is not an option:value: expected one of {listed(_DEFAULTS)}"
            )
        if option in changes:
            raise InvalidNotation(f"ruleset: {option} is given twice")
        changes[option] = _read_value(option, value)
    return name, changes


def _read_value(option: str, text: str) -> Any:
    if option in CHOICES:
        return _one_of(option, text, CHOICES[option])
    if option in RANGES:
        if not _NUMBER.fullmatch(text):
            least, most = RANGES[option]
            raise InvalidNotation(f"ruleset: {option} is {quoted(text)}: expected {least} to {most}")
        return int(text)
    if option == "neutral_sites":
        sites = _TWO_SITES.fullmatch(text)
        if not sites:
            raise InvalidNotation(f"ruleset: {option} is {quoted(text)}: expected two intersections, such as 19.44")
        return int(sites[1]), int(sites[2])
    return _one_of(option, text, _YES_OR_NO) == "yes"


def _one_of(option: str, text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise InvalidNotation(f"ruleset: {option} is {quoted(text)}: expected one of {listed(words)}")
    return text
