"""What SPSA tunes: which numbers there are, how two settings are compared, and where the result is written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from scripts.tuning.matches import MATCH_PART, Score, Venue, half_each
from scripts.tuning.network import DIRECT_ONE
from scripts.tuning.play import Weights, read_weights
from scripts.tuning.spsa import Parameter, Values

from longroad.search.evaluate import DIRECT
from longroad.search.features import NAMES
from longroad.search.weights import written

UNITS: Final = {"income robbed": 0.01}  # of the weights that are usually tuned


class Target(Protocol):
    """Something to tune."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers to tune."""

    def meet(self, one: Values, other: Values, deals: int, part: int) -> Score:
        """Let two settings meet in so many deals of a part of the run, half the seats each."""

    def text(self, found: Values, record: dict[str, Any]) -> str:
        """Write the data file with what was found, and how."""


@dataclass(frozen=True)
class DirectWeights:
    """The weights that features have in a seat's score, besides what passes through the hidden units."""

    path: Path
    venue: Venue
    parameters: tuple[Parameter, ...]

    @classmethod
    def named(cls, path: Path, venue: Venue, names: Sequence[str]) -> DirectWeights:
        """Give some weights of a file, `NAME` or `NAME=UNIT`. Raises `ValueError` for a name that there is not."""
        weights = read_weights(path)
        return cls(path, venue, tuple(_parameter(weights, name) for name in names))

    def meet(self, one: Values, other: Values, deals: int, part: int) -> Score:
        """Let two settings meet in compiled games."""
        seatings = half_each(self.venue.ruleset.players)
        return self.venue.meet(self.changed(one), self.changed(other), seatings, deals, part)

    def changed(self, found: Values) -> Weights:
        """Give the weights with some changed."""
        weights = read_weights(self.path)
        for name, value in found.items():
            weights[DIRECT + NAMES.index(name)] = round(value * DIRECT_ONE)
        return weights

    def text(self, found: Values, record: dict[str, Any]) -> str:
        """Write the file of weights; to how they were found before, it is added how some were tuned."""
        before = json.loads(self.path.read_text("utf-8"))["found"]
        return written(self.changed(found).tolist(), before | {"tuned": [*before.get("tuned", []), record]})


def _parameter(weights: Weights, written_name: str) -> Parameter:
    name, _, unit = written_name.partition("=")
    if name not in NAMES:
        raise ValueError(f"parameter {name!r}: possible are the features, {', '.join(NAMES)}")
    if not unit and name not in UNITS:
        raise ValueError(f"parameter {name!r}: say by which unit it is varied, such as '{name}=0.01'")
    return Parameter(name, float(weights[DIRECT + NAMES.index(name)]) / DIRECT_ONE, float(unit or UNITS[name]))


FINAL_PART: Final = MATCH_PART  # the deals of the last comparison; the steps have those before
