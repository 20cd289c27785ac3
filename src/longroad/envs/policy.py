"""Policies as bots: whoever has learned in an environment plays in the arena, and against any level."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from longroad.arena.match_spec import MOST_TURNS
from longroad.arena.statistics import Interval, wilson
from longroad.bots.levels import make_bot
from longroad.bots.protocol import BaseBot, Bot, awaited_seat, seat_of
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.layout import WINNER
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.actions import ActionSpace
from longroad.envs.compose import ASK, EXTRAS, SEAT, list_steps
from longroad.envs.observations import ObservationSpace
from longroad.envs.observe import observe, observe_island
from longroad.envs.plan import ACTIONS, SIZE, make_plan
from longroad.envs.step import chosen_action, write_mask
from longroad.game.view import View
from longroad.notation.actions import Action, action_of

Policy: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.bool_]], int]  # of an observation and a mask


class PolicyBot(BaseBot):
    """A bot whose steps a policy chooses: a function of an observation and a mask that returns an allowed action.

    >>> from longroad import Game
    >>> bot = PolicyBot(lambda observation, mask: int(np.flatnonzero(mask)[0]))
    >>> bot.choose(Game("beginner").view(0))
    Action('roll')
    """

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self._policy = policy

    def choose(self, view: View) -> Action:
        """Take steps until they make an action. Raises `ValueError` for a step that is not allowed."""
        action = self._take_steps(view, awaited_seat(view), is_asked=False)
        assert action is not None
        return action

    def propose(self, view: View) -> Action | None:
        """Take steps until they make a proposal, or pass."""
        return self._take_steps(view, seat_of(view), is_asked=True)

    def _take_steps(self, view: View, seat: int, is_asked: bool) -> Action | None:
        s, m, plan = list(view.seen.s), list(view.seen.m), _plan_of(view.ruleset)
        extras = [0] * EXTRAS
        extras[SEAT], extras[ASK] = seat, is_asked << seat
        while True:
            row, mask = [0] * plan[SIZE], [0] * plan[ACTIONS]
            list_steps(s, m, extras, seat)
            write_mask(s, m, extras, plan, mask)
            observe_island(s, plan, row)
            observe(s, m, extras, plan, seat, row)
            index = int(self._policy(np.array(row, np.int8), np.array(mask, np.bool_)))
            if not 0 <= index < len(mask) or not mask[index]:
                allowed = ", ".join(map(str, np.flatnonzero(mask)))
                raise ValueError(f"action {index}: not allowed here; allowed are {allowed}")
            code = chosen_action(s, m, extras, plan, index)
            if code != 0:
                return action_of(code)
            if is_asked and extras[ASK] == 0:
                return None


@lru_cache(8)
def _plan_of(ruleset: Ruleset) -> list[int]:
    return make_plan(ActionSpace(ruleset), ObservationSpace(ruleset))


class WinRate(NamedTuple):
    """How many games were won.

    >>> str(WinRate(40, 100))
    '40.0 % (30.9 to 49.8) of 100 games'
    """

    wins: int
    games: int

    @property
    def share(self) -> float:
        """The share of games that were won, 0 before the first."""
        return self.wins / max(self.games, 1)

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the share."""
        return wilson(self.wins, self.games) or (0.0, 1.0)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {self.games} games"


def win_rate(policy: Policy, ruleset: Ruleset, level: str, games: int = 400, seed: int = 0) -> WinRate:
    """Play games of a policy against bots of one level in all other seats, and count its wins.

    Every island and its dice are played from all seats. Games without a limit of turns end after 1000.

    >>> first = lambda observation, mask: int(np.flatnonzero(mask)[0])
    >>> win_rate(first, Ruleset(domestic_trade=False, limit=20), "random", games=4)
    WinRate(wins=0, games=4)
    """
    bounded = ruleset if ruleset.limit else ruleset.but(limit=MOST_TURNS)
    wins = 0
    for number in range(games):
        deal, seat = divmod(number, bounded.players)
        players: list[Bot] = [make_bot(level, f"{seed} {number} {other}") for other in range(bounded.players)]
        players[seat] = PolicyBot(policy)
        history = History(State.new(bounded, seed + deal))
        for _ in play(history, players, seed + deal):
            pass
        wins += history.state.s[WINNER] == seat
    return WinRate(wins, games)
