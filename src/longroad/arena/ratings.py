"""Ratings: how strong the entrants of many games are, by the model of Plackett and Luce as openskill fits it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from longroad.arena.result import Result


class Rating(NamedTuple):
    """A strength and how uncertain it is; whoever has not played has 25 and 8.3."""

    mu: float
    sigma: float


def rate(results: Iterable[Result], entrants: int) -> list[Rating]:
    """Rate the entrants by who won, game after game; a Catan game has a winner, and no second place."""
    from openskill.models import PlackettLuce  # only who wants ratings waits for it

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
