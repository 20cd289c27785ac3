"""The robber (ROB-2, ROB-3, ROB-5, ROB-6): where it goes, who can be robbed, and knights."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.words import LUMBER, ORE, RESOURCE_NAMES, WOOL
from tests.rules.places import corners, hex_of, robber_to
from tests.rules.table import Table, before_roll, bundle


def moving(**options: object) -> Table:
    """Set the table up where seat 0 has rolled a 7 and must move the robber."""
    table = before_roll(**options)
    table.roll(7)
    assert table.phase == "robber moves"
    return table


# --- the move ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-2")
def test_robber_moves_to_any_other_hex() -> None:
    table = moving()
    desert = hex_of("desert")
    assert table.listed(0, a.MOVE_ROBBER) == [place for place in range(19) if place != desert]
    table.refuse("ROB-2", 0, a.action(a.MOVE_ROBBER, desert))
    table.apply(0, robber_to("hills 6"))
    assert table["robber"] == hex_of("hills 6")
    assert table.phase == "main"


@pytest.mark.rule("ROB-2")
def test_robber_may_go_back_to_the_desert() -> None:
    table = before_roll()
    table.put("robber", hex_of("hills 6"))
    table.roll(7)
    table.refuse("ROB-2", 0, robber_to("hills 6"))
    table.apply(0, robber_to("desert"))
    assert table["robber"] == hex_of("desert")


@pytest.mark.rule("ROB-2")
def test_robber_stays_on_land() -> None:
    table = moving()
    table.refuse("BRD-1", 0, a.action(a.MOVE_ROBBER, 19))
    extension = Table.set_up(rolled=False, island="extension", terrain="random", tokens="spiral", harbors="shuffled")
    extension.roll(7)
    assert len(extension.listed(0, a.MOVE_ROBBER)) == 29
    extension.refuse("BRD-1", 0, a.action(a.MOVE_ROBBER, 30))


@pytest.mark.rule("ROB-2")
def test_robber_must_be_moved_before_anything_else() -> None:
    table = moving()
    table.deal(0, wool=4, brick=1, lumber=1)
    for action in (a.action(a.END_TURN), a.bank_trade(4, WOOL, ORE), a.action(a.ROLL), a.action(a.BUY_CARD)):
        table.refuse("ROB-2", 0, action)
    table.refuse("TRN-7", 1, robber_to("forest 9"))


@pytest.mark.rule("ROB-2")
def test_robber_moves_only_when_it_is_due() -> None:
    table = before_roll()
    table.refuse("TRN-1", 0, robber_to("forest 9"))
    table.roll(6)
    table.refuse("TRN-7", 0, robber_to("forest 9"))


# --- the theft --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-3")
def test_single_victim_is_robbed_at_once() -> None:
    table = moving()
    table.settle(1, 19)
    table.deal(1, wool=2, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "theft"
    assert table.to_act == (CHANCE,)
    assert [(a.action_number(action), weight) for action, weight in table.outcomes()] == [(WOOL, 2), (ORE, 1)]
    table.chance(ORE)
    assert table.hand(0) == {"ore": 1}
    assert table.hand(1) == {"wool": 2}
    assert table.phase == "main"
    table.check()


@pytest.mark.rule("ROB-3")
def test_stolen_card_names_thief_and_victim_and_is_one_that_is_held() -> None:
    table = moving()
    table.settle(1, 19)
    table.deal(1, wool=2)
    table.apply(0, robber_to("forest 3"))
    assert table.outcomes() == [(a.action(a.CARD_STOLEN, WOOL, 0, 1), 2)]
    for wrong in (a.action(a.CARD_STOLEN, ORE, 0, 1), a.action(a.CARD_STOLEN, WOOL, 0, 2), a.action(a.DICE_ROLLED, 6)):
        assert table.why_not(CHANCE, wrong) is not None
    table.refuse("TRN-7", 0, a.action(a.CARD_STOLEN, WOOL, 0, 1))


@pytest.mark.rule("ROB-3")
def test_traveler_example_white_chooses_between_two_victims() -> None:
    """White moves the robber to the forest with the 3 and may rob Orange or Blue."""
    white, orange, blue = 0, 1, 2
    table = moving()
    table.settle(orange, 19)
    table.build_city(blue, 31)
    table.settle(3, 8)
    for seat in (orange, blue, 3):
        table.deal(seat, ore=1)
    table.apply(white, robber_to("forest 3"))
    assert table.phase == "victim choice"
    assert table.listed(white, a.ROB) == [orange, blue]
    for nobody_there in (3, white, 4, 5, 7):
        table.refuse("ROB-3", white, a.action(a.ROB, nobody_there))
    table.refuse("ROB-3", white, a.action(a.ROB, a.ROB_NOBODY))
    table.refuse("ROB-3", white, a.action(a.END_TURN))
    table.do(white, a.ROB, blue)
    table.chance(ORE)
    assert table.hand(white) == {"ore": 1}
    assert table["hand_size"][:4] == [1, 1, 0, 1]


@pytest.mark.rule("ROB-3")
@pytest.mark.parametrize("steal", ["any", "must", "may"])
def test_nothing_is_taken_if_no_adjacent_opponent_has_a_card(steal: str) -> None:
    table = moving(steal=steal)
    table.settle(0, 19)
    table.settle(1, 31)
    table.deal(0, ore=1)
    table.deal(2, ore=3)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "main"
    assert table["hand_size"][:3] == [1, 0, 3]


@pytest.mark.rule("ROB-3")
def test_choice_is_among_all_adjacent_opponents_where_anyone_can_be_robbed() -> None:
    table = moving(steal="any")
    table.settle(0, 17)
    table.settle(1, 19)
    table.settle(2, 31)
    table.settle(3, 39)  # not beside the hex
    table.deal(1, ore=1)
    table.deal(3, wool=1)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "victim choice"
    assert table.listed(0, a.ROB) == [1, 2]
    table.refuse("ROB-3", 0, a.action(a.ROB, 3))
    table.refuse("ROB-3", 0, a.action(a.ROB, 0))
    table.refuse("ROB-3", 0, a.action(a.ROB, a.ROB_NOBODY))


@pytest.mark.rule("ROB-3")
def test_nothing_is_taken_from_an_opponent_without_cards() -> None:
    table = moving(steal="any")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.apply(0, robber_to("forest 3"))
    table.do(0, a.ROB, 2)
    assert table.phase == "main"
    assert table["victim"] == -1
    assert table["hand_size"][:3] == [0, 1, 0]


@pytest.mark.rule("ROB-3")
def test_opponent_with_cards_is_robbed_where_anyone_can_be() -> None:
    table = moving(steal="any")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.apply(0, robber_to("forest 3"))
    table.do(0, a.ROB, 1)
    assert table.phase == "theft"
    table.chance(ORE)
    assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("ROB-3")
def test_several_opponents_without_cards_are_no_choice() -> None:
    table = moving(steal="any")
    table.settle(1, 19)
    table.settle(2, 31)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "main"


@pytest.mark.rule("ROB-3")
@pytest.mark.rule("ROB-5")
def test_knight_may_rob_an_opponent_without_cards_before_the_roll() -> None:
    table = before_roll(steal="any")
    table.hold(0, "knight")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.do(0, a.PLAY_KNIGHT)
    table.apply(0, robber_to("forest 3"))
    table.do(0, a.ROB, 2)
    assert table.phase == "before roll"
    assert table.hand(1) == {"ore": 1}


@pytest.mark.rule("ROB-3")
@pytest.mark.parametrize(
    ("steal", "presets"),
    [
        ("any", ("base", "beginner", "extension", "tournament", "one_on_one")),
        ("must", ("traveler", "duel")),
        ("may", ("classic",)),
    ],
)
def test_presets_steal_as_their_rulebooks_say(steal: str, presets: tuple[str, ...]) -> None:
    assert {Ruleset.preset(preset).steal for preset in presets} == {steal}


@pytest.mark.rule("ROB-3")
def test_choice_is_among_those_with_cards() -> None:
    table = moving(steal="must")
    table.settle(1, 19)
    table.settle(2, 31)
    table.settle(3, 30)
    table.deal(1, ore=1)
    table.deal(3, wool=1)
    table.apply(0, robber_to("forest 3"))
    assert table.listed(0, a.ROB) == [1, 3]
    table.refuse("ROB-3", 0, a.action(a.ROB, 2))


@pytest.mark.rule("ROB-3")
def test_only_opponent_with_cards_is_no_choice_where_one_must_steal() -> None:
    table = moving(steal="must")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(2, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "theft"
    assert table["victim"] == 2


@pytest.mark.rule("ROB-3")
def test_nobody_is_a_choice_where_one_may_steal() -> None:
    table = moving(steal="may")
    table.settle(1, 19)
    table.deal(1, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "victim choice"
    assert table.listed(0, a.ROB) == [1, a.ROB_NOBODY]
    table.do(0, a.ROB, a.ROB_NOBODY)
    assert table.phase == "main"
    assert table.hand(1) == {"ore": 1}


@pytest.mark.rule("ROB-3")
def test_somebody_is_a_choice_too_where_one_may_steal() -> None:
    table = moving(steal="may")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.deal(2, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.listed(0, a.ROB) == [1, 2, a.ROB_NOBODY]
    table.do(0, a.ROB, 1)
    table.chance(ORE)
    assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("ROB-3")
def test_one_card_is_taken_however_many_buildings_the_victim_has_there() -> None:
    table = moving()
    table.build_city(1, 19, 31)
    table.settle(1, 30)
    table.deal(1, ore=5)
    table.apply(0, robber_to("forest 3"))
    table.chance(ORE)
    assert table["hand_size"][:2] == [1, 4]
    assert table.phase == "main"


@pytest.mark.rule("ROB-3")
def test_own_buildings_and_roads_make_no_victim() -> None:
    table = moving()
    table.settle(0, 19)
    table.pave(1, *corners("forest 3"))
    table.deal(0, ore=1)
    table.deal(1, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "main"


# --- knights ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-5")
@pytest.mark.parametrize("rolled", [False, True])
def test_knight_moves_the_robber_and_steals_but_nobody_discards(rolled: bool) -> None:
    table = Table.set_up(rolled=rolled)
    table.hold(0, "knight")
    table.settle(1, 19)
    table.deal(0, wool=10)
    table.deal(1, ore=12)
    table.do(0, a.PLAY_KNIGHT)
    assert table.phase == "robber moves"
    table.refuse("ROB-2", 0, robber_to("desert"))
    table.apply(0, robber_to("forest 3"))
    table.chance(ORE)
    assert table["hand_size"][:2] == [11, 11]
    assert table.phase == ("main" if rolled else "before roll")
    assert table["knights"][0] == 1


@pytest.mark.rule("ROB-5")
def test_roll_is_still_due_after_a_knight() -> None:
    table = before_roll()
    table.hold(0, "knight")
    table.settle(0, 31)
    table.put("robber", hex_of("mountains 8"))
    table.do(0, a.PLAY_KNIGHT)
    table.apply(0, robber_to("forest 9"))
    table.roll(8)
    assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("ROB-5")
def test_seven_after_a_knight_moves_the_robber_again() -> None:
    table = before_roll()
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.apply(0, robber_to("forest 9"))
    table.roll(7)
    table.refuse("ROB-2", 0, robber_to("forest 9"))
    table.apply(0, robber_to("desert"))
    assert table.phase == "main"


@pytest.mark.rule("ROB-5")
def test_almanac_example_hans_knight_lets_him_choose() -> None:
    """Hans moves the robber to a forest where both A and B have settlements, and may rob either."""
    table = Table.set_up(steal="may")
    table.hold(0, "knight")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.deal(2, ore=1)
    table.do(0, a.PLAY_KNIGHT)
    table.apply(0, robber_to("forest 3"))
    assert table.listed(0, a.ROB) == [1, 2, a.ROB_NOBODY]


# --- development cards are safe ---------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-6")
def test_development_cards_are_never_stolen() -> None:
    table = moving()
    table.settle(1, 19)
    table.hold(1, "knight", "victory point")
    table.deal(1, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.outcomes() == [(a.action(a.CARD_STOLEN, ORE, 0, 1), 1)]
    table.chance(ORE)
    assert table["cards_size"][:2] == [0, 2]


@pytest.mark.rule("ROB-6")
def test_player_with_development_cards_alone_has_nothing_to_steal() -> None:
    table = moving()
    table.settle(1, 19)
    table.hold(1, "knight", "victory point")
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "main"


@pytest.mark.rule("ROB-6")
def test_player_with_development_cards_alone_is_no_victim_where_a_card_must_be_stolen() -> None:
    table = moving(steal="must")
    table.settle(1, 19)
    table.settle(2, 31)
    table.hold(1, "knight", "victory point")
    table.deal(2, ore=1)
    table.apply(0, robber_to("forest 3"))
    assert table.outcomes() == [(a.action(a.CARD_STOLEN, ORE, 0, 2), 1)]


# --- all at once ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-1", "ROB-2", "ROB-3", "ROB-4")
@pytest.mark.parametrize("resource", [LUMBER, ORE])
def test_seven_from_beginning_to_end(resource: int) -> None:
    table = before_roll(steal="must")
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, **{RESOURCE_NAMES[resource]: 9})
    table.deal(2, wool=7)
    table.roll(7)
    table.apply(1, bundle(a.DISCARD, **{RESOURCE_NAMES[resource]: 4}))
    table.apply(0, robber_to("forest 3"))
    table.do(0, a.ROB, 1)
    table.chance(resource)
    assert table.hand(0) == {RESOURCE_NAMES[resource]: 1}
    assert table["hand_size"][:3] == [1, 4, 7]
    assert table.phase == "main"
    table.check()
