"""Resources as counts: added, taken away, compared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroad.notation.resources import Resources

COUNTS = st.builds(Resources, *[st.integers(0, 19)] * 5)


@given(COUNTS, COUNTS)
def test_resources_are_added_and_taken_away_one_by_one(one: Resources, other: Resources) -> None:
    assert (one + other).total == one.total + other.total
    assert one + other - other == one
    assert type(one + other) is type(one - other) is Resources


@given(COUNTS, COUNTS)
def test_a_hand_covers_what_it_can_pay(hand: Resources, cost: Resources) -> None:
    assert (hand + cost).covers(cost)
    assert hand.covers(cost) == (min(hand - cost) >= 0)


def test_resources_are_not_added_to_other_tuples() -> None:
    other: Any = (0, 0, 0, 0, 1)
    with pytest.raises(TypeError):
        Resources(wool=1) + other
    with pytest.raises(TypeError):
        Resources(wool=1) - other
