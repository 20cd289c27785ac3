"""Workers of servers at the priority of the server.

On a busy machine everything else would run before those that have stepped back, and they would take longer for a
request than they may.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final
from unittest.mock import patch

from longroad.server import workers

STEP_BACK: Final = workers._begin


def begin(prepare: Callable[[], None]) -> None:
    """Begin a worker as usual, but keep its priority."""
    os.nice = lambda by: 0
    STEP_BACK(prepare)


def kept_priority() -> AbstractContextManager[object]:
    """Keep the priority of workers that start from now on."""
    return patch.object(workers, "_begin", begin)
