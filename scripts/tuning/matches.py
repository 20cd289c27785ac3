"""Matches of weights: who sits where, the games, and the shares of victories with their intervals.

A deal is an island with its dice. It is played once for every way the two sides sit, so that its luck cancels out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from longroad.arena.statistics import Interval, paired, wilson
from longroad.core.ruleset import Ruleset
from scripts.tuning.play import Weights, chunks, game_seeds, in_order, play

Seatings: TypeAlias = tuple[tuple[bool, ...], ...]  # by way to sit: which seats are of the first side
OnGames: TypeAlias = Callable[[int], None]  # is called with how many more games are over

DEALS_AT_ONCE: Final = 10
MATCH_PART: Final = 4000  # of a run's games


def no_report(games: int) -> None:
    """OnGames nobody of games that have ended."""


@dataclass(frozen=True)
class Score:
    """How the first side did: deal by deal its victories, and the number of games of a deal."""

    wins: tuple[float, ...]
    games_a_deal: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.games_a_deal * len(self.wins)

    @property
    def share(self) -> float:
        """The share of games that the first side won."""
        return sum(self.wins) / self.games

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share, from deal to deal; from game to game where all deals went alike."""
        found = paired([(won, self.games_a_deal) for won in self.wins]) or wilson(round(sum(self.wins)), self.games)
        assert found is not None
        return found

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {self.games} games"


def one_among(players: int) -> Seatings:
    """Seat the first side once at each place, among the second."""
    return tuple(tuple(seat == one for seat in range(players)) for one in range(players))


def half_each(players: int) -> Seatings:
    """Seat the sides by turns, and then the other way round."""
    return tuple(tuple(seat % 2 == first for seat in range(players)) for first in range(2))


@dataclass(frozen=True)
class MatchSettings:
    """Where weights meet: the rules, the nodes of a search, the threads, and the run whose islands are played."""

    ruleset: Ruleset
    nodes: int
    workers: int
    seed: int

    def wins(self, first: Weights, second: Weights, seating: tuple[bool, ...], part: int, deals: range) -> list[float]:
        """Play deals with one seating; return for each whether the first side won, as 1 or 0.

        A game that does not end in time, which hardly happens, is divided among the seats.
        """
        by_seat = [first if is_first else second for is_first in seating]
        winners = play(self.ruleset, game_seeds(self.seed, part, deals), by_seat, self.nodes).winners
        divided = sum(seating) / len(seating)
        return [float(seating[winner]) if winner >= 0 else divided for winner in winners]

    def play_match(
        self,
        first: Weights,
        second: Weights,
        seatings: Seatings,
        deals: int,
        part: int = MATCH_PART,
        on_games: OnGames = no_report,
    ) -> Score:
        """Play a number of deals; `on_games` is called as games end."""

        def played(some: range) -> list[float]:
            by_seating = [self.wins(first, second, seating, part, some) for seating in seatings]
            return [sum(games) for games in zip(*by_seating, strict=True)]

        wins: list[float] = []
        for more in in_order(played, chunks(deals, DEALS_AT_ONCE), self.workers):
            wins += more
            on_games(len(more) * len(seatings))
        return Score(tuple(wins), len(seatings))
