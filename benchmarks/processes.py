"""Reads from /proc what a process and its children have used, as servers and databases consist of several."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

PROC: Final = Path("/proc")
TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """What one process has used."""

    pid: int
    parent: int
    cpu_s: float  # with that of children that have ended


def parse_stat(line: str) -> Usage:
    """Read a line of /proc/PID/stat; the name in it may contain anything.

    >>> parse_stat("7 (a ) b) S 1 7 7 0 -1 0 0 0 0 0 150 50 20 0 20 0")
    Usage(pid=7, parent=1, cpu_s=2.2)
    """
    before, _, after = line.rpartition(")")
    fields = after.split()
    return Usage(int(before.split()[0]), int(fields[1]), sum(map(int, fields[11:15])) / TICKS_A_SECOND)


def tree(usages: Iterable[Usage], root: int) -> list[Usage]:
    """Return a process and all its descendants.

    >>> [each.pid for each in tree([Usage(1, 0, 0.0), Usage(2, 1, 0.0), Usage(3, 2, 0.0), Usage(4, 9, 0.0)], 1)]
    [1, 2, 3]
    """
    known = list(usages)
    found = [each for each in known if each.pid == root]
    for parent in found:  # grows while it is read
        found += [each for each in known if each.parent == parent.pid]
    return found


def cpu_s(root: int) -> float:
    """Return the CPU seconds of a process and its descendants.

    Raises:
        ProcessLookupError: There is no such process.
    """
    found = tree(_usages(), root)
    if not found:
        raise ProcessLookupError(f"process {root}: expected the id of a running process")
    return sum(each.cpu_s for each in found)


def _usages() -> list[Usage]:
    """Return all processes that can be read."""
    usages = []
    for stat in PROC.glob("[0-9]*/stat"):
        try:
            usages.append(parse_stat(stat.read_text(errors="replace")))
        except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            continue
    return usages
