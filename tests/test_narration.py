"""What a game sounds like in sentences, and that they keep secrets (PUB-2)."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.actions import action, bank_trade, ply
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.words import LUMBER, ORE, WOOL
from longroad.demo import play
from longroad.narration import describe, narrate
from tests.rules.table import Table, bundle, path_between


def told(table: Table, seat: int, act: int) -> list[str]:
    """Take an action, and tell what happened."""
    before = table.copy()
    table.apply(seat, act)
    return narrate(before, ply(seat, act), table)


def rolled(table: Table, total: int) -> list[str]:
    table.do(table["turn"], a.ROLL)
    return told(table, CHANCE, action(a.DICE_ROLLED, total))


def test_a_roll_tells_who_takes_what() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    table.build_city(2, 20)  # hills 10, mountains 8
    assert rolled(table, 8) == ["Blue rolls 8: Blue takes 1 ore; White 2 ore."]


def test_a_roll_that_yields_nothing_says_so() -> None:
    assert rolled(Table.set_up(rolled=False), 8) == ["Blue rolls 8: nobody gets anything."]


def test_discards_are_told_when_all_are_in() -> None:
    table = Table.set_up(rolled=False)
    table.deal(0, ore=8)
    table.deal(1, wool=9)
    assert rolled(table, 7) == ["Blue rolls 7. Blue and Orange must discard."]
    assert told(table, 1, bundle(a.DISCARD, wool=4)) == ["Orange lays 4 cards down."]
    assert told(table, 0, bundle(a.DISCARD, ore=4)) == ["Blue discards 4 ore; Orange discards 4 wool."]


def test_the_kind_of_a_stolen_card_is_not_told() -> None:
    sentences = []
    for resource in (WOOL, ORE):
        table = Table.set_up()
        table.settle(1, 31)
        table.deal(1, wool=1, ore=1)
        table.hold(0, "knight")
        assert told(table, 0, a.PLAY_KNIGHT) == ["Blue plays a knight."]
        assert told(table, 0, action(a.MOVE_ROBBER, 11)) == ["Blue moves the robber to mountains 8."]
        outcome = next(act for act, _ in table.outcomes() if a.action_number(act) == resource)
        sentences.append(told(table, CHANCE, outcome))
    assert sentences == [["Blue steals a card from Orange."]] * 2


def test_a_drawn_card_is_not_told() -> None:
    table = Table.set_up()
    table.deal(0, wool=1, grain=1, ore=1)
    assert told(table, 0, a.BUY_CARD) == ["Blue buys a development card."]
    outcome = table.outcomes()[0][0]
    assert told(table, CHANCE, outcome) == []


def test_building_is_told_with_its_place() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, brick=1, lumber=1, grain=2, ore=3)
    table.pave(0, 31, 37)
    assert told(table, 0, action(a.BUILD_ROAD, path_between(42, 37))) == ["Blue builds a road from H10 to I10."]
    assert told(table, 0, action(a.BUILD_CITY, 31)) == ["Blue builds a city at G9 (forest 3, mountains 8, pasture 5)."]


def test_a_road_that_takes_the_longest_road_says_so() -> None:
    table = Table.set_up()
    table.pave(0, 0, 4, 1, 5, 2)
    table.deal(0, brick=1, lumber=1)
    sentences = told(table, 0, action(a.BUILD_ROAD, path_between(2, 6)))
    assert sentences == ["Blue builds a road from A8 to B9.", "Blue takes the longest road (5)."]


def test_trade_is_told_with_those_who_accept() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, wool=1)
    table.deal(2, wool=1)
    table.deal(3, grain=1)
    assert told(table, 0, bundle(a.OFFER_TRADE, 0b1110, ore=1, wool=-1)) == ["Blue offers 1 ore for 1 wool."]
    assert told(table, 1, a.ACCEPT) == []
    assert told(table, 3, a.REFUSE) == []
    assert told(table, 2, a.ACCEPT) == ["Orange and White accept."]
    assert told(table, 0, action(a.CLOSE_DEAL, 2)) == ["Blue gives White 1 ore for 1 wool."]


def test_an_offer_that_nobody_accepts_says_so() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, brick=1)
    table.deal(2, brick=1)
    told(table, 0, bundle(a.OFFER_TRADE, 0b0110, ore=1, wool=-1))
    assert told(table, 1, bundle(a.COUNTER_OFFER, brick=1, ore=-1)) == ["Orange would give 1 brick for 1 ore."]
    assert told(table, 2, a.REFUSE) == ["Nobody accepts."]


def test_trade_with_the_bank_is_told() -> None:
    table = Table.set_up()
    table.deal(0, wool=4)
    assert told(table, 0, bank_trade(4, WOOL, LUMBER)) == ["Blue trades 4 wool for 1 lumber with the bank."]


def test_progress_cards_are_told_with_what_they_bring() -> None:
    table = Table.set_up(cards_per_turn=0)
    table.hold(0, "monopoly", "year of plenty")
    table.deal(1, ore=2)
    table.deal(3, ore=1)
    assert told(table, 0, action(a.PLAY_MONOPOLY, ORE)) == [
        "Blue plays monopoly on ore: Orange hands over 2 and Red hands over 1."
    ]
    assert told(table, 0, action(a.PLAY_PLENTY, 0)) == ["Blue plays year of plenty and takes 2 brick."]


def test_victory_is_told() -> None:
    table = Table.set_up(victory_points=3)
    table.build_city(0, 31)
    table.settle(0, 0)
    table.pave(0, 0, 4, 1)
    table.deal(0, brick=1, lumber=1, wool=1, grain=1)
    sentences = told(table, 0, action(a.BUILD_SETTLEMENT, 1))
    assert sentences[-1] == "Blue wins with 4 points."


def test_founding_tells_the_starting_income() -> None:
    state = State.new(Ruleset(players=2, terrain="fixed", tokens="fixed", harbors="fixed", first_player="given"))
    history = History(state)
    for seat, act in (
        (0, action(a.BUILD_SETTLEMENT, 0)),
        (0, action(a.BUILD_ROAD, path_between(0, 4))),
        (1, action(a.BUILD_SETTLEMENT, 20)),
        (1, action(a.BUILD_ROAD, path_between(20, 15))),
    ):
        history.push(seat, act)
    before, act = history.state.copy(), action(a.BUILD_SETTLEMENT, 31)
    history.push(1, act)
    assert narrate(before, ply(1, act), history.state) == [
        "Orange founds a settlement at G9 (forest 3, mountains 8, pasture 5) and takes 1 lumber, 1 wool and 1 ore."
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_can_be_told(preset: str) -> None:
    history = History(State.new(Ruleset.preset(preset, limit=1000), 11))
    story = [sentence for before, ply in play(history, 11) for sentence in narrate(before, ply, history.state)]
    assert story[-1].endswith("points.")
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in story)


def test_an_island_in_words_names_hexes_harbors_robber_and_pieces() -> None:
    words = describe(State.new(Ruleset.preset("beginner"))).splitlines()
    assert words[0] == "Row 1: mountains 10, pasture 2, forest 9."
    assert words[2] == "Row 3: fields 9, forest 11, desert, forest 3, mountains 8."
    assert "2:1 ore harbor: C9 and D10." in words
    assert "The robber stands on the desert." in words
    assert any(line.startswith("Red: settlements ") for line in words)
