"""Recorded positions of tables with the same number of seats: the features of every seat, the game, and who won."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

POSITIONS_FORMAT: Final = 2  # what is recorded of a position, and of which ones: positions of other formats do not mix


@dataclass(frozen=True)
class Positions:
    """Positions of games one after another, each in the order in which they were met."""

    features: NDArray[np.int16]  # (position, seat, feature)
    games: NDArray[np.int64]  # by position: the game's seed
    winners: NDArray[np.int8]  # by position: the seat
    trading: NDArray[np.bool_]  # by position: whether players trade with each other

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.features.shape[1])

    @classmethod
    def joined(cls, parts: Iterable[Positions]) -> Positions:
        """Join positions of tables with the same number of seats."""
        columns = zip(*([getattr(part, name) for name in COLUMNS] for part in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))

    @classmethod
    def load(cls, path: Path) -> Positions:
        """Read positions from a file."""
        with np.load(path) as arrays:
            return cls(*(arrays[name] for name in COLUMNS))

    def save(self, path: Path) -> None:
        """Write a file; one that is there is whole."""
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, **{name: getattr(self, name) for name in COLUMNS})
        os.replace(unfinished, path)

    def split(self, share: float) -> tuple[Positions, Positions]:
        """Part the positions into those of the first games and about a share of the last ones."""
        at = int(len(self) * (1 - share))
        while 0 < at < len(self) and self.games[at - 1] == self.games[at]:
            at -= 1
        return self._some(slice(at)), self._some(slice(at, None))

    def _some(self, chosen: slice) -> Positions:
        return Positions(*(getattr(self, name)[chosen] for name in COLUMNS))


COLUMNS: Final = tuple(field.name for field in fields(Positions))

Tables: TypeAlias = dict[int, Positions]  # by the number of seats


def by_seats(parts: Iterable[Positions]) -> Tables:
    """Join positions by the number of seats."""
    sorted_parts: dict[int, list[Positions]] = {}
    for part in parts:
        sorted_parts.setdefault(part.seats, []).append(part)
    return {seats: Positions.joined(some) for seats, some in sorted(sorted_parts.items())}
