"""Trade between players (TRA-1, TRA-2): who can trade, offers, answers, counter-offers and proposals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from longroad.core import actions as a
from longroad.core.words import BRICK, WOOL
from tests.rules.market import ORE_FOR_BRICK, close, counter, market, proposal, take
from tests.rules.table import Table, bundle, road

# --- who can trade ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-1")
def test_trade_comes_after_the_roll() -> None:
    table = market(rolled=False)
    table.refuse("TRN-1", 0, ORE_FOR_BRICK)
    table.refuse("TRN-7", 1, proposal(brick=1, ore=-1))
    table.roll(2)
    table.apply(0, ORE_FOR_BRICK)


@pytest.mark.rule("TRA-1")
def test_only_the_player_on_turn_makes_offers_and_concludes_deals() -> None:
    table = market()
    table.refuse("TRA-1", 1, bundle(a.OFFER_TRADE, to=0b0100, brick=1, grain=-1))
    table.refuse("TRA-1", 0, proposal(ore=1, brick=-1))
    table.refuse("TRA-1", 0, counter(ore=1, brick=-1))
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.apply(2, counter(brick=1, ore=-2))
    table.refuse("TRA-1", 2, close(1))
    table.refuse("TRA-1", 1, take(2))  # Werner may not exchange with Gabi


@pytest.mark.rule("TRA-1")
def test_proposal_goes_to_the_player_on_turn_alone() -> None:
    table = market()
    table.refuse("TRN-7", 1, bundle(a.PROPOSE_TRADE, to=0b0100, brick=1, grain=-1))
    table.apply(1, proposal(brick=1, ore=-1))
    table.refuse("TRA-2", 2, a.action(a.ACCEPT))


@pytest.mark.rule("TRA-1")
def test_one_trades_on_anothers_turn_only_with_that_player() -> None:
    table = market()
    table.do(0, a.END_TURN)
    table.roll(2)
    table.apply(1, bundle(a.OFFER_TRADE, to=0b1101, grain=1, ore=-1))
    table.do(0, a.ACCEPT)
    table.apply(1, close(0))
    assert table.hand(0) == {"wool": 2, "ore": 2, "grain": 1}


# --- the rulebooks' examples ------------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-2")
def test_traveler_example_red_takes_whites_counter_offer() -> None:
    """Red asks a brick for an ore; Blue wants two ore; White wants a wool and an ore, and Red accepts."""
    red, blue, white = 0, 1, 2
    table = Table.set_up(players=3)
    table.deal(red, wool=2, ore=3)
    table.deal(blue, brick=1)
    table.deal(white, brick=1)
    table.apply(red, bundle(a.OFFER_TRADE, to=0b110, ore=1, brick=-1))
    table.apply(blue, counter(brick=1, ore=-2))
    table.apply(white, counter(brick=1, wool=-1, ore=-1))
    assert table.listed(red, a.TAKE_PROPOSAL) == [blue, white]
    table.apply(red, take(white))
    assert table.hand(red) == {"wool": 1, "ore": 2, "brick": 1}
    assert table.hand(white) == {"wool": 1, "ore": 1}
    assert table.hand(blue) == {"brick": 1}
    table.check()


@pytest.mark.rule("TRA-2")
def test_almanac_example_hans_takes_gabis_offer() -> None:
    """Hans offers an ore for a brick; Werner wants three ore; Gabi jumps in: a brick for a lumber and an ore."""
    hans, werner, gabi = 0, 1, 2
    table = Table.set_up(players=3)
    table.deal(hans, lumber=2, ore=3)
    table.deal(werner, brick=1)
    table.deal(gabi, brick=1)
    table.apply(hans, bundle(a.OFFER_TRADE, to=0b010, ore=1, brick=-1))
    table.apply(werner, counter(brick=1, ore=-3))
    table.apply(gabi, proposal(brick=1, lumber=-1, ore=-1))  # unasked
    table.apply(hans, take(gabi))
    assert table.hand(hans) == {"lumber": 1, "ore": 2, "brick": 1}
    assert table.hand(gabi) == {"lumber": 1, "ore": 1}


@pytest.mark.rule("TRA-2")
def test_any_number_of_cards_may_be_on_either_side() -> None:
    """The retelling: three cards in return for one, whatever takes your fancy."""
    table = market()
    table.deal(1, lumber=6, grain=3)
    table.apply(0, bundle(a.OFFER_TRADE, to=0b0010, wool=1, lumber=-2, grain=-1))
    table.do(1, a.ACCEPT)
    table.apply(0, close(1))
    assert table.hand(0) == {"wool": 1, "ore": 3, "lumber": 2, "grain": 1}
    table.apply(1, proposal(lumber=4, brick=2, grain=3, ore=-3, wool=-1))
    table.apply(0, take(1))
    assert table.hand(0) == {"lumber": 6, "brick": 2, "grain": 4}
    assert table.hand(1) == {"ore": 3, "wool": 2}
    table.check()


# --- offers and answers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-2")
def test_game_waits_for_those_asked_and_then_for_the_player_on_turn() -> None:
    table = market()
    table.apply(0, bundle(a.OFFER_TRADE, to=0b1010, ore=1, brick=-1))
    assert set(table.to_act) == {1, 3}
    assert table.may_act == (0, 1, 2, 3)  # seat 2 may propose, and seat 0 need not wait
    table.do(3, a.REFUSE)
    assert set(table.to_act) == {1}
    table.do(1, a.ACCEPT)
    assert set(table.to_act) == {0}


@pytest.mark.rule("TRA-2")
def test_player_on_turn_chooses_among_those_who_accepted() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.do(2, a.REFUSE)
    table.do(3, a.ACCEPT)
    assert table.listed(0, a.CLOSE_DEAL) == [1, 3]
    table.refuse("TRA-2", 0, close(2))
    table.refuse("TRA-2", 0, close(0))
    table.refuse("TRA-2", 0, close(5))
    table.apply(0, close(3))
    assert table.hand(3) == {"brick": 1, "grain": 1, "ore": 1}
    assert table.hand(1) == {"brick": 2, "grain": 1}


@pytest.mark.rule("TRA-2")
def test_acceptance_obliges_nobody() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    for seat in (1, 2, 3):
        table.do(seat, a.ACCEPT)
    table.do(0, a.END_TURN)
    assert table.hand(0) == {"wool": 2, "ore": 3}


@pytest.mark.rule("TRA-2")
def test_deal_may_be_concluded_before_all_have_answered() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(2, a.ACCEPT)
    table.apply(0, close(2))
    assert table.to_act == (0,)
    table.refuse("TRA-2", 1, a.action(a.ACCEPT))


@pytest.mark.rule("TRA-2")
def test_each_answers_once() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.REFUSE)
    table.do(2, a.ACCEPT)
    table.apply(3, counter(brick=1, ore=-2))
    for seat in (1, 2, 3):
        for answer in (a.action(a.ACCEPT), a.action(a.REFUSE), counter(brick=1, ore=-3)):
            table.refuse("TRA-2", seat, answer)


@pytest.mark.rule("TRA-2")
def test_only_those_asked_answer() -> None:
    table = market()
    table.apply(0, bundle(a.OFFER_TRADE, to=0b0010, ore=1, brick=-1))
    for seat in (0, 2):
        for answer in (a.action(a.ACCEPT), a.action(a.REFUSE)):
            table.refuse("TRA-2", seat, answer)
    table.refuse("TRA-2", 2, counter(brick=1, ore=-1))


@pytest.mark.rule("TRA-2")
def test_offer_asks_others_who_play() -> None:
    table = market(players=3)
    for to in (0, 0b001, 0b011, 0b1000, 0b111110):
        table.refuse("TRA-2", 0, bundle(a.OFFER_TRADE, to=to, ore=1, brick=-1))


@pytest.mark.rule("TRA-2")
def test_offer_is_answered_before_one_proposes() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.refuse("TRA-2", 1, proposal(brick=1, ore=-2))
    table.do(1, a.REFUSE)
    table.apply(1, proposal(brick=1, ore=-2))
    assert table.listed(0, a.TAKE_PROPOSAL) == [1]


@pytest.mark.rule("TRA-2")
def test_new_offer_replaces_the_old_one() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.apply(2, counter(brick=1, ore=-2))
    table.apply(0, bundle(a.OFFER_TRADE, to=0b1010, wool=1, brick=-1))
    assert table.to_act == (1, 3)
    table.refuse("TRA-2", 0, close(1))  # accepted the old offer, not this one
    table.do(1, a.ACCEPT)
    table.apply(0, close(1))
    assert table.hand(0) == {"wool": 1, "ore": 3, "brick": 1}


@pytest.mark.rule("TRA-2")
def test_counter_offer_outlives_the_offer_it_answered() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.apply(2, counter(brick=1, ore=-2))
    table.apply(0, bundle(a.OFFER_TRADE, to=0b1010, wool=1, brick=-1))
    table.apply(0, take(2))
    assert table.hand(0) == {"wool": 2, "ore": 1, "brick": 1}


@pytest.mark.rule("TRA-2")
def test_offer_can_be_withdrawn() -> None:
    table = market()
    table.refuse("TRA-2", 0, a.action(a.WITHDRAW))
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.do(0, a.WITHDRAW)
    assert table.to_act == (0,)
    table.refuse("TRA-2", 0, close(1))
    table.refuse("TRA-2", 2, a.action(a.ACCEPT))


@pytest.mark.rule("TRA-2")
def test_proposal_can_be_withdrawn_or_replaced_by_its_maker() -> None:
    table = market()
    table.apply(1, proposal(brick=1, ore=-2))
    table.apply(1, proposal(brick=2, ore=-1))
    table.apply(2, proposal(grain=1, ore=-1))
    assert table["proposal"][1] == [2, 0, 0, 0, -1]
    table.do(2, a.WITHDRAW)
    table.refuse("TRA-2", 2, a.action(a.WITHDRAW))
    table.refuse("TRA-2", 0, take(2))
    table.refuse("TRA-2", 0, a.action(a.WITHDRAW))  # seat 0 has nothing open
    table.apply(0, take(1))
    assert table.hand(0) == {"wool": 2, "ore": 2, "brick": 2}


@pytest.mark.rule("TRA-2")
def test_proposals_wait_for_nobody() -> None:
    table = market()
    table.apply(1, proposal(brick=1, ore=-1))
    assert table.to_act == (0,)
    table.do(0, a.END_TURN)


@pytest.mark.rule("TRA-2")
def test_concluded_deal_closes_everything() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.do(3, a.ACCEPT)
    table.apply(2, counter(brick=1, ore=-2))
    table.apply(0, close(1))
    for action in (close(3), take(2), a.action(a.WITHDRAW)):
        table.refuse("TRA-2", 0, action)
    assert (table["offered_to"], table["waiting"], table["accepted"], table["proposed"]) == (0, 0, 0, 0)


def closing_actions() -> Iterator[tuple[str, Table, int]]:
    """Yield ways to close open offers that are no talk about trade."""
    table = market()
    table.settle(0, 30)
    table.pave(0, 30, 24)
    table.deal(0, brick=1, lumber=1, wool=4)
    table.hold(0, "knight", "monopoly")
    yield "building", table, road(24, 19)
    yield "the bank", table, a.bank_trade(4, WOOL, BRICK)
    yield "a knight", table, a.action(a.PLAY_KNIGHT)
    yield "a monopoly", table, a.action(a.PLAY_MONOPOLY, WOOL)
    yield "the end of the turn", table, a.action(a.END_TURN)


@pytest.mark.rule("TRA-2")
@pytest.mark.parametrize(("table", "action"), [way[1:] for way in closing_actions()], ids=lambda value: "")
def test_whatever_is_not_about_these_offers_closes_them(table: Table, action: int) -> None:
    table = Table(table.s.copy(), table.m.copy())
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.apply(2, counter(brick=1, ore=-2))
    table.apply(0, action)
    assert (table["offered_to"], table["waiting"], table["accepted"], table["proposed"]) == (0, 0, 0, 0)
    assert table["proposal"] == [[0] * 5] * 6
    assert not {1, 2, 3} & set(table.to_act) or table["turn"] == 1


@pytest.mark.rule("TRA-2")
def test_offers_lapse_at_the_end_of_the_turn() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.apply(2, counter(brick=1, ore=-2))
    table.do(0, a.END_TURN)
    table.roll(2)
    assert table.to_act == (1,)
    table.refuse("TRA-2", 1, take(2))
    table.refuse("TRA-2", 3, a.action(a.ACCEPT))


@pytest.mark.rule("TRA-2")
def test_hands_are_checked_again_when_a_deal_is_concluded() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.put("hand", 0, 1, BRICK)  # as if the cards had gone in between
    reason = table.why_not(0, close(1))
    assert reason is not None
    assert reason.rule == "TRA-5"


@pytest.mark.rule("TRA-2", "TRA-5")
def test_counter_offer_that_cannot_be_paid_is_not_taken() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.apply(1, counter(brick=1, ore=-4))
    assert table.listed(0, a.TAKE_PROPOSAL) == []
    table.refuse("TRA-5", 0, take(1))


# --- the order of answers does not matter -----------------------------------------------------------------------------


@pytest.mark.rule("TRA-2")
def test_order_of_answers_and_proposals_does_not_matter() -> None:
    answers = [
        (1, a.action(a.ACCEPT)),
        (2, counter(brick=1, ore=-2)),
        (3, a.action(a.REFUSE)),
        (4, proposal(grain=1, wool=-1)),
        (5, proposal(brick=2, ore=-3)),
    ]
    ends = set()
    for order in permutations(answers):
        table = market(players=6, island="extension", terrain="random", tokens="spiral", harbors="shuffled")
        table.apply(0, bundle(a.OFFER_TRADE, to=0b001110, ore=1, brick=-1))
        for seat, action in order:
            table.apply(seat, action)
        ends.add(table.to_bytes())
    assert len(ends) == 1
