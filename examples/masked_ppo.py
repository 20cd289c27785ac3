"""Masked PPO with sb3-contrib: one seat of the Gymnasium environment learns to play against bots.

    python examples/masked_ppo.py --steps 200000 --bots random --plot masked_ppo.svg

Needs pip install "longroad[gymnasium]" sb3-contrib. `action_masks` of the environment tells `MaskablePPO` what is
allowed, so it never tries anything illegal. For speed there is no trade between players.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from longroad.draw.curves import draw_curves
from longroad.envs.gymnasium import Solo
from longroad.envs.policy import Policy, WinRate, win_rate

RULES: dict[str, Any] = {"domestic_trade": False, "limit": 400}


class Row(gymnasium.ObservationWrapper[NDArray[np.float32], np.int64, Any]):
    """Shows the observation alone, scaled to numbers of about 1; the mask is asked for separately."""

    def __init__(self, env: Solo) -> None:
        super().__init__(env)
        self._solo = env
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (env.features.size,), np.float32)

    def observation(self, observation: Any) -> NDArray[np.float32]:
        """Scale an observation."""
        return self._solo.features.scaled(observation["observation"])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what is allowed."""
        return self._solo.action_masks()


def wins(model: Any, level: str, games: int, seed: int) -> WinRate:
    """Return how often a model wins against bots of a level."""
    solo = Solo(**RULES)

    def choose(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
        action, _ = model.predict(solo.features.scaled(observation), action_masks=mask, deterministic=True)
        return int(action)

    policy: Policy = choose
    return win_rate(policy, solo.ruleset, level, games, seed)


class Curve(BaseCallback):  # type: ignore[misc,unused-ignore]  # without sb3 it is of an unknown class
    """Plays some games at every so many steps, and shows how far the training has come."""

    def __init__(self, bar: Progress, steps: int, level: str, games: int) -> None:
        super().__init__()
        self.spots: list[tuple[float, float]] = []
        self._bar, self._steps, self._level, self._games = bar, steps, level, games
        self._task = bar.add_task("steps", total=steps)

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= len(self.spots) * self._steps / 10:
            self.spots.append((self.num_timesteps / 1000, wins(self.model, self._level, self._games, 10**6).share))

    def _on_step(self) -> bool:
        self._bar.update(self._task, completed=self.num_timesteps, description=f"{self.spots[-1][1]:.0%} won")
        return True


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from (200000)")
    parser.add_argument("--bots", default="random", help="who to learn against (random)")
    parser.add_argument("--envs", type=int, default=8, help="games at a time (8)")
    parser.add_argument("--round", type=int, default=512, help="steps of each game between updates (512)")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (0)")
    parser.add_argument("--measured", type=int, default=100, help="games for each point of the curve (100)")
    parser.add_argument("--final", type=int, default=400, help="games against each level at the end (400)")
    parser.add_argument("--levels", nargs="*", default=["random", "learner"], help="who to play against at the end")
    parser.add_argument("--plot", type=Path, help="where to draw the curve, as SVG")
    parser.add_argument("--out", type=Path, help="where to save the model")
    return parser.parse_args()


def main() -> None:
    """Learn, play, and draw."""
    options = read_options()
    envs = DummyVecEnv([lambda: Row(Solo(bots=options.bots, reward="shaped", **RULES))] * options.envs)
    layers = {"net_arch": [256, 256]}
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=options.round,
        batch_size=min(1024, options.round * options.envs),
        n_epochs=4,
        gamma=0.998,
        ent_coef=0.01,
        policy_kwargs=layers,
        seed=options.seed,
        device="cpu",
    )
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()) as bar:
        curve = Curve(bar, options.steps, options.bots, options.measured)
        model.learn(options.steps, callback=curve)
    if options.out:
        model.save(options.out)
    for level in options.levels:
        print(f"against {level}: {wins(model, level, options.final, options.seed)}", flush=True)
    if options.plot:
        curves = {f"against {options.bots}": [*curve.spots, (model.num_timesteps / 1000, final_share(model, options))]}
        picture = draw_curves("Masked PPO: wins against three", curves, "thousand decisions", {"by luck": 1 / 4})
        options.plot.write_text(picture, encoding="utf-8")


def final_share(model: Any, options: argparse.Namespace) -> float:
    """Return the last point of the curve."""
    return wins(model, options.bots, options.measured, 10**6).share


if __name__ == "__main__":
    main()
