"""Connections: a peer that does not finish what it began is cut off, and no address takes the place of the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import resource
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from longroad.server.http.connections import DEADLINES, Connections, Deadlines, raise_file_limit
from longroad.server.http.protocols import ReadWatch
from longroad.server.networks import network_of
from longroad.server.repeats import FILTERED, RepeatFilter
from tests.server.rooms import run
from tests.server.web import SOLO, Process, listening

pytestmark = pytest.mark.anyio

SOON = Deadlines(headers=0.3, body=0.3, pong=1.0, reading=0.3)
FILES = 256
ATTACKS = 600


@pytest.fixture(autouse=True)
def _nothing_logged_before() -> None:
    """Forget what other tests have logged in this process."""
    for name in FILTERED:
        logging.getLogger(name).filters.clear()


async def closed_after(port: int, sent: bytes) -> float:
    """Send something, then nothing more; return after how many seconds the server closes the connection."""
    begun = time.monotonic()  # before the server's deadline begins
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(60):
            while await reader.read(1000):
                pass
    writer.close()
    return time.monotonic() - begun


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET /api/meta HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"GET /api/games/abc/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    ],
    ids=["nothing", "half a line", "half the headers", "half a body", "half a handshake"],
)
async def test_a_request_that_does_not_end_is_cut_off(tmp_path: Path, sent: bytes) -> None:
    async with listening(tmp_path, SOON) as port:
        assert SOON.headers <= await closed_after(port, sent) < DEADLINES.headers


async def test_bytes_that_trickle_in_do_not_postpone_the_deadline(tmp_path: Path) -> None:
    async with listening(tmp_path, SOON) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        sent = 0
        with contextlib.suppress(ConnectionError):
            for letter in b"GET / HTTP/1.1\r\nX-Slow: " + b"a" * 100:
                writer.write(bytes([letter]))
                await writer.drain()
                if reader.at_eof():
                    break
                sent += 1
                await asyncio.sleep(0.05)
        writer.close()
        assert sent < 60, "three seconds, and more on a busy machine"


async def test_a_second_request_on_a_connection_has_a_deadline_too(tmp_path: Path) -> None:
    whole = b"GET /api/meta HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with listening(tmp_path, SOON) as port:
        assert await closed_after(port, whole + b"GET /api/meta HT") < DEADLINES.headers


async def ask_until_closed(peer: socket.socket) -> None:
    """Send requests and read no answer. Raises `ConnectionError` when the server closes the connection."""
    asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with asyncio.timeout(120):
        while True:
            await asyncio.get_running_loop().sock_sendall(peer, asked)
            await asyncio.sleep(0.002)


async def test_a_peer_that_reads_nothing_is_cut_off(tmp_path: Path) -> None:
    async with listening(tmp_path, SOON) as port:
        with socket.create_connection(("127.0.0.1", port)) as peer:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            peer.setblocking(False)
            with pytest.raises(ConnectionError):
                await ask_until_closed(peer)


async def test_a_websocket_that_answers_no_ping_is_closed(tmp_path: Path) -> None:
    async with listening(tmp_path, SOON) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        game = (await client.post("/api/games", json=SOLO)).json()["game"]
        handshake = (
            f"GET /api/games/{game}/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert SOON.pong <= await closed_after(port, handshake.encode()) < DEADLINES.pong


async def test_a_websocket_that_answers_stays_open(tmp_path: Path) -> None:
    patient = replace(SOON, pong=2.0)  # longer than a busy machine stands still
    async with listening(tmp_path, patient) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        game = (await client.post("/api/games", json=SOLO)).json()["game"]
        async with connect(f"ws://127.0.0.1:{port}/api/games/{game}/ws") as websocket:
            await asyncio.sleep(1.1 * patient.pong)
            await (await websocket.ping())
            assert "table" in await websocket.recv(decode=True)


def test_an_address_takes_only_a_part_of_all_connections() -> None:
    connections = Connections(files=1000)
    mine = sum(connections.take("192.0.2.1") for _ in range(1000))
    assert mine == connections.most_each < connections.most / 2
    assert connections.take("192.0.2.2")
    assert sum(connections.take("2001:db8::1" if even else "2001:db8::2") for even in [True, False] * 500) == mine
    connections.give_back("192.0.2.1")
    assert connections.take("192.0.2.1")
    assert not connections.take("192.0.2.1")


def test_a_trusted_proxy_brings_many_clients() -> None:
    connections = Connections(1000, proxies=[network_of("10.0.0.0/8")])
    assert sum(connections.take("10.1.2.3") for _ in range(1000)) == connections.most
    assert not connections.take("192.0.2.1"), "in total there are only so many"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Process]:
    """A server that may open few files."""
    process = Process(tmp_path, files=FILES)
    process.start()
    yield process
    process.stop()


def attack(port: int, source: str, count: int) -> list[socket.socket]:
    """Begin many requests from an address of this machine at once, and finish none."""
    begun = [socket.socket() for _ in range(count)]
    for each in begun:
        each.bind((source, 0))
        each.setblocking(False)
        each.connect_ex(("127.0.0.1", port))
    time.sleep(0.5)
    for each in begun:
        with contextlib.suppress(OSError):  # closed already, or not yet open
            each.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    return begun


def files_of(process: Process) -> int:
    assert process.process is not None
    return len(os.listdir(f"/proc/{process.process.pid}/fd"))


def test_others_get_in_while_one_address_opens_hundreds_of_connections(small: Process) -> None:
    begun = attack(small.port, "127.0.0.2", ATTACKS)
    try:
        assert files_of(small) < FILES - 32, "some are left for the database and the workers"
        answer = httpx.post(f"{small.address}/api/games", json=SOLO, timeout=8)  # before the deadline of the others
        assert answer.status_code == 201
        assert len(small.log) < 2000
    finally:
        for each in begun:
            each.close()


async def without_files(port: int, begun: list[socket.socket]) -> None:
    """Connect while this process may open no more files, and wait until that has failed a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (8, hard))
    try:
        for each in begun:
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", port))
        await asyncio.sleep(2.2)  # asyncio tries again every second, many times
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_accept_errors_are_logged_a_few_times_and_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A limit that is lowered while the server runs stands for files that something else has taken."""

    async def work() -> None:
        async with listening(tmp_path) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            begun = [socket.socket() for _ in range(50)]
            await without_files(port, begun)
            for each in begun:
                each.close()
            assert (await client.get("/api/meta", timeout=5)).status_code == 200

    run(work())
    logged = [record for record in caplog.records if "socket.accept()" in record.getMessage()]
    assert 0 < len(logged) <= 5


def test_the_limit_of_open_files_is_raised_to_what_is_allowed() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 512), hard))
    try:
        raised = raise_file_limit()
        assert raised == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, 16_384)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_log_says_how_many_messages_it_left_out() -> None:
    moment = 0.0
    repeats = RepeatFilter(most=2, now=lambda: moment)
    record = logging.makeLogRecord({"msg": "accept failed", "levelno": logging.ERROR})
    assert [repeats.filter(record) for _ in range(9)] == [True, True, *[False] * 7]
    moment = 61.0
    assert repeats.filter(record)
    assert record.getMessage() == "accept failed (and 7 more like this before)"
    asked_for = logging.makeLogRecord({"msg": "GET /", "levelno": logging.INFO})
    assert all(repeats.filter(asked_for) for _ in range(9)), "what is asked for is not shortened"


def test_other_processes_count_only_in_total() -> None:
    connections = Connections(files=1000)
    connections.peers = lambda: {"10.0.0.7"}
    taken = {address: sum(connections.take(address) for _ in range(200)) for address in ("10.0.0.7", "10.0.0.8")}
    assert taken == {"10.0.0.7": 200, "10.0.0.8": connections.most_each}
    for _ in range(200):
        connections.give_back("10.0.0.7")
    assert connections.count == connections.most_each


class Lost(asyncio.Protocol):
    """Notes when its connection is gone."""

    def __init__(self) -> None:
        self.is_lost = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost.set()


async def closing(size: int, seconds: float) -> tuple[socket.socket, Lost]:
    """Close a connection whose peer has much to read, under watch; return the peer and our end."""
    ours, peer = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    transport, protocol = await asyncio.get_running_loop().create_connection(Lost, sock=ours)
    ReadWatch(transport, seconds)
    transport.write(bytes(size))
    transport.close()
    peer.setblocking(False)
    return peer, protocol


async def test_a_closed_connection_does_not_wait_for_a_peer_that_reads_nothing() -> None:
    peer, ours = await closing(1_000_000, 0.2)
    with peer:
        await asyncio.wait_for(ours.is_lost.wait(), 60)


async def test_a_peer_that_reads_slowly_gets_everything() -> None:
    size, seconds = 400_000, 3.0  # longer than a busy machine stands still between two looks
    peer, ours = await closing(size, seconds)
    with peer:
        received, begun = 0, time.monotonic()
        while part := await asyncio.get_running_loop().sock_recv(peer, 4000):
            received += len(part)
            await asyncio.sleep(0.04)
        assert received == size
        assert time.monotonic() - begun > seconds
        await asyncio.wait_for(ours.is_lost.wait(), 60)
