"""What people agree on around a game: who is ready, the texts for verifiable dice, and the pace of bots."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from longroad.cli import main
from longroad.game.fair import verify_record
from longroad.notation.records.reader import read_record
from longroad.server.errors import RequestError
from longroad.server.replays import read_given, replay
from longroad.server.room.pace import Timing
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.wire.messages import Act, Join, RoomChanged, Seat, SeatRequest
from tests.server.room.test_lobby import in_registry, refused
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    OPEN,
    PERSON,
    Listener,
    decision_of,
    new_game,
    play_out,
    registry_at,
    run,
    until,
)
from tests.server.web import SOLO, running, visitor


def seats(room: Room) -> list[Seat]:
    return room.table(None).room.seats


def readiness(room: Room) -> list[bool]:
    return [seat.is_ready for seat in seats(room)]


# --- ready ------------------------------------------------------------------------------------------------------------


def test_people_say_that_they_are_ready(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, OPEN, COMPUTER, starts=False), "Ada")
        await room.join(Join(name="Bo"))
        assert readiness(room) == [False, False, True], "bots always are"
        async with Listener(room, 0) as listener:
            await room.ready(1)
        sent = listener.received[-1]
        assert isinstance(sent, RoomChanged)
        assert sent.room.seats[1].is_ready
        before = room.last_event
        await room.ready(1)
        assert room.last_event == before, "nothing new"
        await room.change_seat(1, 1, SeatRequest(kind="person", name="Bob", colour="green"))
        assert readiness(room) == [False, True, True], "another name changes nothing about it"
        again = await registry._load(room.id)
        assert readiness(again) == [False, True, True]
        await room.ready(1, False)
        assert readiness(room) == [False, False, True]
        await refused("not_seated", room.ready(None), room)
        await room.start(0)
        await refused("already_started", room.ready(1))

    in_registry(tmp_path, work)


def test_other_settings_make_nobody_ready(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, OPEN, COMPUTER, starts=False))
        await room.join(Join(name="Bo"))
        await room.ready(0)
        await room.ready(1)
        await room.set_pace(0, "slow")
        assert readiness(room) == [False, False, True]

    in_registry(tmp_path, work)


def test_whoever_goes_is_not_ready_any_more(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False))
        await room.join(Join(name="Bo"))
        await room.ready(1)
        await room.change_seat(1, 2, PERSON)
        assert readiness(room) == [False, False, True], "it goes along to another seat"
        await room.leave(2)
        await room.join(Join(name="Cy", seat=2))
        assert readiness(room) == [False, False, False]

    in_registry(tmp_path, work)


# --- verifiable dice --------------------------------------------------------------------------------------------------


def test_texts_of_people_go_into_the_dice_and_the_record_can_be_verified(tmp_path: Path) -> None:
    async def work() -> str:
        async with registry_at(tmp_path) as registry:
            requested = new_game(PERSON, OPEN, COMPUTER, starts=False, is_verifiable=True, options={"limit": 3})
            room, _ = await registry.open(requested, "Ada")
            await room.join(Join(name="Bo"))
            promised = room.table(1).room.commitment
            await room.add_text(0, "heads or harbors")
            await room.add_text(1, "first")
            await room.add_text(1, "  Glück\nauf ")
            assert [seat.text for seat in seats(room)] == ["heads or harbors", "Glück auf", "Clara"]
            await refused("not_seated", room.add_text(None, "mine"), room)
            game = room.id
        async with registry_at(tmp_path) as registry:
            room = await registry.find(game)
            assert seats(room)[1].text == "Glück auf"
            await room.start(0)
            await refused("already_started", room.add_text(0, "too late"))
            assert seats(room)[1].text == "Glück auf"
            await room.leave(1)
            await play_out(room, 0)
            record = read_record(room.record(0, "full", "text"))
            assert record.texts == ("heads or harbors", "Glück auf", "Clara")
            assert record.commitment == promised
            assert [seat.text for seat in replay(record).seats] == list(record.texts)
            report = verify_record(record)
            assert report.source == "secret"
            assert report.is_right
            assert report.is_island_same
            assert read_record(room.record(None, "public", "text")).texts == record.texts
            return room.record(0, "full", "text")

    text = run(work())
    file = tmp_path / "game.longroad"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    record = read_record(text)
    changed = replace(record, tags={**record.tags, "Text1": "Glück ab"})
    assert not verify_record(changed).is_right, "every text counts"


def test_dice_that_are_not_verifiable_take_no_texts(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
        await refused("not_verifiable", room.add_text(0, "mine"), room)
        assert [seat.text for seat in seats(room)] == ["", "", ""]

    in_registry(tmp_path, work)


def test_the_longest_text_fits_the_record(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False, is_verifiable=True))
        await room.add_text(0, "\N{GAME DIE}" * 64)
        await room.start(0)
        assert read_record(room.record(None, "public", "text")).texts[0] == "\N{GAME DIE}" * 64

    in_registry(tmp_path, work)


# --- the record -------------------------------------------------------------------------------------------------------


def test_records_tell_names_and_colours(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False, options={"limit": 1}), "Ada")
        await room.change_seat(0, 0, SeatRequest(kind="person", colour="purple"))
        await room.start(0)
        await play_out(room, 0)
        for form in ("text", "jsonl"):
            shown = replay(*read_given(room.record(0, "full", form)))
            assert [seat.colour for seat in shown.seats] == ["purple", "orange", "white"]
            assert [seat.name for seat in shown.seats] == ["Ada", "Bruno", "Clara"]
        public = read_record(room.record(None, "public", "text"))
        assert "Colours" not in public.tags, "editions leave out what the notation does not know"

    in_registry(tmp_path, work)


@pytest.mark.parametrize("colours", ["", "purple", "purple purple white", "purple orange mauve", "a b c d"])
def test_colours_that_make_no_sense_are_not_shown(colours: str) -> None:
    from longroad import Game

    game = Game("beginner", seed=7, players=3)
    game.tags["Colours"] = colours
    assert [seat.colour for seat in replay(game.record).seats] == ["blue", "orange", "white"]


# --- the pace ---------------------------------------------------------------------------------------------------------


def test_computers_obey_a_new_pace_at_once_even_while_they_wait(tmp_path: Path) -> None:
    timing = Timing(
        moves={"slow": (600.0, 600.0), "normal": (0.0, 0.0), "instant": (0.0, 0.0)},
        answers={"slow": (600.0, 600.0), "normal": (0.0, 0.0), "instant": (0.0, 0.0)},
    )

    async def work() -> None:
        async with registry_at(tmp_path, timing) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
            await room.set_pace(0, "slow")
            await room.start(0)
            while 0 in room.state.game.to_act:  # type: ignore[union-attr]
                await room.act(0, first_answer(room))
            await asyncio.sleep(0.1)
            before = len(room.state.plies)
            async with Listener(room, None) as listener:
                await room.set_pace(0, "instant")
            assert any(
                isinstance(sent, RoomChanged) and sent.room.settings.pace == "instant" for sent in listener.received
            )
            await until(lambda: len(room.state.plies) > before)
            assert (await registry._load(room.id)).state.settings.pace == "instant"

    run(work())


def first_answer(room: Room) -> Act:
    decision = decision_of(room, 0)
    return Act(decision=decision.id, action=decision.actions[0])


def test_only_the_host_sets_the_pace(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False))
        await room.join(Join(name="Bo"))
        await room.join(Join(name="Cy"))
        await room.start(0)
        await refused("not_host", room.set_pace(1, "slow"), room)
        await refused("not_seated", room.set_pace(None, "slow"), room)
        await room.leave(0)
        assert room.table(1).room.is_host, "whoever leaves hands the room on"
        await room.set_pace(1, "slow")
        assert room.state.settings.pace == "slow"

    in_registry(tmp_path, work)


def test_where_only_computers_play_whoever_watches_sets_the_pace(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, Timing(moves=dict.fromkeys(AT_ONCE.moves, (600.0, 600.0)))) as registry:
            room, _ = await registry.open(new_game(*[COMPUTER] * 3))
            await room.set_pace(None, "normal")
            assert room.table(None).room.settings.pace == "normal"

    run(work())


def test_over_http(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as app, visitor(app) as ada:
            requested = {**SOLO, "settings": {"is_verifiable": True}, "starts": False}
            game = (await ada.post("/api/games", json=requested)).json()["game"]
            at = f"/api/games/{game}"
            assert (await ada.post(f"{at}/ready", json={"is_ready": True})).status_code == 200
            assert (await ada.post(f"{at}/text", json={"text": "mine"})).status_code == 200
            assert (await ada.post(f"{at}/text", json={"text": "x" * 65})).status_code == 422
            room = (await ada.get(at)).json()["room"]
            assert (room["seats"][0]["is_ready"], room["seats"][0]["text"]) == (True, "mine")
            assert (await ada.post(f"{at}/pace", json={"pace": "instant"})).status_code == 200
            assert (await ada.post(f"{at}/pace", json={"pace": "hasty"})).status_code == 422
            assert (await ada.get(at)).json()["room"]["settings"]["pace"] == "instant"

    run(work())


def test_a_text_has_64_letters_at_most() -> None:
    from longroad.server.http.socket import read

    with pytest.raises(RequestError, match="at most 64"):
        read({"text": '{"type": "text", "text": "' + "x" * 65 + '"}'})
