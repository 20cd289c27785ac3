"""Rule functions in which the fields of a ruleset are constants play as the others do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from longroad.core.compile.fixed import with_fixed
from longroad.core.compile.launch import Kernel
from longroad.core.compile.registry import clone, is_rule, reachable
from longroad.core.layout import DUEL, PHASE, PLAYERS, SMALL_SIZE, WORDS_ALL
from longroad.core.playout import play_games
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import ruleset_fields, template

MOST = 600
PARTS = 1000  # more than a game has


def fixed_graph(body: Callable[..., Any], fields: dict[int, int]) -> Callable[..., Any]:
    """Return a function with fixed fields whose callees have them too, as a kernel is made."""
    made: dict[Callable[..., Any], Callable[..., Any]] = {}

    def replace(value: Any) -> Any:
        if not is_rule(value):
            return value
        if value not in made:
            made[value] = clone(with_fixed(value, fields), replace)
        return made[value]

    return clone(with_fixed(body, fields), replace)


def played(body: Callable[..., Any], ruleset: Ruleset, seed: int) -> tuple[list[int], list[int], list[int]]:
    """Play a game at random with this body, and return its blocks and its length."""
    small, words = template(ruleset)
    s, m, plies = small + [0] * (SMALL_SIZE - len(small)), words + [0] * (WORDS_ALL - len(words)), [0] * (seed + 1)
    for _ in range(PARTS):
        if body(s, m, seed, range(seed + 1), 1, MOST, plies) == 0:
            return s, m, plies
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("preset", PRESETS)
def test_games_go_the_same_way_with_the_fields_of_their_ruleset_fixed(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    fixed = fixed_graph(play_games, ruleset_fields(ruleset))
    for seed in range(3):
        assert played(fixed, ruleset, seed) == played(play_games, ruleset, seed)
    assert played(fixed, ruleset, 1)[2][1] > 100


def test_a_fixed_field_is_not_read() -> None:
    fields = ruleset_fields(Ruleset.preset("duel"))
    seats = [function for function in reachable(play_games) if function.__name__ == "seat_after"]
    blank = [0] * SMALL_SIZE
    assert [with_fixed(seats[0], fields)(blank, seat) for seat in range(2)] == [1, 0]
    assert seats[0](blank, 0) == 0


def begin_duel(s: list[int]) -> None:
    """Change the ruleset, which no rule does."""
    s[PHASE] = 0
    s[DUEL] = 1


def test_a_function_that_changes_a_fixed_field_is_refused() -> None:
    with pytest.raises(ValueError, match=r"begin_duel changes s\[DUEL\], which was to be fixed"):
        with_fixed(begin_duel, {DUEL: 0})
    blank = [7] * SMALL_SIZE
    with_fixed(begin_duel, {PLAYERS: 4})(blank)
    assert (blank[PHASE], blank[DUEL]) == (0, 1)


def test_a_kernel_refuses_games_with_other_values() -> None:
    kernel = Kernel("k", (), SMALL_SIZE, WORDS_ALL, 128, "", "", ((DUEL, 0), (PLAYERS, 4)))
    rows = np.zeros((3, SMALL_SIZE), np.int8)
    rows[:, PLAYERS] = 4
    kernel.check_rows(rows)
    rows[2, PLAYERS] = 3
    with pytest.raises(ValueError, match=f"made for games with 4 in field {PLAYERS} of S; some have \\[3\\]"):
        kernel.check_rows(rows)
    assert Kernel.from_json(kernel.to_json()) == kernel
