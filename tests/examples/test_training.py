"""The examples that train agents run to their end, in small; `make test-train` has what they need."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

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
    learned, measured = tmp_path / "ppo.pt", ("--processes", "1", "--measured", "4", "--final", "4")
    improving = ("--minutes", "0.001", "--games", "8", "--steps", "16", "--batch", "32", "--start", network)
    output = run("batched_ppo.py", *small, *improving, *measured, "--out", learned)
    assert WIN_RATE.search(output)
    drawing = ("--curve", tmp_path / "ppo.curve.pt", "--plot", tmp_path / "b.svg")
    output = run("batched_ppo.py", *small, *measured, *drawing)
    assert WIN_RATE.search(output)
    check_plot(tmp_path / "b.svg")
    run("batched_ppo.py", *small, *improving, *measured, "--start", learned, "--out", tmp_path / "again.pt")


def learner(**given: object) -> Any:
    """Return a small learner of batched PPO."""
    from examples.batched_ppo import Learner, read_options

    options = read_options(["--games", "6", "--steps", "40", "--batch", "32", "--width", "8", "--seed", "1"])
    vars(options).update(given)
    return Learner(options)


def expected_advantages(steps: Any, trace: float) -> dict[tuple[int, int], float]:
    """Compute advantages of (step, game) from the lists of choices of each seat, without those that stay unknown."""
    found: dict[tuple[int, int], float] = {}
    count, games, players = steps.rewards.shape
    for game, seat in product(range(games), range(players)):
        choices: list[list[Any]] = []  # of the seat: the step, what followed, and whether the game ended then
        for step in range(count):
            if steps.seats[step, game] == seat and steps.choices[step, game]:
                choices.append([step, 0.0, False])
            if choices and not choices[-1][2]:
                choices[-1][1] += float(steps.rewards[step, game, seat])
                choices[-1][2] = bool(steps.dones[step, game])
        value = [float(steps.values[step, game]) for step, _, _ in choices]
        following = 0.0
        for k, (step, gained, is_end) in reversed(list(enumerate(choices))):
            if is_end:
                following = gained - value[k]
            elif k + 1 < len(choices):
                following = gained + value[k + 1] - value[k] + trace * following
            else:
                continue  # the round ends before it shows
            found[step, game] = following
    return found


@needs("torch", "numba")
def test_advantages_are_computed_seat_by_seat() -> None:
    import torch

    from examples.batched_ppo import TRACE

    ppo = learner()
    ppo.play(points_worth=1.0)
    steps = ppo._round
    assert 0 < int(steps.choices.sum()) < steps.choices.numel()
    assert steps.rewards.any()
    steps.dones |= torch.rand(steps.dones.shape) < 0.05
    advantages, is_known = steps.advantages()
    expected = expected_advantages(steps, TRACE)
    assert set(map(tuple, is_known.nonzero().tolist())) == set(expected)
    assert 0 < len(expected) < int(steps.choices.sum())
    for at, worth in expected.items():
        assert float(advantages[at]) == pytest.approx(worth, abs=1e-5)
    assert not advantages[~is_known].any()


@needs("torch", "numba")
def test_rewards_are_split_into_points_and_results() -> None:
    import torch

    from examples.batched_ppo import split

    points, results = split(torch.tensor([[11.0, -10.0, -12.0, -9.0], [1, 0, -2, 2]]))
    assert points.tolist() == [[1, 0, -2, 1], [1, 0, -2, 2]]
    assert results.tolist() == [[1, -1, -1, -1], [0, 0, 0, 0]]


@needs("torch", "numba")
def test_ppo_learns_what_to_expect_first_and_then_to_play() -> None:
    ppo = learner()
    before = ppo.state()
    ppo.play(points_worth=1.0)
    ppo.learn(progress=0.0)
    first = {name for name, value in ppo.state().items() if not value.equal(before[name])}
    assert first == {"value.weight", "value.bias"}
    ppo.learn(progress=0.5)
    assert not ppo.state()["heads.sites.weight"].equal(before["heads.sites.weight"])


@needs("torch", "numba")
def test_ppo_plays_the_same_from_arrays_by_column() -> None:
    """The arrays on a GPU are ordered by column."""
    import numpy as np
    import torch

    plain, turned = learner(), learner()
    observations = np.asfortranarray(turned.env.observations)
    turned._arrays["observations"] = torch.from_dlpack(observations)
    step = turned.env.step

    def step_and_turn(actions: Any) -> None:
        step(actions)
        observations[:] = turned.env.observations

    turned.env.step = step_and_turn
    for ppo in (plain, turned):
        torch.manual_seed(3)
        ppo.play(points_worth=1.0)
    for name in ("observations", "actions", "chances", "rewards"):
        assert getattr(plain._round, name).equal(getattr(turned._round, name))


@needs("sb3_contrib", "gymnasium")
def test_masked_ppo_learns_for_a_while(tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    small = ("--steps", "64", "--envs", "2", "--round", "32", "--measured", "2", "--final", "4", "--levels", "random")
    assert WIN_RATE.search(run("masked_ppo.py", *small, "--plot", plot))
    check_plot(plot)
