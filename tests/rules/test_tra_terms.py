"""The terms of a trade between players (TRA-3 to TRA-6), the bounds of a turn (TRA-10), and what a form allows."""

from __future__ import annotations

from itertools import product

import pytest

from longroad.core import actions as a
from longroad.core.ruleset import InvalidRuleset, Ruleset
from longroad.core.words import BRICK, ORE, WOOL
from tests.rules.market import ALL, ORE_FOR_BRICK, close, counter, market, proposal, take
from tests.rules.places import hex_of
from tests.rules.table import Table, bundle

# --- no gifts, no like for like ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-3")
@pytest.mark.parametrize("counts", [{}, {"ore": 1}, {"ore": 2, "wool": 1}, {"brick": -1}, {"brick": -1, "grain": -3}])
def test_both_sides_give_at_least_one_card(counts: dict[str, int]) -> None:
    table = market()
    table.deal(1, ore=3, wool=3)
    table.refuse("TRA-3", 0, bundle(a.OFFER_TRADE, to=ALL, **counts))
    table.refuse("TRA-3", 1, proposal(**counts))
    table.apply(0, ORE_FOR_BRICK)
    table.refuse("TRA-3", 1, counter(**counts))


@pytest.mark.rule("TRA-4")
def test_bundle_has_each_resource_on_one_side_only() -> None:
    """Three ore for one ore cannot be said: what is given and taken of a resource is one signed number."""
    table = market()
    given, taken = (0, 0, 0, 0, 3), (0, 0, 0, 0, 1)
    counts = [give - get for give, get in zip(given, taken, strict=True)]
    table.refuse("TRA-3", 0, a.bundle(a.OFFER_TRADE, counts, ALL))  # it would be a gift
    table.apply(0, bundle(a.OFFER_TRADE, to=ALL, ore=1, wool=1, brick=-1))
    assert table["offer"] == [-1, 0, 1, 0, 1]


@pytest.mark.rule("TRA-4")
@pytest.mark.parametrize("resource", range(5))
def test_bank_does_not_trade_like_for_like(resource: int) -> None:
    table = Table.set_up()
    table.deal(0, brick=4, lumber=4, wool=4, grain=4, ore=4)
    table.refuse("TRA-4", 0, a.bank_trade(4, resource, resource))


# --- what can be given and asked for ----------------------------------------------------------------------------------


@pytest.mark.rule("TRA-5")
def test_only_cards_in_hand_can_be_given() -> None:
    table = market()
    table.refuse("TRA-5", 0, bundle(a.OFFER_TRADE, to=ALL, ore=4, brick=-1))
    table.refuse("TRA-5", 0, bundle(a.OFFER_TRADE, to=ALL, lumber=1, brick=-1))
    table.refuse("TRA-5", 1, proposal(brick=3, ore=-1))
    table.apply(0, ORE_FOR_BRICK)
    table.refuse("TRA-5", 2, counter(ore=1, wool=-1))


@pytest.mark.rule("TRA-5")
def test_one_may_ask_for_what_others_may_not_hold() -> None:
    table = market()
    table.apply(0, bundle(a.OFFER_TRADE, to=ALL, ore=1, lumber=-5))
    assert table.to_act == (1, 2, 3)
    table.refuse("TRA-5", 1, a.action(a.ACCEPT))
    assert table.legal(1) == [a.REFUSE]  # besides a counter-offer
    assert [form.kind for form in table.forms(1)] == [a.COUNTER_OFFER]
    table.apply(2, counter(brick=1, lumber=-2))
    table.do(1, a.REFUSE)


@pytest.mark.rule("TRA-5")
@pytest.mark.parametrize(
    ("options", "most"),
    [({}, 19), ({"island": "extension", "terrain": "random", "tokens": "spiral", "harbors": "shuffled"}, 24)],
)
def test_nobody_asks_for_more_than_the_game_has(options: dict[str, str], most: int) -> None:
    table = market(**options)
    table.apply(0, bundle(a.OFFER_TRADE, to=ALL, ore=1, lumber=-most))
    table.refuse("TRA-5", 0, bundle(a.OFFER_TRADE, to=ALL, ore=1, lumber=-most - 1))


@pytest.mark.rule("TRA-5")
def test_empty_hand_cannot_offer_nor_propose_nor_counter() -> None:
    table = Table.set_up()
    table.deal(1, brick=1)
    assert table.forms(0) == []
    table.refuse("TRA-5", 0, ORE_FOR_BRICK)
    table.refuse("TRA-5", 2, proposal(ore=1, brick=-1))
    assert table.may_act == (0, 1)
    table.deal(0, ore=1)
    table.apply(0, ORE_FOR_BRICK)
    assert table.forms(2) == []


@pytest.mark.rule("TRA-2")
def test_nobody_waits_for_the_answer_of_an_empty_hand() -> None:
    table = Table.set_up()
    table.deal(0, ore=1)
    table.deal(1, brick=1)
    table.apply(0, ORE_FOR_BRICK)
    assert table["offered_to"] == ALL
    assert table.to_act == (1,)
    assert table.legal(2) == []
    table.refuse("TRA-2", 2, a.REFUSE)


@pytest.mark.rule("TRA-6")
def test_development_cards_are_no_part_of_a_trade() -> None:
    table = market()
    table.hold(0, "knight", "victory point")
    table.hold(1, "monopoly")
    table.apply(0, ORE_FOR_BRICK)
    table.do(1, a.ACCEPT)
    table.apply(0, close(1))
    assert table["cards_size"][:2] == [2, 1]
    assert table["cards"][0] == [1, 0, 0, 0, 1]


@pytest.mark.rule("TRA-6")
def test_hand_of_development_cards_alone_has_nothing_to_trade() -> None:
    table = Table.set_up()
    table.hold(0, "knight", "monopoly")
    table.hold(1, "knight")
    table.deal(2, brick=1)
    assert table.forms(0) == []
    assert table.forms(1) == []
    assert table.may_act == (0, 2)


# --- bounds of a turn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-10")
def test_defaults_are_generous() -> None:
    ruleset = Ruleset()
    assert (ruleset.domestic_trade, ruleset.offers_per_turn, ruleset.proposals_per_turn) == (True, 20, 10)


@pytest.mark.rule("TRA-10")
def test_game_without_trade_between_players() -> None:
    table = market(domestic_trade=False)
    table.deal(0, wool=2)
    assert table.may_act == (0,)
    assert [table.forms(seat) for seat in range(4)] == [[], [], [], []]
    for seat, action in (
        (0, ORE_FOR_BRICK),
        (0, close(1)),
        (0, take(1)),
        (0, a.action(a.WITHDRAW)),
        (1, proposal(brick=1, ore=-1)),
        (1, counter(brick=1, ore=-1)),
        (1, a.action(a.ACCEPT)),
        (1, a.action(a.REFUSE)),
    ):
        table.refuse("TRA-10", seat, action)
    table.apply(0, a.bank_trade(4, WOOL, BRICK))  # the bank trades all the same


@pytest.mark.rule("TRA-10")
def test_offers_of_a_turn_are_bounded() -> None:
    table = market(offers_per_turn=2)
    table.apply(0, ORE_FOR_BRICK)
    table.apply(0, bundle(a.OFFER_TRADE, to=ALL, ore=2, brick=-1))
    table.refuse("TRA-10", 0, ORE_FOR_BRICK)
    assert table.forms(0) == []
    table.do(1, a.ACCEPT)
    table.apply(0, close(1))
    table.refuse("TRA-10", 0, ORE_FOR_BRICK)
    table.do(0, a.END_TURN)
    table.roll(2)
    table.apply(1, bundle(a.OFFER_TRADE, to=0b1101, grain=1, brick=-1))


@pytest.mark.rule("TRA-10")
def test_proposals_of_a_turn_are_bounded_for_each_seat() -> None:
    table = market(proposals_per_turn=2)
    table.apply(1, proposal(brick=1, ore=-1))
    table.apply(1, proposal(brick=1, ore=-2))
    table.refuse("TRA-10", 1, proposal(brick=1, ore=-3))
    assert table.forms(1) == []
    table.apply(2, proposal(brick=1, ore=-3))  # the others have their own
    table.apply(0, ORE_FOR_BRICK)
    table.apply(1, counter(brick=1, ore=-3))  # a counter-offer answers, and does not count
    table.do(0, a.END_TURN)
    table.roll(2)
    table.do(1, a.END_TURN)
    table.roll(2)
    table.apply(1, proposal(brick=1, ore=-1))


@pytest.mark.rule("TRA-10")
def test_no_offers_or_no_proposals_at_all() -> None:
    table = market(offers_per_turn=0)
    table.refuse("TRA-10", 0, ORE_FOR_BRICK)
    table.apply(1, proposal(brick=1, ore=-1))
    table.apply(0, take(1))
    table = market(proposals_per_turn=0)
    assert table.may_act == (0,)
    table.refuse("TRA-10", 1, proposal(brick=1, ore=-1))
    table.apply(0, ORE_FOR_BRICK)
    table.apply(1, counter(brick=1, ore=-2))


@pytest.mark.rule("TRA-10")
@pytest.mark.parametrize("option", ["offers_per_turn", "proposals_per_turn"])
def test_bounds_are_whole_numbers(option: str) -> None:
    for value in (-1, 121, True):
        with pytest.raises(InvalidRuleset, match=f"{option}={value}: expected a whole number from 0 to 120"):
            Ruleset(**{option: value})  # type: ignore[arg-type]
    with pytest.raises(InvalidRuleset, match="domestic_trade=1: expected True or False"):
        Ruleset(domestic_trade=1)  # type: ignore[arg-type]


# --- forms and refusals agree -----------------------------------------------------------------------------------------


@pytest.mark.rule("TRA-2", "TRA-3", "TRA-5")
def test_form_fits_what_is_legal_and_nothing_else() -> None:
    table = market(players=3)
    table.apply(0, bundle(a.OFFER_TRADE, to=0b010, ore=1, brick=-1))
    kinds = {0: a.OFFER_TRADE, 1: a.COUNTER_OFFER, 2: a.PROPOSE_TRADE}
    for seat, kind in kinds.items():
        (form,) = table.forms(seat)
        assert form.kind == kind
        for counts in product((-20, -19, -1, 0, 1, 3), repeat=5):
            for to in (0, 0b010, 0b110, 0b1010) if seat == 0 else (0, 0b001):
                action = a.bundle(kind, counts, to)
                assert form.fits(action) == (table.why_not(seat, action) is None)


@pytest.mark.rule("TRA-2")
def test_legal_answers_and_deals_are_those_not_refused() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(2, a.ACCEPT)
    table.apply(3, counter(brick=1, ore=-2))
    kinds = (a.ACCEPT, a.REFUSE, a.WITHDRAW, a.CLOSE_DEAL, a.TAKE_PROPOSAL)
    for seat in range(4):
        legal = set(table.legal(seat))
        for kind, number in product(kinds, range(8)):
            action = a.action(kind, number)
            assert (action in legal) == (table.why_not(seat, action) is None)


@pytest.mark.rule("TRA-2")
def test_views_show_the_same_choices() -> None:
    table = market()
    table.apply(0, ORE_FOR_BRICK)
    table.do(2, a.ACCEPT)
    table.apply(3, counter(brick=1, ore=-2))
    for seat in range(4):
        view = table.view(seat)
        assert view.legal(seat) == table.legal(seat)
        assert view.forms(seat) == table.forms(seat)
        assert view.to_act == table.to_act
        assert view.may_act == table.may_act


@pytest.mark.rule("TRA-2")
def test_no_trade_while_something_is_pending() -> None:
    table = market()
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.refuse("ROB-2", 0, ORE_FOR_BRICK)
    table.refuse("TRN-7", 1, proposal(brick=1, ore=-1))
    assert table.may_act == (0,)
    table.do(0, a.MOVE_ROBBER, hex_of("forest 9"))
    table.apply(1, proposal(brick=1, ore=-1))
    assert table.listed(0, a.TAKE_PROPOSAL) == [1]
    assert table["hand"][0][ORE] == 3
