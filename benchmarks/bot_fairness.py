"""How quickly bots play for one address while another one watches many games of bots that search.

It starts a server, opens the games from two addresses of this machine, and counts the plies of the first one's game.

    python benchmarks/bot_fairness.py                   # 20 games of experts against one of skilled bots, for a minute
    python benchmarks/bot_fairness.py --games 0         # without the others, to compare
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import httpx

MINE, THEIRS = "127.0.0.1", "127.0.0.2"
READY_S = 300  # that compiling may take


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    """Run a server, and yield its address once the levels that search are ready."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "longroad.cli", "serve", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        try:
            async with asyncio.timeout(READY_S):
                while httpx.get(f"{found[0]}/api/meta").json()["default_bot"] != "skilled":
                    await asyncio.sleep(0.2)
            yield found[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def client(address: str, source: str) -> httpx.AsyncClient:
    """Return a client that comes from an address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(max_connections=200))
    return httpx.AsyncClient(base_url=address, transport=transport, timeout=60)


async def opened(visitor: httpx.AsyncClient, level: str, pace: str) -> str:
    """Open a game of bots, and return its id."""
    seats = [{"kind": "computer", "bot": level}] * 4
    while True:
        answer = await visitor.post("/api/games", json={"settings": {"pace": pace}, "seats": seats, "starts": True})
        if answer.status_code != 429:
            return str(answer.json()["game"])
        await asyncio.sleep(1)


async def plies(visitor: httpx.AsyncClient, game: str) -> AsyncIterator[float]:
    """Follow a game, and yield the moment of every ply of a bot."""
    async with visitor.stream("GET", f"/api/games/{game}/events") as stream:
        async for line in stream.aiter_lines():
            message: dict[str, Any] = json.loads(line) if line.strip() else {}
            if any(entry.get("ply") and entry["seat"] != 6 for entry in message.get("log", ())):
                yield time.monotonic()


async def watch(visitor: httpx.AsyncClient, level: str) -> None:
    """Watch games of a level, one after the other."""
    while True:
        async for _ in plies(visitor, await opened(visitor, level, "instant")):
            pass


async def measure(games: int, seconds: float, level: str) -> dict[str, float]:
    """Count plies a minute of one game, and its longest wait, while others are watched."""
    async with server() as address, client(address, MINE) as me, client(address, THEIRS) as them:
        watching = [asyncio.ensure_future(watch(them, "expert")) for _ in range(games)]
        await asyncio.sleep(5 if games else 0)
        moments = [time.monotonic()]
        with_end = moments[0] + seconds
        game = await opened(me, level, "normal")
        async for moment in plies(me, game):
            if moment > with_end:
                break
            moments.append(moment)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    waits = [later - earlier for earlier, later in pairwise(moments[1:])]
    return {
        "plies_a_minute": round(60 * (len(moments) - 1) / seconds, 1),
        "longest_wait_s": round(max(waits, default=seconds), 2),
    }


def main() -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="watched games of experts from the other address")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--level", default="skilled", help="of the bots that are measured")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(measure(given.games, given.seconds, given.level))))


if __name__ == "__main__":
    main()
