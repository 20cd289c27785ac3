"""What a game sounds like in sentences, and that they keep secrets (PUB-2)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core import actions as a
from longroad.core.actions import action, bank_trade, ply
from longroad.core.history import History
from longroad.core.layout import CARD_KINDS, CARDS, CHANCE, HAND, RESOURCES
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_ply
from longroad.core.words import LUMBER, ORE, WOOL
from longroad.narration import ENGLISH, Perspective, describe, describe_hex, describe_path, describe_site, narrate
from tests.rules.places import hex_of
from tests.rules.table import Table, bundle, path_between
from tests.samples import presets


def novices_play(history: History, seed: int) -> Iterator[tuple[State, int]]:
    """Make novices play a game on."""
    return play(history, [make_bot("novice", seed)] * history.state["players"], seed)


def narrated(table: State, seat: int, act: int, viewer: int = PUBLIC) -> list[str]:
    """Take an action, and return what happened."""
    before = table.copy()
    table.apply(seat, act)
    return narrate(before, ply(seat, act), table, Perspective(viewer))


def rolled(table: Table, total: int) -> list[str]:
    table.do(table["turn"], a.ROLL)
    return narrated(table, CHANCE, action(a.DICE_ROLLED, total))


def test_a_roll_tells_who_takes_what() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    table.build_city(2, 20)  # hills 10, mountains 8
    assert rolled(table, 8) == ["Blue rolls 8: Blue gets 1 ore; White gets 2 ore."]


def test_a_roll_that_yields_nothing_says_so() -> None:
    assert rolled(Table.set_up(rolled=False), 8) == ["Blue rolls 8: nobody gets anything."]


def test_discards_are_told_when_all_are_in() -> None:
    table = Table.set_up(rolled=False)
    table.deal(0, ore=8)
    table.deal(1, wool=9)
    assert rolled(table, 7) == ["Blue rolls 7. Blue and Orange must discard."]
    assert narrated(table, 1, bundle(a.DISCARD, wool=4)) == ["Orange discards 4 cards."]
    assert narrated(table, 0, bundle(a.DISCARD, ore=4)) == ["Blue discards 4 ore; Orange discards 4 wool."]


def test_the_kind_of_a_stolen_card_is_not_told() -> None:
    sentences = []
    for resource in (WOOL, ORE):
        table = Table.set_up()
        table.settle(1, 31)
        table.deal(1, wool=1, ore=1)
        table.hold(0, "knight")
        assert narrated(table, 0, a.PLAY_KNIGHT) == ["Blue plays a knight."]
        assert narrated(table, 0, action(a.MOVE_ROBBER, 11)) == ["Blue moves the robber to hex 11 (mountains 8)."]
        outcome = next(act for act, _ in table.outcomes() if a.action_number(act) == resource)
        sentences.append(narrated(table, CHANCE, outcome))
    assert sentences == [["Blue steals a card from Orange."]] * 2


def test_a_drawn_card_is_not_told() -> None:
    table = Table.set_up()
    table.deal(0, wool=1, grain=1, ore=1)
    assert narrated(table, 0, a.BUY_CARD) == ["Blue buys a development card."]
    outcome = table.outcomes()[0][0]
    assert narrated(table, CHANCE, outcome) == []


def test_building_is_told_with_its_place() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, brick=1, lumber=1, grain=2, ore=3)
    table.pave(0, 31, 37)
    assert narrated(table, 0, action(a.BUILD_ROAD, path_between(42, 37))) == [
        "Blue builds a road on path 53 (site 37 to 42)."
    ]
    assert narrated(table, 0, action(a.BUILD_CITY, 31)) == [
        "Blue builds a city at site 31 (forest 3, mountains 8, pasture 5)."
    ]


def test_whoever_sees_the_island_is_told_places_by_what_lies_there() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, brick=1, lumber=1, grain=2, ore=3)
    table.pave(0, 31, 37)
    eyes = Perspective(words=ENGLISH.without_numbers)
    road, city = ply(0, action(a.BUILD_ROAD, path_between(42, 37))), ply(0, action(a.BUILD_CITY, 31))
    assert [narrate(table, each, table, eyes) for each in (road, city)] == [
        ["Blue builds a road on the path between pasture 5 and the coast."],
        ["Blue builds a city at forest 3, mountains 8, pasture 5."],
    ]


def test_a_road_that_takes_the_longest_road_says_so() -> None:
    table = Table.set_up()
    table.pave(0, 0, 4, 1, 5, 2)
    table.deal(0, brick=1, lumber=1)
    sentences = narrated(table, 0, action(a.BUILD_ROAD, path_between(2, 6)))
    assert sentences == ["Blue builds a road on path 5 (site 2 to 6).", "Blue takes Longest Road (5)."]


def test_trade_is_told_with_those_who_accept() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, wool=1)
    table.deal(2, wool=1)
    table.deal(3, grain=1)
    assert narrated(table, 0, bundle(a.OFFER_TRADE, 0b1110, ore=1, wool=-1)) == ["Blue offers 1 ore for 1 wool."]
    assert narrated(table, 1, a.ACCEPT) == []
    assert narrated(table, 3, a.REFUSE) == []
    assert narrated(table, 2, a.ACCEPT) == ["Orange and White accept."]
    assert narrated(table, 0, action(a.CLOSE_DEAL, 2)) == ["Blue gives White 1 ore for 1 wool."]


def test_an_offer_that_nobody_accepts_says_so() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, brick=1)
    table.deal(2, brick=1)
    narrated(table, 0, bundle(a.OFFER_TRADE, 0b0110, ore=1, wool=-1))
    assert narrated(table, 1, bundle(a.COUNTER_OFFER, brick=1, ore=-1)) == ["Orange would give 1 brick for 1 ore."]
    assert narrated(table, 2, a.REFUSE) == ["Nobody accepts Blue's offer."]


def test_trade_with_the_bank_is_told() -> None:
    table = Table.set_up()
    table.deal(0, wool=4)
    assert narrated(table, 0, bank_trade(4, WOOL, LUMBER)) == ["Blue trades 4 wool for 1 lumber with the bank."]


def test_progress_cards_are_told_with_what_they_bring() -> None:
    table = Table.set_up(cards_per_turn=0)
    table.hold(0, "monopoly", "year of plenty")
    table.deal(1, ore=2)
    table.deal(3, ore=1)
    assert narrated(table, 0, action(a.PLAY_MONOPOLY, ORE)) == [
        "Blue plays monopoly on ore: Orange hands over 2 and Red hands over 1."
    ]
    assert narrated(table, 0, action(a.PLAY_PLENTY, 0)) == ["Blue plays year of plenty and takes 2 brick."]


def test_victory_is_told() -> None:
    table = Table.set_up(victory_points=3)
    table.build_city(0, 31)
    table.settle(0, 0)
    table.pave(0, 0, 4, 1)
    table.deal(0, brick=1, lumber=1, wool=1, grain=1)
    sentences = narrated(table, 0, action(a.BUILD_SETTLEMENT, 1))
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
        "Orange places a settlement at site 31 (forest 3, mountains 8, pasture 5) and gets 1 lumber, 1 wool and 1 ore."
    ]


@pytest.mark.parametrize("preset", presets(3))
def test_every_game_can_be_told(preset: str) -> None:
    history = History(State.new(Ruleset.preset(preset, limit=1000), 11))
    story = [sentence for before, ply in novices_play(history, 11) for sentence in narrate(before, ply, history.state)]
    assert story[-1].endswith("points.")
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in story)


def test_an_island_in_words_names_hexes_harbors_robber_and_pieces() -> None:
    words = describe(State.new(Ruleset.preset("beginner")), Perspective(3)).splitlines()
    assert words[0] == "Row 1: hex 0 (mountains 10), hex 1 (pasture 2), hex 2 (forest 9)."
    assert words[2].endswith("hex 9 (desert), hex 10 (forest 3), hex 11 (mountains 8).")
    assert "2:1 ore harbor: sites 10 and 15." in words
    assert "The robber is on hex 9 (desert)." in words
    assert words[-1].startswith("You: settlements at ")


def test_a_place_in_words_tells_what_is_there_and_where_its_paths_lead() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.pave(0, 31, 37)
    assert describe_site(table, 37, Perspective(0)) == [
        "Site 37: mountains 8, pasture 5.",
        "On the coast. You can't build here: site 31 next to it has a building.",
        "Path 47 to site 31: you have a road; there you have a settlement.",
        "Path 48 to site 32: no road; there mountains 8, 3:1 harbor.",
        "Path 53 to site 42: no road; there pasture 5, 2:1 wool harbor.",
    ]
    assert describe_path(table, 47)[0] == "Path 47 from site 31 to site 37: Blue has a road."
    hexes = describe_hex(table, 11)
    assert hexes[0] == "Hex 11: mountains 8."
    assert hexes[2] == "Blue has a settlement at 31."


# --- from a seat's eyes (PUB-2) ---------------------------------------------------------------------------------------


def stolen_ore(viewer: int) -> list[str]:
    table = Table.set_up()
    table.settle(1, 31)
    table.deal(1, wool=1, ore=1)
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.do(0, action(a.MOVE_ROBBER, 11))
    outcome = next(act for act, _ in table.outcomes() if a.action_number(act) == ORE)
    return narrated(table, CHANCE, outcome, viewer)


def test_nothing_is_taken_from_a_victim_without_cards() -> None:
    table = Table.set_up(rolled=False, steal="any")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.roll(7)
    table.do(0, action(a.MOVE_ROBBER, hex_of("forest 3")))
    told_to = [narrated(table.copy(), 0, action(a.ROB, 2), viewer) for viewer in (0, 2, 1)]
    assert told_to == [
        ["You steal nothing from White."],
        ["Blue steals nothing from you."],
        ["Blue steals nothing from White."],
    ]


def test_thief_and_victim_hear_which_card_was_stolen() -> None:
    assert stolen_ore(0) == ["You steal 1 ore from Orange."]
    assert stolen_ore(1) == ["Blue steals 1 ore from you."]
    assert stolen_ore(2) == stolen_ore(PUBLIC) == ["Blue steals a card from Orange."]


def test_a_buyer_hears_which_card_was_drawn() -> None:
    for viewer, expected in ((0, ["You draw a knight card."]), (1, []), (PUBLIC, [])):
        table = Table.set_up()
        table.deal(0, wool=1, grain=1, ore=1)
        table.do(0, a.BUY_CARD)
        assert narrated(table, CHANCE, table.outcomes()[0][0], viewer) == expected


def test_the_listener_is_called_you() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)
    table.build_city(2, 20)
    table.do(0, a.ROLL)
    sentences = narrated(table, CHANCE, action(a.DICE_ROLLED, 8), 2)
    assert sentences == ["Blue rolls 8: Blue gets 1 ore; you get 2 ore."]


def test_an_offer_to_some_says_to_whom() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, wool=1)
    offer = bundle(a.OFFER_TRADE, 0b0010, ore=1, wool=-1)
    assert narrated(table, 0, offer, 1) == ["Blue offers you 1 ore for 1 wool."]
    assert narrated(table, 1, a.ACCEPT, 1) == ["You accept."]
    assert narrated(table, 0, action(a.CLOSE_DEAL, 1), 1) == ["Blue gives you 1 ore for 1 wool."]


def test_own_discard_is_told_to_its_maker_alone() -> None:
    for viewer, expected in ((1, "You discard 4 wool."), (0, "Orange discards 4 cards.")):
        table = Table.set_up(rolled=False)
        table.deal(0, ore=8)
        table.deal(1, wool=9)
        rolled(table, 7)
        assert narrated(table, 1, bundle(a.DISCARD, wool=4), viewer) == [expected]


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_no_seat_hears_what_it_may_not_know(preset: str) -> None:
    """Whatever chance might have dealt in secret instead, who may not know hears the same; who may hears it."""
    history = History(State.new(Ruleset.preset(preset, limit=60), 11))
    compared = 0
    for before, entry in novices_play(history, 11):
        kind = a.action_kind(a.ply_action(entry))
        if kind in (a.CARD_DRAWN, a.CARD_STOLEN, a.CARD_TAKEN):
            for viewer in (*range(before["players"]), PUBLIC):
                stories = {tuple(narrated_outcome(before, act, viewer)) for act, _ in before.outcomes()}
                is_open = redact_ply(entry, viewer, False) == entry
                assert len(stories) == (len(before.outcomes()) if is_open else 1)
                compared += 1
    assert compared > 50


def narrated_outcome(before: State, act: int, viewer: int) -> list[str]:
    after = before.copy()
    after.apply(CHANCE, act)
    return [text for text in narrate(before, ply(CHANCE, act), after, Perspective(viewer)) if "win" not in text]


def test_hidden_cards_of_others_change_no_sentence() -> None:
    """Deal other cards of the same number to the others: the sentences about rolls, building and talk stay the same."""
    history = History(State.new(Ruleset.preset("base", limit=60), 8))
    silent_about_hands = {a.ROLL, a.BUILD_ROAD, a.BUILD_CITY, a.BUY_CARD, a.MOVE_ROBBER, a.REFUSE, a.DICE_ROLLED}
    compared = 0
    for before, entry in novices_play(history, 8):
        seat, act = a.ply_seat(entry), a.ply_action(entry)
        if a.action_kind(act) not in silent_about_hands:
            continue
        other = before.copy()
        for hidden in set(range(1, 4)) - {seat}:
            other.s[HAND + RESOURCES * hidden : HAND + RESOURCES * (hidden + 1)] = [2] * RESOURCES
            other.s[CARDS + CARD_KINDS * hidden : CARDS + CARD_KINDS * (hidden + 1)] = [0, 0, 0, 0, 0]
        after = other.copy()
        after.apply(seat, act)
        assert narrate(other, entry, after, Perspective(0)) == narrate(before, entry, history.state, Perspective(0))
        compared += 1
    assert compared > 50


def test_what_was_played_for_an_absent_seat_says_so() -> None:
    table = Table.set_up()
    before = table.copy()
    table.apply(0, a.END_TURN)
    assert narrate(before, ply(0, a.END_TURN, True), table) == ["Blue ran out of time."]
