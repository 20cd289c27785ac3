"""What a process and its children have used."""

from __future__ import annotations

import doctest
import subprocess
import sys
import time
from types import ModuleType

import pytest
from benchmarks import processes, rival_server

# A process that leaves the work to a child, and waits for it or not.
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {child!r}])
{wait}
print("ready", flush=True)
sys.stdin.read()
child.kill()
"""
WORK = "import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass"


@pytest.mark.parametrize(
    ("child", "wait"),
    [
        (f"{WORK}\nprint('done', flush=True)\ntime.sleep(60)", "sys.stdout.flush()"),
        (WORK, "child.wait(); print('done', flush=True)"),
    ],
    ids=["running", "ended"],
)
def test_the_time_of_a_child_counts_whether_it_runs_or_has_ended(child: str, wait: str) -> None:
    command = [sys.executable, "-c", PARENT.format(child=child, wait=wait)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        while parent.stdout.readline() != "done\n":
            pass
        used = processes.cpu_s(parent.pid)
        parent.communicate()
    assert used >= 0.3


@pytest.mark.parametrize("module", [processes, rival_server])
def test_the_examples_of_the_benchmarks_hold(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)
    assert (failed, attempted > 0) == (0, True)


def test_an_idle_process_uses_nothing() -> None:
    with subprocess.Popen(["sleep", "60"]) as idle:
        before = processes.cpu_s(idle.pid)
        time.sleep(0.1)
        after = processes.cpu_s(idle.pid)
        idle.kill()
    assert after - before <= 0.01


def test_a_process_that_is_not_there_is_quoted() -> None:
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    with pytest.raises(ProcessLookupError, match=f"process {ended.pid}: expected the id of a running process"):
        processes.cpu_s(ended.pid)
