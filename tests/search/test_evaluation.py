"""What positions are worth: shares of a victory, whoever sits where, and however the island lies."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from math import exp, floor
from random import Random
from typing import Any

import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.topology import symmetries
from longroad.core.layout import ISLAND, PLAYERS, SEATS
from longroad.core.phases import OVER
from longroad.core.ruleset import PRESETS
from longroad.core.state import State
from longroad.search.evaluate import (
    CERTAIN,
    DIRECT,
    HIDDEN_MOST,
    INPUT_BITS,
    OUTPUT_BITS,
    SCORE_BITS,
    SCORES,
    SHARPNESS,
    SHARPNESS_BITS,
    UNIT_BITS,
    WEIGHTS,
    evaluate,
    prepare,
    score,
)
from longroad.search.features import NAMES
from longroad.search.weights import packed, written
from tests.bots.views import begun, played
from tests.core.mapping import Mapping
from tests.rules.table import Table
from tests.samples import first
from tests.search.scenes import Bench, scenes

MANY = pytest.mark.parametrize("one_in", first(1, [150, 40]))


def open_scenes(one_in: int) -> list[State]:
    """Return positions of games that go on."""
    return [state for state in scenes(one_in) if not state.is_over]


def rotated(state: State, shift: int) -> tuple[State, tuple[int, ...]]:
    """Make everybody move on by some seats."""
    players = state.s[PLAYERS]
    seats = tuple((seat + shift) % players if seat < players else seat for seat in range(SEATS))
    return Mapping(symmetries(state.s[ISLAND])[0], seats).state(state), seats


@MANY
def test_shares_add_up_to_certainty(one_in: int) -> None:
    for state in open_scenes(one_in):
        shares = Bench(state).shares()
        assert all(0 <= share < CERTAIN for share in shares)
        assert CERTAIN - len(shares) <= sum(shares) <= CERTAIN


@MANY
def test_who_sits_where_does_not_matter(one_in: int) -> None:
    for number, state in enumerate(open_scenes(one_in)):
        image, seats = rotated(state, 1 + number % (state.s[PLAYERS] - 1))
        before, after = Bench(state).shares(), Bench(image).shares()
        assert [after[seats[seat]] for seat in range(len(before))] == before


@MANY
def test_how_the_island_lies_does_not_matter(one_in: int) -> None:
    for number, state in enumerate(open_scenes(one_in)):
        ways = symmetries(state.s[ISLAND])
        assert Bench(Mapping(ways[number % len(ways)]).state(state)).shares() == Bench(state).shares()


def test_a_won_game_is_certain() -> None:
    ends = [state for state in scenes(20) if state.is_over]
    assert len(ends) >= len(PRESETS)
    for state in ends:
        assert Bench(state).shares() == [CERTAIN * (state["winner"] == seat) for seat in range(state.s[PLAYERS])]


def test_a_draw_is_no_victory() -> None:
    table = Table.set_up()
    table.put("phase", OVER)
    assert Bench(table).shares() == [0, 0, 0, 0]


@MANY
@pytest.mark.parametrize("factor", [0.75, 1.0, 1.25])
def test_a_share_is_the_softmax_of_the_scores_sharpened_for_the_number_of_players(factor: float, one_in: int) -> None:
    for state in open_scenes(one_in):
        bench = Bench(state)
        players = state.s[PLAYERS]
        bench.weights[SHARPNESS : SHARPNESS + SEATS + 1] = [0] * (SEATS + 1)
        bench.weights[SHARPNESS + players] = int((factor - 1) * (1 << SHARPNESS_BITS))
        shares = bench.shares()
        scores = bench.measures[SCORES : SCORES + players]
        odds = [exp(-floor(factor * (max(scores) - value)) / (1 << SCORE_BITS)) for value in scores]
        for share, odd in zip(shares, odds, strict=True):
            assert share / CERTAIN == pytest.approx(odd / sum(odds), abs=1e-5)


# --- the network, with weights made for the test ----------------------------------------------------------------------


def made(seed: int, hidden: int) -> dict[str, Any]:
    """Make weights at random, as the data file holds them."""
    rng = Random(seed)
    return {
        "input bits": INPUT_BITS,
        "features": list(NAMES),
        "direct": [rng.randrange(-4000, 4000) for _ in NAMES],
        "output": [rng.randrange(-4000, 4000) for _ in range(hidden)],
        "bias": [rng.randrange(-9000, 9000) for _ in range(hidden)],
        "trade bias": [rng.randrange(-9000, 9000) for _ in range(hidden)],
        "input": [[rng.randrange(-900, 900) for _ in NAMES] for _ in range(hidden)],
    }


def exact_score(values: list[int], network: dict[str, Any], *, trades: bool) -> float:
    """Compute the score of features in the plain numbers that the fixed point stands for."""
    total = dot(values, network["direct"]) / (1 << (UNIT_BITS + OUTPUT_BITS))
    biases = network["trade bias" if trades else "bias"]
    for row, bias, output in zip(network["input"], biases, network["output"], strict=True):
        total += max(bias + dot(values, row), 0) / (1 << INPUT_BITS) * output / (1 << OUTPUT_BITS)
    return total


def dot(one: list[int], other: list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("one_in", first(1, [400, 120]))
@pytest.mark.parametrize("hidden", [0, 1, 32, HIDDEN_MOST])
def test_a_score_is_that_of_the_network_in_fixed_point(hidden: int, one_in: int) -> None:
    network = made(hidden, hidden)
    block = packed(network)
    for state in open_scenes(one_in):
        bench = Bench(state)
        prepare(state.s, bench.board, bench.measures)
        trades = bool(state["domestic_trade"]) and state.s[PLAYERS] > 2
        for seat, features in enumerate(bench.features()):
            found = score(bench.measures, block, seat) / (1 << SCORE_BITS)
            exact = exact_score(list(features.values()), network, trades=trades)
            assert found == pytest.approx(exact, abs=0.01 + hidden / 128)


def test_scores_are_the_same_whatever_was_scored_before() -> None:
    """Only what changes is added up, and known sites are not explored again."""
    states = [state for state in open_scenes(10) if state.s[PLAYERS] == 4][:60]
    for before, state in pairwise(states):
        bench, fresh = Bench(before), Bench(state)
        bench.shares()
        bench.state = state
        prepare(state.s, bench.board, bench.measures)
        assert bench.features() == fresh.features()
        assert bench.shares() == fresh.shares()


def test_a_game_is_scored_in_one_workspace_as_in_many() -> None:
    for seed in range(2):
        game = played("base", seed, "novice")
        again = begun("base", seed)
        bench = Bench(again.state)  # and the state changes under it
        for place, entry in enumerate(game.plies):
            again.push(ply_seat(entry), ply_action(entry))
            if place % 5 == 0 and not again.state.is_over:
                fresh = Bench(again.state)
                assert bench.features() == fresh.features()
                assert bench.shares() == fresh.shares()


def test_a_file_need_not_name_every_feature() -> None:
    network = made(3, 8)
    few = NAMES[::2]
    for part in ("direct", *range(8)):
        row = network["direct"] if part == "direct" else network["input"][part]
        row[1::2] = [0] * len(NAMES[1::2])
    less = network | {
        "features": list(few),
        "direct": network["direct"][::2],
        "input": [row[::2] for row in network["input"]],
    }
    assert packed(less) == packed(network)
    with pytest.raises(ValueError, match="no such features: luck"):
        packed(less | {"features": [*few[1:], "luck"]})


@pytest.mark.parametrize(
    ("part", "change", "why"),
    [
        ("bias", lambda values: values[1:], "8 in output, 7 in bias, 8 in input"),
        ("output", lambda values: [*values, 1], "9 in output, 8 in bias, 8 in input"),
        ("input", lambda values: values[1:], "8 in output, 8 in bias, 7 in input"),
        ("trade bias", lambda values: values[1:], "8 in bias, 8 in input, 7 in trade bias"),
        ("features", lambda values: [*values[1:], values[1]], "a feature is named twice"),
        ("direct", lambda values: values[1:], "shorter|longer"),
    ],
)
def test_a_file_whose_parts_do_not_fit_together_is_refused(
    part: str, change: Callable[[list[Any]], list[Any]], why: str
) -> None:
    network = made(3, 8)
    with pytest.raises(ValueError, match=why):
        packed(network | {part: change(network[part])})


@pytest.mark.parametrize(("players", "factor"), [("1", 1.1), ("7", 1.1), ("many", 1.1), ("4", 0.0), ("4", 2.5)])
def test_a_file_with_a_strange_sharpness_is_refused(players: str, factor: float) -> None:
    with pytest.raises(ValueError, match=f"sharpness {factor} with {players} players: expected 2 to 6 players"):
        packed(made(1, 1) | {"sharpness": {players: factor}})


def test_a_sharpness_is_read_and_written() -> None:
    block = packed(made(1, 1) | {"sharpness": {"3": 1.25, "6": 0.75}})
    assert block[SHARPNESS:] == [0, 0, 0, 64, 0, 0, -64]
    assert packed(json.loads(written(block, {}))) == block


def test_a_file_with_too_many_units_is_refused() -> None:
    with pytest.raises(ValueError, match=f"{HIDDEN_MOST + 1} hidden units: expected at most {HIDDEN_MOST}"):
        packed(made(3, HIDDEN_MOST + 1))


def test_a_file_without_a_trade_bias_has_one_bias_for_all_games() -> None:
    network = made(3, 8)
    both = network | {"trade bias": network["bias"]}
    del network["trade bias"]
    assert packed(network) == packed(both)


def test_coarser_weights_mean_the_same() -> None:
    network = made(3, 8)
    coarse = network | {"input bits": 12}
    fine = network | {
        "bias": [16 * bias for bias in network["bias"]],
        "trade bias": [16 * bias for bias in network["trade bias"]],
        "input": [[16 * weight for weight in row] for row in network["input"]],
    }
    assert packed(coarse) == packed(fine)


def test_without_weights_all_have_the_same_chances() -> None:
    for state in open_scenes(60):
        bench = Bench(state)
        bench.weights = [0] * WEIGHTS
        assert set(bench.shares()) == {CERTAIN // state.s[PLAYERS]}


def test_a_weight_on_points_favors_who_has_more() -> None:
    weights = [0] * WEIGHTS
    weights[DIRECT + NAMES.index("points")] = 1 << OUTPUT_BITS
    table = Table.set_up()
    table.settle(0, 31)
    table.build_city(1, 9)
    bench = Bench(table)
    shares = [evaluate(table.s, table.m, bench.board, weights, bench.measures, seat) for seat in range(4)]
    assert shares[1] > shares[0] > shares[2] == shares[3]


def test_a_score_far_behind_is_no_chance_at_all() -> None:
    weights = [0] * WEIGHTS
    weights[DIRECT + NAMES.index("points")] = 1 << (OUTPUT_BITS + 12)
    table = Table.set_up()
    table.build_city(1, 9)
    bench = Bench(table)
    bench.weights = weights
    assert bench.share(1) > CERTAIN - 10
    assert bench.share(0) <= 2
