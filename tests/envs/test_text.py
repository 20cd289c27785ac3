"""Observations as text: what the seat may know, in words, with the numbers of the actions that it is allowed."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from longroad.core.ruleset import Ruleset
from longroad.envs import longroad_v0
from longroad.envs.actions import ActionSpace
from longroad.envs.gymnasium import Solo
from longroad.envs.text import TextObserver
from tests.bots.test_no_cheating import twins
from tests.bots.views import begun, played

pytestmark = pytest.mark.compiled
NUMBERED = re.compile(r"^(\d+): (.+)$", re.MULTILINE)


def numbered(text: str) -> list[int]:
    return [int(number) for number, _ in NUMBERED.findall(text.partition("Allowed actions:")[2])]


@pytest.mark.parametrize(("preset", "players"), [("base", 3), ("duel", 2), ("extension", 6)])
def test_the_text_follows_the_game_of_every_agent(preset: str, players: int) -> None:
    env: Any = longroad_v0.raw_env(preset, players=players, text=True)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(50):
        agent = env.agent_selection
        observation, text = env.observe(agent), env.infos[agent]["text"]
        assert numbered(text) == np.flatnonzero(observation["action_mask"]).tolist()
        assert env._history.state == env.game_state
        assert text == env.text(agent)
        assert f"seat {env.possible_agents.index(agent)}." in text.splitlines()[0]
        env.step(int(rng.choice(numbered(text))))


def test_the_end_is_told_to_all() -> None:
    env: Any = longroad_v0.raw_env("duel", text=True, domestic_trade=False, victory_points=3)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    texts = [env.infos[agent]["text"] for agent in env.possible_agents]
    assert all("The game is over" in text and "Allowed actions" not in text for text in texts)
    assert env._history.state == env.game_state


def test_without_the_option_there_is_no_text_and_a_refused_step_changes_none() -> None:
    env: Any = longroad_v0.raw_env("base")
    env.reset(seed=1)
    assert env.infos[env.agent_selection] == {}
    with pytest.raises(ValueError, match="text=True"):
        env.text("seat_0")
    env = longroad_v0.raw_env("base", text=True)
    env.reset(seed=1)
    before = env.text(env.agent_selection)
    for action in (0, 9999, -1):
        with pytest.raises(ValueError, match=f"action {action}"):
            env.step(action)
    assert env.text(env.agent_selection) == before


def test_the_parallel_form_has_the_text_of_who_decides_and_at_the_end_of_all() -> None:
    env: Any = longroad_v0.parallel_env("beginner", players=3, text=True, max_cycles=2)
    _, infos = env.reset(seed=7)
    for action in (0, 0):  # to roll, which is illegal the second time
        assert [agent for agent, info in infos.items() if "text" in info] == [env._game.agent_selection]
        decides = env._game.agent_selection
        _, _, _, truncations, infos = env.step(dict.fromkeys(env.agents, action))
    assert all(truncations.values())
    assert infos[decides]["illegal"]
    assert [f"seat {seat}." in infos[f"seat_{seat}"]["text"] for seat in range(3)] == [True] * 3


def test_one_seat_against_bots_reads_what_happened_since_it_decided() -> None:
    env = Solo("base", players=3, bots="random", seat=1, text=True)
    _, info = env.reset(seed=4)
    rng, has_rolled = np.random.default_rng(4), False
    for _ in range(100):
        assert numbered(info["text"]) == np.flatnonzero(info["action_mask"]).tolist()
        action = int(rng.choice(numbered(info["text"])))
        _, _, is_over, _, info = env.step(action)
        if env.actions.describe(action) == "roll":
            has_rolled = True
            assert "Since you last decided:\n- You roll " in info["text"]
        if is_over:
            break
    assert has_rolled
    assert "text" not in Solo("base", bots="random").reset(seed=1)[1]


def test_a_bundle_that_is_being_composed_is_told() -> None:
    env: Any = longroad_v0.raw_env("beginner", text=True)
    env.reset(seed=7)
    env.step(0)  # roll
    while "give one more" not in env.text(env.agent_selection):
        env.step(
            next(i for i in numbered(env.text(env.agent_selection)) if env.actions.describe(i) == "propose nothing")
        )
    text = env.text(env.agent_selection)
    give = next(i for i in numbered(text) if env.actions.describe(i).startswith("give one more"))
    resource = env.actions.describe(give).split()[-1]
    env.step(give)
    assert f"Composed so far: give 1 {resource}\n" in env.text(env.agent_selection)


@pytest.mark.parametrize(("preset", "seed"), [("base", 1), ("duel", 3)])
def test_what_a_seat_cannot_know_changes_no_text(preset: str, seed: int) -> None:
    seat, actions, compared = 1, ActionSpace(Ruleset.preset(preset)), 0
    pairs = twins(begun(preset, seed), played(preset, seed, "novice").plies, seat, random.Random(seed))
    for number, (game, other) in enumerate(pairs):
        if number % 30 == 0:
            assert TextObserver(game, actions).text(seat) == TextObserver(other, actions).text(seat)
            compared += 1
    assert compared > 4
