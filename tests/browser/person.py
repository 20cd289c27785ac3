"""Somebody in front of a browser: finds things by their names, presses them, and reads what is there."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket

from longroad.server.wire.compact import expand
from tests.browser.words import words

PATIENCE_S = (
    30.0  # nothing waits longer than it must; so long takes only what never comes, or a machine with much to do
)
# What a browser says on its own account when the network is gone or a request is refused, as some tests want.
EXPECTED = re.compile(r"WebSocket connection to|net::ERR_|Failed to load resource")


class Person:
    """One page in a browser context of its own, with all that came over its line."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE_S)
        self.messages: list[dict[str, Any]] = []  # messages of the server, read
        self.frames: list[str] = []  # the same as they came
        self.troubles: list[str] = []  # what should not have happened on the page
        self._line: WebSocket | None = None  # the one that the page listens to
        self.page.on("websocket", self._listen)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _listen(self, line: WebSocket) -> None:
        self._line = line
        line.on("framereceived", lambda frame: self._hear(line, frame))

    def _hear(self, line: WebSocket, frame: str | bytes) -> None:
        if line is not self._line:
            return  # a browser takes in what comes over a line that the page has given up
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        self.messages.append(expand(json.loads(text)))

    def _note(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not EXPECTED.search(said.text):
            self.troubles.append(said.text)

    # --- looking ---

    def go(self, path: str = "/") -> None:
        """Open a page of the server."""
        self.page.goto(self.address + path)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Find a button by its whole name, or by a pattern."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def link(self, name: str | re.Pattern[str]) -> Locator:
        """Find a link by its whole name, or by a pattern."""
        return self.page.get_by_role("link", name=name, exact=isinstance(name, str))

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the button of a name."""
        self.button(name).first.click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text can be read."""
        self.page.get_by_text(text).first.wait_for()

    def until(self, is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
        """Wait until something is so; fails with what was waited for."""
        end = time.monotonic() + patience_s
        while not is_so():
            assert time.monotonic() < end, f"waited {patience_s:.0f} s in vain: {what}; {self.describe()}"
            self.page.wait_for_timeout(15)

    def wait_for_table(self) -> None:
        """Wait until the page has been told how a game stands."""
        self.until(lambda: self.latest("snapshot") is not None, "the table")

    def describe(self) -> str:
        """Describe the page's state, for the message of a failure."""
        last = self.messages[-1] if self.messages else None
        return f"at {self.page.url}, event {self.event}, decision {self.decision}, last heard {str(last)[:400]}"

    # --- what the page was told ---

    def latest(self, part: str) -> Any:
        """Return a part of the latest message that has it."""
        return next((message[part] for message in reversed(self.messages) if part in message), None)

    @property
    def decision(self) -> dict[str, Any] | None:
        """What is expected now."""
        return next((m["decision"] for m in reversed(self.messages) if m["type"] in ("table", "update")), None)

    def decision_actions(self, kind: str = "") -> list[str]:
        """The listed actions that begin with a word."""
        listed: list[str] = self.decision["actions"] if self.decision else []
        return [action for action in listed if action.startswith(kind)]

    @property
    def snapshot(self) -> dict[str, Any]:
        """How the table render."""
        snapshot = next(m["snapshot"] for m in reversed(self.messages) if m["type"] in ("table", "update"))
        assert isinstance(snapshot, dict), "the game has not begun"
        return snapshot

    @property
    def seat(self) -> int:
        """The seat of this person."""
        room = self.latest("room")
        assert isinstance(room["you"], int), "nobody's seat"
        return int(room["you"])

    @property
    def game(self) -> str:
        """The game that this person is at."""
        return str(self.latest("room")["game"])

    @property
    def event(self) -> int:
        """The last event that was heard of."""
        return max((message.get("event", 0) for message in self.messages), default=0)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.messages) and self.latest("snapshot") is not None and self.snapshot["winner"] is not None

    def own_actions(self, since: int = 0) -> list[str]:
        """What this person was heard to do, from a message on, in the notation."""
        own = (event["ply"] for event in self.log(since) if event["seat"] == self.seat)
        return [ply.partition(": ")[2] for ply in own if ply]

    def log(self, since: int = 0) -> list[dict[str, Any]]:
        """What was told to have happened, from a message on."""
        updates = (message for message in self.messages[since:] if message["type"] == "update")
        return [event for update in updates for event in update["log"]]

    def has_acted(self, since: int) -> bool:
        """Whether something that this person did was heard of, from a message on."""
        return bool(self.own_actions(since))

    def name_of(self, seat: int) -> str:
        """The name of whoever sits on a seat."""
        return str(self.latest("room")["seats"][seat]["name"])

    def break_line(self) -> None:
        """Lose the network, and see that the page has noticed."""
        self.context.set_offline(True)
        self.sees(words("table.reconnecting"))
        self._line = None

    def mend_line(self) -> None:
        """Have the network back, and see that the page is back and has been told what it missed."""
        heard = len(self.messages)
        self.context.set_offline(False)
        self.until(lambda: len(self.messages) > heard, "news after the break")
        self.page.get_by_text(words("table.reconnecting")).wait_for(state="detached")

    def is_auto_refused(self) -> bool:
        """Whether an offer asks for what this person does not have, which the server refuses for them."""
        return self.decision is not None and bool(self.decision["is_auto_refused"])

    def is_awaited(self) -> bool:
        """Whether the game waits for this person."""
        return self.decision is not None and bool(self.decision["is_awaited"])
