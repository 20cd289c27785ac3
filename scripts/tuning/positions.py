"""Kept positions: the features of every seat, and who won."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from longroad.search.features import FEATURES


@dataclass(frozen=True)
class Positions:
    """Positions of one table or several; where fewer sit than at the largest table, the rest of a row is zeros."""

    features: NDArray[np.int16]  # (position, seat, feature)
    seats: NDArray[np.int8]  # by position: how many play
    winners: NDArray[np.int8]  # by position: the seat

    def __len__(self) -> int:
        return len(self.winners)

    @classmethod
    def of_table(cls, features: NDArray[np.int16], winners: NDArray[np.int64]) -> Positions:
        """Return the positions of one table."""
        count, players, _ = features.shape
        return cls(features.copy(), np.full(count, players, np.int8), winners.astype(np.int8))

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Join positions, of different tables too."""
        total = sum(map(len, parts))
        features = np.zeros((total, max(part.features.shape[1] for part in parts), FEATURES), np.int16)
        at = 0
        for part in parts:
            features[at : at + len(part), : part.features.shape[1]] = part.features
            at += len(part)
        seats = np.concatenate([part.seats for part in parts])
        return cls(features, seats, np.concatenate([part.winners for part in parts]))

    @classmethod
    def load(cls, path: Path) -> Positions:
        """Read positions from a file."""
        with np.load(path) as arrays:
            return cls(arrays["features"], arrays["seats"], arrays["winners"])

    @staticmethod
    def count(path: Path) -> int:
        """Return how many positions a file holds."""
        with np.load(path) as arrays:
            return len(arrays["winners"])

    def save(self, path: Path) -> None:
        """Write a file; one that is there is whole."""
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez_compressed(file, features=self.features, seats=self.seats, winners=self.winners)
        os.replace(unfinished, path)

    def split(self, at: int) -> tuple[Positions, Positions]:
        """Part the positions into those before a place and those behind it."""
        return (
            Positions(self.features[:at], self.seats[:at], self.winners[:at]),
            Positions(self.features[at:], self.seats[at:], self.winners[at:]),
        )
