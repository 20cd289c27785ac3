"""Shifts the wall clock of a Python process by the seconds in a file, as they are at the moment.

A server starts with this folder in its path and the file in `SHIFTED_CLOCK`. The monotonic clock stays as it is, as it
does when somebody sets the clock of a machine. With `WITHOUT_NUMBA` there is no Numba, which takes seconds to load, and
which the bots of these games do not need.
"""

import mmap
import os
import struct
import sys
import time


def shift(path: str) -> None:
    """Shift the wall clock by what a file says from now on."""
    with open(path, "r+b") as file:
        shared = mmap.mmap(file.fileno(), 8)
    real = time.time
    time.time = lambda: real() + float(struct.unpack_from("d", shared)[0])


if os.environ.get("SHIFTED_CLOCK"):
    shift(os.environ["SHIFTED_CLOCK"])
if os.environ.get("WITHOUT_NUMBA"):
    sys.modules["numba"] = None  # type: ignore[assignment]
