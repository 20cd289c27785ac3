"""Statistics of a share of games: intervals, and a test that says when enough has been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean
from typing import Final, TypeAlias

Interval: TypeAlias = tuple[float, float]

Z95: Final = 1.959963984540054  # standard deviations to either side that hold 95 %
PRIOR_DEALS: Final = 20  # as which the variance of plain wins counts


def wilson(wins: int, games: int) -> Interval | None:
    """Return Wilson's 95 % interval of a share; None before the first game.

    >>> [round(bound, 4) for bound in wilson(10, 100)]
    [0.0552, 0.1744]
    """
    if games == 0:
        return None
    share, spread = wins / games, Z95**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def paired(counts: Sequence[tuple[float, int]]) -> Interval | None:
    """Return the 95 % interval of a share from its counts in each deal, wins and games; None if all deals are alike.

    The games of a deal have their luck in common, so the deals, not the games, are treated as independent. The wins
    may be a difference of wins, for the interval of a difference.

    >>> [round(bound, 3) for bound in paired([(1, 4), (2, 4), (0, 4), (1, 4)])]
    [0.05, 0.45]
    """
    games = sum(n for _, n in counts)
    if len(set(counts)) < 2:
        return None
    share = sum(wins for wins, _ in counts) / games
    squares = sum((wins - share * n) ** 2 for wins, n in counts)
    half = Z95 * sqrt(len(counts) / (len(counts) - 1) * squares) / games
    return share - half, share + half


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test whether a share is at most `p0` or at least `p1`.

    Of plain wins it treats games as independent. Those of a deal are not: an entrant that gets the good seat of an
    island also gets its bad seat in the same deal, which makes the share steadier than the test assumes, and the test
    cautious. Of results without luck it treats deals as independent, and takes their variance from them.

    >>> test = Sprt(0.25, 0.5)
    >>> [round(bound, 3) for bound in test.bounds]
    [-2.944, 2.944]
    >>> [test.decision(test.ratio(wins, 20)) for wins in (12, 4, 8)]
    ['at least p1', 'at most p0', None]
    """

    p0: float
    p1: float
    alpha: float = 0.05  # chance of deciding for p1 where p0 is true
    beta: float = 0.05  # chance of deciding for p0 where p1 is true

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise ValueError(f"{self.p0:g},{self.p1:g}: expected two shares between 0 and 1, the smaller one first")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} {getattr(self, name):g}: expected a number between 0 and 0.5")

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios from which p0, and p1, is accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, wins: int, games: int) -> float:
        """Return the logarithm of how much likelier the games are under p1 than under p0."""
        return wins * log(self.p1 / self.p0) + (games - wins) * log((1 - self.p1) / (1 - self.p0))

    def ratio_of_deals(self, shares: Sequence[float], games: int) -> float:
        """Return the same for shares of independent deals with so many games each, which may be adjusted for luck.

        Their mean is taken as normal. Its variance is what the deals show and what plain wins would have, the latter
        with the weight of `PRIOR_DEALS` deals, so that a few deals that happen to be alike decide nothing.

        >>> round(Sprt(0.25, 0.5).ratio_of_deals([0.3, 0.5, 0.4, 0.6] * 5, 4), 2)
        10.29
        """
        if not shares:
            return 0.0
        middle, mean = (self.p0 + self.p1) / 2, fmean(shares)
        squares = sum((share - mean) ** 2 for share in shares) + PRIOR_DEALS * middle * (1 - middle) / games
        variance = squares / (len(shares) - 1 + PRIOR_DEALS)
        return len(shares) * (self.p1 - self.p0) * (mean - middle) / variance

    def decision(self, ratio: float) -> str | None:
        """Return what a ratio has decided, if anything."""
        lower, upper = self.bounds
        return "at least p1" if ratio >= upper else "at most p0" if ratio <= lower else None
