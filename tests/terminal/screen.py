"""A person's terminal: a process in a pseudo-terminal, and the screen that it draws."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pyte

from longroad.bots.levels import make_bot
from longroad.game.game import Game
from longroad.terminal.saves import load

PATIENCE = 20.0  # seconds that something may take on a busy machine
ASKS_CURSOR = b"\x1b[6n"
ESCAPE = re.compile(rb"\x1b[\[\]()#][0-9;?]*[A-Za-z]?")


OPEN: list[Terminal] = []  # what a test leaves running is ended after it


class Terminal:
    """Runs `longroad` with arguments; keys go in, and what a person sees comes out."""

    def __init__(self, data: Path, *arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        env = {**kept, "TERM": "xterm-256color", "LONGROAD_DATA": str(data), **environment}
        self.data = data
        self.written = b""
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self._stream = pyte.ByteStream(self.screen)
        command = ["-m", "longroad.cli", *arguments]
        self.process: Any = pexpect.spawn(
            sys.executable, command, env=env, dimensions=(rows, columns), timeout=PATIENCE
        )
        self.process.delaybeforesend = None
        OPEN.append(self)

    def close(self) -> None:
        """End the process if it still runs."""
        if self.process.isalive():
            self.process.kill(signal.SIGKILL)
        self.process.close(force=True)

    # --- seeing -------------------------------------------------------------------------------------------------------

    def look(self, seconds: float = 0.02) -> bool:
        """Take in what is written within some time; return whether the process may still write."""
        try:
            part = self.process.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += part
        self._stream.feed(part)
        for _ in range(part.count(ASKS_CURSOR)):  # as every terminal answers
            self.process.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        return True

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """All that was written, without escape sequences."""
        return ESCAPE.sub(b"", self.written).decode(errors="replace").replace("\r", "")

    def until(self, wanted: str, *, since: int = 0) -> str:
        """Wait until something stands in what was written after a mark, or on the screen; return what was written."""
        end, searched = time.monotonic() + PATIENCE, -1
        while time.monotonic() < end:
            alive = self.look()
            if len(self.written) > searched:
                searched, text = len(self.written), self.text[since:]
                if re.search(wanted, text) or (not since and re.search(wanted, "\n".join(self.lines))):
                    return text
            if not alive:
                break
        raise AssertionError(f"{wanted!r} did not come; the screen shows\n" + "\n".join(self.lines))

    def settle(self) -> list[str]:
        """Wait until nothing more is written, and return the screen."""
        quiet = 0
        while quiet < 4:
            size = len(self.written)
            alive = self.look(0.05)
            quiet = quiet + 1 if len(self.written) == size else 0
            if not alive:
                break
        return self.lines

    # --- typing -------------------------------------------------------------------------------------------------------

    def type(self, keys: str) -> None:
        """Press keys."""
        self.process.send(keys)

    def enter(self, line: str, wanted: str = "") -> str:
        """Type a line; return what is written until something stands there."""
        mark = len(self.text)
        self.type(line + "\r")
        return self.until(wanted, since=mark) if wanted else ""

    def press(self, keys: str, wanted: str) -> str:
        """Press keys; return what is written until something stands there."""
        mark = len(self.text)
        self.type(keys)
        return self.until(wanted, since=mark)

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def leave(self) -> int:
        """Wait for the process to end, and return its exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.look():
            if time.monotonic() > end:
                raise AssertionError("the process does not end; the screen shows\n" + "\n".join(self.lines))
        self.process.wait()
        return -self.process.signalstatus if self.process.signalstatus else int(self.process.exitstatus)

    # --- playing ------------------------------------------------------------------------------------------------------

    @property
    def kept(self) -> list[Path]:
        """The files of unfinished games."""
        return sorted((self.data / "games").glob("*.longroad"))

    def saved(self) -> Game:
        """The game as it is kept now."""
        return load(self.kept[-1]).game

    def play(self, seat: int = 0, decisions: int = 10_000) -> int:
        """Play like a sensible person, from what is kept, until the game is over; return the number of decisions."""
        seen, decided, end = (0, 0), 0, time.monotonic() + 3 * PATIENCE
        while decided < decisions and self.look(0.005) and time.monotonic() < end:
            found = self.kept
            if not found:
                continue
            try:
                status = found[-1].stat()
                if (status.st_mtime_ns, status.st_size) == seen:
                    continue
                game = load(found[-1]).game
            except (OSError, ValueError):  # it was just moved to the finished ones
                continue
            seen = (status.st_mtime_ns, status.st_size)
            if is_asked(game, seat):
                action = make_bot("novice", decided).choose(game.view(seat))
                self.type(f"{action}\r")
                decided += 1
        return decided


def is_asked(game: Game, seat: int) -> bool:
    """Return whether the person at a seat is asked now; the computers go first, and some things are done unasked."""
    if game.to_act != (seat,):
        return False
    legal = game.legal_actions(seat)
    if game.phase == "special building" and len(legal) == 1:
        return False
    return "accept" in legal.by_kind or "refuse" not in legal.by_kind
