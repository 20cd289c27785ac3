"""What a page need not work out itself: who is spared a question, who can be robbed where, and why not."""

from __future__ import annotations

from pathlib import Path

from longroad.game.game import Game
from longroad.game.snapshot import Counts
from longroad.notation.actions import Action
from longroad.server.room.room import Room
from longroad.server.room.why import example, why_not
from tests.server.rooms import Listener, act, beginners_at, decision_of, game_of, people_at, registry_at, run

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
            async with Listener(room, 0) as listener:
                await act(room, 0, "roll")
                assert decision_of(room, 0).victims == {}
                await act(room, 0, "robber 4")
            assert decision_of(room, 0).actions == ["rob 2", "rob 3"]
            assert decision_of(room, 0).victims == {2: [12], 3: [13]}
            last = listener.updates[-1].decision
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
            assert (city.rule, city.lacks) == ("BLD-7", {"grain": 2, "ore": 2})
            assert room.why(0, "road") is None, "brick and lumber are there"
            assert room.why(0, "offer") is None
            bank = room.why(0, "bank")
            assert bank is not None
            assert bank.lacks == {}
            settle = room.why(0, "settle")
            assert settle is not None

    run(work())


# The roads of seat 0 end right beside its settlements.
HEMMED_IN = (
    "v2/base,first_player:given/full/beginner,frame/robber:9/0:s39.41,r50.60,{hand}/1:s14.40,r15.58/"
    "2:s12.31,r11.37/3:s13.28,r20.34/turn:0.13/phase:main/rolled:6"
)


def why(position: str, kind: str) -> tuple[str, list[str], Counts]:
    """Return the rule, the names of the sentences and the missing cards that seat 0 is told of."""
    view = Game.from_position(position).view(0)
    answer = why_not(view, 0, Action.parse(example(view, 0, kind), 0, 4).code, kind)
    assert answer is not None
    return answer.rule, [phrase.key for phrase in answer.phrases], answer.lacks


def test_a_piece_without_a_place_is_explained_by_that() -> None:
    rich = HEMMED_IN.format(hand="h4b4l4w4g4o")
    assert why(rich, "settle") == ("BLD-3", ["why.no_site"], {})
    poor = HEMMED_IN.format(hand="h1b1l1w")
    assert why(poor, "settle") == ("BLD-3", ["why.no_site", "refusal.cannot_pay"], {"grain": 1})
    assert why(poor, "settle 29")[1] == ["refusal.cannot_pay"], "an answer about a place is about that place"
    assert why(rich, "settle 34")[1] == ["refusal.too_close"]


def test_a_city_needs_a_settlement() -> None:
    position = HEMMED_IN.format(hand="h4b4l4w4g4o").replace("0:s39.41", "0:c39.41")
    assert why(position, "city") == ("BLD-4", ["why.no_settlement"], {})


def examples(game: Game, seat: int = 0) -> list[str]:
    return [example(game.view(seat), seat, kind) for kind in ("city", "settle", "road")]


def test_an_example_is_where_one_would_expect_it_to_be_possible() -> None:
    """A city where an own settlement stands, a settlement at the end of an own road, a road beside it."""
    game = Game("beginner", seed=7)
    city, settle, road = examples(game)
    assert int(city.split()[1]) in game.settlements(0)
    ends = {site for path in game.roads(0) for site in game.path(path).sites}
    site = int(settle.split()[1])
    assert site in ends
    assert game.piece(site) is None
    path = int(road.split()[1])
    assert ends & set(game.path(path).sites)
    assert game.road(path) is None


def test_an_example_is_a_free_place_for_who_has_nothing_yet() -> None:
    game = Game("base", seed=7, players=3, first_player="given")
    assert examples(game) == ["city 0", "settle 0", "road 0"]
    game.push("settle 0")
    assert examples(game, 1) == ["city 0", "settle 1", "road 0"]
    assert example(game.view(1), 1, "city") == "city 0"


def test_trades_and_cards_have_an_example_and_everything_else_stays_as_it_is() -> None:
    view = Game("beginner").view(0)
    assert example(view, 0, "offer") == "offer 1 ore for 1 wool to 1"
    assert example(Game("beginner").view(1), 1, "offer") == "offer 1 ore for 1 wool to 0"
    assert example(view, 0, "bank") == "bank 4 ore for 1 wool"
    assert example(view, 0, "plenty") == "plenty 1 ore 1 wool"
    assert example(view, 0, "monopoly") == "monopoly ore"
    assert [example(view, 0, text) for text in ("end", "bank 3 brick for 1 ore")] == ["end", "bank 3 brick for 1 ore"]


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
