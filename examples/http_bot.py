"""A bot that plays over HTTP: plain Python, without dependencies and without rules of the game.

    python examples/http_bot.py http://127.0.0.1:8311                    # a game against three bots
    python examples/http_bot.py http://127.0.0.1:8311 --game abcdefgh    # a seat in your game

It takes a seat, follows the game as a stream of lines, and answers each decision with one of the actions that the
server lists. docs/howto/api.md explains the requests and messages.
"""

from __future__ import annotations

import argparse
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

LIKES = ("city", "settle", "knight", "plenty", "monopoly", "buy", "rob", "roll", "accept")  # best first
MOST_ROADS = 13
TOO_MANY_REQUESTS = 429


class Refused(Exception):
    """The server refused a request; `problem` has the code, message and rule."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["message"])
        self.problem = problem


class Seat:
    """A seat at a table, held by its token."""

    def __init__(self, server: str, game: str = "", token: str = "") -> None:
        self.server, self.game, self.token = server.rstrip("/"), game, token

    def request(self, path: str, body: dict[str, Any] | None = None) -> urllib.request.Request:
        """Build a request: a POST if there is a body, otherwise a GET."""
        request = urllib.request.Request(f"{self.server}/api/games{path}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        return request

    def send(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request and return the response; wait and retry if there were too many. Raises `Refused`."""
        while True:
            try:
                with urllib.request.urlopen(self.request(path, body), timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != TOO_MANY_REQUESTS:
                    raise Refused(json.load(error)) from error
                time.sleep(float(error.headers.get("Retry-After", 1)))

    def take(self, path: str, body: dict[str, Any]) -> None:
        """Take a seat, and get its token in the answer instead of a cookie."""
        seated = self.send(path, {**body, "wants_token": True})
        self.game, self.token = seated["game"], seated["token"]

    def messages(self, since: int | None) -> Iterator[dict[str, Any]]:
        """Yield the messages of the game, one per line."""
        path = f"/{self.game}/events" + ("" if since is None else f"?since={since}")
        with urllib.request.urlopen(self.request(path), timeout=60) as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)


class Bot:
    """Plays a seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.me = -1
        self.since: int | None = None
        self.geometry: dict[str, Any] = {}
        self.answered = -1  # the last answered decision
        self.is_over = False

    def play(self) -> int | None:
        """Play to the end and return the winner; reconnect from the last known event if the connection breaks."""
        while not self.follow():
            time.sleep(0.5)
        winner: int | None = self.seat.send(f"/{self.seat.game}")["snapshot"]["winner"]
        return winner

    def follow(self) -> bool:
        """Follow the stream of messages; return whether the game is over."""
        try:
            for message in self.seat.messages(self.since):
                self.handle(message)
                if self.is_over:
                    return True
        except (OSError, ValueError):  # the connection broke
            return False
        return False

    def handle(self, message: dict[str, Any]) -> None:
        """Handle a message, and act if a decision is awaited."""
        self.since = message.get("event", self.since)
        if message["type"] == "table":
            self.geometry = message["geometry"] or {}
        elif message["type"] == "update":
            expand(message)
        if "room" in message:
            self.me = message["room"]["you"]
            self.is_over = message["room"]["status"] == "over"
        snapshot, decision = message.get("snapshot"), message.get("decision")
        if snapshot and decision and decision["is_awaited"] and decision["id"] != self.answered:
            self.answer(snapshot, decision)

    def answer(self, snapshot: dict[str, Any], decision: dict[str, Any]) -> None:
        """Answer a decision; if it is stale, the server sends another one."""
        act = {"decision": decision["id"], "action": self.choose(snapshot, decision)}
        try:
            self.seat.send(f"/{self.seat.game}/act", act)
            self.answered = decision["id"]
        except Refused as refused:
            if refused.problem["code"] == "too_many":
                time.sleep(1)
            elif refused.problem["code"] not in ("stale_decision", "not_your_turn", "game_over"):
                raise

    def choose(self, snapshot: dict[str, Any], decision: dict[str, Any]) -> str:
        """Choose an action with a little sense."""
        kinds: dict[str, list[str]] = {}
        for action in decision["actions"]:
            kinds.setdefault(action.split()[0], []).append(action)
        for form in decision.get("forms", ()):
            if form.get("total"):
                return f"{form['kind']} {fill(form)}"
        if "robber" in kinds:
            return max(kinds["robber"], key=lambda action: self.hurts_others(snapshot, int(action.split()[1])))
        if "refuse" in kinds:
            return "refuse"
        for kind in LIKES:
            if kind in kinds:
                return max(kinds[kind], key=self.yields) if kind in ("settle", "city") else kinds[kind][0]
        if "road" in kinds and ("end" not in kinds or len(snapshot["seats"][self.me]["roads"]) < MOST_ROADS):
            return kinds["road"][-1]
        return "end" if "end" in kinds else str(decision["actions"][0])

    def yields(self, action: str) -> int:
        """Count in how many of 36 rolls the site of a building yields something."""
        hexes = self.geometry["site_hexes"][int(action.split()[1])]
        return sum(self.geometry["pips"][number] for number in hexes)

    def hurts_others(self, snapshot: dict[str, Any], place: int) -> int:
        """Count the buildings of others at a hex, minus five for each of its own."""
        total = 0
        for seat in snapshot["seats"]:
            for site in seat["settlements"] + seat["cities"]:
                if place in self.geometry["site_hexes"][site]:
                    total += -5 if seat["seat"] == self.me else 1
        return total


def expand(update: dict[str, Any]) -> None:
    """Restore the fields that a compact update leaves out and this bot reads, and split joined actions."""
    for seat in update["snapshot"]["seats"]:
        for pieces in ("settlements", "cities", "roads"):
            seat.setdefault(pieces, [])
    decision = update.get("decision")
    if decision:
        halves = [action.rpartition(" ") for action in decision["actions"]]
        decision["actions"] = [first + space + word for first, space, last in halves for word in last.split("|")]


def fill(form: dict[str, Any]) -> str:
    """Fill a form that has a total, with the most plentiful cards."""
    left = dict(form["give"])
    cards: dict[str, int] = {}
    for _ in range(form["total"]):
        most = max(left, key=lambda name: left[name])
        left[most] -= 1
        cards[most] = cards.get(most, 0) + 1
    return " ".join(f"{count} {name}" for name, count in cards.items())


def main() -> None:
    """Play a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="such as http://127.0.0.1:8311")
    parser.add_argument("--game", help="the game to join; by default a new one")
    parser.add_argument("--name", default="HTTP bot")
    given = parser.parse_args()
    seat = Seat(given.server, given.game or "")
    if given.game:
        seat.take(f"/{given.game}/join", {"name": given.name})
    else:
        seat.take("", {"settings": {"pace": "instant"}, "starts": True})
    print(f"{given.name} plays at {seat.server}/game/{seat.game}", flush=True)
    bot = Bot(seat)
    winner = bot.play()
    print("I have won!" if winner == bot.me else f"Seat {winner} has won.")


if __name__ == "__main__":
    main()
