"""Keeps compiled code between processes: one file per entry point, named after everything the code depends on.

The same name always has the same content, so nothing is ever out of date; code that was not used for long is removed.
Files appear whole or not at all. Processes that need the same code at once wait for the first one to compile it.
"""

import contextlib
import hashlib
import os
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # no such locks here: two processes may then compile the same code, which is harmless
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".code"
KEPT_FILES = 64
KEPT_SECONDS = 30 * 24 * 3600
_DIGEST_SIZE = hashlib.sha256().digest_size


def default_folder() -> Path:
    """Where compiled code is kept: `LONGROAD_CACHE`, or else `longroad` in the user's cache folder."""
    if chosen := os.environ.get("LONGROAD_CACHE"):
        return Path(chosen)
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache") / "longroad"


class CodeCache:
    """A folder of compiled code; without a usable folder everything works, but nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()
        self._complained = False

    def read(self, name: str) -> bytes | None:
        """The code of this name, or None if it is not there or is damaged."""
        path = self.folder / (name + SUFFIX)
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        digest, code = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        return code if hashlib.sha256(code).digest() == digest else None

    def write(self, name: str, code: bytes) -> None:
        """Store code under a name, and remove what was not used for long."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor, temporary = tempfile.mkstemp(dir=self.folder, prefix=name, suffix=".part")
            with open(descriptor, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            os.replace(temporary, self.folder / (name + SUFFIX))
        except OSError as error:
            self._complain(error)
        else:
            self._prune()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from compiling at the same time, where the system has file locks."""
        with contextlib.ExitStack() as stack:
            if fcntl is not None:
                with contextlib.suppress(OSError):
                    self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                    lock = stack.enter_context(open(self.folder / "lock", "w"))
                    fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _complain(self, error: OSError) -> None:
        if not self._complained:
            self._complained = True
            warnings.warn(
                f"compiled rules cannot be stored in {self.folder} ({error.strerror}), so every start compiles them; "
                "set LONGROAD_CACHE to a folder that can be written",
                RuntimeWarning,
                stacklevel=2,
            )

    def _prune(self) -> None:
        oldest = time.time() - KEPT_SECONDS
        used: list[tuple[float, Path]] = []
        for path in self.folder.iterdir():
            if path.suffix in (SUFFIX, ".part"):
                with contextlib.suppress(OSError):  # another process may have been quicker
                    used.append((path.stat().st_mtime, path))
        used.sort(reverse=True)
        for index, (moment, path) in enumerate(used):
            if index >= KEPT_FILES or moment < oldest:
                with contextlib.suppress(OSError):
                    path.unlink()
