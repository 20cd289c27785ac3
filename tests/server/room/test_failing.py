"""What goes wrong inside the server: it costs one request, and never a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from longroad.server.store import Change, Overtaken
from longroad.server.wire import render
from longroad.server.wire.messages import Clock
from tests.server.rooms import AT_ONCE, COMPUTER, Listener, act, new_game, people_at, registry_at, run, settle, until


def test_a_game_goes_on_after_a_mistake_in_telling_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            with monkeypatch.context() as broken:
                broken.setattr(render, "ply_entries", lambda *_: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await act(room, 0, "roll")
            found = await registry.find(room.id)
            stored = await registry.store.read(room.id)
            assert stored is not None
            assert found.last_event == len(stored.events) > 1
            assert found.state.dice != ()
            async with Listener(found, 0):
                await found.say(0, "It rolled after all.")

    run(work())


def test_nothing_more_is_stored_by_a_room_that_was_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            is_full = asyncio.Event()

            async def full(_: Change) -> None:
                await is_full.wait()
                raise OSError("disk full")

            with monkeypatch.context() as broken:
                broken.setattr(registry.store, "write", full)
                first = asyncio.create_task(room.say(0, "one"))
                await settle()
                second = asyncio.create_task(room.say(1, "two"))
                is_full.set()
                with pytest.raises(OSError, match="disk full"):
                    await first
            found = await registry.find(room.id)
            with pytest.raises(Overtaken):
                await second
            await found.say(2, "three")
            assert [line.text for line in found.state.chat] == ["three"]

    run(work())


def test_who_comes_while_a_room_is_given_up_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would watch a room in which nothing happens any more, while the game goes on in another one."""

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            is_full = asyncio.Event()

            async def full(_: Change) -> None:
                await is_full.wait()
                raise OSError("disk full")

            async def watch(viewer: int | None) -> None:
                async with room.watch(viewer) as messages:
                    async for _ in messages:
                        pass

            with monkeypatch.context() as broken:
                broken.setattr(registry.store, "write", full)
                failing = asyncio.create_task(room.say(0, "one"))
                await settle()
                coming = asyncio.create_task(watch(1))
                await settle()
                is_full.set()
                await asyncio.wait_for(coming, 60)
                with pytest.raises(OSError, match="disk full"):
                    await failing
            await asyncio.wait_for(watch(None), 60)

    run(work())


def test_a_computer_player_that_fails_inside_the_server_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, replace(AT_ONCE, again=0.05)) as registry:
            with monkeypatch.context() as broken:
                broken.setattr("longroad.server.room.bot_driver.choice_of", lambda *_: 1 / 0)
                room, _ = await registry.open(
                    new_game(COMPUTER, COMPUTER, COMPUTER, preset="beginner", options={"limit": 2})
                )
                await until(lambda: "ZeroDivisionError" in caplog.text)
            await until(lambda: room.status == "over")

    run(work())


def test_a_default_that_cannot_be_played_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock.model_construct(decision_s=0, reserve_s=0)

    async def work() -> None:
        async with registry_at(tmp_path, replace(AT_ONCE, again=0.05)) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            room.state.settings = room.state.settings.model_copy(update={"clock": clock})
            room.state.reserves = dict.fromkeys(range(3), 0.0)
            with monkeypatch.context() as broken:
                broken.setattr("longroad.server.room.actions.default", lambda *_, **__: 1 / 0)
                room.wake()
                await until(lambda: "ZeroDivisionError" in caplog.text)
            await until(lambda: bool(room.state.plies))

    run(work())
