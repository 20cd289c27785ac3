"""Views of positions, and games of bots, for the tests of bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.game.view import View

# Faster options for the slow levels: they make the same kinds of decision in the same way.
LESS_TIME: Final = {
    "skilled": "skilled:nodes=12,states=2",
    "expert": "expert:nodes=12,states=2,candidates=2,rollouts=2,turns=1,rollout_nodes=3,trade_states=2,trade_turns=2",
}


def quick(level: str) -> str:
    """Return the specification of a level in tests."""
    return LESS_TIME.get(level, level)


def seat_view(state: State, seat: int, log: Sequence[int] = ()) -> View:
    """Return a seat's view of a state."""
    return View(state.view(seat), log)


def game_view(history: History, seat: int) -> View:
    """Return a seat's view of a game, with its log."""
    return View(history.state.view(seat), history.redacted(seat))


def begun(preset: str, seed: int, **options: int | str) -> History:
    """Begin a game with a turn limit."""
    return History(State.new(Ruleset.preset(preset, **({"limit": 1000} | options)), seed))


@cache
def played(preset: str, seed: int, *levels: str, **options: int | str) -> History:
    """Make bots of these levels play a game, once for all tests; the last level fills the table."""
    history = begun(preset, seed, **options)
    names = [*levels, *[levels[-1]] * history.state["players"]]
    for _ in play(history, [make_bot(name, f"{seed} {seat}") for seat, name in enumerate(names)], seed):
        pass
    return history
