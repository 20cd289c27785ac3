"""How a program begins and ends: what cannot be started is said at once, and nothing is left running."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.program.bot import Program
from longroad.bots.program.messages import MOST_LINE
from longroad.bots.program.session import BadProgram
from longroad.server.errors import RequestError
from longroad.server.room.lobby import seating
from tests.bots.programs import ANSWERS, PLAIN, PYTHON, Make, is_there, opening, runs


def test_a_program_ends_with_its_bot(program: Make) -> None:
    closed = program(ANSWERS)
    closed.choose(opening())
    pid = closed._session.pid
    assert is_there(pid)
    closed.close()
    assert not is_there(pid)
    lonely = Program(shlex.join(closed._command))
    pid = lonely._session.pid
    assert is_there(pid)
    del lonely
    gc.collect()
    assert not is_there(pid)


def test_what_a_program_started_ends_with_it(program: Make, tmp_path: Path) -> None:
    child = tmp_path / "child"
    bot = program(
        "if kind == 'decide':",
        f"    started = subprocess.Popen(['sleep', '1000']); open({str(child)!r}, 'w').write(str(started.pid))",
        ANSWERS,
    )
    bot.choose(opening())
    bot.close()
    deadline = time.monotonic() + 60
    while runs(int(child.read_text())) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not runs(int(child.read_text()))


def test_a_copy_of_the_process_leaves_the_program_alone(program: Make) -> None:
    bot = program(ANSWERS)
    pid = os.fork()
    if pid == 0:
        bot.close()
        os._exit(0)
    os.waitpid(pid, 0)
    assert str(bot.choose(opening())) == "roll"
    assert bot.faults == []


def test_who_leaves_without_a_file_to_spare_still_kills_its_programs() -> None:
    """Nothing can be opened any more, so the input of a program that reads on cannot be closed."""
    code = """
import resource, sys
from longroad.bots.program.pipes import Pipes, leave
programs = [Pipes(["sleep", "1000"], 100) for _ in range(2)]
print(*(program.pid for program in programs), flush=True)
resource.setrlimit(resource.RLIMIT_NOFILE, (3, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
leave(7)
"""
    left = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    pids = [int(number) for number in left.stdout.split()]
    assert (left.returncode, left.stderr, len(pids)) == (7, "", 2)
    deadline = time.monotonic() + 60
    while any(map(runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    still_there = [pid for pid in pids if runs(pid)]
    for pid in still_there:
        os.kill(pid, signal.SIGKILL)  # so that a failure leaves nothing behind
    assert not still_there


BAD = {
    "program:": "expected a program, such as",
    "program:decision_s=1": "expected a program, such as",
    "program:decision_s=fast python x": "expected 0 to 36000 seconds",
    "program:reserve_s=-1 python x": "expected 0 to 36000 seconds",
    "program:python 'x": "not a command line",
    "program:no-such-program-here --x": "No such file",
    f"program:{PYTHON} -S -c 1/0": "division by zero",
    f"program:{PYTHON} -S -c pass": "exit code 0",
    f"program:{PYTHON} -S -c print(5)": "a line must be an object",
    f"""program:{PYTHON} -S -c 'print("x" * {MOST_LINE + 1})'""": "a line has at most",
    f"""program:{PYTHON} -S -c 'print({{"a":1}})'""": "not JSON",
    f"program:start_s=0.2 {PYTHON} -S -c 'import time; time.sleep(9)'": "does not answer the greeting",
    "program:" + shlex.join([sys.executable, "-S", "-c", """print('{"type":"hello","protocol":1,"name":"x"}')"""]): (
        "speaks protocol 1, this game speaks 2"
    ),
    "program:" + shlex.join([sys.executable, "-S", "-c", """print('{"type":"hello","protocol":2,"name":""}')"""]): (
        "1 to 40 letters"
    ),
}


@pytest.mark.parametrize("spec", BAD, ids=range(len(BAD)))
def test_what_is_no_program_is_said_at_once(spec: str) -> None:
    with pytest.raises(BadProgram, match=BAD[spec]):
        make_bot(spec)


def test_nobody_starts_a_program_on_somebody_elses_server() -> None:
    """Whoever opens a game on a server names one of its bots, and no command line."""
    with pytest.raises(RequestError) as refused:
        seating(1, "computer", "", PLAIN, [])
    assert refused.value.code == "unknown_bot"
