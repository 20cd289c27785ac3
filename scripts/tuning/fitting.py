"""Fits a network to recorded positions: to who won, or to that mixed with the shares later in the game."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longroad.search.evaluate import HIDDEN, HIDDEN_MOST
from scripts.tuning.network import Network, Scale, Tensor
from scripts.tuning.play import Weights
from scripts.tuning.positions import Positions, Tables

BATCH: Final = 8192
WARM_UP: Final = 200  # steps until the rate is reached
SCRATCH_RATE: Final = 3e-3
WARM_RATE: Final = 1e-3
STARTS: Final = (
    "warm",  # the fit begins with the weights of the champion
    "scratch",  # or with random ones
    "joined",  # from scratch, and then the network is joined to the champion
)
HELD_OUT: Final = 0.02  # of the games of each table, to measure the loss by
MEASURED_AT_ONCE: Final = 1 << 16
SEEDS_APART: Final = 1000  # of the networks that are fitted beside each other


@dataclass(frozen=True)
class Variant:
    """How weights are fitted."""

    networks: int  # fitted beside each other; the mean of their scores is one network with the units of all
    hidden: int  # units of each
    start: str  # one of `STARTS`
    trace: float  # lambda: the part of a target that lies beyond the next recorded position; 1 for who won alone
    epochs: int
    passes: int = 1  # fits, each with targets by the network of the one before, the first by the weights that played

    @classmethod
    def read(cls, text: str) -> Variant:
        """Read a variant, `[networks x]hidden:warm|scratch|joined:trace:epochs[:passes]`. Raises `ValueError`.

        >>> Variant.read("64:warm:0.8:3")
        Variant(networks=1, hidden=64, start='warm', trace=0.8, epochs=3, passes=1)
        >>> str(Variant.read("4x128:scratch:0.6:8:2"))
        '4x128:scratch:0.6:8:2'
        """
        parts = text.split(":")
        if len(parts) not in (4, 5) or parts[1] not in STARTS:
            raise ValueError(f"variant {text!r}: expected such as 256:warm:0.8:3, or 4x64:scratch:0.8:3:2")
        units, start, trace, *counts = parts
        networks, times, hidden = units.rpartition("x")
        try:
            found = cls(int(networks if times else 1), int(hidden), start, float(trace), *map(int, counts))
        except ValueError as error:
            raise ValueError(f"variant {text!r}: {error}") from error
        if min(found.networks, found.hidden) < 1 or found.networks * found.hidden > HIDDEN_MOST:
            raise ValueError(f"variant {text!r}: expected 1 to {HIDDEN_MOST} hidden units")
        if not (0 <= found.trace <= 1 and found.epochs > 0 and found.passes > 0):
            raise ValueError(f"variant {text!r}: expected a trace from 0 to 1, and 1 epoch and 1 pass or more")
        return found

    def obstacle(self, champion: Weights) -> str:
        """Return why it cannot be fitted after a champion, whose units it may need or add to; nothing if it can be."""
        units = max(int(champion[HIDDEN]), 1)
        if self.start == "warm" and self.hidden < units:
            return f"variant {self}: warm, it needs the {units} hidden units of the champion at least"
        if self.start == "joined" and self.networks * self.hidden + units > HIDDEN_MOST:
            return f"variant {self}: joined to the champion's {units}, it has more than {HIDDEN_MOST} units"
        return ""

    def __str__(self) -> str:
        units = f"{self.hidden}" if self.networks == 1 else f"{self.networks}x{self.hidden}"
        usual = f"{units}:{self.start}:{self.trace:g}:{self.epochs}"
        return usual if self.passes == 1 else f"{usual}:{self.passes}"


class Inputs(NamedTuple):
    """What a network sees of positions on a device: the features, and whether players trade with each other."""

    features: Tensor
    trading: Tensor


class Loaded(NamedTuple):
    """Positions of a table on a device."""

    positions: Positions
    inputs: Inputs
    held_out: Positions
    held_out_inputs: Inputs


class Fitted(NamedTuple):
    """What was found: the weights, and by number of seats the mean loss of games that it was not fitted to."""

    weights: Weights
    losses: dict[int, float]


class Fitting:
    """Positions on a device, to which networks are fitted."""

    def __init__(self, tables: Tables, device: str) -> None:
        self.scale = Scale(tables)
        self.device = device
        self._torch = Network(self.scale, 1, 0).torch
        self._loaded = [self._load(part) for part in tables.values()]

    def _load(self, part: Positions) -> Loaded:
        learned, held_out = part.split(HELD_OUT)
        return Loaded(learned, self._inputs(learned), held_out, self._inputs(held_out))

    def _inputs(self, part: Positions) -> Inputs:
        return Inputs(self._on_device(part.features), self._on_device(part.trading))

    def _on_device(self, values: NDArray[Any]) -> Tensor:
        return self._torch.from_numpy(np.ascontiguousarray(values)).to(self.device)

    @property
    def positions(self) -> int:
        """How many positions there are to learn from."""
        return sum(len(part.positions) for part in self._loaded)

    def network(self, variant: Variant, seed: int, champion: Weights) -> Network:
        """Return the network that a variant begins with."""
        network = Network(self.scale, variant.hidden, seed, self.device)
        if variant.start == "warm":
            network.load(champion)
        return network

    def losses(self, network: Network) -> dict[int, float]:
        """Return by number of seats the mean loss in the games held out: minus the logarithm of the winner's share."""
        found = {}
        for part in self._loaded:
            winners = self._on_device(part.held_out.winners.astype(np.int64))
            shares = self._log_shares(network, part.held_out_inputs)
            found[part.held_out.seats] = -float(shares.gather(1, winners[:, None]).mean())
        return found

    def _log_shares(self, network: Network, inputs: Inputs) -> Tensor:
        pieces = zip(*(column.split(MEASURED_AT_ONCE) for column in inputs), strict=True)
        with self._torch.no_grad():
            parts = [network.log_shares(*piece) for piece in pieces]
        return self._torch.cat(parts)

    def judge(self, champion: Weights) -> Network:
        """Return a network that scores as the champion does."""
        network = Network(self.scale, max(int(champion[HIDDEN]), 1), 0, self.device)
        network.load(champion)
        return network

    def fit(self, variant: Variant, seed: int, champion: Weights) -> Fitted:
        """Fit a network, or several."""
        judge = self.judge(champion)
        for _ in range(variant.passes):
            targets = [self._targets(part, judge, variant.trace) for part in self._loaded]
            seeds = [seed + SEEDS_APART * number for number in range(variant.networks)]
            networks = [self.network(variant, one, champion) for one in seeds]
            for network, one in zip(networks, seeds, strict=True):
                self._fit_to(targets, network, variant, one)
            judge = Network.joined([self.judge(champion), *networks] if variant.start == "joined" else networks)
        return Fitted(judge.weights(), self.losses(judge))

    def _fit_to(self, targets: list[Tensor], network: Network, variant: Variant, seed: int) -> None:
        """Fit a network to the targets of each table."""
        adam = self._torch.optim.Adam(network.parameters, fused=self.device != "cpu")
        most = WARM_RATE if variant.start == "warm" else SCRATCH_RATE
        batches = self._batches(seed, variant.epochs)
        for step, (number, chosen) in enumerate(batches):
            for group in adam.param_groups:
                group["lr"] = most * rate(step, len(batches))
            shares = network.log_shares(*(column[chosen] for column in self._loaded[number].inputs))
            loss = -(targets[number][chosen] * shares).sum(1).mean()
            adam.zero_grad()
            loss.backward()
            adam.step()

    def _batches(self, seed: int, epochs: int) -> list[tuple[int, Tensor]]:
        """Return the batches of all epochs, each of one table: its number, and the positions."""
        rng = np.random.default_rng((seed, 1))
        generator = self._torch.Generator(device=self.device).manual_seed(seed)
        found = []
        for _ in range(epochs):
            batches = []
            for number, part in enumerate(self._loaded):
                order = self._torch.randperm(len(part.positions), generator=generator, device=self.device)
                batches += [(number, chosen) for chosen in order.split(min(BATCH, max(len(order) // 8, 1)))]
            found += [batches[k] for k in rng.permutation(len(batches))]
        return found

    def _targets(self, part: Loaded, judge: Network, trace: float) -> Tensor:
        """Return the target of every position (position, seat): who won, or mixed with what `judge` says later."""
        torch = self._torch
        winners = self._on_device(part.positions.winners.astype(np.int64))
        targets = torch.nn.functional.one_hot(winners, part.positions.seats).float()
        if trace == 1:
            return targets
        later = self._log_shares(judge, part.inputs).exp()
        for places in self._by_distance(part.positions.games):
            targets[places] = (1 - trace) * later[places + 1] + trace * targets[places + 1]
        return targets

    def _by_distance(self, games: NDArray[np.int64]) -> list[Tensor]:
        """Return the positions that have one, two and so on of their game after them."""
        last = np.flatnonzero(np.append(games[1:] != games[:-1], True))
        lengths = np.diff(last, prepend=-1)
        return [self._on_device((last - k)[lengths > k]) for k in range(1, int(lengths.max()))]


def rate(step: int, steps: int) -> float:
    """Return the part of the full rate that a step has: it rises, then falls along a cosine to a hundredth."""
    warm = min(1.0, (step + 1) / min(WARM_UP, max(steps // 10, 1)))
    return warm * (0.5 * (1 + cos(pi * step / steps)) + 0.01)
