"""What the tests of programs share: programs that do what a test wants, and what they have been told and done."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from longroad.bots.programs import Program
from longroad.game import Game
from longroad.view import View

ROOT: Final = Path(__file__).parent.parent.parent
PYTHON: Final = shlex.quote(sys.executable)
PATIENT: Final = "decision_s=60 start_s=120"  # nothing but the program under test shall be late on a busy machine
PLAIN: Final = f"program:{PATIENT} {PYTHON} -S {ROOT / 'examples' / 'plain_bot.py'}"

# A program that greets; what it does when it is told something stands in the place of the dots.
SOURCE: Final = """
import json, os, subprocess, sys, time
def say(**message): print(json.dumps(message), flush=True)
def act(action, **more): say(type="act", decision=asked, action=action, **more)
asked, times = 0, 0
for line in sys.stdin:
    told = json.loads(line)
    kind = told["type"]
    if kind == "hello":
        say(type="hello", protocol=1, name="tester")
    if kind == "decide":
        asked, times, legal = told["decision"]["id"], times + 1, told["decision"]["actions"]
    ...
"""
ANSWERS: Final = "if kind == 'decide': act(legal[0] if legal else None)"
NOTES: Final = """
with open(sys.argv[0] + '.log', 'a') as notes: print(line, end='', file=notes)
"""

Make = Callable[..., Program]


def opening() -> View:
    """Seat 0 rolls, and nothing else."""
    return Game("beginner").view(0)


def codes(bot: Program) -> list[tuple[str, bool]]:
    """List the faults of a bot, and whether they were warnings."""
    return [(fault.code, fault.is_warning) for fault in bot.faults]


def is_there(pid: int) -> bool:
    """Tell whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def runs(pid: int) -> bool:
    """Tell whether a process is there and no corpse that nobody has buried yet."""
    state = Path(f"/proc/{pid}/stat")
    if not state.parent.parent.joinpath("self").exists():  # no such file system, as on macOS
        return is_there(pid)
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def notes_of(program: Program) -> list[dict[str, Any]]:
    """Read what a program wrote down of what it was told."""
    path = Path(program._command[-1] + ".log")
    return [json.loads(line) for line in path.read_text().splitlines()]
