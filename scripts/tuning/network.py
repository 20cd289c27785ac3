"""The network that is fitted with PyTorch: every seat's features pass through it, and the shares are the softmax.

That is exactly what `longroad.search.evaluate` computes in fixed point. The features are standardised here, which is
taken back when the weights are written.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from longroad.search.evaluate import (
    BIAS,
    DIRECT,
    HIDDEN,
    HIDDEN_MOST,
    INPUT,
    INPUT_BITS,
    KNOWS_FOUNDING,
    OUTPUT,
    OUTPUT_BITS,
    SHARPNESS,
    UNIT_BITS,
    WEIGHTS,
)
from longroad.search.features import FEATURES
from scripts.tuning.play import Weights
from scripts.tuning.positions import Tables

Tensor: TypeAlias = Any  # of PyTorch, which need not be installed

INPUT_ONE: Final = 1 << INPUT_BITS
OUTPUT_ONE: Final = 1 << OUTPUT_BITS
DIRECT_ONE: Final = 1 << (UNIT_BITS + OUTPUT_BITS)  # a direct weight of 1
SAMPLED: Final = 50_000  # positions of a table from which means and spreads are taken
LEAST_SPREAD: Final = 0.05
MARGIN: Final = 4  # times that features may be larger than any that was seen, without an overflow


class NoTorch(ValueError):
    """PyTorch is not installed."""


def import_torch() -> Any:
    """Return PyTorch. Raises `NoTorch`."""
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise NoTorch('fitting needs PyTorch: pip install "longroad[train]"') from error


def check_device(name: str) -> None:
    """Check that networks can be fitted on a device. Raises `NoTorch`, or another `ValueError`."""
    torch = import_torch()
    try:
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError) as error:
        why = str(error).partition("\n")[0]
        raise ValueError(f"--device {name}: PyTorch cannot compute there ({why})") from error


class Scale:
    """How features are standardised: by their means and spreads over the seats of some positions."""

    def __init__(self, tables: Tables) -> None:
        samples = [part.features[:: max(len(part) // SAMPLED, 1)].reshape(-1, FEATURES) for part in tables.values()]
        rows = np.concatenate(samples).astype(np.float32)
        self.means = rows.mean(0)
        self.factors = 1 / np.maximum(rows.std(0), LEAST_SPREAD)
        self.most = MARGIN * np.maximum(np.abs(rows).max(0), 1).astype(np.float64)


class Network:
    """A network on a device; a new one has random inputs to its units, which do not count for anything yet."""

    def __init__(self, scale: Scale, hidden: int, seed: int, device: str = "cpu") -> None:
        if not 0 < hidden <= HIDDEN_MOST:
            raise ValueError(f"hidden={hidden}: expected a whole number from 1 to {HIDDEN_MOST}")
        self.torch, self.scale, self.hidden, self.device = import_torch(), scale, hidden, device
        rng = np.random.default_rng(seed)
        self.means, self.factors = self._tensor(scale.means), self._tensor(scale.factors)
        self.direct = self._tensor(np.zeros(FEATURES))
        self.input = self._tensor(rng.standard_normal((FEATURES, hidden)) / 8)
        self.bias = self._tensor(np.zeros(hidden))
        self.trade_change = self._tensor(np.zeros(hidden))  # what is added to the bias where players trade
        self.output = self._tensor(rng.standard_normal(hidden) * 0.02)
        for parameter in self.parameters:
            parameter.requires_grad_(True)

    @classmethod
    def joined(cls, networks: Sequence[Network]) -> Network:
        """Return one network whose scores are the means of those of some networks."""
        first, count = networks[0], len(networks)
        found = cls(first.scale, sum(network.hidden for network in networks), 0, first.device)
        columns = zip(*(network.parameters for network in networks), strict=True)
        direct, *inner, output = ([part.detach() for part in column] for column in columns)
        with found.torch.no_grad():
            found.direct[:] = sum(direct) / count
            for parameter, parts in zip((found.input, found.bias, found.trade_change), inner, strict=True):
                parameter[:] = found.torch.cat(parts, -1)
            found.output[:] = found.torch.cat(output) / count
        return found

    def _tensor(self, values: Any) -> Tensor:
        return self.torch.tensor(np.asarray(values), dtype=self.torch.float32, device=self.device)

    @property
    def parameters(self) -> tuple[Tensor, ...]:
        """What is fitted."""
        return self.direct, self.input, self.bias, self.trade_change, self.output

    def load(self, block: Weights) -> None:
        """Take over weights; units that they do not have stay as they are, and without influence.

        Raises `ValueError` if there are more units than in this network.
        """
        plain = block.astype(np.float64)
        units = int(block[HIDDEN])
        if units > self.hidden:
            raise ValueError(f"a network of {self.hidden} units cannot begin with weights of {units}")
        spreads = 1 / self.scale.factors
        inner = plain[INPUT:SHARPNESS].reshape(FEATURES, HIDDEN_MOST)[:, :units] / INPUT_ONE
        with self.torch.no_grad():
            self.direct[:] = self._tensor(plain[DIRECT : DIRECT + FEATURES] / DIRECT_ONE * spreads)
            self.input[:, :units] = self._tensor(inner * spreads[:, None])
            bias, trading = plain[BIAS:INPUT].reshape(2, HIDDEN_MOST)[:, :units] / INPUT_ONE
            self.bias[:units] = self._tensor(bias + self.scale.means @ inner)
            self.trade_change[:units] = self._tensor(trading - bias)
            self.output[:units] = self._tensor(plain[OUTPUT : OUTPUT + units] / OUTPUT_ONE)
            self.output[units:] = 0

    def log_shares(self, features: Tensor, trading: Tensor) -> Tensor:
        """Return the logarithms of the seats' shares (position, seat)."""
        rows = (features.float() - self.means) * self.factors
        bias = self.bias + trading.float()[:, None, None] * self.trade_change
        units = self.torch.relu(rows @ self.input + bias)
        return (rows @ self.direct + units @ self.output).log_softmax(1)

    def weights(self, knows_founding: bool = True) -> Weights:
        """Write the network as a block in fixed point, over the features as they are."""
        direct, inner, bias, trade_bias, output = (
            values.detach().cpu().numpy().astype(np.float64) for values in self.parameters
        )
        inner = inner * self.scale.factors[:, None]
        direct = direct * self.scale.factors
        bias = bias - self.scale.means @ inner
        self._check(inner, bias)
        self._check(inner, bias + trade_bias)
        block = np.zeros(WEIGHTS, np.int64)
        block[HIDDEN], block[KNOWS_FOUNDING] = self.hidden, knows_founding
        block[DIRECT : DIRECT + FEATURES] = np.round(direct * DIRECT_ONE)
        block[OUTPUT : OUTPUT + self.hidden] = np.round(output * OUTPUT_ONE)
        by_game = block[BIAS:INPUT].reshape(2, HIDDEN_MOST)
        by_game[:, : self.hidden] = np.round(np.array([bias, bias + trade_bias]) * INPUT_ONE)
        by_feature = block[INPUT:SHARPNESS].reshape(FEATURES, HIDDEN_MOST)
        by_feature[:, : self.hidden] = np.round(inner * INPUT_ONE)
        if np.abs(block).max() > np.iinfo(np.int32).max:
            raise ValueError("a weight does not fit into 32 bits")
        return block.astype(np.int32)

    def _check(self, inner: Any, bias: Any) -> None:
        """Check that no sum of a hidden unit can overflow. Raises `ValueError`."""
        most = (self.scale.most @ np.abs(inner) + np.abs(bias)) * INPUT_ONE
        if most.max() > np.iinfo(np.int32).max:
            raise ValueError(f"the sums of a hidden unit can reach {most.max():.3g}, which does not fit into 32 bits")
