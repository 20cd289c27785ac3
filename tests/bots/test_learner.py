"""The bot for first games: it makes mistakes, but never robs itself, and plays better than at random."""

from __future__ import annotations

import pytest

from longroad.bots.learner import Learner
from longroad.bots.novice import Novice
from longroad.bots.sites import owners_beside
from longroad.core import actions as a
from longroad.core.layout import CHANCE
from tests.bots.views import begun, game_view, played, seat_view
from tests.rules.table import before_roll


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_it_differs_from_a_novice_in_some_decisions_and_says_so(preset: str) -> None:
    game, bot, novice = begun(preset, 3), Learner(1), Novice(1)
    others = same = 0
    for ply in played(preset, 3, "novice").plies:
        seat = a.ply_seat(ply)
        if seat != CHANCE and seat in game.state.to_act and a.action_kind(a.ply_action(ply)) != a.MOVE_ROBBER:
            view = game_view(game, seat)
            if bot.choose(view) == novice.choose(view):
                same += 1
            else:
                others += 1
                assert bot.explain() == "I want to see what happens."
        game.push(a.ply_seat(ply), a.ply_action(ply))
    assert 0.1 * same < others < 0.5 * same


def test_it_moves_the_robber_anywhere_but_onto_itself() -> None:
    hexes = set()
    for seed in range(6):
        game = begun("base", seed)
        for ply in played("base", seed, "learner").plies:
            if a.action_kind(a.ply_action(ply)) == a.MOVE_ROBBER:
                seat, hex_ = a.ply_seat(ply), a.action_number(a.ply_action(ply))
                assert seat not in owners_beside(game.state.view(seat), hex_)
                hexes.add(hex_)
            game.push(a.ply_seat(ply), a.ply_action(ply))
    assert len(hexes) > 10


@pytest.mark.parametrize(("weaker", "stronger"), [("random", "learner"), ("learner", "novice")])
def test_it_is_between_a_random_player_and_a_novice(weaker: str, stronger: str) -> None:
    """By luck each would win half of the duels."""
    wins = 0
    for number in range(20):
        levels = [weaker, weaker]
        levels[number % 2] = stronger
        wins += played("duel", number, *levels).state["winner"] == number % 2
    assert wins >= 15


def test_it_moves_the_robber_onto_itself_where_nothing_else_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad.bots.learner.owners_beside", lambda seen, hex_: {0, 1, 2, 3})
    table = before_roll()
    table.roll(7)
    for seed in range(20):
        assert a.action_kind(Learner(seed).choose(seat_view(table, 0)).code) == a.MOVE_ROBBER
