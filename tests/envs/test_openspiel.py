"""The OpenSpiel game passes OpenSpiel's own tests, and its observers show what a player may know."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from longroad.core.layout import CARDS, CARDS_SIZE, HAND, HAND_SIZE, RESOURCES
from longroad.envs import openspiel
from tests.envs.positions import rulesets

PUBLIC_TYPE = pyspiel.IIGObservationType(
    public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
)
PRIVATE_TYPE = pyspiel.IIGObservationType(
    public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
)


def load(**parameters: Any) -> Any:
    return pyspiel.load_game(openspiel.NAME, parameters)


def take_any(state: Any, rng: random.Random) -> None:
    """Take a legal action, or an outcome of chance by its probability."""
    if state.is_chance_node():
        numbers, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(numbers, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("preset", "players"), rulesets())
def test_every_preset_and_number_of_players_passes_the_random_simulation(preset: str, players: int) -> None:
    game = load(preset=preset, players=players, max_game_length=30)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "options", ["victory_points:3;discard_limit:1", "domestic_trade:no;limit:8", "dice:deck;progress_cards:recycled"]
)
def test_games_further_on_pass_the_random_simulation(options: str) -> None:
    game = load(players=2, options=options, max_game_length=150, seed=3)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_long_games_pass_the_random_simulation(preset: str) -> None:
    pyspiel.random_sim_test(load(preset=preset, max_game_length=1500), num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_replays(tmp_path: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    path, game = tmp_path / "playthrough.txt", "longroad(preset=duel,max_game_length=25,seed=4)"
    path.write_text(generate_playthrough.playthrough(game, action_sequence=[], seed=1), encoding="utf-8")
    original, again = generate_playthrough.replay(str(path))
    assert original == again
    assert original.count("\naction: ") > 25


def test_a_won_game_is_worth_as_much_as_the_others_lose() -> None:
    state, rng = load(players=3, options="victory_points:3;domestic_trade:no").new_initial_state(), random.Random(2)
    while not state.is_terminal():
        assert state.returns() == [0.0] * 3
        take_any(state, rng)
    assert sorted(state.returns()) == [-0.5, -0.5, 1.0]
    assert state.returns().index(1.0) == state.game.state["winner"]


def test_chance_has_exact_probabilities() -> None:
    state = load(preset="beginner").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    found = [(number, Fraction(chance).limit_denominator(36)) for number, chance in state.chance_outcomes()]
    assert found == [(total - 2, Fraction(6 - abs(total - 7), 36)) for total in range(2, 13)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 5) == "rolled 7"


def seen(state: Any, seat: int) -> tuple[Any, ...]:
    """Return all that a player is shown by any observer."""
    game = state.get_game()
    texts = [state.observation_string(seat), state.information_state_string(seat)]
    for kind in (PUBLIC_TYPE, PRIVATE_TYPE):
        observation = make_observation(game, kind)
        observation.set_from(state, seat)
        texts += [observation.string_from(state, seat), observation.tensor.tolist()]
    return (*texts, state.observation_tensor(seat))


def test_exchanged_hidden_cards_are_not_observed() -> None:
    rng, tried = random.Random(5), 0
    state = load(players=3).new_initial_state()
    while tried < 20:
        take_any(state, rng)
        core = state.game.state
        other = next((seat for seat in (1, 2) if core.s[HAND_SIZE + seat] and core.s[CARDS_SIZE + seat] >= 0), None)
        if other is None or state.is_terminal() or rng.random() < 0.8:
            continue
        twin = state.clone()
        hand = HAND + RESOURCES * other
        cards = CARDS + RESOURCES * other
        for first in (hand, cards):
            twin.game.state.s[first : first + RESOURCES] = rng.sample(core.s[first : first + RESOURCES], RESOURCES)
        if twin.game.state != core and state.current_player() == 0:
            assert seen(twin, 0) == seen(state, 0)
            assert twin.legal_actions() == state.legal_actions()
            assert state.observation_string(other) != twin.observation_string(other)
            tried += 1


def test_a_player_remembers_every_decision() -> None:
    state, rng = load(players=3).new_initial_state(), random.Random(1)
    found: dict[str, tuple[int, ...]] = {}
    for _ in range(400):
        if not state.is_chance_node():
            known = state.information_state_string()
            assert known not in found
            found[known] = tuple(state.legal_actions())
        take_any(state, rng)
    assert len(found) > 200


def test_observers_agree_with_each_other() -> None:
    game = load(players=3)
    state, rng = game.new_initial_state(), random.Random(1)
    whole, public, private = (make_observation(game, kind) for kind in (None, PUBLIC_TYPE, PRIVATE_TYPE))
    features = game.spaces.features
    for _ in range(200):
        take_any(state, rng)
        for observer in (whole, public, private):
            observer.set_from(state, 0)
        assert (public.tensor + private.tensor == whole.tensor).all()
        assert np.array_equal(whole.tensor * features.scale, np.array(state.game.observe(0), np.float32))
    assert list(whole.dict) == ["game", "players", "robber", "sites", "paths", "hexes", "harbors"]
    assert whole.dict["sites"].base is not None
    assert make_observation(game, INFO_STATE_OBS_TYPE).tensor is None
    public.set_from(state, 2)
    assert public.string_from(state, 2) == public.string_from(state, 0)


def test_a_state_survives_being_written_and_read() -> None:
    game = load(preset="duel", options="limit:50", seed=9)
    state, rng = game.new_initial_state(), random.Random(1)
    for _ in range(120):
        take_any(state, rng)
    same_game, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(same_game) == str(game)
    assert seen(same, 0) == seen(state, 0)
    assert same.legal_actions() == state.legal_actions()


def test_openspiel_s_environment_and_search_play_it() -> None:
    environment = rl_environment.Environment(load(players=3, max_game_length=40))
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    state, rng = load(players=3, max_game_length=60).new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0] if state.move_number() else 10)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"preset": "bass"}, "preset 'bass': expected one of base"),
        ({"options": "points:3"}, "'points:3' is not an option:value"),
        ({"players": 5}, "the base island takes 2 to 4 players"),
        ({"seed": -1}, "seed -1: expected a whole number from 0"),
        ({"max_game_length": 0}, "max_game_length=0: expected a whole number from 1"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(**parameters)


def test_an_observer_that_would_show_all_hands_is_refused() -> None:
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="expected public information with one player's"):
        load().make_py_observer(kind)


def test_what_is_asked_of_a_player_that_does_not_act_is_refused() -> None:
    state = load(players=3).new_initial_state()
    assert state.action_to_string(0, 0) == "roll"
    with pytest.raises(ValueError, match="99: not possible here; possible are 0, 1, 2"):
        state.action_to_string(pyspiel.PlayerId.CHANCE, 99)
    while state.is_chance_node():
        state.apply_action(10 - state.move_number())
    before = str(state)
    with pytest.raises(ValueError, match="chance does not act here"):
        state.chance_outcomes()
    with pytest.raises(ValueError, match="3: chance does not act here"):
        state.action_to_string(pyspiel.PlayerId.CHANCE, 3)
    with pytest.raises(ValueError, match="0: not possible here"):
        state.apply_action(0)
    assert (str(state), len(state.history())) == (before, 3)
