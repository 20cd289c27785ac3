"""The PettingZoo environment passes PettingZoo's own tests."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from longroad.core.ruleset import Ruleset
from longroad.draw import png, svg
from longroad.envs import longroad_v0
from longroad.envs.pictures import pixels
from tests.envs.positions import interpreted, rulesets

# What PettingZoo says of every game whose observations carry a mask, its own included.
USUAL_WARNINGS = ("Observation space for each agent probably should be", "Observation is not a NumPy array")

pytestmark = pytest.mark.compiled


def random_steps(env: Any, count: int) -> None:
    """Play at random."""
    rng = np.random.default_rng(1)
    for agent in env.agent_iter(count):
        observation, _, is_over, is_cut, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if is_over or is_cut else int(rng.choice(np.flatnonzero(mask))))
        assert agent in env.possible_agents


@pytest.mark.parametrize(("preset", "players"), rulesets())
def test_every_preset_and_number_of_players_passes_pettingzoo_s_api_test(preset: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in USUAL_WARNINGS:
            warnings.filterwarnings("ignore", usual)
        api_test(longroad_v0.env(preset, players=players), num_cycles=40)


@pytest.mark.parametrize("reward", ["win", "points", "shaped"])
@pytest.mark.filterwarnings("ignore:Observation")
def test_games_cut_short_pass_the_api_test(reward: Any) -> None:
    api_test(longroad_v0.env("base", reward=reward, limit=8, domestic_trade=False), num_cycles=300)


def test_seeds_repeat_games() -> None:
    seed_test(partial(longroad_v0.env, "base"), num_cycles=60)


def test_every_mode_renders() -> None:
    render_test(longroad_v0.env, {"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.slow
def test_the_performance_benchmark_runs() -> None:
    performance_benchmark(longroad_v0.env())


def test_a_game_is_cut_off_after_its_cycles() -> None:
    env = longroad_v0.env(max_cycles=4)
    env.reset(seed=1)
    random_steps(env, 16)
    assert all(env.truncations.values())
    random_steps(env, 100)
    assert env.agents == []


def test_an_illegal_action_raises_or_ends_the_wrapped_game() -> None:
    raw = longroad_v0.raw_env()
    raw.reset(seed=1)
    before = raw.game_state.to_bytes()
    with pytest.raises(ValueError, match=r"action 0 \(roll\) of game 0: not allowed here"):
        raw.step(0)
    assert raw.game_state.to_bytes() == before
    env = longroad_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.last()
    env.step(0)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


def test_an_agent_that_does_not_decide_may_do_nothing() -> None:
    env = longroad_v0.raw_env()
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    observation = env.observe(waiting)
    assert not observation["action_mask"].any()
    assert observation["observation"].any()


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="render_mode='video': expected one of human"):
        longroad_v0.env(render_mode="video")


def test_pixels_are_those_of_the_png() -> None:
    state = interpreted(Ruleset()).state(0)
    picture = pixels(png(state, size=64))
    assert picture.shape[1:] == (64, 3)
    assert 'width="64"' in svg(state, size=64)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


@pytest.mark.parametrize(("preset", "players"), rulesets())
def test_the_parallel_form_passes_pettingzoo_s_test(preset: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(longroad_v0.parallel_env(preset, players=players), num_cycles=40)


def test_a_whole_game_in_the_parallel_form_passes_the_test() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(longroad_v0.parallel_env("base", limit=8, domestic_trade=False), num_cycles=2000)


def test_seeds_repeat_games_of_the_parallel_form() -> None:
    parallel_seed_test(longroad_v0.parallel_env, num_cycles=60)


def test_the_parallel_form_ends_after_its_cycles() -> None:
    # The form that decides in turn has no cycles of all agents, so the test gets the parallel form in both shapes.
    forms = SimpleNamespace(
        parallel_env=longroad_v0.parallel_env,
        env=lambda **options: parallel_to_aec(longroad_v0.parallel_env(**options)),
    )
    max_cycles_test(forms)


def test_the_parallel_form_plays_the_same_game() -> None:
    parallel, turns = (
        longroad_v0.parallel_env(players=3, victory_points=3),
        longroad_v0.raw_env(players=3, victory_points=3),
    )
    rng = np.random.default_rng(1)
    parallel.reset(seed=5)
    turns.reset(seed=5)
    while parallel.agents:
        agent = turns.agent_selection
        action = int(rng.choice(np.flatnonzero(turns.observe(agent)["action_mask"])))
        turns.step(action)
        actions = dict.fromkeys(parallel.agents, parallel.wait) | {agent: action}
        _, rewards, terminations, _, infos = parallel.step(actions)
        assert rewards == turns.rewards
        assert not any(infos.values())
    assert terminations == turns.terminations
    assert sorted(rewards.values()) == [-1, -1, 1]
    with pytest.raises(RuntimeError, match="call reset"):
        parallel.step({})


def test_an_illegal_action_of_the_parallel_form_is_waiting() -> None:
    env = longroad_v0.parallel_env(players=3)
    observations, _ = env.reset(seed=1)
    before = env.game_state
    decides = next(agent for agent, seen in observations.items() if not seen["action_mask"][env.wait])
    for action in (0, env.wait):
        _, _, _, _, infos = env.step(dict.fromkeys(env.agents, action))
        assert [agent for agent, info in infos.items() if info.get("illegal")] == [decides]
        assert env.game_state == before


WRONG = [None, float("nan"), 9.0, "9", [9], True]  # 9 is allowed


@pytest.mark.parametrize("text", [False, True])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(text: bool) -> None:
    raw, parallel = longroad_v0.raw_env(text=text), longroad_v0.parallel_env(text=text)
    raw.reset(seed=1)
    parallel.reset(seed=1)
    before = raw.game_state
    for wrong in WRONG:
        with pytest.raises(ValueError, match="expected a whole number"):
            raw.step(wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="expected a whole number"):
            parallel.step(dict.fromkeys(parallel.agents, wrong))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"actions \{\}: expected one of seat_\d, which decides"):
        parallel.step({})
    assert raw.game_state == parallel.game_state == before
    raw.step(9)


@pytest.mark.parametrize("cycles", [-1, 2.5, "x", True])
def test_a_number_of_cycles_that_is_none_is_refused(cycles: Any) -> None:
    for form in (longroad_v0.raw_env, longroad_v0.parallel_env):
        with pytest.raises(ValueError, match=r"max_cycles=.*: expected a whole number from 0"):
            form(max_cycles=cycles)


def test_before_the_first_reset_the_parallel_form_says_so() -> None:
    with pytest.raises(RuntimeError, match="call reset"):
        longroad_v0.parallel_env().step({})
    with pytest.raises(RuntimeError, match="call reset first"):
        longroad_v0.parallel_env(render_mode="ansi").render()
