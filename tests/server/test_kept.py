"""What is kept: it is made once for all who ask, and only so much of it stays."""

from __future__ import annotations

import asyncio

import pytest

from longroad.server.kept import Kept


class Maker:
    """Makes bodies, and counts them; the first `failing` ones fail."""

    def __init__(self, failing: int = 0) -> None:
        self.made, self._failing = 0, failing

    async def __call__(self) -> bytes:
        self.made += 1
        await asyncio.sleep(0.01)
        if self.made <= self._failing:
            raise ValueError("not this time")
        return b"%d" % self.made


@pytest.mark.anyio
async def test_who_asks_meanwhile_and_who_asks_later_get_the_same() -> None:
    kept, make = Kept[str](2), Maker()
    assert await asyncio.gather(*(kept.get("a", make) for _ in range(4))) == [b"1"] * 4
    assert await kept.get("a", make) == b"1"
    assert make.made == 1


@pytest.mark.anyio
async def test_what_fails_is_not_kept_and_the_next_one_tries_again() -> None:
    kept, make = Kept[str](2), Maker(failing=1)
    first, second = await asyncio.gather(kept.get("a", make), kept.get("a", make), return_exceptions=True)
    assert isinstance(first, ValueError)
    assert second == b"2"
    assert "a" in kept


@pytest.mark.anyio
async def test_whoever_goes_away_keeps_nobody_from_it() -> None:
    kept, make = Kept[str](2), Maker()
    going = asyncio.ensure_future(kept.get("a", make))
    staying = asyncio.ensure_future(kept.get("a", make))
    await asyncio.sleep(0)
    going.cancel()
    assert await staying == b"2"


@pytest.mark.anyio
async def test_the_least_recently_used_are_dropped() -> None:
    kept, make = Kept[str](2), Maker()
    for key in ("a", "b", "a", "c"):
        await kept.get(key, make)
    assert [key in kept for key in ("a", "b", "c")] == [True, False, True]
    assert make.made == 3
