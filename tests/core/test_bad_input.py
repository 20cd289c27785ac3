"""What is no whole number, or has no room in an action, is quoted before anything changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.island.given import InvalidIsland, Island
from longroad.core.ruleset import Ruleset
from longroad.core.state import State

ASKED: dict[str, Callable[[State, Any], object]] = {
    "action": lambda state, value: state.apply(0, value),
    "seat": lambda state, value: state.apply(value, state.legal(0)[0]),
    "seat of a list": lambda state, value: state.legal(value),
    "seat of a view": lambda state, value: state.view(value),
    "action of a log": lambda state, value: History(state).push(0, value),
    "seed": lambda state, value: State.new(Ruleset(), value),
    "seed of chance": lambda state, value: State.new(Ruleset()).sample(value),
}


@pytest.fixture
def state() -> State:
    return State.new(Ruleset(first_player="given"))


@pytest.mark.parametrize("value", ["7", 1.5, None, [1]])
@pytest.mark.parametrize("name", ASKED)
def test_what_is_no_whole_number_is_quoted(state: State, name: str, value: Any) -> None:
    before = state.to_bytes()
    with pytest.raises(ValueError, match="expected a whole number") as caught:
        ASKED[name](state, value)
    assert str(caught.value).startswith(f"{name.split()[0]} {value!r}")
    assert state.to_bytes() == before


def test_whole_numbers_of_numpy_are_taken_and_not_kept(state: State) -> None:
    state.apply(np.int64(0), np.int64(state.legal(0)[0]))  # type: ignore[arg-type]
    assert {type(number) for number in (*state.s, *state.m)} == {int}


def test_whole_numbers_of_numpy_are_not_kept_in_a_log_either(state: State) -> None:
    history = History(state)
    history.push(np.int8(0), np.int64(state.legal(0)[0]))  # type: ignore[arg-type]
    history.push_default(np.int8(0))  # type: ignore[arg-type]
    assert {type(ply) for ply in history.plies} == {int}
    assert len(History(state, history.plies).plies) == 2


def test_seats_of_numpy_are_asked_for_like_others(state: State) -> None:
    number: Any = np.int8(0)
    assert state.legal(number) == state.legal(0)
    assert state.forms(number) == state.forms(0)
    assert state.points(number) == state.points(0)
    assert {type(value) for value in state.view(number).s} == {int}


@pytest.mark.parametrize("seed", [-1, 1 << 62])
def test_chance_takes_the_seeds_that_a_game_takes(seed: int) -> None:
    with pytest.raises(ValueError, match=r"expected a whole number from 0 to 2\*\*62 - 1"):
        State.new(Ruleset()).sample(seed)


@pytest.mark.parametrize(
    ("pack", "why"),
    [
        (lambda: a.action(a.BUILD_ROAD, 256), "number 256: an action has room for 0 to 255"),
        (lambda: a.action(a.BUILD_ROAD, -1), "number -1: an action has room for 0 to 255"),
        (lambda: a.action(a.NEUTRAL_ROAD, 0, 8), "seat or die 8: an action has room for 0 to 7"),
        (lambda: a.bank_trade(11, 0, 1), "number 276: an action has room for 0 to 255"),
        (lambda: a.bundle(a.OFFER_TRADE, (96, 0, 0, 0, 0), 1), "count 96: an action has room for -32 to 95"),
        (lambda: a.bundle(a.OFFER_TRADE, (1, -33, 0, 0, 0), 1), "count -33: an action has room for -32 to 95"),
        (lambda: a.bundle(a.OFFER_TRADE, (1, -1, 0, 0, 0), 64), "set of seats 64: an action has room for 0 to 63"),
        (lambda: a.bundle(a.DISCARD, (1, 2)), "counts (1, 2): a bundle has five"),
    ],
)
def test_what_has_no_room_in_an_action_does_not_become_another(pack: Callable[[], int], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        pack()


@pytest.mark.parametrize("harbor", [(1, 2, 3), (1,), 1])
def test_a_given_harbor_is_a_path_and_a_kind(harbor: Any) -> None:
    with pytest.raises(InvalidIsland, match="expected a pair of a coast path and a kind") as caught:
        Island(harbors=(harbor,))
    assert f"harbors: {harbor!r} given" in str(caught.value)


@pytest.mark.parametrize(
    ("harbors", "why"),
    [
        ((([0], 1), (0, 1)), "harbors: path [0] is not on the coast"),
        (((0, [1]), (0, 1)), "harbors: kind [1] at path 0"),
        (((0, 1), (0, 2)), "harbors: 2 at path 0: expected one"),
    ],
)
def test_a_harbor_that_cannot_be_read_or_is_given_twice_is_refused(harbors: Any, why: str) -> None:
    with pytest.raises(InvalidIsland, match=re.escape(why)):
        Island(harbors=harbors)


@pytest.mark.parametrize("options", [{"terrain": "given", "tokens": "given"}, {"harbors": "given"}])
def test_a_ruleset_that_wants_an_island_says_which_option_does(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="the ruleset needs a given island") as caught:
        State.new(Ruleset(**options))  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"{next(iter(options))}='given'")
