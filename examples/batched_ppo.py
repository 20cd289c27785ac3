"""Batched PPO: one network plays all seats of many games at once, on the vector environment, and learns from them.

    python examples/batched_ppo.py --minutes 15                                       # from nothing
    python examples/batched_ppo.py --minutes 15 --start cloned.pt --plot ppo.svg      # from a clone (clone_skilled.py)
    python examples/batched_ppo.py --minutes 7 --device cuda --games 8192 --batch 16384 --width 64 --rate 0.001
    python examples/batched_ppo.py --curve ppo.curve.pt --plot ppo.svg                # only measure what was learned

Needs PyTorch, and pip install "longroad[fast]", or "longroad[gpu]" for games on a GPU. With `--device cuda` games and
network are on the GPU, and no observation or action is copied to the processor; `--backend compiled` keeps the games on
`--threads` of the processor. A seat is rewarded for the result of the game, and for victory points as it gets them.
Games against bots are played afterwards, by several processes, with what the network was at some moments.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from longroad import Ruleset
from longroad.draw.curves import draw_curves
from longroad.envs.actions import ActionSpace
from longroad.envs.observations import ObservationSpace
from longroad.envs.policy import WinRate, win_rate
from longroad.envs.vector import VectorEnvironment

RULESET = Ruleset(domestic_trade=False, limit=400)
PARTS = {"hexes": 2, "sites": 4, "paths": 2}  # what each kind of place learns of in a round: itself, and neighbours
TRACE = 0.95  # of generalised advantage estimation, from one choice of a seat to its next
CLIP = 0.2
DIVERGENCE = 0.01  # of the policy in a round: it learns more slowly after twice as much, and faster again after half
VALUE_ALONE = 0.03  # of the time, at first, in which only the value is learned, so that wrong values teach no play
LAST_POINTS = 0.3  # what points are worth at the end, if they are worth 1 at first
LAST_ENTROPY = 0.1  # what the entropy is worth at the end, if it is worth 1 at first
SNAPSHOTS = 8
PIECE = 20  # games that a process plays against bots at a time: five deals, from all seats

State = dict[str, Any]  # the weights of a network by name


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


class Round:
    """The steps of a round of play: tensors (step, game, ...) on the device."""

    def __init__(self, steps: int, env: VectorEnvironment, device: Any) -> None:
        new = partial(torch.zeros, device=device)
        shape = (steps, env.n)
        self.observations = new((*shape, env.features.size), dtype=torch.int8)
        self.masks = new((*shape, len(env.actions)), dtype=torch.bool)
        self.actions, self.seats = new(shape, dtype=torch.int64), new(shape, dtype=torch.int64)
        self.chances, self.values = new(shape), new(shape)  # of the actions taken, as logarithms; and expected returns
        self.rewards = new((*shape, env.ruleset.players))
        self.dones, self.choices = new(shape, dtype=torch.bool), new(shape, dtype=torch.bool)

    def advantages(self) -> tuple[Any, Any]:
        """Return how much better than expected the action of each step was, and of which steps that is known.

        What a choice was worth to a seat shows when the seat chooses again, or when the game ends; so the last choice
        of each seat in the round only says what to expect after the choice before it. Going backwards, each seat of
        each game remembers what followed its next choice. Steps without an alternative are no choices.
        """
        advantages, is_known = torch.zeros_like(self.values), torch.zeros_like(self.dones)
        value, trace, gained, known = (torch.zeros_like(self.rewards[0]) for _ in range(4))  # (game, seat)
        for step in reversed(range(len(self.actions))):
            goes_on = ~self.dones[step, :, None]
            value, trace, gained = value * goes_on, trace * goes_on, gained * goes_on + self.rewards[step]
            known = torch.where(goes_on, known, 1)
            seat, chooses = self.seats[step, :, None], self.choices[step]
            after = [memory.gather(1, seat).squeeze(1) for memory in (value, trace, gained, known)]
            error = after[2] + after[0] - self.values[step]
            advantages[step] = (error + TRACE * after[1]) * after[3] * chooses
            is_known[step] = (after[3] > 0) & chooses
            here = chooses[:, None] & (seat == torch.arange(value.shape[1], device=seat.device))
            value = torch.where(here, self.values[step, :, None], value)
            trace = torch.where(here, advantages[step, :, None], trace)
            gained, known = torch.where(here, 0, gained), torch.where(here, 1, known)
        return advantages, is_known


class Tally:
    """How long the games were that ended lately, and how many points a seat had in the end."""

    def __init__(self, env: VectorEnvironment, device: Any) -> None:
        self._points = torch.zeros(env.n, env.ruleset.players, device=device)
        self._steps = torch.zeros(env.n, device=device)
        self._sums = torch.zeros(3, device=device)  # games, their steps, and points

    def add(self, points: Any, dones: Any) -> None:
        """Add a step of all games."""
        self._points += points
        self._steps += 1
        ended = dones.float()
        self._sums += torch.stack([ended.sum(), self._steps @ ended, self._points.mean(1) @ ended])
        self._points.mul_(~dones[:, None])
        self._steps.mul_(~dones)

    def take(self) -> tuple[float, float]:
        """Return the mean steps and points of the games that ended since the last time."""
        games, steps, points = self._sums.tolist()
        self._sums.zero_()
        return steps / max(games, 1), points / max(games, 1)


class Learner:
    """The games, the network, and how it learns."""

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        self.options, self.device = options, torch.device(options.device)
        self.env = make_environment(options)
        self._arrays = {
            name: torch.from_dlpack(getattr(self.env, name))
            for name in ("observations", "masks", "seats", "rewards", "dones")
        }
        self.network = Network(self.env.actions, self.env.features, options.width).to(self.device)
        if options.start:
            self.network.load_state_dict(torch.load(options.start, map_location=self.device, weights_only=True))
        self._forward = torch.compile(self.network) if options.compile else self.network
        is_fused = self.device.type == "cuda"
        self._adam = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-5, fused=is_fused)
        self._round, self._tally = Round(options.steps, self.env, self.device), Tally(self.env, self.device)
        self._pace, self._divergence, self._entropy = 1.0, 0.0, torch.zeros((), device=self.device)
        self._kept: set[Any] = set()  # what does not learn yet
        self.steps = 0

    def _predict(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return the logarithms of the chances of all actions, and the values."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            preferences, values = self._forward(observations, masks)
        return preferences.log_softmax(1), values

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def play(self, points_worth: float) -> None:
        """Play a round in all games; a victory point is worth so much of a tenth of the result."""
        steps, arrays = self._round, self._arrays
        for step in range(len(steps.actions)):
            for name in ("observations", "masks", "seats"):
                getattr(steps, name)[step].copy_(arrays[name])
            logs, steps.values[step] = self._predict(steps.observations[step], steps.masks[step])
            noise = torch.empty_like(logs).exponential_().clamp_(1e-20)  # so that the greatest is a fair sample
            actions = (logs - noise.log()).argmax(1)
            steps.actions[step], steps.chances[step] = actions, logs.gather(1, actions[:, None]).squeeze(1)
            self.env.step(actions.to(arrays["seats"].device))
            steps.dones[step].copy_(arrays["dones"])
            points, results = split(arrays["rewards"].to(self.device).float())
            steps.rewards[step] = results + points_worth * points / RULESET.victory_points
            self._tally.add(points, steps.dones[step])
        steps.choices[:] = steps.masks.sum(2) > 1
        self.steps += steps.actions.numel()

    def learn(self, progress: float) -> None:
        """Learn from the round: how to play, or at first only what to expect of it."""
        steps, batch = self._round, self.options.batch
        for group in self._adam.param_groups:
            group["lr"] = self.options.rate * self._pace * (1 - progress)
        learned = self.network if progress >= VALUE_ALONE else self.network.value
        self._kept = set(self.network.parameters()) - set(learned.parameters())
        advantages, is_known = steps.advantages()
        rows = is_known.flatten().nonzero().squeeze(1)
        if len(rows) < 2:
            return  # a round of so few steps teaches nothing
        returns, advantages = (advantages + steps.values).flatten(), advantages.flatten()
        spread, mean = torch.std_mean(advantages[rows])
        worth = (advantages - mean) / (spread + 1e-8)
        entropy = self.options.entropy * (1 - (1 - LAST_ENTROPY) * progress)
        for _ in range(self.options.passes):
            order = rows[torch.randperm(len(rows), device=self.device)]
            for at in order[: len(order) // batch * batch or None].split(batch):
                divergence = self._learn_batch(at, worth[at], returns[at], entropy)
        self._set_pace(float(divergence))

    def _set_pace(self, divergence: float) -> None:
        """Learn more slowly where the policy has changed much in a round."""
        self._divergence = divergence
        if divergence > 2 * DIVERGENCE:
            self._pace /= 1.5
        elif divergence < DIVERGENCE / 2:
            self._pace = min(1.0, 1.5 * self._pace)

    def _learn_batch(self, at: Any, worth: Any, returns: Any, entropy: float) -> Any:
        """Learn from some of the steps; return how far the policy is from the one that played them."""
        steps = self._round
        logs, values = self._predict(steps.observations.flatten(0, 1)[at], steps.masks.flatten(0, 1)[at])
        change = logs.gather(1, steps.actions.flatten()[at, None]).squeeze(1) - steps.chances.flatten()[at]
        ratio = change.exp()
        gain = torch.minimum(ratio * worth, ratio.clamp(1 - CLIP, 1 + CLIP) * worth).mean()
        spread = -(logs.exp() * logs).sum(1).mean()
        loss = 0.5 * (values - returns).square().mean() - gain - entropy * spread
        self._adam.zero_grad()
        loss.backward()
        for parameter in self._kept:
            parameter.grad = None
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self._adam.step()
        self._entropy = spread.detach()
        return (ratio - 1 - change).detach().mean()

    def state(self) -> State:
        """Return a copy of the network's weights, on the processor."""
        return {name: value.detach().cpu().clone() for name, value in self.network.state_dict().items()}

    def report(self) -> str:
        """Say how the games went since the last report."""
        length, points = self._tally.take()
        policy = f"entropy {float(self._entropy):.3f}, divergence {self._divergence:.4f}, pace {self._pace:.2f}"
        return f"{policy}, games of {length:.0f} steps, {points:.1f} points a seat"


def make_environment(options: argparse.Namespace) -> VectorEnvironment:
    """Make the games on the device, or on threads of the processor, and begin them."""
    where: dict[str, Any] = {"threads": options.threads, "backend": "compiled"}
    if (options.backend or options.device) == "cuda":
        where = {"backend": "cuda"} | ({"kernels": options.kernels} if options.kernels else {})
    env = VectorEnvironment(RULESET, options.games, reward="shaped", **where)
    env.reset(options.seed + np.arange(options.games))
    return env


def split(rewards: Any) -> tuple[Any, Any]:
    """Split shaped rewards into points, and results: 1 for a win, -1 for a loss, 0 while the game goes on."""
    results = rewards.sign() * (rewards.abs() > RULESET.victory_points / 2)
    return rewards - RULESET.victory_points * results, results


class Snapshot(NamedTuple):
    """What the network was after so many steps."""

    steps: int
    state: State


def train(learner: Learner, minutes: float, out: Path) -> list[Snapshot]:
    """Play and learn for some minutes; return snapshots, which are saved as they are made."""
    snapshots = [Snapshot(0, learner.state())]
    began = noted = time.monotonic()
    steps, progress = 0, 0.0
    while progress < 1:
        learner.play(1 - (1 - LAST_POINTS) * progress)
        learner.learn(progress)
        now = time.monotonic()
        progress = (now - began) / (60 * minutes)
        if progress * SNAPSHOTS >= len(snapshots):
            snapshots.append(Snapshot(learner.steps, learner.state()))
            save(snapshots, out)
        if now - noted > 3 * minutes or progress >= 1:  # 20 reports in all
            speed = (learner.steps - steps) / (now - noted)
            line = f"{(now - began) / 60:.1f} minutes, {learner.steps / 1e6:.2f} million steps, {speed:,.0f} a second"
            print(f"{line}: {learner.report()}", flush=True)
            steps, noted = learner.steps, now
    return snapshots


def save(snapshots: list[Snapshot], out: Path) -> None:
    """Save the last network, which can be a start, and all of them for the curve."""
    torch.save(snapshots[-1].state, out)
    torch.save([tuple(snapshot) for snapshot in snapshots], out.with_suffix(".curve.pt"))


def play_piece(task: tuple[State, str, int, int]) -> WinRate:
    """Play some games of a network, which takes the action it prefers, against three bots of a level."""
    state, level, games, seed = task
    torch.set_num_threads(1)
    width = state["value.weight"].shape[1] // 4
    network = Network(ActionSpace(RULESET), ObservationSpace(RULESET), width)
    network.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})

    def choose(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
        with torch.no_grad():
            return int(network(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None])[0].argmax())

    return win_rate(choose, RULESET, level, games, seed)


class Measuring:
    """Processes that play games of networks against bots."""

    def __init__(self, processes: int) -> None:
        self._pool = multiprocessing.get_context("spawn").Pool(processes)

    def wins(self, state: State, level: str, games: int, seed: int) -> WinRate:
        """Return how often a network wins against three bots of a level."""
        plain = {name: value.numpy() for name, value in state.items()}
        pieces = [(plain, level, min(PIECE, games - at), seed + at) for at in range(0, games, PIECE)]
        counts = self._pool.map(play_piece, pieces, chunksize=1)
        return WinRate(sum(count.wins for count in counts), games)

    def curves(self, snapshots: list[Snapshot], levels: list[str], games: int) -> dict[str, list[tuple[float, float]]]:
        """Return the share of wins against each level over millions of steps."""
        curves: dict[str, list[tuple[float, float]]] = {f"against {level}": [] for level in levels}
        for snapshot, level in product(snapshots, levels):
            share = self.wins(snapshot.state, level, games, 10**6).share
            curves[f"against {level}"].append((snapshot.steps / 1e6, share))
            print(f"{snapshot.steps / 1e6:.2f} million steps: {share:.0%} against {level}", flush=True)
        return curves


def measure(snapshots: list[Snapshot], options: argparse.Namespace) -> None:
    """Play against bots with the last network, and with all of them for the curve."""
    measuring = Measuring(options.processes)
    for level in options.levels:
        wins = measuring.wins(snapshots[-1].state, level, options.final, options.seed)
        print(f"against {level}: {wins}", flush=True)
    if options.plot:
        curves = measuring.curves(snapshots, options.levels, options.measured)
        luck = {"by luck": 1 / RULESET.players}
        picture = draw_curves("PPO in self-play: wins against three", curves, "million steps", luck)
        options.plot.write_text(picture, encoding="utf-8")


def read_options(given: list[str] | None = None) -> argparse.Namespace:
    """Read the command line, or the given options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15, help="how long to learn (15)")
    parser.add_argument("--games", type=int, default=256, help="games at a time (256)")
    parser.add_argument("--steps", type=int, default=128, help="steps of each game in a round (128)")
    parser.add_argument("--batch", type=int, default=2048, help="choices that are learned from at a time (2048)")
    parser.add_argument("--passes", type=int, default=2, help="times that a round is learned from (2)")
    parser.add_argument("--width", type=int, default=32, help="numbers that the network keeps for each place (32)")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate, which falls to 0 (0.0005)")
    parser.add_argument("--entropy", type=float, default=0.01, help="worth of the entropy, which falls too (0.01)")
    parser.add_argument("--device", default="cpu", help="where the network runs: cpu or cuda (cpu)")
    parser.add_argument("--backend", choices=("compiled", "cuda"), help="what steps the games (as the device)")
    parser.add_argument("--kernels", type=Path, help="a folder of kernels that were compiled elsewhere")
    parser.add_argument("--threads", type=int, default=1, help="threads that step the games (1)")
    parser.add_argument("--compile", action="store_true", help="compile the network with torch.compile")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (0)")
    parser.add_argument("--start", type=Path, help="a network to begin with, of the same width")
    parser.add_argument("--out", type=Path, default=Path("ppo.pt"), help="where to save the network (ppo.pt)")
    parser.add_argument("--curve", type=Path, help="snapshots to measure, instead of learning")
    parser.add_argument("--measured", type=int, default=100, help="games for each point of a curve (100)")
    parser.add_argument("--final", type=int, default=400, help="games against each level at the end (400)")
    parser.add_argument("--levels", nargs="*", default=["random", "learner", "novice"], help="who to play against")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="that play against bots (one a core)")
    parser.add_argument("--plot", type=Path, help="where to draw the curves, as SVG")
    return parser.parse_args(given)


def main() -> None:
    """Learn, play against bots, and draw."""
    options = read_options()
    if options.curve:
        snapshots = [Snapshot(*saved) for saved in torch.load(options.curve, weights_only=True)]
    else:
        snapshots = train(Learner(options), options.minutes, options.out)
    measure(snapshots, options)


if __name__ == "__main__":
    main()
