"""The turn (TRN): its order, the build phase, when a development card may be played."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.actions import bank_trade
from longroad.core.layout import CHANCE
from longroad.core.words import BRICK, CARD_NAMES, GRAIN, LUMBER, ORE, WOOL
from tests.rules.places import harbor_of, hex_of
from tests.rules.table import Table, bundle, path_between, road

FOR_A_BRICK = bundle(a.OFFER_TRADE, to=0b1110, lumber=1, brick=-1)


def settled(*, rolled: bool = True, **options: object) -> Table:
    """Set up four players, each with a settlement and a road; seat 0 is on turn."""
    table = Table.set_up(rolled=rolled, **options)
    for seat, (site, other) in enumerate(((30, 24), (8, 12), (28, 33), (20, 25))):
        table.settle(seat, site)
        table.pave(seat, site, other)
    return table


# --- the order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRN-1")
def test_roll_comes_first() -> None:
    table = settled(rolled=False)
    table.deal(0, brick=4, lumber=4, wool=4, grain=4, ore=4)
    assert table.legal(0) == [a.ROLL]
    assert table.forms(0) == []
    for action in (
        a.action(a.END_TURN),
        a.action(a.BUY_CARD),
        a.action(a.BUILD_CITY, 30),
        road(24, 19),
        bank_trade(4, WOOL, ORE),
        FOR_A_BRICK,
    ):
        table.refuse("TRN-1", 0, action)


@pytest.mark.rule("TRN-1")
def test_roll_is_made_once() -> None:
    table = settled(rolled=False)
    table.roll(2)
    table.refuse("TRN-1", 0, a.action(a.ROLL))


@pytest.mark.rule("TRN-1")
def test_next_player_clockwise_follows() -> None:
    table = settled(rolled=False)
    for seat in (0, 1, 2, 3, 0):
        assert table.to_act == (seat,)
        table.roll(2)
        assert table.to_act == (seat,)
        table.do(seat, a.END_TURN)


@pytest.mark.rule("TRN-1")
def test_trade_and_build_are_free_to_leave_out() -> None:
    table = settled(rolled=False)
    table.deal(0, brick=4, lumber=4)
    table.roll(2)
    table.do(0, a.END_TURN)
    assert table["turn"] == 1


# --- strict and combined phases ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRN-2")
def test_no_trade_after_building_has_begun_where_phases_are_strict() -> None:
    table = settled(phases="strict")
    table.deal(0, brick=1, lumber=6, wool=4)
    table.deal(1, brick=1)
    table.apply(0, bank_trade(4, WOOL, ORE))
    table.road(0, 24, 19)
    table.refuse("TRN-2", 0, bank_trade(4, LUMBER, ORE))
    table.refuse("TRN-2", 0, FOR_A_BRICK)
    table.refuse("TRN-2", 1, bundle(a.PROPOSE_TRADE, brick=1, ore=-1))
    assert table.may_act == (0,)
    table.deal(0, brick=1)
    table.road(0, 24, 18)  # but building goes on


@pytest.mark.rule("TRN-2")
def test_trade_and_building_mix_where_phases_are_combined() -> None:
    table = settled(phases="combined")
    table.deal(0, brick=1, lumber=3, wool=8)
    table.deal(1, brick=1)
    table.apply(0, bank_trade(4, WOOL, BRICK))
    table.road(0, 24, 19)
    table.apply(0, bundle(a.OFFER_TRADE, to=0b10, lumber=1, brick=-1))
    table.do(1, a.ACCEPT)
    table.do(0, a.CLOSE_DEAL, 1)
    table.road(0, 24, 18)
    table.apply(0, bank_trade(4, WOOL, BRICK))
    assert table.hand(0) == {"brick": 2}


@pytest.mark.rule("TRN-2")
def test_build_phase_is_over_with_the_turn() -> None:
    table = settled(phases="strict")
    table.fund(0, "road")
    table.deal(1, wool=4)
    table.road(0, 24, 19)
    table.do(0, a.END_TURN)
    table.roll(2)
    table.apply(1, bank_trade(4, WOOL, ORE))


@pytest.mark.rule("TRN-3")
@pytest.mark.parametrize("phases", ["strict", "combined"])
def test_harbor_built_this_turn(phases: str) -> None:
    table = Table.set_up(phases=phases)
    harbor = harbor_of("wool")
    table.pave(0, 37, harbor)
    table.fund(0, "settlement")
    table.deal(0, wool=2)
    table.do(0, a.BUILD_SETTLEMENT, harbor)
    if phases == "combined":
        table.apply(0, bank_trade(2, WOOL, ORE))
        assert table.hand(0) == {"ore": 1}
        return
    table.refuse("TRN-2", 0, bank_trade(2, WOOL, ORE))
    for seat in range(4):
        table.do(seat, a.END_TURN)
        table.roll(2)
    table.apply(0, bank_trade(2, WOOL, ORE))
    assert table.hand(0) == {"ore": 1}


# --- development cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRN-4")
@pytest.mark.parametrize("rolled", [False, True])
@pytest.mark.parametrize(
    ("card", "action", "phase"),
    [
        ("knight", a.action(a.PLAY_KNIGHT), "robber moves"),
        ("road building", a.action(a.PLAY_ROADS), "free road"),
        ("year of plenty", a.action(a.PLAY_PLENTY, 0), None),
        ("monopoly", a.action(a.PLAY_MONOPOLY, ORE), None),
    ],
)
def test_card_may_be_played_before_or_after_the_roll(rolled: bool, card: str, action: int, phase: str | None) -> None:
    table = settled(rolled=rolled)
    table.hold(0, card)
    table.apply(0, action)
    assert table.phase == (phase or ("main" if rolled else "before roll"))
    assert table["cards"][0][CARD_NAMES.index(card)] == 0


@pytest.mark.rule("TRN-4")
def test_one_card_a_turn() -> None:
    table = settled(rolled=False)
    table.hold(0, "year of plenty", "monopoly", "knight", "road building")
    table.do(0, a.PLAY_MONOPOLY, ORE)
    for again in (False, True):
        for action in (a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY):
            table.refuse("TRN-4", 0, action)
        if not again:
            table.roll(2)


@pytest.mark.rule("TRN-4")
def test_another_card_may_be_played_next_turn() -> None:
    table = settled()
    table.hold(0, "monopoly", "monopoly")
    table.do(0, a.PLAY_MONOPOLY, ORE)
    for seat in range(4):
        table.do(seat, a.END_TURN)
        if seat < 3:
            table.roll(2)
    table.do(0, a.PLAY_MONOPOLY, ORE)


@pytest.mark.rule("TRN-4")
def test_no_card_between_the_roll_and_the_end_of_its_resolution() -> None:
    table = settled(rolled=False, steal="must")
    table.hold(0, "knight")
    table.deal(0, wool=8)
    table.deal(1, wool=1)
    table.deal(3, wool=1)
    table.settle(3, 14)
    table.settle(1, 19)
    knight = a.action(a.PLAY_KNIGHT)
    table.do(0, a.ROLL)
    table.refuse("TRN-7", 0, knight)  # the dice are rolling
    table.apply(CHANCE, a.action(a.DICE_ROLLED, 7))
    table.refuse("ROB-4", 0, knight)
    table.apply(0, bundle(a.DISCARD, wool=4))
    table.refuse("ROB-2", 0, knight)
    table.do(0, a.MOVE_ROBBER, hex_of("pasture 4"))
    table.refuse("ROB-3", 0, knight)
    table.do(0, a.ROB, 1)
    table.refuse("TRN-7", 0, knight)  # the card is being drawn
    table.chance(WOOL)
    table.apply(0, knight)


@pytest.mark.rule("TRN-4")
def test_cards_are_played_on_ones_own_turn() -> None:
    table = settled()
    table.hold(1, "knight", "monopoly")
    table.refuse("TRN-7", 1, a.action(a.PLAY_KNIGHT))
    table.refuse("TRN-7", 1, a.action(a.PLAY_MONOPOLY, ORE))


@pytest.mark.rule("TRN-5")
@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("knight", a.action(a.PLAY_KNIGHT)),
        ("road building", a.action(a.PLAY_ROADS)),
        ("year of plenty", a.action(a.PLAY_PLENTY, 0)),
        ("monopoly", a.action(a.PLAY_MONOPOLY, ORE)),
    ],
)
def test_card_bought_this_turn_waits_for_the_next(card: str, action: int) -> None:
    table = settled()
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    table.chance(CARD_NAMES.index(card))
    table.refuse("TRN-5", 0, action)
    for seat in range(4):
        table.do(seat, a.END_TURN)
        if seat < 3:
            table.roll(2)
    table.apply(0, action)


@pytest.mark.rule("TRN-5")
def test_older_card_of_the_same_kind_may_be_played() -> None:
    table = settled(cards_per_turn=0)
    table.hold(0, "monopoly")
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    table.chance(CARD_NAMES.index("monopoly"))
    table.do(0, a.PLAY_MONOPOLY, ORE)
    table.refuse("TRN-5", 0, a.action(a.PLAY_MONOPOLY, ORE))


@pytest.mark.rule("TRN-5")
def test_victory_point_card_counts_the_turn_it_is_bought() -> None:
    table = settled(victory_points=3)
    table.hold(0, "victory point")
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    table.chance(CARD_NAMES.index("victory point"))
    assert table.is_over
    assert table["winner"] == 0


@pytest.mark.rule("TRN-6")
def test_house_rule_allows_any_number_of_cards_a_turn() -> None:
    table = settled(cards_per_turn=0)
    table.hold(0, "knight", "knight", "monopoly", "year of plenty")
    table.do(0, a.PLAY_MONOPOLY, ORE)
    table.do(0, a.PLAY_PLENTY, 0)
    for place in ("pasture 2", "forest 9"):
        table.do(0, a.PLAY_KNIGHT)
        table.do(0, a.MOVE_ROBBER, hex_of(place))
        if table.is_chance:
            table.apply(CHANCE, table.outcomes()[0][0])
    assert table["cards_size"][0] == 0
    assert table["knights"][0] == 2


@pytest.mark.rule("TRN-6")
def test_house_rule_does_not_free_cards_bought_this_turn() -> None:
    table = settled(cards_per_turn=0)
    table.hold(0, "knight", fresh=True)
    table.refuse("TRN-5", 0, a.action(a.PLAY_KNIGHT))


# --- whose turn it is -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRN-7")
def test_turn_ends_when_its_player_says_so() -> None:
    table = settled()
    table.refuse("TRN-7", 1, a.action(a.END_TURN))
    table.do(0, a.END_TURN)
    assert table["turn"] == 1


@pytest.mark.rule("TRN-7")
def test_out_of_turn_one_may_neither_build_nor_buy_nor_use_harbors() -> None:
    table = settled()
    table.deal(1, brick=4, lumber=4, wool=4, grain=4, ore=4)
    for action in (
        a.action(a.BUY_CARD),
        road(12, 7),
        a.action(a.BUILD_SETTLEMENT, 17),
        a.action(a.BUILD_CITY, 8),
        bank_trade(4, WOOL, ORE),
    ):
        table.refuse("TRN-7", 1, action)
    assert table.legal(1) == []
    assert [form.kind for form in table.forms(1)] == [a.PROPOSE_TRADE]


@pytest.mark.rule("TRN-7")
def test_out_of_turn_one_may_not_roll_or_act_before_the_roll() -> None:
    table = settled(rolled=False)
    table.deal(1, brick=1)
    assert table.may_act == (0,)
    table.refuse("TRN-7", 1, a.action(a.ROLL))
    table.refuse("TRN-7", 1, bundle(a.PROPOSE_TRADE, brick=1, ore=-1))


@pytest.mark.rule("TRN-7")
def test_out_of_turn_one_answers_and_proposes_and_discards() -> None:
    table = settled(rolled=False)
    table.deal(0, lumber=1)
    table.deal(1, brick=2, ore=7)
    table.roll(7)
    table.apply(1, bundle(a.DISCARD, ore=4))
    table.do(0, a.MOVE_ROBBER, hex_of("desert") + 1)
    table.apply(1, bundle(a.PROPOSE_TRADE, brick=1, lumber=-1))
    table.apply(0, FOR_A_BRICK)
    table.do(1, a.ACCEPT)


@pytest.mark.rule("TRN-7")
def test_out_of_turn_one_builds_in_a_special_build_phase() -> None:
    table = settled(special_build="after_turn")
    table.fund(1, "road")
    table.do(0, a.END_TURN)
    assert table.phase == "special building"
    assert table.to_act == (1,)
    table.road(1, 12, 7)
    table.do(1, a.END_TURN)
    assert table.phase == "before roll"


# --- what opens the build phase ---------------------------------------------------------------------------------------


def pay_for(table: Table, thing: str) -> None:
    """Make seat 0 build or buy something and see it through."""
    if thing == "road":
        table.road(0, 24, 19)
    elif thing == "settlement":
        table.do(0, a.BUILD_SETTLEMENT, 18)
    elif thing == "city":
        table.do(0, a.BUILD_CITY, 30)
    else:
        table.do(0, a.BUY_CARD)
        table.chance(CARD_NAMES.index("knight"))


@pytest.mark.rule("TRN-8")
@pytest.mark.parametrize("phases", ["strict", "combined"])
@pytest.mark.parametrize("thing", ["road", "settlement", "city", "card"])
def test_paying_opens_the_build_phase_and_offers_lapse(thing: str, phases: str) -> None:
    table = settled(phases=phases)
    table.pave(0, 24, 18)
    table.fund(0, thing)
    table.deal(0, lumber=5)
    table.deal(1, wool=1)
    table.deal(2, brick=1)
    table.apply(0, FOR_A_BRICK)
    table.do(1, a.REFUSE)
    table.apply(2, bundle(a.COUNTER_OFFER, brick=1, lumber=-2))
    pay_for(table, thing)
    assert (table["offered_to"], table["waiting"], table["proposed"]) == (0, 0, 0)
    assert table["offer"] == [0] * 5
    assert table["proposal"][2] == [0] * 5
    if phases == "strict":
        table.refuse("TRN-2", 0, bank_trade(4, LUMBER, ORE))
        table.refuse("TRN-2", 0, FOR_A_BRICK)
        table.refuse("TRN-2", 0, a.action(a.TAKE_PROPOSAL, 2))
    else:
        table.apply(0, bank_trade(4, LUMBER, ORE))


@pytest.mark.rule("TRN-8")
@pytest.mark.parametrize("card", ["knight", "road building", "year of plenty", "monopoly"])
def test_playing_a_card_does_not_open_the_build_phase(card: str) -> None:
    table = settled(phases="strict")
    table.hold(0, card)
    table.deal(0, lumber=4)
    if card == "knight":
        table.do(0, a.PLAY_KNIGHT)
        table.do(0, a.MOVE_ROBBER, hex_of("forest 9"))
    elif card == "road building":
        table.do(0, a.PLAY_ROADS)
        table.road(0, 24, 19, 14)
    elif card == "year of plenty":
        table.do(0, a.PLAY_PLENTY, 0)
    else:
        table.do(0, a.PLAY_MONOPOLY, GRAIN)
    assert table.phase == "main"
    table.apply(0, bank_trade(4, LUMBER, BRICK))


@pytest.mark.rule("TRN-8")
def test_card_may_still_be_played_after_building() -> None:
    table = settled(phases="strict")
    table.fund(0, "road")
    table.hold(0, "year of plenty")
    table.road(0, 24, 19)
    table.do(0, a.PLAY_PLENTY, 1)
    assert table.hand(0) == {"brick": 1, "lumber": 1}
    assert table.listed(0, a.BUILD_ROAD) != []  # and what it yields may be built with
    assert path_between(19, 14) in table.listed(0, a.BUILD_ROAD)


@pytest.mark.rule("TRN-8")
def test_trading_with_the_bank_does_not_open_the_build_phase() -> None:
    table = settled(phases="strict")
    table.deal(0, wool=8)
    table.apply(0, bank_trade(4, WOOL, BRICK))
    table.apply(0, bank_trade(4, WOOL, LUMBER))
    assert table.hand(0) == {"brick": 1, "lumber": 1}
