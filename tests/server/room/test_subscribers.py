"""Streams of messages: what is written past the queue, and that everything arrives once and in order."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, cast

import pytest

from longroad.server.room.subscribers import Subscriber
from longroad.server.wire.compact import Written


class Connection:
    """A connection that takes messages at once while it is ready, and else one after the other, slowly."""

    def __init__(self) -> None:
        self.is_ready = True
        self.received: list[bytes] = []
        self.at_once = 0
        self.subscriber = Subscriber(0, cast("Any", None), write_now=self.write_now)

    def write_now(self, text: bytes) -> bool:
        if self.is_ready:
            self.received.append(text)
            self.at_once += 1
        return self.is_ready

    async def read(self, rng: Random | None = None) -> None:
        async for message in self.subscriber.messages():
            for _ in range(rng.randrange(4) if rng else 0):
                await asyncio.sleep(0)  # as for a peer that reads slowly
            self.received.append(message.json)


def update(number: int) -> Written:
    return Written("update", b"%d" % number)


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


def test_a_message_is_written_at_once_only_while_the_reader_waits() -> None:
    async def work() -> None:
        connection = Connection()
        connection.subscriber.send(update(1))
        assert not connection.received, "nobody reads yet"
        reading = asyncio.ensure_future(connection.read())
        await asyncio.sleep(0)
        connection.subscriber.send(update(2))
        assert connection.received == [b"1", b"2"]
        assert connection.at_once == 1
        connection.is_ready = False
        connection.subscriber.send(update(3))
        connection.is_ready = True
        connection.subscriber.send(update(4))
        assert connection.received == [b"1", b"2"], "4 waits behind 3"
        connection.subscriber.close()
        await reading
        assert connection.received == [b"1", b"2", b"3", b"4"]

    run(work())


@pytest.mark.parametrize("seed", range(20))
def test_everything_arrives_once_and_in_order(seed: int) -> None:
    async def work() -> None:
        rng = Random(seed)
        connection = Connection()
        reading = asyncio.ensure_future(connection.read(rng))
        for number in range(300):
            connection.is_ready = rng.random() < 0.7
            connection.subscriber.send(update(number))
            for _ in range(rng.randrange(8)):
                await asyncio.sleep(0)
        connection.subscriber.close()
        await reading
        assert connection.received == [b"%d" % number for number in range(300)]
        assert connection.at_once > 10

    run(work())
