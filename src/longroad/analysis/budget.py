"""How deeply a position is analysed: by name, or in numbers of states, nodes and rollouts."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from longroad.game.analysis import BUDGETS
from longroad.search.endings import NODES
from longroad.search.searcher import MOST_STATES

MOST_ROLLOUTS: Final = 1_000_000
MOST_CANDIDATES: Final = 128
MOST_TURNS: Final = 100


@dataclass(frozen=True, slots=True)
class Budget:
    """What an analysis may use; it takes as long as that takes, and is the same on every machine.

    Raises `ValueError` for what is out of bounds.

    >>> Budget(rollouts=0)
    Traceback (most recent call last):
    ...
    ValueError: rollouts=0: expected a whole number from 1 to 1000000
    """

    states: int = 8  # samples of the hidden cards in which the turn is searched
    nodes: int = 128  # positions after which each of these searches stops
    candidates: int = 6  # actions that are compared by rollouts
    rollouts: int = 192  # in all; the best actions get most of them, and longer ones are fewer
    turns: int = 4  # that a rollout lasts with four players; else as many rounds
    rollout_nodes: int = 24  # positions after which each search in a rollout stops
    trade_states: int = 12  # samples of the hidden cards in which a trade is judged
    offers: int = 3  # offers that are named; looking for them takes a while

    def __post_init__(self) -> None:
        for name, (least, most) in BOUNDS.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{name}={value!r}: expected a whole number from {least} to {most}")


BOUNDS: Final = {
    "states": (1, MOST_STATES),
    "nodes": (2, NODES),
    "candidates": (1, MOST_CANDIDATES),
    "rollouts": (1, MOST_ROLLOUTS),
    "turns": (1, MOST_TURNS),
    "rollout_nodes": (2, NODES),
    "trade_states": (1, MOST_STATES),
    "offers": (0, MOST_CANDIDATES),
}
assert set(BOUNDS) == {field.name for field in fields(Budget)}

# On one core of a small server these take about 5 ms, 100 ms and 2 s.
LEVELS: Final = {
    "quick": Budget(states=4, nodes=64, candidates=3, rollouts=18, turns=1, rollout_nodes=24, trade_states=4, offers=0),
    "normal": Budget(),
    "deep": Budget(states=32, candidates=12, rollouts=4000, trade_states=32),
}
assert tuple(LEVELS) == BUDGETS


def budget_of(given: str | Budget) -> Budget:
    """Return a budget by its name, or as it is.

    >>> budget_of("normal") == Budget()
    True
    >>> budget_of("slow")
    Traceback (most recent call last):
    ...
    ValueError: 'slow': expected one of quick, normal, deep, or a Budget
    """
    if isinstance(given, Budget):
        return given
    if not isinstance(given, str) or given not in LEVELS:
        raise ValueError(f"{given!r}: expected one of {', '.join(LEVELS)}, or a Budget")
    return LEVELS[given]
