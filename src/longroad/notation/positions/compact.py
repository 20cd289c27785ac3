"""The values in a position: numbers, places, sets of seats, counts of cards and bundles, as compact text.

Every reader takes the name of the part that it reads, for its message, and raises `InvalidNotation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from longroad.core.layout import WORD_BITS
from longroad.notation.errors import InvalidNotation, quoted

RESOURCE_LETTERS: Final = "blwgo"  # brick, lumber, wool, grain, ore
CARD_LETTERS: Final = "krpmv"  # knight, road building, year of plenty, monopoly, victory point
FOR: Final = "~"  # between the two sides of a bundle
UNKNOWN: Final = "?"  # before a number of cards that are not known

_NUMBER: Final = re.compile(r"[0-9]{1,19}")
_COUNT: Final = re.compile(r"([0-9]{1,3})([a-z])")


def read_number(where: str, text: str, least: int, most: int) -> int:
    """Read a number within bounds."""
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise InvalidNotation(f"{where}: {quoted(text)} is not possible; expected {least} to {most}")
    return int(text)


def write_numbers(numbers: Iterable[int]) -> str:
    """Write numbers with dots between."""
    return ".".join(map(str, numbers))


def read_numbers(where: str, text: str, least: int, most: int) -> list[int]:
    """Read different numbers within bounds, with dots between."""
    numbers = [read_number(where, part, least, most) for part in text.split(".")]
    if len(set(numbers)) < len(numbers):
        raise InvalidNotation(f"{where}: {quoted(text)} says the same twice")
    return numbers


def set_of(seats: Iterable[int]) -> int:
    """Make a set of seats."""
    return sum(1 << seat for seat in seats)


def places(words: Sequence[int]) -> list[int]:
    """List the places of a set of two words, ascending."""
    found = []
    for first, word in zip((0, WORD_BITS), words, strict=True):
        while word:
            found.append(first + (word & -word).bit_length() - 1)
            word &= word - 1
    return found


def write_counts(counts: Sequence[int], letters: str) -> str:
    """Write cards by kind, such as `2w1o`; `0` for none."""
    return "".join(f"{count}{letter}" for count, letter in zip(counts, letters, strict=True) if count) or "0"


def read_counts(where: str, text: str, letters: str) -> list[int]:
    """Read cards by kind, in any order."""
    counts = [0] * len(letters)
    at = 0
    while text != "0" and (at < len(text) or not text):
        found = _COUNT.match(text, at)
        if not found or found[2] not in letters:
            raise InvalidNotation(
                f"{where}: {quoted(text)} is not a count of cards; it is written such as 2{letters[2]}1{letters[4]}, "
                f"with the letters {', '.join(letters)}"
            )
        kind = letters.index(found[2])
        if counts[kind]:
            raise InvalidNotation(f"{where}: {quoted(text)} counts {found[2]} twice")
        counts[kind] = int(found[1])
        at = found.end()
    return counts


def write_bundle(counts: Sequence[int]) -> str:
    """Write a bundle, such as `2w~1o`: what its maker gives, then what its maker takes."""
    gives = write_counts([max(count, 0) for count in counts], RESOURCE_LETTERS)
    takes = write_counts([max(-count, 0) for count in counts], RESOURCE_LETTERS)
    return f"{gives}{FOR}{takes}"


def read_bundle(where: str, text: str) -> list[int]:
    """Read a bundle. Both sides give something (TRA-3), and never the same resource (TRA-4)."""
    sides = text.split(FOR)
    if len(sides) != 2:
        raise InvalidNotation(f"{where}: {quoted(text)} is not a bundle; one is written such as 2w{FOR}1o")
    gives, takes = (read_counts(where, side, RESOURCE_LETTERS) for side in sides)
    if not any(gives) or not any(takes):
        raise InvalidNotation(f"{where}: {quoted(text)} is a gift; both sides give something (TRA-3)")
    if any(give and take for give, take in zip(gives, takes, strict=True)):
        raise InvalidNotation(f"{where}: {quoted(text)} has a resource on both sides (TRA-4)")
    return [give - take for give, take in zip(gives, takes, strict=True)]
