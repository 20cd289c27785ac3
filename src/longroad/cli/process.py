"""The process around a command: its standard streams, and how it ends when interrupted or when its output is closed.

Whatever happens to standard output, and whenever Ctrl-C is pressed, the process ends with at most one line and the exit
code that shells expect.
"""

from __future__ import annotations

import atexit
import codecs
import io
import os
import signal
import sys
from types import FrameType
from typing import Any, Final, TextIO

FAILED: Final = 1
INTERRUPTED: Final = 128 + 2  # as a shell reports a program that SIGINT has ended
UNREAD: Final = 128 + 13  # as it reports one that SIGPIPE has ended
AGAIN_SECONDS: Final = 0.02  # until an interrupt that came during an import is tried again
MOST_TRIES: Final = 50  # after which the import is taken for one that does not end

# How characters that a terminal cannot show are written.
ASCII: Final = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "„": '"',
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "–": "-",
    "—": "-",
    "…": "...",
    "×": "x",
    "·": ".",
    "─": "-",
    "━": "-",
    "│": "|",
    "┃": "|",
    "→": "->",
    "←": "<-",
    "±": "+-",
    "µ": "u",
    "\u00a0": " ",
}


class OutputFailed(SystemExit):
    """Standard output cannot be written to. As a subclass of `SystemExit`, it passes through `except Exception`."""

    def __init__(self, error: OSError) -> None:
        is_unread = isinstance(error, BrokenPipeError)
        super().__init__(UNREAD if is_unread else FAILED)
        self.message = None if is_unread else f"cannot write to standard output: {error.strerror or error}"


class _Output(io.FileIO):
    """A file that raises `OutputFailed` if it cannot be written."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OutputFailed(error) from error


class _Interrupted:
    """Makes a process that was interrupted end with our code.

    Python sometimes takes an interrupt that was handled for one that was not, and sends SIGINT to itself at its very
    end: of 72 commands that were interrupted on a busy machine, 7 to 14 ended by the signal.
    """

    is_so = False

    def leave(self) -> None:
        """Leave the process, before Python can do that, if it was interrupted."""
        if self.is_so:
            os._exit(INTERRUPTED)


def run_process() -> int:
    """Run the command of this process, and return its exit code. Until then, SIGINT ends the process at once."""
    code, interrupted = FAILED, _Interrupted()
    atexit.register(interrupted.leave)
    try:
        _prepare_streams()
        from longroad.cli.commands import run

        _raise_on_interrupt()
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the next one ends the process at once
        code = _end("interrupted", INTERRUPTED)
        interrupted.is_so = True
    except OutputFailed as failure:
        code = _end(failure.message, int(failure.code or FAILED))
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # for anything that the interpreter still waits for
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
    return code


def _raise_on_interrupt() -> None:
    """Have Ctrl-C raise `KeyboardInterrupt` from now on."""
    if not hasattr(signal, "setitimer"):  # Windows
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))  # the handler of that moment gets it
    signal.signal(signal.SIGINT, _Interrupt())


class _Interrupt:
    """A handler of SIGINT that raises `KeyboardInterrupt`, but not inside an import, where it can be dropped.

    There it is tried again until the import has ended, but not for longer than a second.
    """

    def __init__(self) -> None:
        self._tries = 0

    def __call__(self, _signal: int, frame: FrameType | None) -> None:
        self._tries += 1
        if _is_importing(frame) and self._tries < MOST_TRIES:
            signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
            return
        self._tries = 0
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


def _end(message: str | None, code: int) -> int:
    """Print the one line that ends a process, and return its exit code."""
    if message is not None:
        start = "\n" if sys.stderr.isatty() else ""  # a terminal shows ^C where the cursor was
        print(f"{start}longroad: {message}", file=sys.stderr)
    try:
        sys.stdout.flush()
    except SystemExit:
        _discard_output()
    return code


def _discard_output() -> None:
    """Discard what is still buffered for standard output, which the interpreter would try to write at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- streams ----------------------------------------------------------------------------------------------------------


def _prepare_streams() -> None:
    """Replace standard streams that are closed, and make the others write any character."""
    codecs.register_error("longroad", _spell_out)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open to the end)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:  # a file that cannot be written to fails like the closed one
        sys.stdout = _output(os.open(os.devnull, os.O_RDONLY), "utf-8", is_line_buffered=False)
    elif not sys.stdout.isatty():
        sys.stdout = _output(sys.stdout.fileno(), sys.stdout.encoding, bool(sys.stdout.line_buffering))
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "longroad"), (sys.stderr, "longroad")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _output(file: int, encoding: str, is_line_buffered: bool) -> TextIO:
    buffer = io.BufferedWriter(_Output(file, "w", closefd=False))
    return io.TextIOWrapper(buffer, encoding, line_buffering=is_line_buffered)


def _spell_out(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement for characters that an encoding lacks, as `codecs.register_error` expects.

    >>> codecs.register_error("longroad", _spell_out)
    >>> "Weiß: 5 → 6 ☃".encode("ascii", "longroad")
    b'Weiss: 5 -> 6 ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(ASCII.get(character, "?") for character in error.object[error.start : error.end]), error.end
