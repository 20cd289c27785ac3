"""Random play by Catanatron, for comparison: its engine, a development dependency, and its environment.

Only its source has the environment, so a copy of that comes first on the path where there is one, and the engine from
the package index is measured in a process that does not see the copy.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import random
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from longroad.bench.worker import Worker

# What a process runs: for a name, a round and how much to play it prints the rates, each by its name in the report.
WORKER: Final = """
import json, sys
from longroad.bench.catanatron import MEASUREMENTS
for line in sys.stdin:
    name, number, size = line.split()
    print(json.dumps(MEASUREMENTS[name](int(number), int(size))), flush=True)
"""
ON_PATH: Final = "PYTHONPATH=../catanatron/catanatron longroad bench --envs"


# --- which Catanatron -------------------------------------------------------------------------------------------------


def version() -> str | None:
    """Return which Catanatron is imported, `"3.2.1"` or `"at commit 41ba0db5bc9d"`; None if there is none."""
    return None if _package() is None else origin().removeprefix("Catanatron ")


def origin() -> str:
    """Return which Catanatron is imported, as a phrase: its release, or the commit of a copy of its source."""
    package = _package()
    if package is None:
        return "Catanatron (not installed)"
    for folder in package.parents:
        if (folder / ".git").exists():
            return f"Catanatron at commit {_commit(folder)}"
        if folder.name == "site-packages":
            return f"Catanatron {importlib.metadata.version('catanatron')}"
    return "Catanatron from a copy of unknown version"


def _package() -> Path | None:
    """Return the folder of the package that is imported, None if there is none."""
    spec = importlib.util.find_spec("catanatron")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _commit(folder: Path) -> str:
    """Return the commit of a copy, marked if something in it was changed."""
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    described = subprocess.run(command, capture_output=True, text=True, check=False)
    return described.stdout.strip() or "unknown"


def release() -> str | None:
    """Return the version that is installed from the package index, None if there is none."""
    try:
        return importlib.metadata.version("catanatron")
    except importlib.metadata.PackageNotFoundError:
        return None


def environment_missing() -> str | None:
    """Return why Catanatron's environment cannot be measured, None if it can."""
    package = _package()
    if package is None or not (package / "gym").is_dir():
        return f"{origin()} has no environment, only a copy of its source has: {ON_PATH}"
    if importlib.util.find_spec("gymnasium") is None:
        return 'Gymnasium is not installed: pip install "longroad[envs]"'
    return None


# --- measuring --------------------------------------------------------------------------------------------------------


def play_random_games(first: int, count: int) -> int:
    """Play `count` games of four random players with default settings; return the number of actions.

    Their seeds are `first`, which is not 0, and the numbers after it. A seed repeats its game within one process;
    another process orders Catanatron's sets differently.
    """
    from catanatron import Color, Game, RandomPlayer

    actions = 0
    for seed in range(first, first + count):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(log_of(game.state))
    return actions


def log_of(state: Any) -> Sequence[Any]:
    """Return the log of one of Catanatron's states; the source has another name for it than the release."""
    records: Sequence[Any] = state.action_records if hasattr(state, "action_records") else state.actions
    return records


def engine_rates(number: int, games: int) -> dict[str, float]:
    """Return the engine's random actions a second, without observations or masks."""
    start = time.process_time()
    actions = play_random_games(number * games + 1, games)
    return {"catanatron_engine_actions_per_s": actions / (time.process_time() - start)}


def environment_rates(number: int, steps: int) -> dict[str, float]:
    """Return the environment's random steps a second, with four seats and with two, which is its default.

    A step is an action of one seat with all that the others, who play at random, do until it decides again, then
    the next observation and the valid actions. With four seats the actions of all of them are reported, too.
    """
    from catanatron import Color, RandomPlayer

    others = [RandomPlayer(color) for color in Color if color != Color.BLUE]  # the environment's own seat is blue
    four, actions = _step_rates(number, steps, {"enemies": others})
    two, _ = _step_rates(number, steps, {})
    return {
        "catanatron_env_steps_per_s": four,
        "catanatron_env_actions_per_s": actions,
        "catanatron_env2_steps_per_s": two,
    }


def _step_rates(seed: int, steps: int, config: Mapping[str, Any]) -> tuple[float, float]:
    """Return the steps and the actions of all seats a second; a game that is over is followed by a new one."""
    import catanatron.gym  # noqa: F401  # registers the environment
    import gymnasium

    env = gymnasium.make("catanatron/Catanatron-v0", config=dict(config))
    info = env.reset(seed=seed)[1]
    actions = -_actions(env)
    start = time.process_time()
    for _ in range(steps):
        *_, is_over, is_cut, info = env.step(random.choice(info["valid_actions"]))
        if is_over or is_cut:
            actions += _actions(env)
            info = env.reset()[1]
    seconds = time.process_time() - start
    return steps / seconds, (actions + _actions(env)) / seconds


def _actions(env: Any) -> int:
    """Return how many actions all seats have taken in the game of an environment."""
    return len(log_of(env.unwrapped.game.state))


MEASUREMENTS: Final[Mapping[str, Callable[[int, int], dict[str, float]]]] = {
    "engine": engine_rates,
    "environment": environment_rates,
}


class Rival(Worker):
    """A process that measures Catanatron: its release, or what is first on the path."""

    def __init__(self, is_release: bool) -> None:
        path = os.environ.get("PYTHONPATH", "")
        super().__init__(WORKER, _without_copies(path) if is_release else path)

    def rates(self, name: str, number: int, size: int) -> dict[str, float]:
        """Return the rates of a measurement in a round."""
        measured: dict[str, float] = self.ask(name, number, size)
        return measured


def _without_copies(path: str) -> str:
    """Return a path without the folders that have a copy of Catanatron.

    >>> _without_copies("nowhere")
    'nowhere'
    """
    folders = path.split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not Path(folder, "catanatron", "__init__.py").exists())
