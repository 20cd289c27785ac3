"""Every seat's chance to win in a position, in fixed point: the chances add up to `CERTAIN`, to the last bit.

Where chance acts, the chances are the mean over all outcomes, by their exact weights; before a roll, the mean over the
rolls. Where a seat decides, they are those at the end of the turn that the search finds best, after its special build
phase. When the game is over, they are certain. So a ply of chance changes them by luck alone. While players roll for
the start, they are the mean over who may begin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from longroad.core.actions import ROLL
from longroad.core.layout import (
    CHANCE,
    FIRST,
    FOUNDING_ROLLS,
    PHASE,
    PLAYERS,
    ROLLING,
    SMALL_ROW,
    TURN,
    WINNER,
    WORDS_ROW,
)
from longroad.core.phases import BEFORE_ROLL, ROLL_FOR_START
from longroad.core.rules.founding import continue_founding
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import Searcher
from longroad.search.weights import FILE

USUAL_NODES: Final = 64  # of the search of a turn
MOST_LOST: Final = 64  # of `CERTAIN`, by rounding
STATES_AT_ONCE: Final = 256  # that a thread values in one call
TIES: Final = 60  # can be shared by any number of seats

Chances = tuple[int, ...]  # by seat


class Mean(NamedTuple):
    """The mean over some parts, each a `Mean` or the number of a state to be valued, by their weights."""

    parts: list[tuple[int, Mean | int]]


class Valuer:
    """Values states; several threads share the work, and their number changes nothing in the values.

    >>> from longroad import Game
    >>> [chances] = Valuer(nodes=8).values([Game("beginner", seed=7).seen])
    >>> len(chances), sum(chances) == CERTAIN
    (4, True)
    """

    def __init__(self, nodes: int = USUAL_NODES, threads: int = 1, weights_file: str = FILE) -> None:
        self._nodes = nodes
        self._searchers = [Searcher(weights_file) for _ in range(threads)]

    def values(self, states: Sequence[State]) -> list[Chances]:
        """Return the chances in each of some states."""
        plan = Plan()
        roots = [plan.add(state) for state in states]
        valued = self._search(plan.states)
        return [_chances(root, valued, state.s[PLAYERS]) for root, state in zip(roots, states, strict=True)]

    def _search(self, states: Sequence[State]) -> list[Chances]:
        """Value states in which a seat decides, or which are over."""
        parts = [states[first : first + STATES_AT_ONCE] for first in range(0, len(states), STATES_AT_ONCE)]
        count = len(self._searchers)
        lanes = [parts[number::count] for number in range(count)]
        with ThreadPoolExecutor(count) as pool:
            done = list(pool.map(self._search_parts, self._searchers, lanes))
        ordered = [done[number % count][number // count] for number in range(len(parts))]
        rows = [row for part in ordered for row in part]
        return [
            certain(state) if state.is_over else _adding_up(row[: state.s[PLAYERS]])
            for state, row in zip(states, rows, strict=True)
        ]

    def _search_parts(self, searcher: Searcher, parts: Sequence[Sequence[State]]) -> list[list[list[int]]]:
        return [searcher.value_states(*_blocks(part), self._nodes).tolist() for part in parts]


class Plan:
    """What has to be valued, and how it is put together; what occurs several times is valued once."""

    def __init__(self) -> None:
        self.states: list[State] = []  # in which a seat decides, or which are over
        self._known: dict[bytes, Mean | int] = {}

    def add(self, state: State) -> Mean | int:
        """Add a state, and return how its chances are put together."""
        key = state.to_bytes()
        if key not in self._known:
            self._known[key] = self._added(state)
        return self._known[key]

    def _added(self, state: State) -> Mean | int:
        if state.s[PHASE] == ROLL_FOR_START:
            return Mean([(weight, self.add(begun)) for weight, begun in _begun_by_each(state)])
        if state.s[PHASE] == BEFORE_ROLL:
            rolling = state.copy()
            rolling.apply(state.s[TURN], ROLL)
            return self.add(rolling)
        if state.is_chance:
            return Mean([(weight, self.add(after)) for weight, after in outcomes_of(state)])
        self.states.append(state)
        return len(self.states) - 1


def outcomes_of(state: State) -> Iterator[tuple[int, State]]:
    """Yield the outcomes of chance with their weights, as the states that they lead to."""
    for code, weight in state.outcomes():
        yield weight, after_outcome(state, code)


def after_outcome(state: State, code: int) -> State:
    """Return the state that an outcome of chance leads to."""
    after = state.copy()
    after.apply(CHANCE, code)
    return after


def _begun_by_each(state: State) -> Iterator[tuple[int, State]]:
    """Yield the state after the rolls for the start for each seat that may begin, with its weight (SET-2)."""
    players = state.s[PLAYERS]
    rolls = tuple(state.s[FOUNDING_ROLLS : FOUNDING_ROLLS + players])
    for seat, weight in enumerate(start_weights(rolls, state.s[ROLLING])):
        if weight:
            begun = state.copy()
            begun.s[FIRST], begun.s[ROLLING] = seat, 0
            continue_founding(begun.s, begun.m)
            yield weight, begun


@cache
def start_weights(rolls: tuple[int, ...], rolling: int) -> tuple[int, ...]:
    """Return how likely each seat is to begin, after these rolls and those of the seats that still roll.

    >>> start_weights((0, 0, 0), 0b111)
    (933120, 933120, 933120)
    >>> start_weights((12, 4, 0), 0b100)  # a third one who rolls 12 as well will begin in every other game
    (2130, 0, 30)
    """
    best = max(rolls)
    leaders = sum(1 << seat for seat, roll in enumerate(rolls) if roll == best and roll)
    likely = {(best, leaders): 1}
    for seat in range(len(rolls)):
        if rolling >> seat & 1:
            likely = _after_roll(likely, 1 << seat)
    return tuple(
        sum(TIES // led.bit_count() * weight for (_, led), weight in likely.items() if led >> seat & 1)
        for seat in range(len(rolls))
    )


def _after_roll(likely: Mapping[tuple[int, int], int], roller: int) -> dict[tuple[int, int], int]:
    """Return how likely each best roll and the set of those who have it are after one more has rolled."""
    after = Counter[tuple[int, int]]()
    for (best, leaders), weight in likely.items():
        for total in range(2, 13):
            led = roller if total > best else leaders | roller if total == best else leaders
            after[max(best, total), led] += weight * (6 - abs(total - 7))
    return after


def certain(state: State) -> Chances:
    """Return the chances in a game that is over; a draw is shared by all.

    >>> from longroad import Game
    >>> state = Game("beginner").seen.copy()
    >>> state.s[WINNER] = 2
    >>> certain(state) == (0, 0, CERTAIN, 0)
    True
    """
    winner, players = state.s[WINNER], state.s[PLAYERS]
    if winner < 0:
        return _adding_up([CERTAIN // players] * players)
    return tuple(CERTAIN * (seat == winner) for seat in range(players))


def _chances(part: Mean | int, valued: Sequence[Chances], players: int) -> Chances:
    """Put chances together."""
    if isinstance(part, int):
        return valued[part]
    totals, weights = [0] * players, 0
    for weight, inner in part.parts:
        weights += weight
        for seat, chance in enumerate(_chances(inner, valued, players)):
            totals[seat] += weight * chance
    return _adding_up([total // weights for total in totals])


def _adding_up(shares: Sequence[int]) -> Chances:
    """Return shares that add up to `CERTAIN`: what rounding has lost goes to the largest.

    >>> sum(_adding_up([CERTAIN // 3] * 3)) == CERTAIN
    True
    """
    chances, lost = list(shares), CERTAIN - sum(shares)
    assert abs(lost) <= MOST_LOST, f"{shares} are no chances: they add up to {sum(shares)}"
    chances[chances.index(max(chances))] += lost
    return tuple(chances)


def _blocks(states: Sequence[State]) -> tuple[np.ndarray, np.ndarray]:
    """Return states as rows of small integers and of words."""
    small = np.zeros((len(states), SMALL_ROW), np.int8)
    words = np.zeros((len(states), WORDS_ROW), np.int64)
    for row, state in enumerate(states):
        small[row, : len(state.s)] = state.s
        words[row, : len(state.m)] = state.m
    return small, words
