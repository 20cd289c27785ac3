"""What is no whole number is refused by name, before anything changes; other types of whole numbers are taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from longroad.core.history import History
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
    with pytest.raises(ValueError, match="possible are whole numbers") as caught:
        ASKED[name](state, value)
    assert str(caught.value).startswith(f"{name.split()[0]} {value!r}")
    assert state.to_bytes() == before


def test_whole_numbers_of_numpy_are_taken_and_not_kept(state: State) -> None:
    state.apply(np.int64(0), np.int64(state.legal(0)[0]))  # type: ignore[arg-type]
    assert {type(number) for number in (*state.s, *state.m)} == {int}


@pytest.mark.parametrize("seed", [-1, 1 << 62])
def test_chance_takes_the_seeds_that_a_game_takes(seed: int) -> None:
    with pytest.raises(ValueError, match=r"possible are whole numbers from 0 to 2\*\*62 - 1"):
        State.new(Ruleset()).sample(seed)
