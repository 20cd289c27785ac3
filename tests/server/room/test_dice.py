"""The dice of a server: all chance comes from a secret, which the record reveals after the game."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from longroad.game.fair import verify_record
from longroad.notation.records.record import Record
from longroad.server import events as e
from longroad.server.errors import RequestError
from longroad.server.events import NewEvent
from longroad.server.room import lobby
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.store import Change, numbered
from tests.server.rooms import COMPUTER, PERSON, new_game, registry_at, solo_at, until

pytestmark = pytest.mark.anyio

BOTS = [COMPUTER] * 3


async def played(registry: RoomRegistry, **settings: Any) -> Room:
    """Let bots play a short game to its end."""
    room, _ = await registry.open(new_game(*BOTS, options={"limit": 4}, **settings))
    await until(lambda: room.status == "over")
    return room


def record_of(room: Room) -> Record:
    return Record.parse(room.record(None, "full", "text"))


@pytest.mark.parametrize("settings", [{}, {"island_seed": 7}, {"is_verifiable": True}])
async def test_every_record_can_be_verified(tmp_path: Path, settings: dict[str, Any]) -> None:
    async with registry_at(tmp_path) as registry:
        room = await played(registry, **settings)
        record = record_of(room)
        report = verify_record(record)
        assert (report.source, report.is_secret_kept, report.is_island_same) == ("secret", True, True)
        assert report.is_right
        assert report.chances > 4
        assert report.is_island_chosen == ("island_seed" in settings)
        assert record.seed is None
        assert record.commitment == room.table(None).room.commitment


async def test_a_chosen_island_does_not_choose_the_dice(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        first, second = [record_of(await played(registry, island_seed=7)) for _ in range(2)]
        assert first.island == second.island
        rolls = [[ply for ply in record.plies if ply.seat == 6] for record in (first, second)]
        assert rolls[0] != rolls[1]


async def test_another_island_than_that_of_its_seed_is_noticed(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        record = record_of(await played(registry, island_seed=7))
        changed = verify_record(replace(record, tags={**record.tags, "IslandSeed": "8"}))
        assert changed.is_island_same is False
        assert not changed.is_right


async def test_nothing_that_is_sent_before_the_end_reveals_the_secret(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await solo_at(registry)
        dice = room.state.chances.dice
        assert dice is not None
        assert room.state.chances.seed == 0, "there is no seed that the island could give away"
        sent = room.table(0).model_dump_json() + room.record(0, "seat", "text") + room.record(None, "public", "jsonl")
        assert dice.secret not in sent
        assert str(dice.island_seed) not in sent
        assert dice.commitment in sent


async def test_texts_are_for_games_that_ask_for_them(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, _ = await registry.open(new_game(PERSON, *BOTS[1:], starts=False))
        with pytest.raises(RequestError) as refused:
            await room.add_text(0, "for luck")
        assert refused.value.code == "not_verifiable"
        assert [seat.text for seat in room.table(0).room.seats] == ["", "", ""]


async def test_a_room_that_was_stored_with_a_seed_goes_on_with_it(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        body = dict(lobby.make(new_game(*BOTS, options={"limit": 4}, island_seed=7)).commit.events[0].body)
        del body["secret"]
        body["seed"] = 1234
        created = numbered([NewEvent(e.CREATED, body)], 0, time.time())
        await registry.store.write(Change("anearlierone", created, {}, "lobby"))
        room = await registry.find("anearlierone")
        assert room.table(None).room.commitment is None
        await room.start(None)
        await until(lambda: room.status == "over")
        record = record_of(room)
        assert (record.seed, record.island_seed) == (1234, 7)
        report = verify_record(record)
        assert report.source == "seed"
        assert report.is_right
