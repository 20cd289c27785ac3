"""A person's terminal: a process in a pseudo-terminal, and the screen that it draws."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pyte
from pexpect.fdpexpect import fdspawn  # type: ignore[import-untyped]

from longroad.bots.levels import make_bot
from longroad.game.game import Game
from longroad.terminal.saves import load
from tests.starter import Started, starter, take_terminal

PATIENCE = 60.0  # seconds that something may take on a busy machine
ASKS_CURSOR = b"\x1b[6n"
ESCAPE = re.compile(rb"\x1b[\[\]()#][0-9;?]*[A-Za-z]?")


OPEN: list[Terminal] = []  # what a test leaves running is ended after it


class Terminal:
    """Runs `longroad` with arguments; keys go in, and what a person sees comes out.

    With `is_fresh` a new Python starts and loads what it needs, as on a person's machine.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        rows: int = 24,
        columns: int = 80,
        is_fresh: bool = False,
        **environment: str,
    ) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        env = {**kept, "TERM": "xterm-256color", "LONGROAD_DATA": str(data), **environment}
        self.data = data
        self.written = b""
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self._stream = pyte.ByteStream(self.screen)
        ours, theirs = os.openpty()
        termios.tcsetwinsize(ours, (rows, columns))
        self.process = (start_fresh if is_fresh else start_loaded)(arguments, theirs, env)
        os.close(theirs)
        self._keyboard: Any = fdspawn(ours, timeout=PATIENCE)
        OPEN.append(self)

    def hang_up(self) -> None:
        """Close the window."""
        self._keyboard.close()

    def close(self) -> None:
        """End the process if it still runs."""
        self.process.kill()
        self.process.wait()
        self.hang_up()

    # --- seeing -------------------------------------------------------------------------------------------------------

    def look(self, seconds: float = 0.02) -> bool:
        """Take in what is written within some time; return whether the process may still write."""
        try:
            part = self._keyboard.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += part
        self._stream.feed(part)
        for _ in range(part.count(ASKS_CURSOR)):  # as every terminal answers
            self._keyboard.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
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

    def until_shown(self, wanted: str) -> str:
        """Wait until something stands on the screen, and return the screen."""
        end = time.monotonic() + PATIENCE
        while not re.search(wanted, shown := "\n".join(self.lines)):
            is_alive = self.look() and time.monotonic() < end
            assert is_alive, f"{wanted!r} is not shown, but\n{shown}"
        return shown

    def settle(self) -> list[str]:
        """Wait until nothing is written for a moment, and return the screen."""
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
        self._keyboard.send(keys)

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
        termios.tcsetwinsize(self._keyboard.child_fd, (rows, columns))

    def leave(self) -> int:
        """Wait for the process to end, and return its exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.look():
            if time.monotonic() > end:
                raise AssertionError("the process does not end; the screen shows\n" + "\n".join(self.lines))
        return self.process.wait()

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


def start_loaded(arguments: Sequence[str], terminal: int, env: Mapping[str, str]) -> Started:
    """Start `longroad` in a terminal, with its modules loaded."""
    return starter().launch(arguments, terminal=terminal, environment=env)


def start_fresh(arguments: Sequence[str], terminal: int, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start `longroad` in a terminal, from nothing."""
    command = [sys.executable, "-m", "longroad.cli", *arguments]
    return subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=env, preexec_fn=take_terminal
    )


def is_asked(game: Game, seat: int) -> bool:
    """Return whether the person at a seat is asked now; the computers go first, and some things are done unasked."""
    if game.to_act != (seat,):
        return False
    legal = game.legal_actions(seat)
    if game.phase == "special building" and len(legal) == 1:
        return False
    return "accept" in legal.by_kind or "refuse" not in legal.by_kind
