"""A game with explicit chance is the game of the vector environment, outcome by outcome."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from longroad.core.actions import action_number, action_second, ply_action, ply_seat
from longroad.core.layout import PLAYERS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.explicit import ExplicitGame
from tests.core.test_hidden import knowers
from tests.envs.positions import interpreted

SEED = 7


def new(preset: str = "base", most: int = 10_000, **rules: object) -> ExplicitGame:
    return ExplicitGame(State.new(Ruleset.preset(preset, **rules), SEED), most)


def take_sampled(game: ExplicitGame) -> None:
    """Let chance act as it does in the environments."""
    while game.is_chance:
        action = game.state.sample(SEED)
        is_roll = action_second(action) != 0 and game.state.phase in ("dice roll", "roll for start")
        game.take(action_number(action) - 2 if is_roll else action_number(action))


def take_any(game: ExplicitGame, rng: random.Random) -> None:
    """Take a possible step, chance by its weights."""
    if game.is_chance:
        numbers, weights = zip(*game.outcomes(), strict=True)
        game.take(rng.choices(numbers, weights)[0])
    else:
        game.take(rng.choice(game.allowed))


@pytest.mark.parametrize("preset", ["base", "duel", "extension", "classic"])
def test_it_goes_as_the_vector_environment_does(preset: str) -> None:
    env, game = interpreted(Ruleset.preset(preset), SEED, restarts="never"), new(preset)
    take_sampled(game)
    for _ in range(400):
        assert game.seat == env.seats[0]
        assert game.allowed == np.flatnonzero(env.masks[0]).tolist()
        assert game.observe(game.seat) == env.observations[0].tolist()
        action = env.random_actions()
        env.step(action)
        game.take(int(action[0]))
        take_sampled(game)


def test_outcomes_have_their_exact_weights() -> None:
    game = new(first_player="given")
    rng = random.Random(1)
    phases = set()
    for _ in range(3000):
        if game.is_chance:
            phases.add(game.state.phase)
            assert sum(weight for _, weight in game.outcomes()) == game.total_weight
            assert [weight for _, weight in game.outcomes()] == [weight for _, weight in game.state.outcomes()]
        take_any(game, rng)
    assert phases >= {"dice roll", "theft", "card draw"}


def test_a_copy_goes_its_own_way_and_a_pickle_comes_back() -> None:
    game, rng = new(), random.Random(1)
    for _ in range(200):
        take_any(game, rng)
    before = pickle.dumps(game)
    twin = copy.deepcopy(game)
    for _ in range(50):
        take_any(twin, rng)
    again = pickle.loads(before)
    assert pickle.dumps(game) == before
    assert (again.state, again.extras, again.plies) == (game.state, game.extras, game.plies)
    assert again.spaces is game.spaces
    assert again.state != twin.state


def test_the_log_replays_to_the_same_state() -> None:
    game, rng = new(), random.Random(1)
    for _ in range(500):
        take_any(game, rng)
    state = State.new(Ruleset(), SEED)
    for entry in game.plies:
        state.apply(ply_seat(entry), ply_action(entry))
    assert state == game.state


def known(game: ExplicitGame, seat: int) -> tuple[Any, ...]:
    """Return all that a seat knows: its log and observation, who decides, and what it may do itself."""
    allowed = game.allowed if game.seat == seat else []
    return game.log(seat), game.observe(seat), game.composing(seat), game.is_chance, game.seat, allowed


def take_both(one: ExplicitGame, two: ExplicitGame, rng: random.Random) -> bool:
    """Take a step that is possible in both games and shows no hidden card; return whether there is one."""
    shared = [number for number in one.possible if number in two.possible]
    monopolies = [] if one.is_chance else [i for i in shared if "monopoly" in one.spaces.actions.describe(i)]
    choices = [number for number in shared if number not in monopolies]
    if choices:
        number = rng.choice(choices)
        one.take(number)
        two.take(number)
    return bool(choices) and not one.is_over and not two.is_over


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_what_a_seat_cannot_know_changes_nothing_now_nor_later(preset: str) -> None:
    game, rng, forks = new(preset, domestic_trade=preset == "duel"), random.Random(1), 0
    while forks < 8:
        if game.is_chance and len(game.outcomes()) > 1 and game.state.phase in ("theft", "card draw"):
            one, two = game.copy(), game.copy()
            first, second = rng.sample(game.possible, 2)
            one.take(first)
            two.take(second)
            known_by = knowers(ply_action(one.plies[-1])) or set()
            others = set(range(game.state.s[PLAYERS])) - known_by
            assert all(one.log(seat) != two.log(seat) for seat in known_by)
            for _ in range(30):
                assert [known(one, seat) for seat in others] == [known(two, seat) for seat in others]
                if not take_both(one, two, rng):
                    break
            forks += 1
        take_any(game, rng)


def test_a_game_is_cut_off_after_so_many_decisions() -> None:
    game, rng, decisions = new(most=20), random.Random(1), 0
    while not game.is_over:
        decisions += not game.is_chance
        take_any(game, rng)
    assert (decisions, game.is_cut, game.winner, game.seat, game.allowed) == (20, True, -1, -1, [])
    with pytest.raises(ValueError, match="0: not possible here; possible are none"):
        game.take(0)
