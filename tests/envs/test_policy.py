"""Policies as bots: they see what the environment shows, and every step that they may take leads to a legal action."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import DISCARD, OFFER_TRADE, PROPOSE_TRADE, action_kind, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.policy import PolicyBot, WinRate, win_rate
from longroad.envs.trajectories import PlayedGame, Transcriber, packed
from longroad.game.game import Game


class Blind:
    """A policy that takes any allowed step, and remembers what it was shown."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.steps: list[tuple[list[int], list[bool], int]] = []

    def __call__(self, observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
        index = int(self._rng.choice(np.flatnonzero(mask)))
        self.steps.append((observation.tolist(), mask.tolist(), index))
        return index


def played(ruleset: Ruleset, policy: Any, seed: int) -> History:
    """Play a game of a policy in seat 1 against random bots."""
    history = History(State.new(ruleset, seed))
    bots = [make_bot("random", seat) for seat in range(ruleset.players)]
    bots[1] = PolicyBot(policy)
    for _ in play(history, bots, seed):
        pass
    return history


def test_a_policy_sees_and_does_what_the_environment_shows() -> None:
    ruleset, policy = Ruleset(domestic_trade=False, limit=60), Blind(1)
    history = played(ruleset, policy, seed=7)
    game = PlayedGame(0, history.beginning, history.plies, (None,) * 4)
    steps = next(Transcriber(ruleset, backend="interpreted").write([game]))
    own = np.flatnonzero(steps.seats == 1)
    observations, masks, actions = zip(*policy.steps, strict=True)
    assert steps.actions[own].tolist() == list(actions)
    assert np.array_equal(steps.observations[own], np.array(observations))
    assert np.array_equal(steps.masks[own], packed(np.array(masks)))
    assert any(action_kind(ply_action(entry)) == DISCARD and ply_seat(entry) == 1 for entry in history.plies)


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_any_allowed_step_leads_to_legal_actions(preset: str) -> None:
    history = played(Ruleset.preset(preset, limit=30), Blind(2), seed=5)
    assert history.state.is_over
    if preset == "base":
        own = {action_kind(ply_action(entry)) for entry in history.plies if ply_seat(entry) == 1}
        assert {OFFER_TRADE, PROPOSE_TRADE} <= own


@pytest.mark.parametrize("index", [-1, 1, 10_000])
def test_a_step_that_is_not_allowed_is_refused(index: int) -> None:
    bot = PolicyBot(lambda observation, mask: index)
    with pytest.raises(ValueError, match=f"action {index}: not allowed here; allowed are 0"):
        bot.choose(Game("beginner").view(0))


def test_wins_are_counted_from_all_seats() -> None:
    def passive(observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> int:
        return int(np.flatnonzero(mask)[0])

    def won(policy: Any, level: str) -> WinRate:
        return win_rate(policy, Ruleset(domestic_trade=False, victory_points=5), level, games=8)

    assert won(passive, "novice") == WinRate(0, 8)
    assert 0 < won(Blind(3), "random").wins < 8
    assert won(Blind(3), "random") == won(Blind(3), "random")
    assert WinRate(0, 0).interval == (0.0, 1.0)
