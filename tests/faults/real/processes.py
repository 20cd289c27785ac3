"""Processes of this machine as Linux shows them, and signals to them."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

NO_ROOM = 512  # bytes: nothing of a database can be written


def children(process: int) -> list[int]:
    """List the children of a process, the oldest first."""
    return sorted(pid for pid, parent in _parents() if parent == process)


def descendants(process: int) -> list[int]:
    """List the children of a process, their children, and so on."""
    parents = list(_parents())
    found = [process]
    for each in found:
        found += [pid for pid, parent in parents if parent == each]
    return found[1:]


def _parents() -> Iterable[tuple[int, int]]:
    """Yield each process and its parent."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, IndexError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if fields[0] != "Z":
                    yield int(folder.name), int(fields[1])


def command_of(process: int) -> str:
    """Return the command line of a process; empty if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def kill(process: int) -> bool:
    """Kill a process at once; return whether it was there."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
        return True
    return False


def limit_files(process: int, size: int = NO_ROOM) -> None:
    """Let a process write no file beyond a size, as on a full disk."""
    with suppress(ProcessLookupError):
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def unlimit_files(process: int) -> None:
    """Let a process write files of any size."""
    limit_files(process, resource.RLIM_INFINITY)
