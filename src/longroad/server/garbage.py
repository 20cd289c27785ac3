"""Keeps the garbage collector from pausing a server in the middle of play.

Almost everything is freed by reference counts, as the tests check for rooms; the collector only finds cycles, of which
a server makes a few a second. By itself it would look through all rooms again and again, and pause the server for a
third of a second beside a thousand of them. So it works only now and then, in a second in which nothing is stored.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

LOOK_S: Final = 1.0
EVERY: Final = 600  # looks between two collections, if nothing is stored then
LONGEST: Final = 6 * 3600  # looks after which it collects in any case


async def collect(stored: Callable[[], int]) -> None:
    """Collect garbage until cancelled; `stored` counts what has been stored."""
    gc.disable()
    try:
        looks = 0
        while True:
            before = stored()
            await asyncio.sleep(LOOK_S)
            looks += 1
            if looks >= LONGEST or (looks >= EVERY and stored() == before):
                gc.collect()
                looks = 0
    finally:
        gc.enable()
