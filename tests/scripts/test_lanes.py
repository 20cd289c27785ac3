"""Make targets in lanes: a real make, what is printed, and what a failure or an interrupt leaves."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import lanes
from tests.bots.programs import WAITS_S, runs

MAKEFILE = """
quick:
\t@echo '... [ 40%]'; echo '3 passed in 0.01s'
slow:
\t@echo '... [ 40%]'; sleep 1; echo '5 passed in 1.00s'
broken:
\t@echo boom; exit 3
meet-a:
\t@touch a; while [ ! -e b ]; do sleep 0.05; done
meet-b:
\t@touch b; while [ ! -e a ]; do sleep 0.05; done
sleeper:
\t@echo $$$$ > pid; exec sleep 60
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "Makefile").write_text(MAKEFILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script in the current folder."""
    return subprocess.run(
        [sys.executable, lanes.__file__, *arguments], capture_output=True, text=True, check=False, timeout=WAITS_S
    )


@pytest.mark.usefixtures("folder")
def test_what_passed_is_named_with_its_last_line() -> None:
    done = run("quick slow")
    assert done.returncode == 0
    assert "quick passed in 0 s\n3 passed in 0.01s\n" in done.stdout
    assert "slow passed in 1 s\n5 passed in 1.00s\n" in done.stdout
    assert "running: slow" in done.stdout or "running: quick" in done.stdout


def test_a_target_that_runs_is_named_with_how_far_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "LOGS", folder)
    target = lanes.Target("slow")
    target.log.write_text("...\n")
    assert target.progress() == "slow"
    target.log.write_text("... [ 40%]\n.. [ 60%]\n")
    assert target.progress() == "slow 60 %"


@pytest.mark.usefixtures("folder")
def test_a_failure_is_shown_and_the_other_lanes_go_on() -> None:
    done = run("broken quick", "slow")
    assert done.returncode == 1
    assert "boom\n" in done.stdout
    assert "broken FAILED" in done.stdout
    assert "slow passed" in done.stdout
    assert "not run, because one before them failed: quick" in done.stdout


@pytest.mark.usefixtures("folder")
def test_lanes_run_at_the_same_time() -> None:
    assert run("meet-a", "meet-b").returncode == 0  # each waits for the other


@pytest.mark.usefixtures("folder")
def test_a_target_that_does_not_exist_fails() -> None:
    done = run("nothing")
    assert done.returncode == 1
    assert "No rule to make target 'nothing'" in done.stdout


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_what_runs(sent: signal.Signals, folder: Path) -> None:
    process = subprocess.Popen([sys.executable, lanes.__file__, "sleeper"], stdout=subprocess.PIPE, text=True)
    while not (folder / "pid").exists() or not (folder / "pid").read_text():
        time.sleep(0.05)
    process.send_signal(sent)
    printed, _ = process.communicate(timeout=WAITS_S)
    assert process.returncode == 130
    assert printed.endswith("interrupted\n")
    sleeper = int((folder / "pid").read_text())
    limit = time.monotonic() + WAITS_S
    while runs(sleeper):
        assert time.monotonic() < limit, "what was interrupted goes on"
        time.sleep(0.05)
