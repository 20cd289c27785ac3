"""Sevens (ROB-1, ROB-4): who discards how much, and that all discards come before the robber."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from longroad.core import actions as a
from longroad.core.ruleset import Ruleset
from tests.rules.places import robber_to
from tests.rules.table import Table, before_roll, bundle

# --- discards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-1")
def test_nobody_produces_on_a_seven() -> None:
    table = before_roll()
    table.build_city(0, 31)
    table.settle(1, 19)
    table.roll(7)
    assert not any(table["hand_size"])


@pytest.mark.rule("ROB-1")
@pytest.mark.parametrize(("held", "due"), [(7, 0), (8, 4), (9, 4), (10, 5), (11, 5), (15, 7), (19, 9)])
def test_more_than_seven_cards_are_halved_rounded_down(held: int, due: int) -> None:
    table = before_roll()
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
    table = before_roll(players=3)
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
    table = before_roll(players=3)
    table.deal(blue, ore=6)
    table.deal(red, brick=8)
    table.deal(white, wool=11)
    table.roll(7)
    assert table.to_act == (red, white)
    assert [table.forms(seat)[0].total for seat in (red, white)] == [4, 5]
    assert table.forms(blue) == []


@pytest.mark.rule("ROB-1")
def test_roller_discards_too() -> None:
    table = before_roll()
    table.deal(0, wool=8)
    table.roll(7)
    assert table.phase == "discarding"
    assert table.to_act == (0,)


@pytest.mark.rule("ROB-1")
def test_development_cards_do_not_count() -> None:
    table = before_roll()
    table.deal(1, wool=7)
    table.hold(1, "knight", "knight", "monopoly")
    table.roll(7)
    assert table.phase == "robber moves"


@pytest.mark.rule("ROB-1")
@pytest.mark.parametrize(("limit", "held", "due"), [(9, 9, 0), (9, 10, 5), (9, 11, 5), (1, 1, 0), (1, 2, 1), (4, 5, 2)])
def test_discard_limit_is_an_option(limit: int, held: int, due: int) -> None:
    table = before_roll(discard_limit=limit)
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
    table = before_roll()
    table.deal(1, wool=5, ore=3)
    table.roll(7)
    table.refuse("ROB-1", 1, bundle(a.DISCARD, **cards))


@pytest.mark.rule("ROB-1")
def test_discard_is_refused_where_none_is_owed() -> None:
    table = before_roll()
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
    table = before_roll()
    table.deal(1, brick=2, wool=1, grain=3, ore=3)
    table.roll(7)
    (form,) = table.forms(1)
    listed = set(form.bundles())
    for counts in product(range(-1, 5), repeat=5):
        action = a.bundle(a.DISCARD, counts)
        is_legal = table.why_not(1, action) is None
        assert form.fits(action) == is_legal == (action in listed)
    assert len(listed) == len(list(form.bundles()))


# --- discards come before the robber, and independently ---------------------------------------------------------------


def three_discards() -> tuple[Table, list[tuple[int, int]]]:
    """Set up three players who discard, and what they do."""
    table = before_roll()
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
