"""Run make targets in lanes: lanes at the same time, the targets of a lane one after the other.

    python scripts/lanes.py "check test-python" "client-check test-browser"

Each target writes to a log of its own under build/lanes. What runs, and how far it is, is shown as it changes; a target
that fails is shown with its log. The other lanes go on, so that one run reports everything. Exits 1 if a target failed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final, TextIO

LOGS: Final = Path("build/lanes")
PERCENT: Final = re.compile(rb"\[ *(\d+)%\]")
TAIL_BYTES: Final = 400  # of a log, in which the latest percentage is looked for
SECONDS: Final = 20.0  # between two lines of progress where there is no terminal
LIVE_SECONDS: Final = 0.5  # and on a terminal, where the line is replaced
POLL_SECONDS: Final = 0.1  # between two looks at what runs
STOP_SECONDS: Final = 5.0  # that an interrupted target has to end


@dataclass
class Target:
    """A make target and its outcome."""

    name: str
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    seconds: float = 0.0
    status: int | None = None

    @property
    def log(self) -> Path:
        """Where its output goes."""
        return LOGS / f"{self.name}.log"

    @property
    def is_running(self) -> bool:
        """Whether it has started and not ended."""
        return self.process is not None and self.status is None

    def start(self) -> None:
        """Start it in a process group of its own, so that an interrupt can end all that it starts."""
        self.began = time.monotonic()
        command = [os.environ.get("MAKE", "make"), "--no-print-directory", self.name]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )

    def poll(self) -> None:
        """Note whether it has ended, and how."""
        if self.process is not None and self.status is None:
            self.status = self.process.poll()
            self.seconds = time.monotonic() - self.began

    def stop(self) -> None:
        """Send SIGTERM to it and everything it started."""
        if self.process is not None and self.is_running:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)

    def wait(self) -> None:
        """Wait until it has ended."""
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)

    def progress(self) -> str:
        """Its name, with the latest percentage in its log."""
        found = PERCENT.findall(tail(self.log))
        return f"{self.name} {int(found[-1])} %" if found else self.name


def tail(path: Path) -> bytes:
    """The end of a file."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - TAIL_BYTES))
        return file.read()


@dataclass
class Board:
    """What is shown: lines that stay, and below them, on a terminal, one that changes."""

    out: TextIO = field(default_factory=lambda: sys.stdout)
    began: float = field(default_factory=time.monotonic)
    _shown: str = ""

    def say(self, line: str) -> None:
        """Print a line that stays."""
        self._clear()
        self.out.write(line + "\n")
        self.out.flush()

    def show(self, line: str) -> None:
        """Replace the line that changes; without a terminal, print it."""
        if not self.out.isatty():
            self.say(line)
            return
        self._clear()
        self._shown = line
        self.out.write(line)
        self.out.flush()

    def clock(self) -> str:
        """Minutes and seconds since the beginning."""
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        return f"{minutes}:{seconds:02}"

    def _clear(self) -> None:
        if self._shown:
            self.out.write("\r\x1b[K")
            self._shown = ""


def advance(lane: Sequence[Target]) -> bool:
    """Start the next target of a lane if none runs; return whether the lane goes on, which it does until one fails."""
    for target in lane:
        target.poll()
        if target.is_running:
            return True
        if target.status is None:
            target.start()
            return True
        if target.status:
            return False
    return False


def report(target: Target, board: Board) -> None:
    """Say how a target ended: with its last line, or if it failed with its whole log."""
    lines = target.log.read_text(encoding="utf-8", errors="replace").rstrip().splitlines()
    if target.status:
        board.say("\n".join(lines))
        board.say(f"{board.clock()}  {target.name} FAILED after {target.seconds:.0f} s (status {target.status})")
        return
    board.say(f"{board.clock()}  {target.name} passed in {target.seconds:.0f} s")
    if lines and " passed" in lines[-1]:
        board.say(lines[-1])


def run(lanes: Sequence[Sequence[Target]], board: Board, is_interrupted: Callable[[], bool]) -> None:
    """Run the lanes until all are through or somebody interrupts; report each target that ends, and what runs."""
    targets = list(chain.from_iterable(lanes))
    reported: set[str] = set()
    pause = LIVE_SECONDS if board.out.isatty() else SECONDS
    shown = 0.0
    while not is_interrupted():
        goes_on = [advance(lane) for lane in lanes]
        for target in targets:
            if target.status is not None and target.name not in reported:
                reported.add(target.name)
                report(target, board)
        if not any(goes_on):
            return
        if time.monotonic() - shown >= pause:
            shown = time.monotonic()
            running = [target.progress() for target in targets if target.is_running]
            board.show(f"{board.clock()}  running: {', '.join(running)}")
        time.sleep(POLL_SECONDS)


def main(arguments: Sequence[str]) -> int:
    """Run the lanes; return 1 if a target failed, and 130 if interrupted."""
    if not arguments:
        print(__doc__)
        return 2
    signals: list[int] = []  # an exception could come in the middle of a start, and leave behind what was started
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: signals.append(number))
    LOGS.mkdir(parents=True, exist_ok=True)
    lanes = [[Target(name) for name in lane.split()] for lane in arguments]
    targets = list(chain.from_iterable(lanes))
    board = Board()
    run(lanes, board, lambda: bool(signals))
    if signals:
        for target in targets:
            target.stop()
        for target in targets:
            target.wait()
        board.say("interrupted")
        return 130
    left_out = [target.name for target in targets if target.status is None]
    if left_out:
        board.say(f"not run, because one before them failed: {', '.join(left_out)}")
    return 1 if any(target.status != 0 for target in targets) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
