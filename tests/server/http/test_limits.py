"""How often somebody may change something: enough for people and programs, and too little to fill a disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad.server.errors import RequestError
from tests.server.rooms import PERSON, new_game, registry_at
from tests.server.web import HOST, SOLO, running, visitor

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
    monkeypatch.setattr("longroad.server.room.commits.MOST_BEFORE", 4)
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, PERSON, PERSON, starts=False, is_hotseat=True))
        for number in range(3):
            await room.say(0, str(number))
        with pytest.raises(RequestError, match="start the game"):
            await room.say(0, "more")
        await room.start(0)
        await room.say(0, "more")


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
