"""What bots that look ahead say: about the robber, about trade, and what they keep their cards for."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.reasons import DEALS, GENERAL, REASONS, reason_for
from longroad.bots.self_play import play
from longroad.bots.trading.bargaining import Gain
from longroad.core import actions as a
from longroad.core.actions import action, action_kind, action_number
from longroad.core.island.topology import HEX_SITES, SITE_HEXES
from longroad.core.layout import RESOURCES
from longroad.core.state import State
from longroad.core.words import RESOURCE_NAMES
from longroad.game.view import View
from longroad.narration import ENGLISH
from longroad.notation.actions import Action
from tests.bots.views import begun, seat_view
from tests.rules.duels import SITES, duel
from tests.rules.table import Table, bundle

HILLS, MOUNTAINS, DESERT = 6, 11, 9  # hills 10, mountains 8 and the desert of the beginner island


def said(table: Table, hex_: int) -> str:
    """Return what seat 0 says about a place of the robber."""
    return reason_of(table, 0, a.action(a.MOVE_ROBBER, hex_))


def reason_of(state: State, seat: int, code: int, gain: Gain | None = None) -> str:
    """Return what a seat says about an action."""
    return ENGLISH.sentence(reason_for(seat_view(state, seat), code, gain))


# --- robber -----------------------------------------------------------------------------------------------------------


def test_the_robber_takes_rolls_where_somebody_else_stands() -> None:
    table = Table.set_up()
    table.settle(1, 20)  # hills 10, mountains 8
    assert said(table, HILLS) == "It blocks others in 3 of 36 rolls."
    assert said(table, MOUNTAINS) == "It blocks others in 5 of 36 rolls."
    table.build_city(2, 31)
    assert said(table, MOUNTAINS) == "It blocks others in 5 of 36 rolls."


def test_the_robber_hurts_nobody_where_nobody_stands() -> None:
    assert said(Table.set_up(), HILLS) == "It blocks nobody there."


def test_the_robber_hurts_nobody_else_at_ones_own_hex() -> None:
    table = Table.set_up()
    table.settle(0, 20)
    assert said(table, HILLS) == "It blocks nobody there."


def test_the_robber_hurts_nobody_in_the_desert() -> None:
    table = Table.set_up()
    table.settle(1, 24)
    assert said(table, DESERT) == "It blocks nobody there."


def test_neutral_players_have_nothing_that_the_robber_could_take() -> None:
    table = duel()
    at_neutral = [hex_ for hex_ in SITE_HEXES[3 * SITES[0] : 3 * SITES[0] + 3] if hex_ >= 0 and table["token"][hex_]]
    assert at_neutral
    assert {said(table, hex_) for hex_ in at_neutral} == {"It blocks nobody there."}


def victims() -> Table:
    """Seats 1 and 2 have a settlement each beside the hills, and two cards."""
    table = Table.set_up(rolled=False)
    table.settle(0, 31)
    for seat, corner in ((1, 0), (2, 3)):
        table.settle(seat, HEX_SITES[6 * HILLS + corner])
        table.deal(seat, ore=2)
    return table


def robbing(table: Table) -> Table:
    table.roll(7)
    table.apply(0, action(a.MOVE_ROBBER, HILLS))
    assert table.phase == "victim choice"
    return table


def test_whoever_leads_is_robbed_for_that() -> None:
    table = victims()
    table.build_city(2, 53)
    table.deal(1, ore=4)
    robbing(table)
    assert reason_of(table, 0, action(a.ROB, 2)) == "That player is in the lead."
    assert reason_of(table, 0, action(a.ROB, 1)) == "That player has the most cards."


def test_nobody_is_said_to_have_most_where_two_have() -> None:
    table = robbing(victims())
    assert not {reason_of(table, 0, action(a.ROB, seat)) for seat in (1, 2)} & {
        "That player is in the lead.",
        "That player has the most cards.",
    }


# --- trade ------------------------------------------------------------------------------------------------------------

BOTH_GAIN = Gain(mine=0.001, theirs=0.02, possible=1.0, consent=0.9)


def offered(held: dict[str, int], **counts: int) -> Table:
    """Seat 0 offers something to seat 1, which has a settlement and these cards."""
    table = Table.set_up()
    table.settle(0, 31)
    table.settle(1, 44)
    table.deal(0, **{name: count for name, count in counts.items() if count > 0})
    table.deal(1, **held)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, **counts))
    return table


HANDS = ({"wool": 1}, {"ore": 2}, {"ore": 3, "grain": 1}, {"lumber": 3, "brick": 2, "ore": 1})


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        ({"brick": 1, "lumber": -1}, "I don't produce that."),
        ({"brick": 1, "ore": -1}, "I produce less of what I'd give than of what I'd get."),
        ({"wool": 1, "ore": -1}, "I can't spare those cards."),
        ({"brick": 1, "ore": -2}, "I would give more cards than I get."),
    ],
)
def test_a_refusal_does_not_tell_who_could_have_paid(offer: dict[str, int], reason: str) -> None:
    tables = [offered(held, **offer) for held in HANDS]
    assert {a.ACCEPT in table.legal(1) for table in tables} == {True, False}
    assert {reason_of(table, 1, a.REFUSE) for table in tables} == {reason}


def test_whoever_leads_is_refused_for_that() -> None:
    tables = [offered(held, brick=1, ore=-1) for held in HANDS]
    for table in tables:
        table.build_city(0, 9)
    assert {reason_of(table, 1, a.REFUSE) for table in tables} == {"It would help the leader."}


def test_an_answer_does_not_tell_that_only_these_cards_are_lacking() -> None:
    table = offered({"ore": 3, "grain": 1, "lumber": 2}, grain=1, lumber=-1)
    assert reason_of(table, 1, a.ACCEPT, BOTH_GAIN) == "It gets me closer to a city."
    assert reason_of(table, 1, bundle(a.COUNTER_OFFER, lumber=2, grain=-1)) == "It gets me closer to a city."


def test_a_deal_is_explained_by_what_it_brings_nearer() -> None:
    table = offered({"ore": 2, "lumber": 3}, ore=1, lumber=-1)
    assert reason_of(table, 1, a.ACCEPT, BOTH_GAIN) == "It gets me closer to a city."


def test_a_deal_that_pays_for_nothing_is_explained_by_whom_it_helps() -> None:
    table = offered({"brick": 1, "lumber": 1, "wool": 2, "grain": 2, "ore": 3}, brick=1, wool=-1)
    assert reason_of(table, 1, a.ACCEPT, BOTH_GAIN) == "It helps both sides."


# --- cards ------------------------------------------------------------------------------------------------------------


def test_a_bank_trade_tells_what_it_makes_possible() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, ore=3, grain=1, wool=4)
    grain = RESOURCE_NAMES.index("grain")
    trades = [code for code in table.legal(0) if action_kind(code) == a.TRADE_BANK]
    [trade] = [code for code in trades if action_number(code) % RESOURCES == grain]
    assert reason_of(table, 0, trade) == "That's what I need for a city."


def test_who_discards_tells_what_is_kept() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)
    table.deal(0, ore=3, grain=2, wool=4)
    table.roll(7)
    assert reason_of(table, 0, bundle(a.DISCARD, wool=4)) == "I'm keeping the cards for a city."
    assert (
        reason_of(table, 0, bundle(a.DISCARD, ore=3, grain=1))
        == "The cards I keep are the best for a development card."
    )


def test_nobody_keeps_what_is_not_there() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)
    table.deal(0, ore=1, wool=8)
    table.roll(7)
    assert reason_of(table, 0, bundle(a.DISCARD, wool=4)) == "The cards I keep are the best for a development card."


def test_who_ends_the_turn_tells_what_it_saves_for() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    assert reason_of(table, 0, a.END_TURN) == "I have no cards left."
    table.deal(0, ore=3)
    assert reason_of(table, 0, a.END_TURN) == "I'm saving for a city."


# --- whole games ------------------------------------------------------------------------------------------------------


class Word(NamedTuple):
    """What was done and said."""

    kind: int
    reason: str


class Heard:
    """A bot whose reasons are noted."""

    def __init__(self, spec: str, seed: int, words: list[Word]) -> None:
        self.bot, self.words = make_bot(spec, seed), words

    def choose(self, view: View) -> Action:
        chosen = self.bot.choose(view)
        self.note(chosen)
        return chosen

    def propose(self, view: View) -> Action | None:
        proposal = self.bot.propose(view)
        if proposal is not None:
            self.note(proposal)
        return proposal

    def explain(self) -> str:
        return self.bot.explain()

    def note(self, chosen: Action) -> None:
        self.words.append(Word(action_kind(chosen.code), self.bot.explain()))


@cache
def heard() -> tuple[Word, ...]:
    """Listen to two games of four that search: in a single one there may be hardly a discard."""
    words: list[Word] = []
    for seed in (1, 4):
        bots = [Heard("skilled:nodes=16,states=2", seat, words) for seat in range(4)]
        for _ in play(begun("base", seed), bots, seed):
            pass
    return tuple(words)


SPECIFIC = sorted({*DEALS, a.REFUSE, a.TRADE_BANK, a.DISCARD, a.END_TURN})


@pytest.mark.parametrize("kind", SPECIFIC, ids=lambda kind: a.KIND_NAMES[kind])
def test_what_is_done_with_cards_has_a_reason_of_its_own(kind: int) -> None:
    reasons = Counter(word.reason for word in heard() if word.kind == kind)
    assert reasons
    assert ENGLISH.sentence(GENERAL) not in reasons
    assert len(reasons) > 1


def test_hardly_anything_is_done_for_no_reason_but_the_best_chances() -> None:
    general = [word for word in heard() if word.reason == ENGLISH.sentence(GENERAL)]
    assert len(general) < 0.02 * len(heard())


def test_there_is_a_reason_for_every_kind_of_decision() -> None:
    assert {*REASONS, *DEALS, a.REFUSE} == set(range(a.ROLL, a.START_ROLLED))
