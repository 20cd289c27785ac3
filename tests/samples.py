"""Samples: a test runs with a few of many values, and with the others where there is time (`make test-slow`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import pytest

from longroad.core.ruleset import PRESETS

USUAL = ("base", "duel", "extension")  # the presets that differ most


def first(count: int, values: Iterable[Any], *, unpack: bool = False) -> list[Any]:
    """Return the parameters of a test, of which only the first so many are quick; `unpack` if each is several."""
    return [
        pytest.param(*(value if unpack else (value,)), marks=() if number < count else pytest.mark.slow)
        for number, value in enumerate(values)
    ]


def presets(count: int) -> list[Any]:
    """Return all presets as the parameters of a test, of which only the first so many are quick."""
    return first(count, (*USUAL, *(preset for preset in PRESETS if preset not in USUAL)))


def by_turns(numbers: Iterable[int]) -> list[int]:
    """Order the numbers of rulesets so that presets, which come first, and random ones take turns.

    >>> by_turns(range(11))[:6]
    [0, 8, 1, 9, 2, 10]
    """
    rest = list(numbers)
    pairs = zip_longest(rest[: len(PRESETS)], rest[len(PRESETS) :])
    return [number for pair in pairs for number in pair if number is not None]
