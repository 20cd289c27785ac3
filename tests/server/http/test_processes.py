"""Two servers on one PostgreSQL serve the same games; killing or stopping one costs nothing that was confirmed."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from longroad.server.cluster.membership import BEAT_S, LIFETIME_S
from longroad.server.http.forward import FORWARDED, NOT_OWNER, RESTARTING
from tests.postgres import Postgres
from tests.server.http.test_games import TWO
from tests.server.http.test_killed import played_on
from tests.server.http.test_socket import PATIENCE_S, Player, close_code, hear, say
from tests.server.rooms import until
from tests.server.unprepared import live_long
from tests.server.web import SOLO, Process

pytestmark = pytest.mark.anyio

TAKEN_OVER_S = 5.0  # within which a game goes on at another process
BUSY = 4  # times as long as it takes on a machine that has nothing else to do


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return make_url(postgres.new_database()).database or ""


Pair = tuple[Process, Process]


@contextmanager
def stopped_in_the_end(one: Process, other: Process) -> Iterator[Pair]:
    yield one, other
    for server in (one, other):
        if server.is_running:
            server.stop(signal.SIGKILL)


@pytest.fixture(scope="module")
def servers(postgres: Postgres, database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    url, folder = postgres.url(database), tmp_path_factory.mktemp("servers")
    servers = [Process(folder, database=url, first=live_long) for _ in range(2)]
    with stopped_in_the_end(*servers) as pair:
        yield pair


@pytest.fixture
def mortal(postgres: Postgres, tmp_path: Path) -> Iterator[Pair]:
    """Two servers that share a database, one of which may be killed."""
    url = postgres.new_database()
    with stopped_in_the_end(*(Process(tmp_path, database=url) for _ in range(2))) as pair:
        yield running(pair)


@pytest.fixture
def pair(servers: Pair) -> Pair:
    """Two servers that share a database, both running; nobody takes a game over because the machine is busy."""
    return running(servers)


def running(servers: Pair) -> Pair:
    """Start what does not run."""
    ended = [server for server in servers if not server.is_running]
    for server in ended:
        server.begin()
    for server in ended:
        server.wait()
    return servers


@pytest.fixture
def two(pair: Pair) -> tuple[Player, Player]:
    return seated(pair)


def seated(pair: Pair) -> tuple[Player, Player]:
    """Two people at a table that the first server serves; the second one is connected to the second server."""
    first, second = pair
    ada = httpx.post(f"{first.address}/api/games", json={**TWO, "wants_token": True}).json()
    ben = httpx.post(f"{second.address}/api/games/{ada['game']}/join", json={"name": "Ben", "wants_token": True}).json()
    players = Player(first, ada["game"], ada["token"]), Player(second, ada["game"], ben["token"])
    answer = httpx.post(f"{second.address}/api/games/{ada['game']}/start", json={}, headers=players[0].headers)
    assert answer.status_code == 200, answer.text
    return players


async def test_a_game_is_played_through_both_servers(two: tuple[Player, Player]) -> None:
    ada, ben = two
    async with ada.connect() as first, ben.connect() as second:
        tables = [await hear(socket, "table") for socket in (first, second)]
        assert [table["room"]["you"] for table in tables] == [0, 1]
        await say(first, type="act", decision=tables[0]["decision"]["id"], action="settle 10")
        for socket in (first, second):
            assert (await hear(socket, "update"))["snapshot"]["seats"][0]["settlements"] == [10]
        await say(second, type="say", text="Grüße")
        for socket in (first, second):
            assert (await hear(socket, "chat"))["line"]["text"] == "Grüße"
        await say(second, type="sing")
        assert (await hear(second, "refused"))["code"] == "malformed"


def test_answers_come_through_as_they_are(two: tuple[Player, Player], pair: Pair) -> None:
    at = f"/api/games/{two[0].game}"
    for path, headers in (
        (at, two[0].headers),
        (at, {}),
        (at, {"Authorization": "Bearer nonsense"}),
        (f"{at}/record?edition=public", {}),
        (f"{at}/island.svg", {}),
        (f"{at}/events?seconds=0", {"Accept-Encoding": "identity"}),
        (f"{at}/why?action=settle", two[0].headers | {"Accept-Language": "de"}),
        (f"{at}/nothing", {}),
        ("/api/games/nosuchgame", {}),
    ):
        answers = [httpx.get(server.address + path, headers=headers) for server in pair]
        first, second = ({**answer.headers, "date": "", "content-length": "", "x-request-id": ""} for answer in answers)
        assert first.pop("transfer-encoding", None) == second.pop("transfer-encoding", None)
        assert (answers[1].status_code, second) == (answers[0].status_code, first), path
        if "/events" not in path:
            assert answers[1].content == answers[0].content
    wrong = httpx.post(
        f"{pair[1].address}{at}/say", content=b"x" * 100_000, headers={"content-type": "application/json"}
    )
    assert wrong.status_code == 413
    wrong = httpx.post(f"{pair[1].address}{at}/say", json={"text": "x"}, headers={"Origin": "http://elsewhere.example"})
    assert wrong.status_code == 403


async def test_a_socket_that_the_owner_refuses_is_refused_the_same_way(two: tuple[Player, Player]) -> None:
    ben = two[1]
    with pytest.raises(InvalidStatus) as refused:
        async with connect(ben.server.socket(ben.game), origin="http://elsewhere.example"):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["code"] == "wrong_origin"
    async with connect(ben.server.socket("nosuchgame")) as socket:
        assert await close_code(socket) == 4404
    async with connect(ben.server.socket(ben.game, seat="x"), additional_headers=ben.headers) as socket:
        assert await close_code(socket) == 4422


async def acknowledged(player: Player, said: list[str], end: float, most: int = 1000) -> None:
    """Say numbered lines one after the other through a server, and note those that were confirmed."""
    async with httpx.AsyncClient(base_url=player.server.address, headers=player.headers, timeout=60) as client:
        number = 0
        while time.monotonic() < end and len(said) < most:
            number += 1
            line = f"{len(said)} {number}"
            with suppress(httpx.TransportError):
                answer = await client.post(f"/api/games/{player.game}/say", json={"text": line})
                if answer.status_code == 200:
                    said.append(line)
                elif answer.status_code != 503:
                    assert answer.status_code == 429, answer.text
            await asyncio.sleep(0.02)


async def lines(player: Player) -> list[str]:
    async with httpx.AsyncClient(base_url=player.server.address, headers=player.headers, timeout=60) as client:
        answer = await client.get(f"/api/games/{player.game}")
        assert answer.status_code == 200, answer.text
        return [line["text"] for line in answer.json()["chat"]]


def test_a_game_of_a_process_that_is_gone_can_be_taken_over_soon() -> None:
    assert LIFETIME_S + BEAT_S < TAKEN_OVER_S


async def test_a_server_that_is_killed_costs_nothing_that_was_confirmed(mortal: Pair) -> None:
    """Ada's server serves the games; whoever is at the other one goes on within five seconds after it was killed."""
    pair, ben = mortal, seated(mortal)[1]
    solo = [httpx.post(f"{pair[0].address}/api/games", json={**SOLO, "wants_token": True}).json() for _ in range(4)]
    alone = [Player(pair[1], seated["game"], seated["token"]) for seated in solo]
    everybody = [ben, *alone]
    said: dict[Player, list[str]] = {player: [] for player in everybody}
    async with ben.connect() as socket:
        table = await hear(socket, "table")
        end = time.monotonic() + 6  # enough for a busy machine too
        busy = [asyncio.create_task(acknowledged(player, said[player], end)) for player in everybody]
        known = await played_on(pair[1], solo[0]["game"], solo[0]["token"], 0, actions=2)
        await asyncio.sleep(0.3)
        pair[0].stop(signal.SIGKILL)
        killed = time.monotonic()
        assert await close_code(socket) == RESTARTING
    async with ben.connect(since=table["event"]) as socket:
        await say(socket, type="refresh")
        after = await hear(socket, "table")
        assert time.monotonic() - killed < BUSY * TAKEN_OVER_S
        assert after["snapshot"] == table["snapshot"]
    await asyncio.gather(*busy)
    assert sum(map(len, said.values())) > 10
    await played_on(pair[1], solo[0]["game"], solo[0]["token"], known, actions=2)
    for player in everybody:
        before = len(said[player])
        await acknowledged(player, said[player], time.monotonic() + PATIENCE_S, most=before + 1)
        assert len(said[player]) == before + 1, "it goes on"
        assert [line for line in await lines(player) if line in said[player]] == said[player], "each once, in order"


async def test_a_server_that_is_stopped_hands_its_games_over(
    two: tuple[Player, Player], pair: Pair, postgres: Postgres
) -> None:
    ada, ben = two
    said: list[str] = []
    async with ada.connect() as first, ben.connect() as second:
        decision = (await hear(first, "table"))["decision"]
        await hear(second, "table")
        busy = asyncio.create_task(acknowledged(ben, said, time.monotonic() + 2.0))
        await asyncio.sleep(0.3)
        await say(first, type="act", decision=decision["id"], action="settle 10")
        update = await hear(second, "update")
        stopping = asyncio.create_task(asyncio.to_thread(pair[0].stop, signal.SIGTERM))
        assert [await close_code(socket) for socket in (first, second)] == [RESTARTING, RESTARTING]
    async with ben.connect(since=update["event"]) as socket:
        await say(socket, type="refresh")
        table = await hear(socket, "table")  # its time would have run out much later
        assert table["snapshot"]["seats"][0]["settlements"] == [10]
    await busy
    assert await stopping in (0, -signal.SIGTERM)
    assert [line for line in await lines(ben) if line in said] == said
    async with Player(ben.server, ada.game, ada.headers["Authorization"].split()[1]).connect() as socket:
        table = await hear(socket, "table")
        await say(socket, type="act", decision=table["decision"]["id"], action=table["decision"]["actions"][0])
        assert (await hear(socket, "update"))["snapshot"]["seats"][0]["roads"]


async def follow(player: Player, received: list[str]) -> None:
    """Read the stream of a game through a server until it ends as it should."""
    at = f"{player.server.address}/api/games/{player.game}/events"
    async with httpx.AsyncClient(headers=player.headers, timeout=60) as client, client.stream("GET", at) as stream:
        async for line in stream.aiter_lines():
            received.append(line)


@pytest.mark.parametrize(("which", "how"), [(0, signal.SIGTERM), (1, signal.SIGTERM), (0, signal.SIGKILL)])
async def test_a_stream_through_another_server_ends_with_either(
    two: tuple[Player, Player], pair: Pair, which: int, how: int
) -> None:
    received: list[str] = []
    following = asyncio.create_task(follow(two[1], received))
    await until(lambda: bool(received))
    await asyncio.to_thread(pair[which].stop, how)
    await asyncio.wait_for(following, PATIENCE_S)  # its time would have run out much later


async def test_a_server_that_hangs_is_left_alone_and_finds_its_games_elsewhere(mortal: Pair) -> None:
    """It stands still for longer than its time; what it then does with its old rooms cannot harm the game."""
    pair = mortal
    ada, ben = seated(pair)
    async with ada.connect() as first:
        await hear(first, "table")
        assert pair[0].process is not None
        pair[0].process.send_signal(signal.SIGSTOP)
        try:
            async with httpx.AsyncClient(headers=ben.headers, timeout=60) as client:
                stopped = time.monotonic()
                answer = await client.get(f"{ben.server.address}/api/games/{ben.game}")
                assert answer.status_code == 200, answer.text
                assert time.monotonic() - stopped < BUSY * TAKEN_OVER_S
                at = f"/api/games/{ben.game}"
                assert (await client.post(f"{ben.server.address}{at}/say", json={"text": "one"})).status_code == 200
                pair[0].process.send_signal(signal.SIGCONT)
                with suppress(ConnectionClosed):  # the room that it had, which is not the game any more
                    await say(first, type="say", text="lost?")
                assert await close_code(first) in (1001, RESTARTING)
                through = await client.post(f"{ada.server.address}{at}/say", json={"text": "two"})
                assert through.status_code == 200, through.text
                assert await lines(ben) == ["one", "two"]
        finally:
            pair[0].process.send_signal(signal.SIGCONT)


async def test_nobody_outside_can_say_that_a_request_was_forwarded(
    two: tuple[Player, Player], postgres: Postgres
) -> None:
    """A forwarded request is answered, not forwarded again, so whoever forged one would be told so."""
    ben = two[1]
    for value in ("", "x", f"{'0' * 64} http 192.0.2.7 1", "0 0 0 0 0"):
        answer = httpx.get(f"{ben.server.address}/api/games/{ben.game}", headers={**ben.headers, FORWARDED: value})
        assert (answer.status_code, answer.json()["room"]["you"]) == (200, 1)


async def test_a_forwarded_request_is_never_forwarded_again(
    two: tuple[Player, Player], pair: Pair, postgres: Postgres, database: str
) -> None:
    """With the cluster's secret: who does not serve the game says so, and who does believes what it hears."""
    ((secret,),) = postgres.execute("SELECT secret FROM cluster", database=database)
    ben, header = two[1], {FORWARDED: f"{secret} https 192.0.2.7 1234"}
    at = f"/api/games/{ben.game}"
    answer = httpx.get(f"{pair[1].address}{at}", headers=header)
    assert (answer.status_code, answer.headers[NOT_OWNER]) == (421, "1")
    with pytest.raises(InvalidStatus) as refused:
        async with connect(pair[1].socket(ben.game), additional_headers=header):
            pass
    assert refused.value.response.status_code == 421
    answer = httpx.post(f"{pair[0].address}{at}/join", json={}, headers={**header, **ben.headers})
    assert answer.status_code == 200, answer.text
    assert "Secure" in answer.headers["set-cookie"], "the client came over HTTPS"


def test_a_server_says_whether_it_is_ready(pair: Pair) -> None:
    answer = httpx.get(f"{pair[0].address}/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"is_ready": True, "missing": []})
