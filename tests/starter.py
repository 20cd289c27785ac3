"""Starts `longroad` quickly, as forks of a process that has loaded what its commands need and has done nothing else.

A process that loads its modules by itself takes a second or two, and the tests start hundreds. How it loads them is
tested where that matters: in tests/cli, tests/packaging and tests/server/http/test_serving.py.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import IO, Any, Final, NoReturn

LOADED: Final = (
    "longroad.cli.commands",
    "longroad.cli.process",
    "longroad.server.http.serving",
    "longroad.server.http.exchange",
    "longroad.server.store.upgrade",
    "longroad.bots.levels",
    "longroad.terminal.session",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "websockets.asyncio.client",
)
LARGEST: Final = 1 << 17  # bytes of a request: arguments and environment
OWN: Final = 3  # standard streams
ROOT: Final = Path(__file__).parents[1]
CLIENT: Final = Path(__file__).with_name("start.py")
QUICK_CODES: Final[list[int]] = []  # how this process ends, if nobody looks at its last moments
IGNORABLE: Final = (signal.SIGHUP, signal.SIGINT)  # by who starts a process, and then by the process


class Started:
    """A process that was started, as `subprocess.Popen` shows one."""

    def __init__(self, report: int, stdout: IO[str] | None, stderr: IO[str] | None) -> None:
        self._report = os.fdopen(report, "rb", buffering=0)
        self.stdout, self.stderr = stdout, stderr
        self.returncode: int | None = None
        self.pid = self._read()

    def _read(self) -> int:
        text = b""
        while not text.endswith(b"\n"):
            part = self._report.read(1)
            assert part, "what starts processes has ended"
            text += part
        return int(text)

    def poll(self) -> int | None:
        """Return how it ended, or `None` while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return how: its exit code, negative for a signal."""
        if self.returncode is None:
            if not select.select([self._report], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            self.returncode = self._read()
            self._report.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, unless it has ended."""
        self.send_signal(signal.SIGKILL)


class Starter:
    """The process that starts others."""

    def __init__(self) -> None:
        self._asking, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()

    def launch(
        self,
        arguments: Sequence[str],
        *,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        terminal: int | None = None,
        environment: Mapping[str, str] | None = None,
        files: int | None = None,
        first: str | None = None,
    ) -> Started:
        """Start `longroad` with arguments; its streams are pipes unless they are given, or a terminal.

        `files` limits the files that it may open; the module or function called `first` is imported or called before
        anything else.
        """
        asked = {
            "arguments": list(arguments),
            "environment": dict(os.environ if environment is None else environment),
            "folder": os.getcwd(),
            "is_in_terminal": terminal is not None,
            "open": [*range(OWN)],
            "limits": {} if files is None else {"RLIMIT_NOFILE": files},
            "ignored": [each for each in IGNORABLE if signal.getsignal(each) is signal.SIG_IGN],
            "first": first,
            "is_thorough": terminal is not None,  # a person sees its last moments
        }
        stdout, stderr = (stdout, stderr) if terminal is None else (terminal, terminal)
        (out, stdout), (err, stderr) = _end_of(stdout), _end_of(stderr)
        report, reports = os.pipe()
        with open(os.devnull, "rb") as nothing:
            stdin = nothing.fileno() if terminal is None else terminal
            socket.send_fds(self._asking, [json.dumps(asked).encode()], [stdin, stdout, stderr, reports])
        for theirs in [reports, *([stdout] if out else []), *([stderr] if err else [])]:
            os.close(theirs)
        return Started(report, out, err)

    @property
    def channel(self) -> int:
        """The file with which a process that inherits it can ask, too."""
        return self._asking.fileno()

    @property
    def command(self) -> list[str]:
        """What does the same as `longroad`; whoever runs it passes the channel on."""
        return [sys.executable, "-I", "-S", str(CLIENT), str(self.channel)]

    def close(self) -> None:
        """End the process; what it has started goes on."""
        self._asking.close()
        self._process.wait()


def _end_of(stream: int) -> tuple[IO[str] | None, int]:
    """Return our end of a stream, if it is to be a pipe, and the other's end."""
    if stream != subprocess.PIPE:
        return None, stream
    ours, theirs = os.pipe()
    return os.fdopen(ours, encoding="utf-8"), theirs


def run_loaded(
    arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `longroad` with arguments to its end, with nothing to read; return what it has written into pipes."""
    process = starter().launch(arguments, environment=environment)
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr, ThreadPoolExecutor(1) as thread:
        errors = thread.submit(process.stderr.read)
        return subprocess.CompletedProcess(
            list(arguments), stdout=process.stdout.read(), stderr=errors.result(), returncode=process.wait()
        )


@cache
def starter() -> Starter:
    """The one that tests share; it ends with this process."""
    return Starter()


# --- within the process that starts others ----------------------------------------------------------------------------


def main(channel: int) -> None:
    """Start a process for each request, and report its number and how it ends, until nobody can ask any more."""
    atexit.register(_end_quickly)  # before anything else is, so that it comes last
    for module in LOADED:
        import_module(module)
    gc.freeze()
    asking = socket.socket(fileno=channel)
    ended, wakes = os.pipe()
    for end in (ended, wakes):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whatever the test that needed this process first has ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    reports: dict[int, int] = {}
    while True:
        ready = select.select([channel, ended], [], [])[0]
        if ended in ready:
            os.read(ended, LARGEST)
            _report_ended(reports)
        if channel in ready and not _answer(asking, reports):
            return


def _answer(asking: socket.socket, reports: dict[int, int]) -> bool:
    """Start what is asked for; return `False` if nobody can ask any more."""
    text, files, _, _ = socket.recv_fds(asking, LARGEST, OWN + 1)
    if not text:
        return False
    *streams, report = files
    process = os.fork()
    if process == 0:
        _become(json.loads(text), streams)
    reports[process] = report
    for stream in streams:
        os.close(stream)
    _tell(reports[process], process)
    return True


def _report_ended(reports: dict[int, int]) -> None:
    """Report how processes have ended."""
    while reports:
        process, status = os.waitpid(-1, os.WNOHANG)
        if not process:
            return
        report = reports.pop(process)
        _tell(report, os.waitstatus_to_exitcode(status))
        os.close(report)


def _tell(report: int, number: int) -> None:
    with suppress(BrokenPipeError):  # nobody wants to know
        os.write(report, b"%d\n" % number)


def _become(asked: dict[str, Any], streams: Sequence[int]) -> NoReturn:
    """Turn a fork into what is asked for, as if it had just been started."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for ignored in asked["ignored"]:
        signal.signal(ignored, signal.SIG_IGN)
    for own, stream in zip(asked["open"], streams, strict=True):
        os.dup2(stream, own)
    for own in {*range(OWN)} - {*asked["open"]}:
        os.close(own)
    if asked["is_in_terminal"]:
        take_terminal()
    os.closerange(OWN, max(int(name) for name in os.listdir("/dev/fd")) + 1)
    for limited, most in asked["limits"].items():
        resource.setrlimit(getattr(resource, limited), (most, most))
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    encoding = os.environ.get("PYTHONIOENCODING")
    is_open = [own in asked["open"] for own in range(OWN)]  # a closed stream is None, as when Python starts
    sys.stdin = os.fdopen(0, encoding=encoding, closefd=False) if is_open[0] else None
    sys.stdout = os.fdopen(1, "w", encoding=encoding, closefd=False) if is_open[1] else None
    sys.stderr = os.fdopen(2, "w", 1, encoding, "backslashreplace", closefd=False) if is_open[2] else None
    sys.argv = ["longroad", *asked["arguments"]]
    if asked["first"] is not None:
        first = resolve_name(asked["first"])
        if callable(first):
            first()
    try:
        runpy.run_module("longroad.cli", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if not asked["is_thorough"] and isinstance(end.code, int):
            QUICK_CODES.append(end.code)
        raise
    sys.exit()


def _end_quickly() -> None:
    """End a process that has done all it had to, without freeing what it has loaded: that would copy all of it."""
    if QUICK_CODES:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(QUICK_CODES[-1])


def take_terminal() -> None:
    """Make the terminal at standard input the one that controls this process."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
