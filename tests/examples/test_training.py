"""The examples that train agents run to their end, in small; `make test-train` has what they need."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WIN_RATE = re.compile(r"against random: \d+\.\d % \(\d+\.\d to \d+\.\d\) of 4 games")


def needs(*modules: str) -> pytest.MarkDecorator:
    """Skip a test where a module is missing."""
    missing = [module for module in modules if find_spec(module) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}: make test-train has it")


def run(script: str, *options: str | Path) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "examples" / script), *map(str, options)]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def check_plot(path: Path) -> None:
    assert path.read_text().startswith("<svg")
    assert path.stat().st_size < 10_000


@needs("torch", "pyarrow")
def test_a_bot_is_cloned_and_the_clone_is_improved(tmp_path: Path) -> None:
    data, network = tmp_path / "novice.parquet", tmp_path / "cloned.pt"
    games = ["games", "--out", str(data), "--games", "24", "--bots", "novice", "--option", "domestic_trade=no"]
    subprocess.run([sys.executable, "-m", "longroad", *games], check=True, capture_output=True)
    small = ("--width", "8", "--levels", "random", "--seed", "1")
    output = run(
        "clone_skilled.py",
        data,
        *small,
        "--epochs",
        "2",
        "--games",
        "4",
        "--out",
        network,
        "--plot",
        tmp_path / "a.svg",
    )
    assert WIN_RATE.search(output)
    shares = [float(share) for share in re.findall(r"in (\d+\.\d)% of held-out", output)]
    assert len(shares) == 2
    check_plot(tmp_path / "a.svg")
    improving = ("--minutes", "0.001", "--games", "8", "--steps", "16", "--measured", "4", "--final", "4")
    output = run("batched_ppo.py", *small, *improving, "--start", network, "--plot", tmp_path / "b.svg")
    assert WIN_RATE.search(output)
    check_plot(tmp_path / "b.svg")


@needs("torch")
def test_advantages_are_computed_seat_by_seat() -> None:
    import argparse

    import numpy as np

    from examples.batched_ppo import TRACE, Learner

    given = {"seed": 1, "games": 2, "threads": 1, "device": "cpu", "width": 8, "start": None, "rate": 1e-3}
    learner = Learner(argparse.Namespace(**given, steps=4, entropy=0.01))
    steps = learner._round
    steps.seats[:, 0] = [0, 1, 0, 1]
    steps.seats[:, 1] = [2, 2, 3, 2]
    steps.values[:] = 0.5
    steps.rewards[0, 0, 1] = 7  # before seat 1 has decided anything
    steps.rewards[1, 0, 0] = 1  # follows the first decision of seat 0
    steps.rewards[2, 1, 2] = -1  # ends the game
    steps.dones[2, 1] = True
    last = np.full((2, 4), 0.25, np.float32)
    found = steps.advantages(last)
    third = 0.25 - 0.5
    assert np.allclose(found[:, 0], [1 + TRACE * third, TRACE * third, third, third])
    second = -1 - 0.5
    assert np.allclose(found[:, 1], [TRACE * second, second, -0.5, third])


@needs("sb3_contrib", "gymnasium")
def test_masked_ppo_learns_for_a_while(tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    small = ("--steps", "64", "--envs", "2", "--round", "32", "--measured", "2", "--final", "4", "--levels", "random")
    assert WIN_RATE.search(run("masked_ppo.py", *small, "--plot", plot))
    check_plot(plot)
