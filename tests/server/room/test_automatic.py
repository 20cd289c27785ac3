"""A question with one possible answer is answered for people, at a moment that tells nothing about their hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from longroad.server.room.room import Room
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    PERSON,
    act,
    decision_of,
    game_of,
    new_game,
    people_at,
    registry_at,
    run,
    until,
)

SOON = replace(AT_ONCE, passes=0.2)
NEVER = replace(AT_ONCE, passes=60.0)
# Five people after the turn of seat 0: seat 1 has the cards for a road, the others can build nothing.
FIVE = (
    "v2/extension,players:5,first_player:given/full/"
    "b6l10w11.g3w9o4l11.l8b5dw5o8.o9g6w2o10.b12l3l12.b4w9.w8o3.db10l11g6.g2g5g4,"
    "0a.3g.17a.23b.38a.74a.81a.82o.98w.103l.106w/robber:18/"
    "0:s29.68,r41.42.97.98/1:s32.49,r38.70,{hand}/2:s17.25,r11.19.37,h2w/3:s0.44,r1.2.3.63,h2o/4:s8.59,r12.75.79,h2b/"
    "turn:0.11/phase:main/rolled:6"
)
ROAD, NOTHING = "h1b1l", "h2b1o"
# Seat 0 has rolled a 7 with eight cards of one kind.
ALIKE = (
    "v2/base,players:3,first_player:given/full/beginner,frame/robber:9/0:s39.41,r50.60,{hand}/1:s14.40,r15.58/"
    "2:s12.31,r11.37/turn:0.13/phase:discarding/rolled:7/owes:0"
)


def plies(room: Room) -> list[str]:
    return [str(ply) for ply in game_of(room).plies]


def test_who_can_build_nothing_is_not_asked(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room, _ = await people_at(registry, 5, FIVE.format(hand=ROAD), preset="extension")
            await act(room, 0, "end")
            assert not decision_of(room, 1).is_automatic, "who can build is asked"
            await asyncio.sleep(0.4)
            assert plies(room) == ["0: end"]
            await act(room, 1, "end")
            assert decision_of(room, 2).is_automatic
            await until(lambda: len(plies(room)) == 5)
            assert plies(room)[1:] == ["1: end", "2: end", "3: end", "4: end"]

    run(work())


@pytest.mark.parametrize("hand", [ROAD, NOTHING])
def test_a_pass_is_seen_no_sooner_from_who_could_build(hand: str, tmp_path: Path) -> None:
    """One who passes at once, and one who is passed for, are seen to pass after the same time."""

    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room, _ = await people_at(registry, 5, FIVE.format(hand=hand), preset="extension")
            began = asyncio.get_running_loop().time()
            await act(room, 0, "end")
            if hand == ROAD:
                passing = asyncio.create_task(act(room, 1, "end"))
            await until(lambda: "1: end" in plies(room))
            assert asyncio.get_running_loop().time() - began >= 0.2
            if hand == ROAD:
                await passing

    run(work())


def test_building_is_not_held_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, NEVER) as registry:
            room, _ = await people_at(registry, 5, FIVE.format(hand=ROAD), preset="extension")
            await act(room, 0, "end")
            road = next(text for text in decision_of(room, 1).actions if text.startswith("road"))
            await act(room, 1, road)
            assert plies(room) == ["0: end", f"1: {road}"]

    run(work())


def test_one_person_among_bots_is_passed_for_at_their_pace(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, NEVER) as registry:
            seats = [COMPUTER, PERSON, *[COMPUTER] * 3]
            room, _ = await registry.open(new_game(*seats, preset="extension", starts=False))
            await room.start(1, FIVE.format(hand=NOTHING))
            await until(lambda: "1: end" in plies(room))

    run(work())


def test_who_shares_a_screen_is_asked_all_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room, _ = await registry.open(
                new_game(*[PERSON] * 5, preset="extension", is_hotseat=True), begin=FIVE.format(hand=NOTHING)
            )
            await act(room, 0, "end")
            assert not decision_of(room, 1).is_automatic
            await asyncio.sleep(0.4)
            assert plies(room) == ["0: end"]
            await act(room, 1, "end")
            assert plies(room) == ["0: end", "1: end"], "and a pass is not held back"

    run(work())


@pytest.mark.parametrize(("hand", "is_automatic"), [("h8w", True), ("h7w1o", False)])
def test_a_discard_without_a_choice_is_made(hand: str, is_automatic: bool, tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room, _ = await people_at(registry, 3, ALIKE.format(hand=hand), preset="base", options={"players": 3})
            assert decision_of(room, 0).is_automatic == is_automatic
            if is_automatic:
                await until(lambda: bool(plies(room)))
                assert plies(room) == ["0: discard 4 wool"]

    run(work())


def test_people_roll_and_end_their_turn_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", script=("rolled 1+1",))
            assert decision_of(room, 0).actions == ["roll"]
            assert not decision_of(room, 0).is_automatic

    run(work())
