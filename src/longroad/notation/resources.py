"""Resource cards as counts: a hand, a bank, a cost, or one side of a trade."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, SupportsIndex

from longroad.core.actions import MOST_COUNT
from longroad.core.words import RESOURCE_NAMES
from longroad.notation.errors import InvalidNotation, listed, quoted

NO_CARDS: Final = "nothing"  # how no cards are written

# Other names that people use.
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
    """Return the name of a resource, also for another word for it. Raises `InvalidNotation`.

    >>> read_resource("sheep")
    'wool'
    """
    if word not in _CALLED:
        raise InvalidNotation(f"{quoted(word)} is not a resource: expected one of {listed(RESOURCE_NAMES)}")
    return _CALLED[word]


class Resources:
    """How many cards of each resource: a hand, the bank, a cost, or one side of a trade. It cannot be changed.

    `+`, `-` and `sum` add and remove cards, `*` multiplies the counts. `>=` means 'covers': at least as many cards of
    every resource. The order is partial: of `2 wool` and `1 ore` neither covers the other, so `<=` and `>=` are both
    False. `<` and `>` are the same without equality. Iterating yields the five counts in the order brick, lumber, wool,
    grain, ore; one count is `hand.wool` or `hand["wool"]`, and `items()` yields names and counts. No cards are falsy.

    Raises `ValueError` for a count below 0 (also where `-` would lead to one) and `TypeError` for one that is not a
    whole number or has no such name.

    >>> hand = Resources(wool=2, ore=1)
    >>> hand
    Resources(wool=2, ore=1)
    >>> print(hand + Resources(ore=2) - Resources(wool=2))
    3 ore
    >>> print(sum([hand, hand]), "|", hand - hand)
    4 wool 2 ore | nothing
    >>> hand >= Resources(ore=1), hand >= Resources(grain=1), hand <= Resources(grain=1)
    (True, False, False)
    >>> hand - Resources(grain=1)
    Traceback (most recent call last):
    ...
    ValueError: '2 wool 1 ore' - '1 grain': there is not enough grain
    """

    __slots__ = ("_counts",)
    __match_args__ = RESOURCE_NAMES
    _counts: tuple[int, ...]

    def __init__(self, brick: int = 0, lumber: int = 0, wool: int = 0, grain: int = 0, ore: int = 0) -> None:
        counts: tuple[int, ...] = (brick, lumber, wool, grain, ore)
        for count in counts:
            if type(count) is not int or count < 0:
                counts = tuple(map(_checked, RESOURCE_NAMES, counts))
                break
        object.__setattr__(self, "_counts", counts)

    @classmethod
    def parse(cls, text: str) -> Resources:
        """Read counts; one card needs no number, and 'nothing' is no card. Raises `InvalidNotation`.

        >>> Resources.parse("2 wool, 1 ore") == Resources.parse("sheep ore and sheep")
        True
        """
        words = text.lower().replace(",", " ").split()
        if words == [NO_CARDS]:
            return cls()
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
        Resources(grain=2, ore=3)
        """
        for name, count in counts.items():
            if name not in RESOURCE_NAMES:
                raise InvalidNotation(
                    f"{quoted(str(name))} is not a resource: expected one of {listed(RESOURCE_NAMES)}"
                )
            if type(count) is not int or not 0 <= count <= MOST_COUNT:
                raise InvalidNotation(f"{count!r} {name}: expected a whole number from 0 to {MOST_COUNT}")
        return cls(**counts)

    def to_json(self) -> dict[str, int]:
        """Return the counts by name, without zeros.

        >>> Resources(wool=2, ore=1).to_json()
        {'wool': 2, 'ore': 1}
        """
        return {name: count for name, count in self.items() if count}

    # --- counts -------------------------------------------------------------------------------------------------------

    @property
    def brick(self) -> int:
        """The number of brick cards.

        >>> Resources(brick=2).brick
        2
        """
        return self._counts[0]

    @property
    def lumber(self) -> int:
        """The number of lumber cards.

        >>> Resources(lumber=2).lumber
        2
        """
        return self._counts[1]

    @property
    def wool(self) -> int:
        """The number of wool cards.

        >>> Resources(wool=2).wool
        2
        """
        return self._counts[2]

    @property
    def grain(self) -> int:
        """The number of grain cards.

        >>> Resources(grain=2).grain
        2
        """
        return self._counts[3]

    @property
    def ore(self) -> int:
        """The number of ore cards.

        >>> Resources(ore=2).ore
        2
        """
        return self._counts[4]

    @property
    def total(self) -> int:
        """How many cards in all.

        >>> Resources(wool=2, ore=1).total
        3
        """
        return sum(self._counts)

    def items(self) -> Iterator[tuple[str, int]]:
        """Iterate over all five names and counts.

        >>> max(Resources(wool=2, ore=1).items(), key=lambda item: item[1])
        ('wool', 2)
        """
        return zip(RESOURCE_NAMES, self._counts, strict=True)

    def __getitem__(self, name: str) -> int:
        if name not in RESOURCE_NAMES:
            raise KeyError(f"{name!r}: expected one of {listed(RESOURCE_NAMES)}")
        return self._counts[RESOURCE_NAMES.index(name)]

    def __iter__(self) -> Iterator[int]:
        return iter(self._counts)

    __contains__ = None  # is it a name or a count?

    def __bool__(self) -> bool:
        return any(self._counts)

    # --- arithmetic and order -----------------------------------------------------------------------------------------

    def __add__(self, other: Resources) -> Resources:
        if not isinstance(other, Resources):
            return NotImplemented
        return _resources(map(operator.add, self._counts, other._counts))

    def __radd__(self, other: int) -> Resources:
        """Add to 0, with which `sum` begins."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __sub__(self, other: Resources) -> Resources:
        if not isinstance(other, Resources):
            return NotImplemented
        counts = tuple(map(operator.sub, self._counts, other._counts))
        if min(counts) < 0:
            short = listed(name for name, count in zip(RESOURCE_NAMES, counts, strict=True) if count < 0)
            raise ValueError(f"{str(self)!r} - {str(other)!r}: there is not enough {short}")
        return _resources(counts)

    def __mul__(self, times: SupportsIndex) -> Resources:
        if isinstance(times, bool) or not hasattr(times, "__index__"):
            return NotImplemented
        number = operator.index(times)
        if number < 0:
            raise ValueError(f"{str(self)!r} * {number}: counts are never below 0")
        return _resources(number * count for count in self._counts)

    __rmul__ = __mul__

    def __ge__(self, other: Resources) -> bool:
        if not isinstance(other, Resources):
            return NotImplemented
        return all(map(operator.ge, self._counts, other._counts))

    def __le__(self, other: Resources) -> bool:
        return other >= self if isinstance(other, Resources) else NotImplemented

    def __gt__(self, other: Resources) -> bool:
        return self >= other and self != other if isinstance(other, Resources) else NotImplemented

    def __lt__(self, other: Resources) -> bool:
        return other > self if isinstance(other, Resources) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Resources) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._counts)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"resources cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[Resources], tuple[int, ...]]:
        return Resources, self._counts

    def __str__(self) -> str:
        return " ".join(f"{count} {name}" for name, count in self.items() if count) or NO_CARDS

    def __repr__(self) -> str:
        return f"Resources({', '.join(f'{name}={count}' for name, count in self.items() if count)})"


def _resources(counts: Iterable[int]) -> Resources:
    """Return resources of counts that are known to be whole numbers from 0 on."""
    made = object.__new__(Resources)
    object.__setattr__(made, "_counts", tuple(counts))
    return made


def _checked(name: str, count: object) -> int:
    """Return a count of any integer type, such as NumPy's. Raises `TypeError` or `ValueError`."""
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        hint = "; Resources.parse reads text" if isinstance(count, str) else ""
        raise TypeError(f"{name}={count!r}: a count is a whole number{hint}")
    if operator.index(count) < 0:
        raise ValueError(f"{name}={count!r}: a count is never below 0")
    return operator.index(count)


def _pairs(words: list[str], text: str) -> Iterator[tuple[int, str]]:
    """Yield counts and names: '2 wool', 'wool' or '2wool'."""
    waiting = ""
    for word in words:
        if word.isascii() and word.isdigit() and not waiting:
            waiting = word
            continue
        match = _COUNTED.fullmatch(f"{waiting} {word}".strip())
        if match is None:
            raise InvalidNotation(
                f"{quoted(word)} in {quoted(text)}: expected counts and resources, such as '2 wool 1 ore'"
            )
        waiting = ""
        yield int(match[1] or 1), read_resource(match[2])
    if waiting:
        raise InvalidNotation(f"{quoted(waiting)} at the end of {quoted(text)}: of which resource?")
