"""Observations as text, for language models: what a seat may know, in words, and the numbers of the allowed actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from longroad.bots.self_play import view_of
from longroad.core.actions import bundle_count, ply_seat
from longroad.core.history import History
from longroad.core.layout import PLAYERS, RESOURCES
from longroad.description import describe_view
from longroad.envs.actions import ActionSpace
from longroad.narration import Narrator, Perspective
from longroad.notation.resources import Resources


class TextObserver:
    """Writes what the seats of a game observe.

    >>> from longroad.core.ruleset import Ruleset
    >>> from longroad.core.state import State
    >>> ruleset = Ruleset.preset("beginner")
    >>> observer = TextObserver(History(State.new(ruleset)), ActionSpace(ruleset))
    >>> print(observer.text(0, allowed=[0]).splitlines()[-1])
    0: roll
    """

    def __init__(self, history: History, actions: ActionSpace) -> None:
        self._history = history
        self._actions = actions
        seats = range(history.state.s[PLAYERS])
        self._narrators = [Narrator(history.beginning, Perspective(seat)) for seat in seats]
        self._sentences: list[list[list[str]]] = [[] for _ in seats]  # (seat, ply)

    def text(self, seat: int, allowed: Sequence[int] = (), composed: int = 0) -> str:
        """Return what a seat may know, with its allowed actions and the bundle that it composes."""
        numbered = [f"{index}: {self._actions.describe(index)}" for index in allowed]
        lines = [*(["Composed so far: " + bundle_text(composed)] if composed else []), "Allowed actions:", *numbered]
        return describe_view(view_of(self._history, seat), self._since(seat), legal=lines if allowed else [])

    def _since(self, seat: int) -> list[str]:
        """Return what has happened since a seat last decided, beginning with its own decision."""
        plies, told = self._history.plies, self._sentences[seat]
        for ply in plies[len(told) :]:
            told.append([line.text for line in self._narrators[seat].narrate([ply])])
        own = (number for number in range(len(plies) - 1, -1, -1) if ply_seat(plies[number]) == seat)
        return list(chain.from_iterable(told[next(own, 0) :]))


def bundle_text(bundle: int) -> str:
    """Return what a bundle gives and takes.

    >>> from longroad.core.actions import OFFER_TRADE, bundle
    >>> bundle_text(bundle(OFFER_TRADE, (0, 0, 2, 0, -1), to=2))
    'give 2 wool, take 1 ore'
    """
    counts = [bundle_count(bundle, resource) for resource in range(RESOURCES)]
    give, take = (Resources(*(max(sign * count, 0) for count in counts)) for sign in (1, -1))
    return ", ".join(f"{verb} {held}" for verb, held in (("give", give), ("take", take)) if held.total) or "nothing"
