"""The interface of bots, and the random generator that they may use.

A bot sees a view: what its seat may know, its legal actions and forms, and the redacted log. It never sees a state. Its
answer depends only on its seed and the view, so that a resumed game, or a bot that thinks in another process, goes on
the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from longroad.game.view import View
from longroad.narration import Phrase
from longroad.notation.actions import Action


@runtime_checkable
class Bot(Protocol):
    """A bot; it plays the seat of the view that it gets.

    >>> from longroad import Game
    >>> from longroad.bots.levels import make_bot
    >>> bot = make_bot("novice", seed=1)
    >>> view = Game("beginner").view(0)
    >>> bot.choose(view), bot.propose(view)
    (Action('roll'), None)
    """

    def choose(self, view: View) -> Action:
        """Choose a legal action; the game waits for the seat whose view it is."""

    def propose(self, view: View) -> Action | None:
        """Propose a trade out of turn to the player on turn; None, which is not a ply, proposes nothing."""

    def explain(self) -> str:
        """Return the reason for the last choice in one sentence that names no hidden card."""


BotFunction: TypeAlias = Callable[[View], Action]


class BaseBot:
    """A base class for bots: subclasses implement `choose`; the rest has defaults.

    >>> class First(BaseBot):
    ...     def choose(self, view):
    ...         return view.legal_actions()[0]
    >>> from longroad import Game
    >>> view = Game("beginner").view(0)
    >>> bot = First(seed=1)
    >>> bot.choose(view), bot.propose(view), bot.explain()
    (Action('roll'), None, 'I cannot say why.')
    """

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Choose a legal action; the game waits for the seat whose view it is."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, view)")

    def propose(self, view: View) -> Action | None:
        """Propose no trade."""
        return None

    def explain(self) -> str:
        """Return no reason."""
        return "I cannot say why."


class FunctionBot(BaseBot):
    """A bot whose choices a function makes."""

    def __init__(self, function: BotFunction) -> None:
        super().__init__()
        self._function = function

    def choose(self, view: View) -> Action:
        """Return what the function returns."""
        return self._function(view)


def as_bot(player: Bot | BotFunction) -> Bot:
    """Return a bot, wrapping a function."""
    return player if isinstance(player, Bot) else FunctionBot(player)


@runtime_checkable
class Translatable(Protocol):
    """A bot whose reasons are messages of the language files, so they can be read in any language."""

    reason: Phrase


@runtime_checkable
class Outside(Protocol):
    """A bot that is a separate program: it may fail to answer, is sent the end of the game, and has to be closed."""

    is_absent: bool  # whether the stated default replaced its last answer (END-2)

    def over(self, view: View) -> None:
        """Send the end of the game."""

    def close(self) -> None:
        """End the program."""


def chance_of(seed: int | str, view: View) -> Random:
    """Return the random generator of a bot: the same for the same seed, seat and number of plies so far.

    >>> from longroad import Game
    >>> view = Game("beginner", seed=7).view(0)
    >>> chance_of(1, view).random() == chance_of(1, view).random() != chance_of(2, view).random()
    True
    """
    return Random(f"{seed} {view.viewer} {len(view.log)}")


def seat_of(view: View) -> int:
    """Return the seat that a bot plays. Raises `ValueError` for the public's view, which has none.

    >>> from longroad import Game
    >>> seat_of(Game("beginner").view(2))
    2
    """
    if view.viewer is None:
        raise ValueError("a bot needs the view of a seat, not the public's")
    return view.viewer


def awaited_seat(view: View) -> int:
    """Return the seat that a bot plays and that must choose. Raises `ValueError` if the game does not wait for it.

    >>> from longroad import Game
    >>> awaited_seat(Game("beginner").view(2))
    Traceback (most recent call last):
    ...
    ValueError: seat 2 has nothing to choose: the game waits for 0
    """
    seat = seat_of(view)
    if seat not in view.to_act:
        waiting = ", ".join(map(str, view.to_act)) or "nobody"
        raise ValueError(f"seat {seat} has nothing to choose: the game waits for {waiting}")
    return seat
