"""Special cards (AWD-4, AWD-6): who has the longest road after it was broken."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from tests.rules.table import Table

NOBODY = -1
# Walks across the island that do not touch each other; seat 1's, from where it is broken, is the upper one.
TOP = (7, 3, 0, 4, 1, 5, 2, 6, 10, 15)
UPPER = (23, 18, 24, 19, 25, 20, 26, 32, 37)
BOTTOM = (38, 43, 39, 44, 40, 45, 41, 46, 42)


# --- a broken road ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-4")
def test_seven_roads_are_broken_into_three_and_four_and_six_take_the_card() -> None:
    """The almanac's example, branches included: White's road of 7 is broken by Black, who has 6."""
    table = Table.set_up()
    black, white = 0, 1
    table.settle(white, 16)
    table.pave(white, 16, 22, 17, 23, 18, 24, 19, 25)
    table.pave(white, 18, 13)
    table.pave(white, 22, 28)
    table.settle(black, 33)
    table.pave(black, 38, 33, 28, 34, 29, 23)
    table.pave(black, 38, 43)
    assert table["road_length"][:2] == [6, 7]
    assert table["longest"] == white
    table.fund(black, "settlement")
    table.do(black, a.BUILD_SETTLEMENT, 23)
    assert table["road_length"][:2] == [6, 4]
    assert table["longest"] == black
    assert table["points"][:2] == [2 + 2, 1]


def broken(right: int, second: int, third: int, road_tie: str = "holder_keeps") -> Table:
    """Make seat 0 break seat 1's longest road into 3 and `right`; seats 2 and 3 have roads of their own."""
    table = Table.set_up(road_tie=road_tie)
    table.settle(1, 16)
    table.pave(1, 16, 22, 17, 23)
    table.pave(1, *UPPER[: right + 1])
    table.pave(2, *TOP[: second + 1])
    table.pave(3, *BOTTOM[: third + 1])
    assert table["longest"] == 1
    table.settle(0, 35)
    table.pave(0, 35, 29, 23)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 23)
    assert table["road_length"][:4] == [2, max(3, right), second, third]
    table.check()
    return table


BREAKS = [
    # right, second, third, who has the card then, who has it where any tie sets it aside
    (6, 5, 4, 1, 1),  # the holder is still longest
    (8, 5, 5, 1, 1),
    (5, 5, 4, 1, NOBODY),  # the holder is tied
    (5, 5, 5, 1, NOBODY),
    (7, 7, 6, 1, NOBODY),
    (5, 4, 3, 1, 1),
    (4, 6, 5, 2, 2),  # another alone is longest
    (3, 2, 5, 3, 3),
    (5, 6, 5, 2, 2),  # even if the holder still has five
    (4, 5, 5, NOBODY, NOBODY),  # several others are tied
    (5, 6, 6, NOBODY, NOBODY),
    (4, 4, 4, NOBODY, NOBODY),  # nobody has five
    (3, 0, 0, NOBODY, NOBODY),
]


@pytest.mark.rule("AWD-4")
@pytest.mark.parametrize(("right", "second", "third", "heir", "_aside"), BREAKS)
def test_a_broken_road_decides_anew(right: int, second: int, third: int, heir: int, _aside: int) -> None:
    table = broken(right, second, third)
    assert table["longest"] == heir
    assert [table["points"][seat] - 2 * (seat == heir) for seat in range(4)] == [2, 1, 0, 0]


@pytest.mark.rule("AWD-6")
@pytest.mark.parametrize(("right", "second", "third", "_heir", "aside"), BREAKS)
def test_where_ties_set_the_card_aside_so_does_the_holders(
    right: int, second: int, third: int, _heir: int, aside: int
) -> None:
    table = broken(right, second, third, "set_aside")
    assert table["longest"] == aside
    assert [table["points"][seat] - 2 * (seat == aside) for seat in range(4)] == [2, 1, 0, 0]


@pytest.mark.rule("AWD-4")
def test_a_card_set_aside_goes_to_who_alone_becomes_longest() -> None:
    table = broken(4, 5, 5)
    table.build_on(2, *TOP[5:7])
    assert table["longest"] == 2
    assert table["points"][2] == 2


@pytest.mark.rule("AWD-4")
def test_a_card_set_aside_can_be_reclaimed_by_its_last_holder() -> None:
    table = broken(4, 5, 5)
    table.build_on(1, *UPPER[4:6])
    assert table["longest"] == NOBODY  # three are tied now
    table.build_on(1, *UPPER[5:7])
    assert table["longest"] == 1
    assert table["points"][1] == 1 + 2


@pytest.mark.rule("AWD-4")
def test_a_card_set_aside_does_not_go_to_a_shorter_road() -> None:
    table = broken(4, 6, 6)
    table.build_on(1, *UPPER[4:6])
    assert table["road_length"][1] == 5
    assert table["longest"] == NOBODY


@pytest.mark.rule("AWD-4")
def test_a_card_that_nobody_has_five_for_goes_to_the_first_with_five() -> None:
    table = broken(4, 4, 4)
    table.build_on(3, *BOTTOM[4:6])
    assert table["longest"] == 3
    table.build_on(1, *UPPER[4:6])
    assert table["longest"] == 3


@pytest.mark.rule("AWD-4")
def test_a_card_set_aside_goes_to_whose_rival_is_broken() -> None:
    table = broken(4, 5, 5)
    table.pave(0, 52, 48, 44)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 44)
    assert table["road_length"][3] == 3
    assert table["longest"] == 2


@pytest.mark.rule("AWD-4")
@pytest.mark.parametrize("road_tie", ["holder_keeps", "set_aside"])
def test_breaking_a_road_that_does_not_hold_the_card_changes_nothing(road_tie: str) -> None:
    table = Table.set_up(road_tie=road_tie)
    table.pave(1, *TOP[:6])
    table.pave(2, *BOTTOM[:6])
    table.pave(3, 27, 33, 28, 34, 29, 35)
    table.pave(0, 52, 48, 44)
    assert table["longest"] == 1
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 44)
    assert table["road_length"][2] == 3
    assert table["longest"] == 1


@pytest.mark.rule("AWD-4")
@pytest.mark.parametrize("road_tie", ["holder_keeps", "set_aside"])
def test_a_broken_branch_that_did_not_count_changes_nothing(road_tie: str) -> None:
    table = Table.set_up(road_tie=road_tie)
    table.pave(1, 28, 22, 17, 23, 18, 24, 19)
    table.pave(1, 18, 13, 8)
    table.pave(2, *BOTTOM[:7])
    assert table["road_length"][1:3] == [6, 6]
    table.pave(0, 5, 9, 13)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 13)
    assert table["road_length"][1] == 6
    assert table["longest"] == 1


# --- ties that set the card aside -------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-6")
def test_a_tie_without_an_interruption_leaves_the_card_where_it_is() -> None:
    table = Table.set_up(road_tie="set_aside")
    table.pave(1, *TOP[:6])
    table.pave(0, *BOTTOM[:5])
    table.fund(0, "road")
    table.road(0, *BOTTOM[4:6])
    assert table["longest"] == 1


@pytest.mark.rule("AWD-6")
def test_a_card_set_aside_by_the_holders_tie_comes_back_to_a_clear_leader() -> None:
    table = broken(5, 5, 4, "set_aside")
    assert table["longest"] == NOBODY
    table.build_on(3, *BOTTOM[4:6])
    assert table["longest"] == NOBODY
    table.build_on(2, *TOP[5:7])
    assert table["longest"] == 2
    table.build_on(1, *UPPER[5:7])
    assert table["longest"] == 2  # a tie by building
    table.build_on(1, *UPPER[6:8])
    assert table["longest"] == 1
