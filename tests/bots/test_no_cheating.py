"""No cheating: where only what a seat may not know is otherwise, its bot answers the same.

Beside a game goes a company of others, in which chance has dealt the seat's opponents other cards than it did: stolen
and drawn ones that the seat cannot see. Those in which the same plies are not legal, or show the seat something else,
drop out, and others that still go along are carried on twice in their place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from longroad.bots.levels import LEVELS, make_bot
from longroad.bots.self_play import seats_to_ask
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.legality.refusal import refusal
from tests.bots.views import begun, game_view, played, quick
from tests.core.test_hidden import knowers
from tests.samples import first

COMPANY: Final = 8  # games that go along
ASKED: Final = {"random": 150, "novice": 60}  # how often a bot is asked in a game
ASKED_ELSE: Final = 30  # one that takes its time, now and then
GAMES: Final = [("base", 1), ("duel", 3), ("extension", 4), ("classic", 5), ("base", 2)]


def push_other(game: History, entry: int, seat: int, rng: random.Random) -> bool:
    """Go on by a ply, or where a seat does not see what chance does by any outcome; return whether that is legal."""
    action = ply_action(entry)
    known_by = knowers(action)
    if ply_seat(entry) == CHANCE and known_by is not None and seat not in known_by:
        outcomes = game.state.outcomes()
        if not outcomes:
            return False
        action = rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]
    if refusal(game.state.s, game.state.m, ply_seat(entry), action):
        return False
    game.push(ply_seat(entry), action)
    return True


def twins(start: History, plies: list[int], seat: int, rng: random.Random) -> Iterator[tuple[History, History]]:
    """Play a game, and yield it at every ply with another one that the seat cannot tell from it, if there is one."""
    game, company = start, [start.copy() for _ in range(COMPANY)]
    for entry in plies:
        game.push(ply_seat(entry), ply_action(entry))
        if game.state.is_over:
            return  # the end reveals everything
        shown = game.state.view(seat)
        going = [other for other in company if push_other(other, entry, seat, rng)]
        going = [other for other in going if other.state.view(seat).s == shown.s]
        company = [*going, *(rng.choice([game, *going]).copy() for _ in range(COMPANY - len(going)))]
        for other in company:
            if other.state != game.state:
                yield game, other
                break


def answers(level: str, game: History, seat: int) -> list[object]:
    """Return what a bot says in a seat, and why."""
    bot, view = make_bot(quick(level), 1), game_view(game, seat)
    said: list[object] = [bot.propose(view), bot.explain()] if seat in seats_to_ask(view) else []
    return said + ([bot.choose(view), bot.explain()] if seat in view.to_act else [])


@cache
def questions(preset: str, seed: int) -> tuple[tuple[History, History], ...]:
    """Return a game and others that a seat cannot tell from it, each time that the seat is asked."""
    seat, found = seat_of(preset, seed), []
    for game, other in twins(begun(preset, seed), played(preset, seed, "novice").plies, seat, random.Random(seed)):
        one, two = game_view(game, seat), game_view(other, seat)
        assert (one, one.log) == (two, two.log)
        if seat in one.to_act or seat in seats_to_ask(one):
            found.append((game.copy(), other.copy()))
    return tuple(found)


def seat_of(preset: str, seed: int) -> int:
    return seed % int(begun(preset, seed).state["players"])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("preset", "seed"), first(3, GAMES, unpack=True))
def test_what_a_seat_cannot_know_changes_nothing_that_its_bot_does(level: str, preset: str, seed: int) -> None:
    most, seat, rng = ASKED.get(level, ASKED_ELSE), seat_of(preset, seed), random.Random(seed)
    asked = 0
    for game, other in questions(preset, seed):
        if asked < most and (most > ASKED_ELSE or rng.random() < 0.5):
            assert answers(level, game, seat) == answers(level, other, seat)
            asked += 1
    assert asked >= min(most, 20)


def test_the_company_differs_in_hands_and_cards() -> None:
    plies = played("base", 6, "novice").plies
    pairs = [
        (game.state.copy(), other.state.copy()) for game, other in twins(begun("base", 6), plies, 0, random.Random(6))
    ]
    for field in ("hand", "cards", "deck"):
        assert sum(one[field] != other[field] for one, other in pairs) > 20
    assert all(one.view(0).s == other.view(0).s for one, other in pairs)
