"""Before and after the game: seats, hosts, coming, going, starting, once more; what is refused changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from longroad.server.errors import RequestError
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.wire.messages import Join, NewGame, RoomChanged, SeatRequest, Settings, Status, Table
from tests.server.rooms import COMPUTER, OPEN, PERSON, Listener, new_game, people_at, play_out, registry_at, run

Work = Callable[[RoomRegistry], Awaitable[None]]


def in_registry(folder: Path, work: Work) -> None:
    async def whole() -> None:
        async with registry_at(folder) as registry:
            await work(registry)

    run(whole())


async def refused(code: str, asked: Awaitable[object], room: Room | None = None) -> RequestError:
    """See that something is refused with a code and a sentence, and has changed nothing."""
    before = None if room is None else shown(room)
    with pytest.raises(RequestError) as caught:
        await asked
    assert caught.value.code == code, caught.value.message
    assert len(caught.value.message.split()) > 3
    assert room is None or before == shown(room)
    return caught.value


def shown(room: Room) -> tuple[int, Table, Table]:
    own = room.table(0)  # which counts as being there
    return room.last_event, room.table(None), own


def status(room: Room) -> Status:
    return room.status


def test_a_game_against_computers_starts_at_once(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, seated = await registry.open(NewGame(starts=True), host_name=" Mia\u202e ")
        table = room.table(seated.seat)
        assert status(room) == "playing"
        assert [seat.kind for seat in table.room.seats] == ["person", "computer", "computer", "computer"]
        assert table.room.seats[0].name == "Mia"
        assert (table.room.you, table.room.is_host, table.room.host) == (0, True, 0)
        assert table.geometry is not None
        assert len(table.geometry.hexes) == 19

    in_registry(tmp_path, work)


def test_friends_come_through_a_link_and_the_host_starts(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        options = {"first_player": "given"}  # the host begins, so that no bot moves meanwhile
        room, host = await registry.open(new_game(PERSON, OPEN, OPEN, starts=True, options=options), "Ada")
        assert status(room) == "lobby", "a seat is open"
        await refused("seats_open", room.start(0), room)
        bo = await room.join(Join(name="Bo", seat=2))
        assert bo.seat == 2
        await refused("seat_taken", room.join(Join(seat=2)), room)
        await refused("unknown_seat", room.join(Join(seat=5)), room)
        assert await room.join(Join(), bo.token) == bo, "whoever has a seat keeps it"
        await refused("not_host", room.start(2), room)
        await refused("not_seated", room.start(None), room)
        await room.change_seat(0, 1, COMPUTER)
        await refused("room_full", room.join(Join()), room)
        await room.start(0)
        assert status(room) == "playing"
        await refused("already_started", room.start(0), room)
        await refused("already_started", room.join(Join()), room)
        await refused("already_started", room.change_seat(0, 1, OPEN), room)
        assert room.viewer_of(host.token) == 0
        assert room.viewer_of(bo.token) == 2
        assert room.viewer_of("no such token") is None
        with pytest.raises(RequestError) as caught:
            room.viewer_of(bo.token, 0)
        assert caught.value.code == "wrong_seat"

    in_registry(tmp_path, work)


def test_whoever_changes_seats_takes_the_token_along(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, host = await registry.open(new_game(PERSON, OPEN, OPEN, starts=False), "Ada")
        bo = await room.join(Join(name="Bo"))
        await refused("seat_taken", room.change_seat(1, 0, PERSON), room)
        await refused("not_host", room.change_seat(1, 2, COMPUTER), room)
        await refused("wrong_seat", room.change_seat(0, 0, COMPUTER), room)
        await refused("unknown_bot", room.change_seat(0, 2, SeatRequest(kind="computer", bot="genius")), room)
        async with Listener(room, 0) as listener:
            await room.change_seat(0, 2, PERSON)
            assert room.viewer_of(host.token) == 2
            assert room.table(2).room.is_host
        assert any(isinstance(sent, RoomChanged) and sent.room.you == 2 for sent in listener.received)
        await room.change_seat(1, 1, SeatRequest(kind="person", name="Bob"))
        assert [seat.name for seat in room.table(None).room.seats] == ["", "Bob", "Ada"]
        await room.change_seat(2, 1, OPEN)  # the host sends somebody away
        assert room.viewer_of(bo.token) is None
        await refused("not_seated", room.leave(None), room)
        await room.leave(2)
        assert room.table(None).room.seats[2].kind == "open"
        await room.join(Join(name="Cy"))
        assert room.table(0).room.is_host, "the next one who comes is the host"

    in_registry(tmp_path, work)


@pytest.mark.parametrize(
    ("code", "requested"),
    [
        ("bad_settings", NewGame(settings=Settings(preset="chess"))),
        ("bad_settings", NewGame(settings=Settings(options={"players": 9}))),
        ("bad_settings", NewGame(settings=Settings(options={"players": 4}), seats=[PERSON, COMPUTER, COMPUTER])),
        ("bad_settings", NewGame(seats=[PERSON] * 6)),
        ("bad_settings", NewGame(settings=Settings(options={"terrain": "given"}))),
        ("bad_settings", NewGame(settings=Settings(is_verifiable=True, island_seed=7))),
        ("unknown_bot", NewGame(seats=[PERSON, SeatRequest(kind="computer", bot="genius"), COMPUTER])),
    ],
)
def test_requests_that_make_no_game(code: str, requested: NewGame, tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        await refused(code, registry.open(requested))
        assert registry.rooms == {}

    in_registry(tmp_path, work)


def test_a_game_that_does_not_exist(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        for name in ("nothing", "", "../etc", "x" * 500, "a'; drop table games"):
            await refused("unknown_game", registry.find(name))

    in_registry(tmp_path, work)


def test_people_at_one_screen_share_a_token(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        seats = (PERSON, SeatRequest(kind="person", name="Bo"), COMPUTER)
        room, seated = await registry.open(new_game(*seats, is_hotseat=True), "Ada")
        assert status(room) == "playing"
        assert [room.viewer_of(seated.token, seat) for seat in (None, 0, 1)] == [0, 0, 1]
        with pytest.raises(RequestError, match="Seat 2 is not yours"):
            room.viewer_of(seated.token, 2)
        async with Listener(room, 0):
            assert [seat.is_here for seat in room.table(0).room.seats] == [True, True, True]

    in_registry(tmp_path, work)


def test_once_more_with_the_same_people(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, held = await people_at(registry, 3, options={"limit": 1}, preset="beginner")
        await refused("not_over", room.again(0, held[0].token), room)
        await room.leave(0)
        await room.leave(1)
        await play_out(room, 2)
        await refused("not_seated", room.again(None, ""), room)
        async with Listener(room, 1) as listener:
            mine = await room.again(2, held[2].token)
        assert listener.received[-1].room.followed_by == mine.game  # type: ignore[union-attr]
        new = await registry.find(mine.game)
        assert status(new) == "lobby"
        assert new.table(2).room.is_host
        assert [seat.name for seat in new.table(None).room.seats] == [seat.name for seat in room.table(None).room.seats]
        theirs = await room.again(0, held[0].token)
        assert theirs.game == mine.game
        assert new.viewer_of(theirs.token) == 0
        assert [new.viewer_of(each.token) for each in held] == [0, 1, 2], "the old tokens hold the same seats"
        await new.leave(1)
        with pytest.raises(RequestError, match="given to somebody else"):
            await room.again(1, held[1].token)
        await new.change_seat(2, 1, COMPUTER)
        assert room.table(None).room.followed_by == mine.game
        await new.start(2)
        assert status(new) == "playing"

    in_registry(tmp_path, work)


def test_once_more_against_computers_starts_at_once(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, held = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, preset="beginner", options={"limit": 1}))
        await play_out(room, 0)
        mine = await room.again(0, held.token)
        new = await registry.find(mine.game)
        assert status(new) == "playing"
        assert new.viewer_of(mine.token) == 0

    in_registry(tmp_path, work)
