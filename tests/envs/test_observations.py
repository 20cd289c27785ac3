"""Observations: every field has its place or a reason for none, and nobody sees what is hidden."""

from __future__ import annotations

import random

import numpy as np
import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.topology import symmetries
from longroad.core.layout import CARDS, FIELDS, HAND, NONE, PLAYERS, RESOURCES, SEATS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.observations import LEFT_OUT, ObservationSpace, observed_fields
from tests.core.games import beginning, log_of
from tests.core.mapping import Mapping
from tests.core.test_hidden import replacements
from tests.envs.positions import interpreted, observed, rulesets, walk


def test_every_field_is_observed_or_left_out_for_a_reason() -> None:
    everything = Ruleset(players=2, duel=True, dice="deck", progress_cards="recycled")
    seen = {field.name for field in observed_fields(everything)}
    first = next(i for i, field in enumerate(FIELDS) if field.name == "terrain")
    for field in FIELDS[first:]:
        assert (field.name in seen) != (field.name in LEFT_OUT or field.seen_by == NONE), field.name
    features = {feature.name for feature in ObservationSpace(everything).features}
    assert seen <= features


@pytest.mark.parametrize(("preset", "players"), rulesets())
def test_blocks_fill_the_row(preset: str, players: int) -> None:
    space = ObservationSpace(Ruleset.preset(preset, players=players))
    row = np.arange(space.size)
    assert [int(n) for block in space.spatial(row).values() for n in block.ravel()] == list(range(space.size))
    assert space.scale.shape == (space.size,)
    assert sum(feature.width for _, _, feature in space.columns()) == sum(w for _, w in space.shapes.values())


def test_a_state_and_its_view_are_observed_alike() -> None:
    for preset in ("base", "duel"):
        env = interpreted(Ruleset.preset(preset))
        for _ in walk(env, 400, 20):
            state = env.state(0)
            for seat in range(state.s[PLAYERS]):
                assert observed(state, seat) == observed(state.view(seat), seat)  # type: ignore[arg-type]


def test_a_card_that_a_seat_cannot_know_changes_nothing_that_it_observes() -> None:
    tried = 0
    for number in range(3):
        rng = random.Random(number)
        state = beginning(number)
        for entry in log_of(number):
            for viewer, other in replacements(state, entry, rng):
                one, two = state.copy(), state.copy()
                one.apply(ply_seat(entry), ply_action(entry))
                two.apply(ply_seat(entry), other)
                if viewer < SEATS and not one.is_over and not two.is_over:
                    assert one.s != two.s
                    assert observed(one, viewer) == observed(two, viewer)
                    tried += 1
            state.apply(ply_seat(entry), ply_action(entry))
    assert tried > 10


def test_a_bundle_being_composed_is_seen_by_its_maker_alone() -> None:
    env = interpreted(Ruleset(discard_limit=1, players=3))
    while not env.features.spatial(env.observations)["game"][0, 0, -3]:
        env.step(env.random_actions())
    seat = int(env.seats[0])
    for other in {0, 1, 2} - {seat}:
        game = env.features.spatial(env.observe([other]))["game"][0, 0]
        assert game[-8:-1].tolist() == [0] * 7


def test_the_observer_comes_first() -> None:
    env = interpreted(Ruleset(players=3))
    for _ in walk(env, 300, 30):
        state, seat = env.state(0), int(env.seats[0])
        players = env.features.spatial(env.observations)["players"][0]
        column = next(at for block, at, f in env.features.columns() if (block, f.name) == ("players", "points"))
        assert players[:, column].tolist() == [state["points"][(seat + k) % 3] for k in range(3)]
        hand = env.state(0).s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
        start = next(at for block, at, f in env.features.columns() if (block, f.name) == ("game", "hand"))
        assert env.features.spatial(env.observations)["game"][0, 0, start : start + 5].tolist() == hand


def test_a_turned_island_is_observed_as_the_permuted_row() -> None:
    for preset in ("base", "extension"):
        env = interpreted(Ruleset.preset(preset))
        for _ in range(300):
            env.step(env.random_actions())
        state, seat = env.state(0), int(env.seats[0])
        row = np.array(observed(state, seat))
        for way, images in zip(symmetries(env.features.island), env.features.symmetries, strict=True):
            assert observed(Mapping(way).state(state), seat) == row[images].tolist()


def test_an_extra_card_of_another_hand_is_not_observed() -> None:
    state: State = interpreted(Ruleset()).state(0)
    row = observed(state, 0)
    state.s[CARDS + 5] += 1
    state.s[HAND + RESOURCES] += 1
    assert observed(state, 0) == row
