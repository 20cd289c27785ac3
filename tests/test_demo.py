"""The players of the demonstration: legal, repeatable, and blind to what their seat may not know."""

from __future__ import annotations

from random import Random

import pytest

from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.layout import CARD_KINDS, CARDS, CHANCE, DECK, HAND, RESOURCES
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.demo import choose, play, propose, reason
from tests.rules.table import Table, bundle


def played(preset: str, seed: int) -> History:
    history = History(State.new(Ruleset.preset(preset, limit=1000), seed))
    for _ in play(history, seed):
        pass
    return history


@pytest.mark.parametrize("preset", PRESETS)
def test_games_come_to_an_end(preset: str) -> None:
    state = played(preset, 5).state
    assert state.is_over
    assert state["turns"] < 1000
    assert state.points(state["winner"]) >= state["victory_points"]


def test_the_same_seed_gives_the_same_game() -> None:
    assert played("base", 3).plies == played("base", 3).plies
    assert played("base", 3).plies != played("base", 4).plies


def test_choices_do_not_depend_on_what_is_hidden() -> None:
    """Shuffle the cards that a seat cannot see among the others and the stack: it chooses the same."""
    history = History(State.new(Ruleset.preset("base", limit=1000), 8))
    compared = 0
    for before, entry in play(history, 8):
        seat = a.ply_seat(entry)
        if seat != CHANCE:
            other = before.copy()
            for hidden in set(range(4)) - {seat}:
                other.s[HAND + RESOURCES * hidden : HAND + RESOURCES * (hidden + 1)] = [1] * RESOURCES
                other.s[CARDS + CARD_KINDS * hidden : CARDS + CARD_KINDS * (hidden + 1)] = [1] * CARD_KINDS
            other.s[DECK : DECK + CARD_KINDS] = [1] * CARD_KINDS
            assert choose(other.view(seat), Random(1)) == choose(before.view(seat), Random(1))
            compared += 1
    assert compared > 100


def test_players_build_rather_than_end_the_turn() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, grain=2, ore=3)
    assert choose(table.view(0), Random(0)) == a.action(a.BUILD_CITY, 31)


def test_the_robber_keeps_away_from_its_movers_hexes() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    table.settle(1, 20)  # hills 10, mountains 8
    table.roll(7)
    assert choose(table.view(0), Random(0)) == a.action(a.MOVE_ROBBER, 6)  # hills 10


def test_a_view_without_a_seat_cannot_choose() -> None:
    with pytest.raises(ValueError, match="seat 6"):
        choose(State.new(Ruleset()).view(PUBLIC), Random(0))


# --- trade ------------------------------------------------------------------------------------------------------------


def offered(give: dict[str, int], points: int = 0) -> Table:
    """Seat 1 has a settlement, and the ore for a city but one grain too few; seat 0 makes an offer to it."""
    table = Table.set_up()
    table.settle(1, 31)
    table.deal(1, ore=3, grain=1, lumber=2)
    table.deal(0, grain=1, brick=1)
    table.put("points", points, 0)
    table.do(0, bundle(a.OFFER_TRADE, 0b0010, **give))
    return table


def test_an_offer_that_brings_what_is_lacking_is_accepted() -> None:
    table = offered({"grain": 1, "lumber": -1})
    assert choose(table.view(1), Random(0)) == a.ACCEPT


def test_nobody_trades_with_who_is_about_to_win() -> None:
    table = offered({"grain": 1, "lumber": -1}, points=8)
    assert choose(table.view(1), Random(0)) == a.REFUSE


def test_an_offer_that_brings_nothing_is_refused_or_countered() -> None:
    table = offered({"brick": 1, "lumber": -1})
    answers = {choose(table.view(1), Random(seed)) for seed in range(20)}
    assert answers == {a.REFUSE, bundle(a.COUNTER_OFFER, lumber=1, grain=-1)}


def test_a_counter_offer_that_is_liked_is_taken() -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, ore=3, grain=1, lumber=2)
    table.deal(1, grain=1)
    table.do(0, bundle(a.OFFER_TRADE, 0b0010, lumber=1, grain=-2))
    table.do(1, bundle(a.COUNTER_OFFER, grain=1, lumber=-1))
    assert choose(table.view(0), Random(0)) == a.action(a.TAKE_PROPOSAL, 1)


def test_proposals_are_made_now_and_then_and_are_legal() -> None:
    table = Table.set_up()
    table.settle(1, 31)
    table.deal(1, ore=3, grain=1, lumber=2)
    proposals = {propose(table.view(1), Random(seed)) for seed in range(60)}
    assert 0 in proposals
    assert len(proposals) > 1
    for proposal in proposals - {0}:
        assert table.why_not(1, proposal) is None


def test_a_player_can_say_why() -> None:
    table = Table.set_up()
    table.settle(0, 31)  # forest 3, mountains 8, pasture 5
    table.deal(0, grain=2, ore=3)
    action = choose(table.view(0), Random(0))
    assert reason(table.view(0), action) == "its hexes yield in 11 of 36 rolls"


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_reasons_depend_on_nothing_hidden_and_are_short(preset: str) -> None:
    history = History(State.new(Ruleset.preset(preset, limit=30), 4))
    for before, entry in play(history, 4):
        seat = a.ply_seat(entry)
        if seat != CHANCE:
            assert len(reason(before.view(seat), a.ply_action(entry))) < 70
