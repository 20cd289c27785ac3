"""Simulates people: they connect, think for a moment, act and wait for the confirmation."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from itertools import cycle
from random import Random
from typing import Any, Final

from longroad.bench.serving import Served
from longroad.notation.forms import FORM_KINDS

THINKING_S: Final = (0.1, 0.3)  # from, to; real people take longer, so a few simulated ones stand for many
PATIENCE_S: Final = 10.0  # after which an action counts as lost
OWED: Final = ("discard", "give")  # the kinds of bundle that a game can wait for


def _four_people(preset: str = "base") -> dict[str, Any]:
    """Return the settings of a game of people that starts when all have joined."""
    return {"settings": {"preset": preset, "pace": "instant"}, "seats": [{"kind": "person"}, *[{"kind": "open"}] * 3]}


def choose(decision: Mapping[str, Any], rng: Random) -> str | None:
    """Choose any listed action, or fill in the form that is due; None if there is neither."""
    if not decision["is_awaited"]:
        return None
    owed = [form for form in decision.get("forms", ()) if form["kind"] in OWED]
    if owed:
        return fill(owed[0], rng)
    # Bots offer enough trades; these people refuse them all, so that turns go on.
    legal = _split_actions(decision["actions"])
    listed = [action for action in legal if action.split()[0] not in FORM_KINDS]
    return rng.choice(listed or legal) if legal else None


def _split_actions(actions: Iterable[str]) -> list[str]:
    """Return actions one by one that an update writes together.

    >>> _split_actions(["end", "settle 3|8"])
    ['end', 'settle 3', 'settle 8']
    """
    halves = (action.rpartition(" ") for action in actions)
    return [first + space + word for first, space, last in halves for word in last.split("|")]


def fill(form: Mapping[str, Any], rng: Random) -> str:
    """Fill in a form with as many cards as it needs."""
    held = [resource for resource, count in form["give"].items() for _ in range(count)]
    taken = rng.sample(held, form["total"])
    cards = " ".join(f"{taken.count(resource)} {resource}" for resource in form["give"] if resource in taken)
    return f"{form['kind']} {cards}"


class Person:
    """A person in a seat, with the times from each action to its confirmation."""

    def __init__(self, served: Served, game: str, seat: int, token: str, rng: Random) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        self.latencies_s: list[float] = []
        self.refusals: list[str] = []
        self.sizes: list[int] = []  # bytes of each update
        self.think_s = THINKING_S
        self.is_over = False
        self._address = f"ws://127.0.0.1:{served.port}/api/games/{game}/ws"
        self._line: Any = None
        self._headers = {"Authorization": f"Bearer {token}"}

    async def play(self, until: float) -> None:
        """Connect, and play until a moment of the monotonic clock, or until the game is over."""
        await self.connect()
        await self.play_on(until)

    async def connect(self, gate: AbstractAsyncContextManager[Any] | None = None) -> None:
        """Connect to the game; a gate limits how many do so at once."""
        from websockets.asyncio.client import connect

        async with gate or nullcontext():
            self._line = await connect(
                self._address, additional_headers=self._headers, max_size=None, ping_interval=None, compression=None
            )

    async def play_on(self, until: float) -> None:
        """Play until a moment of the monotonic clock, or until the game is over, and disconnect."""
        async with self._line as line:
            messages = self._listen(line, until)
            message = await anext(messages)
            while message is not None:
                action = choose(message["decision"], self.rng) if message.get("decision") else None
                if action is None:
                    message = await anext(messages)
                    continue
                await asyncio.sleep(self.rng.uniform(*self.think_s))
                message = await self._act(line, messages, message["decision"]["id"], action)

    async def _act(self, line: Any, messages: AsyncIterator[Any], decision: int, action: str) -> Any:
        """Act, and return the message with the next decision."""
        start = time.perf_counter()
        await line.send(json.dumps({"type": "act", "decision": decision, "action": action}))
        message = await anext(messages)
        while message is not None and message["type"] != "refused" and not self._confirms(message):
            message = await anext(messages)
        if message is None:
            return None
        if message["type"] == "refused":
            self.refusals.append(message["code"])
            return await anext(messages)  # a stale decision comes with a fresh table
        self.latencies_s.append(time.perf_counter() - start)
        return message

    def _confirms(self, message: Mapping[str, Any]) -> bool:
        return message["type"] == "update" and any(event["seat"] == self.seat for event in message.get("log", ()))

    async def _listen(self, line: Any, until: float) -> AsyncIterator[Any]:
        """Yield each table, update and refusal as it arrives, and None after the end."""
        while not self.is_over and (left := until - time.monotonic()) > 0:
            try:
                text = await asyncio.wait_for(line.recv(), left)
            except TimeoutError:
                break
            message = json.loads(text)
            if message["type"] == "update":
                self.sizes.append(len(text.encode()))
            if message["type"] in ("table", "update", "refused"):
                self.is_over = bool(message.get("snapshot") and message["snapshot"].get("winner") is not None)
                yield message
        while True:
            yield None


def seat_four(served: Served, rng: Random, others: Sequence[Served] = ()) -> list[Person]:
    """Open a room for four people and start the game; they connect to this server and to others of its database."""
    host = served.ask("/api/games", {**_four_people(), "wants_token": True})
    game = host["game"]
    seated = [host] + [served.ask(f"/api/games/{game}/join", {"wants_token": True}) for _ in range(3)]
    served.ask(f"/api/games/{game}/start", {}, token=host["token"])
    servers = cycle((served, *others))
    return [Person(next(servers), game, one["seat"], one["token"], Random(rng.random())) for one in seated]


async def play_together(people: list[Person], seconds: float) -> None:
    """Play for this many seconds, or until the games are over."""
    until = time.monotonic() + seconds
    await asyncio.gather(*(person.play(until) for person in people))
