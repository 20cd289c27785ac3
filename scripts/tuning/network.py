"""The regression: the winner of a position by multinomial logistic regression with a small network, fitted by Adam.

Every seat's features pass through the same network, and the shares of the seats that play are the softmax of their
scores: exactly what `longroad.search.evaluate` computes in fixed point.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from longroad.search.evaluate import HIDDEN_MOST, INPUT_BITS, OUTPUT_BITS, UNIT_BITS
from longroad.search.features import FEATURES, INCOME_ROBBED, NAMES
from longroad.search.weights import packed
from scripts.tuning.play import Weights, block_of
from scripts.tuning.positions import Positions

Array: TypeAlias = Any  # of NumPy or of CuPy
Parameters: TypeAlias = dict[str, Array]

DIRECT_ONE: Final = 1 << (UNIT_BITS + OUTPUT_BITS)  # a direct weight of 1
RATE: Final = 3e-3
DECAY: Final = 1e-6
BATCH: Final = 2048
WARM_UP: Final = 200  # steps until the rate is reached
MEMORY, SQUARE_MEMORY = 0.9, 0.999  # of Adam
SAMPLED: Final = 50_000  # positions from which means and spreads are taken
LEAST_SPREAD: Final = 0.05
MEASURED_AT_ONCE: Final = 1 << 14

# Those who lead are robbed, so the regression would learn that it is good to be robbed. The feature is kept out of it
# and has a fixed weight, which `tune.py spsa` finds by games.
ROBBED_WEIGHT: Final = -0.01


class Fitted(NamedTuple):
    """What a regression found: the weights, and the mean loss of positions that it did not see."""

    weights: Weights
    loss: float
    uniform: float  # the loss of whoever knows nothing


class Network:
    """A network over standardised features, on the processor (NumPy) or on a CUDA device (CuPy)."""

    def __init__(self, learned: Positions, hidden: int, seed: int, xp: Any = np) -> None:
        if not 0 < hidden <= HIDDEN_MOST:
            raise ValueError(f"hidden={hidden}: expected a whole number from 1 to {HIDDEN_MOST}")
        rng = np.random.default_rng(seed)
        self.xp = xp
        self.hidden = hidden
        means, spreads = _moments(learned)
        scale = 1 / np.maximum(spreads, LEAST_SPREAD)
        scale[INCOME_ROBBED] = 0
        self.means, self.scale = xp.asarray(means, np.float32), xp.asarray(scale, np.float32)
        self.parameters: Parameters = {
            "direct": xp.zeros(FEATURES, np.float32),
            "input": xp.asarray(rng.standard_normal((FEATURES, hidden)) / 8, np.float32),
            "bias": xp.zeros(hidden, np.float32),
            "output": xp.asarray(rng.standard_normal(hidden) * 0.05, np.float32),
        }

    def shares(self, features: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the seats' shares (position, seat), and of every row the standardised features and hidden units."""
        xp, p = self.xp, self.parameters
        count, most, _ = features.shape
        rows = ((features.astype(np.float32) - self.means) * self.scale).reshape(-1, FEATURES)
        units = xp.maximum(rows @ p["input"] + p["bias"], 0)
        scores = (rows @ p["direct"] + units @ p["output"]).reshape(count, most)
        scores = xp.where(xp.arange(most)[None, :] < seats[:, None], scores, -np.inf)  # nobody sits there
        powers = xp.exp(scores - scores.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True), rows, units

    def gradient(self, features: Array, seats: Array, winners: Array) -> Parameters:
        """Return the gradient of the mean loss."""
        shares, rows, units = self.shares(features, seats)
        shares[self.xp.arange(len(winners)), winners] -= 1
        errors = (shares / len(winners)).reshape(-1).astype(np.float32)
        back = (errors[:, None] * self.parameters["output"][None, :]) * (units > 0)
        return {"direct": rows.T @ errors, "input": rows.T @ back, "bias": back.sum(0), "output": units.T @ errors}

    def loss(self, positions: Positions) -> float:
        """Return the mean loss: the logarithm of the winner's share, negative."""
        total = 0.0
        for first in range(0, len(positions), MEASURED_AT_ONCE):
            _, rest = positions.split(first)
            part, _ = rest.split(MEASURED_AT_ONCE)
            shares, _, _ = self.shares(self.xp.asarray(part.features), self.xp.asarray(part.seats))
            won = shares[self.xp.arange(len(part)), self.xp.asarray(part.winners.astype(np.int64))]
            total -= float(self.xp.log(self.xp.maximum(won, 1e-9)).sum())
        return total / len(positions)

    def weights(self) -> Weights:
        """Write the network as a block in fixed point, over the features as they are."""
        plain = {name: np.asarray(_on_host(values), np.float64) for name, values in self.parameters.items()}
        means, scale = (np.asarray(_on_host(values), np.float64) for values in (self.means, self.scale))
        inner = plain["input"] * scale[:, None]
        direct = plain["direct"] * scale
        direct[INCOME_ROBBED] = ROBBED_WEIGHT
        parts = {
            "features": NAMES,
            "direct": _fixed(direct, DIRECT_ONE),
            "output": _fixed(plain["output"], 1 << OUTPUT_BITS),
            "bias": _fixed(plain["bias"] - means @ inner, 1 << INPUT_BITS),
            "input": _fixed(inner.T, 1 << INPUT_BITS),
        }
        return block_of(packed(parts))


class Adam:
    """Moves parameters against their gradients, each at a pace of its own."""

    def __init__(self, parameters: Parameters, xp: Any) -> None:
        self._xp = xp
        self._parameters = parameters
        self._first = {name: xp.zeros_like(values) for name, values in parameters.items()}
        self._second = {name: xp.zeros_like(values) for name, values in parameters.items()}
        self.steps = 0

    def step(self, gradient: Parameters, rate: float) -> None:
        """Take a step."""
        self.steps += 1
        for name, values in self._parameters.items():
            slope = gradient[name] + DECAY * values
            first, second = self._first[name], self._second[name]
            first += (1 - MEMORY) * (slope - first)
            second += (1 - SQUARE_MEMORY) * (slope * slope - second)
            mean = first / (1 - MEMORY**self.steps)
            spread = self._xp.sqrt(second / (1 - SQUARE_MEMORY**self.steps))
            values -= rate * mean / (spread + 1e-8)


def fit(
    learned: Positions,
    held_out: Positions,
    hidden: int,
    epochs: int,
    seed: int = 0,
    xp: Any = np,
    on_epoch: Callable[[int, int], None] = lambda done, total: None,
) -> Fitted:
    """Fit a network to positions; `on_epoch` is called after each epoch."""
    network = Network(learned, hidden, seed, xp)
    adam = Adam(network.parameters, xp)
    rng = np.random.default_rng((seed, 1))
    features, seats = xp.asarray(learned.features), xp.asarray(learned.seats)
    winners = xp.asarray(learned.winners.astype(np.int64))
    batch = min(BATCH, max(len(learned) // 16, 1))
    steps = epochs * (len(learned) // batch)
    for epoch in range(epochs):
        order = rng.permutation(len(learned))
        for first in range(0, len(learned) - batch + 1, batch):
            chosen = xp.asarray(order[first : first + batch])
            gradient = network.gradient(features[chosen], seats[chosen], winners[chosen])
            adam.step(gradient, rate(adam.steps, steps))
        on_epoch(epoch + 1, epochs)
    uniform = float(np.log(held_out.seats.astype(np.float64)).mean())
    return Fitted(network.weights(), network.loss(held_out), uniform)


def rate(step: int, steps: int) -> float:
    """Return the rate of a step: it rises, then falls along a cosine to a hundredth."""
    warm = min(1.0, (step + 1) / min(WARM_UP, max(steps // 10, 1)))
    return RATE * warm * (0.5 * (1 + cos(pi * step / steps)) + 0.01)


def _moments(positions: Positions) -> tuple[Array, Array]:
    """Return the means and the spreads of the features over seats that play."""
    every = max(len(positions) // SAMPLED, 1)
    features, seats = positions.features[::every], positions.seats[::every]
    rows = features[np.arange(features.shape[1])[None, :] < seats[:, None]].astype(np.float64)
    return rows.mean(0), rows.std(0)


def _fixed(values: Array, one: int) -> list[Any]:
    """Write numbers in fixed point."""
    fixed: list[Any] = np.round(values * one).astype(np.int64).tolist()
    return fixed


def _on_host(values: Array) -> Array:
    """Fetch an array from the device, if it is there."""
    return values.get() if hasattr(values, "get") else values
