"""Resources as counts: added, taken away, multiplied, compared; nonsense is refused."""

from __future__ import annotations

import copy
import operator
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroad.core.words import RESOURCE_NAMES
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation
from longroad.notation.resources import Resources

COUNTS = st.builds(Resources, *[st.integers(0, 19)] * 5)


@given(COUNTS, COUNTS)
def test_resources_are_added_and_taken_away_one_by_one(one: Resources, other: Resources) -> None:
    assert (one + other).total == one.total + other.total
    assert one + other - other == one
    assert type(one + other) is type(one + other - one) is Resources


@given(COUNTS, COUNTS)
def test_a_hand_covers_what_it_can_pay(hand: Resources, cost: Resources) -> None:
    assert hand + cost >= cost
    covers = all(hand[name] >= cost[name] for name in RESOURCE_NAMES)
    assert (hand >= cost) == covers
    if covers:
        assert hand - cost + cost == hand
    else:
        with pytest.raises(ValueError, match="there is not enough"):
            hand - cost


@given(COUNTS, COUNTS)
def test_the_order_is_partial(one: Resources, other: Resources) -> None:
    assert (one >= other) == (other <= one)
    assert (one > other) == (other < one) == (one >= other and one != other)
    assert (one >= other and other >= one) == (one == other)


def test_neither_of_two_different_resources_covers_the_other() -> None:
    wool, ore = Resources(wool=2), Resources(ore=1)
    assert not wool >= ore
    assert not wool <= ore
    assert not wool > ore
    assert not wool < ore


@given(COUNTS, st.integers(0, 5))
def test_so_many_times_as_many_cards(one: Resources, times: int) -> None:
    assert one * times == times * one == sum([one] * times, Resources())
    assert times == 0 or sum([one] * times) == one * times


def test_there_is_never_a_count_below_zero() -> None:
    with pytest.raises(ValueError, match="wool=-1: a count is never below 0"):
        Resources(wool=-1)
    with pytest.raises(ValueError, match="never below 0"):
        Resources(wool=1) * -1
    with pytest.raises(ValueError, match="'1 wool 2 ore' - '2 wool 1 grain': there is not enough wool, grain"):
        Resources(wool=1, ore=2) - Resources(wool=2, grain=1)


@pytest.mark.parametrize("count", [1.0, "1", None, True])
def test_a_count_is_a_whole_number(count: Any) -> None:
    with pytest.raises(TypeError, match="a count is a whole number"):
        Resources(ore=count)


def test_there_are_no_other_resources() -> None:
    unknown: Any = {"gold": 1}
    with pytest.raises(TypeError):
        Resources(**unknown)
    with pytest.raises(KeyError, match="expected one of brick, lumber, wool, grain, ore"):
        Resources()["gold"]


def test_a_count_can_be_numpys() -> None:
    made = Resources(*np.array([0, 1, 2, 0, 0]))
    assert made == Resources(lumber=1, wool=2)
    assert type(made.wool) is int
    assert Resources(wool=1) * np.int64(2) == Resources(wool=2)


OTHERS: list[Any] = [(0, 0, 1, 0, 0), [0, 0, 1, 0, 0], 1, "1 wool", None]


@pytest.mark.parametrize("other", OTHERS)
def test_resources_are_no_tuple(other: Any) -> None:
    wool = Resources(wool=1)
    assert wool != other
    assert not issubclass(Resources, tuple)
    for compute in (operator.add, operator.sub, operator.ge, operator.gt, operator.le, operator.lt):
        with pytest.raises(TypeError):
            compute(wool, other)
        with pytest.raises(TypeError):
            compute(other, wool)


@pytest.mark.parametrize("times", [1.5, "2", True, Resources(ore=1)])
def test_resources_are_multiplied_by_whole_numbers_alone(times: Any) -> None:
    with pytest.raises(TypeError):
        Resources(wool=1) * times


def test_counts_by_name_and_in_order() -> None:
    hand = Resources(wool=2, ore=1)
    assert tuple(hand) == (0, 0, 2, 0, 1)
    assert dict(hand.items()) == {"brick": 0, "lumber": 0, "wool": 2, "grain": 0, "ore": 1}
    assert [hand[name] for name in RESOURCE_NAMES] == [getattr(hand, name) for name in RESOURCE_NAMES] == list(hand)
    assert hand.total == 3
    assert hand
    assert not Resources()
    ambiguous: Any = hand
    with pytest.raises(TypeError):
        assert "wool" in ambiguous
    with pytest.raises(TypeError):
        len(ambiguous)


def test_resources_cannot_be_changed_and_can_be_kept() -> None:
    hand: Any = Resources(wool=2, ore=1)
    with pytest.raises(AttributeError):
        hand.wool = 3
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand
    assert hash(hand) == hash(Resources(0, 0, 2, 0, 1))
    assert eval(repr(hand)) == hand


def test_text_in_place_of_counts_names_the_method_that_reads_it() -> None:
    with pytest.raises(TypeError, match=r"brick='1 wool': a count is a whole number; Resources\.parse reads text"):
        Resources("1 wool")  # type: ignore[arg-type]


def test_no_cards_are_written_as_a_word_that_is_read_back() -> None:
    assert str(Resources()) == "nothing"
    assert Resources.parse("nothing") == Resources.parse("") == Resources()


@pytest.mark.parametrize("text", ["discard nothing", "give nothing", "offer nothing for 1 ore to 1", "plenty nothing"])
def test_no_action_gives_or_takes_nothing(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Action.parse(text)


@pytest.mark.parametrize("other", [1, 0.0, False, ""])
def test_resources_are_added_to_no_other_number_than_the_zero_of_sum(other: Any) -> None:
    with pytest.raises(TypeError):
        other + Resources(ore=1)
