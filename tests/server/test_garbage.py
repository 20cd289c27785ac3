"""The garbage collector of a server works only while nothing is stored."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

import pytest

from longroad.server import garbage

pytestmark = pytest.mark.anyio


async def collections(stored: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> int:
    """Count the collections of some seconds that are a thousandth as long."""
    monkeypatch.setattr(garbage, "LOOK_S", 0.001)
    monkeypatch.setattr(garbage, "EVERY", 5)
    monkeypatch.setattr(garbage, "LONGEST", 40)
    count, real = 0, gc.collect

    def counting() -> int:
        nonlocal count
        count += 1
        return real(0)

    monkeypatch.setattr(gc, "collect", counting)
    task = asyncio.create_task(garbage.collect(stored))
    await asyncio.sleep(0.01)
    assert not gc.isenabled()
    for _ in range(60):
        await asyncio.sleep(0.001)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert gc.isenabled()
    return count


async def test_it_collects_while_nothing_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await collections(lambda: 7, monkeypatch) >= 3


async def test_it_waits_while_something_is_stored_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(10**9))
    assert await collections(lambda: next(numbers), monkeypatch) <= 2
