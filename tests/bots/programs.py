"""What the tests of programs share: programs that do what a test needs, and what they have received and done."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from longroad.bots.program.bot import Program
from longroad.game.game import Game
from longroad.game.view import View

ROOT: Final = Path(__file__).parent.parent.parent
PYTHON: Final = shlex.quote(sys.executable)
PATIENT: Final = "decision_s=60 start_s=120"  # nothing but the program under test shall be late on a busy machine
PLAIN: Final = f"program:{PATIENT} {PYTHON} -S {ROOT / 'examples' / 'plain_bot.py'}"

# A program that greets; the dots are replaced by what it does with a message.
SOURCE: Final = """
import json, os, subprocess, sys, time
def say(**message): print(json.dumps(message), flush=True)
def act(action, **more): say(type="act", decision=asked, action=action, **more)
asked, times = 0, 0
for line in sys.stdin:
    told = json.loads(line)
    kind = told["type"]
    if kind == "hello":
        say(type="hello", protocol=2, name="tester")
    if kind == "decide":
        asked, times, legal = told["decision"]["id"], times + 1, told["decision"]["actions"]
    ...
"""
ANSWERS: Final = "if kind == 'decide': act(legal[0] if legal else None)"
NOTES: Final = """
with open(sys.argv[0] + '.log', 'a') as notes: print(line, end='', file=notes)
"""

# Starts a process of its own, writes both numbers down, and thinks so hard that it hears nothing any more.
THINKS: Final = """
if kind == 'decide':
    child = subprocess.Popen(['sleep', '1000'])
    with open(sys.argv[0] + '.pids', 'a') as pids: pids.write(f'{os.getpid()} {child.pid}\\n')
    time.sleep(1000)
"""
WAITS_S: Final = 60.0  # for what takes moments, on a busy machine

Make = Callable[..., Program]


def opening() -> View:
    """Seat 0 rolls, and nothing else."""
    return Game("beginner").view(0)


def codes(bot: Program) -> list[tuple[str, bool]]:
    """List the faults of a bot, and whether they were warnings."""
    return [(fault.code, fault.is_warning) for fault in bot.faults]


def is_there(pid: int) -> bool:
    """Return whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def group_is_there(group: int) -> bool:
    """Return whether there is any process of a group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def runs(pid: int) -> bool:
    """Return whether a process is running and not a zombie."""
    state = Path(f"/proc/{pid}/stat")
    if not state.parent.parent.joinpath("self").exists():  # no such file system, as on macOS
        return is_there(pid)
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def notes_of(program: Program) -> list[dict[str, Any]]:
    """Read the messages that a program has noted."""
    path = Path(program._command[-1] + ".log")
    return [json.loads(line) for line in path.read_text().splitlines()]


class Outside:
    """A program that plays for another process, and the processes that it wrote down."""

    def __init__(self, folder: Path, does: str) -> None:
        self._path = folder / "program.py"
        self._path.write_text(SOURCE.replace("...", does.strip().replace("\n", "\n    ")))
        self.entrant = f"program:decision_s=600 start_s=120 {PYTHON} -S {self._path}"

    @property
    def processes(self) -> list[int]:
        path = Path(f"{self._path}.pids")
        lines = path.read_text().split("\n")[:-1] if path.exists() else []
        return [int(number) for line in lines for number in line.split()]

    def wait_for(self, count: int) -> None:
        limit = time.monotonic() + WAITS_S
        while len(self.processes) < 2 * count:
            assert time.monotonic() < limit, "the programs are not asked anything"
            time.sleep(0.02)
        assert all(map(runs, self.processes))

    def is_gone(self, within_s: float) -> bool:
        limit = time.monotonic() + within_s
        while any(map(runs, self.processes)) and time.monotonic() < limit:
            time.sleep(0.02)
        left = [pid for pid in self.processes if runs(pid)]
        for pid in left:
            os.kill(pid, signal.SIGKILL)  # so that a failure leaves nothing behind
        return not left
