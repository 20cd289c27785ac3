"""Behavioural cloning: a network learns to do what a bot did, from a training set, and then plays against others.

    longroad games --out skilled.parquet --games 3000 --bots skilled --option domestic_trade=no
    python examples/clone_skilled.py skilled.parquet --plot clone.svg --out cloned.pt

Needs PyTorch, and pip install "longroad[parquet]". The network learns which action was chosen, and as a second output
who won. Every batch shows the island turned or mirrored at random, and games of one deal in twenty are held out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn
from torch.nn import functional

from longroad.draw.curves import draw_curves
from longroad.envs.dataset import Dataset
from longroad.envs.policy import Policy, win_rate

COLUMNS = ("observation", "mask", "action", "result", "game")
READ = 65_536  # rows that are shuffled together
BATCH = 1024
HELD_OUT = 20  # one deal in so many is not learned from
TESTED = 16_384  # rows of held-out games that are compared

Rows = dict[str, NDArray[Any]]


def new_network(features: int, actions: int, hidden: int) -> Any:
    """Return a network with two outputs: a preference for each action, and the expected result."""
    body = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
    return nn.ModuleDict({"body": body, "policy": nn.Linear(hidden, actions), "value": nn.Linear(hidden, 1)})


def outputs(network: Any, observations: Any, masks: Any) -> tuple[Any, Any]:
    """Return the preferences among allowed actions, and the values."""
    inner = network["body"](observations)
    return network["policy"](inner).masked_fill(~masks, -1e9), network["value"](inner).squeeze(-1)


def policy_of(network: Any, scale: NDArray[np.float32]) -> Policy:
    """Return the policy that takes the preferred action."""

    def choose(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
        with torch.no_grad():
            rows = torch.from_numpy(observation.astype(np.float32) / scale)[None]
            return int(outputs(network, rows, torch.from_numpy(mask)[None])[0].argmax())

    return choose


class Cloning:
    """A training set, and the network that learns from it."""

    def __init__(self, data: Dataset, hidden: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.data = data
        self.network = new_network(data.features.size, len(data.actions), hidden)
        self._adam = torch.optim.AdamW(self.network.parameters(), lr=1e-3, weight_decay=0.01)
        self._rng = np.random.default_rng(seed)

    def rows(self, is_held_out: bool) -> Iterator[Rows]:
        """Yield the rows that are learned from, or those that are not: without steps that had no alternative."""
        for part in self.data.batches(READ, COLUMNS):
            deals = part["game"] // self.data.ruleset.players
            chosen = (part["mask"].sum(axis=1) > 1) & ((deals % HELD_OUT == 0) == is_held_out)
            yield {name: values[chosen] for name, values in part.items()}

    def learn(self, part: Rows, rate: float) -> None:
        """Learn from a part of the rows in random order."""
        for group in self._adam.param_groups:
            group["lr"] = rate
        order = self._rng.permutation(len(part["action"]))
        for start in range(0, len(order), BATCH):
            self._learn_batch({name: values[order[start : start + BATCH]] for name, values in part.items()})

    def _learn_batch(self, batch: Rows) -> None:
        turn = self._rng.integers(len(self.data.features.symmetries))
        images = self.data.actions.symmetries[turn]
        observations = self.data.features.scaled(batch["observation"][:, self.data.features.symmetries[turn]])
        masks = np.zeros_like(batch["mask"])
        masks[:, images] = batch["mask"]
        preferences, values = outputs(self.network, torch.from_numpy(observations), torch.from_numpy(masks))
        chosen = torch.from_numpy(images[batch["action"]])
        results = torch.from_numpy(batch["result"].astype(np.float32))
        loss = functional.cross_entropy(preferences, chosen) + 0.5 * functional.mse_loss(values, results)
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()

    def agreement(self) -> float:
        """Return how often the network prefers what was done in held-out games, where there was a choice."""
        agreed = seen = 0
        for part in self.rows(is_held_out=True):
            with torch.no_grad():
                observations = torch.from_numpy(self.data.features.scaled(part["observation"]))
                chosen = outputs(self.network, observations, torch.from_numpy(part["mask"]))[0].argmax(1).numpy()
            agreed += int((chosen == part["action"]).sum())
            seen += len(chosen)
            if seen >= TESTED:
                break
        return agreed / max(seen, 1)

    def wins(self, level: str, games: int, seed: int) -> Any:
        """Return how often the network wins against bots of a level."""
        return win_rate(policy_of(self.network, self.data.features.scale), self.data.ruleset, level, games, seed)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="a training set that longroad games has written")
    parser.add_argument("--epochs", type=int, default=4, help="times that all rows are seen (4)")
    parser.add_argument("--hidden", type=int, default=512, help="units of each hidden layer (512)")
    parser.add_argument("--games", type=int, default=400, help="games against each level at the end (400)")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (0)")
    parser.add_argument("--levels", nargs="*", default=["random", "learner", "novice"], help="who to play against")
    parser.add_argument("--plot", type=Path, help="where to draw the curves, as SVG")
    parser.add_argument("--out", type=Path, help="where to save the network")
    return parser.parse_args()


def main() -> None:
    """Learn, play, and draw."""
    options = read_options()
    cloning = Cloning(Dataset(options.data), options.hidden, options.seed)
    parts = -(-len(cloning.data) // READ)
    curves: dict[str, list[tuple[float, float]]] = {"agrees with the bot": [], "wins against novice": []}

    def note(epoch: float) -> None:
        curves["agrees with the bot"].append((epoch, cloning.agreement()))
        curves["wins against novice"].append((epoch, cloning.wins("novice", max(options.games // 4, 4), 10**6).share))

    note(0)  # before it has learned anything
    for epoch in range(options.epochs):
        shown = track(cloning.rows(is_held_out=False), f"epoch {epoch + 1} of {options.epochs}", total=parts)
        for number, part in enumerate(shown):
            progress = (epoch + number / parts) / options.epochs
            cloning.learn(part, rate=1e-3 * (1 - 0.95 * progress))
        note(epoch + 1)
        print(
            f"epoch {epoch + 1}: agrees with the bot in {curves['agrees with the bot'][-1][1]:.1%} of held-out choices"
        )
    if options.out:
        torch.save(cloning.network.state_dict(), options.out)
    for level in options.levels:
        print(f"against {level}: {cloning.wins(level, options.games, options.seed)}", flush=True)
    if options.plot:
        luck = {"by luck": 1 / cloning.data.ruleset.players}
        options.plot.write_text(draw_curves("Cloning a bot", curves, "epochs", luck), encoding="utf-8")


if __name__ == "__main__":
    main()
