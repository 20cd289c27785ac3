"""Names at a table: each can be read, and none can be mistaken for another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroad.server.errors import RequestError
from longroad.server.room.names import checked_name, skeleton
from longroad.server.wire.messages import Join, SeatRequest
from tests.server.rooms import COMPUTER, OPEN, PERSON, new_game, registry_at

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u200b", "\u0301", "\u00ad\u2060", "\u202e", "\x07"])
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    with pytest.raises(RequestError, match="invisible"):
        checked_name(name)


@pytest.mark.parametrize("name", ["", "   ", "\n"])
def test_no_name_is_fine(name: str) -> None:
    assert checked_name(name) == ""


def test_accents_that_are_piled_up_are_refused() -> None:
    with pytest.raises(RequestError, match="too many accents"):
        checked_name("A" + "\u0301" * 9)


@pytest.mark.parametrize(
    "name", ["Zoë", "Nguyễn Thị Huệ", "Ольга", "さくら", "محمد", "हिन्दी", "🎲", "?", "O'Neil-2", "K. I."]
)
def test_names_of_people_are_accepted(name: str) -> None:
    assert checked_name(name, ["Ada", "Bela"]) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ada Lovelace",
        "ada lovelace",
        "Аda Lovelаcе",
        "Ada  Love-lace",
        "ＡＤＡ Lovelace",
        "Adá Lovelace",
        "Ada Iove1ace",
    ],
)
def test_a_name_that_looks_like_another_one_is_refused(name: str) -> None:
    with pytest.raises(RequestError, match="looks like Ada Lovelace") as refused:
        checked_name(name, ["Bela", "Ada Lovelace"])
    assert refused.value.status == 422


def test_names_that_differ_to_the_eye_are_told_apart() -> None:
    names = ["Ada", "Adam", "Eda", "Bela", "Bella", "Clara", "Dara", "Kim", "Tim", "Guest 1", "Guest 2", "Гость", "Γ"]
    assert len({skeleton(name) for name in names}) == len(names)


async def test_nobody_can_take_the_name_of_another_at_the_table(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        host = SeatRequest(kind="person", name="Ada")
        room, _ = await registry.open(new_game(host, COMPUTER, OPEN, OPEN, starts=False))
        for name in ("ADA", "Аda"):
            with pytest.raises(RequestError, match="looks like"):
                await room.join(Join(name=name))
        guest = await room.join(Join(name="Bela"))
        stored = room.last_event
        with pytest.raises(RequestError, match="looks like Ada"):
            await room.change_seat(guest.seat, 2, SeatRequest(kind="person", name="Àda"))
        with pytest.raises(RequestError, match="looks like Bela"):
            await room.change_seat(0, 3, SeatRequest(kind="computer", name="BeIa"))
        assert room.last_event == stored, "nothing has changed"
        await room.change_seat(guest.seat, 2, SeatRequest(kind="person", name="Béla"))
        assert room.state.names[2] == "Béla", "one's own name may be written in another way"
        with pytest.raises(RequestError, match="looks like"):
            await registry.open(new_game(host, SeatRequest(kind="computer", name="ada"), PERSON))
