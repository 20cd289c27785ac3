"""What every test at a terminal shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.terminal.screen import OPEN


@pytest.fixture(autouse=True)
def _ended_terminals() -> Iterator[None]:
    """End whatever a test has left running."""
    yield
    while OPEN:
        OPEN.pop().close()
