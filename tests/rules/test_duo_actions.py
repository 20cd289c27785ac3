"""The two-player game (DUO-7 to DUO-9): the actions that trade cards pay for."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.view import PUBLIC, redact_log
from longroad.core.words import ORE, WOOL
from tests.rules.duels import RED, duel
from tests.rules.table import Table, bundle

FORCE = a.action(a.FORCE_TRADE)
CALM = a.action(a.CALM_ROBBER)
RETIRE = a.action(a.RETIRE_KNIGHT)
DESERT_HEX = 9


def give(**counts: int) -> int:
    return bundle(a.GIVE_CARDS, **counts)


# --- forced trade -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-7")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_forced_trade_takes_two_random_cards_and_gives_two_of_choice(rolled: bool) -> None:
    table = duel(rolled=rolled)
    table.deal(0, brick=2, lumber=1)
    table.deal(1, ore=2, wool=1)
    table.apply(0, FORCE)
    assert table["trade_cards"] == [3, 4]
    assert {a.action_number(action): weight for action, weight in table.outcomes()} == {ORE: 2, WOOL: 1}
    table.chance(ORE)
    assert {a.action_number(action): weight for action, weight in table.outcomes()} == {ORE: 1, WOOL: 1}
    table.chance(ORE)
    assert table.phase == "forced give"
    table.apply(0, give(brick=2))
    assert table.hand(0) == {"lumber": 1, "ore": 2}
    assert table.hand(1) == {"wool": 1, "brick": 2}
    assert table.phase == ("main" if rolled else "before roll")
    table.check()


@pytest.mark.rule("DUO-7")
def test_cards_taken_in_a_forced_trade_may_be_given_back() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.deal(1, ore=1, wool=1)
    table.apply(0, FORCE)
    table.chance(ORE)
    table.chance(WOOL)
    table.apply(0, give(ore=1, wool=1))
    assert table.hand(0) == {"brick": 2}
    assert table.hand(1) == {"ore": 1, "wool": 1}


@pytest.mark.rule("DUO-7")
def test_one_of_the_cards_taken_may_be_given_back() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.deal(1, ore=1, wool=1)
    table.apply(0, FORCE)
    table.chance(ORE)
    table.chance(WOOL)
    table.apply(0, give(brick=1, wool=1))
    assert table.hand(0) == {"brick": 1, "ore": 1}
    assert table.hand(1) == {"brick": 1, "wool": 1}


@pytest.mark.rule("DUO-7")
def test_from_an_opponent_with_one_card_it_is_taken_and_two_are_given() -> None:
    table = duel()
    table.deal(0, brick=3)
    table.deal(1, ore=1)
    table.apply(0, FORCE)
    table.chance(ORE)
    table.refuse("DUO-7", 0, give(brick=1))
    table.apply(0, give(brick=2))
    assert table.hand(0) == {"brick": 1, "ore": 1}
    assert table.hand(1) == {"brick": 2}
    table.check()


@pytest.mark.rule("DUO-7")
def test_a_forced_trade_needs_two_cards_in_hand_before_drawing() -> None:
    table = duel()
    table.deal(0, brick=1)
    table.deal(1, ore=4)
    table.refuse("DUO-7", 0, FORCE)
    table.deal(0, brick=1)
    table.apply(0, FORCE)


@pytest.mark.rule("DUO-7")
def test_a_forced_trade_needs_an_opponent_with_a_card() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.refuse("DUO-7", 0, FORCE)


@pytest.mark.rule("DUO-7")
def test_exactly_two_cards_in_hand_are_given() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.deal(1, ore=3)
    table.apply(0, FORCE)
    table.chance(ORE)
    table.chance(ORE)
    for action in (give(brick=1), give(brick=2, ore=1), give(wool=2), give(), give(brick=2, ore=1, wool=-1)):
        table.refuse("DUO-7", 0, action)
    for action in (a.action(a.END_TURN), FORCE, CALM, a.action(a.BUY_CARD)):
        table.refuse("DUO-7", 0, action)
    table.refuse("TRN-7", 1, give(ore=1))
    (form,) = table.forms(0)
    assert (form.kind, form.total, form.give) == (a.GIVE_CARDS, 2, (2, 0, 0, 0, 2))
    assert {*form.bundles()} == {give(brick=2), give(brick=1, ore=1), give(ore=2)}


@pytest.mark.rule("DUO-7")
def test_a_forced_trade_takes_no_development_cards() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.hold(1, "knight", "monopoly")
    table.refuse("DUO-7", 0, FORCE)


@pytest.mark.rule("DUO-7", "PUB-2")
def test_both_players_see_what_was_taken_and_others_the_counts() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.deal(1, ore=2)
    table.apply(0, FORCE)
    taken = a.ply(6, table.outcomes()[0][0])
    for viewer in (0, 1):
        assert redact_log([taken], viewer, table["phase"]) == [taken]
    (seen,) = redact_log([taken], PUBLIC, table["phase"])
    assert a.action_number(a.ply_action(seen)) == a.UNKNOWN


# --- the robber to the desert -----------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-8")
@pytest.mark.parametrize("rolled", [False, True])
def test_the_robber_is_sent_to_the_desert_and_nothing_is_stolen(rolled: bool) -> None:
    table = duel(rolled=rolled)
    table.settle(1, 18)
    table.deal(1, ore=3)
    table.put("robber", 4)
    table.apply(0, CALM)
    assert table["robber"] == DESERT_HEX
    assert table["trade_cards"] == [3, 4]
    assert table["hand_size"][:2] == [0, 3]
    assert table.phase == ("main" if rolled else "before roll")


@pytest.mark.rule("DUO-8")
def test_a_robber_in_the_desert_stays_there() -> None:
    table = duel()
    assert table["robber"] == DESERT_HEX
    table.refuse("DUO-8", 0, CALM)


@pytest.mark.rule("DUO-8")
def test_a_robber_sent_away_no_longer_stops_production() -> None:
    table = duel(rolled=False)
    table.settle(0, 12)
    table.put("robber", 4)
    table.roll(10)
    table.apply(0, CALM)
    table.roll(6)
    assert table.hand(0) == {"ore": 1, "brick": 1}


# --- prices -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DUO-9")
@pytest.mark.parametrize(("own", "others", "price"), [(1, 2, 1), (2, 2, 1), (2, 1, 2), (3, 1, 2)])
@pytest.mark.parametrize("kind", ["force", "calm"])
def test_an_action_costs_the_leader_two_trade_cards(kind: str, own: int, others: int, price: int) -> None:
    table = duel()
    table.settle(0, *(0, 2, 27)[:own])
    table.settle(1, *(29, 31)[:others])
    table.deal(0, brick=2)
    table.deal(1, ore=1)
    table.put("robber", 4)
    table.apply(0, FORCE if kind == "force" else CALM)
    assert table["trade_cards"] == [4 - price, 4]


@pytest.mark.rule("DUO-9")
def test_victory_point_cards_do_not_raise_the_price() -> None:
    table = duel()
    table.settle(0, 0)
    table.settle(1, 29)
    table.hold(0, "victory point", "victory point")
    table.put("robber", 4)
    table.apply(0, CALM)
    assert table["trade_cards"] == [3, 4]


@pytest.mark.rule("DUO-9")
def test_special_cards_raise_the_price() -> None:
    table = duel()
    table.muster(0, 3)
    table.put("robber", 4)
    table.apply(0, CALM)
    assert table["trade_cards"] == [2, 4]


@pytest.mark.rule("DUO-9")
def test_the_points_of_neutral_players_do_not_matter() -> None:
    table = duel()
    table.settle(0, 0)
    assert table["points"][RED] == 1
    table.put("robber", 4)
    table.apply(0, CALM)
    assert table["trade_cards"] == [2, 4]


@pytest.mark.rule("DUO-9")
def test_actions_are_priced_anew_each_time() -> None:
    table = duel()
    table.settle(0, 17)
    table.settle(1, 31)
    table.deal(0, brick=4)
    table.deal(1, ore=4)
    table.apply(0, FORCE)
    table.chance(ORE)
    table.chance(ORE)
    table.apply(0, give(brick=2))
    assert table["trade_cards"][0] == 3
    table.deal(0, grain=2, ore=1)
    table.do(0, a.BUILD_CITY, 17)
    table.apply(0, FORCE)
    assert table["trade_cards"][0] == 1


@pytest.mark.rule("DUO-9")
def test_as_many_actions_as_one_can_pay() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.deal(1, ore=2)
    for _ in range(4):
        table.apply(0, FORCE)
        for _ in range(2):
            table.apply(6, table.outcomes()[0][0])
        table.apply(0, next(iter(table.forms(0)[0].bundles())))
    assert table["trade_cards"] == [0, 4]
    table.refuse("DUO-9", 0, FORCE)


@pytest.mark.rule("DUO-9")
@pytest.mark.parametrize("action", [FORCE, CALM])
def test_an_action_that_cannot_be_paid_is_refused(action: int) -> None:
    table = duel()
    table.settle(0, 0)  # one point ahead
    table.deal(0, brick=2)
    table.deal(1, ore=2)
    table.put("robber", 4)
    table.put("trade_cards", 1, 0)
    table.refuse("DUO-9", 0, action)
    table.put("trade_cards", 2, 0)
    table.apply(0, action)
    assert table["trade_cards"][0] == 0


@pytest.mark.rule("DUO-9")
@pytest.mark.parametrize("action", [FORCE, CALM, RETIRE])
def test_other_games_have_no_such_actions(action: int) -> None:
    table = Table.set_up(players=2)
    table.deal(0, brick=2)
    table.deal(1, ore=2)
    table.muster(0, 1)
    table.put("robber", 4)
    table.refuse("DUO-9", 0, action)


@pytest.mark.rule("DUO-9")
def test_only_the_player_on_turn_takes_an_action() -> None:
    table = duel()
    table.deal(0, brick=2)
    table.deal(1, ore=2)
    table.refuse("TRN-7", 1, FORCE)
