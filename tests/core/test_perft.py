"""Perft: the founding figures, and positions of every preset, counted by compiled and by plain code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from longroad.core.actions import KIND_NAMES, action_kind, action_number
from longroad.core.check.perft import divide, perft
from longroad.core.layout import CHANCE
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from tests.walks import walk

FIXTURES = Path(__file__).with_name("perft.json")
SEEDS = (1, 2, 3)
DEPTH = 6


def position(preset: str, seed: int) -> State:
    """Return a position in the middle of a game of a preset, nobody speaking of trade."""
    state = State.new(Ruleset.preset(preset, domestic_trade=False), seed)
    for _ in walk(state, seed, 60 + 90 * seed):
        pass
    return state


def plain_perft(state: State, depth: int) -> int:
    """Count sequences by the face of the state alone."""
    if state.is_over:
        return 0
    if state.is_chance:
        plies = [(CHANCE, action) for action, _ in state.outcomes()]
    else:
        seat = state.to_act[0]
        forms = [form for form in state.forms(seat) if form.total is not None]
        actions = [action for form in forms for action in form.bundles()] + state.legal(seat)
        plies = [(seat, action) for action in actions]
    if depth == 1:
        return len(plies)
    total = 0
    for seat, action in plies:
        after = state.copy()
        after.apply(seat, action)
        total += plain_perft(after, depth - 1)
    return total


def readable(counts: dict[int, int]) -> dict[str, int]:
    """Name the first actions of a breakdown."""
    return {f"{KIND_NAMES[action_kind(action)]} {action_number(action)}": n for action, n in counts.items()}


@pytest.mark.compiled
@pytest.mark.rule("SET-3", "SET-4")
@pytest.mark.parametrize("seed", [0, 7])
def test_founding_has_the_known_numbers_on_any_base_island(seed: int) -> None:
    founding = State.new(Ruleset(first_player="given"), seed)
    assert perft(founding, 6) == [54, 144, 7_236, 19_248, 897_180, 2_380_536]


@pytest.mark.compiled
@pytest.mark.slow
def test_founding_has_the_known_number_at_depth_eight() -> None:
    assert perft(State.new(Ruleset(first_player="given")), 8)[-1] == 271_461_600


@pytest.mark.rule("SET-3", "SET-4")
def test_founding_has_the_known_numbers_interpreted() -> None:
    assert perft(State.new(Ruleset(first_player="given")), 4, "interpreted") == [54, 144, 7_236, 19_248]


@pytest.mark.parametrize("preset", PRESETS)
def test_perft_counts_what_the_state_lists(preset: str) -> None:
    for seed in SEEDS:
        state = position(preset, seed)
        assert perft(state, 3, "interpreted")[-1] == plain_perft(state, 3)


@pytest.mark.compiled
@pytest.mark.parametrize("preset", PRESETS)
def test_positions_keep_their_numbers(preset: str) -> None:
    expected = json.loads(FIXTURES.read_text())
    for seed in SEEDS:
        state = position(preset, seed)
        counts = perft(state, DEPTH)
        assert counts == expected[f"{preset} {seed}"], readable(divide(state, DEPTH))


@pytest.mark.compiled
def test_a_breakdown_adds_up() -> None:
    state = position("base", 2)
    assert sum(divide(state, DEPTH).values()) == perft(state, DEPTH)[-1]


def test_a_depth_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="depth 0: expected a whole number from 1"):
        perft(State.new(Ruleset()), 0, "interpreted")


def write_fixtures() -> None:
    """Rewrite the fixtures: `python -m tests.core.test_perft`."""
    counts = {f"{preset} {seed}": perft(position(preset, seed), DEPTH) for preset in PRESETS for seed in SEEDS}
    FIXTURES.write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    write_fixtures()
