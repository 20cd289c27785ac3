"""The friendly robber (ROB-7)."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.ruleset import Ruleset
from tests.rules.places import hex_of, robber_to, site_of
from tests.rules.table import Table, before_roll

# --- the friendly robber ----------------------------------------------------------------------------------------------


def friendly(**points: int) -> Table:
    """Set up a friendly robber on a move; seats 1 and 2 have a building at the forest with the 3."""
    table = before_roll(friendly_robber=True)
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
    table = before_roll(friendly_robber=True)
    table.settle(0, 19)
    table.roll(7)
    table.apply(0, robber_to("forest 3"))


@pytest.mark.rule("ROB-7")
def test_desert_is_always_allowed_and_nobody_protected_is_robbed_there() -> None:
    table = before_roll(friendly_robber=True)
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
def test_refusal_to_rob_a_protected_player_says_why() -> None:
    table = before_roll(friendly_robber=True, steal="may")
    table.settle(1, site_of("desert", "forest 3", "fields 4"))
    table.settle(2, site_of("hills 6", "pasture 4", "desert"))
    table.deal(1, ore=1)
    table.deal(2, wool=1)
    table.put("points", 3, 2)
    table.put("robber", hex_of("forest 9"))
    table.roll(7)
    table.apply(0, robber_to("desert"))
    assert table.listed(0, a.ROB) == [2, a.ROB_NOBODY]
    table.refuse("ROB-7", 0, a.action(a.ROB, 1))
    for other in (0, 3, 5, 7):
        table.refuse("ROB-3", 0, a.action(a.ROB, other))


@pytest.mark.rule("ROB-7")
def test_robber_may_go_anywhere_without_the_option() -> None:
    table = before_roll(friendly_robber=False)
    table.settle(1, 19)
    table.roll(7)
    table.apply(0, robber_to("forest 3"))


def covered(robber: str) -> Table:
    """Set up an island on which every hex but the desert is beside a player with two points."""
    table = before_roll(friendly_robber=True)
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
    table = before_roll(players=2, duel=True, friendly_robber=True, neutral_sites=(19, 44))
    assert table["points"][2] == 1
    table.roll(7)
    table.apply(0, robber_to("forest 3"))
    assert table.phase == "before roll"  # nothing is stolen from a neutral player


@pytest.mark.rule("ROB-7")
def test_friendly_robber_is_an_option_of_one_on_one() -> None:
    assert Ruleset.preset("one_on_one").friendly_robber
    assert not Ruleset.preset("base").friendly_robber
