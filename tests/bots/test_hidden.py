"""No cheating: where only what a seat may not know is otherwise, its computer player answers the same.

A stolen or drawn card that the seat cannot see is replaced by another one that was possible, and the same plies go on
as long as they are legal.
"""

from __future__ import annotations

import random

import pytest

from longroad.bots.levels import LEVELS, make_bot
from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.refuse import refusal
from longroad.core.view import PUBLIC
from tests.bots.looks import begun, look_back, played
from tests.core.test_hidden import replacements

HORIZON = 60  # plies compared after a replacement


def answers(level: str, history: History, seat: int) -> list[object]:
    """Give what a computer player says in a seat, and why."""
    bot, view = make_bot(level, 1), look_back(history, seat)
    said: list[object] = [bot.propose(view), bot.explain()] if seat != history.state["turn"] else []
    return said + ([bot.choose(view), bot.explain()] if seat in view.to_act else [])


def compare(level: str, one: History, other: History, log: list[int], seat: int) -> int:
    """Go on with two games that a seat cannot tell apart, and compare what it does; tell how often it was asked."""
    asked = 0
    for entry in log:
        who, action = ply_seat(entry), ply_action(entry)
        if any(refusal(game.state.s, game.state.m, who, action) for game in (one, other)):
            break
        for game in (one, other):
            game.push(who, action)
        if one.state.is_over or other.state.is_over:
            break  # the end reveals everything
        if a.action_kind(action) == a.PLAY_MONOPOLY and one.state["hand_size"] != other.state["hand_size"]:
            break  # what each player had to hand over is public
        assert look_back(one, seat) == look_back(other, seat)
        assert answers(level, one, seat) == answers(level, other, seat)
        asked += seat in one.state.to_act
    return asked


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("preset", "seed"), [("base", 1), ("base", 2), ("duel", 3), ("extension", 4)])
def test_what_a_seat_cannot_know_changes_nothing_that_its_bot_does(level: str, preset: str, seed: int) -> None:
    rng = random.Random(seed)
    log = played(preset, seed, "novice").plies
    history, asked = begun(preset, seed), 0
    for at, entry in enumerate(log):
        for seat, outcome in replacements(history.state, entry, rng):
            if seat != PUBLIC:
                one, other = history.copy(), history.copy()
                one.push(CHANCE, ply_action(entry))
                other.push(CHANCE, outcome)
                asked += compare(level, one, other, log[at + 1 : at + HORIZON], seat)
        history.push(ply_seat(entry), ply_action(entry))
    assert asked > 10
