"""The Gymnasium environments pass Gymnasium's own checks."""

from __future__ import annotations

import importlib
import sys
import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from longroad.core.ruleset import Ruleset
from longroad.envs.gymnasium import SOLO, SelfPlayVectorEnv, Solo
from longroad.game.view import View
from tests.envs.positions import rulesets


def random_action(env: Solo, rng: np.random.Generator) -> int:
    """Choose an allowed action."""
    return int(rng.choice(np.flatnonzero(env.action_masks())))


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_the_registered_environment_passes_check_env_without_warnings(preset: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"longroad.envs.gymnasium:{SOLO}", preset=preset, bots="random").unwrapped)


@pytest.mark.parametrize(("preset", "players"), rulesets())
def test_one_seat_plays_every_preset_against_bots(preset: str, players: int) -> None:
    env, rng = Solo(preset, players=players, bots="random", limit=6, reward="shaped"), np.random.default_rng(1)
    observation, info = env.reset(seed=players)
    is_over = False
    while not is_over:
        assert env.observation_space.contains(observation)
        assert observation["action_mask"].tolist() == info["action_mask"].tolist() == env.action_masks().tolist()
        observation, _, is_over, is_cut, info = env.step(random_action(env, rng))
        assert not is_cut
    assert not env.action_masks().any()


def test_the_winner_is_rewarded_and_the_others_are_punished() -> None:
    results = []
    for seed in range(4):
        env, rng = Solo(bots="random", victory_points=3, domestic_trade=False), np.random.default_rng(seed)
        env.reset(seed=seed)
        rewards, is_over = [], False
        while not is_over:
            _, reward, is_over, _, _ = env.step(random_action(env, rng))
            rewards.append(reward)
        assert not any(rewards[:-1])
        assert (rewards[-1] == 1) == (env._history is not None and env._history.state["winner"] == env.seat)
        results.append(rewards[-1])
    assert set(results) == {-1.0, 1.0}


def test_a_seat_that_is_asked_for_a_proposal_may_propose_nothing() -> None:
    env, rng = Solo(bots="random", seat=0), np.random.default_rng(1)
    env.reset(seed=1)
    nothing = next(i for i, entry in enumerate(env.actions.entries) if entry.kind == "pass")
    passes = 0
    for _ in range(300):
        is_asked = env.action_masks()[nothing]
        env.step(nothing if is_asked else random_action(env, rng))
        passes += is_asked
    assert passes > 5


def test_an_illegal_action_loses_or_raises() -> None:
    env = Solo(bots="random")
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    strict = Solo(bots="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="action 0: not allowed here; allowed are"):
        strict.step(0)
    strict.step(int(np.flatnonzero(strict.action_masks())[0]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bots": ["random"]}, r"bots=\['random'\]: expected a level, .* for all others, or 3"),
        ({"bots": 5}, "bots=5: expected a level"),
        ({"bots": [5, None, "random"]}, "expected a level"),
        ({"seat": 4}, "seat=4: expected 0 to 3"),
        ({"seat": 1.5}, "seat=1.5: expected 0 to 3"),
        ({"seat": "x"}, "seat='x': expected 0 to 3"),
        ({"reward": "fame"}, "reward='fame'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Solo(**options)


def test_a_bot_may_be_anything_that_can_be_called() -> None:
    def choose(least: int, view: View) -> Any:
        return view.legal_actions()[least]

    env = Solo(bots=partial(choose, 0), players=3, domestic_trade=False)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [np.int64(4), 1.5, "seed", -1])
def test_seeds_of_many_games_that_are_none_are_refused_as_gymnasium_does(seed: Any) -> None:
    env = SelfPlayVectorEnv(2, Ruleset(players=3))
    for each in (env, Solo(bots="random")):
        with pytest.raises(gymnasium.error.Error, match="Seed must be"):
            each.reset(seed=seed)


@pytest.mark.compiled
def test_many_games_of_self_play_restart_at_the_next_step() -> None:
    env, rng = SelfPlayVectorEnv(8, Ruleset(limit=2, domestic_trade=False)), np.random.default_rng(1)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, _ = env.reset(seed=3)
    ended = np.zeros(8, bool)
    for _ in range(200):
        assert env.observation_space.contains(observations)
        was_over = ended
        assert (observations["action_mask"].any(axis=1) != was_over).all()
        actions = np.array(
            [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in observations["action_mask"]]
        )
        observations, rewards, ended, cut, infos = env.step(actions)
        assert not (was_over & ended).any()
        assert rewards.shape == cut.shape == infos["seat"].shape == (8,)
    again, _ = env.reset(seed=3)
    assert again["observation"].any()


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("pettingzoo", "longroad_v0", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("gymnasium", "longroad_v0", "pettingzoo"),
        ("pyspiel", "openspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, package: str, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"longroad.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf'pip install "longroad\[{extra}\]"'):
        importlib.import_module(f"longroad.envs.{module}")


def test_games_without_a_seed_differ() -> None:
    games = SelfPlayVectorEnv(3, Ruleset(players=3), backend="interpreted")
    observations, _ = games.reset(seed=[4, None, None])
    rows = {row.tobytes() for row in observations["observation"]}
    assert len(rows) == 3
    again, _ = games.reset(seed=(4, 4, 4))
    assert again["observation"][1].tolist() == observations["observation"][0].tolist()
    with pytest.raises(ValueError, match="expected one number, or 3"):
        games.reset(seed=[1])


def test_arrays_of_a_gpu_are_no_arrays_of_gymnasium() -> None:
    with pytest.raises(ValueError, match="VectorEnvironment alone gives those of a GPU"):
        SelfPlayVectorEnv(2, backend="cuda")


@pytest.mark.parametrize("action", [9.9, "9", None])
def test_an_action_that_is_no_whole_number_is_refused(action: object) -> None:
    env = Solo()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected a whole number"):
        env.step(action)
