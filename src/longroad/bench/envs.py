"""Measures the environments: many games stepped at once, next to Catanatron's random play, and single steps.

Everything takes turns in one run, and is measured in CPU time on one thread, the best of several rounds.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Final

import numpy as np

from longroad.bench import catanatron
from longroad.core.ruleset import Ruleset
from longroad.envs.vector import VectorEnvironment

GAMES: Final = 256  # side by side: their rows fit into a processor's cache
WARM_UP: Final = 400  # steps, so that games are in all phases
ROUNDS: Final = 7
STEPS: Final = 1000  # of all games, in each round
SINGLE_STEPS: Final = 2000
RIVAL_GAMES: Final = 20


def measure_envs(quick: bool, report: Callable[[str], None]) -> dict[str, float | None]:
    """Measure everything; return figures by name, None for what is not installed."""
    scale = 20 if quick else 1
    games = {"vector": _games(domestic_trade=False), "vector_trade": _games(domestic_trade=True)}
    rates: dict[str, list[float]] = {name: [] for name in (*games, "catanatron")}
    for number in range(2 if quick else ROUNDS):
        report(f"round {number + 1} of {2 if quick else ROUNDS}")
        for name, env in games.items():
            rates[name].append(_vector_rate(env, STEPS // scale))
        if catanatron.version() is not None:
            rates["catanatron"].append(_rival_rate(number, max(RIVAL_GAMES // scale, 1)))
    figures: dict[str, float | None] = {f"{name}_steps_per_s": max(each, default=None) for name, each in rates.items()}
    ours, theirs = figures["vector_steps_per_s"], figures["catanatron_steps_per_s"]
    figures["ratio_catanatron_steps"] = None if ours is None or theirs is None else ours / theirs
    figures["vector_bytes_a_game"] = games["vector"].nbytes / GAMES
    report("single steps")
    figures["pettingzoo_step_us"] = _single_step_us(max(SINGLE_STEPS // scale, 200))
    return figures


def _games(domestic_trade: bool) -> VectorEnvironment:
    """Return games of four random players that are in all phases."""
    env = VectorEnvironment(Ruleset(domestic_trade=domestic_trade), GAMES)
    env.reset(np.arange(GAMES))
    for _ in range(WARM_UP):
        env.step(env.random_actions())
    return env


def _vector_rate(env: VectorEnvironment, steps: int) -> float:
    """Return steps a second, each with a random choice, the next observation and its mask."""
    start = time.process_time()
    for _ in range(steps):
        env.step(env.random_actions())
    return steps * env.n / (time.process_time() - start)


def _rival_rate(number: int, games: int) -> float:
    """Return Catanatron's random actions a second, without observations or masks."""
    start = time.process_time()
    actions = catanatron.play_random_games(number * games + 1, games)
    return actions / (time.process_time() - start)


def _single_step_us(steps: int) -> float | None:
    """Return the microseconds of a step and the next observation of the PettingZoo environment, without wrappers."""
    if importlib.util.find_spec("pettingzoo") is None:
        return None
    from longroad.envs import longroad_v0

    env = longroad_v0.raw_env("base")
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    spent = 0.0
    for _ in range(steps):
        if any(env.terminations.values()):
            env.reset()
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        start = time.process_time()
        env.step(action)
        env.last()
        spent += time.process_time() - start
    return 1e6 * spent / steps
