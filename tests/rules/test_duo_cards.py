"""The two-player game (DUO-10, DUO-11): where trade cards come from."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.island.topology import COASTAL, HEX_SITES, SITE_NEIGHBORS
from longroad.core.phases import MAIN
from longroad.core.words import DESERT
from tests.rules.duels import RED, WHITE, begun, duel, neutral_settlement, seated
from tests.rules.table import Table

NOBODY = -1
RETIRE = a.action(a.RETIRE_KNIGHT)

# --- knights for trade cards ------------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-10")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_face_up_knight_is_removed_for_two_trade_cards(rolled: bool) -> None:
    table = duel(rolled=rolled)
    table.muster(0, 2)
    table.apply(0, RETIRE)
    assert table["knights"][0] == 1
    assert table["trade_cards"] == [6, 4]
    assert table["deck_size"] == 23  # it leaves the game
    table.refuse("DUO-10", 0, RETIRE)


@pytest.mark.rule("DUO-10")
def test_a_knight_is_removed_once_a_turn() -> None:
    table = duel()
    table.put("trade_cards", 0, 0)
    table.muster(0, 2)
    table.apply(0, RETIRE)
    table.refuse("DUO-10", 0, RETIRE)
    table.do(0, a.END_TURN)
    table.roll(2)
    table.roll(12)
    table.do(1, a.END_TURN)
    table.apply(0, RETIRE)
    assert table["knights"][0] == 0
    assert table["trade_cards"][0] == 4


@pytest.mark.rule("DUO-10")
def test_the_knight_must_be_ones_own_and_face_up() -> None:
    table = duel()
    table.hold(0, "knight")
    table.muster(1, 2)
    table.refuse("DUO-10", 0, RETIRE)


@pytest.mark.rule("DUO-10")
def test_a_knight_played_this_turn_can_be_removed() -> None:
    table = duel()
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.refuse("ROB-2", 0, RETIRE)  # the robber moves first
    table.do(0, a.MOVE_ROBBER, 4)
    table.apply(0, RETIRE)
    assert table["knights"][0] == 0


@pytest.mark.rule("DUO-10")
@pytest.mark.parametrize(("held", "then"), [(5, 7), (6, 7)])
def test_a_knight_brings_no_more_than_seven(held: int, then: int) -> None:
    table = duel()
    table.muster(0, 1)
    table.put("trade_cards", held, 0)
    table.apply(0, RETIRE)
    assert table["trade_cards"][0] == then


@pytest.mark.rule("DUO-10")
def test_with_seven_trade_cards_no_knight_is_removed() -> None:
    table = duel()
    table.muster(0, 1)
    table.put("trade_cards", 7, 0)
    table.refuse("DUO-10", 0, RETIRE)


ARMIES = [
    # own knights, the opponent's, who holds the largest army, and who after one of the own is gone
    (3, 0, 0, NOBODY),  # below three
    (3, 2, 0, NOBODY),
    (4, 3, 0, NOBODY),  # tied
    (4, 2, 0, 0),
    (5, 3, 0, 0),
    (3, 3, 0, 1),  # the opponent alone has the most
    (4, 4, 0, 1),
    (3, 3, 1, 1),
    (2, 3, 1, 1),
    (1, 0, NOBODY, NOBODY),
]


@pytest.mark.rule("DUO-10")
@pytest.mark.parametrize(("own", "others", "holder", "heir"), ARMIES)
def test_the_largest_army_is_set_aside_or_handed_over(own: int, others: int, holder: int, heir: int) -> None:
    table = duel()
    for seat, knights in ((0, own), (1, others)) if holder == 0 else ((1, others), (0, own)):
        table.muster(seat, knights)
    assert table["largest"] == holder
    table.apply(0, RETIRE)
    assert table["largest"] == heir
    assert table["points"][:2] == [2 * (heir == 0), 2 * (heir == 1)]
    table.check()


@pytest.mark.rule("DUO-10")
def test_a_largest_army_set_aside_goes_to_who_alone_has_most_knights() -> None:
    table = duel()
    table.muster(0, 4)
    table.muster(1, 3)
    table.apply(0, RETIRE)
    assert table["largest"] == NOBODY
    table.do(0, a.END_TURN)
    table.hold(1, "knight")
    table.do(1, a.PLAY_KNIGHT)
    assert table["largest"] == 1


@pytest.mark.rule("DUO-10")
def test_a_tie_is_also_ended_by_removing_a_knight() -> None:
    table = duel()
    table.muster(0, 4)
    table.muster(1, 3)
    table.apply(0, RETIRE)
    table.do(0, a.END_TURN)
    table.apply(1, RETIRE)
    assert table["knights"][:2] == [3, 2]
    assert table["largest"] == 0


@pytest.mark.rule("DUO-10", "AWD-5")
def test_a_largest_army_given_up_can_be_won_again() -> None:
    table = duel()
    table.muster(0, 3)
    table.hold(0, "knight")
    table.apply(0, RETIRE)
    assert table["largest"] == NOBODY
    table.do(0, a.PLAY_KNIGHT)
    assert table["largest"] == 0


@pytest.mark.rule("DUO-10", "WIN-3")
@pytest.mark.parametrize("win_on", ["own_turn", "any_turn"])
def test_an_opponent_who_gets_the_largest_army_wins_when_the_rules_say(win_on: str) -> None:
    table = duel(win_on=win_on)
    table.build_city(1, 27, 29, 31, 38)
    table.muster(0, 3)
    table.muster(1, 3)
    table.apply(0, RETIRE)
    assert table.points(1) == 10
    assert table.is_over == (win_on == "any_turn")
    if not table.is_over:
        table.do(0, a.END_TURN)
    assert (table.is_over, table["winner"]) == (True, 1)


# --- settlements for trade cards --------------------------------------------------------------------------------------


def build_at(site: int, walk: tuple[int, ...], held: int) -> Table:
    """Make seat 0, with so many trade cards, build a settlement at the end of a walk."""
    table = duel()
    table.put("trade_cards", held, 0)
    table.pave(0, *walk)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, site)
    return table


@pytest.mark.rule("DUO-11")
@pytest.mark.parametrize(
    ("site", "walk", "gain"),
    [
        (18, (17, 23, 18), 2),  # beside the desert
        (29, (28, 34, 29), 2),
        (27, (28, 33, 27), 1),  # on the coast
        (0, (8, 4, 0), 1),  # on the coast of a single hex
        (17, (28, 22, 17), 0),  # inland
    ],
)
def test_a_settlement_at_the_desert_or_the_coast_brings_trade_cards(
    site: int, walk: tuple[int, ...], gain: int
) -> None:
    assert build_at(site, walk, 3)["trade_cards"] == [3 + gain, 4]


@pytest.mark.rule("DUO-11", "DUO-3")
def test_hans_with_six_trade_cards_beside_the_desert_gets_one() -> None:
    assert build_at(18, (17, 23, 18), 6)["trade_cards"][0] == 7


@pytest.mark.rule("DUO-11")
@pytest.mark.parametrize("site", [18, 27])
def test_with_seven_trade_cards_a_settlement_brings_none(site: int) -> None:
    assert build_at(site, {18: (17, 23, 18), 27: (28, 33, 27)}[site], 7)["trade_cards"][0] == 7


def on_a_coastal_desert() -> tuple[Table, int, int]:
    """Begin a game with the desert at the coast; return a site beside both and one beside the desert only."""
    for seed in range(100):
        table = begun(seed, neutral_sites=(13, 40))
        free = table.listed(0, a.BUILD_SETTLEMENT)
        corners = [site for site in HEX_SITES[6 * table["terrain"].index(DESERT) :][:6] if site in free]
        both = [site for site in corners if COASTAL[site]]
        inland = [site for site in corners if not COASTAL[site]]
        if both and inland:
            return table, both[0], inland[0]
    raise AssertionError("no seed with the desert at the coast")


@pytest.mark.rule("DUO-11")
def test_founding_at_the_desert_brings_two_trade_cards() -> None:
    table, _, inland = on_a_coastal_desert()
    table.do(0, a.BUILD_SETTLEMENT, inland)
    assert table["trade_cards"] == [4 + 2, 4]


@pytest.mark.rule("DUO-11")
def test_founding_at_the_desert_and_the_coast_brings_three_trade_cards() -> None:
    table, both, _ = on_a_coastal_desert()
    table.do(0, a.BUILD_SETTLEMENT, both)
    assert table["trade_cards"] == [4 + 3, 4]


@pytest.mark.rule("DUO-11")
def test_a_settlement_at_the_desert_and_the_coast_brings_three_trade_cards_later_too() -> None:
    table, both, _ = on_a_coastal_desert()
    table.put("founded", 4)
    table.put("phase", MAIN)
    table.put("rolls", 2)
    table.put("trade_cards", 2, 0)
    table.pave(0, SITE_NEIGHBORS[3 * both], both)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, both)
    assert table["trade_cards"][0] == 2 + 3


@pytest.mark.rule("DUO-11")
def test_both_founding_settlements_bring_trade_cards_up_to_seven() -> None:
    table = begun(neutral_sites=(13, 40), terrain="fixed", tokens="fixed", harbors="fixed")
    held = []
    for seat, site in ((0, 0), (1, 24), (1, 29), (0, 27)):
        table.do(seat, a.BUILD_SETTLEMENT, site)
        held.append(table["trade_cards"])
        table.apply(seat, table.legal(seat)[0])
    assert held == [[5, 4], [5, 6], [5, 7], [6, 7]]


@pytest.mark.rule("DUO-11")
def test_neutral_settlements_bring_none() -> None:
    table = seated()
    table.pave(RED, 9, 13, 18)
    table.pave(WHITE, 44, 48, 51, 47)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 28)
    before = table["trade_cards"]
    table.apply(0, neutral_settlement(RED, 18))
    assert table["trade_cards"] == before == [4, 4]


@pytest.mark.rule("DUO-11")
def test_a_city_brings_none() -> None:
    table = duel()
    table.settle(0, 18)
    table.fund(0, "city")
    table.do(0, a.BUILD_CITY, 18)
    assert table["trade_cards"] == [4, 4]


@pytest.mark.rule("DUO-11")
def test_other_games_have_no_trade_cards() -> None:
    table = Table.set_up(players=2)
    table.pave(0, 17, 23, 18)
    table.fund(0, "settlement")
    table.do(0, a.BUILD_SETTLEMENT, 18)
    assert table["trade_cards"] == [0, 0]
