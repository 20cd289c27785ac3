"""The robber (ROB): sevens and discards, where it goes, whom it robs, knights, the friendly robber."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.words import LUMBER, ORE, RESOURCE_NAMES, WOOL
from tests.rules.places import corners, hex_of, site_of
from tests.rules.table import Table, bundle


def robber_to(place: str) -> int:
    """Pack a move of the robber to a hex."""
    return a.action(a.MOVE_ROBBER, hex_of(place))


def seven(**options: object) -> Table:
    """Set the table up before seat 0's roll."""
    return Table.set_up(rolled=False, **options)


def moving(**options: object) -> Table:
    """Set the table up where seat 0 has rolled a 7 and must move the robber."""
    table = seven(**options)
    table.roll(7)
    assert table.phase == "robber moves"
    return table


# --- discards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-1")
def test_nobody_produces_on_a_seven() -> None:
    table = seven()
    table.build_city(0, 31)
    table.settle(1, 19)
    table.roll(7)
    assert not any(table["hand_size"])


@pytest.mark.rule("ROB-1")
@pytest.mark.parametrize(("held", "due"), [(7, 0), (8, 4), (9, 4), (10, 5), (11, 5), (15, 7), (19, 9)])
def test_more_than_seven_cards_are_halved_rounded_down(held: int, due: int) -> None:
    table = seven()
    table.deal(2, wool=held)
    table.roll(7)
    if due == 0:
        assert table.phase == "robber moves"
        return
    assert table.phase == "discarding"
    assert table.to_act == (2,)
    table.apply(2, bundle(a.DISCARD, wool=due))
    assert table.hand(2) == {"wool": held - due}
    table.check()


@pytest.mark.rule("ROB-1")
def test_almanac_example_wolf_returns_five_cards() -> None:
    """Hans has 6 cards, Benni 7, Wolf 11; Wolf chooses three lumber and two wool."""
    hans, benni, wolf = 0, 1, 2
    table = seven(players=3)
    table.deal(hans, brick=6)
    table.deal(benni, grain=7)
    table.deal(wolf, lumber=5, wool=4, ore=2)
    table.roll(7)
    assert table.to_act == (wolf,)
    (form,) = table.forms(wolf)
    assert form.total == 5
    table.apply(wolf, bundle(a.DISCARD, lumber=3, wool=2))
    assert table.hand(wolf) == {"lumber": 2, "wool": 2, "ore": 2}
    assert table["bank"] == [13, 17, 17, 12, 17]
    assert table.to_act == (hans,)


@pytest.mark.rule("ROB-1")
def test_traveler_example_two_players_discard() -> None:
    """Blue has 6 cards, Red 8 and White 11: Red discards four, White five."""
    blue, red, white = 0, 1, 2
    table = seven(players=3)
    table.deal(blue, ore=6)
    table.deal(red, brick=8)
    table.deal(white, wool=11)
    table.roll(7)
    assert table.to_act == (red, white)
    assert [table.forms(seat)[0].total for seat in (red, white)] == [4, 5]
    assert table.forms(blue) == []


@pytest.mark.rule("ROB-1")
def test_roller_discards_too() -> None:
    table = seven()
    table.deal(0, wool=8)
    table.roll(7)
    assert table.to_act == (0,)


@pytest.mark.rule("ROB-1")
def test_development_cards_do_not_count() -> None:
    table = seven()
    table.deal(1, wool=7)
    table.hold(1, "knight", "knight", "monopoly")
    table.roll(7)
    assert table.phase == "robber moves"


@pytest.mark.rule("ROB-1")
@pytest.mark.parametrize(("limit", "held", "due"), [(9, 9, 0), (9, 10, 5), (9, 11, 5), (1, 1, 0), (1, 2, 1), (4, 5, 2)])
def test_discard_limit_is_an_option(limit: int, held: int, due: int) -> None:
    table = seven(discard_limit=limit)
    table.deal(1, wool=held)
    table.roll(7)
    assert table.phase == ("discarding" if due else "robber moves")
    assert [form.total for form in table.forms(1)] == ([due] if due else [])


@pytest.mark.rule("ROB-1")
def test_one_on_one_discards_above_nine() -> None:
    assert Ruleset.preset("one_on_one").discard_limit == 9
    assert Ruleset.preset("base").discard_limit == 7


@pytest.mark.rule("ROB-1")
@pytest.mark.parametrize(
    "cards",
    [
        {},
        {"wool": 3},
        {"wool": 5},
        {"wool": 2, "brick": 2},  # brick is not held
        {"ore": 4},  # three are
        {"wool": 5, "ore": -1},  # nothing is taken
        {"wool": 4, "brick": -1},
    ],
)
def test_wrong_discard_is_refused(cards: dict[str, int]) -> None:
    table = seven()
    table.deal(1, wool=5, ore=3)
    table.roll(7)
    table.refuse("ROB-1", 1, bundle(a.DISCARD, **cards))


@pytest.mark.rule("ROB-1")
def test_discard_is_refused_where_none_is_owed() -> None:
    table = seven()
    table.deal(0, wool=2)
    table.deal(1, wool=8)
    table.refuse("TRN-1", 0, bundle(a.DISCARD, wool=1))
    table.roll(7)
    table.refuse("ROB-1", 0, bundle(a.DISCARD, wool=1))
    table.apply(1, bundle(a.DISCARD, wool=4))
    table.refuse("ROB-2", 0, bundle(a.DISCARD, wool=1))
    table.apply(0, robber_to("forest 9"))
    table.refuse("TRN-7", 0, bundle(a.DISCARD, wool=1))


@pytest.mark.rule("ROB-1")
def test_form_of_a_discard_holds_all_legal_ones_and_no_other() -> None:
    table = seven()
    table.deal(1, brick=2, wool=1, grain=3, ore=3)
    table.roll(7)
    (form,) = table.forms(1)
    listed = set(form.bundles())
    for counts in product(range(-1, 5), repeat=5):
        action = a.bundle(a.DISCARD, counts)
        is_legal = table.why_not(1, action) is None
        assert form.fits(action) == is_legal == (action in listed)
    assert len(listed) == len(list(form.bundles()))


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
    table = seven()
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
    table = seven()
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
@pytest.mark.parametrize("steal", ["must", "may"])
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


# --- discards come before the robber, and independently ---------------------------------------------------------------


def three_discards() -> tuple[Table, list[tuple[int, int]]]:
    """Set up three players who discard, and what they do."""
    table = seven()
    table.deal(0, wool=5, ore=3)
    table.deal(2, brick=9)
    table.deal(3, lumber=6, grain=6)
    table.roll(7)
    return table, [
        (0, bundle(a.DISCARD, wool=2, ore=2)),
        (2, bundle(a.DISCARD, brick=4)),
        (3, bundle(a.DISCARD, lumber=5, grain=1)),
    ]


@pytest.mark.rule("ROB-4")
def test_all_discards_are_complete_before_the_robber_moves() -> None:
    table, discards = three_discards()
    for seat, discard in discards:
        assert table.phase == "discarding"
        table.refuse("ROB-4", 0, robber_to("forest 9"))
        table.refuse("ROB-4", 0, a.action(a.END_TURN))
        table.apply(seat, discard)
    assert table.phase == "robber moves"
    assert table.to_act == (0,)
    table.check()


@pytest.mark.rule("ROB-4")
def test_order_of_discards_does_not_matter() -> None:
    ends = set()
    for order in permutations(range(3)):
        table, discards = three_discards()
        for i in order:
            table.apply(*discards[i])
        ends.add(table.to_bytes())
    assert len(ends) == 1


@pytest.mark.rule("ROB-4")
def test_nobody_discards_twice() -> None:
    table, discards = three_discards()
    table.apply(*discards[1])
    assert table.to_act == (0, 3)
    table.refuse("ROB-1", 2, bundle(a.DISCARD, brick=4))


@pytest.mark.rule("ROB-4")
def test_kinds_are_revealed_when_all_are_in() -> None:
    table, discards = three_discards()
    bank = table["bank"]
    table.apply(*discards[0])
    table.apply(*discards[1])
    for viewer in (1, 3, 6):
        view = table.view(viewer)
        assert view["discards"] == [[0] * 5] * 6
        assert view["bank"] == bank
        assert view["hand_size"][:4] == [8, 0, 9, 12]
        assert view["owes"] == 0b1000  # that they have discarded is public
    assert table.view(2)["discards"][2] == [4, 0, 0, 0, 0]
    assert table.view(2)["discards"][0] == [0] * 5
    table.apply(*discards[2])
    assert table.view()["hand_size"][:4] == [4, 0, 5, 6]
    assert table.view()["bank"] == [bank[0] + 4, bank[1] + 5, bank[2] + 2, bank[3] + 1, bank[4] + 2]


@pytest.mark.rule("ROB-4")
def test_discard_reads_the_same_from_a_view() -> None:
    table, discards = three_discards()
    table.apply(*discards[2])
    for seat in range(4):
        assert table.view(seat).forms(seat) == table.forms(seat)


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
    table = seven()
    table.hold(0, "knight")
    table.settle(0, 31)
    table.put("robber", hex_of("mountains 8"))
    table.do(0, a.PLAY_KNIGHT)
    table.apply(0, robber_to("forest 9"))
    table.roll(8)
    assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("ROB-5")
def test_seven_after_a_knight_moves_the_robber_again() -> None:
    table = seven()
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


# --- the friendly robber ----------------------------------------------------------------------------------------------


def friendly(**points: int) -> Table:
    """Set up a friendly robber on a move; seats 1 and 2 have a building at the forest with the 3."""
    table = seven(friendly_robber=True)
    table.settle(1, 19)
    table.settle(2, 31)
    table.deal(1, ore=1)
    table.deal(2, ore=1)
    for name, count in points.items():
        table.put("points", count, int(name.removeprefix("seat")))
    table.roll(7)
    return table


@pytest.mark.rule("ROB-7")
@pytest.mark.parametrize(("one", "other"), [(2, 2), (2, 3), (3, 2), (2, 9)])
def test_robber_spares_players_with_fewer_than_three_visible_points(one: int, other: int) -> None:
    table = friendly(seat1=one, seat2=other)
    table.refuse("ROB-7", 0, robber_to("forest 3"))
    assert hex_of("forest 3") not in table.listed(0, a.MOVE_ROBBER)


@pytest.mark.rule("ROB-7")
def test_three_visible_points_are_not_spared() -> None:
    table = friendly(seat1=3, seat2=3)
    table.apply(0, robber_to("forest 3"))
    assert table.listed(0, a.ROB) == [1, 2]


@pytest.mark.rule("ROB-7")
def test_point_cards_are_not_visible() -> None:
    table = friendly(seat1=2, seat2=3)
    table.hold(1, "victory point", "victory point")
    table.refuse("ROB-7", 0, robber_to("forest 3"))


@pytest.mark.rule("ROB-7")
def test_own_buildings_do_not_bar_the_robber() -> None:
    table = seven(friendly_robber=True)
    table.settle(0, 19)
    table.roll(7)
    table.apply(0, robber_to("forest 3"))


@pytest.mark.rule("ROB-7")
def test_desert_is_always_allowed_and_nobody_protected_is_robbed_there() -> None:
    table = seven(friendly_robber=True)
    table.settle(1, site_of("desert", "forest 3", "fields 4"))
    table.settle(2, site_of("hills 6", "pasture 4", "desert"))
    table.deal(1, ore=1)
    table.deal(2, wool=1)
    table.put("points", 2, 1)
    table.put("points", 3, 2)
    table.put("robber", hex_of("forest 9"))
    table.roll(7)
    table.apply(0, robber_to("desert"))
    assert table.phase == "theft"  # from seat 2 alone
    assert table["victim"] == 2


@pytest.mark.rule("ROB-7")
def test_robber_may_go_anywhere_without_the_option() -> None:
    table = seven(friendly_robber=False)
    table.settle(1, 19)
    table.roll(7)
    table.apply(0, robber_to("forest 3"))


def covered(robber: str) -> Table:
    """Set up an island on which every hex but the desert is beside a player with two points."""
    table = seven(friendly_robber=True)
    for i, site in enumerate((12, 9, 20, 28, 44, 36, 46)):
        table.settle(1 + i % 3, site)
    for seat in (1, 2, 3):
        table.put("points", 2, seat)
        table.deal(seat, ore=1)
    table.put("robber", hex_of(robber))
    return table


@pytest.mark.rule("ROB-7")
def test_robber_stays_on_the_desert_if_no_other_hex_is_free() -> None:
    table = covered("desert")
    table.roll(7)
    assert table["robber"] == hex_of("desert")
    assert table.phase == "main"


@pytest.mark.rule("ROB-7")
def test_robber_goes_home_if_only_the_desert_is_free() -> None:
    table = covered("hills 6")
    table.roll(7)  # there is no choice
    assert table["robber"] == hex_of("desert")
    assert table.phase == "main"
    assert not table["hand_size"][0]


@pytest.mark.rule("ROB-7")
def test_knight_may_be_played_though_the_robber_stays() -> None:
    table = covered("desert")
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    assert table.phase == "before roll"
    assert table["knights"][0] == 1


@pytest.mark.rule("ROB-7")
def test_neutral_players_are_not_spared() -> None:
    table = seven(players=2, duel=True, friendly_robber=True, neutral_sites=(19, 44))
    assert table["points"][2] == 1
    table.roll(7)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "before roll"  # nothing is stolen from a neutral player


@pytest.mark.rule("ROB-7")
def test_friendly_robber_is_an_option_of_one_on_one() -> None:
    assert Ruleset.preset("one_on_one").friendly_robber
    assert not Ruleset.preset("base").friendly_robber


# --- all at once ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-1", "ROB-2", "ROB-3", "ROB-4")
@pytest.mark.parametrize("resource", [LUMBER, ORE])
def test_seven_from_beginning_to_end(resource: int) -> None:
    table = seven(steal="must")
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
