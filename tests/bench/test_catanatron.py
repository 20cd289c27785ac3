"""Catanatron's engine and environment are measured in one run; the environment here is a stand-in for its source."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from longroad.bench import catanatron, envs
from longroad.bench.worker import WorkerEnded
from longroad.cli import main
from longroad.cli.bench import _notes_table

# Without a `Game`, so that whoever plays games with it fails.
PACKAGE = """
from enum import Enum

Color = Enum("Color", "RED BLUE ORANGE WHITE")


class RandomPlayer:
    def __init__(self, color):
        self.color = color
"""
# It is over after ten steps, each with an action of every seat, and fails unless it is played as it should be.
ENVIRONMENT = """
from types import SimpleNamespace

import gymnasium
from catanatron import Color


class Environment(gymnasium.Env):
    action_space = gymnasium.spaces.Discrete(100)
    observation_space = gymnasium.spaces.Discrete(100)

    def __init__(self, config):
        colors = {player.color for player in config.get("enemies", [SimpleNamespace(color=Color.RED)])}
        assert Color.BLUE not in colors and len(colors) in (1, 3)
        self.seats = 1 + len(colors)

    def reset(self, seed=None, options=None):
        self.game = SimpleNamespace(state=SimpleNamespace(action_records=[]))
        self.valid = [7, 8]
        return 0, {"valid_actions": self.valid}

    def step(self, action):
        records = self.game.state.action_records
        assert action in self.valid and len(records) < 10 * self.seats
        records += [action] * self.seats
        self.valid = [action + 1, action + 2]
        return 0, 0.0, len(records) == 10 * self.seats, False, {"valid_actions": self.valid}


gymnasium.register(id="catanatron/Catanatron-v0", entry_point=Environment)
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a source with an environment, first on the path."""
    package = tmp_path / "catanatron"
    (package / "gym").mkdir(parents=True)
    (package / "__init__.py").write_text(PACKAGE)
    (package / "gym" / "__init__.py").write_text(ENVIRONMENT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = importlib.util.spec_from_file_location("catanatron", package / "__init__.py")
    monkeypatch.setattr(importlib.util, "find_spec", finder(catanatron=found))
    return package


def finder(**found: Any) -> Callable[[str], Any]:
    """Return a function that finds these modules, and all others as ever."""
    usual = importlib.util.find_spec
    return lambda name: found[name] if name in found else usual(name)


def test_the_environment_is_stepped_with_valid_actions_for_two_and_for_four(source: Path) -> None:
    pytest.importorskip("gymnasium")
    assert catanatron.environment_missing() is None
    with catanatron.Rival(is_release=False) as rival:
        rates = rival.rates("environment", 1, 95)
    assert min(rates.values()) > 0
    assert rates["catanatron_env_actions_per_s"] == pytest.approx(4 * rates["catanatron_env_steps_per_s"])


def test_the_engine_is_the_release_even_if_a_copy_comes_first(source: Path) -> None:
    pytest.importorskip("catanatron")
    with catanatron.Rival(is_release=True) as rival:
        assert rival.rates("engine", 0, 1)["catanatron_engine_actions_per_s"] > 0


def test_a_source_that_cannot_be_measured_is_named(source: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (source / "gym" / "__init__.py").write_text("raise ImportError('too old')")
    with catanatron.Rival(is_release=False) as rival, pytest.raises(WorkerEnded, match="status 1"):
        rival.rates("environment", 1, 10)
    assert "too old" in capfd.readouterr().err


def test_the_command_names_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(quick: bool, report: Callable[[str], None]) -> None:
        raise WorkerEnded("a process that measures ended with status 1")

    monkeypatch.setattr(envs, "measure_envs", fail)
    assert main(["bench", "--envs"]) == 2
    assert f"--envs: {catanatron.origin()}: a process that measures ended" in capsys.readouterr().err


def test_what_is_missing_is_said_with_how_to_get_it(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", finder(gymnasium=None))
    assert 'pip install "longroad[envs]"' in str(catanatron.environment_missing())
    (source / "gym" / "__init__.py").unlink()
    (source / "gym").rmdir()
    why = str(catanatron.environment_missing())
    assert "Catanatron from a copy of unknown version has no environment" in why
    assert catanatron.ON_PATH in why
    monkeypatch.setattr(importlib.util, "find_spec", finder(catanatron=None))
    assert "Catanatron (not installed) has no environment" in str(catanatron.environment_missing())
    assert catanatron.version() is None


FIGURES: dict[str, float | None] = {
    "vector_steps_per_s": 6000.0,
    "catanatron_engine_actions_per_s": 60.0,
    "catanatron_env_steps_per_s": 10.0,
    "catanatron_env_actions_per_s": 40.0,
    "catanatron_env2_steps_per_s": 20.0,
}


def test_the_ratio_is_to_the_environment_where_that_is_at_hand() -> None:
    assert envs._ratios(FIGURES) == {
        "ratio_catanatron_engine": 100.0,
        "ratio_catanatron_env": 600.0,
        "ratio_catanatron_env_actions": 150.0,
        "ratio_catanatron_env2": 300.0,
        "ratio_catanatron_steps": 600.0,
        "catanatron_steps_per_s": 10.0,
    }


def test_the_ratio_is_to_the_engine_otherwise() -> None:
    without = {name: None if "_env" in name else rate for name, rate in FIGURES.items()}
    ratios = envs._ratios(without)
    assert (ratios["ratio_catanatron_steps"], ratios["catanatron_steps_per_s"]) == (100.0, 60.0)
    assert ratios["ratio_catanatron_env"] is None
    nothing = envs._ratios({**without, "catanatron_engine_actions_per_s": None})
    assert set(nothing.values()) == {None}


def test_the_table_leaves_out_the_rows_of_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    machine = {"processor": "a processor", "cores": 2, "python": "3.11"}
    missing = dict.fromkeys(envs.RATIOS.values()) | dict.fromkeys(envs.RATIOS)
    figures = {"machine": machine, **missing, "catanatron_engine": None, "catanatron_env": "not measured: gone"}
    Console(width=80).print(_notes_table(figures))
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    assert len(lines) == 2
    assert "not measured: gone" in lines[1]
