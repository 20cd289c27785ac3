"""Counting cards: what is known of a hand is true, and most of it is known."""

from __future__ import annotations

import pytest

from longroad.bots.beliefs.counting import Holding, count_cards
from longroad.bots.novice import Novice
from longroad.bots.self_play import play
from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.state import State
from tests.bots.views import begun, game_view, seat_view
from tests.rules.table import Table
from tests.samples import first, presets


def check(holding: Holding, hand: tuple[int, ...]) -> None:
    assert holding.size == sum(hand) == sum(holding.likely)
    for least, held, most in zip(holding.least, hand, holding.most, strict=True):
        assert least <= held <= most


def hand_of(state: State, seat: int) -> tuple[int, ...]:
    return tuple(state["hand"][seat])


@pytest.mark.parametrize("every", first(1, [19, 5]))
@pytest.mark.parametrize("seed", first(1, range(2)))
@pytest.mark.parametrize("preset", presets(3))
def test_what_is_known_of_a_hand_is_true(preset: str, seed: int, every: int) -> None:
    known = hands = 0
    history = begun(preset, seed)
    players = history.state["players"]
    for number, _ in enumerate(play(history, [Novice(seed)] * players, seed)):
        if number % every or history.state.is_over:
            continue
        for seat, holding in enumerate(count_cards(game_view(history, number % players))):
            check(holding, hand_of(history.state, seat))
            known += holding.likely == hand_of(history.state, seat)
            hands += 1
    assert known >= 0.6 * hands


@pytest.mark.parametrize("shortage", ["single", "nobody"])
def test_where_the_bank_runs_short_fewer_cards_are_counted(shortage: str) -> None:
    """The same sums come again and again, and nobody builds."""
    history = begun("beginner", 0, shortage=shortage)
    for turn in range(80):
        history.push(turn % 4, a.ROLL)
        history.push(CHANCE, a.action(a.DICE_ROLLED, (4, 6, 8, 10, 11)[turn % 5]))
        history.push(turn % 4, a.END_TURN)
        for seat, holding in enumerate(count_cards(game_view(history, 0))):
            assert holding.least == holding.most == hand_of(history.state, seat)
    assert history.state["bank"].count(0) >= 2


def test_a_card_that_was_stolen_unseen_may_be_any() -> None:
    history = begun("beginner", 0)
    history.push(0, a.ROLL)
    history.push(CHANCE, a.action(a.DICE_ROLLED, 7))
    history.push(0, next(move for move in history.state.legal(0) if steals(history, move)))
    victim = history.state["victim"]
    history.resolve_chance(1)
    for viewer in range(4):
        holdings = count_cards(game_view(history, viewer))
        for seat in (0, victim):
            check(holdings[seat], hand_of(history.state, seat))
            assert (holdings[seat].least == holdings[seat].most) == (viewer in (0, victim))


def steals(history: History, move: int) -> bool:
    """Return whether a card of one of three kinds is stolen where the robber moves."""
    state = history.state.copy()
    state.apply(0, move)
    return state.phase == "theft" and sum(count > 0 for count in state["hand"][state["victim"]]) == 3


def test_what_a_log_does_not_tell_may_be_any_card() -> None:
    table = Table.set_up()
    table.deal(1, grain=2, ore=1)
    holding = count_cards(seat_view(table, 0))[1]
    assert (holding.least, holding.most, holding.is_known) == ((0,) * 5, (3,) * 5, False)
    empty = count_cards(seat_view(table, 0))[2]
    assert (empty.size, empty.most) == (0, (0,) * 5)
