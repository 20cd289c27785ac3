"""People who play over the network through all faults, and remember what the servers have told them.

They send some actions twice, on one connection or two, and let some overtake others: over HTTP and the WebSocket at
once, through different servers. Only one of them may be taken.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from longroad.bench.people import choose
from tests.faults.person import Violation

THINKING_S = (0.0, 0.15)
AWAY_S = (0.02, 0.4)  # between two connections
QUIET_S = 1.5  # without a message, after which somebody asks, and then connects again
CONNECT_S = 3.0
EXPECTED = {"stale_decision", "not_your_turn", "game_over", "too_many", "unavailable"}
BROKEN = (1001, 1006, 1012)  # how a connection may end
NO_PONG = (1011, "keepalive ping timeout")  # and how if somebody stood still
BUSY = 503  # a server in trouble, whose client tries again; any other 5xx is a defect

Lost = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError, httpx.TransportError)
Message = Mapping[str, Any]


class Network(Protocol):
    """How people reach the servers."""

    client: httpx.AsyncClient
    sent: Counter[str]  # by kind: what people did that is a fault

    def address(self, rng: Random) -> str:
        """Return the host and port of any server."""


@dataclass
class Sent:
    """What was sent in answer to one decision, and what was granted of it over HTTP."""

    decision: int
    actions: Sequence[str]
    granted: list[tuple[str, int]] = field(default_factory=list)  # the action, and the last event then


class Person:
    """Somebody with a seat."""

    def __init__(self, network: Network, game: str, seat: int, token: str, rng: Random) -> None:
        self.game, self.seat, self.token, self.rng = game, seat, token, rng
        self.told: dict[int, str] = {}  # by event: the ply, as the servers told it
        self.sent: list[Sent] = []
        self.visits = 0
        self.known = 0  # the last event
        self.moved_at = time.monotonic()  # when it came
        self.snapshot: Message | None = None
        self.doing = ""  # shown if nothing happens any more
        self._network = network
        self._decision: Message | None = None
        self._headers = headers_of(game, token)

    @property
    def is_over(self) -> bool:
        """Whether the person has seen the end."""
        return self.snapshot is not None and self.snapshot.get("phase") == "over"

    @property
    def confirmed(self) -> int:
        """How many of the person's plies were confirmed."""
        return sum(ply.startswith(f"{self.seat}: ") for ply in self.told.values())

    async def live(self) -> None:
        """Play the game to its end, however often the connection breaks."""
        while not self.is_over:
            try:
                await self._visit()
            except ConnectionClosed as closed:
                self._check_end(closed)
                self.doing = f"was cut off: {closed}"
            except Lost as lost:
                self.doing = f"lost the connection: {lost!r:.200}"
            self._decision = None
            self.visits += 1
            await asyncio.sleep(self.rng.uniform(*AWAY_S))

    def _check_end(self, closed: ConnectionClosed) -> None:
        end = closed.rcvd
        if end is None or end.code in (*BROKEN, 4000 + BUSY, 4429) or (end.code, end.reason) == NO_PONG:
            return
        raise Violation(f"{self.game}, seat {self.seat}: the connection was closed with {closed}")

    async def _visit(self) -> None:
        """Connect, and play until the connection breaks."""
        since = f"?since={self.known}" if self.known and self.rng.random() < 0.7 else ""
        url = f"ws://{self._network.address(self.rng)}/api/games/{self.game}/ws{since}"
        self.doing = f"connects to {url}"
        async with connect(
            url,
            additional_headers=self._headers,
            compression=None,
            max_size=None,
            open_timeout=CONNECT_S,
            close_timeout=0.2,
            ping_interval=None,
            proxy=None,
        ) as line:
            while not self.is_over:
                self.doing = f"waits at {url}"
                await self._receive(line)
                await self._respond(line)

    async def _receive(self, line: ClientConnection) -> None:
        """Note the next message; ask if none comes. Raises `TimeoutError`."""
        try:
            text = await asyncio.wait_for(line.recv(), QUIET_S)
        except TimeoutError:
            await self._send(line, {"type": "refresh"})
            text = await asyncio.wait_for(line.recv(), QUIET_S)
        self._note(json.loads(text))

    async def _send(self, line: ClientConnection, message: Message) -> None:
        await asyncio.wait_for(line.send(json.dumps(message)), QUIET_S)

    # --- what is told -------------------------------------------------------------------------------------------------

    def _note(self, message: Message) -> None:
        """Remember what a message says, and check it. Raises `Violation`."""
        if message["type"] == "refused" and message["code"] not in EXPECTED:
            raise Violation(f"{self.game}, seat {self.seat}: {message}")
        if message["type"] not in ("table", "update"):
            return
        if message["event"] < self.known:
            raise Violation(f"{self.game}, seat {self.seat} knew event {self.known}, and is told of {message['event']}")
        if message["event"] > self.known:
            self.known, self.moved_at = message["event"], time.monotonic()
        for entry in message.get("log", ()):
            self._note_entry(entry)
        self.snapshot, self._decision = message["snapshot"], message.get("decision")
        if not self.is_over:
            self._check_hidden(message["snapshot"])

    def _note_entry(self, entry: Message) -> None:
        ply, event = entry.get("ply"), entry["event"]
        if ply is not None and self.told.setdefault(event, ply) != ply:
            raise Violation(f"{self.game}, seat {self.seat}: event {event} was {self.told[event]}, and is {ply}")

    def _check_hidden(self, snapshot: Message) -> None:
        """Check that nobody else's hand is shown. Raises `Violation`."""
        for seat in snapshot["seats"]:
            is_shown = seat.get("hand") is not None or seat.get("cards") is not None
            if is_shown and seat.get("seat", 0) != self.seat:
                raise Violation(f"{self.game}: seat {self.seat} sees the hand of {seat}")

    # --- acting -------------------------------------------------------------------------------------------------------

    async def _respond(self, line: ClientConnection) -> None:
        """Do what the game waits for, in one way or another."""
        decision, self._decision = self._decision, None
        action = None if decision is None or self.is_over else choose({"is_awaited": False, **decision}, self.rng)
        if decision is None or action is None:
            return
        await asyncio.sleep(self.rng.uniform(*THINKING_S))
        other = choose(decision, self.rng) or action
        sent = Sent(decision["id"], [action])
        self.doing = f"sends {sent}"
        self.sent.append(sent)
        match self.rng.choices(("plain", "http", "repeated", "duplicated", "overtaken"), (12, 3, 2, 2, 2))[0]:
            case "http":
                await self._post(sent, action)
            case "repeated":
                self._network.sent["repeated"] += 1
                await self._act(line, sent, action)
                await self._act(line, sent, action)
            case "duplicated":
                self._network.sent["duplicated"] += 1
                await asyncio.gather(self._act(line, sent, action), self._post(sent, action))
            case "overtaken":
                self._network.sent["overtaken"] += 1
                sent.actions = [action, other]
                await asyncio.gather(self._post(sent, other), self._post(sent, action), self._act(line, sent, action))
            case _:
                await self._act(line, sent, action)

    async def _act(self, line: ClientConnection, sent: Sent, action: str) -> None:
        await self._send(line, {"type": "act", "decision": sent.decision, "action": action})

    async def _post(self, sent: Sent, action: str) -> None:
        """Act over HTTP; a request that is lost may have been granted or not."""
        url = f"http://{self._network.address(self.rng)}/api/games/{self.game}/act"
        body = {"decision": sent.decision, "action": action}
        try:
            answer = await self._network.client.post(url, json=body, headers=self._headers)
        except httpx.TransportError:
            return
        if answer.status_code == 200:
            sent.granted.append((action, answer.json()["event"]))
        elif answer.status_code != BUSY and code_of(answer) not in EXPECTED:
            raise Violation(f"{self.game}, seat {self.seat}: {action}: {answer.status_code} {answer.text}")


def code_of(answer: httpx.Response) -> str:
    """Return the code of a refusal; empty if the answer is none of ours."""
    with suppress(ValueError, KeyError):
        return str(answer.json()["code"])
    return ""


def headers_of(client: str, token: str | None = None) -> dict[str, str]:
    """Return the headers of a request: each client comes from an address of its own, as behind a proxy."""
    numbers = [b % 250 + 1 for b in client.encode()[:3]]
    headers = {"X-Forwarded-For": ".".join(map(str, [10, *numbers]))}
    return headers if token is None else {**headers, "Authorization": f"Bearer {token}"}
