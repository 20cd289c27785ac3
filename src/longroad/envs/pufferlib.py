"""The PufferLib environment: many games in the arrays that PufferLib gives, every seat of every game an agent.

    import pufferlib.vector
    from longroad.envs.pufferlib import Longroad

    games = pufferlib.vector.make(Longroad, num_envs=2, env_kwargs={"games": 256, "domestic_trade": False})

PufferLib 3 asks for NumPy below 2, which Longroad does not work with, so there is no extra for it; installed without
its dependencies it works (see `docs/howto/environments.md`).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from longroad.core.ruleset import Ruleset
from longroad.envs.step import CUT, ENDED
from longroad.envs.vector import Reward, VectorEnvironment

try:
    from gymnasium import spaces
    from pufferlib import PufferEnv

    from longroad.envs.spaces import row_space
except ImportError as error:
    raise ImportError(
        "this environment needs PufferLib: see docs/howto/environments.md for how to install it"
    ) from error

Illegal = Literal["random", "raise"]


class Longroad(PufferEnv):  # type: ignore[misc]
    """Games side by side; agent `players * game + seat` is a seat of a game.

    An agent's row has its observation, then the mask of its actions. `masks` is True for the agents that decide next;
    what the others answer is ignored. Their rows stay as they were when they decided last, zeros if they have not yet
    in this game, with a mask that allows everything. PufferLib's trainer knows no masks of actions, so one that is not
    allowed is replaced by one that is, chosen at random; with `illegal="raise"` it raises `ValueError`.
    """

    def __init__(
        self,
        preset: str = "base",
        games: int = 64,
        *,
        reward: Reward = "win",
        most_steps: int = 0,
        threads: int = 1,
        illegal: Illegal = "random",
        buf: dict[str, Any] | None = None,
        seed: int = 0,
        **rules: Any,
    ) -> None:
        if illegal not in ("random", "raise"):
            raise ValueError(f"illegal={illegal!r}: expected random or raise")
        ruleset = Ruleset.preset(preset, **rules)
        self.games = VectorEnvironment(ruleset, games, reward=reward, most_steps=most_steps, threads=threads)
        self.actions_known, self.features = self.games.actions, self.games.features
        self.single_observation_space = row_space(self.features.size + len(self.actions_known))
        self.single_action_space = spaces.Discrete(len(self.actions_known))
        self.num_agents = games * ruleset.players
        self._illegal, self._seed = illegal, seed
        self._first_agents = ruleset.players * np.arange(games)
        self._deciding = self._first_agents
        super().__init__(buf)
        self._rows = self.observations.reshape(games, ruleset.players, -1)  # (game, seat, feature), without a copy

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.int8], list[dict[str, Any]]]:
        """Begin all games, with seeds that follow from this one."""
        rng = np.random.default_rng(self._seed if seed is None else seed)
        self.games.reset(rng.integers(0, 1 << 62, self.games.n))
        for array in (self.rewards, self.terminals, self.truncations):
            array[:] = 0
        self._lengths = np.zeros(self.games.n, np.int64)
        self._write(np.ones(self.games.n, bool))
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> tuple[Any, ...]:
        """Take the action of the agent that decides in every game. `infos` has the mean length of games that ended.

        Raises:
            ValueError: There is not one whole number for each agent, or one is not allowed; no game has changed.
            RuntimeError: `reset` has not been called.
        """
        games, players = self.games, self.games.ruleset.players
        games.step(self._allowed(self._chosen(actions)))
        self.rewards[:] = games.rewards.reshape(-1)
        self.terminals[:] = np.repeat(games.dones == ENDED, players)
        self.truncations[:] = np.repeat(games.dones == CUT, players)
        is_done = games.dones != 0
        self._lengths += 1
        infos = [{"episode_length": float(self._lengths[is_done].mean())}] if is_done.any() else []
        self._lengths[is_done] = 0
        self._write(is_done)
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _chosen(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Return the actions of the agents that decide. Raises `ValueError` for a wrong number or type of actions."""
        given = np.asarray(actions)
        if given.size != self.num_agents or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {given.shape} and type {given.dtype}: expected {self.num_agents} whole numbers"
            )
        return given.reshape(self.num_agents)[self._deciding].astype(np.int64)

    def _allowed(self, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the actions, with others in place of those that are not allowed."""
        if self._illegal == "raise":
            return chosen
        is_number = (chosen >= 0) & (chosen < len(self.actions_known))
        is_allowed = self.games.masks[np.arange(self.games.n), np.where(is_number, chosen, 0)].astype(bool) & is_number
        return chosen if is_allowed.all() else np.where(is_allowed, chosen, self.games.random_actions())

    def _write(self, begun: NDArray[np.bool_]) -> None:
        """Write what the agents that decide see and may do; forget what others saw in the games before."""
        games, size = self.games, self.features.size
        self._rows[begun] = 0
        self._rows[:, :, size:] = 1
        self._deciding = self._first_agents + games.seats
        self.observations[self._deciding, :size] = games.observations
        self.observations[self._deciding, size:] = games.masks
        self.masks[:] = False
        self.masks[self._deciding] = True

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
