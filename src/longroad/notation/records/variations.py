"""Variations: what could have been played instead of a ply, as PGN has them, with variations of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from longroad.core.actions import ply_action, ply_seat
from longroad.core.state import IllegalAction, State
from longroad.notation.actions import Ply
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.plies import Plies
from longroad.notation.records.parts import UNWRITTEN, check_clock, check_comment

MOST_DEPTH: Final = 64  # variations within variations


@dataclass(frozen=True, slots=True)
class Variation:
    """Plies that could have been played instead of one ply and those after it.

    `codes`, `clocks`, `comments`, `foreword` and `variations` are those of a `Record`; the variation's first ply is
    number 0. Raises `InvalidNotation` for a variation that cannot be written; whether its plies are legal where it
    branches is checked when a record is read.

    >>> variation = Variation.of("0: robber 4", "*: 0 stole ore from 2", name="For the ore")
    >>> variation.name, len(variation.plies)
    ('For the ore', 2)
    """

    codes: Sequence[int]
    name: str | None = None
    foreword: str | None = None
    clocks: Mapping[int, int] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: Mapping[int, Sequence[Variation]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", tuple(self.codes))
        object.__setattr__(self, "variations", frozen(self.variations))
        if not self.codes:
            raise InvalidNotation("a variation has at least one ply")
        if self.name is not None:
            check_name(self.name)
        check_line(len(self.codes), self.foreword, self.clocks, self.comments, self.variations)
        if self.depth > MOST_DEPTH:
            raise InvalidNotation(f"variations are nested at most {MOST_DEPTH} deep")

    @classmethod
    def of(cls, *plies: Ply | str, name: str | None = None) -> Variation:
        """Return the variation of plies, each as text or a `Ply`. Raises `InvalidNotation`.

        >>> [str(ply) for ply in Variation.of("0: road 50", "0: end").plies]
        ['0: road 50', '0: end']
        """
        return cls([(Ply.parse(ply) if isinstance(ply, str) else ply).code for ply in plies], name)

    @property
    def plies(self) -> Plies:
        """The plies.

        >>> str(Variation.of("0: road 50").plies[0])
        '0: road 50'
        """
        return Plies(self.codes)

    @property
    def depth(self) -> int:
        """How deep variations are nested: 1 if it has none of its own.

        >>> Variation.of("0: road 50").depth
        1
        """
        return 1 + max((inner.depth for many in self.variations.values() for inner in many), default=0)


def frozen(variations: Mapping[int, Sequence[Variation]]) -> dict[int, tuple[Variation, ...]]:
    """Return variations that cannot be changed; a ply without any is left out."""
    return {number: tuple(variations[number]) for number in variations if variations[number]}


def check_line(
    count: int,
    foreword: str | None,
    clocks: Mapping[int, int],
    comments: Mapping[int, str],
    variations: Mapping[int, Sequence[Variation]],
) -> None:
    """Check that what belongs to `count` plies can be written. Raises `InvalidNotation`."""
    for comment in (*comments.values(), *([] if foreword is None else [foreword])):
        check_comment(comment)
    for clock in clocks.values():
        check_clock(clock)
    for number in (*comments, *clocks, *variations):
        if type(number) is not int or not 0 <= number < count:
            raise InvalidNotation(f"ply {number!r} has a clock, a comment or a variation, but there are {count} plies")


def check_name(name: str) -> None:
    """Check that the name of a variation can be written. Raises `InvalidNotation`."""
    if not isinstance(name, str) or not name or name != name.strip():
        raise InvalidNotation(f"variation {name!r}: a name is text without spaces around it")
    found = UNWRITTEN.search(name)
    if found is not None:
        raise InvalidNotation(f"variation {quoted(name)}: no name holds the character {found[0]!a}")


class Played(NamedTuple):
    """A ply of a variation: its place in words, its code, and why it is not legal, if it is not."""

    place: str
    code: int
    error: IllegalAction | None


def play_variations(variations: Sequence[Variation], before: State, place: str = "") -> Iterator[Played]:
    """Play the variations of a ply, all from the state before it; yield every ply in the order of the text.

    It stops after the first ply that is not legal.
    """
    for at, variation in enumerate(variations):
        state = before.copy()
        for number, code in enumerate(variation.codes):
            inner = variation.variations.get(number, ())
            branch = state.copy() if inner else state
            step = _play(state, code, f"{place}variation {at}, ply {number}: ")
            yield step
            if step.error is not None:
                return
            yield from play_variations(inner, branch, step.place)


def _play(state: State, code: int, place: str) -> Played:
    try:
        state.apply(ply_seat(code), ply_action(code))
    except IllegalAction as error:
        return Played(place, code, error)
    return Played(place, code, None)
