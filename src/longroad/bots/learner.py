"""The bot for somebody's first games: it plays like a beginner who is still learning the rules.

It is a novice that does something else every few decisions: whatever is possible, such as a useless road, the end of
the turn or a bad trade. It moves the robber anywhere but onto itself, and does not single out who leads.
"""

from __future__ import annotations

from random import Random
from typing import Final

from longroad.bots.novice import Novice
from longroad.bots.protocol import awaited_seat, chance_of
from longroad.bots.sites import owners_beside
from longroad.core.actions import MOVE_ROBBER, action_kind, action_number
from longroad.core.state import View as CoreView
from longroad.game.view import View
from longroad.narration import Phrase
from longroad.notation.actions import Action, action_of

MISTAKES: Final = 0.3  # share of the decisions that it takes without thinking


class Learner(Novice):
    """Plays like a novice, and does something else every few decisions.

    >>> from longroad import Game
    >>> bot = Learner(seed=1)
    >>> bot.choose(Game("beginner").view(0)), bot.explain()
    (Action('roll'), "There's nothing better to do before rolling.")
    """

    def choose(self, view: View) -> Action:
        """Choose a legal action; the game waits for the seat whose view it is."""
        seat, rng = awaited_seat(view), chance_of(f"{self._seed} learner", view)
        possible = _thoughtless(view.seen, seat)
        has_choice = sum(map(len, possible.values())) > 1
        if MOVE_ROBBER in possible or (has_choice and rng.random() < MISTAKES):
            self.reason = Phrase("bot.tries")
            return action_of(_any_of(possible, rng))
        return super().choose(view)


def _thoughtless(seen: CoreView, seat: int) -> dict[int, list[int]]:
    """Return what a seat can do without thinking, by kind: not the robber on its own hexes, if there are others."""
    kinds: dict[int, list[int]] = {}
    for action in seen.legal(seat):
        if action_kind(action) != MOVE_ROBBER or seat not in owners_beside(seen, action_number(action)):
            kinds.setdefault(action_kind(action), []).append(action)
    return kinds


def _any_of(possible: dict[int, list[int]], rng: Random) -> int:
    """Choose a kind of action, then one of that kind; so a bank trade is not likelier because there are many."""
    return rng.choice(possible[rng.choice(list(possible))])
