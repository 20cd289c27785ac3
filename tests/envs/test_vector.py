"""The vector environment: the rules' own games, reproducible, never stuck, and safe from bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from longroad.core.check.invariants import violation
from longroad.core.check.violations import VIOLATIONS
from longroad.core.layout import CHANCE
from longroad.core.legality.words import list_legal
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.plan import make_plan
from longroad.envs.step import CUT, ENDED, chosen_action
from longroad.envs.vector import OUTPUTS, VectorEnvironment
from tests.envs.positions import interpreted, rulesets

SHORT: dict[str, Any] = {"limit": 30}  # turns


def snapshot(env: VectorEnvironment) -> list[bytes]:
    """Return everything that a step can change."""
    states = [env.state(i).to_bytes() for i in range(env.n)]
    return [*states, *(getattr(env, name).tobytes() for name in OUTPUTS)]


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_the_mask_allows_what_the_rules_list(preset: str) -> None:
    env = interpreted(Ruleset.preset(preset))
    for _ in range(300):
        state, seat = env.state(0), int(env.seats[0])
        listed = [i for i in np.flatnonzero(env.masks[0]) if env.actions.entries[i].kind not in STEP_KINDS]
        is_composing = env.features.spatial(env.observations)["game"][0, 0, -3]
        assert len(listed) == (0 if is_composing else len(state.legal(seat)))
        gives = any(env.actions.entries[i].kind == "give" for i in np.flatnonzero(env.masks[0]))
        assert is_composing or gives == bool(state.forms(seat))
        env.step(env.random_actions())


STEP_KINDS = {"give", "take", "leave out", "done", "pass"}


@pytest.mark.parametrize(("preset", "players"), rulesets())
@pytest.mark.compiled
def test_random_play_keeps_the_invariants(preset: str, players: int) -> None:
    env = VectorEnvironment(Ruleset.preset(preset, players=players), 4, reward="shaped")
    env.reset(np.arange(4))
    for step in range(1200):
        assert env.masks.any(axis=1).all(), "stuck"
        if step % 120 == 0:
            for i in range(env.n):
                state = env.state(i)
                assert not VIOLATIONS[violation(state.s, state.m)]
        env.step(env.random_actions())


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ["base", "duel"])
def test_compiled_and_interpreted_environments_agree(preset: str) -> None:
    one = VectorEnvironment(Ruleset.preset(preset, **SHORT), 3, reward="shaped")
    two = VectorEnvironment(Ruleset.preset(preset, **SHORT), 3, reward="shaped", backend="interpreted")
    for env in (one, two):
        env.reset([1, 2, 3])
    for _ in range(500):
        actions = one.random_actions()
        assert actions.tolist() == two.random_actions().tolist()
        one.step(actions)
        two.step(actions)
        for name in OUTPUTS:
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
    assert snapshot(one)[:3] == snapshot(two)[:3]


@pytest.mark.compiled
def test_seeds_repeat_games_on_any_number_of_threads() -> None:
    def play(seeds: list[int], threads: int) -> list[bytes]:
        env = VectorEnvironment(Ruleset(**SHORT), 6, threads=threads)
        env.reset(seeds)
        for _ in range(600):
            env.step(env.random_actions())
        return snapshot(env)

    assert play(list(range(6)), 1) == play(list(range(6)), 4)
    assert play(list(range(6)), 1) != play(list(range(1, 7)), 1)


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_a_seed_is_the_core_s_game_of_that_seed(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    env, state = interpreted(ruleset, seed=11), State.new(ruleset, 11)
    plan = make_plan(env.actions, env.features)
    for _ in range(300):
        while state.is_chance:
            state.apply(CHANCE, state.sample(11))
        assert env.state(0).to_bytes() == state.to_bytes()
        actions, seat, extras = env.random_actions(), int(env.seats[0]), list(env._extras[0])
        list_legal(state.s, state.m, seat)
        action = chosen_action(state.s, state.m, extras, plan, int(actions[0]))
        if action:
            assert state.why_not(seat, action) is None
            state.apply(seat, action)
        env.step(actions)


def test_a_game_that_ends_is_followed_by_another() -> None:
    env = interpreted(Ruleset(limit=2, domestic_trade=False))
    before = env.state(0)
    while not env.dones[0]:
        env.step(env.random_actions())
    assert env.dones[0] == ENDED
    after = env.state(0)
    assert after.phase in ("found settlement", "before roll")
    assert after["terrain"] != before["terrain"]
    env.step(env.random_actions())
    assert env.dones[0] == 0


def test_a_game_that_does_not_restart_refuses_steps_until_it_is_reset() -> None:
    env = interpreted(Ruleset(), most_steps=3, restarts="never")
    for _ in range(3):
        last = env.random_actions()
        env.step(last)
    assert env.dones[0] == CUT
    assert not env.masks.any()
    assert env.random_actions().tolist() == [0]
    with pytest.raises(ValueError, match="the game is over; reset it"):
        env.step(last)
    env.reset([7])
    env.step(env.random_actions())


def number_of(env: VectorEnvironment, text: str) -> int:
    """Return the action with a text."""
    return next(i for i, entry in enumerate(env.actions.entries) if entry.text == text)


def test_the_others_are_asked_for_proposals_after_the_roll_and_after_each_closed_offer() -> None:
    env = interpreted(Ruleset.preset("beginner", players=3), seed=3)
    nothing = number_of(env, "propose nothing")
    turn = int(env.seats[0])
    env.step([number_of(env, "roll")])
    for _ in range(2):
        for k in (1, 2):
            assert env.seats[0] == (turn + k) % 3
            env.step([nothing])
        assert env.seats[0] == turn
        assert not env.masks[0, nothing]
        give = next(i for i in np.flatnonzero(env.masks[0]) if env.actions.entries[i].kind == "give")
        env.step([give])
        take = next(i for i in np.flatnonzero(env.masks[0]) if env.actions.entries[i].kind == "take")
        env.step([take])
        env.step([number_of(env, "make the offer")])
        while env.seats[0] != turn:
            env.step([number_of(env, "refuse")])
        env.step([number_of(env, "withdraw")])
    assert env.seats[0] == (turn + 1) % 3


def test_nobody_is_asked_where_proposals_are_not_allowed() -> None:
    env = interpreted(Ruleset.preset("beginner", players=3, proposals_per_turn=0), seed=3)
    turn = int(env.seats[0])
    env.step([number_of(env, "roll")])
    assert env.seats[0] == turn


def test_the_next_step_begins_the_next_game_where_that_is_asked() -> None:
    env = interpreted(Ruleset(), most_steps=3, restarts="next_step")
    for _ in range(3):
        env.step(env.random_actions())
    assert env.dones[0] == CUT
    assert not env.masks.any()
    env.step([0])
    assert env.dones[0] == 0
    assert env.state(0).phase == "found settlement"


@pytest.mark.parametrize("backend", ["interpreted", pytest.param("compiled", marks=pytest.mark.compiled)])
@pytest.mark.parametrize("only", [[0, 2], np.array([True, False, True])])
def test_a_reset_of_some_games_leaves_the_others(backend: Any, only: Any) -> None:
    env = VectorEnvironment(Ruleset(), 3, backend=backend, reward="points")
    env.reset([1, 2, 3])
    for _ in range(12):
        env.step(env.random_actions())
    before = snapshot_of(env, 1)
    env.reset([5, 5, 6], only=only)
    assert snapshot_of(env, 1) == before
    fresh = VectorEnvironment(Ruleset(), 3, backend=backend, reward="points")
    fresh.reset([5, 2, 6])
    for i in (0, 2):
        assert snapshot_of(env, i) == snapshot_of(fresh, i)


def snapshot_of(env: VectorEnvironment, i: int) -> list[Any]:
    """Return everything that a step can change in one game."""
    outputs = [getattr(env, name)[i].tolist() for name in OUTPUTS]
    return [env.state(i).to_bytes(), np.asarray(env._extras[i]).tolist(), *outputs]


def test_a_reset_of_no_game_changes_nothing() -> None:
    env = VectorEnvironment(Ruleset(), 2, backend="interpreted")
    env.reset([1, 2])
    before = snapshot(env)
    env.reset([7, 7], only=[])
    assert snapshot(env) == before


@pytest.mark.parametrize("only", [[2], [-1], 1, [0.5], [True], "all"])
def test_a_reset_of_games_that_there_are_not_is_refused(only: Any) -> None:
    env = VectorEnvironment(Ruleset(), 2, backend="interpreted")
    env.reset([1, 2])
    before = snapshot(env)
    with pytest.raises(ValueError, match="expected games from 0 to 1, or a mask of 2"):
        env.reset([7, 7], only=only)
    assert snapshot(env) == before


@pytest.mark.parametrize("what", ["step", "random_actions", "observe", "measure", "state"])
def test_nothing_is_done_before_the_first_reset(what: str) -> None:
    env = VectorEnvironment(Ruleset(), 1, backend="interpreted")
    given = {"random_actions": (), "state": (0,)}.get(what, ([0],))
    with pytest.raises(RuntimeError, match=f"{what}: call reset first"):
        getattr(env, what)(*given)


@pytest.mark.parametrize("kind", ["win", "points", "shaped"])
def test_rewards_add_up_to_the_result(kind: Any) -> None:
    env = interpreted(Ruleset(domestic_trade=False, victory_points=4, players=3), reward=kind, restarts="never")
    total = np.zeros(3, int)
    start = [env.state(0).points(seat) for seat in range(3)]
    while not env.dones[0]:
        env.step(env.random_actions())
        total += env.rewards[0]
    state = env.state(0)
    won = [1 if seat == state["winner"] else -1 for seat in range(3)]
    points = [state.points(seat) - start[seat] for seat in range(3)]
    worth = {"win": won, "points": points, "shaped": [p + 4 * w for p, w in zip(points, won, strict=True)]}
    assert total.tolist() == worth[kind]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.array([0, 0]), r"action 0 \(roll\) of game 0: not allowed here; allowed are 9, 10"),
        (np.array([9, 999]), "action 999 of game 1: expected 0 to 276"),
        (np.array([9, -1]), "action -1 of game 1: expected 0 to 276"),
        (np.array([9]), r"actions of shape \(1,\) and type int64: expected 2 whole numbers"),
        (np.array([9.0, 9.0]), r"actions of shape \(2,\) and type float64: expected 2 whole numbers"),
    ],
)
def test_bad_actions_are_refused_and_change_no_game(actions: Any, message: str) -> None:
    env = VectorEnvironment(Ruleset(), 2, backend="interpreted")
    env.reset([1, 2])
    before = snapshot(env)
    with pytest.raises(ValueError, match=message):
        env.step(actions)
    assert snapshot(env) == before


def test_a_changed_mask_does_not_make_an_action_legal() -> None:
    env = interpreted(Ruleset())
    env.masks[:] = 1
    with pytest.raises(ValueError, match="not allowed"):
        env.step([0])


def test_given_arrays_are_written_and_wrong_ones_refused() -> None:
    mine = np.zeros((1, 277), np.int8)
    env = interpreted(Ruleset(), out={"masks": mine})
    assert mine.any()
    assert env.masks is mine
    with pytest.raises(ValueError, match="expected an array of int8 of shape"):
        VectorEnvironment(Ruleset(), 1, backend="interpreted", out={"masks": mine.astype(np.float32)})
    with pytest.raises(ValueError, match="expected one of observations"):
        VectorEnvironment(Ruleset(), 1, backend="interpreted", out={"mask": mine})


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(RuntimeError, match="call reset first"):
        VectorEnvironment(Ruleset(), 1, backend="interpreted").step([0])
