"""How a process ends: nobody reads it, its output is full or closed, its terminal is ASCII, or Ctrl-C is pressed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from longroad.game.game import Game
from tests.samples import first
from tests.starter import starter
from tests.terminal.screen import Terminal

LONGROAD = [sys.executable, "-m", "longroad.cli"]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a few plies."""
    game = Game("beginner", seed=7)
    for text in ("roll", "end", "roll", "end"):
        game.push(text)
    path = tmp_path / "game.longroad"
    path.write_text(game.record.text, encoding="utf-8")
    return path


def shell(
    command: str, folder: Path, *, is_fresh: bool = False, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a line in bash, where `longroad` is this one's; return what came out.

    With `is_fresh` a new Python starts and loads what it needs, as on a person's machine.
    """
    python = subprocess.list2cmdline(LONGROAD if is_fresh else starter().command)
    env = {**os.environ, "LONGROAD_DATA": str(folder / "data"), **environment}
    script = f'set -o pipefail; longroad() {{ {python} "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        env=env,
        cwd=folder,
        pass_fds=[starter().channel],
        check=False,
        errors="replace",
    )


COMMANDS = {
    "help": "longroad --help",
    "watch": "longroad play --watch --seed 7",
    "play": "printf 'roll\\nend\\n' | longroad play --plain --preset beginner --seed 7",
    "perft": "longroad perft --depth 2 --interpreted",
    "replay": "longroad replay game.longroad",
    "verify": "longroad verify game.longroad",
    "serve": "longroad serve --port 0 --data data",
}
KINDS = ("help", "play", "replay", "serve")  # one that prints, one that asks, one that draws, one that runs on
QUICKEST = "help"  # to start from nothing
each_way = pytest.mark.parametrize(
    ("name", "is_fresh"),
    [
        *(pytest.param(name, False, id=name, marks=() if name in KINDS else pytest.mark.slow) for name in COMMANDS),
        *(
            pytest.param(name, True, id=f"{name}-fresh", marks=() if name == QUICKEST else pytest.mark.slow)
            for name in COMMANDS
        ),
    ],
)


@each_way
def test_a_full_output_gets_one_line(name: str, is_fresh: bool, record: Path) -> None:
    done = shell(f"{COMMANDS[name]} >/dev/full", record.parent, is_fresh=is_fresh)
    assert done.returncode == 1
    assert done.stderr == "longroad: cannot write to standard output: No space left on device\n"


@each_way
def test_a_closed_output_gets_one_line(name: str, is_fresh: bool, record: Path) -> None:
    done = shell(f"{COMMANDS[name]} >&-", record.parent, is_fresh=is_fresh)
    assert done.returncode == 1
    assert done.stderr == "longroad: cannot write to standard output: Bad file descriptor\n"


@each_way
def test_a_reader_that_leaves_ends_it_in_silence(name: str, is_fresh: bool, record: Path) -> None:
    done = shell(f"{{ {COMMANDS[name]}; echo $? >&2; }} | true", record.parent, is_fresh=is_fresh)
    assert done.stderr == "141\n", "as a shell reports a program that SIGPIPE has ended"


@pytest.mark.parametrize("is_fresh", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["loaded", "fresh"])
def test_other_closed_streams_are_no_trouble(is_fresh: bool, record: Path) -> None:
    def code(command: str) -> int:
        return shell(command, record.parent, is_fresh=is_fresh).returncode

    assert code("longroad verify game.longroad 2>&- <&-") == 0
    assert code("longroad dance >&- 2>&- <&-") == 2
    done = shell("longroad play --plain --preset beginner --seed 7 <&-", record.parent, is_fresh=is_fresh)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is saved in" in done.stdout


def test_a_fresh_process_has_no_trouble_with_closed_streams(record: Path) -> None:
    assert shell("longroad --version 2>&- <&-", record.parent, is_fresh=True).returncode == 0
    assert shell("longroad dance >&- 2>&- <&-", record.parent, is_fresh=True).returncode == 2


ASCII = [
    pytest.param({"PYTHONIOENCODING": "ascii"}, id="PYTHONIOENCODING"),
    pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, id="LC_ALL"),
]


@pytest.mark.parametrize("environment", ASCII)
def test_an_ascii_terminal_gets_what_it_can_show(environment: dict[str, str], record: Path) -> None:
    command = "printf 'settle \\303\\274\\nquit\\n' | longroad play --plain --language de --seed 7"
    done = shell(command, record.parent, is_fresh=True, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "Du bist Blau (B), gegen Orange, Weiss und Rot." in done.stdout


@pytest.mark.parametrize("name", ["help", "watch", "perft", "replay"])
@pytest.mark.parametrize(
    ("environment", "is_fresh"),
    [
        pytest.param({"PYTHONIOENCODING": "ascii"}, False, id="loaded"),
        *(pytest.param(*each.values, True, id=each.id, marks=pytest.mark.slow) for each in ASCII),
    ],
)
def test_every_command_prints_what_an_ascii_terminal_can_show(
    name: str, environment: dict[str, str], is_fresh: bool, record: Path
) -> None:
    done = shell(COMMANDS[name], record.parent, is_fresh=is_fresh, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------

INTERRUPTED = (130, -signal.SIGINT)  # shells report both as 130
LONG = {
    "play": ("play", "--terminal", "--new", "--seed", "7"),
    "bench": ("bench",),
    "serve": ("serve", "--port", "0"),
    "replay": ("replay", "game.longroad"),
    "plain": ("play", "--terminal", "--plain", "--new", "--seed", "7"),
    "watch": ("play", "--watch", "--seed", "7", "--speed", "5"),
    "perft": ("perft", "--depth", "9", "--interpreted"),
    "bot": ("bot", "novice"),
    "mcp": ("mcp",),
    "verify": ("verify", *["game.longroad"] * 5000),
    "page": ("play", "--port", "0"),
}


def catches(process: int, number: signal.Signals) -> bool:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return bool(int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1)


def wait_for_our_code(terminal: Terminal) -> None:
    """Wait while Python starts: it catches Ctrl-C with a traceback, until our first line lets it end the process.

    Once a command runs, our code catches both signals.
    """
    process = terminal.process.pid
    while not catches(process, signal.SIGINT):
        time.sleep(0.01)
    while catches(process, signal.SIGINT) and not catches(process, signal.SIGALRM):
        time.sleep(0.01)


@pytest.mark.skipif(not Path("/proc").exists(), reason="asks the system which signals a process catches")
@pytest.mark.parametrize(
    ("seconds", "is_fresh"),
    [
        pytest.param(0.1, True, id="while it loads"),
        pytest.param(0.4, False, id="while it runs"),
        pytest.param(1.5, True, id="later", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", first(4, LONG))
def test_ctrl_c_ends_a_command_at_any_moment(
    name: str, seconds: float, is_fresh: bool, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    terminal = Terminal(record.parent / "data", *LONG[name], is_fresh=is_fresh)
    wait_for_our_code(terminal)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        terminal.look(0.02)
    terminal.type("\x03")
    code = terminal.leave()
    assert code in INTERRUPTED or (code == 0 and ("Stopped. Every game is saved." in terminal.text or name == "replay"))
    assert not re.search("Traceback|Exception ignored|Error", terminal.text)


def import_interrupted(folder: Path, module: str) -> subprocess.CompletedProcess[str]:
    """Run a command that imports a module, which sends SIGINT to its own process."""
    (folder / "interrupting.py").write_text(module, encoding="utf-8")
    command = (
        "import time, longroad.cli.commands as c; c.run = lambda _: (__import__('interrupting'), time.sleep(20))[0]"
    )
    program = f"{command}; import sys, longroad.cli; sys.exit(longroad.cli.main())"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, check=False)


def test_ctrl_c_during_an_import_comes_after_it(tmp_path: Path) -> None:
    module = (
        "import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\nexcept BaseException:\n    print('lost')\n"
    )
    done = import_interrupted(tmp_path, module)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "longroad: interrupted\n")


def test_ctrl_c_ends_an_import_that_does_not_end(tmp_path: Path) -> None:
    done = import_interrupted(
        tmp_path, "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(20)\n"
    )
    assert (done.returncode, done.stderr) == (130, "longroad: interrupted\n")


def test_two_interrupts_during_an_import_get_one_line(tmp_path: Path) -> None:
    module = "import os, signal\nfor _ in range(2):\n    os.kill(os.getpid(), signal.SIGINT)\n"
    done = import_interrupted(tmp_path, module)
    assert (done.returncode, done.stderr) == (130, "longroad: interrupted\n")


def test_ctrl_c_while_something_is_printed_is_told_in_one_line(record: Path) -> None:
    process = subprocess.Popen(
        [*LONGROAD, "perft", "--depth", "9", "--interpreted"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (130, "longroad: interrupted\n")
