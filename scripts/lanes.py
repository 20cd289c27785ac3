"""Run make targets in lanes: lanes at the same time, the targets of a lane one after the other.

    python scripts/lanes.py "lint types test-python" "client-check test-browser"

Each target writes to a log of its own under build/lanes. What runs, and how far it is, is shown as it changes; a target
that fails is shown with its log. The other lanes go on, so that one run reports everything. Exits 1 if a target failed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

LOGS: Final = Path("build/lanes")
PERCENT: Final = re.compile(rb"\[ *(\d+)%\]")
TAIL_BYTES: Final = 400  # of a log, in which the latest percentage is looked for
SECONDS: Final = 20.0  # between two lines of progress where there is no terminal
LIVE_SECONDS: Final = 0.5  # and on a terminal, where the line is replaced


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

    def run(self) -> None:
        """Run it to its end, in a process group of its own so that an interrupt can end all that it started."""
        self.began = time.monotonic()
        with self.log.open("wb") as log:
            command = [os.environ.get("MAKE", "make"), "--no-print-directory", self.name]
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
            status = self.process.wait()
        self.seconds = time.monotonic() - self.began
        self.status = status

    def stop(self) -> None:
        """End it and everything it started."""
        if self.process is not None and self.status is None:
            try:
                os.killpg(self.process.pid, signal.SIGTERM)
            except ProcessLookupError:
                return

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


def run_lane(lane: Sequence[Target]) -> None:
    """Run the targets of a lane until one fails."""
    for target in lane:
        target.run()
        if target.status:
            return


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


def watch(targets: Sequence[Target], threads: Sequence[threading.Thread], board: Board) -> None:
    """Report each target that ends, and meanwhile what runs, until all lanes are through."""
    reported: set[str] = set()
    pause = LIVE_SECONDS if board.out.isatty() else SECONDS
    shown = 0.0
    while True:
        is_over = not any(thread.is_alive() for thread in threads)
        for target in targets:
            if target.status is not None and target.name not in reported:
                reported.add(target.name)
                report(target, board)
        if is_over:
            return
        running = [target.progress() for target in targets if target.is_running]
        if running and time.monotonic() - shown >= pause:
            shown = time.monotonic()
            board.show(f"{board.clock()}  running: {', '.join(running)}")
        threads[0].join(0.1) if threads[0].is_alive() else time.sleep(0.1)


def _interrupt(signum: int, frame: object) -> None:
    """Treat SIGTERM as Ctrl-C, so that nothing that was started outlives this process."""
    raise KeyboardInterrupt


def main(lanes: Sequence[str]) -> int:
    """Run the lanes; return 1 if a target failed, and 130 if interrupted."""
    if not lanes:
        print(__doc__)
        return 2
    LOGS.mkdir(parents=True, exist_ok=True)
    planned = [[Target(name) for name in lane.split()] for lane in lanes]
    targets = [target for lane in planned for target in lane]
    threads = [threading.Thread(target=run_lane, args=(lane,), daemon=True) for lane in planned]
    board = Board()
    signal.signal(signal.SIGTERM, _interrupt)
    for thread in threads:
        thread.start()
    try:
        watch(targets, threads, board)
    except KeyboardInterrupt:
        for target in targets:
            target.stop()
        board.say("interrupted")
        return 130
    left_out = [target.name for target in targets if target.status is None]
    if left_out:
        board.say(f"not run, because one before them failed: {', '.join(left_out)}")
    return 1 if any(target.status != 0 for target in targets) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
