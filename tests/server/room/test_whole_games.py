"""Whole games of bots through rooms, in all presets, many at once, and over a restart."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from longroad.bots.levels import make_bot
from longroad.core.ruleset import PRESETS
from longroad.game.fair import verify_record
from longroad.notation.records.record import Record
from longroad.server.errors import RequestError
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from tests.server.rooms import (
    COMPUTER,
    PERSON,
    Inline,
    Listener,
    act,
    decision_of,
    game_of,
    new_game,
    next_asked,
    people_at,
    registry_at,
    run,
    until,
)

MOST_BYTES = 4096  # of an update


async def begun(registry: RoomRegistry, preset: str, **settings: Any) -> Room:
    players = PRESETS[preset]["players"]
    room, seated = await registry.open(new_game(*[COMPUTER] * players, preset=preset, **settings))
    assert seated.seat is None
    return room


QUICKER = ("base", "duel", "extension", "tournament")  # the others have no phase or piece of their own
SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "preset", [pytest.param(preset, marks=() if preset in QUICKER else SLOW) for preset in PRESETS]
)
def test_computer_players_finish_every_preset(preset: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with registry_at(tmp_path) as registry:
            room = await begun(registry, preset)
            async with Listener(room, None) as public:
                await until(lambda: room.status == "over")
            updates = public.updates
            assert updates[-1].snapshot.phase == "over"
            assert max(len(update.model_dump_json()) for update in updates) <= MOST_BYTES
            full = Record.parse(room.record(None, "full", "text"))
            assert full.result.endswith("wins")
            assert verify_record(full).is_right
            assert Record.parse(room.record(None, "public", "jsonl")).edition_name == "public"

    run(play())


def test_a_game_with_verifiable_dice_can_be_verified(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry_at(tmp_path) as registry:
            room = await begun(registry, "duel", is_verifiable=True)
            promised = room.table(None).room.commitment
            await until(lambda: room.status == "over")
            report = verify_record(Record.parse(room.record(None, "full", "text")))
            assert report.is_promised
            assert report.is_secret_kept
            assert report.is_right
            assert promised == Record.parse(room.record(None, "full", "text")).commitment

    run(play())


def test_a_chosen_island_is_played_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry_at(tmp_path) as registry:
            rooms = [await begun(registry, "base", island_seed=7, options={"limit": 4}) for _ in range(2)]
            islands = {room.island for room in rooms}
            assert len(islands) == 1
            for room in rooms:
                await until(lambda room=room: room.status == "over")  # type: ignore[misc]
            plies = {Record.parse(room.record(None, "full", "text")).codes for room in rooms}
            assert len(plies) == 2, "the island tells nothing about the dice"

    run(play())


@pytest.mark.parametrize("preset", [pytest.param("base", marks=SLOW), "duel"])
def test_a_restart_in_the_middle_brings_everything_back(preset: str, tmp_path: Path) -> None:
    async def play() -> None:
        viewers = (None, 0)
        async with registry_at(tmp_path) as registry:
            players = PRESETS[preset]["players"]
            room, seated = await registry.open(new_game(PERSON, *[COMPUTER] * (players - 1), preset=preset))
            for _ in range(25):
                await until(lambda: 0 in game_of(room).to_act)
                await act_somehow(room)
            await until(lambda: 0 in game_of(room).to_act)
        state = game_of(room).seen.to_bytes()  # after bots have stored their last proposals
        tables = [without_presence(room, viewer) for viewer in viewers]
        number = room.last_event
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            assert again is not room
            assert again.last_event == number
            assert game_of(again).seen.to_bytes() == state
            assert [without_presence(again, viewer) for viewer in viewers] == tables
            assert again.viewer_of(seated.token) == 0
            while not game_of(again).is_over:
                await until(lambda: game_of(again).is_over or 0 in game_of(again).to_act)
                if not game_of(again).is_over:
                    await act_somehow(again)
            await until(lambda: again.status == "over")
            assert verify_record(Record.parse(again.record(0, "full", "text"))).is_right

    run(play())


async def act_somehow(room: Room) -> None:
    """Make the person on seat 0 do what a bot would; the others may have been quicker, as with an offer."""
    action = make_bot("novice", 1).choose(game_of(room).view(0))
    try:
        await act(room, 0, str(action))
    except RequestError as wrong:
        if wrong.code not in ("stale_decision", "not_your_turn"):
            raise


def without_presence(room: Room, viewer: int | None) -> str:
    table = room.table(viewer)
    seats = [seat.model_copy(update={"is_here": False}) for seat in table.room.seats]
    return table.model_copy(update={"room": table.room.model_copy(update={"seats": seats})}).model_dump_json()


@pytest.mark.parametrize("count", [12, pytest.param(50, marks=SLOW)])
def test_many_rooms_at_once(count: int, tmp_path: Path) -> None:
    async def play() -> None:
        async with registry_at(tmp_path) as registry:
            rooms = [await begun(registry, "base", options={"limit": 2}) for _ in range(count)]
            await until(lambda: all(room.status == "over" for room in rooms))
            assert len({room.id for room in rooms}) == count
            assert isinstance(registry.bot_workers, Inline)
            for room in rooms:
                stored = await registry.store.read(room.id)
                assert stored is not None
                assert [event.number for event in stored.events] == list(range(1, room.last_event + 1))

    run(play())


@pytest.mark.parametrize(("events", "updates"), [(240, 270), pytest.param(900, 1000, marks=SLOW)])
def test_updates_of_six_people_are_small(events: int, updates: int, tmp_path: Path) -> None:
    async def play() -> None:
        async with registry_at(tmp_path) as registry, AsyncExitStack() as stack:
            room, _ = await people_at(registry, 6, preset="extension")
            listener = [await stack.enter_async_context(Listener(room, viewer)) for viewer in (None, 0, 3)]
            bot = make_bot("novice", 3)
            while room.status != "over" and room.last_event < events:
                seat = await next_asked(room)
                assert decision_of(room, seat).is_awaited
                await act(room, seat, str(bot.choose(game_of(room).view(seat))))
                await asyncio.sleep(0)
            sizes = [len(update.model_dump_json()) for ear in listener for update in ear.updates]
            assert len(sizes) > updates
            assert max(sizes) <= MOST_BYTES

    run(play())
