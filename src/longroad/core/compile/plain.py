"""The plain way to compile: `njit`, for a Numba whose inner parts are not those that `inner` knows.

The results are the same, byte for byte. The code is slower, and compiled again by every process.
"""

from types import FunctionType
from typing import Any

import numba

OPTIONS = {"error_model": "numpy"}
STORES_CODE = False


def compile_entry(function: FunctionType, boundscheck: bool) -> Any:
    """Return a dispatcher that Python calls."""
    return numba.njit(boundscheck=boundscheck, nogil=True, **OPTIONS)(function)


def compile_rule(function: FunctionType, boundscheck: bool, is_inlined: bool) -> Any:
    """Return a dispatcher that only compiled code calls."""
    return numba.njit(boundscheck=boundscheck, **OPTIONS)(function)
