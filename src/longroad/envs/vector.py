"""The vector environment: many games stepped by one call, into arrays that are allocated once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longroad.core.batch import Batch
from longroad.core.layout import SMALL_ROW, WORDS_ROW
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.actions import ActionSpace
from longroad.envs.compose import EXTRAS, PENDING, SEAT, list_steps
from longroad.envs.evaluation import measure_environments
from longroad.envs.observations import ObservationSpace
from longroad.envs.plan import make_plan
from longroad.envs.step import (
    NEW_GAME,
    NO_STEP,
    OPTIONS,
    check_steps,
    choose_at_random,
    chosen_action,
    is_allowed,
    observe_environments,
)
from longroad.envs.threads import Threads
from longroad.search.evaluate import WORKSPACE
from longroad.search.features import BOARD_SIZE, FEATURES

if TYPE_CHECKING:
    from longroad.envs.device import Device

Restarts = Literal["same_step", "next_step", "never"]
RESTARTS: Final = ("same_step", "next_step", "never")
Place = Literal["interpreted", "compiled", "cuda"]
PLACES: Final = ("interpreted", "compiled", "cuda")
Reward = Literal["win", "points", "shaped"]
REWARD_KINDS: Final = ("win", "points", "shaped")
Small: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]

OUTPUTS: Final = ("observations", "masks", "rewards", "dones", "seats")


def check_count(name: str, value: Any, least: int) -> None:
    """Raise `ValueError` unless a value is a whole number that is large enough.

    >>> check_count("threads", 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: threads=0: expected a whole number from 1
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name}={value!r}: expected a whole number from {least}")


def _games(ruleset: Ruleset, n: int, backend: Place, threads: int, kernels: str | Path | None) -> Threads | Device:
    """Return where the games live, and what calls entry points for them."""
    if backend not in PLACES:
        raise ValueError(f"backend={backend!r}: expected one of {', '.join(PLACES)}")
    if backend != "cuda":
        if kernels is not None:
            raise ValueError(f"kernels={str(kernels)!r}: backend={backend!r} has none, only 'cuda'")
        return Threads(Batch(ruleset, n, backend), threads)
    from longroad.envs.device import Device

    return Device(ruleset, n, None if kernels is None else Path(kernels))


class VectorEnvironment:
    """Games of one ruleset side by side, in each of which one seat decides at a time.

    A step writes into `observations` (game, feature) and `masks` (game, action) what the seat in `seats` sees and may
    do next, into `rewards` (game, seat) what the step was worth to each seat, and into `dones` 1 where a game ended and
    2 where it was cut off after `most_steps`. Then the next game has begun already; or the next step begins it,
    whatever its action is, where `restarts` is "next_step". The arrays are the environment's own, or yours if you give
    them in `out`; all are of int8. Copy what you want to change: the island is written only when a game begins.

    With the backend "cuda" games and arrays are on a GPU: CuPy's arrays, which PyTorch and JAX take without a copy, and
    whose columns are in one piece. `kernels` is a folder of kernels that were compiled elsewhere (`write_kernels`).

    >>> env = VectorEnvironment(Ruleset(players=3), 2, backend="interpreted")
    >>> env.reset([7, 8])
    >>> env.step(env.random_actions())
    >>> env.actions.describe(int(env.random_actions()[0]))
    'build road 44'
    """

    def __init__(
        self,
        ruleset: Ruleset,
        n: int,
        *,
        reward: Reward = "win",
        most_steps: int = 0,
        restarts: Restarts = "same_step",
        threads: int = 1,
        backend: Place = "compiled",
        kernels: str | Path | None = None,
        out: dict[str, Small] | None = None,
    ) -> None:
        for name, given, choices in (("reward", reward, REWARD_KINDS), ("restarts", restarts, RESTARTS)):
            if given not in choices:
                raise ValueError(f"{name}={given!r}: expected one of {', '.join(choices)}")
        check_count("most_steps", most_steps, 0)
        check_count("threads", threads, 1)
        check_count("n", n, 1)
        self._games = _games(ruleset, n, backend, threads, kernels)
        self.ruleset, self.n = ruleset, n
        self.actions, self.features = ActionSpace(ruleset), ObservationSpace(ruleset)
        self._table = make_plan(self.actions, self.features)
        self._plan = self._games.held(np.array(self._table, np.int16))
        options = np.zeros(OPTIONS, np.int64)
        options[:] = REWARD_KINDS.index(reward), most_steps, restarts == "same_step"
        self._restarts_next = restarts == "next_step"
        self._options = self._games.held(options)
        self._extras = self._games.held(self._games.zeros((n, EXTRAS), np.int64))
        self._codes = self._games.held(self._games.zeros((n,), np.int64))
        self._seeds: Any = None
        self._allocate(out or {})

    def _allocate(self, out: dict[str, Small]) -> None:
        """Take the given arrays, and make the others. Raises `ValueError` for one that does not fit."""
        shapes: dict[str, tuple[int, ...]] = {
            "observations": (self.n, self.features.size),
            "masks": (self.n, len(self.actions)),
            "rewards": (self.n, self.ruleset.players),
            "dones": (self.n,),
            "seats": (self.n,),
        }
        for name in out:
            if name not in shapes:
                raise ValueError(f"out[{name!r}]: expected one of {', '.join(OUTPUTS)}")
        arrays = {name: out[name] if name in out else self._games.zeros(shapes[name], np.int8) for name in shapes}
        for name, array in arrays.items():
            expected = f"expected an array of int8 of shape {shapes[name]}, contiguous and writeable"
            if not isinstance(array, self._games.xp.ndarray):
                raise ValueError(f"out[{name!r}] is a {type(array).__name__}: {expected}")
            if array.dtype != np.int8 or array.shape != shapes[name] or not self._games.is_usable(array):
                raise ValueError(f"out[{name!r}] is {array.dtype} of shape {array.shape}: {expected}")
        self.observations, self.masks, self.rewards = (arrays[name] for name in OUTPUTS[:3])
        self.dones, self.seats = arrays["dones"], arrays["seats"]
        self._results = [self._games.held(arrays[name]) for name in OUTPUTS]

    def __len__(self) -> int:
        return self.n

    @property
    def nbytes(self) -> int:
        """The memory of all games and arrays; it grows by the same for each game."""
        outputs = (self.observations, self.masks, self.rewards, self.dones, self.seats)
        blocks = self._games.nbytes + (0 if isinstance(self._extras, list) else int(self._extras.nbytes))
        return blocks + sum(int(array.nbytes) for array in outputs)

    def reset(self, seeds: ArrayLike, only: ArrayLike | None = None) -> None:
        """Begin new games: all, or those that `only` names by their numbers or by a mask.

        One seed for each game decides all chance in it. Raises `ValueError` for seeds or games that there are not.
        """
        given = self._whole("seed", seeds, 0, MOST_SEED)
        chosen = self._chosen(only)
        if self._seeds is None and only is not None:
            raise RuntimeError("reset(only=...): the first reset begins all games")
        kept = given.copy() if self._seeds is None else self._games.xp.array(self._seeds, np.int64)
        kept[chosen] = given[chosen]
        self._seeds = self._games.held(kept)
        actions = self._games.xp.full(self.n, NO_STEP, np.int64)
        actions[chosen] = NEW_GAME
        self._games.clear(self._extras, chosen)
        self._run(actions)

    def _chosen(self, only: ArrayLike | None) -> Numbers:
        """Return the numbers of the games that are to begin."""
        xp = self._games.xp
        if only is None:
            return cast("Numbers", xp.arange(self.n))
        asked = self._games.taken(only)
        if asked.dtype == np.bool_ and asked.shape == (self.n,):
            return cast("Numbers", xp.flatnonzero(xp.asarray(asked)))
        is_whole = asked.ndim == 1 and (asked.size == 0 or asked.dtype.kind in "iu")
        if not is_whole or ((asked < 0) | (asked >= self.n)).any():
            raise ValueError(f"only={only!r}: expected games from 0 to {self.n - 1}, or a mask of {self.n}")
        return cast("Numbers", xp.asarray(asked, np.int64))

    def step(self, actions: ArrayLike) -> None:
        """Take one action in every game.

        Raises:
            ValueError: An action is not allowed, or there is not one whole number for each game; no game has changed.
            RuntimeError: `reset` has not been called.
        """
        self._check_begun("step")
        given = self._one_each("action", actions)
        xp = self._games.xp
        over = self.dones != 0 if self._restarts_next else None
        self._games.run(check_steps, self._extras, self._plan, self._games.held(given), self._codes)
        refused = self._codes if over is None else xp.where(over, 0, xp.asarray(self._codes))
        if xp.any(refused):
            raise ValueError(self._refusal(int(xp.flatnonzero(refused)[0]), given))
        self._run(given if over is None else xp.where(over, NEW_GAME, given))

    def _refusal(self, i: int, actions: Numbers) -> str:
        """Say why the action of a game is refused."""
        index, allowed = int(actions[i]), self._games.xp.flatnonzero(self.masks[i])
        if not 0 <= index < len(self.actions):
            return f"action {index} of game {i}: expected 0 to {len(self.actions) - 1}"
        what = f"action {index} ({self.actions.describe(index)}) of game {i}"
        if not len(allowed):
            return f"{what}: the game is over; reset it"
        return f"{what}: not allowed here; allowed are {', '.join(map(str, allowed.tolist()))}"

    def random_actions(self) -> Numbers:
        """Choose an allowed action in every game, each as likely as any other; the seeds and steps decide."""
        self._check_begun("random_actions")
        actions = self._games.held(self._games.zeros((self.n,), np.int64))
        self._games.run(choose_at_random, self._extras, self._plan, actions)
        return cast("Numbers", self._games.xp.asarray(actions, np.int64))

    def observe(self, seats: ArrayLike) -> Small:
        """Return what a seat of each game observes, also one that has nothing to decide."""
        self._check_begun("observe")
        viewers = self._games.held(self._whole("seat", seats, 0, self.ruleset.players - 1))
        rows = self._games.held(self._games.zeros(self.observations.shape, np.int8))
        self._games.run(observe_environments, self._extras, self._plan, viewers, rows)
        return cast("Small", self._games.xp.asarray(rows, np.int8))

    def action_of(self, i: int, action: int) -> int:
        """Return the core's action that a step of game i would complete, 0 if none; nothing changes.

        Raises `ValueError` for a step that is not allowed.
        """
        state, extras = self.state(i), [int(number) for number in self._extras[i]]
        list_steps(state.s, state.m, extras, extras[SEAT])
        if not self.masks[i].any() or not is_allowed(state.s, state.m, extras, self._table, action):
            raise ValueError(self._refusal(i, np.full(self.n, action)))
        return chosen_action(state.s, state.m, extras, self._table, action)

    def composed(self, i: int) -> int:
        """Return the bundle that is being composed in game i, 0 if none."""
        return int(self._extras[i][PENDING])

    def measure(self, seats: ArrayLike) -> NDArray[np.int32]:
        """Return the features of the search's evaluation, as a seat of each game sees them: (game, player, feature).

        The players are in the order of observations; `longroad.envs.evaluation` has the names.
        """
        self._check_begun("measure")
        held = self._games.held
        viewers = held(self._whole("seat", seats, 0, self.ruleset.players - 1))
        blocks: tuple[NDArray[Any], ...] = (
            np.zeros(SMALL_ROW, np.int8),
            np.zeros(WORDS_ROW, np.int64),
            np.zeros(BOARD_SIZE, np.int64),
            np.zeros(WORKSPACE, np.int32),
            np.zeros((self.n, self.ruleset.players * FEATURES), np.int32),
        )
        *scratch, measures = map(held, blocks)
        self._games.run_alone(measure_environments, viewers, *scratch, measures)
        return np.asarray(measures, np.int32).reshape(self.n, self.ruleset.players, FEATURES)

    def state(self, i: int) -> State:
        """Return a copy of game i as a state, with everything that is hidden."""
        self._check_begun("state")
        return self._games.state(i)

    def _check_begun(self, what: str) -> None:
        """Raise `RuntimeError` before the first reset."""
        if self._seeds is None:
            raise RuntimeError(f"{what}: call reset first")

    def _run(self, actions: Numbers) -> None:
        held = self._games.held(actions)
        self._games.step(self._extras, self._plan, self._options, self._seeds, held, *self._results)
        for name, result in zip(OUTPUTS, self._results, strict=True):
            self._games.copy_back(result, getattr(self, name))

    def _one_each(self, name: str, values: ArrayLike) -> Numbers:
        """Check that there is one whole number for each game."""
        numbers = self._games.taken(values)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"{name}s of shape {numbers.shape} and type {numbers.dtype}: expected {self.n} whole numbers"
            )
        return cast("Numbers", self._games.xp.ascontiguousarray(self._games.xp.asarray(numbers), np.int64))

    def _whole(self, name: str, values: ArrayLike, least: int, most: int) -> Numbers:
        """Check one whole number for each game, and its range."""
        numbers = self._one_each(name, values)
        wrong = self._games.xp.flatnonzero((numbers < least) | (numbers > most))
        if len(wrong):
            raise ValueError(f"{name} {numbers[wrong[0]]} of game {wrong[0]}: expected {least} to {most}")
        return numbers
