"""How a novice trades, who it does not trade with, and how it refuses."""

from __future__ import annotations

import pytest

from longroad.bots.novice import Novice
from longroad.bots.plans import is_leading, is_near_victory
from longroad.bots.protocol import Bot
from longroad.bots.random import RandomBot
from longroad.bots.self_play import play
from longroad.bots.sites import yields_at
from longroad.bots.trading.trade_log import read_trade_log
from longroad.core import actions as a
from longroad.core.actions import ply
from longroad.core.history import History
from longroad.core.layout import BLOCKED, RESOURCES
from longroad.core.sets import contains
from longroad.core.state import State
from longroad.core.words import GRAIN, LUMBER
from longroad.game.view import View
from longroad.notation.actions import Action, action_of
from tests.bots.views import begun, game_view, seat_view
from tests.rules.table import Table, bundle


def answers(state: State, seat: int = 1, log: tuple[int, ...] = ()) -> dict[int, str]:
    """Return what novices of many seeds choose, and why."""
    found = {}
    for seed in range(40):
        bot = Novice(seed)
        code = bot.choose(seat_view(state, seat, log)).code
        found[code] = bot.explain()
    return found


def counts(code: int) -> tuple[int, ...]:
    return tuple(a.bundle_count(code, resource) for resource in range(RESOURCES))


def saver(seat: int) -> Table:
    """Seat 1 or 0 has a settlement, and the ore for a city but one grain too few; lumber it can spare."""
    table = Table.set_up()
    table.settle(seat, 31)  # forest 3, mountains 8, pasture 5
    table.deal(seat, ore=3, grain=1, lumber=2)
    return table


def offered(points: int = 0, **give: int) -> Table:
    """Seat 0 makes an offer to a saver in seat 1."""
    table = saver(1)
    table.settle(0, 0)
    table.deal(0, **{name: count for name, count in give.items() if count > 0})
    table.put("points", points, 0)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, **give))
    return table


# --- answering --------------------------------------------------------------------------------------------------------


def test_an_offer_that_brings_what_is_lacking_is_accepted() -> None:
    assert answers(offered(grain=1, lumber=-1)) == {a.ACCEPT: "It gets me closer to a city."}


def test_an_offer_that_brings_nothing_is_refused_or_countered() -> None:
    counter = bundle(a.COUNTER_OFFER, lumber=1, grain=-1)
    assert answers(offered(brick=1, lumber=-2)) == {
        a.REFUSE: "Brick wouldn't get me any closer to a city.",
        counter: "Brick wouldn't get me any closer to a city, so I ask for something else.",
    }


def test_what_is_needed_is_not_given_away() -> None:
    assert answers(offered(grain=1, ore=-2)) == {a.REFUSE: "I have no ore to spare."}


def test_who_cannot_pay_says_the_same_as_who_does_not_want_to() -> None:
    """Else asking why would tell what a hand holds."""
    table = offered(grain=1, wool=-1)
    assert a.ACCEPT not in table.legal(1)
    assert answers(table)[a.REFUSE] == "I have no wool to spare."


def test_a_price_too_high_is_refused() -> None:
    table = offered(grain=1, lumber=-5)
    table.deal(1, lumber=8)
    assert answers(table)[a.REFUSE] == "That's too much for what I get."


def test_nobody_trades_with_who_is_about_to_win() -> None:
    assert answers(offered(8, grain=1, lumber=-1)) == {a.REFUSE: "I don't trade with somebody so close to winning."}


def test_a_leader_is_not_helped() -> None:
    table = offered(6, grain=1, lumber=-1)
    assert answers(table) == {a.REFUSE: "I don't help the leader."}
    table.put("points", 5, 1)  # hardly behind
    assert answers(table) == {a.ACCEPT: "It gets me closer to a city."}
    table.put("points", 1, 1)
    table.put("points", 7, 2)  # another leads
    assert answers(table) == {a.ACCEPT: "It gets me closer to a city."}


@pytest.mark.parametrize(("points", "near", "leading"), [(4, False, False), (6, False, True), (8, True, True)])
def test_danger_grows_with_points(points: int, near: bool, leading: bool) -> None:
    table = Table.set_up()
    table.put("points", points, 0)
    seen = seat_view(table, 1).seen
    assert (is_near_victory(seen, 0), is_leading(seen, 0, 1)) == (near, leading)


# --- offering ---------------------------------------------------------------------------------------------------------


def buyer() -> Table:
    """Seat 0 lacks a grain for a city; seat 1 yields grain, seat 2 none, and both have cards."""
    table = saver(0)
    table.settle(1, site_with_fields(table))
    for seat in (1, 2):
        table.deal(seat, grain=2)
    return table


def site_with_fields(table: Table) -> int:
    """Return a free site that yields grain, and no lumber."""
    seen = seat_view(table, 0).seen
    yields = {site: {resource for resource, _ in yields_at(seen, site)} for site in range(54)}
    return next(site for site in yields if yields[site] & {GRAIN, LUMBER} == {GRAIN} and is_free(table, site))


def is_free(table: Table, site: int) -> bool:
    return contains(table.m, BLOCKED, site) == 0


def test_an_offer_goes_to_those_who_may_have_the_card() -> None:
    codes = answers(buyer(), 0)
    assert codes == {bundle(a.OFFER_TRADE, 0b0010, lumber=1, grain=-1): "I need grain for a city."}


def test_an_offer_is_not_made_to_who_is_about_to_win() -> None:
    table = buyer()
    table.put("points", 8, 1)
    assert all(a.action_kind(code) != a.OFFER_TRADE for code in answers(table, 0))


def refused(table: Table, code: int) -> tuple[int, ...]:
    """Make seat 1 refuse an offer of seat 0, and return the plies."""
    table.apply(0, code)
    table.apply(1, a.REFUSE)
    return (ply(0, code), ply(1, a.REFUSE))


def rounds(count: int) -> tuple[int, ...]:
    """Return the plies of rounds in which nothing happens."""
    return tuple(ply(seat, kind) for _ in range(count) for seat in range(4) for kind in (a.END_TURN, a.ROLL))


def test_who_has_refused_is_not_asked_again_this_turn() -> None:
    table = buyer()
    (code,) = answers(table, 0)
    assert counts(code) == (0, 1, 0, -1, 0)
    log = refused(table, code)
    assert set(answers(table, 0, log)) == {a.END_TURN}


def test_what_was_refused_is_bettered_a_round_later_and_then_left() -> None:
    table = buyer()
    (code,) = answers(table, 0)
    log = refused(table, code) + rounds(1)
    (better,) = answers(table, 0, log)
    assert counts(better) == (0, 2, 0, -1, 0)
    log += refused(table, better)
    for quiet in range(1, 6):
        assert set(answers(table, 0, log + rounds(quiet))) == {a.END_TURN}


def test_who_got_the_card_since_is_asked_again() -> None:
    table = buyer()
    (code,) = answers(table, 0)
    log = refused(table, code) + rounds(2)
    got = (ply(1, a.bank_trade(4, LUMBER, GRAIN)),)
    assert counts(next(iter(answers(table, 0, log)))) == (0, 2, 0, -1, 0)
    assert counts(next(iter(answers(table, 0, log + got)))) == (0, 1, 0, -1, 0)


@pytest.mark.parametrize(("times", "quiet"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_the_more_often_somebody_refuses_the_longer_nobody_asks(times: int, quiet: int) -> None:
    other = bundle(a.OFFER_TRADE, 0b0010, brick=1, wool=-1)
    log = (ply(2, other), ply(1, a.REFUSE)) * times
    for count in range(quiet + 1):
        trade_log = read_trade_log(seat_view(buyer(), 0, log + rounds(count)), 0)
        assert trade_log.is_left_alone(1) == (count < quiet)
        assert not trade_log.is_left_alone(2)


@pytest.mark.parametrize("yes", [a.ACCEPT, a.action(a.TAKE_PROPOSAL, 3), bundle(a.COUNTER_OFFER, wool=1, ore=-1)])
def test_who_likes_to_trade_may_be_asked_again(yes: int) -> None:
    other = bundle(a.OFFER_TRADE, 0b0010, brick=1, wool=-1)
    log = (ply(2, other), ply(1, a.REFUSE), ply(2, other), ply(1, yes))
    assert not read_trade_log(seat_view(buyer(), 0, log), 0).is_left_alone(1)


def test_a_proposal_that_is_not_taken_was_refused() -> None:
    proposal = bundle(a.PROPOSE_TRADE, brick=1, wool=-1)
    log = (ply(1, a.ROLL), ply(2, proposal), ply(1, a.END_TURN), ply(2, a.ROLL))
    trade_log = read_trade_log(seat_view(buyer(), 0, log), 0)
    assert trade_log.is_left_alone(1)
    assert trade_log.refused == {1: [(1, counts(proposal))]}
    taken = (*log[:2], ply(1, a.action(a.TAKE_PROPOSAL, 2)), *log[2:])
    assert not read_trade_log(seat_view(buyer(), 0, taken), 0).refused


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_nothing_is_offered_twice_in_a_turn(preset: str) -> None:
    for seed in range(6):
        history = begun(preset, seed)
        said: set[tuple[int, tuple[int, ...]]] = set()
        for _, entry in play(history, [Novice(seed)] * 4, seed):
            code = a.ply_action(entry)
            if code == a.END_TURN:
                said = set()
            elif a.OFFER_TRADE <= a.action_kind(code) <= a.PROPOSE_TRADE:
                bundle_ = (a.ply_seat(entry), counts(code))
                assert bundle_ not in said
                said.add(bundle_)


def test_an_accepted_offer_is_concluded_with_the_weakest() -> None:
    table = saver(0)
    for seat in (1, 2, 3):
        table.deal(seat, grain=1)
    table.put("points", 4, 1)
    table.put("points", 3, 2)
    table.put("points", 5, 3)
    table.apply(0, bundle(a.OFFER_TRADE, 0b1110, lumber=1, grain=-1))
    for seat in (1, 2, 3):
        table.apply(seat, a.ACCEPT)
    assert answers(table, 0) == {a.action(a.CLOSE_DEAL, 2): "It gets me closer to a city."}


def test_a_counter_offer_that_is_liked_is_taken() -> None:
    table = saver(0)
    table.deal(1, grain=1)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, lumber=1, grain=-2))
    table.apply(1, bundle(a.COUNTER_OFFER, grain=1, lumber=-1))
    assert answers(table, 0) == {a.action(a.TAKE_PROPOSAL, 1): "That proposal gets me closer to a city."}
    table.put("points", 8, 1)
    assert a.action(a.TAKE_PROPOSAL, 1) not in answers(table, 0)


def test_the_bank_is_asked_when_nobody_else_is() -> None:
    table = saver(0)
    table.deal(0, lumber=2)
    codes = answers(table, 0)
    assert codes == {a.bank_trade(4, 1, 3): "I need grain for a city."}


# --- proposing --------------------------------------------------------------------------------------------------------


def proposals(table: Table, seat: int = 1) -> set[int]:
    found = (Novice(seed).propose(seat_view(table, seat)) for seed in range(60))
    return {0 if proposal is None else proposal.code for proposal in found}


def proposer() -> Table:
    """Seat 0 is on turn and yields grain; the saver sits in seat 1."""
    table = saver(1)
    table.settle(0, site_with_fields(table))
    table.deal(0, grain=2)
    return table


def test_proposals_are_made_now_and_then_and_are_legal() -> None:
    table = proposer()
    proposal = bundle(a.PROPOSE_TRADE, lumber=1, grain=-1)
    assert proposals(table) == {0, proposal}
    table.apply(1, proposal)
    assert proposals(table) == {0}


def test_nothing_is_proposed_to_who_leads_or_has_no_card() -> None:
    table = proposer()
    table.put("points", 8, 0)
    assert proposals(table) == {0}
    table = saver(1)
    assert proposals(table) == {0}


def test_nothing_is_proposed_that_the_player_on_turn_asks_for_itself() -> None:
    table = proposer()
    offer = bundle(a.OFFER_TRADE, 0b1000, brick=1, grain=-1)
    for seed in range(60):
        assert Novice(seed).propose(seat_view(table, 1, (ply(0, offer),))) is None


def test_nothing_is_proposed_that_does_not_help_at_once() -> None:
    table = proposer()
    table.deal(1, ore=-1)  # now two cards are missing
    assert proposals(table) == {0}


# --- whole games ------------------------------------------------------------------------------------------------------


def kinds_of(history: History, bots: list[Bot], seed: int) -> list[int]:
    return [a.action_kind(a.ply_action(entry)) for _, entry in play(history, bots, seed)]


def test_deals_are_made_in_games() -> None:
    kinds = []
    for seed in range(4):
        history = begun("base", seed)
        kinds += kinds_of(history, [Novice(seed)] * 4, seed)
        assert game_view(history, 0).is_over
    assert kinds.count(a.CLOSE_DEAL) >= 40
    assert kinds.count(a.TAKE_PROPOSAL) >= 4
    assert kinds.count(a.REFUSE) <= 2 * kinds.count(a.CLOSE_DEAL)


def test_offers_that_nobody_likes_are_countered_in_games() -> None:
    bots: list[Bot] = [RandomBot(1), Novice(1), Novice(2), Novice(3)]
    kinds = [kind for seed in range(4) for kind in kinds_of(begun("base", seed), bots, seed)]
    assert kinds.count(a.COUNTER_OFFER) >= 4


class Unwilling(Novice):
    """Somebody who builds like a novice, and trades with nobody."""

    def choose(self, view: View) -> Action:
        legal = view.seen.legal(view.viewer or 0)
        action = super().choose(view)
        if a.REFUSE in legal:
            return action_of(a.REFUSE)
        is_trade = a.action_kind(action.code) in (a.OFFER_TRADE, a.CLOSE_DEAL, a.TAKE_PROPOSAL)
        return action_of(a.END_TURN) if is_trade else action

    def propose(self, view: View) -> Action | None:
        return None


def test_who_refuses_everything_is_asked_once_in_two_rounds_at_most() -> None:
    """And by nobody twice in a turn, nor within a round for the same cards."""
    asked = turns = 0
    for seed in range(6):
        seat = seed % 4
        history = begun("base", seed)
        bots: list[Bot] = [Unwilling(seed) if other == seat else Novice(seed + other) for other in range(4)]
        heard: list[tuple[int, tuple[int, ...]]] = []
        for before, entry in play(history, bots, seed):
            code = a.ply_action(entry)
            kind = a.action_kind(code)
            is_offered = kind == a.OFFER_TRADE and a.bundle_to(code) >> seat & 1
            if is_offered or (kind == a.PROPOSE_TRADE and before["turn"] == seat):
                turn = before["turns"]
                assert not [said for when, said in heard if turn - when < 4 and said == counts(code)]
                assert all(when < turn or kind == a.PROPOSE_TRADE for when, _ in heard)
                assert before["hand_size"][seat]
                heard.append((turn, counts(code)))
        asked += len(heard)
        turns += history.state["turns"]
    assert 4 <= asked <= turns / 8
