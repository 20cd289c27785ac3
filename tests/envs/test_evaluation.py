"""The features of the evaluation as an observation: by name, and without what is hidden."""

from __future__ import annotations

import random

import numpy as np
import pytest

from longroad.core.layout import CARD_KINDS, CARDS, HAND, PLAYERS, RESOURCES
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.evaluation import EVALUATION_NAMES, evaluation_features
from longroad.envs.vector import VectorEnvironment
from tests.envs.positions import interpreted, walk


def test_features_are_those_of_their_names() -> None:
    env = interpreted(Ruleset(players=3))
    for _ in walk(env, 600, 100):
        state, seat = env.state(0), int(env.seats[0])
        own, *others = (dict(zip(EVALUATION_NAMES, row, strict=True)) for row in evaluation_features(state.view(seat)))
        hand = state.s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
        assert [own[f"{name} in hand"] for name in ("brick", "lumber", "wool", "grain", "ore")] == [
            min(count, 6) for count in hand
        ]
        assert own["points"] == state.points(seat)
        assert [other["points"] for other in others] == [state["points"][(seat + k) % 3] for k in (1, 2)]
        assert [other["cards in hand"] for other in others] == [
            min(state["hand_size"][(seat + k) % 3], 20) for k in (1, 2)
        ]


def test_exchanged_hidden_cards_change_nothing() -> None:
    env, rng, tried = interpreted(Ruleset.preset("duel")), random.Random(1), 0
    for _ in walk(env, 900, 50):
        state, seat = env.state(0), int(env.seats[0])
        before = evaluation_features(state.view(seat))
        other = 1 - seat
        for first, count in ((HAND + RESOURCES * other, RESOURCES), (CARDS + CARD_KINDS * other, CARD_KINDS)):
            kept = state.s[first : first + count]
            state.s[first : first + count] = rng.sample(kept, count)
            tried += kept != state.s[first : first + count]
        assert (evaluation_features(state.view(seat)) == before).all()
    assert tried > 10


def test_the_public_has_no_features() -> None:
    with pytest.raises(ValueError, match="the public's view: expected the view of a seat"):
        evaluation_features(State.new(Ruleset()).view())


def test_a_state_with_all_cards_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a State: expected the view of a seat, such as state\.view\(0\)"):
        evaluation_features(State.new(Ruleset()))  # type: ignore[arg-type]


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_many_games_are_measured_as_one_is(threads: int) -> None:
    env = VectorEnvironment(Ruleset(), 8, threads=threads)
    env.reset(np.arange(8))
    for _ in range(300):
        env.step(env.random_actions())
    seats = np.arange(8) % 4
    measures = env.measure(seats)
    assert measures.shape == (8, 4, len(EVALUATION_NAMES))
    for i, seat in enumerate(seats.tolist()):
        state = env.state(i)
        assert (measures[i] == evaluation_features(state.view(seat))).all()
        assert state.s[PLAYERS] == 4
