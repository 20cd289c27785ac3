"""Ratings of the entrants of many games, by the model of Plackett and Luce as openskill fits it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import NamedTuple

from longroad.arena.result import Result


class RatingsMissing(RuntimeError):
    """The package that rates is not installed."""


class Rating(NamedTuple):
    """A strength and its uncertainty; an entrant that has not played has 25 and 8.3."""

    mu: float
    sigma: float


def check_ratings() -> None:
    """Raise `RatingsMissing` if openskill is not installed."""
    if find_spec("openskill") is None:
        raise RatingsMissing('ratings need openskill: pip install "longroad[ratings]"')


def rate(results: Iterable[Result], entrants: int) -> list[Rating]:
    """Rate the entrants by who won, game after game; a game has a winner, and no second place.

    Raises `RatingsMissing`.
    """
    check_ratings()
    from openskill.models import PlackettLuce  # imported late because it is slow

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(entrants)]
    for result in results:
        if result.winner is None:
            continue
        teams = [[ratings[entrant]] for entrant in result.seats]
        ranks = [float(seat != result.winner) for seat in range(len(teams))]
        for entrant, (rating,) in zip(result.seats, model.rate(teams, ranks=ranks), strict=True):
            ratings[entrant] = rating
    return [Rating(rating.mu, rating.sigma) for rating in ratings]
