"""Keeps the pauses of the garbage collector short, during which the server answers nobody.

Almost everything is freed by reference counts; the collector only finds cycles. Its usual thresholds are made for small
programs: with thousands of rooms it would look through all of them many times a minute.
"""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = (5_000, 20, 50)


def settle() -> None:
    """Leave what has been loaded until now out of all collections, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
