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
from longroad.envs.actions import ActionSpace
from longroad.envs.observations import ObservationSpace
from longroad.envs.policy import Policy, WinRate, win_rate
from longroad.envs.vector import VectorEnvironment

TRACE = 0.95  # of generalised advantage estimation
CLIP = 0.2
PASSES = 3  # over the steps of a round
BATCH = 4096
PARTS = {"hexes": 2, "sites": 4, "paths": 2}  # what each kind of place learns of in a round: itself, and neighbours
POINTS = 10.0  # by which rewards are divided: the points that win


class Network(nn.Module):  # type: ignore[misc,unused-ignore]  # without PyTorch it is of an unknown class
    """A network that looks at the island place by place, with the same weights for every hex, site and path.

    Each place learns of its neighbours in two rounds, so a site knows what it yields and which roads lead to it. What
    is done at a place is preferred by that place; everything else, and the value, follow from the whole table.
    """

    def __init__(self, actions: ActionSpace, features: ObservationSpace, width: int) -> None:
        super().__init__()
        self._shapes, self._offsets = features.shapes, features.offsets
        self.register_buffer("scale", torch.from_numpy(features.scale))
        for name, pairs in features.edges.items():
            first, second = (features.shapes[{"hex": "hexes"}.get(p, f"{p}s")][0] for p in name.split("_"))
            near = torch.zeros(first, second)
            near[pairs[:, 0], pairs[:, 1]] = 1
            self.register_buffer(name, near)
        columns = {block: shape[1] for block, shape in features.shapes.items()}
        table = columns["game"] + features.shapes["players"][0] * columns["players"]
        self.table = nn.Sequential(nn.Linear(table, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.hexes = nn.Linear(2 * columns["hexes"] + 1, width)
        self.sites = nn.Linear(columns["sites"] + columns["harbors"], width)
        self.paths = nn.Linear(columns["paths"], width)
        self.rounds = nn.ModuleList(
            nn.ModuleDict({place: nn.Linear(parts * width, width) for place, parts in PARTS.items()}) for _ in range(2)
        )
        self.seen = nn.ModuleList(nn.Linear(width, 3 * width) for _ in range(2))  # of the table by each kind of place
        kinds = {place: [e.kind for e in actions.entries if e.places == place and e.place == 0] for place in PARTS}
        self.heads = nn.ModuleDict({place: nn.Linear(width, len(kinds[place])) for place in PARTS})
        others = [index for index, entry in enumerate(actions.entries) if not entry.places]
        self.others, self.value = nn.Linear(4 * width, len(others)), nn.Linear(4 * width, 1)
        at = {(e.kind, e.place): index for index, e in enumerate(actions.entries)}
        rows = {place: features.shapes[place][0] for place in PARTS}
        order = [at[kind, k] for place in PARTS for k in range(rows[place]) for kind in kinds[place]] + others
        self.register_buffer("order", torch.argsort(torch.tensor(order)))

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return the preferences among allowed actions, and the values."""
        block = self._blocks(observations.float() / self.scale)
        table = self.table(torch.cat([block["game"].flatten(1), block["players"].flatten(1)], 1))
        land = torch.cat([block["hexes"], block["hexes"] * block["hexes"][:, :, -1:], block["robber"]], 2)  # by pips
        hexes, paths = self.hexes(land).relu(), self.paths(block["paths"]).relu()
        sites = self.sites(torch.cat([block["sites"], block["harbors"]], 2)).relu()
        for layer, seen in zip(self.rounds, self.seen, strict=True):
            of_hexes, of_sites, of_paths = seen(table)[:, None].chunk(3, 2)
            around = [self.hex_site.T @ hexes, self.site_site @ sites / 3, self.path_site.T @ paths / 3]
            sites = (layer["sites"](torch.cat([sites, *around], 2)) + of_sites).relu()
            paths = (layer["paths"](torch.cat([paths, self.path_site @ sites / 2], 2)) + of_paths).relu()
            hexes = (layer["hexes"](torch.cat([hexes, self.hex_site @ sites / 6], 2)) + of_hexes).relu()
        whole = torch.cat([table.relu(), hexes.mean(1), sites.mean(1), paths.mean(1)], 1)
        places = {"hexes": hexes, "sites": sites, "paths": paths}
        parts = [self.heads[place](places[place]).flatten(1) for place in PARTS]
        preferences = torch.cat([*parts, self.others(whole)], 1)[:, self.order]
        return preferences.masked_fill(~masks, -1e9), self.value(whole).squeeze(-1)

    def _blocks(self, rows: Any) -> dict[str, Any]:
        """Return the blocks of observations as (game, place, feature)."""
        return {
            name: rows[:, self._offsets[name] : self._offsets[name] + count * width].reshape(-1, count, width)
            for name, (count, width) in self._shapes.items()
        }


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
        self.network = Network(self.env.actions, self.env.features, options.width).to(self.device)
        if options.start:
            self.network.load_state_dict(torch.load(options.start, map_location=self.device, weights_only=True))
        self._adam = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-5)
        self._round = Round(options.steps, self.env)
        self._entropy = options.entropy
        self._width = options.width
        self.steps = 0

    def _tensor(self, array: NDArray[Any]) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def play(self) -> None:
        """Play a round in all games."""
        steps, env = self._round, self.env
        for step in range(len(steps.actions)):
            steps.observations[step], steps.masks[step], steps.seats[step] = env.observations, env.masks, env.seats
            with torch.no_grad():
                preferences, values = self.network(self._tensor(env.observations), self._tensor(steps.masks[step]))
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
            rows = self._tensor(self.env.observe(np.full(self.env.n, seat)))
            with torch.no_grad():
                values.append(self.network(rows, masks)[1].cpu().numpy())
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
                preferences, values = self.network(self._tensor(observations[at]), self._tensor(masks[at]))
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
        network = Network(self.env.actions, self.env.features, self._width)
        network.load_state_dict({name: value.cpu() for name, value in self.network.state_dict().items()})

        def choose(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
            with torch.no_grad():
                return int(network(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None])[0].argmax())

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
    parser.add_argument("--width", type=int, default=32, help="numbers that the network keeps for each place (32)")
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
    """Play and learn for some minutes; return the curve of wins against each level, with 10 points at most."""
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
            learner.learn(with_policy=learner.steps > learner.env.n * 256)  # first it learns what to expect
            spent += (time.monotonic() - began) / 60
            if spent - noted >= minutes / 10:
                note()
                noted = spent
            shown = " ".join(f"{spots[-1][1]:.0%} {name}" for name, spots in curves.items())
            bar.update(task, completed=spent, description=f"{learner.steps / 1e6:.2f} million steps: {shown}")
    if noted < spent:
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
