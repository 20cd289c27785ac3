"""The position editor: whatever is played can be edited, and everything that is wrong is listed with its rule."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import longroad as lr
from longroad import Cards, Piece, Resources, Setup
from tests.played import played
from tests.samples import first


def editor() -> Setup:
    """Return the setup of a game for three on the beginner island, after the first roll."""
    game = lr.Game("beginner", players=3, chance="given")
    for action in ("roll", "rolled 8"):
        game.push(action)
    return game.edit()


def rules(setup: Setup) -> list[str]:
    """Return the rules that a setup breaks."""
    return [problem.rule for problem in setup.problems()]


@pytest.mark.parametrize("every", first(1, [40, 9]))
@pytest.mark.parametrize("preset", lr.PRESETS)
def test_a_setup_of_any_game_is_its_position(preset: str, every: int) -> None:
    for number, game in enumerate(played(preset, 21, 600)):
        if number % every == 0:
            setup = game.edit()
            assert setup.problems() == []
            assert setup.position == game.position
            assert Setup.parse(game.position) == setup


def test_another_island_than_that_of_the_ruleset_is_a_problem() -> None:
    setup = editor()
    setup.island = lr.Game("extension", seed=7).island
    (problem,) = setup.problems()
    assert "the ruleset's is 'base'" in problem.sentence
    with pytest.raises(lr.InvalidSetup):
        setup.position  # noqa: B018


def test_a_setup_does_not_change_the_game_it_comes_from() -> None:
    game = lr.Game("beginner", players=3)
    before = game.position
    setup = game.edit()
    setup.clear()
    setup.hands[0] = Resources(ore=3)
    assert game.position == before


def test_everything_can_be_set() -> None:
    setup = editor()
    setup.clear()
    setup.robber = 3
    setup.turn, setup.turn_number, setup.phase, setup.rolled = 1, 8, "main", (9,)
    setup.buildings = {12: Piece("city", 0), 31: Piece("settlement", 1), 40: Piece("settlement", 2)}
    setup.roads = {58: 2}
    setup.hands[1] = Resources(wool=1, grain=1, ore=1)
    setup.cards[1], setup.fresh_cards[1] = Cards(knight=2), Cards(knight=1)
    setup.knights = [0, 3, 1]
    setup.largest_army = 1
    setup.fields["done"] = "card"
    game = lr.Game.from_position(setup.position, seed=1)
    assert (game.robber, game.turn, game.turn_number, game.phase, game.rolled) == (3, 1, 8, "main", (9,))
    assert game.piece(12) == Piece("city", 0)
    assert game.road(58) == 2
    assert game.hand(1) == Resources(wool=1, grain=1, ore=1)
    assert game.cards(1) == Cards(knight=2)
    assert game.fresh_cards(1) == Cards(knight=1)
    assert game.knights(2) == 1
    assert game.largest_army == 1
    assert game.bank == Resources(19, 19, 18, 18, 18)
    assert game.deck_size == 25 - 2 - 4
    assert game.is_legal("buy")
    assert not game.is_legal("knight")


def change(name: str, at: Any, value: Any) -> Callable[[Setup], None]:
    """Return what changes one entry of a setup."""

    def apply(setup: Setup) -> None:
        getattr(setup, name)[at] = value

    return apply


def put(name: str, value: Any) -> Callable[[Setup], None]:
    """Return what sets one attribute of a setup."""
    return lambda setup: setattr(setup, name, value)


@pytest.mark.parametrize(
    ("edit", "rule", "why"),
    [
        (change("roads", 0, 1), "BLD-1", "seat 1: 0"),
        (change("buildings", 8, Piece("city", 2)), "BLD-3", "intersections 8 and 12"),
        (change("hands", 0, Resources(wool=25)), "SET-1", "hands hold 26 wool, and there are 19"),
        (put("bank", Resources()), "SET-1", "brick: 0 in the bank"),
        (put("stack", Cards()), "SET-1", "there are 14k2r2p2m5v"),
        (change("cards", 0, Cards(monopoly=3)), "SET-1", "3 monopoly cards are held or played, and there are 2"),
        (change("fresh_cards", 0, Cards(knight=1)), "TRN-5", "more development cards are fresh than are held"),
        (change("knights", 0, 3), "AWD-5", "knights played: 3.0.0"),
        (put("largest_army", 1), "AWD-5", "largest:1"),
        (put("longest_road", 2), "AWD-1", "longest:2"),
        (put("turn", 1), "SET-6", "means that seat 1 began"),
        (put("turn_number", 0), "SET-6", "the number of turns does not fit"),
        (put("phase", "before roll"), "TRN-1", "the rolls of the turn do not fit the phase"),
        (put("phase", "discarding"), "ROB-1", "the discards owed or laid down do not fit"),
        (put("phase", "over"), "WIN-2", "the winner has not won"),
        (put("phase", "found settlement"), "SET-3", "the number of founded settlements does not fit"),
        (put("rolled", ()), "TRN-1", "the rolls of the turn do not fit the phase"),
        (change("fields", "winner", "1"), "WIN-2", "the winner has not won"),
        (change("fields", "free", "2"), "DEV-3", "free roads"),
        (change("fields", "offer", "9o~1w,1"), "TRA-2", "the open offer"),
        (change("fields", "owed", "road"), "DUO-5", "neutral player"),
        (change("fields", "0t", "3"), "DUO-3", "trade cards"),
        (change("fields", "dice", "0.0.0.0.0.0.0.0.0.0.0"), "PRO-6", "dice deck"),
    ],
)
def test_what_is_wrong_is_listed_with_its_rule(edit: Callable[[Setup], None], rule: str, why: str) -> None:
    setup = editor()
    edit(setup)
    found = [problem for problem in setup.problems() if problem.rule == rule]
    assert any(why in problem.sentence for problem in found), setup.problems()
    with pytest.raises(lr.InvalidSetup, match=rf"\[{rule}\]") as refused:
        assert setup.position
    assert refused.value.problems == setup.problems()


@pytest.mark.rule("SET-3")
def test_a_player_without_a_building_is_no_position_after_the_founding() -> None:
    setup = editor()
    for site in [site for site, piece in setup.buildings.items() if piece.seat == 1]:
        del setup.buildings[site]
    setup.roads = {path: seat for path, seat in setup.roads.items() if seat != 1}
    assert [str(problem) for problem in setup.problems()] == [
        "a player has no building though the founding is over (seats 1) [SET-3]"
    ]


@pytest.mark.rule("BLD-1")
@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("r15.58", "r15.58.0", r"a road is not joined to any building of its owner \(seat 1: 0\) \[BLD-1\]"),
        ("1:s14.40,r15.58,", "1:", r"a player has no building though the founding is over \(seats 1\) \[SET-3\]"),
    ],
)
def test_text_that_no_founding_leads_to_is_refused(old: str, new: str, why: str) -> None:
    text = lr.Game("beginner", players=3).position
    assert old in text
    with pytest.raises(lr.InvalidNotation, match=why) as refused:
        lr.Game.from_position(text.replace(old, new))
    assert refused.value.rule in ("BLD-1", "SET-3")


@pytest.mark.rule("DUO-1")
def test_a_neutral_player_has_a_building_and_its_roads_begin_there() -> None:
    game = lr.Game("duel", seed=5)
    while game.phase.startswith("found"):
        game.push(game.legal_actions()[0])
    setup = game.edit()
    site = next(site for site, piece in setup.buildings.items() if piece.seat == 3)
    setup.roads[game.site(site).paths[0]] = 3
    assert setup.problems() == []
    del setup.buildings[site]
    assert {"SET-3", "BLD-1"} <= set(rules(setup))


@pytest.mark.rule("BLD-1")
def test_a_road_is_joined_past_an_opponents_building() -> None:
    """A road that was cut off stays (BLD-8): it was joined when it was built."""
    setup = editor()
    setup.clear()
    setup.rolled, setup.phase = (8,), "main"
    game = lr.Game("beginner", players=3)
    walk = [20]
    while len(walk) < 4:
        walk.append(next(site for site in game.site(walk[-1]).neighbors if site not in walk))
    paths = [
        path for one, other in pairwise(walk) for path in game.site(one).paths
        if set(game.path(path).sites) == {one, other}
    ]  # fmt: skip
    setup.roads = dict.fromkeys(paths, 0)
    setup.buildings = {walk[0]: Piece("settlement", 0), walk[2]: Piece("settlement", 1), 0: Piece("settlement", 2)}
    assert setup.problems() == []
    setup.buildings[walk[0]] = Piece("settlement", 1)
    assert "BLD-1" in rules(setup)


def test_everything_wrong_is_listed_at_once() -> None:
    setup = editor()
    setup.roads[0] = 1
    setup.buildings[8] = Piece("city", 2)
    setup.hands[0] = Resources(wool=25, ore=30)
    setup.cards[2] = Cards(point=6)
    setup.knights[0] = 3
    setup.turn = 2
    setup.rolled = ()
    setup.fields["free"] = "2"
    assert set(rules(setup)) == {"BLD-1", "BLD-3", "SET-1", "AWD-5", "SET-6", "TRN-1", "DEV-3", "WIN-2"}
    text = "; ".join(map(str, setup.problems()))
    assert "hands hold 26 wool, 33 ore, and there are 19" in text
    assert "6 victory point cards are held or played, and there are 5" in text


def test_more_pieces_than_there_are() -> None:
    setup = editor()
    setup.roads |= dict.fromkeys(range(60, 72), 0)
    setup.roads |= dict.fromkeys(range(20, 40), 0)
    setup.hands[0] = Resources(wool=25)
    assert set(rules(setup)) == {"BLD-6", "SET-1"}
    assert "are too many; each player has 15" in str(setup.problems()[0])


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (change("buildings", 8, Piece("castle", 2)), "building 'castle' at 8: expected one of settlement, city"),
        (change("buildings", 99, Piece("city", 2)), "'99' is not possible; expected 0 to 53"),
        (change("roads", 72, 0), "'72' is not possible; expected 0 to 71"),
        (change("roads", 3, 5), "there is no seat 5"),
        (change("roads", 3, None), "there is no field 'None'"),
        (put("hands", []), "hands has 0 seats: expected 3"),
        (change("knights", 0, -1), "'-1' is not possible"),
        (put("robber", 19), "robber: '19' is not possible"),
        (put("turn", 3), "expected 0 to 2"),
        (put("phase", "party"), "'party' is not possible"),
        (put("rolled", (13,)), "'13' is not possible"),
        (change("fields", "luck", "1"), "there is no field 'luck'"),
        (change("fields", "turn", "1.1"), "fields has 'turn', which is an attribute of its own"),
        (change("fields", "1h", "3w"), "fields has '1h', which is an attribute of its own"),
    ],
)
def test_values_that_do_not_exist_are_listed_too(edit: Callable[[Setup], None], why: str) -> None:
    setup = editor()
    edit(setup)
    problems = setup.problems()
    assert any(why in problem.sentence and problem.rule == "" for problem in problems), problems


def test_a_view_cannot_be_edited() -> None:
    with pytest.raises(ValueError, match="a setup needs a full position"):
        Setup.parse(lr.Game("beginner").view(1).position)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("hands", ["2 ore"] * 3, "hands[0] is '2 ore': expected Resources"),
        ("cards", [(1, 0, 0, 0, 0)] * 3, "cards[0] is (1, 0, 0, 0, 0): expected Cards"),
        ("bank", "2 ore", "bank is '2 ore': expected Resources or None"),
        ("stack", 5, "stack is 5: expected Cards or None"),
    ],
)
def test_cards_of_another_type_are_a_problem(name: str, value: Any, sentence: str) -> None:
    setup = lr.Game("beginner", players=3, seed=7).edit()
    setattr(setup, name, value)
    assert setup.problems()[0] == lr.Problem("", sentence)
