"""Reads single key presses from a terminal, without waiting for Enter."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Iterator
from typing import Any, Final

if sys.platform != "win32":
    import termios
    import tty

ESCAPE_WAIT: Final = 0.05  # seconds within which the rest of an escape sequence arrives
ESCAPE: Final = "\x1b"
NAMES: Final = {
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": "eof",
    "": "eof",
    ESCAPE: "escape",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
}


class Keyboard:
    """The keys of a terminal, one by one."""

    def __init__(self, file: int = 0) -> None:
        self._file = file

    @staticmethod
    def is_available() -> bool:
        """Whether single keys can be read: standard input is a terminal that knows `termios`."""
        return sys.platform != "win32" and sys.stdin.isatty()

    @contextlib.contextmanager
    def key_by_key(self) -> Iterator[None]:
        """Switch echo and line editing off meanwhile; Ctrl-C still interrupts."""
        with self._restoring():
            tty.setcbreak(self._file, termios.TCSANOW)
            yield

    @contextlib.contextmanager
    def line_by_line(self) -> Iterator[None]:
        """Switch echo and line editing on again meanwhile."""
        with self._restoring() as settings:
            settings[3] |= termios.ECHO | termios.ICANON
            termios.tcsetattr(self._file, termios.TCSANOW, settings)
            yield

    @contextlib.contextmanager
    def _restoring(self) -> Iterator[list[Any]]:
        before = termios.tcgetattr(self._file)
        try:
            yield list(before)
        finally:
            with contextlib.suppress(termios.error):  # the terminal has gone
                termios.tcsetattr(self._file, termios.TCSANOW, before)

    def read(self, timeout: float | None = None) -> str | None:
        """Return the next key: its character or its name; None if none was pressed in time."""
        if not self._is_pressed(timeout):
            return None
        text = self._character()
        if text == ESCAPE:
            while self._is_pressed(ESCAPE_WAIT):
                text += self._character()
                if text[2:] and (text[-1].isalpha() or text[-1] == "~"):
                    break
        return NAMES.get(text.replace("\x1bO", "\x1b["), text)

    def _is_pressed(self, timeout: float | None) -> bool:
        return bool(select.select([self._file], [], [], timeout)[0])

    def _character(self) -> str:
        """Read a character of UTF-8; nothing at the end of input. What comes after it stays for others to read."""
        read = os.read(self._file, 1)
        while 0 < len(read) < 4:
            try:
                return read.decode()
            except UnicodeDecodeError:
                read += os.read(self._file, 1) or b"?"
        return read.decode(errors="replace")
