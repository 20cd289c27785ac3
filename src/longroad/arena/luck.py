"""The luck of every seat in a game: by how much chance changed its chances to win, outcome by outcome.

Weights of outcomes are exact, so the luck that is expected is 0, however good or bad the valuation of positions is.
What is left of a result without luck is therefore unbiased, and varies less.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from longroad.analysis.chances import Chances, Valuer, after_outcome
from longroad.analysis.games import KINDS
from longroad.arena.result import Result
from longroad.core.actions import action_kind
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN

# Of all luck this part is taken off, since luck is valued a little too high. It is the mean of what makes results of
# `skilled` players vary least at five tables (docs/levels.md); any other that is fixed beforehand would be as unbiased.
PART: Final = 0.85
# With so many nodes the interval is 1.07 ± 0.03 times narrower than with 64, at a table of four `skilled` (78 games).
NODES: Final = 255
DIGITS: Final = 6


@cache
def valuer() -> Valuer:
    """Return what values positions, which is made once in a process."""
    return Valuer(NODES)


class Swing(NamedTuple):
    """What an outcome of chance changed: its kind, every seat's chances before it, and the luck of every seat."""

    kind: str
    before: Chances
    luck: Chances


def swings_of(outcomes: Sequence[tuple[State, int]]) -> list[Swing]:
    """Return what each outcome changed, from the states in which chance acted and what came."""
    values = valuer().values([state for before, code in outcomes for state in (before, after_outcome(before, code))])
    return [
        Swing(KINDS[action_kind(code)], before, tuple(then - once for once, then in zip(before, after, strict=True)))
        for (_, code), before, after in zip(outcomes, values[::2], values[1::2], strict=True)
    ]


def luck_of(outcomes: Sequence[tuple[State, int]], players: int) -> tuple[float, ...]:
    """Return the luck of every seat in points of winning chance, from the states in which chance acted and what came.

    >>> luck_of([], 4)
    (0.0, 0.0, 0.0, 0.0)
    """
    swings = swings_of(outcomes)
    return tuple(round(sum(swing.luck[seat] for swing in swings) / CERTAIN, DIGITS) for seat in range(players))


def adjusted_wins(result: Result, group: Collection[int]) -> float:
    """Return how often entrants of a group have won a game, without the luck that they had."""
    assert result.luck is not None
    luck = sum(luck for luck, entrant in zip(result.luck, result.seats, strict=True) if entrant in group)
    return (result.winning_entrant in group) - PART * luck
