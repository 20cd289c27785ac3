"""Behavioural cloning: a network learns to do what a bot did, from a training set, and then plays against others.

    longroad games --out skilled.parquet --games 3000 --bots skilled --option domestic_trade=no
    python examples/clone_skilled.py skilled.parquet --plot clone.svg --out cloned.pt

Needs PyTorch, and pip install "longroad[parquet]". The network learns which action was chosen, and as a second output
who won. The network is the same however the island is turned or mirrored. Games of one deal in twenty are held out.
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
from longroad.envs.actions import ActionSpace
from longroad.envs.dataset import Dataset
from longroad.envs.observations import ObservationSpace
from longroad.envs.policy import Policy, win_rate

COLUMNS = ("observation", "mask", "action", "result", "game")
READ = 65_536  # rows that are shuffled together
BATCH = 256
HELD_OUT = 20  # one deal in so many is not learned from
TESTED = 16_384  # rows of held-out games that are compared
PARTS = {"hexes": 2, "sites": 4, "paths": 2}  # what each kind of place learns of in a round: itself, and neighbours

Rows = dict[str, NDArray[Any]]


class Network(nn.Module):  # type: ignore[misc,unused-ignore]  # without PyTorch it is of an unknown class
    """A network that looks at the island place by place, with the same weights for every hex, site and path.

    Each place learns of its neighbours and of the whole table in two rounds, so a site knows what it yields, which
    roads lead to it, and what its player lacks. What is done at a place is preferred by that place; everything else,
    and the value, follow from the whole. Places come first, (place, game, number): then neighbours are added up in all
    games by one product of matrices.
    """

    def __init__(self, actions: ActionSpace, features: ObservationSpace, width: int) -> None:
        super().__init__()
        self._shapes, self._offsets = features.shapes, features.offsets
        self.register_buffer("scale", torch.from_numpy(features.scale), persistent=False)
        for name, pairs in features.edges.items():
            first, second = (features.shapes[{"hex": "hexes"}.get(p, f"{p}s")][0] for p in name.split("_"))
            near = torch.zeros(first, second)
            near[pairs[:, 0], pairs[:, 1]] = 1
            self.register_buffer(name, near, persistent=False)
        columns = {block: shape[1] for block, shape in features.shapes.items()}
        table = columns["game"] + features.shapes["players"][0] * columns["players"]
        self.table = nn.Sequential(nn.Linear(table, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.hexes = nn.Linear(2 * columns["hexes"] + 1, width)
        self.sites = nn.Linear(columns["sites"] + columns["harbors"], width)
        self.paths = nn.Linear(columns["paths"], width)
        self.rounds = nn.ModuleList(
            nn.ModuleDict({place: nn.Linear(parts * width, width) for place, parts in PARTS.items()}) for _ in range(2)
        )
        self.seen = nn.ModuleList(nn.Linear(4 * width, 3 * width) for _ in range(2))  # of the whole by kind of place
        self.last = nn.Linear(4 * width, 4 * width)
        kinds = {place: [e.kind for e in actions.entries if e.places == place and e.place == 0] for place in PARTS}
        self.heads = nn.ModuleDict({place: nn.Linear(width, len(kinds[place])) for place in PARTS})
        others = [index for index, entry in enumerate(actions.entries) if not entry.places]
        self.others, self.value = nn.Linear(4 * width, len(others)), nn.Linear(4 * width, 1)
        at = {(e.kind, e.place): index for index, e in enumerate(actions.entries)}
        rows = {place: features.shapes[place][0] for place in PARTS}
        order = [at[kind, k] for place in PARTS for k in range(rows[place]) for kind in kinds[place]] + others
        self.register_buffer("order", torch.argsort(torch.tensor(order)), persistent=False)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return the preferences among allowed actions, and the values."""
        block = self._blocks(observations.float() / self.scale)
        table = self.table(torch.cat([*block["game"], *block["players"]], 1))
        land = torch.cat([block["hexes"], block["hexes"] * block["hexes"][:, :, -1:], block["robber"]], 2)  # by pips
        hexes, paths = self.hexes(land).relu(), self.paths(block["paths"]).relu()
        sites = self.sites(torch.cat([block["sites"], block["harbors"]], 2)).relu()
        for layer, seen in zip(self.rounds, self.seen, strict=True):
            of_hexes, of_sites, of_paths = seen(_whole(table, hexes, sites, paths)).chunk(3, 1)
            around = [
                _near(self.hex_site.T, hexes),
                _near(self.site_site / 3, sites),
                _near(self.path_site.T / 3, paths),
            ]
            sites = (layer["sites"](torch.cat([sites, *around], 2)) + of_sites).relu()
            paths = (layer["paths"](torch.cat([paths, _near(self.path_site / 2, sites)], 2)) + of_paths).relu()
            hexes = (layer["hexes"](torch.cat([hexes, _near(self.hex_site / 6, sites)], 2)) + of_hexes).relu()
        whole = _whole(table.relu(), hexes, sites, paths)
        whole = whole + self.last(whole).relu()
        with torch.autocast(observations.device.type, enabled=False):  # small differences matter from here on
            places = {"hexes": hexes.float(), "sites": sites.float(), "paths": paths.float()}
            parts = [self.heads[place](places[place]).transpose(0, 1).flatten(1) for place in PARTS]
            preferences = torch.cat([*parts, self.others(whole.float())], 1).index_select(1, self.order)
            return preferences.masked_fill(~masks, -1e9), self.value(whole.float()).squeeze(-1)

    def _blocks(self, rows: Any) -> dict[str, Any]:
        """Return the blocks of observations as (place, game, feature)."""
        return {
            name: rows[:, self._offsets[name] : self._offsets[name] + count * width]
            .reshape(-1, count, width)
            .transpose(0, 1)
            for name, (count, width) in self._shapes.items()
        }


def _near(near: Any, places: Any) -> Any:
    """Return the sums over neighbours: `near` is (place, neighbour), and `places` are (neighbour, game, number)."""
    return (near @ places.flatten(1)).unflatten(1, places.shape[1:])


def _whole(table: Any, hexes: Any, sites: Any, paths: Any) -> Any:
    """Return what is known of each game as a whole."""
    return torch.cat([table, hexes.mean(0), sites.mean(0), paths.mean(0)], 1)


def policy_of(network: Network) -> Policy:
    """Return the policy that takes the preferred action."""

    def choose(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
        with torch.no_grad():
            return int(network(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None])[0].argmax())

    return choose


class Cloning:
    """A training set, and the network that learns from it."""

    def __init__(self, data: Dataset, width: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.data = data
        self.network = Network(data.actions, data.features, width)
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
        rows = (torch.from_numpy(batch[name]) for name in ("observation", "mask"))
        preferences, values = self.network(*rows)
        chosen = torch.from_numpy(batch["action"].astype(np.int64))
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
                rows = (torch.from_numpy(part[name][:TESTED]) for name in ("observation", "mask"))
                chosen = self.network(*rows)[0].argmax(1).numpy()
            agreed += int((chosen == part["action"][:TESTED]).sum())
            seen += len(chosen)
            if seen >= TESTED:
                break
        return agreed / max(seen, 1)

    def wins(self, level: str, games: int, seed: int) -> Any:
        """Return how often the network wins against bots of a level."""
        return win_rate(policy_of(self.network), self.data.ruleset, level, games, seed)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="a training set that longroad games has written")
    parser.add_argument("--epochs", type=int, default=3, help="times that all rows are seen (3)")
    parser.add_argument("--width", type=int, default=32, help="numbers that the network keeps for each place (32)")
    parser.add_argument("--games", type=int, default=400, help="games against each level at the end (400)")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (0)")
    parser.add_argument("--levels", nargs="*", default=["random", "learner", "novice"], help="who to play against")
    parser.add_argument("--plot", type=Path, help="where to draw the curves, as SVG")
    parser.add_argument("--out", type=Path, help="where to save the network")
    return parser.parse_args()


def main() -> None:
    """Learn, play, and draw."""
    options = read_options()
    cloning = Cloning(Dataset(options.data), options.width, options.seed)
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
            f"epoch {epoch + 1}: agrees with the bot in {curves['agrees with the bot'][-1][1]:.1%} of held-out choices",
            flush=True,
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
