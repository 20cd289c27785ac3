"""Plays a match: from its specification to its games, on this machine or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from statistics import fmean
from typing import Protocol

from longroad.arena.luck import adjusted_wins
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.arena.results_file import ResultsFile
from longroad.arena.statistics import Sprt


class Runner(Protocol):
    """Plays games: in worker processes here, or on a cluster."""

    def __call__(
        self, spec: MatchSpec, numbers: Iterable[int], workers: int | None, is_strict: bool
    ) -> Iterator[Result]:
        """Play games, and yield each as it ends. Raises `BotFault` if they are strict."""


def run_match(
    spec: MatchSpec,
    games: int,
    results_file: ResultsFile,
    play: Runner,
    workers: int | None = None,
    sprt: Sprt | None = None,
    on_result: Callable[[Result], object] = lambda result: None,
    is_strict: bool = False,
) -> list[Result]:
    """Play `games` games, or until the test has decided; return those that count, by their number.

    What was played before is not played again, unless a strict match looks for its faults. Which games count
    follows from the specification alone: those before the test decided, in the order of their numbers, however many
    ended meanwhile. `on_result` is called with each game as it ends.
    """
    known = results_file.games
    if is_strict:
        known = {number: game for number, game in known.items() if not game.has_faults}
    stop = StopRule(spec, games, sprt)
    if not stop.is_reached(known):
        missing = [number for number in range(games) if number not in known]
        playing = play(spec, missing, workers, is_strict)
        try:
            for result in playing:
                results_file.add(result)
                known[result.number] = result
                on_result(result)
                if stop.is_reached(known):
                    break
        finally:
            close = getattr(playing, "close", None)
            if close is not None:
                close()
    return games_before(known, stop.after)


def games_before(games: Mapping[int, Result], before: int) -> list[Result]:
    """Return the games that count, by their number."""
    return [games[number] for number in sorted(games) if number < before]


class StopRule:
    """When a match ends: after a number of games, or after the deal at which the test of the first entrant has decided.

    Games are counted in the order of their numbers, and the test gets whole deals only. Where luck was measured, it
    tests what is left of the wins without luck.
    """

    def __init__(self, spec: MatchSpec, games: int, sprt: Sprt | None) -> None:
        self.after = games
        self.decision: str | None = None
        self.ratio = 0.0  # of the test
        self.wins = self.games = 0  # of the first entrant, in whole deals
        self._spec, self._sprt = spec, sprt
        self._seen = self._wins = self._played = 0
        self._without_luck: list[float] = []  # the wins of each game of a deal
        self._deals: list[float] = []

    def is_reached(self, games: Mapping[int, Result]) -> bool:
        """Return whether there are enough games; those that were counted before are not counted again."""
        while self._seen < self.after and self._seen in games:
            result = games[self._seen]
            self._seen += 1
            self._played += 0 in result.seats
            self._wins += result.winning_entrant == 0
            if self._sprt and self._spec.has_luck and 0 in result.seats:
                self._without_luck.append(adjusted_wins(result, {0}))
            if self._seen % self._spec.games_a_deal == 0:
                self._end_deal()
        return self._seen == self.after

    def _end_deal(self) -> None:
        """Run the test, if there is one, and stop once it has decided."""
        self.wins, self.games = self._wins, self._played
        if self._sprt is None:
            return
        if self._spec.has_luck:
            self._deals.append(fmean(self._without_luck))
            self._without_luck.clear()
            self.ratio = self._sprt.ratio_of_deals(self._deals, self._spec.games_of((0,)))
        else:
            self.ratio = self._sprt.ratio(self.wins, self.games)
        self.decision = self._sprt.decision(self.ratio)
        if self.decision:
            self.after = self._seen
