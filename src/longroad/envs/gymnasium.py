"""The Gymnasium environments: one seat against bots (`longroad/Solo-v0`), and many games of self-play in one array.

Importing this module registers `longroad/Solo-v0`; `gymnasium.make("longroad.envs.gymnasium:longroad/Solo-v0")` imports
it. (Gymnasium 1 no longer looks for entry points of packages.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from longroad.bots.levels import make_bot
from longroad.bots.protocol import BaseBot, Bot, BotFunction, Outside
from longroad.bots.self_play import bot_requests
from longroad.core.history import History
from longroad.core.layout import CHANCE, WINNER
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.actions import ActionSpace, whole_action
from longroad.envs.compose import ASK, EXTRAS, PENDING, SEAT, list_steps
from longroad.envs.observations import ObservationSpace
from longroad.envs.observe import observe, observe_island
from longroad.envs.pictures import MODES, checked_mode, render
from longroad.envs.plan import make_plan
from longroad.envs.step import CUT, ENDED, chosen_action, is_allowed, write_mask
from longroad.envs.text import TextObserver
from longroad.envs.vector import REWARD_KINDS, Reward, VectorEnvironment

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from longroad.envs.spaces import masked_space
except ImportError as error:
    raise ImportError('this environment needs Gymnasium: pip install "longroad[gymnasium]"') from error

Observation = dict[str, NDArray[np.int8]]
Illegal = Literal["lose", "raise"]
SOLO: Final = "longroad/Solo-v0"


class Solo(gymnasium.Env[Observation, np.int64]):
    """One seat against bots, which are given as levels, programs or functions (see `make_bot`), one or one a seat.

    An illegal action loses the game, or raises `ValueError` if `illegal` is "raise". Without `seat`, the seed chooses.
    With `text`, the info has what the seat observes in words, too.

    >>> env = Solo(bots="random", players=3)
    >>> observation, info = env.reset(seed=1)
    >>> env.actions.describe(int(np.flatnonzero(env.action_masks())[0]))
    'build settlement 0'
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        preset: str = "base",
        *,
        bots: str | BotFunction | Sequence[str | BotFunction] = "novice",
        seat: int | None = None,
        reward: Reward = "win",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        text: bool = False,
        **rules: Any,
    ) -> None:
        self.ruleset = Ruleset.preset(preset, **rules)
        others = self.ruleset.players - 1
        self._specs = _one_each(bots, others)
        if seat is not None and (not isinstance(seat, int) or not 0 <= seat <= others):
            raise ValueError(f"seat={seat!r}: expected 0 to {others}")
        if reward not in REWARD_KINDS or illegal not in ("lose", "raise"):
            raise ValueError(
                f"reward={reward!r}, illegal={illegal!r}: expected one of {REWARD_KINDS}, and lose or raise"
            )
        self.render_mode = checked_mode(render_mode)
        self._given_seat, self._reward, self._illegal = seat, reward, illegal
        self._writes_text = text
        self.actions, self.features = ActionSpace(self.ruleset), ObservationSpace(self.ruleset)
        self._plan = make_plan(self.actions, self.features)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = masked_space(self.features.size, len(self.actions))
        self._history: History | None = None
        self._bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and let the bots play until the seat decides."""
        super().reset(seed=seed)
        numbers = self.np_random.integers(0, MOST_SEED, self.ruleset.players + 1, endpoint=True).tolist()
        self.seat = self._given_seat if self._given_seat is not None else numbers[-1] % self.ruleset.players
        self._seed = numbers[0]
        self.close()
        made = [make_bot(spec, number) for spec, number in zip(self._specs, numbers[1:-1], strict=True)]
        others = [seat for seat in range(self.ruleset.players) if seat != self.seat]
        self._bots = dict(zip(others, made, strict=True)) | {self.seat: BaseBot()}
        self._history = History(State.new(self.ruleset, self._seed))
        self._observer = TextObserver(self._history, self.actions)
        self._extras = [0] * EXTRAS
        self._extras[SEAT] = self.seat
        self._passed_at = -1
        self._is_lost = False
        self._advance(self._history)
        self._points = self._history.state.points(self.seat)
        return self._observed(self._history.state), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action of the seat, and let the bots play until it decides again.

        Raises:
            ValueError: The action is no whole number, or it is illegal and `illegal` is "raise"; nothing has changed.
            RuntimeError: There is no game, or it is over.
        """
        history = self._history
        if history is None or history.state.is_over or self._is_lost:
            raise RuntimeError("step: there is no game to go on with; call reset")
        state, index = history.state, whole_action(action)
        if not is_allowed(state.s, state.m, self._extras, self._plan, index):
            if self._illegal == "raise":
                allowed = ", ".join(map(str, np.flatnonzero(self._mask)))
                raise ValueError(f"action {index}: not allowed here; allowed are {allowed}")
            self._is_lost = True
            return self._observed(state), float(-self._worth), True, False, self._info() | {"illegal": True}
        was_asked = self._extras[ASK] != 0
        code = chosen_action(state.s, state.m, self._extras, self._plan, index)
        if code != 0:
            history.push(self.seat, code)
            self._advance(history)
        elif was_asked and self._extras[ASK] == 0:
            self._passed_at = len(history.plies)
            self._advance(history)
        if self.render_mode == "human":
            self.render()
        return self._observed(history.state), self._gain(history.state), history.state.is_over, False, self._info()

    @property
    def _worth(self) -> int:
        """What the game's end is worth."""
        return {"win": 1, "points": 0, "shaped": self.ruleset.victory_points}[self._reward]

    def _gain(self, state: State) -> float:
        """Return the reward since the last step."""
        gain, points = 0, state.points(self.seat)
        if self._reward != "win":
            gain = points - self._points
        self._points = points
        if state.is_over and state.s[WINNER] >= 0:
            gain += self._worth if state.s[WINNER] == self.seat else -self._worth
        return float(gain)

    def _advance(self, history: History) -> None:
        """Play chance and bots until the seat decides or the game is over; note whether it is asked for a proposal."""
        self._extras[ASK] = 0
        while not history.state.is_over:
            if history.state.is_chance:
                history.push(CHANCE, history.state.sample(self._seed))
                continue
            for request in bot_requests(history, self._bots):
                if request.seat == self.seat:
                    if request.is_choice:
                        return
                    if self._passed_at != len(history.plies):
                        self._extras[ASK] = 1 << self.seat
                        return
                    continue
                answer = request.ask(request.view)
                if answer is not None:
                    history.push(request.seat, answer.code)
                    break

    def _observed(self, state: State) -> Observation:
        """Return the observation and the mask."""
        row, mask = [0] * self.features.size, [0] * len(self.actions)
        if not state.is_over and not self._is_lost:
            list_steps(state.s, state.m, self._extras, self.seat)
            write_mask(state.s, state.m, self._extras, self._plan, mask)
        observe_island(state.s, self._plan, row)
        observe(state.s, state.m, self._extras, self._plan, self.seat, row)
        self._mask = np.array(mask, np.int8)
        return {"observation": np.array(row, np.int8), "action_mask": self._mask.copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are allowed, as sb3-contrib asks for it."""
        if self._history is None:
            raise RuntimeError("action_masks: call reset first")
        return self._mask.astype(bool)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._mask.copy(), "seat": self.seat}
        return info | {"text": self.text()} if self._writes_text else info

    def text(self) -> str:
        """Return what the seat observes, in words, with the numbers of the actions that it is allowed."""
        if self._history is None:
            raise RuntimeError("text: call reset first")
        return self._observer.text(self.seat, np.flatnonzero(self._mask).tolist(), self._extras[PENDING])

    def render(self) -> Any:
        """Draw what everybody may see, as `render_mode` says."""
        if self.render_mode is None or self._history is None:
            return None
        return render(self._history.state, self.render_mode)

    def close(self) -> None:
        """End the bots that are programs."""
        for bot in self._bots.values():
            if isinstance(bot, Outside):
                bot.close()


def _one_each(bots: Any, others: int) -> list[str | BotFunction]:
    """Return the bot of each other seat. Raises `ValueError`."""
    given = [bots] * others if isinstance(bots, str) or callable(bots) else bots
    is_list = isinstance(given, Sequence) and len(given) == others
    if not is_list or not all(isinstance(each, str) or callable(each) for each in given):
        raise ValueError(f"bots={bots!r:.60}: expected a level, a program or a function for all others, or {others}")
    return list(given)


class SelfPlayVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games side by side, in each of which the seat that decides acts; one policy plays all seats.

    `step` returns the reward of the seat that has acted; `infos` has those of all seats, and who decides next. The step
    after a game's end begins the next one, whatever its action.

    >>> games = SelfPlayVectorEnv(4, Ruleset(players=3))
    >>> observations, infos = games.reset(seed=1)
    >>> observations["action_mask"].shape, infos["seat"].shape
    ((4, 273), (4,))
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, num_envs: int, ruleset: Ruleset | None = None, **options: Any) -> None:
        if options.get("backend") == "cuda":
            raise ValueError("backend='cuda': these arrays are NumPy's; VectorEnvironment alone gives those of a GPU")
        self.games = VectorEnvironment(ruleset or Ruleset(), num_envs, restarts="next_step", **options)
        self.num_envs = num_envs
        self.single_observation_space = masked_space(self.games.features.size, len(self.games.actions))
        self.single_action_space = spaces.Discrete(len(self.games.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games; several seeds are one for each, None for any."""
        is_each = np.ndim(seed) > 0  # type: ignore[arg-type]
        given = list(seed) if is_each else [None] * self.num_envs  # type: ignore[arg-type]
        if len(given) != self.num_envs:
            raise ValueError(f"seed={seed!r}: expected one number, or {self.num_envs}")
        super().reset(seed=None if is_each else seed)  # type: ignore[arg-type]
        drawn = self.np_random.integers(0, MOST_SEED, self.num_envs, endpoint=True).tolist()
        self.games.reset([other if each is None else each for each, other in zip(given, drawn, strict=True)])
        return self._observed(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in every game. Raises `ValueError` for one that is not allowed; no game has changed."""
        acted = self.games.seats.astype(np.int64)
        self.games.step(actions)
        rewards = self.games.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        dones = self.games.dones
        return self._observed(), rewards, dones == ENDED, dones == CUT, self._infos()

    def _observed(self) -> Observation:
        return {"observation": self.games.observations.copy(), "action_mask": self.games.masks.copy()}

    def _infos(self) -> dict[str, Any]:
        return {"rewards": self.games.rewards.copy(), "seat": self.games.seats.copy()}


if SOLO not in gymnasium.registry:
    gymnasium.register(SOLO, entry_point="longroad.envs.gymnasium:Solo")
