"""The computer player with a beginner's sense: it founds where the dice yield most, saves, builds and trades."""

from __future__ import annotations

from longroad import demo
from longroad.bots.protocol import chance_of, seat_of
from longroad.notation.actions import Action, action_of
from longroad.view import View


class Novice:
    """Plays with a beginner's sense.

    >>> from longroad import Game
    >>> bot = Novice(seed=1)
    >>> bot.choose(Game("beginner").view(0)), bot.explain()
    (Action('roll'), 'I roll the dice.')
    """

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self._reason = "I have not chosen anything yet."

    def choose(self, view: View) -> Action:
        """Choose a legal action; the game waits for the seat whose view it is."""
        seat_of(view)
        code = demo.choose(view.seen, chance_of(self._seed, view))
        self._reason = "I roll the dice." if code == 1 else demo.reason(view.seen, code) or "It seems best."
        return action_of(code)

    def propose(self, view: View) -> Action | None:
        """Propose a trade that brings what is lacking, now and then."""
        seat_of(view)
        code = demo.propose(view.seen, chance_of(self._seed, view))
        return action_of(code) if code else None

    def explain(self) -> str:
        """Tell why the last choice was made."""
        return self._reason
