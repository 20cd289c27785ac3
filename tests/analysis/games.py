"""Games and budgets for the tests of the analysis."""

from __future__ import annotations

from functools import cache
from typing import Final

from longroad.analysis import Budget
from longroad.core.history import History
from longroad.game.game import Game
from longroad.notation.actions import Ply
from tests.bots.views import begun, played

PRESETS: Final = ("base", "beginner", "traveler", "duel", "classic", "extension", "one_on_one", "tournament")
LITTLE: Final = Budget(states=2, nodes=8, candidates=2, rollouts=8, turns=1, rollout_nodes=4, trade_states=2, offers=1)


@cache
def plies_of(preset: str, seed: int = 1) -> tuple[int, ...]:
    """Return the plies of a game between novices."""
    return tuple(played(preset, seed, "novice").plies)


def game_of(preset: str, seed: int = 1, most: int | None = None, begin: History | None = None) -> Game:
    """Return a game between novices, or its first plies."""
    game = Game._of(begin or begun(preset, seed), "given", None, is_set_up=False)
    for code in plies_of(preset, seed)[:most]:
        game.push(Ply.from_code(code))
    return game


def offered(*plies: str) -> Game:
    """Return a game in which seat 0 offers a brick for a lumber, and what was said after that."""
    game = Game("beginner", seed=7, chance="given")
    for ply in ("roll", "rolled 8", "offer brick for lumber", *plies):
        game.push(ply)
    return game
