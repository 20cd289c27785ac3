"""Resource cards as counts: a hand, a bank, a cost, or one side of a trade."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from longroad.core.words import RESOURCE_NAMES
from longroad.notation.errors import InvalidNotation, listed, quoted

MOST_COUNT: Final = 31  # what a bundle of the core has room for; no game has as many cards of a resource

# What people at the table also say.
ALSO_CALLED: Final = {
    "wood": "lumber",
    "sheep": "wool",
    "wheat": "grain",
    "corn": "grain",
    "clay": "brick",
    "rock": "ore",
}
_CALLED: Final = {name: name for name in RESOURCE_NAMES} | ALSO_CALLED
_COUNTED: Final = re.compile(r"(?:(\d{1,4})\s*)?([a-z]+)")


def read_resource(word: str) -> str:
    """Give the name of a resource, which may be said in other words. Raises `InvalidNotation`.

    >>> read_resource("sheep")
    'wool'
    """
    if word not in _CALLED:
        raise InvalidNotation(f"{quoted(word)} is no resource: possible are {listed(RESOURCE_NAMES)}")
    return _CALLED[word]


class Resources(NamedTuple):
    """How many cards of each resource.

    >>> Resources(wool=2, ore=1)
    Resources(brick=0, lumber=0, wool=2, grain=0, ore=1)
    >>> print(Resources(wool=2, ore=1))
    2 wool 1 ore
    >>> print(Resources(wool=2, ore=1) + Resources(ore=2) - Resources(wool=2))
    3 ore
    """

    brick: int = 0
    lumber: int = 0
    wool: int = 0
    grain: int = 0
    ore: int = 0

    @classmethod
    def parse(cls, text: str) -> Resources:
        """Read counts; one card needs no number. Raises `InvalidNotation`.

        >>> Resources.parse("2 wool, 1 ore") == Resources.parse("sheep ore and sheep")
        True
        """
        words = text.lower().replace(",", " ").split()
        counts = dict.fromkeys(RESOURCE_NAMES, 0)
        for count, name in _pairs([word for word in words if word != "and"], text):
            counts[name] += count
        if max(counts.values()) > MOST_COUNT:
            raise InvalidNotation(f"{quoted(text)}: a bundle holds at most {MOST_COUNT} cards of a resource")
        return cls(**counts)

    @classmethod
    def from_json(cls, counts: Mapping[str, Any]) -> Resources:
        """Read counts by name. Raises `InvalidNotation`.

        >>> Resources.from_json({"ore": 3, "grain": 2})
        Resources(brick=0, lumber=0, wool=0, grain=2, ore=3)
        """
        for name, count in counts.items():
            if name not in RESOURCE_NAMES:
                raise InvalidNotation(f"{quoted(str(name))} is no resource: possible are {listed(RESOURCE_NAMES)}")
            if type(count) is not int or not 0 <= count <= MOST_COUNT:
                raise InvalidNotation(f"{count!r} {name}: possible are whole numbers from 0 to {MOST_COUNT}")
        return cls(**counts)

    def to_json(self) -> dict[str, int]:
        """Give the counts by name, without zeros.

        >>> Resources(wool=2, ore=1).to_json()
        {'wool': 2, 'ore': 1}
        """
        return {name: count for name, count in zip(RESOURCE_NAMES, self, strict=True) if count}

    @property
    def total(self) -> int:
        """How many cards in all.

        >>> Resources(wool=2, ore=1).total
        3
        """
        return sum(self)

    def covers(self, other: Resources) -> bool:
        """Tell whether there are at least as many cards of each resource; `<` and `>` do not, they compare tuples.

        >>> Resources(wool=2, ore=1).covers(Resources(ore=1)), Resources(wool=2).covers(Resources(ore=1))
        (True, False)
        """
        return all(count >= needed for count, needed in zip(self, other, strict=True))

    def __add__(self, other: Resources) -> Resources:  # type: ignore[override]  # a tuple would grow
        if not isinstance(other, Resources):
            return NotImplemented
        return Resources(*map(operator.add, self, other))

    def __sub__(self, other: Resources) -> Resources:
        if not isinstance(other, Resources):
            return NotImplemented
        return Resources(*map(operator.sub, self, other))

    def __str__(self) -> str:
        return " ".join(f"{count} {name}" for name, count in zip(RESOURCE_NAMES, self, strict=True) if count)


def _pairs(words: list[str], text: str) -> Iterator[tuple[int, str]]:
    """Give counts and names: '2 wool', 'wool' or '2wool'."""
    waiting = ""
    for word in words:
        if word.isascii() and word.isdigit() and not waiting:
            waiting = word
            continue
        match = _COUNTED.fullmatch(waiting + word)
        if match is None:
            raise InvalidNotation(
                f"{quoted(word)} in {quoted(text)}: expected counts and resources, such as '2 wool 1 ore'"
            )
        waiting = ""
        yield int(match[1] or 1), read_resource(match[2])
    if waiting:
        raise InvalidNotation(f"{quoted(waiting)} at the end of {quoted(text)}: of which resource?")
