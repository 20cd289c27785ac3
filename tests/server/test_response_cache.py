"""The cache of responses: each is computed once for all who ask, and only so many stay."""

from __future__ import annotations

import asyncio

import pytest

from longroad.server.response_cache import ResponseCache

pytestmark = pytest.mark.anyio


class Computer:
    """Computes responses when it is told to go on, and counts them; the first `failing` ones fail."""

    def __init__(self, failing: int = 0) -> None:
        self.begun, self.done, self._failing = 0, 0, failing
        self.may_go_on = asyncio.Event()

    async def __call__(self) -> bytes:
        self.begun += 1
        await self.may_go_on.wait()
        self.done += 1
        if self.done <= self._failing:
            raise ValueError("not this time")
        return b"%d" % self.done


def computer(failing: int = 0) -> Computer:
    """Return one that computes at once."""
    ready = Computer(failing)
    ready.may_go_on.set()
    return ready


async def test_who_asks_meanwhile_and_who_asks_later_get_the_same() -> None:
    cache, compute = ResponseCache[str](2), computer()
    assert await asyncio.gather(*(cache.get("a", compute) for _ in range(4))) == [b"1"] * 4
    assert await cache.get("a", compute) == b"1"
    assert compute.begun == 1


async def test_who_waits_for_one_that_fails_is_told_and_who_asks_later_gets_a_new_one() -> None:
    cache, compute = ResponseCache[str](2), computer(failing=1)
    both = await asyncio.gather(cache.get("a", compute), cache.get("a", compute), return_exceptions=True)
    assert [type(each) for each in both] == [ValueError, ValueError]
    assert "a" not in cache
    assert await cache.get("a", compute) == b"2"


@pytest.mark.parametrize("who", [0, 1], ids=["the first", "the second"])
async def test_whoever_goes_away_takes_it_from_nobody(who: int) -> None:
    cache, compute = ResponseCache[str](2), Computer()
    asking = [asyncio.ensure_future(cache.get("a", compute)) for _ in range(2)]
    await asyncio.sleep(0)
    asking[who].cancel()
    await asyncio.wait({asking[who]})
    assert asking[who].cancelled()
    compute.may_go_on.set()
    assert await asking[1 - who] == b"1"
    assert compute.begun == 1


async def test_what_nobody_waits_for_is_given_up_and_the_next_one_begins_again() -> None:
    cache, compute = ResponseCache[str](2), Computer()
    going = asyncio.ensure_future(cache.get("a", compute))
    await asyncio.sleep(0)
    going.cancel()
    await asyncio.wait({going})
    coming = asyncio.ensure_future(cache.get("a", compute))
    compute.may_go_on.set()
    assert await coming == b"1"
    assert (compute.begun, compute.done) == (2, 1)


async def test_the_least_recently_used_are_dropped() -> None:
    cache, compute = ResponseCache[str](2), computer()
    for key in ("a", "b", "a", "c"):
        await cache.get(key, compute)
    assert [key in cache for key in ("a", "b", "c")] == [True, False, True]
    assert compute.begun == 3
