"""Measures the environments: many games stepped at once, next to Catanatron's engine and environment, and single steps.

Everything takes turns in one run, and is measured in CPU time on one thread, the best of several rounds.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final

import numpy as np

from longroad.bench import catanatron, ratio
from longroad.core.ruleset import Ruleset
from longroad.envs.vector import VectorEnvironment

GAMES: Final = 256  # side by side: their rows fit into a processor's cache
WARM_UP: Final = 400  # steps, so that games are in all phases
ROUNDS: Final = 7
STEPS: Final = 1000  # of all games, in each round
SINGLE_STEPS: Final = 2000
RIVAL_GAMES: Final = 20
RIVAL_STEPS: Final = 2000

RATIOS: Final = {  # which rate of Catanatron's each ratio is relative to
    "ratio_catanatron_engine": "catanatron_engine_actions_per_s",
    "ratio_catanatron_env": "catanatron_env_steps_per_s",
    "ratio_catanatron_env_actions": "catanatron_env_actions_per_s",
    "ratio_catanatron_env2": "catanatron_env2_steps_per_s",
}
RATES: Final = ("vector_steps_per_s", "vector_trade_steps_per_s", *RATIOS.values())

Contender = Callable[[int], dict[str, float]]  # takes the number of the round, and returns rates by name


def measure_envs(quick: bool, report: Callable[[str], None]) -> dict[str, float | str | None]:
    """Measure everything; return figures by name, None for what is not installed."""
    scale = 20 if quick else 1
    missing = catanatron.environment_missing()
    figures: dict[str, float | str | None] = {
        "catanatron_engine": catanatron.release(),
        "catanatron_env": catanatron.version() if missing is None else f"not measured: {missing}",
    }
    with ExitStack() as stack:
        games = {"vector": _games(domestic_trade=False), "vector_trade": _games(domestic_trade=True)}
        contenders = [_vector_contender(name, env, STEPS // scale) for name, env in games.items()]
        if catanatron.release() is not None:
            engine = stack.enter_context(catanatron.Rival(is_release=True))
            contenders.append(_rival_contender(engine, "engine", RIVAL_GAMES // scale))
        if missing is None:
            environment = stack.enter_context(catanatron.Rival(is_release=False))
            contenders.append(_rival_contender(environment, "environment", RIVAL_STEPS // scale))
        figures |= _best_rates(contenders, 2 if quick else ROUNDS, report)
    figures |= _ratios(figures)
    figures["vector_bytes_a_game"] = games["vector"].nbytes / GAMES
    report("single steps")
    figures["pettingzoo_step_us"] = _single_step_us(max(SINGLE_STEPS // scale, 200))
    return figures


def _best_rates(contenders: list[Contender], rounds: int, report: Callable[[str], None]) -> dict[str, float | None]:
    """Let everybody take turns; return the best rate of each name, None for what nobody measures."""
    best: dict[str, float | None] = dict.fromkeys(RATES)
    for number in range(1, rounds + 1):
        report(f"round {number} of {rounds}")
        for measure in contenders:
            for name, rate in measure(number).items():
                best[name] = max(rate, best[name] or 0.0)
    return best


def _ratios(figures: Mapping[str, Any]) -> dict[str, float | None]:
    """Return how many times as fast as Catanatron the vector environment steps, as far as both were measured.

    `ratio_catanatron_steps` compares it with Catanatron's environment where that is at hand, otherwise with its engine.
    """
    ratios = {name: ratio(figures, "vector_steps_per_s", other) for name, other in RATIOS.items()}
    main = "catanatron_env" if ratios["ratio_catanatron_env"] is not None else "catanatron_engine"
    return {
        **ratios,
        "ratio_catanatron_steps": ratios[f"ratio_{main}"],
        "catanatron_steps_per_s": figures[RATIOS[f"ratio_{main}"]],
    }


def _vector_contender(name: str, env: VectorEnvironment, steps: int) -> Contender:
    return lambda number: {f"{name}_steps_per_s": _vector_rate(env, steps)}


def _rival_contender(rival: catanatron.Rival, name: str, size: int) -> Contender:
    return lambda number: rival.rates(name, number, size)


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
