"""Real servers under faults: a short form here, 500 kills in `make faults`; and what these runs would notice."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, nullcontext, suppress
from itertools import islice
from pathlib import Path
from random import Random
from struct import pack
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from longroad.server.events import Event
from tests.faults.person import Violation
from tests.faults.real.checks import check_sent, check_told
from tests.faults.real.people import Person, Sent
from tests.faults.real.proxy import Proxy, Stream
from tests.faults.real.run import Run
from tests.faults.real.schedule import KILLS, WEIGHTS, Fault, schedule
from tests.faults.real.servers import CLOCK
from tests.faults.real.site import Kind

pytestmark = pytest.mark.anyio

NETWORK = ("cut", "stall", "delay", "half-close")
SETTLED = ("server", "postmaster", "full disk")
SHORT: dict[Kind, tuple[str, ...]] = {
    "sqlite": ("worker", "server", *NETWORK, "worker", "full disk", "clock", "server", "worker", "server"),
    "postgres": (
        *("worker", "backend", "database cut", "cut", "postmaster", "database stall", "worker"),
        *("database delay", "database half-close", "backend", "server"),
    ),
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def faults_of(*kinds: str) -> Iterator[Fault]:
    for number, kind in enumerate(kinds, 1):
        yield Fault(number, kind, 0.1, 0.3, which=0, is_settled=kind in SETTLED, seed=number)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_nothing_is_lost_and_every_game_goes_on(kind: Kind, tmp_path: Path) -> None:
    run = Run(kind, 0, 2, tmp_path, tables=2, turns=(2, 3), faults=faults_of(*SHORT[kind]))
    summary = await run(kills=len(SHORT[kind]))
    assert not summary.failure, summary.failure
    assert summary.faults == Counter(SHORT[kind])
    assert summary.kills == 6
    assert summary.games >= 2
    assert summary.confirmed > 5


async def test_a_lost_event_is_noticed(tmp_path: Path) -> None:
    """A real server, whose database somebody cuts short."""

    def faults() -> Iterator[Fault]:
        yield from faults_of("delay")
        with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
            last = "SELECT game, max(number) FROM events WHERE kind = 'ply' GROUP BY game"
            database.execute(f"DELETE FROM events WHERE (game, number) IN ({last})")
        yield from faults_of("cut", "cut")

    summary = await Run("sqlite", 0, 1, tmp_path, tables=2, faults=faults())(kills=1)
    assert "Violation" in summary.failure
    assert "server 0" in summary.failure, "with the ends of the logs"


# --- what is checked --------------------------------------------------------------------------------------------------

EVENTS = [
    Event(1, "started", 0.0, {"asked": [0]}),
    Event(2, "ply", 0.0, {"ply": "0: settle 10", "asked": [0]}),
    Event(3, "ply", 0.0, {"ply": "0: road 4", "asked": [1]}),
]


def test_what_was_told_and_is_stored_is_in_order() -> None:
    check_told("game", EVENTS, 0, {2: "0: settle 10", 3: "0: road 4"})
    check_told("game", EVENTS, 1, {3: "0: road ?"})


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (EVENTS[:2], {3: "0: road 4"}),
        (EVENTS, {3: "0: road 5"}),
        ([EVENTS[0], EVENTS[2]], {}),
        ([*EVENTS[:2], EVENTS[1]], {}),
    ],
    ids=["lost", "another", "a gap", "twice"],
)
def test_what_was_told_and_is_not_stored_is_noticed(events: list[Event], told: dict[int, str]) -> None:
    with pytest.raises(Violation):
        check_told("game", events, 0, told)


def person_who(*sent: Sent) -> Person:
    person = Person(None, "game", 0, "token", Random(0))  # type: ignore[arg-type]
    person.sent += sent
    return person


def test_one_answer_to_a_decision_is_in_order() -> None:
    check_sent("game", EVENTS, person_who(Sent(1, ["settle 10", "settle 12"], [("settle 10", 2)]), Sent(2, ["road 4"])))


@pytest.mark.parametrize(
    ("events", "sent"),
    [
        ([*EVENTS, Event(4, "ply", 0.0, {"ply": "0: road 5"})], Sent(2, ["road 4", "road 5"])),
        (EVENTS, Sent(1, ["settle 10"], [("settle 10", 2), ("settle 10", 2)])),
        (EVENTS, Sent(1, ["settle 10", "settle 12"], [("settle 12", 2)])),
        (EVENTS[:2], Sent(2, ["road 4"], [("road 4", 3)])),
    ],
    ids=["two stored", "two granted", "another granted", "lost"],
)
def test_a_second_answer_or_a_lost_one_is_noticed(events: list[Event], sent: Sent) -> None:
    with pytest.raises(Violation):
        check_sent("game", events, person_who(sent))


def table_of(event: int, hand: object = None, ply: str = "1: end") -> dict[str, object]:
    seats = [{"seat": 0, "hand": {"ore": 1}}, {"seat": 1, "hand": hand}]
    log = [{"event": event, "seat": 1, "ply": ply}]
    return {"type": "table", "event": event, "snapshot": {"seats": seats}, "log": log}


@pytest.mark.parametrize(
    "messages",
    [[table_of(7), table_of(6)], [table_of(7, {"ore": 1})], [table_of(7), table_of(7, ply="1: roll")]],
    ids=["back in time", "another's hand", "another past"],
)
def test_a_person_notices_what_must_not_be_told(messages: list[dict[str, object]]) -> None:
    *first, last = messages
    person = person_who()
    for message in first:
        person._note(message)
    with pytest.raises(Violation):
        person._note(last)


@pytest.mark.parametrize(("status", "is_allowed"), [(503, True), (500, False), (404, False)])
async def test_an_internal_error_is_noticed_but_trouble_is_not_one(status: int, is_allowed: bool) -> None:
    class Failing:
        client = httpx.AsyncClient(transport=httpx.MockTransport(lambda _: httpx.Response(status, text="Sorry")))

        def address(self, _rng: Random) -> str:
            return "127.0.0.1:1"

    person = Person(cast("Any", Failing()), "game", 0, "token", Random(0))
    with nullcontext() if is_allowed else pytest.raises(Violation, match=str(status)):
        await person._post(Sent(1, ["roll"]), "roll")


@pytest.mark.parametrize(
    ("code", "reason", "is_allowed"),
    [
        (1012, "", True),
        (4503, "unavailable", True),
        (1011, "keepalive ping timeout", True),
        (1011, "broken", False),
        (4500, "broken_game", False),
        (4404, "unknown_game", False),
    ],
)
def test_a_connection_that_ends_with_a_defect_is_noticed(code: int, reason: str, is_allowed: bool) -> None:
    with nullcontext() if is_allowed else pytest.raises(Violation, match=reason):
        person_who()._check_end(ConnectionClosedError(Close(code, reason), None))


# --- the schedule -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_seed_repeats_a_schedule_and_every_kind_comes(kind: Kind) -> None:
    faults = list(islice(schedule(3, kind), 600))
    assert faults == list(islice(schedule(3, kind), 600))
    assert faults != list(islice(schedule(4, kind), 600))
    assert {fault.kind for fault in faults[: len(WEIGHTS[kind])]} == set(WEIGHTS[kind])
    assert sum(fault.kind in KILLS for fault in faults) > 450


# --- the proxy --------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def echoing(proxies: list[Proxy]) -> AsyncIterator[Stream]:
    """A connection through a proxy to a server that sends everything back, and what it has received at its end."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(100):
                writer.write(data)

    async with await asyncio.start_server(echo, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        proxy = Proxy(lambda: asyncio.open_connection("127.0.0.1", port), Random(0))
        proxies.append(proxy)
        await proxy.start()
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"one")
        assert await reader.read(100) == b"one"
        yield reader, writer
        writer.close()
        await proxy.close()


async def test_the_proxy_cuts_and_half_closes() -> None:
    proxies: list[Proxy] = []
    async with echoing(proxies) as (reader, _):
        proxies[0].cut()
        with pytest.raises(ConnectionResetError):
            await reader.read(100)
    async with echoing(proxies) as (reader, writer):
        proxies[1].half_close()
        assert await reader.read(100) == b"", "nothing more comes"
        writer.write(b"two")
        await writer.drain()


async def test_the_proxy_stalls_and_delays() -> None:
    proxies: list[Proxy] = []
    async with echoing(proxies) as (reader, writer):
        proxies[0].stall()
        writer.write(b"two")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(100), 0.1)
        proxies[0].resume()
        assert await reader.read(100) == b"two"
        proxies[0].delay_s = (0.1, 0.1)
        start = time.monotonic()
        writer.write(b"three")
        assert await reader.read(100) == b"three"
        assert time.monotonic() - start >= 0.2, "in each direction"


def test_the_wall_clock_of_a_process_is_shifted(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_bytes(pack("d", -3600.0))
    program = "import time; print(time.time(), time.monotonic())"
    environment = {**os.environ, "SHIFTED_CLOCK": str(file), "PYTHONPATH": str(CLOCK)}
    before = time.monotonic()
    shown = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=30
    )
    wall, monotonic = map(float, shown.stdout.split())
    assert abs(wall - (time.time() - 3600)) < 30
    assert before <= monotonic <= time.monotonic()
