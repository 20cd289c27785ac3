"""The PettingZoo environment: the seats are agents that decide in turn (AEC), with action masks.

    from longroad.envs import longroad_v0

    env = longroad_v0.env("base", players=3)

A single decision may take several steps, when a bundle of cards is composed (see `longroad.envs.actions`). As one seat
decides at a time, all others have to wait in the parallel form.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from longroad.core.compile.registry import compiled_available
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.actions import whole_action
from longroad.envs.pictures import MODES, checked_mode, render
from longroad.envs.step import CUT, ENDED
from longroad.envs.text import TextObserver
from longroad.envs.vector import Reward, VectorEnvironment, check_count

try:
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

    from longroad.envs.spaces import masked_space
except ImportError as error:
    raise ImportError('this environment needs PettingZoo: pip install "longroad[pettingzoo]"') from error

Observation = dict[str, NDArray[np.int8]]


def env(preset: str = "base", **options: Any) -> Any:
    """Return the environment as PettingZoo's own games are: an illegal action ends the game and costs its agent 1.

    The options are those of `raw_env`.

    >>> game = env("duel")
    >>> game.reset(seed=1)
    >>> game.agent_selection, game.action_space("seat_0")
    ('seat_1', Discrete(523))
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(preset, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """The environment itself, which raises `ValueError` for an illegal action.

    `preset` and `rules` are those of `Ruleset.preset`; `reward` is "win", "points" or "shaped"; the game is cut off
    after `max_cycles` times as many steps as there are agents. With `text`, the info of the agent that decides has what
    it observes in words, too.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "longroad_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        preset: str = "base",
        *,
        reward: Reward = "win",
        max_cycles: int = 0,
        render_mode: str | None = None,
        text: bool = False,
        **rules: Any,
    ) -> None:
        super().__init__()
        ruleset = Ruleset.preset(preset, **rules)
        check_count("max_cycles", max_cycles, 0)
        self.render_mode = checked_mode(render_mode)
        self._games = VectorEnvironment(
            ruleset,
            1,
            reward=reward,
            most_steps=max_cycles * ruleset.players,
            restarts="never",
            backend="compiled" if compiled_available() else "interpreted",
        )
        self.actions, self.features = self._games.actions, self._games.features
        self.possible_agents = [f"seat_{seat}" for seat in range(ruleset.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = masked_space(self.features.size, len(self.actions))
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self._random, _ = np_random()
        self.has_text = text

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: the row of features, and the mask of actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed begins the same games."""
        if seed is not None:
            self._random, _ = np_random(seed)
        seeds = self._random.integers(0, MOST_SEED, 1, endpoint=True)
        self._games.reset(seeds)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._games.seats[0]]
        if self.has_text:
            self._follow(int(seeds[0]))

    def _follow(self, seed: int) -> None:
        """Begin to keep the log of the game, which its text tells."""
        self._seed = seed
        self._history = History(State.new(self._games.ruleset, seed))
        self._observer = TextObserver(self._history, self.actions)
        self._go_on()

    def _go_on(self) -> None:
        """Add chance to the log, and write what is observed now: by the agent that decides, at the end by all."""
        while self._history.state.is_chance:
            self._history.push(CHANCE, self._history.state.sample(self._seed))
        self.infos = {agent: {} for agent in self.agents}
        for agent in self.agents if self._games.dones[0] else [self.agent_selection]:
            self.infos[agent]["text"] = self.text(agent)

    def text(self, agent: str) -> str:
        """Return what an agent observes, in words, with the numbers of the actions that it is allowed.

        Raises:
            ValueError: The environment was not made with `text=True`.
        """
        if not self.has_text:
            raise ValueError("text: make the environment with text=True")
        decides = agent == self.agent_selection and not self._games.dones[0]
        allowed = np.flatnonzero(self._games.masks[0]).tolist() if decides else []
        return self._observer.text(self._seats[agent], allowed, self._games.composed(0) if decides else 0)

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes; its mask is empty unless it decides."""
        games = self._games
        seat = self._seats[agent]
        if seat == games.seats[0]:
            return {"observation": games.observations[0].copy(), "action_mask": games.masks[0].copy()}
        return {"observation": games.observe([seat])[0], "action_mask": np.zeros_like(games.masks[0])}

    def step(self, action: int | None) -> None:
        """Take the action of the agent that decides; None for one whose game is done.

        Raises:
            ValueError: The action is not allowed, or no whole number; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games, seat, index = self._games, int(self._games.seats[0]), whole_action(action)
        code = games.action_of(0, index) if self.has_text else 0
        games.step(np.array([index]))
        self._cumulative_rewards[agent] = 0
        for each, gain in zip(self.possible_agents, games.rewards[0].tolist(), strict=True):
            self.rewards[each] = gain
        if games.dones[0] == ENDED:
            self.terminations = dict.fromkeys(self.agents, True)
        elif games.dones[0] == CUT:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[games.seats[0]]
        self._accumulate_rewards()
        if self.has_text:
            if code:
                self._history.push(seat, code)
            self._go_on()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Draw what everybody may see, as `render_mode` says: an array of colours, SVG, text, or printed text."""
        return None if self.render_mode is None else render(self.game_state, self.render_mode)

    @property
    def game_state(self) -> State:
        """A copy of the core's state, with everything that is hidden."""
        return self._games.state(0)

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""


class parallel_env(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """The parallel form: every agent acts at every step, and those who have nothing to decide wait.

    To wait is one more action, `wait`, after those of `raw_env`, whose options are those here. The game is cut off
    after `max_cycles` steps, 0 for never. An action that is not allowed is taken as waiting, so that the game stands
    still; `infos` says so. With `text`, `infos` have what the agent that decides observes in words, at the end all.

    >>> game = parallel_env(players=3)
    >>> observations, infos = game.reset(seed=1)
    >>> game.wait, [int(seen["action_mask"][game.wait]) for seen in observations.values()]
    (273, [1, 1, 0])
    """

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "is_parallelizable": True}

    def __init__(self, preset: str = "base", *, max_cycles: int = 0, **options: Any) -> None:
        check_count("max_cycles", max_cycles, 0)
        self._game = raw_env(preset, **options)
        self.max_cycles = max_cycles
        self.render_mode = self._game.render_mode
        self.actions, self.features = self._game.actions, self._game.features
        self.wait = len(self.actions)
        self.possible_agents = self._game.possible_agents
        self.agents: list[str] = []
        space = masked_space(self.features.size, self.wait + 1)
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: the row of features, and the mask of actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; the same seed begins the same games."""
        self._game.reset(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observed(), self._infos()

    def _observed(self) -> dict[str, Observation]:
        return {agent: self._observed_by(agent) for agent in self.possible_agents}

    def _observed_by(self, agent: str) -> Observation:
        """Return what an agent observes; unless it decides, it may only wait."""
        seen = self._game.observe(agent)
        can_wait = np.array([not seen["action_mask"].any()], np.int8)
        return {"observation": seen["observation"], "action_mask": np.concatenate([seen["action_mask"], can_wait])}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the action of the agent that decides.

        Raises:
            ValueError: The agent that decides has no action, or one that is no whole number; nothing has changed.
            RuntimeError: There is no game, or it is over.
        """
        if not self.agents:
            raise RuntimeError("step: there is no game to go on with; call reset")
        game, agent = self._game, self._game.agent_selection
        is_legal = self._take(agent, actions)
        self._cycles += 1
        is_over = game.terminations[agent]
        is_cut = not is_over and 0 < self.max_cycles <= self._cycles
        everybody, self.agents = self.agents, [] if is_over or is_cut else self.agents
        infos = self._infos(is_cut)
        if not is_legal:
            infos[agent]["illegal"] = True
        return (
            self._observed(),
            {each: float(game.rewards[each]) if is_legal else 0.0 for each in everybody},
            dict.fromkeys(everybody, is_over),
            dict.fromkeys(everybody, is_cut),
            infos,
        )

    def _take(self, agent: str, actions: dict[str, int]) -> bool:
        """Take the action of an agent, if it is allowed; return whether it is. Raises `ValueError` if there is none."""
        if agent not in actions:
            raise ValueError(f"actions {actions!r:.80}: expected one of {agent}, which decides")
        action = whole_action(actions[agent])
        is_legal = 0 <= action < self.wait and bool(self._game.observe(agent)["action_mask"][action])
        if is_legal:
            self._game.step(action)
        return is_legal

    def _infos(self, is_cut: bool = False) -> dict[str, dict[str, Any]]:
        """Return the infos of the game; of one that is cut off here, everybody's text."""
        game = self._game
        if is_cut and game.has_text:
            return {agent: {"text": game.text(agent)} for agent in self.possible_agents}
        return {agent: dict(info) for agent, info in game.infos.items()}

    def render(self) -> Any:
        """Draw what everybody may see, as `render_mode` says."""
        return self._game.render()

    @property
    def game_state(self) -> State:
        """A copy of the core's state, with everything that is hidden."""
        return self._game.game_state

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
