"""The log of a game as a sequence of plies, which are read from their integers on access."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, overload

from longroad.notation.actions import Ply

MOST_SHOWN: Final = 10  # plies that `repr` lists


class Plies(Sequence[Ply]):
    """The plies of a log. It does not change when the game goes on; a slice of it is a tuple.

    One ply costs the same however long the log is.

    >>> from longroad import Game
    >>> game = Game("beginner", seed=7)
    >>> game.push("roll")
    >>> str(game.plies[-1]), len(game.plies)
    ('*: rolled 3+3', 2)
    """

    __slots__ = ("_codes", "_count")

    def __init__(self, codes: Sequence[int]) -> None:
        self._codes = codes  # it may grow after the first `_count`, which never change
        self._count = len(codes)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Ply: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Ply, ...]: ...
    def __getitem__(self, index: int | slice) -> Ply | tuple[Ply, ...]:
        if isinstance(index, int) and not -self._count <= index < self._count:
            raise IndexError(f"ply {index}: the log has {self._count} plies")
        numbers = range(self._count)[index]
        if isinstance(numbers, range):
            return tuple(Ply.from_code(self._codes[number]) for number in numbers)
        return Ply.from_code(self._codes[numbers])

    def __iter__(self) -> Iterator[Ply]:
        return map(Ply.from_code, islice(self._codes, self._count))

    def __eq__(self, other: object) -> bool:
        """Whether another sequence, a tuple or a list say, holds the same plies."""
        if not isinstance(other, Plies | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        more = [f"{len(self) - MOST_SHOWN} before"] if len(self) > MOST_SHOWN else []
        return f"<Plies: {', '.join([*more, *map(str, self[-MOST_SHOWN:])]) or 'none'}>"
