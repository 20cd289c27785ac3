"""Whole games as the steps of an environment: of logs, and of random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longroad.core.batch import Batch
from longroad.core.compile.registry import Kind
from longroad.core.layout import TURNS, WINNER
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.actions import ActionSpace
from longroad.envs.compose import EXTRAS
from longroad.envs.observations import ObservationSpace
from longroad.envs.plan import make_plan
from longroad.envs.threads import Threads
from longroad.envs.transcribe import (
    KIND,
    LOG,
    NEW_PLAY,
    NOTHING,
    PLACE,
    PLIES,
    ROWS,
    SEED_GIVEN,
    UNNUMBERED,
    write_steps,
)

PLACES_A_THREAD: Final = 4  # games at a time: they differ in length
ROOM: Final = 512  # steps of a game that one call writes


class PlayedGame(NamedTuple):
    """A game with its log; the names of the players are by seat."""

    number: int
    start: State
    plies: Sequence[int]
    names: tuple[str | None, ...]


class RandomGame(NamedTuple):
    """A game of random play, which follows from its seed."""

    number: int
    seed: int


@dataclass(frozen=True)
class Trajectory:
    """All steps of one game, and how it ended."""

    game: int
    seed: int | None  # of random play
    observations: NDArray[np.int8]  # (step, feature)
    masks: NDArray[np.uint8]  # (step, eight actions), packed bits, the lowest first
    actions: NDArray[np.int16]  # by step
    seats: NDArray[np.int8]
    points_before: NDArray[np.int8]  # of the seat that decides, hidden ones included
    is_absent: NDArray[np.bool_]  # where the stated default was played for a seat
    names: tuple[str | None, ...]  # by seat
    winner: int  # -1 if there is none
    points: tuple[int, ...]  # by seat, at the end
    turns: int
    is_over: bool  # whether the game was played to its end
    unnumbered: int  # plies that no action stands for

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def rewards(self) -> NDArray[np.int8]:
        """The victory points that each step's seat gains until it decides again, or until the end."""
        rewards = np.zeros(len(self), np.int8)
        for seat, final in enumerate(self.points):
            own = np.flatnonzero(self.seats == seat)
            rewards[own] = np.diff(np.append(self.points_before[own], np.int8(final)))
        return rewards

    @property
    def results(self) -> NDArray[np.int8]:
        """For each step 1 if its seat won in the end, -1 if another did, and 0 if nobody has won."""
        if self.winner < 0:
            return np.zeros(len(self), np.int8)
        return np.where(self.seats == self.winner, 1, -1).astype(np.int8)


class Transcriber:
    """Writes games of one ruleset as steps of its environment, several at a time.

    >>> games = Transcriber(Ruleset(players=3, domestic_trade=False, limit=5), backend="interpreted")
    >>> game = next(games.write([RandomGame(0, seed=7)]))
    >>> len(game), games.actions.describe(int(game.actions[0]))
    (24, 'build settlement 35')
    """

    def __init__(self, ruleset: Ruleset, *, threads: int = 1, backend: Kind = "compiled", room: int = ROOM) -> None:
        self.ruleset = ruleset
        self.actions, self.features = ActionSpace(ruleset), ObservationSpace(ruleset)
        n = PLACES_A_THREAD * threads
        self._room = room
        self._batch = Batch(ruleset, n, backend)
        self._threads = Threads(self._batch, threads)
        self._plan = self._threads.held(np.array(make_plan(self.actions, self.features), np.int16))
        self._places: list[_Place | None] = [None] * n
        self._heads = np.zeros((n, PLACE), np.int64)
        self._extras = np.zeros((n, EXTRAS), np.int64)
        self._logs = np.zeros((n, 1), np.int64)
        rows = n * room
        self._tables: tuple[NDArray[Any], ...] = (
            np.zeros((rows, self.features.size), np.int8),
            np.zeros((rows, len(self.actions)), np.int8),
            np.zeros(rows, np.int16),
            np.zeros(rows, np.int8),
            np.zeros(rows, np.int8),
            np.zeros(rows, np.int8),
        )

    def compile(self) -> None:
        """Compile what is needed, if it has not been compiled before."""
        self._run()

    def write(self, games: Iterable[PlayedGame | RandomGame]) -> Iterator[Trajectory]:
        """Yield the games as they end. Logs are those of legal games: what is illegal is not noticed."""
        waiting = iter(games)
        self._places = [None] * len(self._places)
        self._heads[:] = 0  # whatever was not written to its end
        while True:
            self._fill(waiting)
            if not any(self._places):
                return
            self._run()
            for i, place in enumerate(self._places):
                if place is not None:
                    place.add(self._written(i))
                    if self._heads[i, KIND] == NOTHING:
                        yield self._ended(i, place)
                        self._places[i] = None

    def _fill(self, waiting: Iterator[PlayedGame | RandomGame]) -> None:
        """Put games into the free places; only one if they have logs, for the next may not have been played yet."""
        for i, place in enumerate(self._places):
            game = next(waiting, None) if place is None else None
            if game is not None:
                self._begin(i, game)
            if isinstance(game, PlayedGame):
                return

    def _begin(self, i: int, game: PlayedGame | RandomGame) -> None:
        """Put a game into a free place."""
        self._places[i] = _Place(game)
        self._extras[i] = 0
        self._heads[i] = 0
        if isinstance(game, RandomGame):
            self._heads[i, [KIND, SEED_GIVEN]] = NEW_PLAY, game.seed
            return
        self._heads[i, [KIND, PLIES]] = LOG, len(game.plies)
        if len(game.plies) > self._logs.shape[1]:
            more = len(game.plies) - self._logs.shape[1]
            self._logs = np.pad(self._logs, ((0, 0), (0, more)))
        self._logs[i, : len(game.plies)] = game.plies
        self._batch.s[i][: len(game.start.s)] = game.start.s
        self._batch.m[i][: len(game.start.m)] = game.start.m

    def _run(self) -> None:
        """Write the next steps of all games."""
        changed = [self._extras, self._heads, *self._tables]
        held = [self._threads.held(array) for array in changed]
        extras, heads, *tables = held
        logs = self._threads.held(self._logs)
        self._threads.run(write_steps, extras, self._plan, heads, logs, self._room, *tables)
        for array, result in zip(changed, held, strict=True):
            if array is not result:  # interpreted rules write into lists
                array[:] = result

    def _written(self, i: int) -> list[NDArray[Any]]:
        """Return a copy of the steps of a place that the last call wrote, with packed masks."""
        first = i * self._room
        observations, masks, *others = (table[first : first + self._heads[i, ROWS]] for table in self._tables)
        return [observations.copy(), packed(masks), *(table.copy() for table in others)]

    def _ended(self, i: int, place: _Place) -> Trajectory:
        state, game = self._batch.state(i), place.game
        observations, masks, actions, seats, points, absent = place.tables()
        players = range(self.ruleset.players)
        return Trajectory(
            game=game.number,
            seed=game.seed if isinstance(game, RandomGame) else None,
            observations=observations,
            masks=masks,
            actions=actions,
            seats=seats,
            points_before=points,
            is_absent=absent.astype(bool),
            names=("random",) * len(players) if isinstance(game, RandomGame) else game.names,
            winner=state.s[WINNER],
            points=tuple(state.points(seat) for seat in players),
            turns=state.m[TURNS],
            is_over=state.is_over,
            unnumbered=int(self._heads[i, UNNUMBERED]),
        )


def packed(masks: NDArray[Any]) -> NDArray[np.uint8]:
    """Return masks (step, action) with eight actions a byte, the lowest in the lowest bit.

    >>> packed(np.array([[1, 0, 1] + 6 * [0] + [1]])).tolist()
    [[5, 2]]
    """
    return np.packbits(masks.astype(bool), axis=1, bitorder="little")


class _Place:
    """A game that is being written, and its steps so far."""

    def __init__(self, game: PlayedGame | RandomGame) -> None:
        self.game = game
        self._parts: list[list[NDArray[Any]]] = []

    def add(self, part: list[NDArray[Any]]) -> None:
        """Add some steps."""
        self._parts.append(part)

    def tables(self) -> list[NDArray[Any]]:
        """Return all steps."""
        return [np.concatenate(columns) for columns in zip(*self._parts, strict=True)]
