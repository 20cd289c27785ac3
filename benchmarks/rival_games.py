"""Games of four people on two servers, ours and Catanatron's: an act is over when all four know the new state."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from longroad.bench.people import choose
from longroad.bench.serving import Served

PATIENCE_S: Final = 30.0
COLORS: Final = ("RED", "BLUE", "ORANGE", "WHITE")  # Catanatron's names of the four people


class Game(Protocol):
    """A game whose people act one after the other."""

    @property
    def is_over(self) -> bool:
        """Whether nobody can act any more."""

    async def act(self) -> None:
        """Let one person act, and wait until all four know it.

        Raises:
            RuntimeError: The server refused.
        """

    async def close(self) -> None:
        """Disconnect the people."""


class OurGame:
    """Four people, each at a WebSocket: the act goes over one, and an update comes back over each."""

    def __init__(self, lines: Sequence[Any], rng: Random) -> None:
        self._lines, self._rng = lines, rng
        self._latest: list[Mapping[str, Any]] = [{"event": -1}] * len(lines)  # messages, by seat
        self._refused: str | None = None
        self._changed = asyncio.Event()
        self._listeners = [asyncio.create_task(self._listen(seat)) for seat in range(len(lines))]

    @classmethod
    async def open(cls, served: Served, rng: Random) -> OurGame:
        """Open a game, let four people join and start it."""
        from websockets.asyncio.client import connect

        settings = {"preset": "base", "pace": "instant"}
        seats = [{"kind": "person"}, *[{"kind": "open"}] * 3]
        host = served.ask("/api/games", {"settings": settings, "seats": seats, "wants_token": True})
        path = f"/api/games/{host['game']}"
        people = [host] + [served.ask(f"{path}/join", {"wants_token": True}) for _ in range(3)]
        served.ask(f"{path}/start", {}, token=host["token"])
        lines = [
            await connect(
                f"ws://127.0.0.1:{served.port}{path}/ws",
                additional_headers={"Authorization": f"Bearer {person['token']}"},
                max_size=None,
                ping_interval=None,
                compression=None,
            )
            for person in people
        ]
        game = cls(lines, rng)
        await game._until_all_know(0)
        return game

    @property
    def events(self) -> list[int]:
        """The latest event that each seat knows."""
        return [latest["event"] for latest in self._latest]

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return any((latest.get("snapshot") or {}).get("winner") is not None for latest in self._latest)

    async def act(self) -> None:
        """Act for anybody whom the game waits for, and wait until an update has reached all four.

        Raises:
            RuntimeError: The server refused.
        """
        known = max(self.events)
        decisions = [latest.get("decision") for latest in self._latest]
        chosen = [
            (line, each, choose(each, self._rng)) for line, each in zip(self._lines, decisions, strict=True) if each
        ]
        line, decision, action = next(each for each in chosen if each[2] is not None)
        await line.send(json.dumps({"type": "act", "decision": decision["id"], "action": action}))
        await self._until_all_know(known + 1)

    async def _until_all_know(self, event: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while min(self.events) < event:
                self._changed.clear()
                await self._changed.wait()
                self._raise_refusal()

    def _raise_refusal(self) -> None:
        refused, self._refused = self._refused, None
        if refused is not None:
            raise RuntimeError(f"the server refused: {refused}")

    async def _listen(self, seat: int) -> None:
        async for text in self._lines[seat]:
            message = json.loads(text)
            if message["type"] == "refused":
                self._refused = text
            if message["type"] in ("table", "update"):
                self._latest[seat] = message
            self._changed.set()

    async def close(self) -> None:
        """Disconnect the people."""
        for line in self._lines:
            await line.close()
        await asyncio.gather(*self._listeners)


class HttpLine:
    """A connection over which one person sends requests, opened again when the server has closed it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host, self._port, self._path = parts.hostname or "", parts.port or 80, parts.path.rstrip("/")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: object = None) -> Any:
        """Send a request, and return the JSON; a body makes it a POST.

        Raises:
            RuntimeError: The server answered with an error.
        """
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{'GET' if body is None else 'POST'} {self._path}{path} HTTP/1.1\r\nHost: {self._host}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        request = head.encode() + content
        if self._streams is not None:
            try:
                return await self._exchange(*self._streams, request)
            except (ConnectionError, asyncio.IncompleteReadError):  # closed while nobody asked
                self._streams = None
        self._streams = await asyncio.open_connection(self._host, self._port)
        return await self._exchange(*self._streams, request)

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> Any:
        async with asyncio.timeout(PATIENCE_S):
            writer.write(request)
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines)
            content = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            await self.close()
        if status.split()[1] != "200":
            raise RuntimeError(f"the server answered {status}: {content[:200]!r}")
        return json.loads(content)

    async def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class RivalGame:
    """Four people of Catanatron's server: one sends the act, and the other three get the state once it is there."""

    def __init__(self, lines: Mapping[str, HttpLine], path: str, state: Mapping[str, Any], rng: Random) -> None:
        self._lines, self._path, self._state, self._rng = lines, path, state, rng

    @classmethod
    async def open(cls, address: str, rng: Random) -> RivalGame:
        """Open a game of four people."""
        lines = {color: HttpLine(address) for color in COLORS}
        game = await lines[COLORS[0]].ask("/api/games", {"players": ["HUMAN"] * len(COLORS)})
        path = f"/api/games/{game['game_id']}"
        return cls(lines, path, await lines[COLORS[0]].ask(f"{path}/states/latest"), rng)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self._state["winning_color"] is not None

    async def act(self) -> None:
        """Act for the person whose turn it is, and let the others get the state."""
        color, known = self._state["current_color"], self._state["state_index"]
        action = self._rng.choice(self._state["current_playable_actions"])
        self._state = await self._lines[color].ask(f"{self._path}/actions", action)
        others = [line for each, line in self._lines.items() if each != color]
        for state in await asyncio.gather(*(line.ask(f"{self._path}/states/latest") for line in others)):
            if state["state_index"] <= known:
                raise RuntimeError(f"a person got state {state['state_index']}: expected one after {known}")

    async def close(self) -> None:
        """Disconnect the people."""
        for line in self._lines.values():
            await line.close()
