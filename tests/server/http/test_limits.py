"""How often somebody may change something: enough for people and programs, and too little to fill a disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad.server.errors import RequestError
from longroad.server.room.room import Room
from longroad.server.wire.messages import Join, SeatRequest
from tests.server.rooms import OPEN, PERSON, new_game, registry_at
from tests.server.web import HOST, JSON, SOLO, listening, running, visitor

pytestmark = pytest.mark.anyio

LOBBY: dict[str, Any] = {"seats": [{"kind": "person"}, *[{"kind": "open"}] * 3]}


async def test_a_seat_can_change_only_so_much_at_once(tmp_path: Path) -> None:
    async with running(tmp_path, changes=(3, 0)) as app, visitor(app) as ada, visitor(app) as ben:
        game = (await ada.post("/api/games", json=LOBBY)).json()["game"]
        names = [{"kind": "person", "name": str(number)} for number in range(4)]
        answers = [await ada.post(f"/api/games/{game}/seats/0", json=name) for name in names]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["code"] == "too_many"
        assert "Retry-After" in answers[-1].headers
        assert (await ada.get(f"/api/games/{game}")).status_code == 200, "looking changes nothing"
        assert (await ben.post(f"/api/games/{game}/join", json={})).status_code == 200, "others can go on"


async def test_who_takes_a_seat_is_not_limited_by_the_requests_of_who_sat_there_before(tmp_path: Path) -> None:
    async with running(tmp_path, changes=(4, 0)) as app, visitor(app) as ada, visitor(app) as mallory:
        game = (await ada.post("/api/games", json=LOBBY)).json()["game"]
        taken = (await mallory.post(f"/api/games/{game}/join", json={"seat": 1})).json()
        for is_ready in (True, False, True):
            await mallory.post(f"/api/games/{game}/ready", json={"is_ready": is_ready})
        assert (await mallory.post(f"/api/games/{game}/leave", json={})).status_code < 300
        async with visitor(app) as ben:
            assert (await ben.post(f"/api/games/{game}/join", json={"seat": 1})).json()["seat"] == taken["seat"]
            ready = await ben.post(f"/api/games/{game}/ready", json={"is_ready": True})
            assert ready.status_code < 300


async def test_who_has_no_seat_is_counted_by_address_whatever_token_is_shown(tmp_path: Path) -> None:
    async with running(tmp_path, changes=(3, 0)) as app, visitor(app) as ada:
        game = (await ada.post("/api/games", json=LOBBY)).json()["game"]
        ada.cookies.clear()
        shown = [{"Authorization": f"Bearer {number}"} for number in range(4)]
        answers = [await ada.post(f"/api/games/{game}/ready", json={}, headers=token) for token in shown]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429]


async def test_an_address_can_take_only_so_many_seats(tmp_path: Path) -> None:
    async with running(tmp_path, joins=(2, 0)) as app, visitor(app) as ada:
        game = (await ada.post("/api/games", json=LOBBY)).json()["game"]
        mine = (await ada.post(f"/api/games/{game}/join", json={})).status_code
        assert mine == 200, "who has a seat only comes back to it"
        statuses = []
        for _ in range(3):
            async with visitor(app) as guest:
                statuses.append((await guest.post(f"/api/games/{game}/join", json={})).status_code)
        assert statuses == [200, 200, 429]


async def test_a_room_does_not_grow_for_ever_before_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.server.room.lobby_limit.MOST_BEFORE_HOST", 4)
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, PERSON, PERSON, starts=False, is_hotseat=True))
        for number in range(3):
            await room.say(0, str(number))
        with pytest.raises(RequestError, match="start the game"):
            await room.say(0, "more")
        await room.start(0)
        await room.say(0, "more")


async def test_one_guest_cannot_lock_a_lobby(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, OPEN, starts=False))
        mallory, ben = [await room.join(Join(name=name)) for name in ("Mallory", "Ben")]
        stored = room.last_event
        toggles = [room.ready(mallory.seat, number % 2 == 0) for number in range(1000)]
        answers = await asyncio.gather(*toggles, return_exceptions=True)
        assert {answer.code for answer in answers if isinstance(answer, RequestError)} == {"too_many"}
        assert room.last_event - stored < 150
        await room.ready(ben.seat)
        assert room.state.seats[2].is_ready, "other guests go on"
        await room.change_seat(0, 3, SeatRequest(kind="computer"))
        await room.change_seat(0, 1, SeatRequest(kind="computer"))
        assert room.viewer_of(mallory.token) is None, "the host can remove the guest"
        await room.start(0)
        assert room.status == "playing"


async def test_the_host_can_change_seats_after_guests_have_used_up_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroad.server.room.lobby_limit.MOST_BEFORE", 3)
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False))
        guest = await room.join(Join(name="Mallory"))
        await room.ready(guest.seat)
        with pytest.raises(RequestError, match="start the game"):
            await room.ready(guest.seat, False)
        for seat in (1, 2):
            await room.change_seat(0, seat, SeatRequest(kind="computer"))
        await room.start(0)
        assert room.status == "playing"


async def come_and_go(room: Room, times: int) -> None:
    for _ in range(times):
        guest = await room.join(Join())
        await room.leave(guest.seat)


async def test_a_guest_who_leaves_and_comes_back_is_counted_on(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, OPEN, starts=False, options={"players": 2}, preset="one_on_one"))
        with pytest.raises(RequestError, match="too many seats"):
            await come_and_go(room, 200)
        assert room.last_event < 250


async def test_who_takes_a_seat_is_not_limited_by_who_sat_there_before(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, OPEN, starts=False, options={"players": 2}, preset="one_on_one"))
        mallory = await room.join(Join(), address="192.0.2.6")
        for number in range(98):
            await room.ready(mallory.seat, number % 2 == 0)
        await room.leave(mallory.seat)
        ben = await room.join(Join(), address="192.0.2.7")
        for number in range(50):
            await room.ready(ben.seat, number % 2 == 0)
        assert room.viewer_of(ben.token) == mallory.seat == 1


async def test_who_becomes_the_host_is_not_limited_by_the_host_before(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False))
        await room.join(Join(name="Ben"))
        for number in range(299):
            await room.ready(0, number % 2 == 0)
        await room.leave(0)
        for number in range(50):
            await room.ready(1, number % 2 == 0)
        assert room.state.host == 1


async def test_an_address_that_has_taken_too_many_seats_of_a_room_keeps_nobody_else_out(tmp_path: Path) -> None:
    async with running(tmp_path) as app, visitor(app) as ada, visitor(app) as mallory:
        game = (await ada.post("/api/games", json=LOBBY)).json()["game"]
        statuses = []
        for _ in range(30):
            statuses.append((await mallory.post(f"/api/games/{game}/join", json={})).status_code)
            await mallory.post(f"/api/games/{game}/leave", json={})
        assert statuses == [200] * 20 + [429] * 10
        other = httpx.ASGITransport(app=app, client=("192.0.2.9", 4000))
        async with httpx.AsyncClient(transport=other, base_url=HOST) as ben:
            assert (await ben.post(f"/api/games/{game}/join", json={})).status_code == 200
            assert (await ben.post(f"/api/games/{game}/ready", json={})).status_code == 200


async def test_what_changes_nothing_is_not_stored(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False))
        await room.change_seat(0, 0, SeatRequest(kind="person", name="Ada"))
        await room.change_seat(0, 2, SeatRequest(kind="computer", bot="random", name="Robby"))
        await room.ready(0)
        stored = room.last_event
        for _ in range(3):
            await room.change_seat(0, 0, SeatRequest(kind="person", name="Ada"))
            await room.change_seat(0, 1, SeatRequest(kind="open"))
            await room.change_seat(0, 2, SeatRequest(kind="computer", bot="random", name="Robby"))
            await room.ready(0)
        assert room.last_event == stored


async def test_all_addresses_of_a_household_are_counted_together(tmp_path: Path) -> None:
    async with running(tmp_path, openings=(2, 0)) as app:
        statuses = []
        for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::3", "2001:db8:1:3::1"):
            transport = httpx.ASGITransport(app=app, client=(address, 4000))
            async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
                statuses.append((await client.post("/api/games", json=LOBBY)).status_code)
        assert statuses == [201, 201, 429, 201]


async def test_an_address_can_take_only_so_many_records(tmp_path: Path) -> None:
    async with running(tmp_path, records=(2, 0)) as app, visitor(app) as ada:
        game = (await ada.post("/api/games", json=SOLO)).json()["game"]
        answers = [await ada.get(f"/api/games/{game}/record") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


async def test_an_address_can_read_only_so_much(tmp_path: Path) -> None:
    async with running(tmp_path, reads=(3, 0)) as app, visitor(app) as ada:
        answers = [await ada.get("/api/meta") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["code"] == "too_many"
        assert "Retry-After" in answers[-1].headers
        assert (await ada.post("/api/games", json=SOLO)).status_code == 201, "playing goes on"
        transport = httpx.ASGITransport(app=app, client=("192.0.2.9", 4000))
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as other:
            assert (await other.get("/api/meta")).status_code == 200


@pytest.mark.parametrize("body", ["{", '{"seats": 3}', '{"settings": {"preset": 7}}'])
async def test_malformed_requests_are_counted(tmp_path: Path, body: str) -> None:
    async with running(tmp_path, malformed=(3, 0)) as app, visitor(app, **JSON) as ada:
        answers = [await ada.post("/api/games", content=body) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [422, 422, 422, 429, 429]
        assert (await ada.get("/api/meta")).status_code == 200, "looking goes on"


async def test_an_address_can_wait_for_only_so_many_answers(tmp_path: Path) -> None:
    async with (
        listening(tmp_path, at_once=2) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as ada,
    ):
        game = (await ada.post("/api/games", json=SOLO)).json()["game"]
        async with ada.stream("GET", f"/api/games/{game}/events"), ada.stream("GET", f"/api/games/{game}/events"):
            refused = await ada.get("/api/meta")
            assert refused.status_code == 429
            assert "open connections" in refused.json()["message"]
        async with asyncio.timeout(60):
            while (await ada.get("/api/meta")).status_code != 200:  # once they are closed, others may come
                await asyncio.sleep(0.01)
