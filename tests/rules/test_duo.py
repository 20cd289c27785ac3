"""The two-player game (DUO-1 to DUO-4): set-up, founding, trade cards and the two rolls of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.core import actions as a
from longroad.core.island.topology import COASTAL, symmetries
from longroad.core.layout import CHANCE
from longroad.core.ruleset import InvalidRuleset, Ruleset
from longroad.core.state import IllegalAction, State
from longroad.core.words import LUMBER, WOOL
from tests.rules.duels import begun, duel
from tests.rules.table import Table, bundle, road


def found(*sites: int) -> Table:
    """Found settlements at up to four sites, each with the first road there is."""
    table = begun()
    for seat, site in zip((0, 1, 1, 0), sites, strict=False):
        table.do(seat, a.BUILD_SETTLEMENT, site)
        table.apply(seat, table.legal(seat)[0])
    return table


# --- set-up and founding ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-1")
@pytest.mark.parametrize("seed", range(8))
def test_each_neutral_player_begins_with_one_settlement_and_no_road(seed: int) -> None:
    state = State.new(Ruleset.preset("duel"), seed)
    (first,) = (site for site, code in enumerate(state["site"]) if code == 3)
    (second,) = (site for site, code in enumerate(state["site"]) if code == 4)
    assert sum(code != 0 for code in state["site"]) == 2
    assert state["roads_left"][:4] == [15] * 4
    assert state["settlements_left"][:4] == [5, 5, 4, 4]
    assert symmetries(0)[3].sites[first] == second  # opposite: half a turn takes one to the other
    assert COASTAL[first] == COASTAL[second] == 0


@pytest.mark.rule("DUO-1")
def test_the_neutral_settlements_can_be_set() -> None:
    state = State.new(Ruleset.preset("duel", neutral_sites=(0, 53)))
    assert (state["site"][0], state["site"][53]) == (3, 4)
    assert state.ruleset.neutral_sites == (0, 53)


@pytest.mark.rule("DUO-1")
@pytest.mark.parametrize("sites", [(9, 9), (9, 13), (9, 54), (-1, 9), (9,), (9, True), "ab"])
def test_impossible_neutral_settlements_are_refused(sites: Any) -> None:
    with pytest.raises(InvalidRuleset, match="neutral_sites="):
        Ruleset.preset("duel", neutral_sites=sites)


@pytest.mark.rule("DUO-1")
def test_only_the_two_player_game_has_neutral_players() -> None:
    with pytest.raises(InvalidRuleset, match="duel"):
        Ruleset(players=2, neutral_sites=(9, 44))
    with pytest.raises(InvalidRuleset, match="2 players"):
        Ruleset(players=3, duel=True)
    state = State.new(Ruleset.preset("one_on_one"))
    assert sum(state["site"]) == 0


@pytest.mark.rule("DUO-2")
def test_the_two_players_found_as_usual() -> None:
    table = found(18, 30, 41, 28)
    assert table["roads_left"][:4] == [13, 13, 15, 15]
    assert table["settlements_left"][:4] == [3, 3, 4, 4]
    assert (table["turn"], table.phase) == (0, "before roll")
    assert all(table["hand_size"][seat] >= 2 for seat in range(2))


@pytest.mark.rule("DUO-2")
def test_founding_keeps_its_distance_from_the_neutral_settlements() -> None:
    table = found()
    places = {a.action_number(action) for action in table.legal(0)}
    assert places == set(range(54)) - {9, 5, 13, 14, 44, 39, 40, 48}
    table.refuse("SET-4", 0, a.action(a.BUILD_SETTLEMENT, 13))


@pytest.mark.rule("DUO-2", "DUO-5")
def test_founding_builds_nothing_for_the_neutral_players() -> None:
    table = found(18)
    assert (table["turn"], table.phase) == (1, "found settlement")


# --- trade cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-3")
def test_each_player_starts_with_four_trade_cards() -> None:
    assert State.new(Ruleset.preset("duel"))["trade_cards"] == [4, 4]
    assert State.new(Ruleset.preset("one_on_one"))["trade_cards"] == [0, 0]


@pytest.mark.rule("DUO-3")
def test_nobody_holds_more_than_seven_so_that_fourteen_suffice() -> None:
    table = duel()
    for seat in (0, 1):
        table.give_turn(seat)
        table.put("trade_cards", 7, seat)
        table.pave(seat, *((8, 13, 18), (28, 34, 29))[seat])
        table.fund(seat, "settlement")
        table.do(seat, a.BUILD_SETTLEMENT, (18, 29)[seat])  # beside the desert
        while table.phase == "neutral build":
            table.apply(seat, table.legal(seat)[0])
    assert table["trade_cards"] == [7, 7]


# --- two rolls --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-4")
def test_the_dice_are_rolled_twice_and_each_roll_is_resolved_at_once() -> None:
    table = duel(rolled=False)
    table.settle(0, 12)  # mountains 10, fields 12, hills 6
    table.roll(6)
    assert table.hand(0) == {"brick": 1}
    assert table.phase == "before roll"
    table.roll(10)
    assert table.hand(0) == {"brick": 1, "ore": 1}
    assert table.phase == "main"
    table.refuse("TRN-1", 0, a.action(a.ROLL))
    table.do(0, a.END_TURN)
    assert (table["turn"], table["rolls"]) == (1, 0)


@pytest.mark.rule("DUO-4")
@pytest.mark.parametrize("first", [2, 6, 7, 11])
def test_the_second_sum_differs_from_the_first(first: int) -> None:
    table = duel(rolled=False)
    table.do(0, a.ROLL)
    ways = {a.action_number(action): weight for action, weight in table.outcomes()}
    assert ways == {total: 6 - abs(total - 7) for total in range(2, 13)}
    table.chance(first)
    if first == 7:
        table.do(0, a.MOVE_ROBBER, 0)
    table.do(0, a.ROLL)
    assert {a.action_number(action): weight for action, weight in table.outcomes()} == {
        total: weight for total, weight in ways.items() if total != first
    }
    with pytest.raises(IllegalAction):
        table.apply(CHANCE, a.action(a.DICE_ROLLED, first))


@pytest.mark.rule("DUO-4")
def test_the_next_turn_may_repeat_a_sum() -> None:
    table = duel(rolled=False)
    table.roll(5)
    table.roll(8)
    table.do(0, a.END_TURN)
    table.roll(8)
    table.roll(5)
    assert table.phase == "main"


@pytest.mark.rule("DUO-4")
@pytest.mark.parametrize("order", [(7, 4), (4, 7)])
def test_a_seven_is_resolved_before_anything_else(order: tuple[int, int]) -> None:
    table = duel(rolled=False)
    table.deal(1, ore=8)
    table.settle(1, 12)
    for total in order:
        table.roll(total)
        if total == 7:
            table.refuse("ROB-4", 0, a.action(a.ROLL))
            table.apply(1, bundle(a.DISCARD, ore=4))
            table.refuse("ROB-2", 0, a.action(a.ROLL))
            table.do(0, a.MOVE_ROBBER, 4)
            table.chance(4)
    assert table.hand(0) == {"ore": 1}
    assert table.phase == "main"


@pytest.mark.rule("DUO-4")
def test_from_a_deck_of_dice_too_the_sums_differ() -> None:
    table = duel(rolled=False, dice="deck", dice_reshuffle=0)
    for total in range(2, 13):
        table.put("dice_deck", 2 if total == 5 else 0, total - 2)
    table.put("dice_left", 2)
    table.roll(5)
    table.do(0, a.ROLL)  # only a five is left: the deck is reshuffled
    assert {a.action_number(action): weight for action, weight in table.outcomes()} == {
        total: 6 - abs(total - 7) for total in range(2, 13) if total != 5
    }


def between_rolls(**options: Any) -> Table:
    """Stop after the first of seat 0's two rolls, with everything in hand."""
    table = duel(rolled=False, **options)
    table.settle(0, 18)
    table.pave(0, 18, 23, 17)
    table.settle(1, 31)
    table.deal(0, brick=2, lumber=2, wool=6, grain=3, ore=4)
    table.deal(1, ore=2)
    table.hold(0, "knight", "knight", "road building", "year of plenty", "monopoly")
    table.muster(0, 1)
    table.put("robber", 0)
    table.roll(2)
    return table


@pytest.mark.rule("DUO-4")
def test_between_the_rolls_a_knight_may_be_played() -> None:
    table = between_rolls()
    table.do(0, a.PLAY_KNIGHT)
    table.do(0, a.MOVE_ROBBER, 10)
    table.chance(4)
    assert table.phase == "before roll"
    table.refuse("TRN-4", 0, a.action(a.PLAY_KNIGHT))
    table.roll(3)
    assert table.phase == "main"


@pytest.mark.rule("DUO-4")
def test_between_the_rolls_the_robber_may_be_sent_to_the_desert() -> None:
    table = between_rolls()
    table.do(0, a.CALM_ROBBER)
    assert table["robber"] == 9
    table.roll(3)
    assert table.phase == "main"


@pytest.mark.rule("DUO-4", "DUO-7")
def test_between_the_rolls_nothing_else_is_allowed() -> None:
    table = between_rolls()
    for action in (
        a.action(a.END_TURN),
        a.action(a.FORCE_TRADE),
        a.action(a.RETIRE_KNIGHT),
        a.action(a.PLAY_ROADS),
        a.action(a.PLAY_PLENTY),
        a.action(a.PLAY_MONOPOLY),
        road(17, 12),
        a.action(a.BUILD_SETTLEMENT, 17),
        a.action(a.BUILD_CITY, 18),
        a.action(a.BUY_CARD),
        a.bank_trade(4, WOOL, LUMBER),
        bundle(a.OFFER_TRADE, 0b10, wool=1, ore=-1),
    ):
        table.refuse("DUO-4", 0, action)
    kinds = {a.action_kind(action) for action in table.legal(0)}
    assert kinds == {a.ROLL, a.PLAY_KNIGHT, a.CALM_ROBBER}
    assert table.forms(0) == []
    assert table.may_act == (0,)


@pytest.mark.rule("DUO-4")
def test_before_the_first_roll_any_card_may_be_played() -> None:
    table = duel(rolled=False)
    table.settle(0, 18)
    table.hold(0, "year of plenty")
    table.do(0, a.PLAY_PLENTY)
    table.roll(3)
    table.roll(4)
    assert table["hand_size"][0] >= 2


@pytest.mark.rule("DUO-4")
def test_a_game_without_neutral_players_rolls_once() -> None:
    table = Table.set_up(players=2, rolled=False)
    table.roll(3)
    assert table.phase == "main"
