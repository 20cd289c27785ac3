"""The queue before the workers: everybody has a turn, however much the others ask for."""

from __future__ import annotations

import asyncio

import pytest

from longroad.server.fair_queue import Asker, FairQueue

pytestmark = pytest.mark.anyio


async def served(*askers: Asker) -> list[Asker]:
    """Let all wait in this order for one item, which each hands back; return the order in which they got it."""
    queue: FairQueue[int] = FairQueue()
    order: list[Asker] = []

    async def take(asker: Asker) -> None:
        item = await queue.get(asker)
        order.append(asker)
        queue.put(item)

    waiting = [asyncio.ensure_future(take(asker)) for asker in askers]
    await asyncio.sleep(0)
    queue.put(1)
    await asyncio.gather(*waiting)
    return order


async def test_addresses_take_turns() -> None:
    flood = [Asker("flood", str(game)) for game in range(20)]
    order = await served(*flood, Asker("one", "a"), Asker("other", "b"))
    assert order[:3] == [flood[0], Asker("one", "a"), Asker("other", "b")]


async def test_games_of_an_address_take_turns() -> None:
    often = [Asker("one", "often")] * 5
    order = await served(*often, Asker("one", "rarely"))
    assert order[1] == Asker("one", "rarely")


async def test_who_has_had_a_turn_comes_last() -> None:
    order = await served(*[Asker("a", "1")] * 3, *[Asker("b", "1")] * 3)
    assert [asker.address for asker in order] == ["a", "b", "a", "b", "a", "b"]


async def test_who_asks_one_at_a_time_is_served_after_whoever_has_an_item_now() -> None:
    queue: FairQueue[int] = FairQueue()
    queue.put(7)
    item = await queue.get(Asker("flood", "0"))
    flood = [asyncio.ensure_future(queue.get(Asker("flood", str(game)))) for game in range(1, 5)]
    await asyncio.sleep(0)
    for _ in range(3):
        one = asyncio.ensure_future(queue.get(Asker("one", "game")))
        await asyncio.sleep(0)
        queue.put(item)
        assert await one == 7
        queue.put(item)
        assert await flood.pop(0) == 7, "but the others have their turns, too"
    flood[0].cancel()


async def test_who_gives_up_waiting_keeps_nothing() -> None:
    queue: FairQueue[int] = FairQueue()
    first, second = (asyncio.ensure_future(queue.get(Asker(name))) for name in ("a", "b"))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    queue.put(7)
    assert await second == 7
    assert not queue.is_crowded


async def test_an_item_handed_over_in_the_moment_of_giving_up_is_not_lost() -> None:
    queue: FairQueue[int] = FairQueue()
    waiting = asyncio.ensure_future(queue.get())
    await asyncio.sleep(0)
    queue.put(7)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert await queue.get() == 7


async def test_an_item_for_somebody_who_is_giving_up_goes_to_the_next() -> None:
    queue: FairQueue[int] = FairQueue()
    first, second = (asyncio.ensure_future(queue.get(Asker(name))) for name in ("a", "b"))
    await asyncio.sleep(0)
    first.cancel()
    queue.put(7)  # before the first one has noticed
    assert isinstance((await asyncio.gather(first, return_exceptions=True))[0], asyncio.CancelledError)
    assert await second == 7
    waiting = asyncio.ensure_future(queue.get())
    await asyncio.sleep(0)
    waiting.cancel()
    queue.put(7)
    await asyncio.gather(waiting, return_exceptions=True)
    assert await queue.get() == 7, "nobody else waited"
