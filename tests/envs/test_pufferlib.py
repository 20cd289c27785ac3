"""The PufferLib environment writes into PufferLib's arrays, and every seat is an agent with its own rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pufferlib", reason="PufferLib is built from source, and is no part of the development lock")

import pufferlib.vector

from longroad.envs.pufferlib import Longroad

pytestmark = pytest.mark.compiled


def random_actions(env: Any, rng: np.random.Generator) -> Any:
    """Choose an allowed action for every agent."""
    masks = env.observations[:, env.features.size :].astype(float)
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def test_agents_see_what_their_seats_see() -> None:
    env, rng = Longroad("base", 8, players=3), np.random.default_rng(1)
    rows, infos = env.reset(seed=1)
    assert rows is env.observations
    assert infos == []
    for _ in range(300):
        size = env.features.size
        deciding = np.flatnonzero(env.masks)
        assert (deciding == 3 * np.arange(8) + env.games.seats).all()
        assert (rows[deciding, :size] == env.games.observations).all()
        assert (rows[deciding, size:] == env.games.masks).all()
        assert rows[~env.masks, size:].all()
        env.step(random_actions(env, rng))


def test_every_seat_gets_its_own_reward() -> None:
    env, rng = Longroad("base", 16, domestic_trade=False, victory_points=3), np.random.default_rng(1)
    env.reset(seed=1)
    lengths = []
    for _ in range(400):
        _, rewards, terminals, truncations, infos = env.step(random_actions(env, rng))
        ended = terminals.reshape(16, 4)
        assert (ended.all(axis=1) == ended.any(axis=1)).all()
        assert (np.sort(rewards.reshape(16, 4)[ended[:, 0]], axis=1) == [-1, -1, -1, 1]).all()
        assert not rewards[~terminals].any()
        assert not truncations.any()
        lengths += [info["episode_length"] for info in infos]
        begun = ended[:, 0]  # nobody remembers the game before
        assert not env.observations.reshape(16, 4, -1)[begun][
            ~env.masks.reshape(16, 4)[begun], : env.features.size
        ].any()
    assert lengths
    assert min(lengths) > 16


def test_games_are_cut_off() -> None:
    env = Longroad("base", 2, most_steps=5)
    env.reset()
    for _ in range(5):
        *_, truncations, _ = env.step(np.zeros(8, np.int32))
    assert truncations.all()


def test_an_action_that_is_not_allowed_is_replaced_or_refused() -> None:
    env = Longroad("base", 4)
    env.reset(seed=3)
    for illegal in (0, -1, 10_000):
        env.step(np.full(16, illegal))
    strict = Longroad("base", 4, illegal="raise")
    strict.reset(seed=3)
    with pytest.raises(ValueError, match=r"action 0 \(roll\) of game 0: not allowed here"):
        strict.step(np.zeros(16, np.int32))
    for wrong in (np.zeros(16), np.full(16, np.nan), np.zeros(15, np.int32), np.array(["9"] * 16)):
        with pytest.raises(ValueError, match="expected 16 whole numbers"):
            env.step(wrong)
    with pytest.raises(RuntimeError, match="call reset first"):
        Longroad("base", 4).step(np.zeros(16, np.int32))
    with pytest.raises(ValueError, match="illegal='lose': expected random or raise"):
        Longroad(illegal="lose")  # type: ignore[arg-type]


def test_pufferlib_s_vectorization_shares_its_arrays() -> None:
    vector = pufferlib.vector.make(
        Longroad, num_envs=2, env_kwargs={"games": 4, "domestic_trade": False}, backend=pufferlib.vector.Serial
    )
    rows, _ = vector.reset(seed=1)
    assert rows.shape == (32, 1142 + 258)
    assert all(np.shares_memory(env.observations, rows) for env in vector.envs)
    rng = np.random.default_rng(1)
    for _ in range(50):
        actions = np.concatenate([random_actions(env, rng) for env in vector.envs]).astype(np.int32)
        rows, rewards, terminals, truncations, _ = vector.step(actions)
    assert (len(rewards), len(terminals), len(truncations)) == (32, 32, 32)
    vector.close()
