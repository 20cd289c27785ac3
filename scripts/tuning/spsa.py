"""SPSA: a few numbers tuned by comparing two settings at a time, all numbers moved at once, up or down by chance.

The difference between two settings, however noisy, estimates the slope along that direction, and a step is taken.
After Spall, 'Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization' (1998).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = dict[str, float]
Point: TypeAlias = NDArray[np.float64]  # by parameter: its value in units from where it started

STEP_POWER: Final = 0.602  # by which steps become shorter
REACH_POWER: Final = 0.101  # by which compared settings come closer
MOST_POWER: Final = 100.0  # of e, in what is varied by ratio
SETTLING: Final = 0.1  # of the steps, which are not yet longest


@dataclass(frozen=True)
class Parameter:
    """A number to tune: where it starts, and the unit by which settings differ at first.

    With `by_ratio` it stays positive, and the unit is the logarithm of a ratio.
    """

    name: str
    start: float
    unit: float
    by_ratio: bool = False

    def value(self, units: float) -> float:
        """Return the value at a distance in units from the start. Raises `ValueError` if it is beyond all bounds.

        >>> round(Parameter("temperature", 0.004, log(2), by_ratio=True).value(-1), 6)
        0.002
        """
        if self.by_ratio:
            power = log(self.start) + self.unit * units
            if not abs(power) < MOST_POWER:
                far = f"{self.name}: {units:+.3g} units of {self.unit:g} from {self.start:g} is beyond all bounds"
                raise ValueError(f"{far}; expected a smaller --gain or unit")
            return exp(power)
        return self.start + self.unit * units


class Step(NamedTuple):
    """A step: its number from 1, by how much the setting ahead did better, and where all are afterwards."""

    number: int
    difference: float
    point: Point


@dataclass(frozen=True)
class Trajectory:
    """The steps of a search for the best values."""

    parameters: tuple[Parameter, ...]
    steps: tuple[Step, ...]

    @property
    def _settled(self) -> Point:
        """The second half of the way."""
        return np.array([step.point for step in self.steps[len(self.steps) // 2 :]])

    @property
    def found(self) -> Values:
        """The values that were found: the middle of the second half of the way, in which noise cancels out."""
        return values(self.parameters, self._settled.mean(0))

    @property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """Between which values the second half of the way went."""
        low, high = self._settled.min(0), self._settled.max(0)
        return {p.name: (p.value(low[k]), p.value(high[k])) for k, p in enumerate(self.parameters)}


def values(parameters: Sequence[Parameter], point: Point) -> Values:
    """Return the values at a point."""
    return {parameter.name: parameter.value(float(units)) for parameter, units in zip(parameters, point, strict=True)}


def spsa(
    parameters: Sequence[Parameter],
    compare: Callable[[int, Values, Values], float],
    steps: int,
    gain: float,
    seed: int,
) -> Iterator[Step]:
    """Take steps towards what does better.

    `compare(number, one, other)` returns by how much one setting does better than the other, with noise; `gain` is how
    many units a difference of 1 moves a number in the first steps.
    """
    rng = np.random.default_rng(seed)
    point = np.zeros(len(parameters))
    settling = SETTLING * steps
    for k in range(steps):
        signs = rng.choice((-1.0, 1.0), len(parameters))
        reach = (k + 1) ** -REACH_POWER
        one, other = values(parameters, point + reach * signs), values(parameters, point - reach * signs)
        difference = compare(k + 1, one, other)
        pace = gain * ((settling + 1) / (settling + k + 1)) ** STEP_POWER
        point = point + pace * difference / (2 * reach) * signs
        yield Step(k + 1, difference, point)
