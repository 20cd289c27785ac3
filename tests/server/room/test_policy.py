"""What a page need not work out itself: who is spared a question, who can be robbed where, and why not."""

from __future__ import annotations

from pathlib import Path

from longroad.server.room.room import Room
from tests.server.rooms import Ears, act, beginners_at, decision_of, game_of, people_at, registry_at, run

SEVEN = ("rolled 3+4",)


def test_a_decision_says_that_an_offer_is_refused_for_who_cannot_pay(tmp_path: Path) -> None:
    async def spared(room: Room) -> list[bool]:
        await act(room, 0, "roll")
        await act(room, 0, "offer 1 brick for 1 grain")
        return [decision_of(room, seat).is_auto_refused for seat in (0, 1, 2)]

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            assert await spared(await beginners_at(registry)) == [False, False, True]
            assert await spared(await beginners_at(registry, is_hotseat=True)) == [False, False, False]

    run(work())


def test_a_decision_names_the_buildings_beside_the_robber_by_victim(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 4, preset="beginner", script=SEVEN)
            async with Ears(room, 0) as ears:
                await act(room, 0, "roll")
                assert decision_of(room, 0).victims == {}
                await act(room, 0, "robber 4")
            assert decision_of(room, 0).actions == ["rob 2", "rob 3"]
            assert decision_of(room, 0).victims == {2: [12], 3: [13]}
            last = ears.updates[-1].decision
            assert last is not None
            assert last.victims == {2: [12], 3: [13]}
            beside = game_of(room).hex(4).sites
            assert {12, 13} <= set(beside)

    run(work())


def test_a_bare_kind_of_action_is_explained_by_an_example(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room = await beginners_at(registry)
            await act(room, 0, "roll")
            city = room.why(0, "city")
            assert city is not None
            assert (city.refusal.rule, city.lacks) == ("BLD-7", {"grain": 2, "ore": 2})
            assert room.why(0, "road") is None, "brick and lumber are there"
            assert room.why(0, "offer") is None
            bank = room.why(0, "bank")
            assert bank is not None
            assert bank.lacks == {}
            settle = room.why(0, "settle")
            assert settle is not None

    run(work())


def test_who_cannot_pay_an_offer_learns_what_is_missing(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room = await beginners_at(registry)
            await act(room, 0, "roll")
            await act(room, 0, "offer 1 brick for 1 grain")
            accept = room.why(2, "accept")
            assert accept is not None
            assert accept.lacks == {"grain": 1}
            assert room.why(1, "accept") is None

    run(work())
