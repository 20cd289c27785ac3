"""Everybody may take another colour before the game, if nobody else has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroad.server.errors import RequestError
from longroad.server.room.room import Room
from longroad.server.wire.messages import Join, SeatRequest
from tests.server.rooms import COMPUTER, OPEN, PERSON, new_game, registry_at, run


def colours(room: Room) -> list[str]:
    return [seat.colour for seat in room.table(None).room.seats]


def recoloured(colour: str) -> SeatRequest:
    return SeatRequest(kind="person", colour=colour)


def test_seats_have_their_own_colours_until_another_is_chosen(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN))
            assert colours(room) == ["blue", "orange", "white"]
            await room.change_seat(0, 0, recoloured("Purple"))
            assert colours(room) == ["purple", "orange", "white"]
            await room.change_seat(0, 0, SeatRequest(kind="person", name="Ada"))
            assert colours(room) == ["purple", "orange", "white"]
            await room.change_seat(0, 2, SeatRequest(kind="person"))
            assert colours(room) == ["blue", "orange", "purple"]
            game = room.id
        async with registry_at(tmp_path) as registry:
            assert colours(await registry.find(game)) == ["blue", "orange", "purple"]

    run(work())


def test_whose_own_colour_was_taken_has_another(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN))
            await room.change_seat(0, 1, SeatRequest(kind="person"))
            await room.change_seat(1, 1, recoloured("green"))
            await room.change_seat(1, 0, SeatRequest(kind="person"))
            await room.change_seat(0, 0, recoloured("red"))
            assert len(set(colours(room))) == 3
            assert colours(room)[0] == "red"

    run(work())


def test_whoever_tells_no_name_has_one_that_stays(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN, OPEN))
            await room.join(Join())
            await room.join(Join(name="Gecko", seat=2))
            await room.change_seat(0, 0, recoloured("green"))
            await room.change_seat(0, 3, PERSON)
            await room.join(Join())
            names = [seat.name for seat in room.table(None).room.seats]
            assert names == ["Koala", "Panda", "Gecko", "Otter"], "with another colour, on another seat"
            assert not {name.lower() for name in names} & set(colours(room))
            await room.start(3)
            record = room.record(None, "public", "text")
            assert '[Seat3 "Otter"]' in record

    run(work())


def test_computer_players_have_names_of_their_own(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, COMPUTER, OPEN, starts=False), "Bruno")
            await room.join(Join(name="Clara"))
            await room.change_seat(0, 1, COMPUTER)
            assert [seat.name for seat in room.table(None).room.seats] == ["Bruno", "Dario", "Clara"]

    run(work())


@pytest.mark.parametrize("colour", ["orange", "ORANGE", "mauve"])
def test_a_colour_that_somebody_has_or_that_there_is_not_is_refused(tmp_path: Path, colour: str) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN))
            with pytest.raises(RequestError, match="expected one of blue, red, green, purple") as wrong:
                await room.change_seat(0, 0, recoloured(colour))
            assert wrong.value.code == "colour_taken"
            assert colours(room) == ["blue", "orange", "white"]

    run(work())


def test_a_seat_goes_by_the_colour_that_it_has_now(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, OPEN))
            await room.change_seat(0, 0, recoloured("purple"))
            with pytest.raises(RequestError, match="Purple"):
                await room.join(Join(seat=0))

    run(work())


def test_neutral_players_keep_their_colours(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await registry.open(new_game(PERSON, OPEN, preset="duel"))
            with pytest.raises(RequestError, match="blue, green, purple"):
                await room.change_seat(0, 0, recoloured("white"))

    run(work())
