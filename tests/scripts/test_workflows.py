"""The workflows of the code host only call `make`, so that everybody can run what they run."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
CALLED = {"docs": ["docs"], "tests": ["test", "test-slow"], "wheel": ["dist"]}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def steps(path: Path) -> list[dict[str, Any]]:
    """Read the steps of all jobs of a workflow."""
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


def test_there_are_workflows_for_tests_wheel_and_docs() -> None:
    assert [path.stem for path in WORKFLOWS] == ["docs", "tests", "wheel"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_only_calls_make(path: Path) -> None:
    commands = [step["run"].split() for step in steps(path) if "run" in step]
    assert [target for _, target, *_ in commands] == CALLED[path.stem]
    for make, target, *settings in commands:
        assert make == "make"
        assert target in TARGETS
        assert all("=" in setting for setting in settings)


def test_the_tests_run_on_every_python_that_the_package_names() -> None:
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    named = [line.rpartition(" ")[2] for line in classifiers if re.search(r":: Python :: 3\.\d+$", line)]
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["test"]["strategy"]["matrix"]["python"] == named


def test_every_target_that_the_makefile_describes_is_phony() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    described = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    phony = set(re.search(r"^\.PHONY: ((?:.|\\\n)*?)\n\n", makefile, re.MULTILINE)[1].replace("\\\n", " ").split())  # type: ignore[index]
    assert described - phony == set()
