"""Batched PPO: one network plays all seats of many games at once, on the vector environment, and learns from them.

    python examples/batched_ppo.py --minutes 15 --plot ppo.svg                        # from nothing
    python examples/batched_ppo.py --minutes 15 --start cloned.pt --plot ppo.svg      # from a clone (clone_skilled.py)
    python examples/batched_ppo.py --minutes 15 --device cuda --games 2048

Needs PyTorch, and pip install "longroad[fast]". The games are stepped in compiled code, on `--threads` threads; the
network runs on `--device`. A seat is rewarded for victory points as it gets them, and for the result of the game; what
a step was worth to a seat is known when the seat decides again, so advantages are computed seat by seat.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import nn
from torch.distributions import Categorical

from longroad import Ruleset
from longroad.draw.curves import draw_curves
from longroad.envs.policy import Policy, WinRate, win_rate
from longroad.envs.vector import VectorEnvironment

TRACE = 0.95  # of generalised advantage estimation
CLIP = 0.2
PASSES = 3  # over the steps of a round
BATCH = 4096
POINTS = 10.0  # by which rewards are divided: the points that win


def new_network(features: int, actions: int, hidden: int) -> Any:
    """Return a network with two outputs: a preference for each action, and the expected reward."""
    body = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
    return nn.ModuleDict({"body": body, "policy": nn.Linear(hidden, actions), "value": nn.Linear(hidden, 1)})


def outputs(network: Any, observations: Any, masks: Any) -> tuple[Any, Any]:
    """Return the preferences among allowed actions, and the values."""
    inner = network["body"](observations)
    return network["policy"](inner).masked_fill(~masks, -1e9), network["value"](inner).squeeze(-1)


class Round:
    """The steps of a round of play: arrays (step, game, ...)."""

    def __init__(self, steps: int, env: VectorEnvironment) -> None:
        shape = (steps, env.n)
        self.observations = np.zeros((*shape, env.features.size), np.int8)
        self.masks = np.zeros((*shape, len(env.actions)), np.bool_)
        self.actions, self.seats = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.chances, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.rewards = np.zeros((*shape, env.ruleset.players), np.float32)
        self.dones = np.zeros(shape, np.bool_)

    def advantages(self, last: NDArray[np.float32]) -> NDArray[np.float32]:
        """Compute how much better each step was than expected; `last` (game, seat) values what comes after the round.

        Going backwards, each seat of each game remembers what followed its next decision.
        """
        games = np.arange(self.actions.shape[1])
        advantages = np.zeros_like(self.values)
        value, trace, gained = last.copy(), np.zeros_like(last), np.zeros_like(last)
        for step in reversed(range(len(self.actions))):
            for memory in (value, trace, gained):
                memory[self.dones[step]] = 0
            gained += self.rewards[step]
            at = games, self.seats[step]
            delta = gained[at] + value[at] - self.values[step]
            trace[at] = advantages[step] = delta + TRACE * trace[at]
            value[at], gained[at] = self.values[step], 0
        return advantages


class Learner:
    """The games, the network, and how it learns."""

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        self.ruleset = Ruleset(domestic_trade=False, limit=400)
        self.env = VectorEnvironment(self.ruleset, options.games, reward="shaped", threads=options.threads)
        self.env.reset(options.seed + np.arange(options.games))
        self.device = torch.device(options.device)
        self.network = new_network(self.env.features.size, len(self.env.actions), options.hidden).to(self.device)
        if options.start:
            self.network.load_state_dict(torch.load(options.start, map_location=self.device, weights_only=True))
        self._adam = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-5)
        self._round = Round(options.steps, self.env)
        self._entropy = options.entropy
        self._scale = torch.from_numpy(self.env.features.scale).to(self.device)
        self.steps = 0

    def _tensor(self, array: NDArray[Any]) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _rows(self, observations: NDArray[np.int8]) -> Any:
        return self._tensor(observations).float() / self._scale

    def play(self) -> None:
        """Play a round in all games."""
        steps, env = self._round, self.env
        for step in range(len(steps.actions)):
            steps.observations[step], steps.masks[step], steps.seats[step] = env.observations, env.masks, env.seats
            with torch.no_grad():
                preferences, values = outputs(
                    self.network, self._rows(env.observations), self._tensor(steps.masks[step])
                )
                chosen = Categorical(logits=preferences)
                actions = chosen.sample()
            steps.actions[step], steps.values[step] = actions.cpu().numpy(), values.cpu().numpy()
            steps.chances[step] = chosen.log_prob(actions).cpu().numpy()
            env.step(steps.actions[step])
            steps.rewards[step], steps.dones[step] = env.rewards / POINTS, env.dones != 0
        self.steps += steps.actions.size

    def _last_values(self) -> NDArray[np.float32]:
        """Return what each seat of each game expects after the round."""
        masks = torch.ones(1, len(self.env.actions), dtype=torch.bool, device=self.device)
        values = []
        for seat in range(self.ruleset.players):
            rows = self._rows(self.env.observe(np.full(self.env.n, seat)))
            with torch.no_grad():
                values.append(outputs(self.network, rows, masks)[1].cpu().numpy())
        return np.stack(values, axis=1)

    def learn(self, with_policy: bool = True) -> None:
        """Learn from the round: how to play, or only what to expect of the play so far."""
        steps = self._round
        advantages = steps.advantages(self._last_values())
        returns = (advantages + steps.values).ravel()
        worth = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).ravel()
        had_choice = np.flatnonzero(steps.masks.sum(axis=2).ravel() > 1)
        observations = steps.observations.reshape(len(returns), -1)
        masks = steps.masks.reshape(len(returns), -1)
        for _ in range(PASSES):
            order = np.random.permutation(had_choice)
            for start in range(0, len(order), BATCH):
                at = order[start : start + BATCH]
                preferences, values = outputs(self.network, self._rows(observations[at]), self._tensor(masks[at]))
                loss = 0.5 * (values - self._tensor(returns[at])).square().mean()
                if with_policy:
                    now = Categorical(logits=preferences)
                    loss = loss + self._policy_loss(
                        now, steps.actions.ravel()[at], steps.chances.ravel()[at], worth[at]
                    )
                self._adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self._adam.step()

    def _policy_loss(self, now: Any, actions: Any, before: Any, worth: Any) -> Any:
        """Return PPO's clipped loss, less a share of the entropy."""
        ratio = (now.log_prob(self._tensor(actions)) - self._tensor(before)).exp()
        gain = torch.minimum(ratio * self._tensor(worth), ratio.clamp(1 - CLIP, 1 + CLIP) * self._tensor(worth))
        return -gain.mean() - self._entropy * now.entropy().mean()

    def policy(self) -> Policy:
        """Return the policy that takes the preferred action, on the processor: it decides one step at a time."""
        network = new_network(self.env.features.size, len(self.env.actions), self.network["body"][0].out_features)
        network.load_state_dict({name: value.cpu() for name, value in self.network.state_dict().items()})
        scale = self.env.features.scale

        def choose(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
            with torch.no_grad():
                row = torch.from_numpy(observation.astype(np.float32) / scale)[None]
                return int(outputs(network, row, torch.from_numpy(mask)[None])[0].argmax())

        return choose

    def wins(self, level: str, games: int, seed: int) -> WinRate:
        """Return how often the network wins against bots of a level."""
        return win_rate(self.policy(), self.ruleset, level, games, seed)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15, help="how long to learn (15)")
    parser.add_argument("--games", type=int, default=256, help="games at a time (256)")
    parser.add_argument("--steps", type=int, default=128, help="steps of each game in a round (128)")
    parser.add_argument("--hidden", type=int, default=512, help="units of each hidden layer (512)")
    parser.add_argument("--rate", type=float, default=3e-4, help="learning rate (0.0003)")
    parser.add_argument("--entropy", type=float, default=0.01, help="worth of the policy's entropy (0.01)")
    parser.add_argument("--device", default="cpu", help="where the network runs: cpu or cuda (cpu)")
    parser.add_argument("--threads", type=int, default=1, help="threads that step the games (1)")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (0)")
    parser.add_argument("--start", type=Path, help="a network to begin with")
    parser.add_argument("--measured", type=int, default=100, help="games for each point of a curve (100)")
    parser.add_argument("--final", type=int, default=400, help="games against each level at the end (400)")
    parser.add_argument("--levels", nargs="*", default=["random", "learner", "novice"], help="who to play against")
    parser.add_argument("--plot", type=Path, help="where to draw the curves, as SVG")
    parser.add_argument("--out", type=Path, help="where to save the network")
    return parser.parse_args()


def train(learner: Learner, minutes: float, levels: list[str], measured: int) -> dict[str, list[tuple[float, float]]]:
    """Play and learn for some minutes; return the curve of wins against each level, with 20 points at most."""
    curves: dict[str, list[tuple[float, float]]] = {f"against {level}": [] for level in levels}
    spent, noted = 0.0, -1.0

    def note() -> None:
        for level in levels:
            curves[f"against {level}"].append((learner.steps / 1e6, learner.wins(level, measured, 10**6).share))

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task("starting", total=minutes)
        note()
        while spent < minutes:
            began = time.monotonic()
            learner.play()
            learner.learn(with_policy=learner.steps > learner.env.n * 512)  # first it learns what to expect
            spent += (time.monotonic() - began) / 60
            if spent - noted >= minutes / 20:
                note()
                noted = spent
            shown = " ".join(f"{spots[-1][1]:.0%} {name}" for name, spots in curves.items())
            bar.update(task, completed=spent, description=f"{learner.steps / 1e6:.2f} million steps: {shown}")
    note()
    return curves


def main() -> None:
    """Learn, play, and draw."""
    options = read_options()
    np.random.seed(options.seed)
    learner = Learner(options)
    curves = train(learner, options.minutes, options.levels, options.measured)
    if options.out:
        torch.save(learner.network.state_dict(), options.out)
    print(f"{learner.steps / 1e6:.2f} million steps")
    for level in options.levels:
        print(f"against {level}: {learner.wins(level, options.final, options.seed)}", flush=True)
    if options.plot:
        luck = {"by luck": 1 / learner.ruleset.players}
        picture = draw_curves("PPO in self-play: wins against three", curves, "million steps", luck)
        options.plot.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
