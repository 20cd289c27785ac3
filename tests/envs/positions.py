"""Positions of random games of an environment, and what a seat observes of any state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.envs.actions import ActionSpace
from longroad.envs.compose import EXTRAS, SEAT
from longroad.envs.observations import ObservationSpace
from longroad.envs.observe import observe, observe_island
from longroad.envs.plan import SIZE, make_plan
from longroad.envs.vector import VectorEnvironment


def rulesets() -> list[tuple[str, int]]:
    """Return all presets with all numbers of players that they take."""
    found = []
    for preset in PRESETS:
        for players in range(2, 7):
            try:
                Ruleset.preset(preset, players=players)
            except ValueError:
                continue
            found.append((preset, players))
    return found


def observed(state: State, viewer: int, extras: list[int] | None = None) -> list[int]:
    """Return what a seat observes of a state or a view."""
    ruleset = state.ruleset
    plan = make_plan(ActionSpace(ruleset), ObservationSpace(ruleset))
    row = [0] * plan[SIZE]
    e = [0] * EXTRAS if extras is None else extras
    if extras is None:
        e[SEAT] = viewer
    observe_island(state.s, plan, row)
    observe(state.s, state.m, e, plan, viewer, row)
    return row


def walk(env: VectorEnvironment, steps: int, every: int) -> Iterator[Any]:
    """Play at random, and yield the environment at every so many steps."""
    for k in range(steps):
        if k % every == 0:
            yield env
        env.step(env.random_actions())


def interpreted(ruleset: Ruleset, seed: int = 7, **options: Any) -> VectorEnvironment:
    """Return an environment with one game, interpreted and begun."""
    env = VectorEnvironment(ruleset, 1, backend="interpreted", **options)
    env.reset(np.array([seed]))
    return env
