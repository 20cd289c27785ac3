"""A server that is killed in the middle of everything: started again on the same file, every game goes on."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad.game.fair import verify_record
from longroad.notation.records.record import Record
from longroad.server.room.pace import Timing
from longroad.server.wire.messages import Clock, Join, SeatRequest
from tests.server.http.test_socket import Player, hear, say
from tests.server.room.test_playing import SEVEN
from tests.server.rooms import (
    AT_ONCE,
    OPEN,
    PERSON,
    Listener,
    act,
    beginners_at,
    decision_of,
    new_game,
    people_at,
    play_out,
    registry_at,
    run,
    solo_at,
    until,
)
from tests.server.web import Process

CLOCK = Clock(decision_s=60, reserve_s=120)


@dataclass(frozen=True)
class Places:
    """The games that were going on, and the tokens of their people."""

    discarding: str
    discarders: list[str]
    warm: str
    guests: list[str]
    over: str
    again: str
    winner: str
    solo: str
    player: str


async def prepared(folder: Path) -> Places:
    """Play games to their middle: discards, a seat that a bot has taken over, a game played again."""
    async with registry_at(folder) as registry:
        options = {"discard_limit": 2}
        discarding, held = await people_at(
            registry, 4, preset="beginner", script=(SEVEN,), options=options, clock=CLOCK
        )
        await act(discarding, 0, "roll")
        form = decision_of(discarding, 1).forms[0]
        await act(discarding, 1, f"discard {form.total} {next(iter(form.give))}")

        warm, host = await registry.open(
            new_game(PERSON, OPEN, SeatRequest(kind="computer", bot="random"), starts=False)
        )
        guest = await warm.join(Join(name="Bo"))
        await warm.start(0)
        await warm.leave(1)

        over, winner = await solo_at(registry, preset="beginner", options={"limit": 1})
        await play_out(over, 0)
        again = await over.again(0, winner.token)

        solo, player = await solo_at(registry, clock=CLOCK)
        return Places(
            discarding.id,
            [seated.token for seated in held],
            warm.id,
            [host.token, guest.token],
            over.id,
            again.game,
            winner.token,
            solo.id,
            player.token,
        )


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def asked(server: Process, path: str, token: str | None = None) -> Any:
    answer = httpx.get(server.address + path, headers={} if token is None else bearer(token), timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(server: Process, path: str, token: str, **body: Any) -> httpx.Response:
    return httpx.post(server.address + path, json=body, headers=bearer(token), timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("killed")


@pytest.fixture(scope="module")
def places(folder: Path) -> Places:
    return run(prepared(folder))


@pytest.fixture(scope="module")
def server(folder: Path, places: Places) -> Iterator[Process]:
    process = Process(folder)
    process.start()
    yield process
    process.stop(signal.SIGKILL)


async def played_on(server: Process, game: str, token: str, known: int, actions: int) -> int:
    """Act so many times for a person, between the turns of the bots; return the last event that was received."""
    player = Player(server, game, token)
    async with player.connect() as socket:
        message = await hear(socket, "table")
        assert message["event"] >= known, "nothing that was sent is lost"
        while actions and message["room"]["status"] == "playing":
            decision = message["decision"]
            if not decision or not decision["is_awaited"]:
                await say(socket, type="refresh")
                message = await hear(socket, "table")
                await asyncio.sleep(0.05)
                continue
            owed = next((form for form in decision["forms"] if form["total"]), None)
            action = filled(owed) if owed else next(iter(decision["actions"]))
            await say(socket, type="act", decision=decision["id"], action=action)
            known = (await hear(socket, "update"))["event"]
            await say(socket, type="refresh")
            message = await hear(socket, "table")
            actions -= 1
    return known


def filled(form: dict[str, Any]) -> str:
    cards = [name for name, count in form["give"].items() for _ in range(count)][: form["total"]]
    return f"{form['kind']} " + " ".join(f"{cards.count(name)} {name}" for name in form["give"] if name in cards)


@pytest.mark.anyio
async def test_games_with_computer_players_and_clocks_go_on(server: Process, places: Places) -> None:
    """The server is killed while bots think; nothing that was sent is lost, and they go on."""
    known = 0
    for _ in range(2):
        known = await played_on(server, places.solo, places.player, known, actions=2)
        server.stop(signal.SIGKILL)
        server.start()
    table = asked(server, f"/api/games/{places.solo}", places.player)
    assert table["event"] >= known
    assert [seat["clock_s"] is not None for seat in table["snapshot"]["seats"]] == [True] * 3
    await played_on(server, places.solo, places.player, known, actions=2)


@pytest.mark.anyio
async def test_pending_discards_are_still_asked_for(server: Process, places: Places) -> None:
    at = f"/api/games/{places.discarding}"
    before = [asked(server, at, token)["decision"] for token in places.discarders]
    assert before[1] is None, "who has discarded waits"
    server.stop(signal.SIGKILL)
    server.start()
    tables = [asked(server, at, token) for token in places.discarders]
    assert [table["decision"] for table in tables] == before, "the same question, with the same number"
    assert tables[0]["snapshot"]["deadline_s"] is not None, "the clock runs for who is there"
    for seat in (0, 2, 3):
        answer = post(
            server,
            f"{at}/act",
            places.discarders[seat],
            decision=before[seat]["id"],
            action=filled(before[seat]["forms"][0]),
        )
        assert answer.status_code == 200, answer.text
    table = asked(server, at, places.discarders[0])
    assert table["decision"]["prompt"] == "move_robber" or table["snapshot"]["phase"] != "discarding"


def test_a_seat_that_was_kept_warm_stays_so_until_its_person_is_back(server: Process, places: Places) -> None:
    at = f"/api/games/{places.warm}"
    server.stop(signal.SIGKILL)
    server.start()
    seats = asked(server, at, places.guests[0])["room"]["seats"]
    assert [seat["is_taken_over"] for seat in seats] == [False, True, False]
    line = httpx.get(
        server.address + f"{at}/events", params={"seconds": 0}, headers=bearer(places.guests[1]), timeout=60
    )
    assert line.status_code == 200
    seats = asked(server, at, places.guests[1])["room"]["seats"]
    assert [seat["is_taken_over"] for seat in seats] == [False, False, False]


def test_what_is_over_stays_over_and_leads_on(server: Process, places: Places) -> None:
    server.stop(signal.SIGKILL)
    server.start()
    room = asked(server, f"/api/games/{places.over}", places.winner)["room"]
    assert (room["status"], room["followed_by"]) == ("over", places.again)
    answer = post(server, f"/api/games/{places.over}/again", places.winner)
    assert answer.json()["game"] == places.again
    assert asked(server, f"/api/games/{places.again}", places.winner)["room"]["you"] == 0
    record = httpx.get(server.address + f"/api/games/{places.over}/record?edition=full", timeout=60).text
    assert verify_record(Record.parse(record)).is_right


# --- within one process -----------------------------------------------------------------------------------------------


def test_a_clock_that_runs_out_after_a_restart_plays_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room = await beginners_at(registry, clock=Clock(decision_s=5, reserve_s=0))
        monkeypatch.setattr("longroad.server.room.time_control.Clocks.left", lambda self, seat, now: 0.0)
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            assert again.state.plies == []
            async with Listener(again, 1):
                await until(lambda: bool(again.state.plies))
            assert again.state.game is not None
            assert str(again.state.game.plies[0]) == "0!: roll", "played for somebody who did not answer"

    run(work())


def test_computer_players_go_on_as_soon_as_a_game_is_found(tmp_path: Path) -> None:
    slow = Timing(moves=dict.fromkeys(AT_ONCE.moves, (600.0, 600.0)), answers=AT_ONCE.answers)

    async def work() -> None:
        async with registry_at(tmp_path, slow) as registry:
            room, _ = await solo_at(registry, options={"first_player": "given", "first_seat": 1})
            await asyncio.sleep(0.1)
            assert all(ply.seat not in (1, 2) for ply in room.state.game.plies), "they wait before they act"  # type: ignore[union-attr]
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            async with Listener(again, 0):
                await until(lambda: 0 in again.state.game.to_act)  # type: ignore[union-attr]

    run(work())


LONELY = """
import asyncio
from longroad.game.game import Game
from longroad.server.bot_workers import BotWorkers, Question

async def main():
    computers = BotWorkers(1)
    await computers.ask(Question("random", "7", Game("beginner", seed=7).view(0)))
    print(*computers.processes, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
def test_workers_end_with_a_server_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", LONELY], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        workers = [int(number) for number in server.stdout.readline().split()]
        assert workers
        assert all(is_running(worker) for worker in workers)
        server.kill()

    async def ended() -> None:
        await until(lambda: not any(is_running(worker) for worker in workers))

    run(ended())


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
