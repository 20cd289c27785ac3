"""Runs a program and exchanges lines with it; every wait has a time limit.

Everything happens in the caller's thread, which sleeps until there is something to read or write, or the time is up;
only `leave`, which ends a process with all its programs, can be called from any thread. Works where `select` supports
pipes, as on Linux and macOS.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import threading
from collections.abc import Sequence
from time import monotonic
from typing import IO, Final, NoReturn

CHUNK: Final = 65_536  # bytes read at once
KEPT: Final = 4_000  # the last bytes of standard error that are kept
END_S: Final = 1.0  # that a program has to end by itself after its input has ended


class Ended(Exception):
    """The program has ended, or closed its output."""


class Late(Exception):
    """The program did not write a line in time."""


class TooLarge(Exception):
    """The program writes a line that is longer than any answer; the rest of the line is skipped."""


class Pipes:
    """A running program and the pipes to it. Raises `OSError` if it cannot be started.

    >>> echo = Pipes(["cat"], most=100)
    >>> echo.send("hello")
    >>> echo.receive(monotonic() + 10)
    b'hello'
    >>> echo.end()
    0
    """

    def __init__(self, command: Sequence[str], most: int) -> None:
        # A session of its own: Ctrl-C reaches the game alone, and ending the program ends what it started, too.
        with _starting:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
            self._owner = os.getpid()
            _running.add(self)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._most = most
        self._outgoing, self._incoming, self._errors = bytearray(), bytearray(), bytearray()
        self._is_skipping = False

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def errors(self) -> str:
        """The end of what the program has written to standard error."""
        return self._errors.decode(errors="replace").strip()

    def send(self, line: str) -> None:
        """Send a line; what the pipe has no room for is sent while waiting for the answer."""
        self._outgoing += line.encode() + b"\n"
        self._write()

    def receive(self, deadline: float) -> bytes:
        """Wait for a line. Raises `Ended`, `Late` or `TooLarge`."""
        while (line := self._line()) is None:
            left = deadline - monotonic()
            has_happened = self._exchange(max(left, 0.0))
            if self._line_end() < 0 and self._stdout.closed:
                raise Ended
            if self._line_end() < 0 and (left <= 0 or not has_happened):
                raise Late
        return line

    def end(self) -> int | None:
        """End the program, with a moment to end by itself, and return its exit code; None if it is not our child."""
        if not self._is_ours:
            return None
        if self._process.returncode is None:
            self._close(self._stdin)
            deadline = monotonic() + END_S
            while self._selector.get_map() and (left := deadline - monotonic()) > 0:
                self._exchange(left)
                self._incoming.clear()
            self._kill(deadline)
            self._process.wait()
            _running.discard(self)
            for pipe in (self._stdout, self._stderr):
                self._close(pipe)
            self._selector.close()
        return self._process.returncode

    @property
    def _is_ours(self) -> bool:
        """Return whether this process started the program itself, and is not a fork of the one that did."""
        return os.getpid() == self._owner

    def _kill(self, deadline: float) -> None:
        """Wait for the program to end by itself, then kill it and everything that it started."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(deadline - monotonic(), 0.0))
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _close_input(self) -> None:
        """End the program's input while another thread may be using it; what that thread writes is dropped."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with contextlib.suppress(ValueError):  # that it has been closed
            os.dup2(nowhere, self._stdin.fileno(), inheritable=False)
        os.close(nowhere)

    # --- what goes through the pipes ----------------------------------------------------------------------------------

    def _exchange(self, timeout: float) -> bool:
        """Read and write what can be; return whether something happened in time."""
        ready = self._selector.select(timeout)
        for key, _ in ready:
            if key.fileobj is self._stdin:
                self._write()
            elif key.fileobj is self._stdout:
                self._incoming += self._read(self._stdout)
            else:
                self._errors += self._read(self._stderr)
                del self._errors[:-KEPT]
        return bool(ready)

    def _read(self, pipe: IO[bytes]) -> bytes:
        """Read what is there, and close a pipe that has ended."""
        try:
            chunk = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            self._close(pipe)
        return chunk

    def _write(self) -> None:
        """Write as much as the pipe takes, and keep the rest; drop it if the program has closed its input."""
        if self._stdin.closed:
            return
        try:
            while self._outgoing:
                del self._outgoing[: os.write(self._stdin.fileno(), self._outgoing)]
        except BlockingIOError:
            if not self._is_watched(self._stdin):
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            return
        except BrokenPipeError:
            self._close(self._stdin)
            return
        if self._is_watched(self._stdin):
            self._selector.unregister(self._stdin)

    def _is_watched(self, pipe: IO[bytes]) -> bool:
        return pipe in self._selector.get_map()

    def _close(self, pipe: IO[bytes]) -> None:
        if not pipe.closed:
            if self._is_watched(pipe):
                self._selector.unregister(pipe)
            pipe.close()

    # --- lines --------------------------------------------------------------------------------------------------------

    def _line_end(self) -> int:
        return self._incoming.find(b"\n")

    def _line(self) -> bytes | None:
        """Return the next line, if it is complete. Raises `TooLarge` as soon as one is too long."""
        end = self._line_end()
        if self._is_skipping:
            self._is_skipping = end < 0
            del self._incoming[: end + 1 if end >= 0 else None]
            return None if end < 0 else self._line()
        if (end if end >= 0 else len(self._incoming)) > self._most:
            self._is_skipping = end < 0
            del self._incoming[: end + 1 if end >= 0 else None]
            raise TooLarge
        if end < 0:
            return None
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        return line


# --- all programs at once ---------------------------------------------------------------------------------------------

_starting: Final = threading.Lock()  # held while a program starts, so that `leave` finds every program
_running: Final[set[Pipes]] = set()


def leave(code: int) -> NoReturn:
    """End this process at once, from any thread, and its programs as `end` does."""
    with _starting:
        try:
            ours = [pipes for pipes in list(_running) if pipes._is_ours]
            deadline = monotonic() + END_S
            for pipes in ours:
                with contextlib.suppress(OSError):  # out of file descriptors: it is killed below
                    pipes._close_input()
            for pipes in ours:
                pipes._kill(deadline)
        finally:
            os._exit(code)
