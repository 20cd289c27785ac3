"""Weights set by hand, with which a run can begin: any will do with which games come to an end."""

from __future__ import annotations

from typing import Final

from longroad.search.evaluate import DIRECT, WEIGHTS
from longroad.search.features import NAMES
from scripts.tuning.network import DIRECT_ONE
from scripts.tuning.play import Weights, block_of

START: Final = {
    "points": 1.1,
    "one point to go": 0.5,
    "two points to go": 0.3,
    "income": 0.03,
    "income robbed": -0.005,
    "kinds of income": 0.1,
    "sums": 0.02,
    "least income": 0.02,
    "generic harbor": 0.1,
    "fitting harbors": 0.02,
    "cards in hand": 0.03,
    "cards over the limit": -0.06,
    "settlement lacks": -0.04,
    "city lacks": -0.05,
    "settlement at hand": 0.15,
    "city at hand": 0.2,
    "card at hand": 0.05,
    "pace of settlements": -0.002,
    "pace of cities": -0.002,
    "pace of cards": -0.002,
    "knights held": 0.12,
    "roads held": 0.2,
    "plenty held": 0.2,
    "monopoly held": 0.2,
    "knights played": 0.08,
    "army lead": 0.05,
    "road length": 0.04,
    "road lead": 0.05,
    "best site": 0.008,
    "best site one road away": 0.005,
    "best site two roads away": 0.003,
    "sites within a road": 0.01,
    "turns to wait": -0.05,
}


def start() -> Weights:
    """Return the weights set by hand."""
    block = block_of([0] * WEIGHTS)
    for name, weight in START.items():
        block[DIRECT + NAMES.index(name)] = round(weight * DIRECT_ONE)
    return block
