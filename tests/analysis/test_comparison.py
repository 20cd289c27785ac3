"""Rounds of rollouts: what is left is divided among the actions that are still open, and no more than that is used."""

from __future__ import annotations

import numpy as np
import pytest

from longroad.analysis.comparison import LEAST, Comparison
from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import MOST_STATES


def rolled(comparison: Comparison, total: int, gap: float) -> list[int]:
    """Roll out until nothing is left, with actions that differ by a gap; return the states of each round."""
    rounds, noise = [], np.random.default_rng(1)
    while states := comparison.next_states(total):
        rounds.append(states)
        count = len(comparison.open_actions)
        behind = gap * np.array(comparison.open_actions).reshape(1, count, 1)
        shares = noise.uniform(0.4, 0.6, (states, count, 4)) - behind
        comparison.add((shares * CERTAIN).astype(np.int64))
    return rounds


@pytest.mark.parametrize("total", [6, 18, 48, 192, 1000, 4000])
@pytest.mark.parametrize("gap", [0.0, 0.05])
def test_no_more_than_the_total_is_used_and_little_is_left(total: int, gap: float) -> None:
    comparison = Comparison([0, 1, 2], 0, 4)
    rounds = rolled(comparison, total, gap)
    assert max(rounds) <= MOST_STATES
    assert comparison.rollouts <= total
    assert comparison.rollouts > total - 3 or len(comparison.open_actions) == 1


def test_what_cannot_drop_an_action_is_one_round() -> None:
    assert rolled(Comparison([0, 1, 2], 0, 4), 3 * (2 * LEAST - 1), 0.0) == [2 * LEAST - 1]


def test_the_rest_goes_to_those_that_are_still_open() -> None:
    comparison = Comparison([0, 1, 2], 0, 4)
    rolled(comparison, 2000, 0.01)
    assert comparison.open_actions[0] == 0
    assert comparison.count(0) > comparison.count(2)


def test_one_action_alone_is_rolled_out_once() -> None:
    assert rolled(Comparison([7], 0, 4), 100, 0.0) == [50]
