"""A person at a browser: finds elements by name, presses them, and reads the page."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket

from longroad.server.wire.compact import expand
from tests.browser.words import words

TIMEOUT_S = 60.0  # reached only if something never happens, or on a busy machine
SHORTEST_MS, LONGEST_MS = 10.0, 60.0  # between two looks at a condition: at first, and in the end
FOLLOW = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
# What a browser logs when the network is down or a request is refused, as in some tests.
EXPECTED = re.compile(r"WebSocket connection to|net::ERR_|Failed to load resource")


class Person:
    """One page in its own browser context, with all messages that its socket received."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(1000 * TIMEOUT_S)
        self._viewport = self.page.viewport_size
        self.messages: list[dict[str, Any]] = []  # messages of the server, parsed
        self.frames: list[str] = []  # the same messages as text
        self.errors: list[str] = []  # errors on the page
        self.has_scripts = False  # whether a test has changed what pages find
        self._socket: WebSocket | None = None  # the one that the page uses
        self.page.on("websocket", self._on_websocket)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _on_websocket(self, socket: WebSocket) -> None:
        self._socket = socket
        socket.on("framereceived", lambda frame: self._on_frame(socket, frame))

    def _on_frame(self, socket: WebSocket, frame: str | bytes) -> None:
        if socket is not self._socket:
            return  # a browser still receives on a socket that the page has dropped
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        self.messages.append(expand(json.loads(text)))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            self.errors.append(message.text)

    def run_at_load(self, script: str) -> None:
        """Run a script before those of every page; nobody else can use the context then."""
        self.has_scripts = True
        self.page.add_init_script(script)

    def forget(self, address: str) -> None:
        """Come back as somebody else: at a page that does nothing, with nothing stored or received."""
        self.context.set_offline(False)
        self.page.unroute_all()
        self.page.mouse.move(0, 0)
        if self._viewport and self._viewport != self.page.viewport_size:
            self.page.set_viewport_size(self._viewport)
        self.page.goto(f"{address}/icon.svg")  # of the same server, so that the browser keeps the process of the page
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.emulate_media(color_scheme="null")
        self.context.clear_cookies()
        self.messages.clear()
        self.frames.clear()
        self.errors.clear()
        self._socket = None

    # --- the page ---

    def go(self, path: str = "/") -> None:
        """Open a page of the server."""
        self.page.goto(self.address + path)

    def visit(self, path: str) -> None:
        """Go to another page of the server as the back button does: without loading the app again, if it is loaded."""
        self.messages.clear()
        self.frames.clear()
        self._socket = None
        if self.page.evaluate("document.body !== null && document.querySelector('main') !== null"):
            self.page.evaluate(FOLLOW, self.address + path)
        else:
            self.go(path)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Find a button by its whole name, or by a pattern."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def link(self, name: str | re.Pattern[str]) -> Locator:
        """Find a link by its whole name, or by a pattern."""
        return self.page.get_by_role("link", name=name, exact=isinstance(name, str))

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the button with a name."""
        self.button(name).first.click()

    def wait_for_text(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text is visible."""
        self.page.get_by_text(text).first.wait_for()

    def wait_until(self, condition: Callable[[], bool], what: str, timeout_s: float = TIMEOUT_S) -> None:
        """Wait until a condition holds; fails with what was waited for."""
        end, pause_ms = time.monotonic() + timeout_s, SHORTEST_MS
        while not condition():
            assert time.monotonic() < end, f"waited {timeout_s:.0f} s for {what}; {self.describe()}"
            self.page.wait_for_timeout(pause_ms)
            pause_ms = min(1.5 * pause_ms, LONGEST_MS)

    def wait_for_table(self) -> None:
        """Wait until the page has received a snapshot."""
        self.wait_until(lambda: self.latest("snapshot") is not None, "the table")

    def describe(self) -> str:
        """Describe the page's state, for error messages."""
        last = self.messages[-1] if self.messages else None
        return f"at {self.page.url}, event {self.event}, decision {self.decision}, last message {str(last)[:400]}"

    # --- what the page received ---

    def latest(self, part: str) -> Any:
        """Return a part of the latest message that contains it."""
        return next((message[part] for message in reversed(self.messages) if part in message), None)

    def last(self, kind: str) -> dict[str, Any] | None:
        """Return the latest message of a kind; others, such as who is there, may have come since."""
        return next((message for message in reversed(self.messages) if message["type"] == kind), None)

    @property
    def decision(self) -> dict[str, Any] | None:
        """The current decision."""
        return next((m["decision"] for m in reversed(self.messages) if m["type"] in ("table", "update")), None)

    def decision_actions(self, kind: str = "") -> list[str]:
        """The legal actions that begin with a word."""
        listed: list[str] = self.decision["actions"] if self.decision else []
        return [action for action in listed if action.startswith(kind)]

    @property
    def snapshot(self) -> dict[str, Any]:
        """The current snapshot."""
        snapshot = next(m["snapshot"] for m in reversed(self.messages) if m["type"] in ("table", "update"))
        assert isinstance(snapshot, dict), "the game has not begun"
        return snapshot

    @property
    def seat(self) -> int:
        """The seat of this person."""
        room = self.latest("room")
        assert isinstance(room["you"], int), "this person has no seat"
        return int(room["you"])

    @property
    def game(self) -> str:
        """The game of this person."""
        return str(self.latest("room")["game"])

    @property
    def event(self) -> int:
        """The last known event."""
        return max((message.get("event", 0) for message in self.messages), default=0)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.messages) and self.latest("snapshot") is not None and self.snapshot["winner"] is not None

    def own_actions(self, since: int = 0) -> list[str]:
        """The actions of this person since a message, in notation."""
        own = (event["ply"] for event in self.log(since) if event["seat"] == self.seat)
        return [ply.partition(": ")[2] for ply in own if ply]

    def log(self, since: int = 0) -> list[dict[str, Any]]:
        """The log entries received since a message."""
        updates = (message for message in self.messages[since:] if message["type"] == "update")
        return [event for update in updates for event in update["log"]]

    def has_acted(self, since: int) -> bool:
        """Whether the server has confirmed an action of this person since a message."""
        return bool(self.own_actions(since))

    def name_of(self, seat: int) -> str:
        """The name of the player in a seat."""
        return str(self.latest("room")["seats"][seat]["name"])

    def disconnect(self) -> None:
        """Go offline, and wait until the page shows it."""
        self.context.set_offline(True)
        self.wait_for_text(words("table.reconnecting"))
        self._socket = None

    def reconnect(self) -> None:
        """Go online, and wait until the page has reconnected and received what it missed."""
        received = len(self.messages)
        self.context.set_offline(False)
        self.wait_until(lambda: len(self.messages) > received, "a message after reconnecting")
        self.page.get_by_text(words("table.reconnecting")).wait_for(state="detached")

    def is_spared(self) -> bool:
        """Whether the server answers for the person."""
        return self.is_auto_refused() or (self.decision is not None and bool(self.decision["is_automatic"]))

    def is_auto_refused(self) -> bool:
        """Whether the server refuses the open offer for this person, who lacks the cards."""
        return self.decision is not None and bool(self.decision["is_auto_refused"])

    def is_awaited(self) -> bool:
        """Whether the game waits for this person."""
        return self.decision is not None and bool(self.decision["is_awaited"])
