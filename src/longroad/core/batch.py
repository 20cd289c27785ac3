"""Many games of one ruleset in preallocated blocks, played or stepped by one call on a chosen back end."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longroad.core.compile.registry import Kind, backend
from longroad.core.island.given import Island
from longroad.core.layout import (
    CHANCE,
    CHANCES,
    LEGAL,
    LEGAL_WORDS,
    NOBODY,
    PHASE,
    SMALL_ROW,
    SMALL_SIZE,
    TURNS,
    WINNER,
    WORDS_ALL,
    WORDS_ROW,
)
from longroad.core.phases import OVER
from longroad.core.playout import play_games, step_games
from longroad.core.queries import COUNTS_ROW, TOTAL_POINTS, count_cards
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import State, template

Numbers: TypeAlias = NDArray[np.int64]

MOST_PLIES: Final = 1_000_000  # where random play stops if nobody has won
NEW_GAME: Final = -1  # in place of a seat: begin a new game
NO_ACTION: Final = CHANCE + 1  # in place of a seat: take no action
PARTS_A_THREAD: Final = 8  # games differ in length, so each thread takes its work in several parts
MOST_ACTION: Final = (1 << 53) - 1


class Batch:
    """Games of one ruleset; `s` (game, small integer) and `m` (game, word) are their blocks.

    On the interpreted back end the blocks are lists of lists, elsewhere arrays with rows of whole cache lines. A game
    is blank, and counts as over, until it is played or begun by a step.

    >>> batch = Batch(Ruleset(players=3), 2, backend="interpreted")
    >>> batch.step([NEW_GAME] * 2, [0] * 2, seeds=[7, 8]).tolist()
    [0, 0]
    >>> batch.state(1).phase
    'found settlement'
    >>> plies = batch.play([7, 8])
    >>> batch.winners.tolist(), batch.points.tolist(), batch.lengths.tolist() == plies.tolist()
    ([0, 1], [[10, 2, 4], [3, 10, 7]], True)
    """

    def __init__(self, ruleset: Ruleset, n: int, backend: Kind = "compiled", island: Island | None = None) -> None:
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise ValueError(f"n={n!r}: expected a whole number from 1")
        if backend not in ("interpreted", "compiled"):
            raise ValueError(f"backend={backend!r}: expected 'interpreted' or 'compiled'")
        self.ruleset = ruleset
        self.n = n
        self.backend = backend
        s, m = template(ruleset, island)
        s[PHASE], s[WINNER] = OVER, NOBODY
        self.s: Any = _rows(s, n, SMALL_ROW, backend, np.int8)
        self.m: Any = _rows(m, n, WORDS_ROW, backend, np.int64)
        self._decisions = np.zeros(n, np.int64)  # plies of each game that are not chance's

    def __len__(self) -> int:
        return self.n

    def play(self, seeds: ArrayLike, threads: int = 1, most: int = MOST_PLIES, *, from_start: bool = True) -> Numbers:
        """Play all games at random to their end or `most` plies further; return how many plies each took.

        They start over unless `from_start` is False. The seeds, one a game, decide everything.
        """
        given = self._given("seed", seeds, 0, MOST_SEED)
        if most < 0:
            raise ValueError(f"most={most!r}: expected a whole number from 0")
        plies = self._blank()
        before = np.zeros(self.n, np.int64) if from_start else self.lengths
        self._run(play_games, threads, given, int(from_start), most, plies)
        taken = np.array(plies, np.int64)
        self._decisions = before + taken - self.chances
        return taken

    def step(
        self,
        seats: ArrayLike,
        actions: ArrayLike,
        seeds: ArrayLike,
        threads: int = 1,
        *,
        resolve_chance: bool = True,
    ) -> Numbers:
        """Take one action in every game, and list what is legal next for the lowest seat that the game waits for.

        A seat may be `NEW_GAME` or `NO_ACTION`. Chance follows from the seeds unless `resolve_chance` is False.
        An illegal action changes nothing. Returns the codes of the refusals, 0 where the action was legal.
        """
        given = (
            self._given("seat", seats, NEW_GAME, NO_ACTION),
            self._given("action", actions, 0, MOST_ACTION),
            self._given("seed", seeds, 0, MOST_SEED),
        )
        codes = self._blank()
        self._run(step_games, threads, *given, int(resolve_chance), codes)
        refusals, who = np.array(codes, np.int64), np.asarray(seats)
        self._decisions[who == NEW_GAME] = 0
        self._decisions[(who >= 0) & (who < CHANCE) & (refusals == 0)] += 1
        return refusals

    def state(self, i: int) -> State:
        """Return a copy of game i as a state."""
        if not 0 <= i < self.n:
            raise IndexError(f"game {i!r}: expected 0 to {self.n - 1}")
        s = [int(value) for value in self.s[i][:SMALL_SIZE]]
        m = [int(value) for value in self.m[i][:WORDS_ALL]]
        return State(s, m)

    @property
    def legality(self) -> Numbers:
        """The legality words (game, word) that the last step listed; see `legal` for what their bits mean."""
        return self._words(LEGAL, LEGAL_WORDS)

    @property
    def chances(self) -> Numbers:
        """How many plies of chance each game has had."""
        return self._words(CHANCES, 1)[:, 0]

    @property
    def winners(self) -> Numbers:
        """The winner of each game, -1 if it is a draw, not over or blank."""
        is_listed = self.backend == "interpreted"
        return np.array([row[WINNER] for row in self.s] if is_listed else self.s[:, WINNER], np.int64)

    @property
    def points(self) -> Numbers:
        """The victory points of each seat (game, seat), hidden ones included."""
        counts: Any = np.zeros((self.n, COUNTS_ROW), np.int64)
        counts = counts.tolist() if self.backend == "interpreted" else counts
        self._run(count_cards, 1, counts)
        return np.array(counts, np.int64)[:, TOTAL_POINTS : TOTAL_POINTS + self.ruleset.players]

    @property
    def lengths(self) -> Numbers:
        """How many plies each game has had, those of chance included."""
        return self._decisions + self.chances

    @property
    def turns(self) -> Numbers:
        """How many turns have begun in each game."""
        return self._words(TURNS, 1)[:, 0]

    def _words(self, first: int, count: int) -> Numbers:
        if self.backend == "interpreted":
            return np.array([row[first : first + count] for row in self.m], np.int64)
        words: Numbers = self.m[:, first : first + count]
        return words

    def _given(self, name: str, values: ArrayLike, least: int, most: int) -> Any:
        """Check one whole number for each game, and return them as the back end needs them."""
        numbers = np.asarray(values)
        if numbers.shape != (self.n,):
            raise ValueError(f"{numbers.size} {name}s given for {self.n} games")
        wrong = np.flatnonzero((numbers < least) | (numbers > most)) if numbers.dtype.kind in "iu" else [0]
        if len(wrong):
            raise ValueError(
                f"{name} {numbers[wrong[0]]} of game {wrong[0]}: expected a whole number from {least} to {most}"
            )
        return numbers.tolist() if self.backend == "interpreted" else np.ascontiguousarray(numbers, np.int64)

    def _blank(self) -> Any:
        return [0] * self.n if self.backend == "interpreted" else np.zeros(self.n, np.int64)

    def _run(self, body: Callable[..., Any], threads: int, *others: Any) -> None:
        """Call an entry point for all games, split among threads; compiled code runs without Python's lock."""
        if threads < 1:
            raise ValueError(f"threads={threads!r}: expected a whole number from 1")
        run = backend(self.backend).entry(body)
        if threads == 1:
            run(self.s, self.m, 0, self.n, *others)
            return
        parts = min(self.n, PARTS_A_THREAD * threads)
        bounds = [self.n * part // parts for part in range(parts + 1)]
        with ThreadPoolExecutor(threads) as pool:
            calls = [
                pool.submit(run, self.s, self.m, first, last, *others) for first, last in itertools.pairwise(bounds)
            ]
        for call in calls:
            call.result()


def _rows(block: list[int], n: int, width: int, backend: Kind, dtype: type[np.signedinteger[Any]]) -> Any:
    """Repeat a block for each game."""
    if backend == "interpreted":
        return [block.copy() for _ in range(n)]
    rows = np.zeros((n, width), dtype)
    rows[:, : len(block)] = block
    return rows
