"""The bot of the examples, plain Python, plays whole games by HTTP alone, and goes on when the server starts again."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from examples.http_bot import Bot, Seat, fill
from longroad import Game
from tests.server.web import Process

ROOT = Path(__file__).parents[3]
QUICK = {"settings": {"pace": "instant", "options": {"victory_points": 5}}, "starts": True}


def test_the_example_plays_a_whole_game(server: Process) -> None:
    command = [sys.executable, "-S", str(ROOT / "examples" / "http_bot.py"), server.address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    assert last == "I have won!" or last.endswith("has won.")
    game = first.rpartition("/")[2]
    record = httpx.get(f"{server.address}/api/games/{game}/record", params={"edition": "full"})
    played = Game.from_record(record.text)
    assert played.is_over
    assert sum(ply.seat == 0 for ply in played.plies) > 20


def test_the_example_goes_on_when_the_server_starts_again(server: Process) -> None:
    seat = Seat(server.address)
    seat.take("", QUICK)
    bot = Bot(seat)
    winners: list[int | None] = []
    playing = threading.Thread(target=lambda: winners.append(bot.play()), daemon=True)
    received = threading.Event()
    handle = bot.handle

    def handle_some(message: dict[str, object]) -> None:
        handle(message)
        if int(str(message.get("event", 0))) > 20:
            received.set()

    bot.handle = handle_some  # type: ignore[method-assign]
    playing.start()
    assert received.wait(30)
    server.stop()
    server.start()
    playing.join(90)
    assert winners
    assert winners[0] in range(4)


def test_a_seat_in_the_game_of_somebody_else(server: Process) -> None:
    body = {"settings": QUICK["settings"], "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "computer"}]}
    host = Seat(server.address)
    host.take("", body)
    guest = Seat(server.address)
    guest.take(f"/{host.game}/join", {"name": "Guest"})
    host.send(f"/{host.game}/start", {})
    bots = [Bot(host), Bot(guest)]
    threads = [threading.Thread(target=bot.play, daemon=True) for bot in bots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    assert [bot.me for bot in bots] == [0, 1]
    assert all(bot.is_over for bot in bots)


@pytest.mark.parametrize(
    ("give", "total", "filled"), [({"brick": 3, "wool": 5}, 4, "3 wool 1 brick"), ({"ore": 1, "wool": 1}, 1, "1 ore")]
)
def test_a_form_is_filled_from_what_there_is_most_of(give: dict[str, int], total: int, filled: str) -> None:
    assert fill({"give": give, "total": total}) == filled
